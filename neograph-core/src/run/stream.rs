//! The streaming driver: a run as its events.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::Stream;
use tokio::sync::mpsc::UnboundedReceiver;

use super::{Command, Event, Events, Outcome, RunConfig, driver};
use crate::{BoxFuture, Error, Graph};

/// A run as the ordered stream of its events. It advances while it is polled; dropping it
/// cancels the run.
///
/// Made by [`Graph::astream`](crate::Graph::astream).
#[must_use = "a run advances while its stream is polled"]
pub struct RunStream {
    run: Option<BoxFuture<'static, Result<Outcome, Error>>>,
    events: UnboundedReceiver<Event>,
    ended: Option<Result<Outcome, Error>>,
}

impl RunStream {
    pub(crate) fn new(graph: &Graph, command: Command, config: &RunConfig) -> Self {
        let (graph, config) = (graph.clone(), config.clone());
        let (sender, events) = Events::channel();
        let run = async move { driver::carry_out(&graph, command, &config, sender).await };
        Self { run: Some(Box::pin(run)), events, ended: None }
    }

    /// Runs to the end, passing over the events that were not taken, and says how it ended.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::arun`](crate::Graph::arun).
    pub async fn outcome(mut self) -> Result<Outcome, Error> {
        match (self.ended.take(), self.run.take()) {
            (Some(ended), _) => ended,
            (None, Some(run)) => run.await,
            // One of the two is always there: `ended` is set when `run` is used up.
            (None, None) => Err(Error::node("the run has no end")),
        }
    }

    fn advance(&mut self, context: &mut Context<'_>) {
        if let Some(run) = &mut self.run
            && let Poll::Ready(ended) = run.as_mut().poll(context)
        {
            self.ended = Some(ended);
            self.run = None;
        }
    }
}

impl Stream for RunStream {
    type Item = Event;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Event>> {
        // Events that are there come first; then the run may make further ones.
        if let Poll::Ready(Some(event)) = self.events.poll_recv(context) {
            return Poll::Ready(Some(event));
        }
        self.advance(context);
        if self.run.is_none() {
            // Who still holds a sender, as a tool may, has nothing more to tell of this run.
            return Poll::Ready(self.events.try_recv().ok());
        }
        self.events.poll_recv(context)
    }
}

impl fmt::Debug for RunStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunStream").field("ended", &self.ended).finish_non_exhaustive()
    }
}
