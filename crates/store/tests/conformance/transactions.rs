//! A transaction happens whole or not at all, however it ends.

use std::time::Duration;

use serde_json::json;
use store::outbox::{Job, Summary};
use store::{Query, Store, StoreError};

use crate::engines::{Place, stories};
use crate::samples::{Label, Leaf, Specimen};
use crate::verbs::{insert, list, rule, specimen};

stories! {
    a_transaction_writes_several_kinds_together,
    a_transaction_sees_what_it_wrote,
    a_failing_closure_leaves_nothing,
    a_broken_rule_takes_everything_before_it_along,
    a_broken_rule_cannot_be_shrugged_off,
    an_error_of_the_caller_comes_back_as_it_is,
    a_panicking_closure_is_an_error_and_leaves_nothing,
    panicking_reads_do_not_use_up_connections,
    abandoned_calls_do_not_use_up_connections,
}

async fn a_transaction_writes_several_kinds_together(place: &Place) {
    let store = place.store().await;
    write_all(&store, place, Ok(())).await.unwrap();
    assert_eq!(counts(&store).await, (1, 1, 1, 1));
}

async fn a_transaction_sees_what_it_wrote(place: &Place) {
    let store = place.store().await;
    let document = Specimen::new(place.id(), "inside");
    let id = document.id;
    let seen = store
        .write(move |transaction| {
            transaction.insert(document.clone())?;
            let mut found = transaction.get::<Specimen>(id)?;
            found.document.number = 9;
            transaction.replace(found)?;
            let listed = transaction.list::<Specimen>(&Query::all())?;
            let count = transaction.count::<Specimen>(&[])?;
            transaction.delete::<Specimen>(id)?;
            Ok::<_, StoreError>((
                listed[0].document.number,
                count,
                transaction.find::<Specimen>(id)?,
            ))
        })
        .await;
    assert_eq!(seen.unwrap(), (9, 1, None));
}

async fn a_failing_closure_leaves_nothing(place: &Place) {
    let store = place.store().await;
    let missing = StoreError::Missing { collection: "anything", id: place.id() };
    write_all(&store, place, Err(missing)).await.unwrap_err();
    assert_eq!(counts(&store).await, (0, 0, 0, 0));
}

async fn a_broken_rule_takes_everything_before_it_along(place: &Place) {
    let store = place.store().await;
    insert(&store, Label::new(place.id(), "taken")).await.unwrap();
    let (before, taken) = (Specimen::new(place.id(), "before"), Label::new(place.id(), "taken"));
    let refused = store.write(move |transaction| {
        transaction.insert(before.clone())?;
        transaction.insert(taken.clone())
    });
    assert_eq!(rule(refused.await), "labels_slug");
    assert_eq!(counts(&store).await, (0, 1, 0, 0));
}

/// PostgreSQL abandons a transaction at its first failed statement. So that nobody is told `Ok` for
/// something that was not kept, the same holds everywhere.
async fn a_broken_rule_cannot_be_shrugged_off(place: &Place) {
    let store = place.store().await;
    insert(&store, Label::new(place.id(), "taken")).await.unwrap();
    let (before, taken) = (Specimen::new(place.id(), "before"), Label::new(place.id(), "taken"));
    let (first, second) = (before.clone(), taken.clone());
    let ended = store
        .write(move |transaction| {
            transaction.insert(first.clone())?;
            drop(transaction.insert(second.clone()));
            Ok::<_, StoreError>(())
        })
        .await;
    assert!(matches!(ended, Err(StoreError::Refused(_))), "{ended:?}");
    let went_on = store
        .write(move |transaction| {
            drop(transaction.insert(taken.clone()));
            transaction.insert(before.clone())
        })
        .await;
    assert!(matches!(went_on, Err(StoreError::Refused(_))), "{went_on:?}");
    assert_eq!(counts(&store).await, (0, 1, 0, 0));
    // An answer that is no failure of the database can be: a document that is not there, say.
    let (nobody, kept) = (place.id(), Specimen::new(place.id(), "kept"));
    let fine = store.write(move |transaction| {
        drop(transaction.delete::<Specimen>(nobody));
        transaction.insert(kept.clone())
    });
    fine.await.unwrap();
}

