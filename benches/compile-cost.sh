#!/usr/bin/env bash
# What rustc's checks cost: `cargo check` of a crate with one pipeline of 200 nodes with two
# edges each, against a crate with 200 plain async functions of the same bodies.
#
#     benches/compile-cost.sh [pairs] [nodes]
#
# Both crates are checked in turn, so that what else the machine does falls on both. Only the
# crate itself is checked again, not what it depends on. Needs nothing but bash and cargo.
set -euo pipefail

pairs=${1:-5}
nodes=${2:-200}
root=$(cd "$(dirname "$0")/.." && pwd)
work=${COMPILE_COST_DIR:-$root/target/compile-cost}
mkdir -p "$work"

# One function: `$1` is its number, `$2` its attribute and `$3` the mark of its input.
node() {
    local number=$1 one=$((($1 - 1) / 2)) two=$(($1 - 1))
    echo "    $2"
    if ((number == 0)); then
        echo "    pub async fn node0($3deal: String) -> Result<Record> {"
        echo "        Ok(Record { deal, count: 0 })"
    elif ((number == 1)); then
        echo "    pub async fn node1(node0: &Record) -> Result<Record> {"
        echo "        Ok(Record { deal: node0.deal.clone(), count: 1 })"
    else
        ((one == two)) && one=$((two - 1))
        echo "    pub async fn node$number(node$one: &Record, node$two: &Record) -> Result<Record> {"
        echo "        let deal = format!(\"{}{}\", node$one.deal, node$two.deal);"
        echo "        Ok(Record { deal, count: node$one.count + node$two.count })"
    fi
    echo "    }"
    echo
}

# A crate: `$1` is its name, `$2` the module's attribute, the rest as for `node`.
crate() {
    local name=$1
    mkdir -p "$work/$name/src"
    cat > "$work/$name/Cargo.toml" <<TOML
[package]
name = "$name"
edition = "2024"

[dependencies]
neograph = { path = "$root", default-features = false, features = ["macros"] }
serde = { version = "1", features = ["derive"] }
TOML
    {
        echo "use neograph::prelude::*;"
        echo
        echo "#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]"
        echo "pub struct Record { pub deal: String, pub count: u64 }"
        echo
        echo "$2"
        echo "pub mod flow {"
        echo "    use super::*;"
        echo
        for ((number = 0; number < nodes; number++)); do node "$number" "$3" "$4"; done
        echo "}"
        echo "$5"
    } > "$work/$name/src/lib.rs"
}

composed="pub fn composed() -> Pipeline { compose![\"flow\";"
for ((number = 0; number < nodes; number++)); do composed+=" flow::node$number,"; done
composed+="] }"

crate plain "" "" "" ""
crate wired "#[pipeline]" "#[node]" "#[from_input] " ""
crate joined "" "#[node]" "#[from_input] " "$composed"
cat > "$work/Cargo.toml" <<TOML
[workspace]
resolver = "3"
members = ["plain", "wired", "joined"]
TOML
[ -f "$root/Cargo.lock" ] && cp "$root/Cargo.lock" "$work/Cargo.lock"

check() {
    touch "$work/$1/src/lib.rs"
    local start end
    start=$(date +%s%N)
    CARGO_INCREMENTAL=0 cargo check --quiet --manifest-path "$work/Cargo.toml" --target-dir "$work/target" -p "$1"
    end=$(date +%s%N)
    echo $(((end - start) / 1000000))
}

for name in plain wired joined; do check "$name" > /dev/null; done
echo "milliseconds of \`cargo check\`, $nodes nodes with two edges each"
printf '%8s %8s %8s\n' plain pipeline compose
for ((pair = 0; pair < pairs; pair++)); do
    plain=$(check plain)
    wired=$(check wired)
    joined=$(check joined)
    printf '%8d %8d %8d\n' "$plain" "$wired" "$joined"
    echo "$plain $wired $joined" >> "$work/times.$$"
done
# The middle one of the differences.
middle() {
    awk -v column="$1" '{ print $column - $1 }' "$work/times.$$" | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'
}
echo "more than plain functions (median): pipeline $(middle 2) ms, compose! $(middle 3) ms"
rm "$work/times.$$"
