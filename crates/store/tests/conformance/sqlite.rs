//! What only the embedded engine promises: its file, its version, and one fsync for many.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::join_all;
use store::{Location, Query, StoreError};

use crate::engines::{Place, on_sqlite};
use crate::samples::{GARDEN, Specimen};
use crate::verbs::{delete, insert, list, specimen};

/// Before 3.51.3 a checkpoint could overlook that another connection had reset the write-ahead log,
/// and corrupt the database.
#[test]
fn the_library_is_recent_enough() {
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

#[test]
fn only_the_owner_can_read_the_files() {
    on_sqlite(async |place: &Place| {
        let store = place.store().await;
        specimen(&store, place, "private").await;
        for suffix in ["", "-wal", "-shm"] {
            let file = format!("{}{suffix}", path(place).display());
            let mode = std::fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{file}");
        }
    });
}

#[test]
fn closing_leaves_everything_in_one_file() {
    on_sqlite(async |place: &Place| {
        let store = place.store().await;
        specimen(&store, place, "kept").await;
        store.close().await;
        let log = format!("{}-wal", path(place).display());
        assert_eq!(std::fs::metadata(log).map_or(0, |file| file.len()), 0);
    });
}

#[test]
fn writes_that_wait_together_are_committed_together() {
    on_sqlite(async |place: &Place| {
        let store = place.store().await;
        let before = commits(path(place));
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let mut blocker = Box::pin(store.write(move |transaction| {
            wait.recv().ok();
            transaction.count::<Specimen>(&[])
        }));
        assert!((&mut blocker).now_or_never().is_none());
        // Each is handed to the writer when it is first polled, and waits behind the blocker.
        let mut waiting: Vec<_> = (0..64)
            .map(|_| Box::pin(insert(&store, Specimen::new(place.id(), "together"))))
            .collect();
        for write in &mut waiting {
            assert!(write.now_or_never().is_none());
        }
        drop(release);
        blocker.await.unwrap();
        for written in join_all(waiting).await {
            written.unwrap();
        }
        let taken = commits(path(place)) - before;
        assert!((1..=2).contains(&taken), "{taken} commits for 64 writes");
        assert_eq!(list::<Specimen>(&store, Query::all()).await.len(), 64);
    });
}

#[test]
fn a_failure_inside_a_shared_commit_is_nobody_elses() {
    on_sqlite(async |place: &Place| {
        let store = place.store().await;
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let mut blocker = Box::pin(store.write(move |transaction| {
            wait.recv().ok();
            transaction.count::<Specimen>(&[])
        }));
        assert!((&mut blocker).now_or_never().is_none());
        let mut waiting: Vec<_> = (0..30)
            .map(|number| {
                let document = Specimen { number, ..Specimen::new(place.id(), "neighbour") };
                Box::pin(store.write(move |transaction| {
                    transaction.insert(document.clone())?;
                    match number % 3 {
                        0 => Ok(()),
                        1 => Err(StoreError::Missing { collection: "it", id: document.id }),
                        _ => panic!("on purpose"),
                    }
                }))
            })
            .collect();
        for write in &mut waiting {
            assert!(write.now_or_never().is_none());
        }
        drop(release);
        blocker.await.unwrap();
        for (number, ended) in join_all(waiting).await.into_iter().enumerate() {
            match (number % 3, ended) {
                (0, Ok(()))
                | (1, Err(StoreError::Missing { .. }))
                | (2, Err(StoreError::Panicked)) => {}
                (_, other) => panic!("{number}: {other:?}"),
            }
        }
        let kept = list::<Specimen>(&store, Query::all().ascending("number")).await;
        let kept: Vec<_> = kept.iter().map(|document| document.number).collect();
        assert_eq!(kept, (0..30).step_by(3).collect::<Vec<_>>());
    });
}

/// Somebody always writes, so that no moment is quiet, and somebody reads a state from before.
#[test]
fn what_was_deleted_leaves_the_log_as_soon_as_nobody_reads_it() {
    on_sqlite(async |place: &Place| {
        let store = place.store().await;
        let kept = specimen(&store, place, "Vergissmich").await.document.id;
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let (began, begun) = std::sync::mpsc::channel::<()>();
        let reading = tokio::spawn({
            let store = store.clone();
            async move {
                store
                    .read(move |transaction| {
                        let before = transaction.count::<Specimen>(&[])?;
                        began.send(()).unwrap();
                        wait.recv().ok();
                        let after = transaction.count::<Specimen>(&[])?;
                        Ok::<_, StoreError>((before, after))
                    })
                    .await
            }
        });
        begun.recv_timeout(Duration::from_secs(60)).unwrap();
        delete::<Specimen>(&store, kept).await.unwrap();
        let is_there = || {
            let log = std::fs::read(format!("{}-wal", path(place).display())).unwrap();
            log.windows(11).any(|window| window == b"Vergissmich")
        };
        let write = async || {
            store.write(|transaction| transaction.enter(GARDEN)).await.unwrap();
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(8) {
            write().await;
        }
        assert!(is_there(), "it is still read");
        drop(release);
        assert_eq!(reading.await.unwrap().unwrap(), (1, 1));
        let begun = Instant::now();
        while is_there() {
            // A log that is filled again from its start would take longer to lose it.
            assert!(begun.elapsed() < Duration::from_secs(40), "it is still there");
            write().await;
        }
    });
}

pub(crate) fn path(place: &Place) -> &Path {
    match &place.location {
        Location::File(path) => path,
        Location::Server(_) => panic!("a story about files"),
    }
}

/// How many commits the write-ahead log holds. Its format is documented: a header of 32 bytes, then
/// frames of 24 bytes and a page; a frame that ends a commit tells the database's size in pages.
fn commits(database: &Path) -> usize {
    let log = std::fs::read(format!("{}-wal", database.display())).unwrap();
    let number = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().unwrap());
    let (page, salt) = (number(8) as usize, (number(16), number(20)));
    (32..log.len())
        .step_by(24 + page)
        .filter(|&frame| number(frame + 4) != 0 && (number(frame + 8), number(frame + 12)) == salt)
        .count()
}
