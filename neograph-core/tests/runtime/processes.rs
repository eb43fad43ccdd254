//! Threads in a file, driven by one graph after another and by two at once.

use std::sync::{Arc, atomic::Ordering};

use neograph_core::{
    __private::{Args, NodeSpec},
    Error, Graph,
    checkpoint::SqliteSaver,
    error::ConfigurationError,
    run::{Input, Resume},
};

use super::{
    pauses::{counted, gated, nodes, thread},
    support::*,
};

#[tokio::test]
async fn a_thread_goes_on_from_its_file_with_a_new_graph() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("threads.db");
    let (_, before, after) = nodes();
    for life in 0..2 {
        let saver = SqliteSaver::open(&path).await.unwrap();
        let nodes = vec![
            counted::<first>(None, &before),
            gated(sum::<gate>(vec![upstream("first")], 10)),
            counted::<consume>(Some("gate"), &after),
        ];
        let graph = Graph::builder(pipeline(nodes)).checkpointer(saver).compile().unwrap();
        match life {
            0 => assert!(!graph.arun(Input::new(), &thread()).await.unwrap().is_completed()),
            _ => assert!(graph.arun(Resume::new(true), &thread()).await.unwrap().is_completed()),
        }
    }
    assert_eq!((before.load(Ordering::SeqCst), after.load(Ordering::SeqCst)), (1, 1));
}

#[tokio::test]
async fn of_two_resumes_at_once_one_wins() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("threads.db");
    let after = Arc::default();
    let graph = async || {
        let slow = NodeSpec::__scripted::<third, _, _, _>(|mut args: Args| async move {
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            Ok(Ok::<_, Error>(Doc { v: args.shared::<Doc>(0)?.v }))
        })
        .__param(upstream("gate"));
        let nodes =
            vec![gated(sum::<gate>(vec![], 1)), slow, counted::<consume>(Some("third"), &after)];
        let saver = SqliteSaver::open(&path).await.unwrap();
        Graph::builder(pipeline(nodes)).checkpointer(saver).compile().unwrap()
    };
    let (one, two) = (graph().await, graph().await);
    one.arun(Input::new(), &thread()).await.unwrap();
    let (one, two) = {
        let config = thread();
        tokio::join!(one.arun(Resume::new(1), &config), two.arun(Resume::new(2), &config))
    };
    let (won, lost) = if one.is_ok() { (one, two) } else { (two, one) };
    assert!(won.unwrap().is_completed());
    let error = configuration(lost);
    assert!(
        matches!(
            error,
            ConfigurationError::ThreadBusy { .. } | ConfigurationError::NothingToAnswer { .. }
        ),
        "{error}"
    );
    assert_eq!(after.load(Ordering::SeqCst), 1);
}
