//! What the log of a turn says was done before, by address.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Interrupt, Progress, state::NodeValue, thread::Answered};
use crate::{
    checkpoint::{Key, Segment},
    graph::Plan,
    pipeline::ItemError,
    resource::Lifetimes,
};

/// What was done, by the address of who did it. Values stay as they are stored until
/// somebody needs them.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) outputs: HashMap<Key, String>,
    pub(crate) failures: HashMap<Key, ItemError>,
    pub(crate) skipped: HashSet<Key>,
    pub(crate) progress: BTreeMap<Key, Progress>,
    pub(crate) lifetimes: Lifetimes,
}

impl Records {
    /// Every address that has a record.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Key> {
        let ended = self.outputs.keys().chain(self.failures.keys());
        ended.chain(&self.skipped).chain(self.progress.keys())
    }

    fn is_empty(&self) -> bool {
        self.keys().next().is_none()
    }

    /// What models and tools did at an address and inside it, in graph order.
    pub(crate) fn inside<'a>(
        &'a self,
        plan: &Plan,
        outer: &'a Key,
    ) -> Vec<(&'a Key, &'a Progress)> {
        let mut within: Vec<_> = within(&self.progress, outer).collect();
        within.sort_by_cached_key(|(key, _)| position(plan, key));
        within
    }
}

impl Records {
    /// Takes what was done at an address and inside it.
    fn take_inside(&mut self, plan: &Plan, key: &Key) -> Option<Box<Progress>> {
        let keys: Vec<Key> =
            self.inside(plan, key).into_iter().map(|(inner, _)| inner.clone()).collect();
        let (mut own, mut inside) = (None, Vec::new());
        for inner in keys {
            let Some(progress) = self.progress.remove(&inner) else { continue };
            if inner == *key {
                own = Some(progress);
            } else {
                inside.push((inner.to_string(), Box::new(progress)));
            }
        }
        if !inside.is_empty() {
            own.get_or_insert_default().inside = inside;
        }
        own.map(Box::new)
    }
}

/// The entries at an address and inside it, which stand together in the order of addresses.
fn within<'a, T>(
    map: &'a BTreeMap<Key, T>,
    outer: &'a Key,
) -> impl Iterator<Item = (&'a Key, &'a T)> {
    map.range(outer..).take_while(|(key, _)| is_within(key, outer))
}

/// The addresses that an address lies inside, from the innermost.
pub(crate) fn outside(key: &Key) -> impl Iterator<Item = Key> {
    let segments = key.segments();
    (0..segments.len()).rev().flat_map(move |depth| {
        let before = &segments[..depth];
        let Segment { node, item, iteration } = &segments[depth];
        let at = |item, iteration| {
            let last = Segment { node: node.clone(), item, iteration };
            Key::new(before.iter().cloned().chain([last]))
        };
        // The whole of it, unless that is the address itself; then without its parts.
        let whole = (depth + 1 < segments.len()).then(|| at(*item, *iteration));
        let unit = iteration.is_some().then(|| at(*item, None));
        let node = item.is_some().then(|| at(None, None));
        [whole, unit, node].into_iter().flatten()
    })
}

/// Whether an address is another one or lies inside it.
pub(crate) fn is_within(key: &Key, outer: &Key) -> bool {
    let (key, outer) = (key.segments(), outer.segments());
    let Some((last, before)) = outer.split_last() else { return true };
    let Some(same) = key.get(before.len()) else { return false };
    key.starts_with(before)
        && same.node == last.node
        && (last.item.is_none() || last.item == same.item)
        && (last.iteration.is_none() || last.iteration == same.iteration)
}

/// Where an address stands in graph order: nodes as they are declared, items and iterations
/// as they are counted.
fn position(plan: &Plan, key: &Key) -> Vec<(usize, Option<u32>, Option<u32>)> {
    let mut plan = Some(plan);
    let mut places = Vec::with_capacity(key.segments().len());
    for Segment { node, item, iteration } in key.segments() {
        let index = plan.and_then(|plan| plan.find(node));
        places.push((index.unwrap_or(usize::MAX), *item, *iteration));
        plan = plan.and_then(|plan| Some(&*plan.sub(index?)?.plan));
    }
    places
}

