//! The benchmarks are in `benches/`, each next to its floor: the least that the same work
//! costs without neograph. `cargo bench -p neograph-benches` runs them; ratios within one run
//! are what counts, since machines differ and are shared.
