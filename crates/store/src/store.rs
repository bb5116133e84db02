use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock, Id, Page, Randomness, Slice, Timestamp};
use tokio::sync::watch;

use crate::outbox::{self, Claimed, Horizon};
use crate::postgres::Postgres;
use crate::schema::{Migration, Shape, migrate, read_shape, unmake};
use crate::shared::Shared;
use crate::sqlite::Sqlite;
use crate::vectors::Vectors;
use crate::{Collection, Document, Fault, Findings, Query, StoreError, Stored, Transaction};

/// Where the documents are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A file of the embedded database; its folder must exist.
    File(PathBuf),
    /// A `postgres://` URL.
    Server(String),
}

/// What a store needs to know beside its location.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub clock: Clock,
    pub randomness: Randomness,
}

/// The documents of one site. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    engine: Engine,
    shared: Arc<Shared>,
}

#[derive(Clone, Debug)]
enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Store {
    pub async fn open(location: &Location, options: Options) -> Result<Self, StoreError> {
        let Options { clock, randomness } = options;
        let shared = Arc::new(Shared {
            clock,
            randomness,
            changes: watch::Sender::new(0),
            jobs: watch::Sender::new(0),
        });
        let engine = match location {
            Location::File(path) => Engine::Sqlite(Sqlite::open(path, &shared)?),
            Location::Server(url) => Engine::Postgres(Postgres::connect(url, &shared).await?),
        };
        Ok(Self { engine, shared })
    }

    /// Whether other processes may serve the same documents.
    pub fn is_shared(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    pub fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    pub fn randomness(&self) -> &Randomness {
        &self.shared.randomness
    }

    /// Runs a closure as one transaction. When this returns `Ok`, everything in it is on disk;
    /// when it returns `Err`, nothing of it happened. The closure may run more than once, when it
    /// lost against another transaction. A statement that the database refused, as when a unique
    /// rule is broken, ends the transaction: the error can be turned into another one, not ignored.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(work).await,
            Engine::Postgres(postgres) => postgres.write(work).await,
        }
    }

    pub(crate) fn pause_after(&self, losses: u32) -> Duration {
        self.shared.pause_after(losses)
    }

    /// Runs a closure over one consistent state. It must not write.
    pub async fn read<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.read(work).await,
            Engine::Postgres(postgres) => postgres.read(work, true).await,
        }
    }

    /// A read of a single statement, which needs no transaction around it.
    async fn read_once<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnOnce(&mut Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.read(work).await,
            Engine::Postgres(postgres) => postgres.read(work, false).await,
        }
    }

    pub async fn find<D: Document>(&self, id: Id) -> Result<Option<Stored<D>>, StoreError> {
        self.read_once(move |transaction| transaction.find(id)).await
    }

    pub async fn get<D: Document>(&self, id: Id) -> Result<Stored<D>, StoreError> {
        self.read_once(move |transaction| transaction.get(id)).await
    }

    pub async fn list<D: Document>(&self, query: Query) -> Result<Vec<Stored<D>>, StoreError> {
        self.read_once(move |transaction| transaction.list(&query)).await
    }

    pub async fn page<D: Document>(
        &self,
        query: Query,
        page: Page,
    ) -> Result<Slice<Stored<D>>, StoreError> {
        // Two statements, the count and the rows, have to be about the same state.
        self.read(move |transaction| transaction.page(&query, page)).await
    }

    /// Creates and changes the tables. Names the migrations it applied.
    pub async fn migrate(
        &self,
        migrations: &'static [Migration],
    ) -> Result<Vec<&'static str>, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                sqlite
                    .write(move |transaction| {
                        let now = transaction.now().as_micros();
                        migrate(transaction.session(), migrations, now)
                    })
                    .await
            }
            Engine::Postgres(postgres) => postgres.migrate(migrations).await,
        }
    }

    /// Whether the database keeps vectors. Puts the extension into it where that is possible.
    pub async fn vectors(&self) -> Result<Vectors, StoreError> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(Vectors::Embedded),
            Engine::Postgres(postgres) => postgres.vectors().await,
        }
    }

    /// Takes the tables away again, for whoever has just made them and fails. Not where anything is in
    /// one of them: then somebody else has begun to use them, and it tells that they are still there.
    pub async fn unmake(&self, migrations: &'static [Migration]) -> Result<bool, StoreError> {
        self.write(move |transaction| unmake(transaction.session(), migrations)).await
    }

    /// Whether there are tables, which [`Store::migrate`] makes.
    pub async fn has_tables(&self) -> Result<bool, StoreError> {
        Ok(self.shape().await?.tables.contains_key("migrations"))
    }

    /// What the tables look like, for tests and for `folia check`.
    pub async fn shape(&self) -> Result<Shape, StoreError> {
        self.read(|transaction| read_shape(transaction.session())).await
    }

    /// Reads every document of the collections and compares it with its columns.
    pub async fn verify(
        &self,
        collections: &'static [Collection],
    ) -> Result<Vec<Fault>, StoreError> {
        self.read(move |transaction| {
            let mut findings = Findings::default();
            for collection in collections {
                collection.verify(transaction, &mut findings)?;
            }
            Ok(findings.list.into_iter().map(|finding| finding.fault).collect())
        })
        .await
    }

    /// Whether the database answers, and other nodes are heard.
    pub async fn ping(&self) -> Result<(), StoreError> {
        if let Engine::Postgres(postgres) = &self.engine {
            postgres.follows()?;
        }
        // A stream that does not exist: the cheapest question that reaches the tables.
        self.read_once(|transaction| transaction.revision("ping").map(|_| ())).await
    }

    /// Ticks whenever a stream may have moved.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    pub(crate) fn jobs_announced(&self) -> watch::Receiver<u64> {
        self.shared.jobs.subscribe()
    }

    pub async fn claim_jobs(
        &self,
        topic: &'static str,
        most: u32,
        lease: Duration,
    ) -> Result<Vec<Claimed>, StoreError> {
        // Looking costs next to nothing, a write that changes nothing would still be one.
        if !self.read_once(move |transaction| outbox::is_due(transaction, topic)).await? {
            return Ok(Vec::new());
        }
        self.write(move |transaction| outbox::claim(transaction, topic, most, lease)).await
    }

    /// Makes jobs due that a clock which was set back since has noted for a time they cannot have. How many.
    pub(crate) async fn bring_jobs_back(
        &self,
        topic: &'static str,
        horizon: Horizon,
    ) -> Result<u64, StoreError> {
        let look =
            move |transaction: &mut Transaction<'_>| outbox::is_beyond(transaction, topic, horizon);
        if !self.read_once(look).await? {
            return Ok(0);
        }
        self.write(move |transaction| outbox::bring_back(transaction, topic, horizon)).await
    }

    /// How a topic's queue stands.
    pub async fn job_summary(&self, topic: &'static str) -> Result<outbox::Summary, StoreError> {
        self.read(move |transaction| outbox::summary(transaction, topic)).await
    }

    /// Says that a job is still in hand, for so long. False when it is not.
    pub async fn hold_job(&self, job: Claimed, lease: Duration) -> Result<bool, StoreError> {
        self.write(move |transaction| outbox::hold(transaction, &job, lease)).await
    }

    pub async fn complete_job(&self, job: Claimed) -> Result<(), StoreError> {
        self.write(move |transaction| outbox::complete(transaction, &job).map(|_| ())).await
    }

    /// Completes those of the next waiting jobs that were done along with others, all in one
    /// write, and tells how many those were. For work that stays done: whatever undoes it has to
    /// leave a job of its own.
    pub async fn complete_done_jobs(
        &self,
        topic: &'static str,
        most: u32,
        is_done: fn(&mut Transaction<'_>, &Claimed) -> Result<bool, StoreError>,
    ) -> Result<usize, StoreError> {
        let done: Vec<Claimed> = self
            .read(move |transaction| {
                let mut done = Vec::new();
                for job in outbox::waiting(transaction, topic, most)? {
                    if is_done(transaction, &job)? {
                        done.push(job);
                    }
                }
                Ok::<_, StoreError>(done)
            })
            .await?;
        let count = done.len();
        if count > 0 {
            self.write(move |transaction| {
                done.iter().try_for_each(|job| outbox::complete(transaction, job).map(drop))
            })
            .await?;
        }
        Ok(count)
    }

    pub async fn retry_job(
        &self,
        job: Claimed,
        due_at: Timestamp,
        error: String,
    ) -> Result<(), StoreError> {
        self.write(move |transaction| outbox::retry(transaction, &job, due_at, &error).map(|_| ()))
            .await
    }

    pub async fn bury_job(&self, job: Claimed, error: String) -> Result<(), StoreError> {
        self.write(move |transaction| outbox::bury(transaction, &job, &error).map(|_| ())).await
    }

    /// For the one process that serves an embedded database: jobs that a dead process had in hand
    /// can be claimed at once. On a server other nodes may hold them, so there leases run out.
    pub async fn release_abandoned_jobs(&self) -> Result<u64, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(outbox::release_leases).await,
            Engine::Postgres(_) => Ok(0),
        }
    }

    /// Finishes what is queued and closes the database.
    pub async fn close(self) {
        match self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close(),
        }
    }
}