async fn an_error_of_the_caller_comes_back_as_it_is(place: &Place) {
    #[derive(Debug, thiserror::Error)]
    enum Refusal {
        #[error("not today")]
        NotToday,
        #[error(transparent)]
        Store(#[from] StoreError),
    }
    let store = place.store().await;
    let refused: Result<(), Refusal> = store.write(|_| Err(Refusal::NotToday)).await;
    assert!(matches!(refused, Err(Refusal::NotToday)));
    let nobody = place.id();
    let missing: Result<_, Refusal> =
        store.read(move |transaction| Ok(transaction.get::<Specimen>(nobody)?)).await;
    assert!(matches!(missing, Err(Refusal::Store(StoreError::Missing { .. }))));
}

async fn a_panicking_closure_is_an_error_and_leaves_nothing(place: &Place) {
    let store = place.store().await;
    for _ in 0..20 {
        let document = Specimen::new(place.id(), "doomed");
        let ended = store
            .write(move |transaction| {
                transaction.insert(document.clone())?;
                if transaction.count::<Specimen>(&[])? == 1 {
                    panic!("on purpose");
                }
                Ok::<_, StoreError>(())
            })
            .await;
        assert!(matches!(ended, Err(StoreError::Panicked)), "{ended:?}");
    }
    assert_eq!(counts(&store).await, (0, 0, 0, 0));
    specimen(&store, place, "alive").await;
    assert_eq!(counts(&store).await, (1, 0, 0, 0));
}

async fn panicking_reads_do_not_use_up_connections(place: &Place) {
    let store = place.store().await;
    for _ in 0..20 {
        let ended = store
            .read(|transaction| {
                if transaction.count::<Specimen>(&[])? == 0 {
                    panic!("on purpose");
                }
                Ok::<_, StoreError>(())
            })
            .await;
        assert!(matches!(ended, Err(StoreError::Panicked)), "{ended:?}");
    }
    specimen(&store, place, "alive").await;
    assert_eq!(counts(&store).await, (1, 0, 0, 0));
}

/// A visitor who leaves drops the future that works for him; the work itself runs on.
async fn abandoned_calls_do_not_use_up_connections(place: &Place) {
    let store = place.store().await;
    let mut held = Vec::new();
    for _ in 0..4 {
        let (started, running) = tokio::sync::oneshot::channel();
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let reader = store.clone();
        let reading = tokio::spawn(async move {
            let read = reader.read(move |transaction| {
                started.send(()).unwrap();
                wait.recv().ok();
                transaction.count::<Specimen>(&[])
            });
            read.await
        });
        running.await.unwrap();
        reading.abort();
        reading.await.unwrap_err();
        held.push(release);
    }
    // While all readers of an engine are busy for nobody, the next one waits; it does not fail.
    let mut next = Box::pin(store.list::<Specimen>(Query::all()));
    let early = tokio::time::timeout(Duration::from_millis(100), &mut next).await;
    drop(held);
    let found = match early {
        Ok(found) => found,
        Err(_) => next.await,
    };
    assert!(found.unwrap().is_empty());
    assert_eq!(counts(&store).await, (0, 0, 0, 0));
}

async fn write_all(
    store: &Store,
    place: &Place,
    ending: Result<(), StoreError>,
) -> Result<(), StoreError> {
    let specimen = Specimen::new(place.id(), "one");
    let label = Label::new(place.id(), "two");
    let leaf = Leaf { id: place.id(), title: "three".to_owned() };
    let mut ending = Some(ending);
    store
        .write(move |transaction| {
            transaction.insert(specimen.clone())?;
            transaction.insert(label.clone())?;
            transaction.insert(leaf.clone())?;
            transaction.enqueue(Job { topic: "four", payload: json!({}), due_at: None })?;
            ending.take().unwrap()
        })
        .await
}

async fn counts(store: &Store) -> (usize, usize, usize, u64) {
    let Summary { pending, .. } = store.job_summary("four").await.unwrap();
    (
        list::<Specimen>(store, Query::all()).await.len(),
        list::<Label>(store, Query::all()).await.len(),
        list::<Leaf>(store, Query::all()).await.len(),
        pending,
    )
}
