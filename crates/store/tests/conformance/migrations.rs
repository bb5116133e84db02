//! One list of migrations makes the same tables everywhere, once.

use store::schema::{Migration, Shape, Step};
use store::{Filter, Index, Key, Store, StoreError};

use crate::engines::{Place, on_postgres, on_sqlite, postgres, stories};
use crate::samples::{Label, MIGRATIONS, Specimen};
use crate::verbs::{insert, rule, specimen};

stories! {
    applying_a_list_twice_is_applying_it_once,
    an_added_migration_is_applied_once_and_keeps_what_is_there,
    keys_and_indexes_come_and_go,
    two_stores_that_migrate_at_once_share_the_work,
    a_database_from_a_later_version_is_refused_and_left_alone,
    a_migration_that_fails_leaves_nothing_of_itself,
    an_open_store_works_on_after_another_one_migrated,
}

const ADDED: &[Migration] = &[
    MIGRATIONS[0],
    Migration {
        name: "0002-colours",
        steps: &[
            Step::AddKey { collection: "specimens", key: Key::text("colour").nullable() },
            Step::AddKey { collection: "specimens", key: Key::flag("tame").nullable() },
            Step::AddIndex {
                collection: "specimens",
                index: Index { name: "specimens_colour", keys: &["colour", "name"], unique: true },
            },
            Step::DropIndex { name: "labels_slug" },
        ],
    },
];

const BROKEN: &[Migration] = &[
    MIGRATIONS[0],
    Migration {
        name: "0002-broken",
        steps: &[
            Step::AddKey { collection: "specimens", key: Key::text("colour").nullable() },
            Step::DropIndex { name: "there_is_no_such_index" },
        ],
    },
];

#[test]
fn both_engines_come_to_the_same_shape() {
    if postgres().is_none() {
        return;
    }
    for migrations in [MIGRATIONS, ADDED] {
        let (mut embedded, mut server) = (Shape::default(), Shape::default());
        on_sqlite(async |place: &Place| embedded = migrated(place, migrations).await);
        on_postgres(async |place: &Place| server = migrated(place, migrations).await);
        assert!(embedded.tables.len() > 5);
        assert_eq!(embedded, server);
    }
}

async fn applying_a_list_twice_is_applying_it_once(place: &Place) {
    let store = place.open().await;
    assert_eq!(store.migrate(MIGRATIONS).await.unwrap(), ["store", "0001-samples"]);
    let shape = store.shape().await.unwrap();
    assert!(store.migrate(MIGRATIONS).await.unwrap().is_empty());
    assert!(place.open().await.migrate(MIGRATIONS).await.unwrap().is_empty());
    assert_eq!(store.shape().await.unwrap(), shape);
}

async fn an_added_migration_is_applied_once_and_keeps_what_is_there(place: &Place) {
    let store = place.store().await;
    let kept = specimen(&store, place, "old").await;
    assert_eq!(store.migrate(ADDED).await.unwrap(), ["0002-colours"]);
    assert!(store.migrate(ADDED).await.unwrap().is_empty());
    assert_eq!(store.get::<Specimen>(kept.document.id).await.unwrap(), kept);
    specimen(&store, place, "new").await;
}

async fn keys_and_indexes_come_and_go(place: &Place) {
    let store = place.store().await;
    let before = store.shape().await.unwrap();
    assert!(before.tables["labels"].indexes.contains_key("labels_slug"));
    assert!(!before.tables["specimens"].columns.contains_key("colour"));
    insert(&store, Label::new(place.id(), "rose")).await.unwrap();
    assert_eq!(rule(insert(&store, Label::new(place.id(), "rose")).await), "labels_slug");

    store.migrate(ADDED).await.unwrap();
    let after = store.shape().await.unwrap();
    let specimens = &after.tables["specimens"];
    assert_eq!(specimens.columns["colour"], ("text".to_owned(), true));
    assert!(specimens.columns["tame"].1);
    let columns = vec!["colour".to_owned(), "name".to_owned()];
    assert_eq!(specimens.indexes["specimens_colour"], (columns, true));
    assert!(!after.tables["labels"].indexes.contains_key("labels_slug"));
    insert(&store, Label::new(place.id(), "rose")).await.unwrap();
}

async fn two_stores_that_migrate_at_once_share_the_work(place: &Place) {
    let migrations: Vec<_> = (0..4)
        .map(|_| {
            let opening = place.open();
            async move { opening.await.migrate(ADDED).await.unwrap() }
        })
        .collect();
    let mut applied: Vec<_> =
        futures_util::future::join_all(migrations).await.into_iter().flatten().collect();
    applied.sort_unstable();
    assert_eq!(applied, ["0001-samples", "0002-colours", "store"]);
}

async fn a_database_from_a_later_version_is_refused_and_left_alone(place: &Place) {
    let store = place.open().await;
    store.migrate(ADDED).await.unwrap();
    let shape = store.shape().await.unwrap();
    match place.open().await.migrate(MIGRATIONS).await {
        Err(StoreError::TooNew { name }) => assert_eq!(name, "0002-colours"),
        other => panic!("{other:?}"),
    }
    assert_eq!(store.shape().await.unwrap(), shape);
}

async fn a_migration_that_fails_leaves_nothing_of_itself(place: &Place) {
    let store = place.store().await;
    let shape = store.shape().await.unwrap();
    let refused = store.migrate(BROKEN).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    assert_eq!(store.shape().await.unwrap(), shape);
    assert_eq!(store.migrate(ADDED).await.unwrap(), ["0002-colours"]);
}

async fn an_open_store_works_on_after_another_one_migrated(place: &Place) {
    let (old, new) = (place.store().await, place.open().await);
    // So that every connection has its statements prepared.
    let warm_up: Vec<_> = (0..20).map(|_| count(&old)).collect();
    futures_util::future::join_all(warm_up).await;
    specimen(&old, place, "before").await;
    new.migrate(ADDED).await.unwrap();
    specimen(&old, place, "after").await;
    let counts: Vec<_> = (0..20).map(|_| count(&old)).collect();
    for counted in futures_util::future::join_all(counts).await {
        assert_eq!(counted, 2);
    }
}

async fn count(store: &Store) -> u64 {
    let present = [Filter::Present("name")];
    store.read(move |transaction| transaction.count::<Specimen>(&present)).await.unwrap()
}

async fn migrated(place: &Place, migrations: &'static [Migration]) -> Shape {
    let store = place.open().await;
    store.migrate(migrations).await.unwrap();
    store.shape().await.unwrap()
}
