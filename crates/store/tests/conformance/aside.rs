//! Jobs whose rows were damaged: they hold up nobody, and are told.

use std::sync::Arc;
use std::time::Duration;

use store::outbox::{Claimed, Handler, JobError, Runner, inspect};
use store::{Findings, Location, Store, StoreError};

use crate::engines::{Place, stories};
use crate::verbs::{enqueue, numbers};

stories! {
    a_job_that_cannot_be_read_is_set_aside_and_the_next_comes,
    a_runner_does_all_that_can_be_read,
    a_check_tells_what_cannot_be_read_and_sets_it_aside,
}

const LEASE: Duration = Duration::from_secs(60);
const DAMAGE: [&str; 2] = [
    "UPDATE outbox SET payload = '{' WHERE payload IN ('0', '1')",
    "UPDATE outbox SET id = 'nobody' WHERE payload = '2'",
];

/// The first three of five, in two ways.
async fn damaged(place: &Place) -> Store {
    let store = place.store().await;
    for number in 0..5 {
        enqueue(&store, "work", number).await;
        place.hand.advance(Duration::from_secs(1));
    }
    for statement in DAMAGE {
        execute(place, statement).await;
    }
    store
}

async fn a_job_that_cannot_be_read_is_set_aside_and_the_next_comes(place: &Place) {
    let store = damaged(place).await;
    let is_any = |_: &mut store::Transaction<'_>, _: &Claimed| Ok(false);
    assert_eq!(store.complete_done_jobs("work", 9, is_any).await.unwrap(), 0);
    assert_eq!(numbers(&store.claim_jobs("work", 1, LEASE).await.unwrap()), [3]);
    assert_eq!(numbers(&store.claim_jobs("work", 9, LEASE).await.unwrap()), [4]);
    place.hand.advance(2 * LEASE);
    assert_eq!(numbers(&store.claim_jobs("work", 9, LEASE).await.unwrap()), [3, 4]);
    let summary = store.job_summary("work").await.unwrap();
    assert_eq!((summary.pending, summary.failed), (2, 3));
    assert_eq!(summary.last_error.as_deref(), Some("cannot be read"));
}

async fn a_runner_does_all_that_can_be_read(place: &Place) {
    let store = damaged(place).await;
    let runner = Runner::new(store.clone(), vec![Arc::new(Worker)]);
    assert_eq!(runner.run_due().await.unwrap(), 2);
    let summary = store.job_summary("work").await.unwrap();
    assert_eq!((summary.pending, summary.failed), (0, 3));
}

async fn a_check_tells_what_cannot_be_read_and_sets_it_aside(place: &Place) {
    let store = damaged(place).await;
    let done: usize = store
        .write(|transaction| {
            let mut findings = Findings::default();
            inspect(transaction, &mut findings)?;
            let mends: Vec<_> = findings.list.into_iter().filter_map(|found| found.mend).collect();
            let count = mends.len();
            mends.into_iter().try_for_each(|mend| mend.run(transaction))?;
            Ok::<_, StoreError>(count)
        })
        .await
        .unwrap();
    assert_eq!(done, 3);
    let look = |transaction: &mut store::Transaction<'_>| {
        let mut findings = Findings::default();
        inspect(transaction, &mut findings).map(|()| findings)
    };
    let left = store.read(look).await.unwrap();
    assert!(!left.has_faults());
    let told: Vec<_> = left.list.iter().map(|found| found.fault.to_string()).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told.iter().all(|line| line.contains("of \"work\" cannot be read")), "{told:?}");
    assert_eq!(numbers(&store.claim_jobs("work", 9, LEASE).await.unwrap()), [3, 4]);
}

struct Worker;

impl Handler for Worker {
    fn topic(&self) -> &'static str {
        "work"
    }

    fn run<'a>(
        &'a self,
        _job: &'a Claimed,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>> {
        Box::pin(async { Ok(()) })
    }
}

async fn execute(place: &Place, statement: &str) {
    match &place.location {
        Location::File(path) => {
            rusqlite::Connection::open(path).unwrap().execute_batch(statement).unwrap();
        }
        Location::Server(url) => {
            let (client, connection) =
                tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(statement).await.unwrap();
        }
    }
}
