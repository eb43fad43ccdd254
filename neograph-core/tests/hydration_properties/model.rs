//! The rules of hydration, in small: what `docs/resource-hydration.md` says, for one kind at a
//! time, without tasks, caches in flight, or events.

use std::collections::BTreeMap;

use crate::scripts::{Case, KINDS, Link, Producer, Read, Replay, Seen, Uri};

/// What becomes of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    Value(Seen),
    /// No link of the kind.
    Missing,
    /// The producer is not idempotent.
    Refused {
        uri: String,
        tool: String,
    },
    NoReplayer {
        uri: String,
    },
    ReplayFailed {
        uri: String,
        tool: String,
    },
    SecondReadFailed {
        uri: String,
        fresh: String,
    },
    TooLarge {
        uri: String,
    },
    Odd {
        uri: String,
    },
}

/// A run of the rules. What was read is forgotten with it; how often a URI was read is not.
pub struct Model<'a> {
    case: &'a Case,
    counts: BTreeMap<Uri, usize>,
    cache: BTreeMap<usize, (Uri, usize, Read)>,
    /// By kind: the URIs that are read, each on the link's server.
    pub reads: BTreeMap<usize, Vec<(Uri, &'static str)>>,
    /// By kind: the tools that are called again.
    pub replays: BTreeMap<usize, Vec<(&'static str, String)>>,
}

impl<'a> Model<'a> {
    pub fn new(case: &'a Case) -> Self {
        let (reads, replays) = (BTreeMap::new(), BTreeMap::new());
        Self { case, counts: BTreeMap::new(), cache: BTreeMap::new(), reads, replays }
    }

    /// Another run: a resume.
    pub fn begin(&mut self) {
        self.cache.clear();
        self.reads.clear();
        self.replays.clear();
    }

    pub fn hydrate(&mut self, kind: usize) -> End {
        if let Some((uri, nth, read)) = self.cache.get(&kind) {
            return self.parsed(*uri, *nth, *read);
        }
        // The first link of the kind: in the order of the calls, then in that of emission.
        let emitted = self.case.producers.iter().enumerate().flat_map(|(number, producer)| {
            producer.links.iter().map(move |link| (number, producer, link))
        });
        let Some((number, producer, link)) =
            emitted.into_iter().find(|(_, _, link)| link.kind == kind)
        else {
            return End::Missing;
        };
        let (nth, read) = self.read(link.uri, producer, kind);
        if self.stopped(read) {
            return End::TooLarge { uri: link.uri.text() };
        }
        if !matches!(read, Read::Fails | Read::Empty) {
            self.cache.insert(kind, (link.uri, nth, read));
            return self.parsed(link.uri, nth, read);
        }
        self.heal(number, producer, *link)
    }

    fn heal(&mut self, number: usize, producer: &'a Producer, link: Link) -> End {
        let (uri, tool) = (link.uri.text(), format!("tool{number}"));
        if !producer.idempotent {
            return End::Refused { uri, tool };
        }
        if !self.case.has_replayer {
            return End::NoReplayer { uri };
        }
        self.replays.entry(link.kind).or_default().push((producer.server, tool.clone()));
        let Replay::Gives(links) = &producer.replay else {
            return End::ReplayFailed { uri, tool };
        };
        let mut of_kind = links.iter().filter(|fresh| fresh.kind == link.kind);
        let first = of_kind.clone().next();
        let fresh = of_kind.find(|fresh| fresh.uri == link.uri).or(first).unwrap_or(&link).uri;
        let (nth, read) = self.read(fresh, producer, link.kind);
        if self.stopped(read) {
            return End::TooLarge { uri: fresh.text() };
        }
        if matches!(read, Read::Fails | Read::Empty) {
            return End::SecondReadFailed { uri, fresh: fresh.text() };
        }
        self.cache.insert(link.kind, (fresh, nth, read));
        self.parsed(fresh, nth, read)
    }

    fn read(&mut self, uri: Uri, producer: &Producer, kind: usize) -> (usize, Read) {
        self.reads.entry(kind).or_default().push((uri, producer.server));
        let count = self.counts.entry(uri).or_default();
        let nth = *count;
        *count += 1;
        (nth, self.case.read(uri, nth))
    }

    /// Whether the fetcher stops at the limit.
    fn stopped(&self, read: Read) -> bool {
        read == Read::Large && self.case.limited && self.case.stops
    }

    fn parsed(&self, uri: Uri, nth: usize, read: Read) -> End {
        let uri = uri.text();
        match read {
            Read::Large if self.case.limited => End::TooLarge { uri },
            Read::Odd => End::Odd { uri },
            _ => End::Value(Seen { uri, nth }),
        }
    }
}

/// Which kind a parameter asks for.
pub fn kind_of(asked: &[usize], param: &str) -> usize {
    let number: usize = param.strip_prefix('p').unwrap().parse().unwrap();
    let kind = asked[number];
    assert!(kind < KINDS.len());
    kind
}
