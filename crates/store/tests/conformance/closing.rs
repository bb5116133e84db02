//! A store that has been closed says so.

use store::{Query, StoreError};

use crate::engines::{Place, stories};
use crate::samples::Specimen;
use crate::verbs::{insert, list, specimen};

stories! {
    a_closed_store_answers_that_it_is_unavailable,
    what_was_written_before_closing_is_there_after_reopening,
    a_store_answers_to_a_ping,
}

async fn a_closed_store_answers_that_it_is_unavailable(place: &Place) {
    let store = place.store().await;
    let clone = store.clone();
    store.close().await;
    let written = insert(&clone, Specimen::new(place.id(), "late")).await;
    assert!(matches!(written, Err(StoreError::Unavailable(_))), "{written:?}");
    let read = clone.list::<Specimen>(Query::all()).await;
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
}

async fn what_was_written_before_closing_is_there_after_reopening(place: &Place) {
    let store = place.store().await;
    let kept = specimen(&store, place, "kept").await.document;
    store.close().await;
    assert_eq!(list::<Specimen>(&place.open().await, Query::all()).await, [kept]);
}

async fn a_store_answers_to_a_ping(place: &Place) {
    let store = place.store().await;
    store.ping().await.unwrap();
    store.clone().close().await;
    assert!(store.ping().await.is_err());
}
