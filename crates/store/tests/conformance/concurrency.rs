//! Many at once: nothing is lost, nothing is overwritten unseen, nobody waits for ever.

use std::collections::HashSet;

use store::{Query, StoreError};

use crate::engines::{Place, stories};
use crate::samples::Specimen;
use crate::verbs::{insert, list, specimen};

stories! {
    sixty_four_writes_at_once_are_all_there_after_reopening,
    what_a_write_has_read_is_still_true_when_it_replaces_it,
    two_stores_over_one_database_do_not_overwrite_each_other,
    transactions_that_wait_for_each_other_are_run_again,
    readers_do_not_wait_for_a_writer,
}

async fn sixty_four_writes_at_once_are_all_there_after_reopening(place: &Place) {
    let store = place.store().await;
    let writes: Vec<_> = (0..64)
        .map(|number| {
            let document = Specimen { number, ..Specimen::new(place.id(), "one of many") };
            let store = store.clone();
            tokio::spawn(async move { insert(&store, document).await.unwrap().document.id })
        })
        .collect();
    let mut acknowledged = HashSet::new();
    for write in writes {
        acknowledged.insert(write.await.unwrap());
    }
    assert_eq!(acknowledged.len(), 64);
    let seen = |found: Vec<Specimen>| found.into_iter().map(|d| d.id).collect::<HashSet<_>>();
    assert_eq!(seen(list(&store, Query::all()).await), acknowledged);
    store.close().await;
    let reopened = place.open().await;
    assert_eq!(seen(list(&reopened, Query::all()).await), acknowledged);
}

async fn what_a_write_has_read_is_still_true_when_it_replaces_it(place: &Place) {
    let store = place.store().await;
    increment_hundred_times(place, [&store, &store]).await;
}

async fn two_stores_over_one_database_do_not_overwrite_each_other(place: &Place) {
    let (one, other) = (place.store().await, place.open().await);
    increment_hundred_times(place, [&one, &other]).await;
}

async fn increment_hundred_times(place: &Place, stores: [&store::Store; 2]) {
    let id = specimen(stores[0], place, "counter").await.document.id;
    let increments: Vec<_> = (0..100)
        .map(|index| {
            let store = stores[index % 2].clone();
            tokio::spawn(async move {
                let incremented = store.write(move |transaction| {
                    let mut counter = transaction.get::<Specimen>(id)?;
                    counter.document.number += 1;
                    transaction.replace(counter)
                });
                incremented.await.unwrap();
            })
        })
        .collect();
    for increment in increments {
        increment.await.unwrap();
    }
    let counter = stores[0].get::<Specimen>(id).await.unwrap();
    assert_eq!((counter.document.number, counter.version), (100, 101));
}

async fn transactions_that_wait_for_each_other_are_run_again(place: &Place) {
    let store = place.store().await;
    let first = specimen(&store, place, "first").await.document.id;
    let second = specimen(&store, place, "second").await.document.id;
    // Everybody takes one and then the other, half of them the other way round.
    let moves: Vec<_> = (0..8)
        .map(|index| {
            let store = store.clone();
            let (from, to) = if index % 2 == 0 { (first, second) } else { (second, first) };
            tokio::spawn(async move {
                store
                    .write(move |transaction| {
                        let mut from = transaction.get::<Specimen>(from)?;
                        let mut to = transaction.get::<Specimen>(to)?;
                        from.document.number -= 1;
                        to.document.number += 1;
                        transaction.replace(from)?;
                        transaction.replace(to)?;
                        Ok::<_, StoreError>(())
                    })
                    .await
            })
        })
        .collect();
    for one in moves {
        one.await.unwrap().unwrap();
    }
    for id in [first, second] {
        let stored = store.get::<Specimen>(id).await.unwrap();
        assert_eq!((stored.document.number, stored.version), (0, 9));
    }
}

async fn readers_do_not_wait_for_a_writer(place: &Place) {
    let store = place.store().await;
    let stored = specimen(&store, place, "old").await;
    let id = stored.document.id;
    let (started, writing) = tokio::sync::oneshot::channel();
    let (release, wait) = std::sync::mpsc::channel();
    let mut started = Some(started);
    let writer = store.clone();
    let written = tokio::spawn(async move {
        let write = writer.write(move |transaction| {
            let mut stored = transaction.get::<Specimen>(id)?;
            stored.document.name = "new".to_owned();
            let replaced = transaction.replace(stored)?;
            started.take().unwrap().send(()).unwrap();
            wait.recv().unwrap();
            Ok::<_, StoreError>(replaced)
        });
        write.await.unwrap()
    });
    writing.await.unwrap();
    assert_eq!(store.get::<Specimen>(id).await.unwrap(), stored);
    release.send(()).unwrap();
    let replaced = written.await.unwrap();
    assert_eq!(store.get::<Specimen>(id).await.unwrap(), replaced);
}
