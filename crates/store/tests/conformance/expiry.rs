//! What has expired no longer exists, whether or not it has been swept out.

use std::time::Duration;

use store::{Document, Filter, Query, Store, StoreError};

use crate::engines::{Place, stories};
use crate::samples::Pass;
use crate::verbs::{delete, insert, list, replace, rule};

stories! {
    an_expired_document_is_invisible_to_every_verb,
    a_document_expires_at_its_time_and_not_before,
    a_document_without_a_time_never_expires,
    an_expired_document_does_not_block_a_unique_rule,
    an_expired_document_cannot_be_replaced_back_to_life,
    a_replacement_can_move_the_time,
    expired_documents_are_swept_out,
}

const MINUTE: Duration = Duration::from_secs(60);

async fn an_expired_document_is_invisible_to_every_verb(place: &Place) {
    let store = place.store().await;
    let id = pass(&store, place, "short", Some(MINUTE)).await.document.id;
    pass(&store, place, "long", Some(5 * MINUTE)).await;
    assert_eq!(visible(&store).await, ["long", "short"]);
    place.hand.advance(2 * MINUTE);
    assert_eq!(visible(&store).await, ["long"]);
    assert_eq!(store.find::<Pass>(id).await.unwrap(), None);
    assert!(matches!(store.get::<Pass>(id).await, Err(StoreError::Missing { .. })));
    let found = store
        .write(move |transaction| {
            let by_code = [Filter::equal("code", "short")];
            Ok::<_, StoreError>((
                transaction.find::<Pass>(id)?,
                transaction.count::<Pass>(&[])?,
                transaction.count::<Pass>(&by_code)?,
                transaction.group::<Pass>(&[], "code")?.len(),
                transaction.delete_where::<Pass>(&by_code)?,
            ))
        })
        .await;
    assert_eq!(found.unwrap(), (None, 1, 0, 1, 0));
    let deleted = delete::<Pass>(&store, id).await;
    assert!(matches!(deleted, Err(StoreError::Missing { .. })), "{deleted:?}");
}

async fn a_document_expires_at_its_time_and_not_before(place: &Place) {
    let store = place.store().await;
    pass(&store, place, "exact", Some(MINUTE)).await;
    place.hand.advance(MINUTE - Duration::from_micros(1));
    assert_eq!(visible(&store).await, ["exact"]);
    place.hand.advance(Duration::from_micros(1));
    assert!(visible(&store).await.is_empty());
}

async fn a_document_without_a_time_never_expires(place: &Place) {
    let store = place.store().await;
    pass(&store, place, "eternal", None).await;
    place.hand.advance(Duration::from_secs(1_000_000_000));
    assert_eq!(visible(&store).await, ["eternal"]);
    assert_eq!(sweep(&store).await, 0);
}

async fn an_expired_document_does_not_block_a_unique_rule(place: &Place) {
    let store = place.store().await;
    pass(&store, place, "again", Some(MINUTE)).await;
    let early = Pass { id: place.id(), code: "again".to_owned(), until: None };
    assert_eq!(rule(insert(&store, early).await), "passes_code");
    place.hand.advance(MINUTE);
    pass(&store, place, "again", Some(MINUTE)).await;
    place.hand.advance(MINUTE);
    // Nor a replacement that takes the value over.
    let mut other = pass(&store, place, "other", None).await;
    pass(&store, place, "again", Some(MINUTE)).await;
    place.hand.advance(MINUTE);
    other.document.code = "again".to_owned();
    replace(&store, other).await.unwrap();
    assert_eq!(visible(&store).await, ["again"]);
}

async fn an_expired_document_cannot_be_replaced_back_to_life(place: &Place) {
    let store = place.store().await;
    let mut stored = pass(&store, place, "late", Some(MINUTE)).await;
    place.hand.advance(MINUTE);
    stored.document.until = Some(place.now().plus(MINUTE));
    let revived = replace(&store, stored).await;
    assert!(matches!(revived, Err(StoreError::Stale { .. })), "{revived:?}");
    assert!(visible(&store).await.is_empty());
}

async fn a_replacement_can_move_the_time(place: &Place) {
    let store = place.store().await;
    let mut stored = pass(&store, place, "extended", Some(MINUTE)).await;
    stored.document.until = Some(place.now().plus(3 * MINUTE));
    let mut stored = replace(&store, stored).await.unwrap();
    place.hand.advance(2 * MINUTE);
    assert_eq!(visible(&store).await, ["extended"]);
    stored.document.until = Some(place.now());
    replace(&store, stored).await.unwrap();
    assert!(visible(&store).await.is_empty());
}

async fn expired_documents_are_swept_out(place: &Place) {
    let store = place.store().await;
    for code in ["a", "b", "c"] {
        pass(&store, place, code, Some(MINUTE)).await;
    }
    pass(&store, place, "stays", Some(5 * MINUTE)).await;
    assert_eq!(sweep(&store).await, 0);
    place.hand.advance(MINUTE);
    assert_eq!(sweep(&store).await, 3);
    assert_eq!(sweep(&store).await, 0);
    assert_eq!(visible(&store).await, ["stays"]);
}

async fn pass(
    store: &Store,
    place: &Place,
    code: &str,
    valid_for: Option<Duration>,
) -> store::Stored<Pass> {
    let until = valid_for.map(|span| place.now().plus(span));
    insert(store, Pass { id: place.id(), code: code.to_owned(), until }).await.unwrap()
}

async fn visible(store: &Store) -> Vec<String> {
    let query = Query::all().ascending("code");
    list::<Pass>(store, query).await.into_iter().map(|pass| pass.code).collect()
}

async fn sweep(store: &Store) -> u64 {
    store.write(|transaction| transaction.delete_expired(Pass::KIND)).await.unwrap()
}
