//! Optimistic versions: a replacement counts only on top of what was read.

use store::StoreError;

use crate::engines::{Place, stories};
use crate::samples::Specimen;
use crate::verbs::{replace, specimen};

stories! {
    a_stale_replacement_changes_nothing,
    versions_count_every_replacement,
    of_fifty_replacements_of_one_version_exactly_one_wins,
    one_stale_document_keeps_the_whole_batch_out,
}

async fn a_stale_replacement_changes_nothing(place: &Place) {
    let store = place.store().await;
    let original = specimen(&store, place, "original").await;
    let mut first = original.clone();
    first.document.name = "first".to_owned();
    let first = replace(&store, first).await.unwrap();
    let mut second = original;
    second.document.name = "second".to_owned();
    let id = second.document.id;
    match replace(&store, second).await {
        Err(StoreError::Stale { collection: "specimens", id: named }) => assert_eq!(named, id),
        other => panic!("{other:?}"),
    }
    assert_eq!(store.get::<Specimen>(id).await.unwrap(), first);
}

async fn versions_count_every_replacement(place: &Place) {
    let store = place.store().await;
    let mut stored = specimen(&store, place, "often").await;
    for expected in 2..8 {
        stored = replace(&store, stored).await.unwrap();
        assert_eq!(stored.version, expected);
    }
    // Several times in one transaction, too.
    let id = stored.document.id;
    let last = store.write(move |transaction| {
        let once = transaction.replace(stored.clone())?;
        transaction.replace(once)
    });
    assert_eq!(last.await.unwrap().version, 9);
    assert_eq!(store.get::<Specimen>(id).await.unwrap().version, 9);
}

async fn of_fifty_replacements_of_one_version_exactly_one_wins(place: &Place) {
    let store = place.store().await;
    let original = specimen(&store, place, "original").await;
    let replacements = (0..50).map(|number| {
        let (store, mut mine) = (store.clone(), original.clone());
        mine.document.number = number;
        tokio::spawn(async move { replace(&store, mine).await })
    });
    let replacements: Vec<_> = replacements.collect();
    let mut winners = Vec::new();
    for replacement in replacements {
        match replacement.await.unwrap() {
            Ok(stored) => winners.push(stored),
            Err(StoreError::Stale { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let kept = store.get::<Specimen>(original.document.id).await.unwrap();
    assert_eq!(winners, [kept]);
}

async fn one_stale_document_keeps_the_whole_batch_out(place: &Place) {
    let store = place.store().await;
    let mut batch = Vec::new();
    for name in ["a", "b", "c"] {
        batch.push(specimen(&store, place, name).await);
    }
    let newer = replace(&store, batch[1].clone()).await.unwrap();
    let stale = newer.document.id;
    for stored in &mut batch {
        stored.document.number = 5;
    }
    let ids: Vec<_> = batch.iter().map(|stored| stored.document.id).collect();
    let refused = store.write(move |transaction| transaction.replace_all(batch.clone())).await;
    assert!(matches!(refused, Err(StoreError::Stale { id, .. }) if id == stale), "{refused:?}");
    for id in ids {
        assert_eq!(store.get::<Specimen>(id).await.unwrap().document.number, 0);
    }
}
