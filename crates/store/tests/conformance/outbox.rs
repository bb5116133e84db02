//! Jobs: promised in a transaction, claimed when they are due.

use std::time::Duration;

use serde_json::json;
use store::outbox::{Claimed, Job, Summary};
use store::{StoreError, Transaction};

use crate::engines::{Place, stories};
use crate::samples::Specimen;
use crate::verbs::{enqueue, enqueue_at, numbers};

stories! {
    a_job_exists_exactly_when_its_transaction_commits,
    a_job_arrives_as_it_was_sent,
    a_job_is_not_claimed_before_it_is_due,
    jobs_come_in_the_order_in_which_they_are_due,
    no_more_jobs_are_claimed_than_asked_for,
    topics_do_not_see_each_other,
    a_completed_job_is_gone,
    jobs_that_were_done_along_the_way_go_in_one_write,
    a_retried_job_keeps_its_error_and_comes_back_when_due,
    a_buried_job_stays_with_its_error_and_is_not_claimed_again,
    an_error_is_kept_whatever_it_quotes,
}

const LEASE: Duration = Duration::from_secs(60);
const MINUTE: Duration = Duration::from_secs(60);

async fn a_job_exists_exactly_when_its_transaction_commits(place: &Place) {
    let store = place.store().await;
    let nobody = place.id();
    let refused: Result<(), StoreError> = store
        .write(move |transaction| {
            transaction.enqueue(job(1))?;
            transaction.get::<Specimen>(nobody).map(|_| ())
        })
        .await;
    refused.unwrap_err();
    let panicked: Result<(), StoreError> = store
        .write(|transaction| {
            transaction.enqueue(job(2))?;
            panic!("on purpose")
        })
        .await;
    panicked.unwrap_err();
    assert_eq!(store.job_summary("work").await.unwrap(), Summary::default());
    let document = Specimen::new(place.id(), "with a job");
    store
        .write(move |transaction| {
            transaction.insert(document.clone())?;
            transaction.enqueue(job(3))
        })
        .await
        .unwrap();
    assert_eq!(numbers(&store.claim_jobs("work", 10, LEASE).await.unwrap()), [3]);
}

async fn a_job_arrives_as_it_was_sent(place: &Place) {
    let store = place.store().await;
    let payload = json!({
        "text": "it's 100% \"fine\" 🐢\n\u{0}", "number": i64::MIN, "real": 0.1, "list": [null, true],
    });
    let sent = Job::new("work", &payload).unwrap();
    store.write(move |transaction| transaction.enqueue(sent.clone())).await.unwrap();
    let claimed = store.claim_jobs("work", 1, LEASE).await.unwrap().remove(0);
    assert_eq!(claimed.payload, payload);
    assert_eq!((claimed.topic.as_str(), claimed.attempt), ("work", 1));
    assert_eq!(claimed.created_at, place.now());
}

async fn a_job_is_not_claimed_before_it_is_due(place: &Place) {
    let store = place.store().await;
    enqueue_at(&store, "work", 1, Some(place.now().plus(MINUTE))).await;
    place.hand.advance(MINUTE - Duration::from_micros(1));
    assert!(store.claim_jobs("work", 10, LEASE).await.unwrap().is_empty());
    assert_eq!(store.job_summary("work").await.unwrap().pending, 1);
    place.hand.advance(Duration::from_micros(1));
    assert_eq!(numbers(&store.claim_jobs("work", 10, LEASE).await.unwrap()), [1]);
}

async fn jobs_come_in_the_order_in_which_they_are_due(place: &Place) {
    let store = place.store().await;
    for (number, minutes) in [(0, 5), (1, 3), (2, 9), (3, 1), (4, 7)] {
        enqueue_at(&store, "work", number, Some(place.now().plus(minutes * MINUTE))).await;
    }
    place.hand.advance(10 * MINUTE);
    let first = store.claim_jobs("work", 3, LEASE).await.unwrap();
    assert_eq!(numbers(&first), [3, 1, 0]);
    let rest = store.claim_jobs("work", 10, LEASE).await.unwrap();
    assert_eq!(numbers(&rest), [4, 2]);
}

async fn no_more_jobs_are_claimed_than_asked_for(place: &Place) {
    let store = place.store().await;
    for number in 0..30 {
        enqueue(&store, "work", number).await;
    }
    for most in [0, 1, 2, 3, 5] {
        let claimed = store.claim_jobs("work", most, LEASE).await.unwrap();
        assert_eq!(claimed.len(), most as usize);
    }
    assert_eq!(store.claim_jobs("work", 100, LEASE).await.unwrap().len(), 19);
}