/// The records of a turn while it is driven on: each is taken by whoever made it.
#[derive(Debug, Default)]
pub(crate) struct Past {
    is_empty: bool,
    records: Mutex<Records>,
    /// The questions that were open when the run began, by who asks.
    open: BTreeMap<Key, Vec<Interrupt>>,
    /// What humans answered to nodes, by who asked.
    answers: BTreeMap<Key, Answered>,
    lifetimes: Lifetimes,
}

/// What is known of a unit of work that was begun before.
#[derive(Debug)]
pub(crate) enum Recalled {
    /// It is done.
    Output(NodeValue, Option<Box<Progress>>),
    /// It waits for a human.
    Waits(Option<Box<Progress>>),
    /// It is to go on from here.
    Begun(Option<Box<Progress>>),
}

impl Past {
    pub(crate) fn new(
        mut records: Records,
        open: Vec<Interrupt>,
        answers: BTreeMap<Key, Answered>,
    ) -> Self {
        let is_empty = records.is_empty() && open.is_empty();
        let mut by_key: BTreeMap<Key, Vec<Interrupt>> = BTreeMap::new();
        for interrupt in open {
            // An address that cannot be read is nobody's, and the run waits for the answer.
            let key = interrupt.key().unwrap_or_else(Key::thread);
            by_key.entry(key).or_default().push(interrupt);
        }
        let lifetimes = std::mem::take(&mut records.lifetimes);
        Self { is_empty, records: Mutex::new(records), open: by_key, answers, lifetimes }
    }

    /// The last reads of the thread's links.
    pub(crate) fn lifetimes(&self) -> &Lifetimes {
        &self.lifetimes
    }

    /// Whether nothing was done before, so that there is nothing to look up.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The questions at an address and inside it.
    pub(crate) fn open_within<'a>(&'a self, outer: &'a Key) -> impl Iterator<Item = &'a Interrupt> {
        within(&self.open, outer).flat_map(|(_, open)| open)
    }

    /// Takes what is known at an address; of what is done, with what was done inside it.
    pub(crate) fn recall(&self, plan: &Plan, key: &Key) -> Recalled {
        if self.is_empty {
            return Recalled::Begun(None);
        }
        let mut records = self.records();
        match records.outputs.remove(key) {
            _ if self.open.contains_key(key) => Recalled::Waits(records.take_inside(plan, key)),
            Some(json) => Recalled::Output(NodeValue::stored(json), records.take_inside(plan, key)),
            None => Recalled::Begun(records.progress.remove(key).map(Box::new)),
        }
    }

    /// What a human answered to a unit.
    pub(crate) fn answer(&self, key: &Key) -> Option<&Answered> {
        self.answers.get(key)
    }

    /// What a human answered last to a node, or to an iteration of it.
    pub(crate) fn last_answer<'a>(&'a self, node: &'a Key) -> Option<&'a Answered> {
        let depth = node.segments().len();
        let own = within(&self.answers, node).filter(|(key, _)| key.segments().len() == depth);
        own.last().map(|(_, answer)| answer)
    }

    /// Takes the failure that an item ended with.
    pub(crate) fn failure(&self, key: &Key) -> Option<ItemError> {
        if self.is_empty { None } else { self.records().failures.remove(key) }
    }

    /// Takes the value of a node, with what was done inside it, if it is done.
    pub(crate) fn node(
        &self,
        plan: &Plan,
        key: &Key,
    ) -> (Option<NodeValue>, Option<Box<Progress>>) {
        let mut records = self.records();
        if records.skipped.remove(key) {
            return (Some(NodeValue::Skipped), None);
        }
        let Some(json) = records.outputs.remove(key) else { return (None, None) };
        (Some(NodeValue::stored(json)), records.take_inside(plan, key))
    }

    /// Takes what a node that is not done has done so far.
    pub(crate) fn progress(&self, key: &Key) -> Option<Box<Progress>> {
        self.records().progress.remove(key).map(Box::new)
    }

    fn records(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
