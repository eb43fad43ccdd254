//! What the log of a turn says was done before, by address.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Interrupt, Progress, state::NodeValue};
use crate::{
    checkpoint::{Key, Segment},
    graph::Plan,
    pipeline::ItemError,
};

/// What was done, by the address of who did it. Values stay as they are stored until
/// somebody needs them.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) outputs: HashMap<Key, String>,
    pub(crate) failures: HashMap<Key, ItemError>,
    pub(crate) skipped: HashSet<Key>,
    pub(crate) progress: BTreeMap<Key, Progress>,
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
    pub(crate) fn inside<'a>(&'a self, plan: &Plan, outer: &Key) -> Vec<(&'a Key, &'a Progress)> {
        let within = self.progress.iter().filter(|(key, _)| is_within(key, outer));
        let mut within: Vec<_> = within.collect();
        within.sort_by_cached_key(|(key, _)| position(plan, key));
        within
    }
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
    /// The questions that were open when the run began.
    open: Vec<Interrupt>,
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
    pub(crate) fn new(records: Records, open: Vec<Interrupt>) -> Self {
        let is_empty = records.is_empty() && open.is_empty();
        Self { is_empty, records: Mutex::new(records), open }
    }

    /// Whether nothing was done before, so that there is nothing to look up.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The questions at an address and inside it.
    pub(crate) fn open_within<'a>(&'a self, outer: &'a Key) -> impl Iterator<Item = &'a Interrupt> {
        self.open.iter().filter(|open| open.key().is_some_and(|key| is_within(&key, outer)))
    }

    /// Takes what is known at an address.
    pub(crate) fn recall(&self, key: &Key) -> Recalled {
        if self.is_empty {
            return Recalled::Begun(None);
        }
        let mut records = self.records();
        let progress = records.progress.remove(key).map(Box::new);
        let asks = self.open.iter().any(|open| open.key().as_ref() == Some(key));
        match records.outputs.remove(key) {
            _ if asks => Recalled::Waits(progress),
            Some(json) => Recalled::Output(NodeValue::stored(json), progress),
            None => Recalled::Begun(progress),
        }
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
        let mut inside = Vec::new();
        let keys: Vec<Key> =
            records.inside(plan, key).into_iter().map(|(inner, _)| inner.clone()).collect();
        let mut own = None;
        for inner in keys {
            let Some(progress) = records.progress.remove(&inner) else { continue };
            if inner == *key {
                own = Some(progress);
            } else {
                inside.push((inner.to_string(), Box::new(progress)));
            }
        }
        if !inside.is_empty() {
            own.get_or_insert_default().inside = inside;
        }
        (Some(NodeValue::stored(json)), own.map(Box::new))
    }

    /// Takes what a node that is not done has done so far.
    pub(crate) fn progress(&self, key: &Key) -> Option<Box<Progress>> {
        self.records().progress.remove(key).map(Box::new)
    }

    fn records(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
