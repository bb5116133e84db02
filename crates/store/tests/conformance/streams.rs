//! Streams number the transactions that enter them, in the order in which they commit.

use kernel::Id;
use store::{Query, Revision, Store, StoreError};

use crate::engines::{Place, stories};
use crate::samples::{GARDEN, Leaf, Specimen};
use crate::verbs::{delete, insert, list, replace, specimen};

stories! {
    revisions_count_commits_without_gaps,
    an_aborted_transaction_takes_no_revision,
    a_transaction_enters_a_stream_once,
    other_kinds_and_streams_do_not_move_it,
    whoever_enters_first_decides_first,
    list_changed_returns_exactly_what_changed,
    revisions_are_the_order_in_which_transactions_become_visible,
}

async fn revisions_count_commits_without_gaps(place: &Place) {
    let store = place.store().await;
    assert_eq!(number(current(&store).await), 0);
    let entries: Vec<_> = (0..40)
        .map(|index| {
            let (store, leaf) = (store.clone(), leaf(place, &index.to_string()));
            tokio::spawn(async move {
                let write = store.write(move |transaction| {
                    transaction.insert(leaf.clone())?;
                    transaction.enter(GARDEN)
                });
                number(write.await.unwrap())
            })
        })
        .collect();
    let mut revisions = Vec::new();
    for entry in entries {
        revisions.push(entry.await.unwrap());
    }
    revisions.sort_unstable();
    assert_eq!(revisions, (1..=40).collect::<Vec<_>>());
    assert_eq!(number(current(&store).await), 40);
}

async fn an_aborted_transaction_takes_no_revision(place: &Place) {
    let store = place.store().await;
    insert(&store, leaf(place, "kept")).await.unwrap();
    let aborted = leaf(place, "aborted");
    let refused: Result<(), StoreError> = store
        .write(move |transaction| {
            transaction.insert(aborted.clone())?;
            transaction.get::<Leaf>(transaction.generate_id()).map(|_| ())
        })
        .await;
    refused.unwrap_err();
    let panicked: Result<(), StoreError> = store
        .write(|transaction| {
            transaction.enter(GARDEN)?;
            panic!("on purpose")
        })
        .await;
    panicked.unwrap_err();
    assert_eq!(number(current(&store).await), 1);
    assert_eq!(changed_since(&store, Revision::default()).await, ["kept"]);
    insert(&store, leaf(place, "next")).await.unwrap();
    assert_eq!(number(current(&store).await), 2);
}

async fn a_transaction_enters_a_stream_once(place: &Place) {
    let store = place.store().await;
    let leaves: Vec<_> = ["a", "b", "c"].map(|title| leaf(place, title)).into();
    let (first, last) = store
        .write(move |transaction| {
            let first = transaction.enter(GARDEN)?;
            transaction.insert_all(leaves.clone())?;
            transaction.delete::<Leaf>(leaves[0].id)?;
            Ok::<_, StoreError>((first, transaction.enter(GARDEN)?))
        })
        .await
        .unwrap();
    assert_eq!((number(first), number(last)), (1, 1));
    assert_eq!(current(&store).await, first);
}

async fn other_kinds_and_streams_do_not_move_it(place: &Place) {
    let store = place.store().await;
    insert(&store, leaf(place, "leaf")).await.unwrap();
    specimen(&store, place, "no leaf").await;
    let elsewhere = store.write(|transaction| transaction.enter("elsewhere")).await.unwrap();
    assert_eq!((number(elsewhere), number(current(&store).await)), (1, 1));
}

/// Reading and then writing in a stream is safe when the stream was entered before the reading.
async fn whoever_enters_first_decides_first(place: &Place) {
    let (one, other) = (place.store().await, place.open().await);
    let additions: Vec<_> = (0..40)
        .map(|index| {
            let store = if index % 2 == 0 { one.clone() } else { other.clone() };
            let id = place.id();
            tokio::spawn(async move {
                let write = store.write(move |transaction| {
                    transaction.enter(GARDEN)?;
                    let title = transaction.count::<Leaf>(&[])?.to_string();
                    transaction.insert(Leaf { id, title })
                });
                write.await.unwrap();
            })
        })
        .collect();
    for addition in additions {
        addition.await.unwrap();
    }
    let mut titles: Vec<u64> = list::<Leaf>(&one, Query::all())
        .await
        .iter()
        .map(|leaf| leaf.title.parse().unwrap())
        .collect();
    titles.sort_unstable();
    assert_eq!(titles, (0..40).collect::<Vec<_>>());
}

async fn list_changed_returns_exactly_what_changed(place: &Place) {
    let store = place.store().await;
    let first = insert(&store, leaf(place, "first")).await.unwrap();
    let second = insert(&store, leaf(place, "second")).await.unwrap();
    let seen = current(&store).await;
    assert_eq!(changed_since(&store, Revision::default()).await, ["first", "second"]);
    assert!(changed_since(&store, seen).await.is_empty());

    insert(&store, leaf(place, "third")).await.unwrap();
    let mut renamed = first;
    renamed.document.title = "first, renamed".to_owned();
    replace(&store, renamed).await.unwrap();
    delete::<Leaf>(&store, second.document.id).await.unwrap();
    assert_eq!(changed_since(&store, seen).await, ["first, renamed", "third"]);
    assert!(changed_since(&store, current(&store).await).await.is_empty());

    // A kind without a stream has no history to list.
    let refused =
        store.read(|transaction| transaction.list_changed::<Specimen>(Revision::default())).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
}

async fn revisions_are_the_order_in_which_transactions_become_visible(place: &Place) {
    let store = place.store().await;
    let writer = store.clone();
    let ids: Vec<Id> = (0..60).map(|_| place.id()).collect();
    let writing = tokio::spawn(async move {
        let writes: Vec<_> = ids
            .into_iter()
            .map(|id| {
                let (store, leaf) = (writer.clone(), Leaf { id, title: "new".to_owned() });
                tokio::spawn(async move { insert(&store, leaf).await.unwrap() })
            })
            .collect();
        for write in writes {
            write.await.unwrap();
        }
    });
    // Whoever sees revision n sees all n documents that were written up to it.
    loop {
        let (revision, leaves) = store
            .read(|transaction| {
                let revision = transaction.revision(GARDEN)?;
                Ok::<_, StoreError>((number(revision), transaction.count::<Leaf>(&[])?))
            })
            .await
            .unwrap();
        assert_eq!(revision, leaves);
        if revision == 60 {
            break;
        }
    }
    writing.await.unwrap();
}

fn leaf(place: &Place, title: &str) -> Leaf {
    Leaf { id: place.id(), title: title.to_owned() }
}

async fn current(store: &Store) -> Revision {
    store.read(|transaction| transaction.revision(GARDEN)).await.unwrap()
}

async fn changed_since(store: &Store, revision: Revision) -> Vec<String> {
    let changed = store.read(move |transaction| transaction.list_changed::<Leaf>(revision)).await;
    let mut titles: Vec<_> =
        changed.unwrap().into_iter().map(|stored| stored.document.title).collect();
    titles.sort_unstable();
    titles
}

/// Revisions are opaque; here it matters that they count.
fn number(revision: Revision) -> u64 {
    let shown = format!("{revision:?}");
    shown.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap()
}