async fn topics_do_not_see_each_other(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    enqueue(&store, "play", 2).await;
    assert!(store.claim_jobs("sleep", 10, LEASE).await.unwrap().is_empty());
    assert_eq!(numbers(&store.claim_jobs("play", 10, LEASE).await.unwrap()), [2]);
    assert_eq!(numbers(&store.claim_jobs("work", 10, LEASE).await.unwrap()), [1]);
}

async fn a_completed_job_is_gone(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let claimed = store.claim_jobs("work", 1, LEASE).await.unwrap().remove(0);
    store.complete_job(claimed).await.unwrap();
    assert_eq!(store.job_summary("work").await.unwrap(), Summary::default());
    place.hand.advance(2 * LEASE);
    assert!(store.claim_jobs("work", 1, LEASE).await.unwrap().is_empty());
}

async fn jobs_that_were_done_along_the_way_go_in_one_write(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 0).await;
    let in_hand = store.claim_jobs("work", 1, LEASE).await.unwrap().remove(0);
    for number in 1..6 {
        enqueue(&store, "work", number).await;
    }
    enqueue(&store, "play", 8).await;
    enqueue_at(&store, "work", 10, Some(place.now().plus(MINUTE))).await;
    // The even ones of the topic but that in hand; the odd ones are still to be done.
    let is_even = |_: &mut Transaction<'_>, job: &Claimed| {
        Ok(job.payload.as_u64().is_some_and(|number| number % 2 == 0))
    };
    assert_eq!(store.complete_done_jobs("work", 9, is_even).await.unwrap(), 3);
    assert_eq!(store.complete_done_jobs("work", 9, is_even).await.unwrap(), 0);
    assert_eq!(store.job_summary("play").await.unwrap().pending, 1);
    place.hand.advance(MINUTE - Duration::from_secs(1));
    let mut left = numbers(&store.claim_jobs("work", 9, LEASE).await.unwrap());
    left.sort_unstable();
    assert_eq!(left, [1, 3, 5]);
    store.complete_job(in_hand).await.unwrap();
    assert_eq!(store.job_summary("work").await.unwrap().pending, 3);
}

async fn a_retried_job_keeps_its_error_and_comes_back_when_due(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let first = store.claim_jobs("work", 1, LEASE).await.unwrap().remove(0);
    let due_at = place.now().plus(2 * MINUTE);
    store.retry_job(first.clone(), due_at, "no answer".to_owned()).await.unwrap();
    let summary = store.job_summary("work").await.unwrap();
    let expected = Summary { pending: 1, failed: 0, last_error: Some("no answer".to_owned()) };
    assert_eq!(summary, expected);
    assert!(store.claim_jobs("work", 1, LEASE).await.unwrap().is_empty());
    place.hand.advance(2 * MINUTE);
    let second = store.claim_jobs("work", 1, LEASE).await.unwrap().remove(0);
    assert_eq!((second.id, second.attempt), (first.id, 2));
    assert_eq!(second.created_at, first.created_at);
}

async fn a_buried_job_stays_with_its_error_and_is_not_claimed_again(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let claimed = store.claim_jobs("work", 1, LEASE).await.unwrap().remove(0);
    store.bury_job(claimed, "hopeless".to_owned()).await.unwrap();
    place.hand.advance(Duration::from_secs(1_000_000));
    assert!(store.claim_jobs("work", 1, LEASE).await.unwrap().is_empty());
    let summary = store.job_summary("work").await.unwrap();
    let expected = Summary { pending: 0, failed: 1, last_error: Some("hopeless".to_owned()) };
    assert_eq!(summary, expected);
}

async fn an_error_is_kept_whatever_it_quotes(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let claimed = store.claim_jobs("work", 1, LEASE).await.unwrap().remove(0);
    let quoting = "said \"250 OK\0\", then 🐢".to_owned();
    store.retry_job(claimed.clone(), place.now(), quoting.clone()).await.unwrap();
    let kept = store.job_summary("work").await.unwrap().last_error.unwrap();
    assert_eq!(kept, "said \"250 OK\u{fffd}\", then 🐢");
    store.bury_job(claimed, quoting).await.unwrap();
    assert_eq!(store.job_summary("work").await.unwrap().failed, 1);
}

fn job(number: u64) -> Job {
    Job::new("work", number).unwrap()
}
