//! What many write at the same moment: whoever loses reads again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use store::{Filter, Query, Store, StoreError, Transaction};

use crate::engines::{Place, stories};
use crate::samples::{Label, Specimen};
use crate::verbs::{insert, list, rule};

stories! {
    nodes_that_count_the_same_lose_nothing,
    what_stays_taken_is_told_in_the_end,
    what_no_other_try_would_mend_is_told_at_once,
}

/// Each loss is to another who is through, so eight who write once each lose seven times at most.
const AT_ONCE: i64 = 8;

async fn nodes_that_count_the_same_lose_nothing(place: &Place) {
    let stores = [place.store().await, place.open().await];
    for round in 0..5 {
        let counting: Vec<_> = (0..AT_ONCE)
            .map(|number| {
                let store = stores[usize::from(number % 2 == 0)].clone();
                tokio::spawn(async move { count_one_more(&store, format!("round {round}")).await })
            })
            .collect();
        for one in counting {
            one.await.unwrap().unwrap();
        }
    }
    let counts = list::<Label>(&stores[0], Query::all()).await;
    let counts: Vec<i64> = counts.into_iter().map(|label| label.position).collect();
    assert_eq!(counts, [AT_ONCE; 5]);
}

/// By a key and not by the id, so that what was read is not held.
async fn count_one_more(store: &Store, slug: String) -> Result<(), StoreError> {
    let count = move |transaction: &mut Transaction<'_>| {
        let named = Query::all().filter(Filter::equal("slug", slug.as_str()));
        match transaction.list::<Label>(&named)?.pop() {
            Some(mut stored) => {
                stored.document.position += 1;
                transaction.replace(stored).map(drop)
            }
            None => {
                let first = Label::new(transaction.generate_id(), slug.as_str());
                transaction.insert(Label { position: 1, ..first }).map(drop)
            }
        }
    };
    store.write_contested(count).await
}

async fn what_stays_taken_is_told_in_the_end(place: &Place) {
    let store = place.store().await;
    insert(&store, Label::new(place.id(), "mine")).await.unwrap();
    let (tries, counted) = counter();
    let outcome = store.write_contested(move |transaction| {
        counted.fetch_add(1, Ordering::SeqCst);
        transaction.insert(Label::new(transaction.generate_id(), "mine"))
    });
    assert_eq!(rule(outcome.await), "labels_slug");
    assert!((2..20).contains(&tries.load(Ordering::SeqCst)), "{tries:?}");
}

async fn what_no_other_try_would_mend_is_told_at_once(place: &Place) {
    let (store, nowhere) = (place.store().await, place.id());
    let (tries, counted) = counter();
    let outcome = store.write_contested(move |transaction| {
        counted.fetch_add(1, Ordering::SeqCst);
        transaction.get::<Specimen>(nowhere)
    });
    assert!(matches!(outcome.await, Err(StoreError::Missing { .. })));
    assert_eq!(tries.load(Ordering::SeqCst), 1);
}

fn counter() -> (Arc<AtomicUsize>, Arc<AtomicUsize>) {
    let tries = Arc::new(AtomicUsize::new(0));
    (tries.clone(), tries)
}
