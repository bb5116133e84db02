//! The two engines: where their documents go for a run, and how often each made the disk keep
//! something, as far as that can be seen from outside.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use store::{Location, Options, Store};
use tempfile::TempDir;
use tokio_postgres::Client;

use super::article::MIGRATIONS;
use crate::Outcome;
use crate::postgres::Schema;

#[derive(Debug)]
pub(super) enum Engine {
    Sqlite(TempDir),
    Postgres(Schema),
}

impl Engine {
    pub(super) fn sqlite() -> Outcome<Self> {
        Ok(Self::Sqlite(tempfile::tempdir()?))
    }

    pub(super) async fn postgres(server: &str) -> Outcome<Self> {
        Ok(Self::Postgres(Schema::create(server).await?))
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    pub(super) async fn open(&self) -> Outcome<Store> {
        let location = match self {
            Self::Sqlite(folder) => Location::File(folder.path().join("folia.db")),
            Self::Postgres(schema) => Location::Server(schema.url.clone()),
        };
        let store = Store::open(&location, Options::default()).await?;
        store.migrate(MIGRATIONS).await?;
        Ok(store)
    }

    /// To be taken while a store is open.
    pub(super) async fn syncs(&self) -> Outcome<Syncs<'_>> {
        let mut syncs = match self {
            Self::Sqlite(folder) => {
                let index = folder.path().join("folia.db-shm");
                Syncs { source: Source::Index(File::open(index)?), before: 0 }
            }
            Self::Postgres(schema) => Syncs { source: Source::Server(&schema.client), before: 0 },
        };
        syncs.before = syncs.count().await?;
        Ok(syncs)
    }

    /// Leaves nothing on the server; a folder goes by itself.
    pub(super) async fn clear(self) -> Outcome<()> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(schema) => schema.clear().await,
        }
    }
}

/// How often the log was forced to disk since this was made.
#[derive(Debug)]
pub(super) struct Syncs<'a> {
    source: Source<'a>,
    before: u64,
}

#[derive(Debug)]
enum Source<'a> {
    /// The index of SQLite's log, whose third word counts commits. With `synchronous=FULL` each is
    /// one sync. The file stays open while the store is: closing it would drop SQLite's locks.
    Index(File),
    /// What the server tells about its log. Its processes report late, but not later than when
    /// their connection ends.
    Server(&'a Client),
}

impl Syncs<'_> {
    /// Ends with the store, whose connections then have reported.
    pub(super) async fn since_then(self, store: Store) -> Outcome<u64> {
        match self.source {
            Source::Index(_) => {
                let count = self.count().await?;
                store.close().await;
                Ok(count - self.before)
            }
            Source::Server(_) => {
                store.close().await;
                tokio::time::sleep(Duration::from_secs(2)).await;
                Ok(self.count().await? - self.before)
            }
        }
    }

    async fn count(&self) -> Outcome<u64> {
        match &self.source {
            Source::Index(file) => {
                let mut word = [0; 4];
                file.read_exact_at(&mut word, 8)?;
                Ok(u64::from(u32::from_ne_bytes(word)))
            }
            Source::Server(client) => {
                let row = client.query_one("SELECT wal_sync FROM pg_stat_wal", &[]).await?;
                Ok(u64::try_from(row.try_get::<_, i64>(0)?)?)
            }
        }
    }
}
