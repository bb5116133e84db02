//! Writing documents and finding them again.

use kernel::Page;
use store::{Filter, Query, StoreError, Value};

use crate::engines::{Place, stories};
use crate::samples::{Label, Specimen};
use crate::verbs::{delete, insert, insert_all, list, replace, specimen};

stories! {
    a_document_reads_back_as_it_was_written,
    what_is_not_there_is_none_to_find_and_missing_to_get,
    a_replaced_document_carries_its_new_keys,
    a_deleted_document_is_gone_and_cannot_be_deleted_again,
    delete_where_removes_what_the_filters_name,
    pages_follow_each_other_and_tell_the_total,
    groups_count_each_value_with_the_absent_ones_first,
    nothing_written_is_nothing_changed,
    thousands_go_in_and_out_at_once,
    names_that_are_not_keys_are_refused,
    a_read_cannot_write,
    a_read_sees_one_state_however_long_it_takes,
}

async fn a_document_reads_back_as_it_was_written(place: &Place) {
    let store = place.store().await;
    let written = Specimen {
        note: Some("found below the hedge".to_owned()),
        number: 7,
        weight: Some(0.25),
        alive: false,
        ..Specimen::new(place.id(), "beetle")
    };
    let stored = insert(&store, written.clone()).await.unwrap();
    assert_eq!((stored.version, &stored.document), (1, &written));
    assert_eq!(store.find::<Specimen>(written.id).await.unwrap(), Some(stored.clone()));
    assert_eq!(store.get::<Specimen>(written.id).await.unwrap(), stored);
    assert_eq!(list::<Specimen>(&store, Query::all()).await, [written]);
}

async fn what_is_not_there_is_none_to_find_and_missing_to_get(place: &Place) {
    let store = place.store().await;
    specimen(&store, place, "somebody else").await;
    let nobody = place.id();
    assert_eq!(store.find::<Specimen>(nobody).await.unwrap(), None);
    match store.get::<Specimen>(nobody).await {
        Err(StoreError::Missing { collection: "specimens", id }) => assert_eq!(id, nobody),
        other => panic!("{other:?}"),
    }
    assert!(list::<Label>(&store, Query::all()).await.is_empty());
}

async fn a_replaced_document_carries_its_new_keys(place: &Place) {
    let store = place.store().await;
    let mut stored = specimen(&store, place, "caterpillar").await;
    stored.document.name = "butterfly".to_owned();
    stored.document.weight = Some(0.5);
    let replaced = replace(&store, stored).await.unwrap();
    assert_eq!(replaced.version, 2);
    assert_eq!(store.get::<Specimen>(replaced.document.id).await.unwrap(), replaced);
    let named = |name| Query::all().filter(Filter::equal("name", name));
    assert!(list::<Specimen>(&store, named("caterpillar")).await.is_empty());
    assert_eq!(list::<Specimen>(&store, named("butterfly")).await, [replaced.document]);
}

async fn a_deleted_document_is_gone_and_cannot_be_deleted_again(place: &Place) {
    let store = place.store().await;
    let stored = specimen(&store, place, "moth").await;
    let id = stored.document.id;
    delete::<Specimen>(&store, id).await.unwrap();
    assert_eq!(store.find::<Specimen>(id).await.unwrap(), None);
    let again = delete::<Specimen>(&store, id).await;
    assert!(matches!(again, Err(StoreError::Missing { .. })), "{again:?}");
    let revived = replace(&store, stored).await;
    assert!(matches!(revived, Err(StoreError::Stale { .. })), "{revived:?}");
}

async fn delete_where_removes_what_the_filters_name(place: &Place) {
    let store = place.store().await;
    insert_all(&store, numbered(place, 10)).await;
    let removed = store
        .write(|transaction| transaction.delete_where::<Specimen>(&[Filter::above("number", 6)]))
        .await;
    assert_eq!(removed.unwrap(), 3);
    let none = store
        .write(|transaction| transaction.delete_where::<Specimen>(&[Filter::above("number", 6)]))
        .await;
    assert_eq!(none.unwrap(), 0);
    assert_eq!(list::<Specimen>(&store, Query::all()).await.len(), 7);
}

