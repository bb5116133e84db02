use std::path::Path;
use std::sync::{Arc, Mutex};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::connection::{closed, open_reading};
use super::session::failure;
use crate::StoreError;

/// Enough to keep two cores busy while one reader waits for the disk.
const CONNECTIONS: usize = 4;

/// A few connections that only read, each lent to one reader at a time.
#[derive(Debug)]
pub(super) struct Readers {
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let idle: Vec<_> =
            (0..CONNECTIONS).map(|_| open_reading(path)).collect::<Result<_, _>>()?;
        Ok(Self { permits: Arc::new(Semaphore::new(idle.len())), idle: Mutex::new(idle) })
    }

    /// Runs the work over one consistent state, on a thread that may block.
    pub(super) async fn run<T, E, F>(self: &Arc<Self>, work: F) -> Result<T, E>
    where
        F: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let readers = self.clone();
        // Waits here without a thread. A reader gets one when there is a connection for it.
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| closed())?;
        let ran = tokio::task::spawn_blocking(move || {
            // Kept here, not by the caller, who may leave before the reading has ended.
            let _permit = permit;
            let lent = Lent { connection: Some(readers.take()), readers: &readers };
            snapshot(lent.connection.as_ref().expect("lent until dropped"), work)
        })
        .await;
        ran.unwrap_or_else(|lost| Err(StoreError::from(lost).into()))
    }

    /// Whoever comes from now on, or still waits, is told that the database has been closed.
    pub(super) fn close(&self) {
        self.permits.close();
    }

    fn take(&self) -> Connection {
        let mut idle = self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        idle.pop().expect("there is a connection for every permit")
    }
}

/// Gives the connection back however the reading ends.
struct Lent<'a> {
    connection: Option<Connection>,
    readers: &'a Readers,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if !connection.is_autocommit() {
            // A panic left the transaction open. If even this fails the next BEGIN will say so.
            drop(connection.execute_batch("ROLLBACK"));
        }
        self.readers
            .idle
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .push(connection);
    }
}

fn snapshot<T, E: From<StoreError>>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, E>,
) -> Result<T, E> {
    run(connection, "BEGIN")?;
    let outcome = work(connection);
    // An error may have ended it, as of a disk or of memory.
    if connection.is_autocommit() {
        return outcome;
    }
    // Nothing was written. Where part of the file cannot be read, a COMMIT fails for that, and with it whatever was read
    // of the rest.
    let ended = run(connection, "ROLLBACK");
    // What went wrong first says more.
    let done = outcome?;
    ended?;
    Ok(done)
}

fn run(connection: &Connection, statement: &str) -> Result<(), StoreError> {
    let ran = connection.prepare_cached(statement).and_then(|mut prepared| prepared.execute([]));
    ran.map(|_| ()).map_err(|error| failure(error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An error of the disk or of memory ends the transaction, and there is nothing left to roll back.
    #[test]
    fn what_went_wrong_is_told_and_not_that_nothing_is_left_to_roll_back() {
        let connection = Connection::open_in_memory().unwrap();
        let looked: Result<(), StoreError> = snapshot(&connection, |connection| {
            connection.execute_batch("ROLLBACK").unwrap();
            Err(StoreError::unavailable("the disk does not answer"))
        });
        assert!(looked.unwrap_err().to_string().contains("the disk does not answer"));
        let looked: Result<(), StoreError> =
            snapshot(&connection, |_| Err(StoreError::refused("it cannot be read")));
        assert!(looked.unwrap_err().to_string().contains("it cannot be read"));
        assert!(connection.is_autocommit());
    }
}
