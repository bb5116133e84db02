//! Transactions of one verb, for stories that are about something else.

use kernel::{Id, Timestamp};
use serde_json::json;
use store::outbox::{Claimed, Job};
use store::{Document, Query, Store, StoreError, Stored};

use crate::engines::Place;
use crate::samples::Specimen;

pub(crate) async fn insert<D: Document + Clone>(
    store: &Store,
    document: D,
) -> Result<Stored<D>, StoreError> {
    store.write(move |transaction| transaction.insert(document.clone())).await
}

pub(crate) async fn insert_all<D: Document + Clone>(store: &Store, documents: Vec<D>) {
    store.write(move |transaction| transaction.insert_all(documents.clone())).await.unwrap();
}

pub(crate) async fn replace<D: Document + Clone>(
    store: &Store,
    stored: Stored<D>,
) -> Result<Stored<D>, StoreError> {
    store.write(move |transaction| transaction.replace(stored.clone())).await
}

pub(crate) async fn delete<D: Document>(store: &Store, id: Id) -> Result<(), StoreError> {
    store.write(move |transaction| transaction.delete::<D>(id)).await
}

pub(crate) async fn list<D: Document>(store: &Store, query: Query) -> Vec<D> {
    let found = store.list::<D>(query).await.unwrap();
    found.into_iter().map(|stored| stored.document).collect()
}

pub(crate) async fn specimen(store: &Store, place: &Place, name: &str) -> Stored<Specimen> {
    insert(store, Specimen::new(place.id(), name)).await.unwrap()
}

/// The rule that a refused write would have broken.
pub(crate) fn rule<T>(outcome: Result<T, StoreError>) -> String {
    match outcome {
        Err(StoreError::Taken { rule }) => rule,
        Err(error) => panic!("not a broken rule: {error}"),
        Ok(_) => panic!("no rule was broken"),
    }
}

pub(crate) async fn enqueue(store: &Store, topic: &'static str, number: u64) {
    enqueue_at(store, topic, number, None).await;
}

pub(crate) async fn enqueue_at(
    store: &Store,
    topic: &'static str,
    number: u64,
    due_at: Option<Timestamp>,
) {
    let job = Job { topic, payload: json!(number), due_at };
    store.write(move |transaction| transaction.enqueue(job.clone())).await.unwrap();
}

pub(crate) fn numbers(jobs: &[Claimed]) -> Vec<u64> {
    jobs.iter().map(|job| job.payload.as_u64().unwrap()).collect()
}
