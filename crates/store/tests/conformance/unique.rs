//! Unique rules are kept by the database and reported by their names.

use store::{Query, StoreError};

use crate::engines::{Place, stories};
use crate::samples::{Label, Leaf};
use crate::verbs::{delete, insert, list, replace, rule};

stories! {
    a_rule_over_one_key_is_reported_by_its_name,
    a_rule_over_two_keys_needs_both_to_be_equal,
    a_document_without_the_value_is_exempt,
    a_replacement_can_break_a_rule_too,
    a_deleted_document_frees_its_values,
    a_duplicate_id_is_reported_as_id,
    a_duplicate_inside_one_batch_is_found_wherever_it_stands,
    of_many_who_want_the_same_value_at_once_one_gets_it,
}

async fn a_rule_over_one_key_is_reported_by_its_name(place: &Place) {
    let store = place.store().await;
    insert(&store, Label::new(place.id(), "rose")).await.unwrap();
    assert_eq!(rule(insert(&store, Label::new(place.id(), "rose")).await), "labels_slug");
    insert(&store, Label::new(place.id(), "Rose")).await.unwrap();
    insert(&store, Label::new(place.id(), "rose ")).await.unwrap();
}

async fn a_rule_over_two_keys_needs_both_to_be_equal(place: &Place) {
    let store = place.store().await;
    let new = |slug: &str, shelf: &str, position| Label {
        shelf: Some(shelf.to_owned()),
        position,
        ..Label::new(place.id(), slug)
    };
    insert(&store, new("a", "top", 1)).await.unwrap();
    insert(&store, new("b", "top", 2)).await.unwrap();
    insert(&store, new("c", "bottom", 1)).await.unwrap();
    assert_eq!(rule(insert(&store, new("d", "top", 2)).await), "labels_place");
}

async fn a_document_without_the_value_is_exempt(place: &Place) {
    let store = place.store().await;
    for slug in ["a", "b", "c"] {
        // No alias, and the same position on no shelf.
        insert(&store, Label::new(place.id(), slug)).await.unwrap();
    }
    let named = |slug: &str| Label {
        alias: Some("same".to_owned()),
        position: 1,
        ..Label::new(place.id(), slug)
    };
    insert(&store, named("d")).await.unwrap();
    assert_eq!(rule(insert(&store, named("e")).await), "labels_alias");
}

async fn a_replacement_can_break_a_rule_too(place: &Place) {
    let store = place.store().await;
    insert(&store, Label::new(place.id(), "rose")).await.unwrap();
    let mut other = insert(&store, Label::new(place.id(), "lily")).await.unwrap();
    // Staying the same is no conflict with oneself.
    other = replace(&store, other).await.unwrap();
    let mut greedy = other.clone();
    greedy.document.slug = "rose".to_owned();
    assert_eq!(rule(replace(&store, greedy).await), "labels_slug");
    assert_eq!(store.get::<Label>(other.document.id).await.unwrap(), other);
}

async fn a_deleted_document_frees_its_values(place: &Place) {
    let store = place.store().await;
    let first = insert(&store, Label::new(place.id(), "rose")).await.unwrap();
    delete::<Label>(&store, first.document.id).await.unwrap();
    let second = insert(&store, Label::new(place.id(), "rose")).await.unwrap();
    // In one transaction as well.
    let (gone, next) = (second.document.id, Label::new(place.id(), "rose"));
    store
        .write(move |transaction| {
            transaction.delete::<Label>(gone)?;
            transaction.insert(next.clone())
        })
        .await
        .unwrap();
}

async fn a_duplicate_id_is_reported_as_id(place: &Place) {
    let store = place.store().await;
    let label = insert(&store, Label::new(place.id(), "rose")).await.unwrap().document;
    let twin = Label { slug: "lily".to_owned(), ..label };
    assert_eq!(rule(insert(&store, twin).await), "id");
    let leaf = Leaf { id: place.id(), title: "one".to_owned() };
    insert(&store, leaf.clone()).await.unwrap();
    assert_eq!(rule(insert(&store, leaf).await), "id");
}

async fn a_duplicate_inside_one_batch_is_found_wherever_it_stands(place: &Place) {
    let store = place.store().await;
    insert(&store, Label::new(place.id(), "taken")).await.unwrap();
    for length in [2, 25, 60] {
        for position in [0, 1, length / 2, length - 1] {
            let mut batch: Vec<_> =
                (0..length).map(|n| Label::new(place.id(), format!("new-{n}"))).collect();
            batch[position].slug = "taken".to_owned();
            let refused = store.write(move |transaction| transaction.insert_all(batch.clone()));
            assert_eq!(rule(refused.await), "labels_slug");
        }
    }
    assert_eq!(list::<Label>(&store, Query::all()).await.len(), 1);
}

async fn of_many_who_want_the_same_value_at_once_one_gets_it(place: &Place) {
    let store = place.store().await;
    let tries: Vec<_> = (0..30)
        .map(|_| {
            let (store, mine) = (store.clone(), Label::new(place.id(), "wanted"));
            tokio::spawn(async move { insert(&store, mine).await })
        })
        .collect();
    let mut won = 0;
    for one in tries {
        match one.await.unwrap() {
            Ok(_) => won += 1,
            Err(StoreError::Taken { rule }) => assert_eq!(rule, "labels_slug"),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(won, 1);
}
