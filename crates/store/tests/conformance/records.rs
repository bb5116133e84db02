//! What archives read and bring back.

use std::time::Duration;

use store::{Collection, Query, Store, StoreError};

use crate::engines::{Place, stories};
use crate::samples::{Leaf, Pass, Specimen};
use crate::verbs::{delete, insert, list, replace, specimen};

stories! {
    records_come_in_one_order_and_only_once,
    what_has_expired_is_not_among_them,
    a_restored_document_is_the_one_that_was_read_with_its_version,
    restoring_moves_the_stream,
}

const SPECIMENS: Collection = Collection::of::<Specimen>();

async fn records(store: &Store, collection: Collection, most: u32) -> Vec<store::Record> {
    let read = store.read(move |transaction| {
        let mut all: Vec<store::Record> = Vec::new();
        let mut after: Option<store::Mark> = None;
        loop {
            let next = collection.records(transaction, after.as_ref(), most)?;
            all.extend(next.records);
            if next.last.is_none() {
                return Ok::<_, StoreError>(all);
            }
            after = next.last;
        }
    });
    read.await.unwrap()
}

async fn records_come_in_one_order_and_only_once(place: &Place) {
    let store = place.store().await;
    let mut expected = Vec::new();
    for number in 0..7 {
        expected.push(specimen(&store, place, &format!("n{number}")).await.document.id);
    }
    // A server numbers no rows.
    if !place.is_sqlite() {
        expected.sort();
    }
    for most in [1, 3, 7, 100] {
        let read: Vec<_> = records(&store, SPECIMENS, most).await.iter().map(|r| r.id).collect();
        assert_eq!(read, expected, "{most} at a time");
    }
}

async fn what_has_expired_is_not_among_them(place: &Place) {
    let store = place.store().await;
    let ends = store.clock().now().plus(Duration::from_secs(60));
    insert(&store, Pass { id: place.id(), code: "soon".into(), until: Some(ends) }).await.unwrap();
    insert(&store, Pass { id: place.id(), code: "never".into(), until: None }).await.unwrap();
    assert_eq!(records(&store, Collection::of::<Pass>(), 10).await.len(), 2);
    place.hand.advance(Duration::from_secs(61));
    assert_eq!(records(&store, Collection::of::<Pass>(), 10).await.len(), 1);
}

async fn a_restored_document_is_the_one_that_was_read_with_its_version(place: &Place) {
    let store = place.store().await;
    let mut stored = specimen(&store, place, "Ünïcode \"quoted\" \\ \n").await;
    stored.document.weight = Some(0.1 + 0.2);
    let stored = replace(&store, stored).await.unwrap();
    let records = records(&store, SPECIMENS, 10).await;
    let line = serde_json::to_string(&records[0]).unwrap();
    delete::<Specimen>(&store, stored.document.id).await.unwrap();
    let restoring = store.write(move |transaction| {
        assert!(SPECIMENS.is_empty(transaction)?);
        let record = serde_json::from_str(&line).expect("a record reads as it was written");
        SPECIMENS.restore(transaction, vec![record])
    });
    restoring.await.unwrap();
    assert_eq!(store.get::<Specimen>(stored.document.id).await.unwrap(), stored);
    assert_eq!(store.verify(&[SPECIMENS]).await.unwrap(), Vec::<store::Fault>::new());
}

async fn restoring_moves_the_stream(place: &Place) {
    let store = place.store().await;
    const LEAVES: Collection = Collection::of::<Leaf>();
    insert(&store, Leaf { id: place.id(), title: "oak".into() }).await.unwrap();
    let line = serde_json::to_string(&records(&store, LEAVES, 10).await[0]).unwrap();
    let id = list::<Leaf>(&store, Query::all()).await[0].id;
    delete::<Leaf>(&store, id).await.unwrap();
    let mut changes = store.changes();
    changes.mark_unchanged();
    let restoring = store.write(move |transaction| {
        let record = serde_json::from_str(&line).expect("a record reads as it was written");
        LEAVES.restore(transaction, vec![record])
    });
    restoring.await.unwrap();
    assert!(changes.has_changed().unwrap());
    assert_eq!(list::<Leaf>(&store, Query::all()).await.len(), 1);
}
