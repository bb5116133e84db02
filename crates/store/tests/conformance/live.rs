//! Snapshots in memory follow their stream, whoever writes to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kernel::Id;
use store::{Live, Query, Store, StoreError};

use crate::engines::{Place, soon, stories};
use crate::samples::{GARDEN, Leaf};
use crate::verbs::{insert, replace};

stories! {
    a_writer_who_reached_its_revision_sees_its_write,
    a_view_catches_up_with_what_changed_instead_of_reading_everything,
    two_stores_follow_each_other,
    a_follower_also_sees_what_happened_before_it_listened,
    a_follower_sees_a_write_right_after_the_store_was_opened,
}

type Titles = BTreeMap<Id, String>;

async fn a_writer_who_reached_its_revision_sees_its_write(place: &Place) {
    let store = place.store().await;
    let (live, _) = titles(&store).await;
    assert!(live.current().content.is_empty());
    let writers: Vec<_> = (0..20)
        .map(|index| {
            let (store, live) = (store.clone(), live.clone());
            let leaf = Leaf { id: place.id(), title: index.to_string() };
            tokio::spawn(async move {
                let id = leaf.id;
                let write = store.write(move |transaction| {
                    transaction.insert(leaf.clone())?;
                    transaction.enter(GARDEN)
                });
                let revision = write.await.unwrap();
                live.reach(revision).await.unwrap();
                assert!(live.current().revision >= revision);
                assert!(live.current().content.contains_key(&id));
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(live.current().content.len(), 20);
}

async fn a_view_catches_up_with_what_changed_instead_of_reading_everything(place: &Place) {
    let store = place.store().await;
    for title in ["a", "b", "c"] {
        insert(&store, Leaf { id: place.id(), title: title.to_owned() }).await.unwrap();
    }
    let (live, loaded) = titles(&store).await;
    assert_eq!(loaded.load(Ordering::SeqCst), 3);
    live.catch_up().await.unwrap();
    assert_eq!(loaded.load(Ordering::SeqCst), 3, "nothing moved");
    let mut one = store.list::<Leaf>(Query::all()).await.unwrap().remove(0);
    one.document.title = "renamed".to_owned();
    let id = one.document.id;
    replace(&store, one).await.unwrap();
    live.catch_up().await.unwrap();
    assert_eq!(loaded.load(Ordering::SeqCst), 4);
    let view = live.current();
    assert_eq!((view.content.len(), view.content[&id].as_str()), (3, "renamed"));
}

async fn two_stores_follow_each_other(place: &Place) {
    let stores = [place.store().await, place.open().await];
    let mut lives = Vec::new();
    for store in &stores {
        let (live, _) = titles(store).await;
        tokio::spawn(live.clone().follow());
        lives.push(live);
    }
    for round in 0..4 {
        let writer = round % 2;
        let leaf = Leaf { id: place.id(), title: round.to_string() };
        let id = insert(&stores[writer], leaf).await.unwrap().document.id;
        for live in &lives {
            soon("the view shows the leaf", async || live.current().content.contains_key(&id))
                .await;
        }
    }
}

async fn a_follower_also_sees_what_happened_before_it_listened(place: &Place) {
    let (one, other) = (place.store().await, place.open().await);
    let (live, _) = titles(&other).await;
    let changes = other.changes();
    insert(&one, Leaf { id: place.id(), title: "early".to_owned() }).await.unwrap();
    soon("the change is announced", async || changes.has_changed().unwrap()).await;
    tokio::spawn(live.clone().follow());
    soon("the view shows the leaf", async || live.current().content.len() == 1).await;
}

async fn a_follower_sees_a_write_right_after_the_store_was_opened(place: &Place) {
    let one = place.store().await;
    let other = place.open().await;
    let (live, _) = titles(&other).await;
    let following = tokio::spawn(live.clone().follow());
    tokio::task::yield_now().await;
    insert(&one, Leaf { id: place.id(), title: "at once".to_owned() }).await.unwrap();
    soon("the view shows the leaf", async || live.current().content.len() == 1).await;
    following.abort();
}

/// A view of all titles, and how many leaves have been read to build it.
async fn titles(store: &Store) -> (Live<Titles>, Arc<AtomicUsize>) {
    let loaded = Arc::new(AtomicUsize::new(0));
    let count = loaded.clone();
    let live = Live::<Titles>::open(store.clone(), GARDEN, move |transaction, previous| {
        let (mut titles, changed) = match previous {
            None => (Titles::new(), transaction.list::<Leaf>(&Query::all())?),
            Some(view) => (view.content.clone(), transaction.list_changed(view.revision)?),
        };
        count.fetch_add(changed.len(), Ordering::SeqCst);
        titles.extend(changed.into_iter().map(|leaf| (leaf.document.id, leaf.document.title)));
        Ok::<_, StoreError>(titles)
    });
    (live.await.unwrap(), loaded)
}
