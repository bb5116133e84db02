//! A claimed job belongs to its holder until the lease runs out, and then no longer.

use std::time::Duration;

use store::outbox::{Claimed, Summary};
use store::{Store, StoreError};

use crate::engines::{Place, stories};
use crate::verbs::{enqueue, numbers};

stories! {
    a_leased_job_is_not_claimed_twice,
    of_two_claimers_each_job_goes_to_exactly_one,
    a_lease_that_ran_out_makes_the_job_claimable_again,
    the_old_holder_of_a_job_is_fenced_off,
    a_holder_whose_lease_ran_out_unnoticed_still_counts,
    a_lease_is_renewed_by_its_holder_alone,
    only_the_embedded_database_releases_abandoned_jobs,
}

const LEASE: Duration = Duration::from_secs(60);

async fn a_leased_job_is_not_claimed_twice(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    assert_eq!(claim(&store, 10).await.len(), 1);
    place.hand.advance(LEASE - Duration::from_micros(1));
    assert!(claim(&store, 10).await.is_empty());
}

async fn of_two_claimers_each_job_goes_to_exactly_one(place: &Place) {
    let stores = [place.store().await, place.open().await];
    stores[0]
        .write(|transaction| {
            for number in 0..200 {
                let job = store::outbox::Job::new("work", number).map_err(fault)?;
                transaction.enqueue(job)?;
            }
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
    let claimers: Vec<_> = (0..4)
        .map(|index| {
            let store = stores[index % 2].clone();
            tokio::spawn(async move {
                let mut mine = Vec::new();
                loop {
                    let jobs = claim(&store, 7).await;
                    mine.extend(numbers(&jobs));
                    for job in jobs {
                        store.complete_job(job).await.unwrap();
                    }
                    if store.job_summary("work").await.unwrap().pending == 0 {
                        return mine;
                    }
                }
            })
        })
        .collect();
    let mut all = Vec::new();
    for claimer in claimers {
        all.extend(claimer.await.unwrap());
    }
    all.sort_unstable();
    assert_eq!(all, (0..200).collect::<Vec<_>>());
}

async fn a_lease_that_ran_out_makes_the_job_claimable_again(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let first = claim(&store, 1).await.remove(0);
    place.hand.advance(LEASE);
    let second = claim(&store, 1).await.remove(0);
    assert_eq!((second.id, first.attempt, second.attempt), (first.id, 1, 2));
}

async fn the_old_holder_of_a_job_is_fenced_off(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let old = claim(&store, 1).await.remove(0);
    place.hand.advance(LEASE);
    let new = claim(&store, 1).await.remove(0);
    // None of these may end, move or bury what somebody else is working on.
    store.complete_job(old.clone()).await.unwrap();
    store.retry_job(old.clone(), place.now(), "late".to_owned()).await.unwrap();
    store.bury_job(old, "late".to_owned()).await.unwrap();
    let standing = Summary { pending: 1, failed: 0, last_error: None };
    assert_eq!(store.job_summary("work").await.unwrap(), standing);
    assert!(claim(&store, 1).await.is_empty(), "the new lease still holds");
    store.complete_job(new).await.unwrap();
    assert_eq!(store.job_summary("work").await.unwrap(), Summary::default());
}

async fn a_holder_whose_lease_ran_out_unnoticed_still_counts(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let holder = claim(&store, 1).await.remove(0);
    place.hand.advance(2 * LEASE);
    store.complete_job(holder).await.unwrap();
    assert!(claim(&store, 1).await.is_empty());
}

async fn a_lease_is_renewed_by_its_holder_alone(place: &Place) {
    let store = place.store().await;
    enqueue(&store, "work", 1).await;
    let old = claim(&store, 1).await.remove(0);
    place.hand.advance(LEASE / 2);
    assert!(store.hold_job(old.clone(), LEASE).await.unwrap());
    place.hand.advance(LEASE - Duration::from_micros(1));
    assert!(claim(&store, 1).await.is_empty());
    place.hand.advance(Duration::from_micros(1));
    let new = claim(&store, 1).await.remove(0);
    assert!(!store.hold_job(old, LEASE).await.unwrap(), "it is somebody else's");
    // What was given back is not taken again by a word that comes late.
    store.retry_job(new.clone(), place.now(), "later".to_owned()).await.unwrap();
    assert!(!store.hold_job(new, LEASE).await.unwrap(), "it is nobody's");
    let last = claim(&store, 1).await.remove(0);
    assert_eq!(last.attempt, 3);
    store.complete_job(last.clone()).await.unwrap();
    assert!(!store.hold_job(last, LEASE).await.unwrap(), "it is done");
}

async fn only_the_embedded_database_releases_abandoned_jobs(place: &Place) {
    let store = place.store().await;
    for number in 0..3 {
        enqueue(&store, "work", number).await;
    }
    assert_eq!(claim(&store, 2).await.len(), 2);
    store.close().await;
    let reopened = place.open().await;
    let released = reopened.release_abandoned_jobs().await.unwrap();
    // Behind a server another node may be at work on them.
    let (expected, claimable) = if place.is_sqlite() { (2, 3) } else { (0, 1) };
    assert_eq!((released, claim(&reopened, 9).await.len()), (expected, claimable));
}

async fn claim(store: &Store, most: u32) -> Vec<Claimed> {
    store.claim_jobs("work", most, LEASE).await.unwrap()
}

fn fault(cause: serde_json::Error) -> StoreError {
    StoreError::Unreadable { collection: "outbox", cause }
}
