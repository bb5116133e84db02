use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::session::failure;
use crate::StoreError;

/// How long to wait for another process that is writing.
pub(super) const BUSY: Duration = Duration::from_secs(5);

pub(super) fn open_writing(path: &Path) -> Result<Connection, StoreError> {
    create(path).map_err(StoreError::unavailable)?;
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    set(&connection, "journal_mode", "WAL")?;
    let mode: String = connection
        .pragma_query_value(None, "journal_mode", |row| row.get(0))
        .map_err(|error| StoreError::from(failure(error)))?;
    // Some network file systems take the setting and ignore it. Then readers and the writer would
    // block each other.
    if mode != "wal" {
        return Err(StoreError::refused(
            "the file system of the database cannot hold a shared log",
        ));
    }
    // FULL: a commit is on disk before it is acknowledged, also when the power fails.
    set(&connection, "synchronous", "FULL")?;
    // What is deleted is overwritten, so that it cannot be read from the file afterwards.
    set(&connection, "secure_delete", true)?;
    // The log may grow while somebody reads for long. It shrinks to this afterwards.
    set(&connection, "journal_size_limit", 64 * 1024 * 1024)?;
    set(&connection, "cache_size", -16 * 1024)?;
    Ok(connection)
}

/// SQLite would create the file readable by everybody; its companions copy the file's mode. A file
/// that exists is not even opened: closing it again would drop the locks that this process holds
/// on it through SQLite.
pub(super) fn create(path: &Path) -> std::io::Result<()> {
    match std::fs::OpenOptions::new().create_new(true).write(true).mode(0o600).open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

pub(super) fn open_reading(path: &Path) -> Result<Connection, StoreError> {
    // Opened for writing because WAL needs to write to its shared memory, and then forbidden to
    // write documents.
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    set(&connection, "query_only", true)?;
    set(&connection, "cache_size", -4 * 1024)?;
    Ok(connection)
}

fn open(path: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    // Each connection is used by one thread at a time, so SQLite's own locks are not needed.
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| StoreError::from(failure(error)))?;
    connection.busy_timeout(BUSY).map_err(|error| StoreError::from(failure(error)))?;
    connection.set_prepared_statement_cache_capacity(256);
    // A damaged or foreign file must not run functions through its views and triggers.
    set(&connection, "trusted_schema", false)?;
    set(&connection, "temp_store", "MEMORY")?;
    Ok(connection)
}

fn set(
    connection: &Connection,
    pragma: &str,
    value: impl rusqlite::ToSql,
) -> Result<(), StoreError> {
    connection.pragma_update_and_check(None, pragma, value, |_| Ok(())).or_else(|error| match error
    {
        // Most pragmas answer nothing when they are set.
        rusqlite::Error::QueryReturnedNoRows => Ok(()),
        error => Err(StoreError::from(failure(error))),
    })
}

/// What everybody is told after the end.
pub(super) fn closed() -> StoreError {
    StoreError::unavailable("the database has been closed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_reach_the_disk_before_they_are_acknowledged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folia.db");
        let writing = open_writing(&path).unwrap();
        let mode: String = writing.pragma_query_value(None, "journal_mode", |r| r.get(0)).unwrap();
        let level: i64 = writing.pragma_query_value(None, "synchronous", |r| r.get(0)).unwrap();
        assert_eq!((mode.as_str(), level), ("wal", 2));
    }

    #[test]
    fn readers_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folia.db");
        open_writing(&path).unwrap().execute_batch("CREATE TABLE things (name TEXT)").unwrap();
        let reading = open_reading(&path).unwrap();
        assert!(reading.execute_batch("INSERT INTO things VALUES ('x')").is_err());
    }
}
