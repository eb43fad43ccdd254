//! What every store promises, as functions over a store, run against each of ours.
//!
//! A store of your own is checked by the same functions: copy the folder, add a module to
//! `every_store!`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panic")]

mod append;
mod fixture;
mod key;
mod lease;
mod load;
mod race;
#[cfg(feature = "sqlite")]
mod sqlite;

macro_rules! every_store {
    ($($area:ident: $($case:ident),+;)+) => {
        mod memory_saver {
            $(mod $area {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let store = neograph_core::checkpoint::MemorySaver::new();
                    crate::$area::$case(&store).await;
                })+
            })+
        }

        #[cfg(feature = "sqlite")]
        mod sqlite_saver {
            $(mod $area {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let (_directory, store) = crate::sqlite::fresh().await;
                    crate::$area::$case(&store).await;
                })+
            })+
        }
    };
}

every_store! {
    lease:
        a_thread_is_created_only_when_asked_for,
        a_held_lease_is_busy_for_everybody,
        a_lease_that_ran_out_can_be_taken_over,
        every_acquire_raises_the_fence,
        a_new_pipeline_name_does_not_rename_a_thread,
        release_lets_the_next_in_at_once,
        release_by_a_fenced_lease_changes_nothing,
        release_of_an_unknown_thread_is_no_error,
        renew_extends_the_lease,
        renew_by_a_fenced_lease_is_refused,
        a_released_lease_cannot_be_renewed;
    append:
        positions_follow_the_head,
        nothing_is_a_batch,
        a_commit_without_writes_changes_the_status,
        a_lease_that_ran_out_commits_until_it_is_taken_over,
        a_fenced_commit_is_refused,
        an_invented_fence_is_refused,
        a_stale_head_is_refused,
        fenced_is_reported_before_stale,
        an_unknown_thread_is_refused,
        refused_commits_do_not_affect_their_neighbours,
        commits_of_one_thread_in_a_batch_follow_each_other,
        a_batch_of_many_rows_keeps_their_order;
    load:
        there_is_no_unknown_thread,
        a_new_thread_is_empty,
        every_field_comes_back,
        every_channel_and_status_comes_back,
        large_values_come_back,
        only_the_current_turn_is_loaded,
        threads_are_apart,
        odd_thread_ids_are_apart;
    race:
        one_of_eight_writers_wins_each_round,
        eight_writers_lose_no_step,
        one_of_eight_acquires_wins;
}
