//! The embedded engine: one SQLite file in WAL mode, one thread that writes, a few connections
//! that read.
//!
//! All writes go through [`writer`], which puts whatever is waiting into one commit, so that sixty
//! people saving at once cost about one fsync. Readers never wait for the writer. Other processes
//! (the command line beside a running service) may open the same file; SQLite's own locks order
//! their writes with ours, and [`watch_other_processes`] notices them.

mod connection;
mod held;
mod readers;
mod session;
mod writer;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::shared::Shared;
use crate::{StoreError, Transaction};
pub(crate) use held::HeldFile;
use readers::Readers;
use session::SqliteSession;
pub(crate) use session::is_of_a_broken_file;
use writer::{Done, Writer};

#[derive(Clone, Debug)]
pub(crate) struct Sqlite {
    writer: Writer,
    readers: Arc<Readers>,
    shared: Arc<Shared>,
}

impl Sqlite {
    pub(crate) fn open(path: &Path, shared: &Arc<Shared>) -> Result<Self, StoreError> {
        let writing = connection::open_writing(path)?;
        // After the writer, which has created the file and switched it to WAL.
        let readers = Arc::new(Readers::open(path)?);
        let watching = connection::open_reading(path)?;
        watch_other_processes(watching, Arc::downgrade(shared));
        Ok(Self { writer: Writer::start(writing), readers, shared: shared.clone() })
    }

    pub(crate) async fn write<T, E, F>(&self, mut work: F) -> Result<T, E>
    where
        F: FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let shared = self.shared.clone();
        self.writer.submit(Box::new(move |connection| {
            let connection = match connection {
                Ok(connection) => connection,
                Err(error) => {
                    drop(sender.send(Err(error.into())));
                    return None;
                }
            };
            let mut session = SqliteSession::new(connection);
            let mut transaction =
                Transaction::new(&mut session, true, &shared.clock, &shared.randomness);
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut transaction)))
                .unwrap_or_else(|_| Err(StoreError::Panicked.into()));
            let effects = transaction.into_effects();
            let outcome =
                // The transaction must not be kept when a statement failed, whatever the closure
                // made of the error.
                outcome.and_then(|value| session.is_intact().map(|()| value).map_err(E::from));
            Some(Done {
                keep: outcome.is_ok(),
                answer: Box::new(move |committed| {
                    let answer = match committed {
                        Ok(()) => {
                            if outcome.is_ok() {
                                // Only now: the commit is on disk. Whoever is woken reads at once.
                                shared.announce(&effects);
                            }
                            outcome
                        }
                        Err(error) => Err(error.into()),
                    };
                    // Nobody may be waiting any more; what was committed stays committed.
                    drop(sender.send(answer));
                }),
            })
        }));
        receiver.await.unwrap_or_else(|_| Err(connection::closed().into()))
    }

    pub(crate) async fn read<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let shared = self.shared.clone();
        self.readers
            .run(move |connection| {
                let mut session = SqliteSession::reading(connection);
                let mut transaction =
                    Transaction::new(&mut session, false, &shared.clock, &shared.randomness);
                work(&mut transaction)
            })
            .await
    }

    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.readers.close();
    }
}

const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Ticks the change signal when anybody has committed. Ends with the store.
fn watch_other_processes(connection: rusqlite::Connection, shared: Weak<Shared>) {
    let version = move || -> Option<i64> {
        connection.query_row("PRAGMA data_version", [], |row| row.get(0)).ok()
    };
    // Looked up before anybody can build on what it stands for.
    let mut last = version();
    let look = move || {
        loop {
            std::thread::sleep(LOOK_EVERY);
            // The thread must not keep the store alive. When it is gone, so is the reason to look.
            let Some(shared) = shared.upgrade() else { return };
            let Some(seen) = version() else { continue };
            if last.replace(seen) != Some(seen) {
                shared.changes.send_modify(|ticks| *ticks += 1);
                shared.jobs.send_modify(|ticks| *ticks += 1);
            }
        }
    };
    std::thread::Builder::new()
        .name("store-watch".to_owned())
        .spawn(look)
        .expect("a thread can be started while the service starts");
}
