//! What only the server engine can get wrong.

use std::time::Duration;

use store::{Location, StoreError};

use crate::engines::{Place, on_postgres, soon};
use crate::samples::GARDEN;
use crate::verbs::enqueue;

/// The planner is led to believe that the queue is nearly empty, which it mostly is.
#[test]
fn a_burst_of_jobs_is_not_claimed_at_once() {
    on_postgres(async |place: &Place| {
        let store = place.store().await;
        enqueue(&store, "work", 0).await;
        execute(place, "ANALYZE outbox").await;
        for number in 1..20 {
            enqueue(&store, "work", number).await;
        }
        let claimed = store.claim_jobs("work", 3, Duration::from_secs(60)).await.unwrap();
        assert_eq!(claimed.len(), 3);
    });
}

/// A server that restarts ends all connections. The store asks for new ones and listens again.
#[test]
fn connections_that_were_cut_off_are_replaced() {
    on_postgres(async |place: &Place| {
        let store = place.store().await;
        enqueue(&store, "work", 0).await;
        let changes = store.changes();
        execute(
            place,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() \
             AND application_name = current_setting('application_name')",
        )
        .await;
        let works = async || store.write(|transaction| transaction.enter(GARDEN)).await.is_ok();
        soon("the store writes again", works).await;
        soon("the store reads again", async || store.ping().await.is_ok()).await;
        let other = place.open().await;
        let mut heard = changes.clone();
        heard.mark_unchanged();
        soon("the store hears of others again", async || {
            other.write(|transaction| transaction.enter(GARDEN)).await.unwrap();
            heard.has_changed().unwrap()
        })
        .await;
    });
}

/// A node that is paused in the middle of a write holds what all others need for theirs.
#[test]
fn a_writer_that_stands_still_loses_its_locks_before_others_give_up() {
    on_postgres(async |place: &Place| {
        let (paused, other) = (place.store().await, place.open().await);
        let (entered, is_in) = tokio::sync::oneshot::channel();
        let (go_on, wait) = std::sync::mpsc::channel::<()>();
        let (mut entered, wait) = (Some(entered), std::sync::Mutex::new(wait));
        let standing = tokio::spawn(async move {
            paused
                .write(move |transaction| {
                    transaction.enter(GARDEN)?;
                    if let Some(entered) = entered.take() {
                        entered.send(()).unwrap();
                        wait.lock().unwrap().recv().unwrap();
                    }
                    Ok::<_, StoreError>(())
                })
                .await
        });
        is_in.await.unwrap();
        other.write(|transaction| transaction.enter(GARDEN)).await.unwrap();
        go_on.send(()).unwrap();
        let late = standing.await.unwrap();
        assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
    });
}

async fn execute(place: &Place, statement: &str) {
    let Location::Server(url) = &place.location else { panic!("a story about servers") };
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(statement).await.unwrap();
}