async fn pages_follow_each_other_and_tell_the_total(place: &Place) {
    let store = place.store().await;
    insert_all(&store, numbered(place, 11)).await;
    let query = Query::all().filter(Filter::below("number", 10)).descending("number");
    let mut seen = Vec::new();
    for offset in [0, 4, 8, 12] {
        let page = store.page::<Specimen>(query.clone(), Page { limit: 4, offset }).await.unwrap();
        assert_eq!((page.total, page.limit, page.offset), (10, 4, offset));
        seen.extend(page.items.into_iter().map(|stored| stored.document.number));
    }
    assert_eq!(seen, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for page in [Page { limit: 5, offset: u64::MAX }, Page { limit: 0, offset: 0 }] {
        let empty = store.page::<Specimen>(query.clone(), page).await.unwrap();
        assert_eq!((empty.items.len(), empty.total), (0, 10));
    }
}

async fn groups_count_each_value_with_the_absent_ones_first(place: &Place) {
    let store = place.store().await;
    let mut documents = numbered(place, 6);
    for (document, note) in documents.iter_mut().zip([Some("b"), None, Some("a"), Some("b")]) {
        document.note = note.map(str::to_owned);
    }
    insert_all(&store, documents).await;
    let grouped = |key, filters: Vec<Filter>| {
        let store = store.clone();
        async move {
            let grouped =
                store.read(move |transaction| transaction.group::<Specimen>(&filters, key));
            grouped.await.unwrap()
        }
    };
    assert_eq!(
        grouped("note", vec![]).await,
        [(Value::Null, 3), (Value::from("a"), 1), (Value::from("b"), 2)]
    );
    let some = vec![Filter::Present("note"), Filter::above("number", 0)];
    assert_eq!(grouped("note", some).await, [(Value::from("a"), 1), (Value::from("b"), 1)]);
    assert_eq!(grouped("alive", vec![]).await, [(Value::Flag(true), 6)]);
    assert_eq!(grouped("number", vec![]).await.len(), 6);
    assert_eq!(grouped("weight", vec![]).await, [(Value::Null, 6)]);
    assert_eq!(grouped("id", vec![Filter::equal("number", 3)]).await.len(), 1);
}

async fn nothing_written_is_nothing_changed(place: &Place) {
    let store = place.store().await;
    let kept = store
        .write(|transaction| {
            let inserted = transaction.insert_all::<Specimen>(Vec::new())?;
            let replaced = transaction.replace_all::<Specimen>(Vec::new())?;
            Ok::<_, StoreError>(inserted.len() + replaced.len())
        })
        .await;
    assert_eq!(kept.unwrap(), 0);
}

async fn thousands_go_in_and_out_at_once(place: &Place) {
    let store = place.store().await;
    let documents = numbered(place, 5000);
    insert_all(&store, documents.clone()).await;
    let replaced = store.write(move |transaction| {
        let mut all = transaction.list::<Specimen>(&Query::all().ascending("number"))?;
        assert!(all.iter().map(|stored| &stored.document).eq(&documents));
        all.iter_mut().for_each(|stored| stored.document.alive = false);
        transaction.replace_all(all)
    });
    let replaced = replaced.await.unwrap();
    assert!(replaced.len() == 5000 && replaced.iter().all(|stored| stored.version == 2));
    let dead =
        store.read(|transaction| transaction.count::<Specimen>(&[Filter::equal("alive", false)]));
    assert_eq!(dead.await.unwrap(), 5000);
}

async fn names_that_are_not_keys_are_refused(place: &Place) {
    let store = place.store().await;
    let queries = [
        Query::all().filter(Filter::equal("colour", "green")),
        Query::all().filter(Filter::OneOf("colour", Vec::new())),
        Query::all().filter(Filter::Absent("body")),
        Query::all().ascending("colour"),
    ];
    for query in queries {
        let refused = store.list::<Specimen>(query).await;
        assert!(matches!(refused, Err(StoreError::UndeclaredKey { .. })), "{refused:?}");
    }
    let refused =
        store.read(|transaction| transaction.group::<Specimen>(&[], "1; DROP TABLE specimens"));
    assert!(matches!(refused.await, Err(StoreError::UndeclaredKey { .. })));
}

async fn a_read_cannot_write(place: &Place) {
    let store = place.store().await;
    let document = Specimen::new(place.id(), "smuggled");
    let id = document.id;
    let refused = store.read(move |transaction| transaction.insert(document)).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    assert_eq!(store.find::<Specimen>(id).await.unwrap(), None);
}

async fn a_read_sees_one_state_however_long_it_takes(place: &Place) {
    let store = place.store().await;
    let (looked, first_look) = tokio::sync::oneshot::channel();
    let (go_on, written) = std::sync::mpsc::channel();
    let reader = store.clone();
    let reading = tokio::spawn(async move {
        reader
            .read(move |transaction| {
                let before = transaction.count::<Specimen>(&[])?;
                looked.send(()).unwrap();
                written.recv().unwrap();
                Ok::<_, StoreError>((before, transaction.count::<Specimen>(&[])?))
            })
            .await
    });
    first_look.await.unwrap();
    specimen(&store, place, "late").await;
    go_on.send(()).unwrap();
    assert_eq!(reading.await.unwrap().unwrap(), (0, 0));
    let now = store.read(|transaction| transaction.count::<Specimen>(&[])).await;
    assert_eq!(now.unwrap(), 1);
}

fn numbered(place: &Place, count: i64) -> Vec<Specimen> {
    (0..count).map(|number| Specimen { number, ..Specimen::new(place.id(), "ant") }).collect()
}
