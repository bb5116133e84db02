//! The server engine: PostgreSQL through a pool of connections.
//!
//! Transactions run at READ COMMITTED. What a transaction decides from is held: a document it
//! read by id by a row lock, a whole stream by the stream's row ([`Transaction::enter`]). The rest
//! is guarded by versions and unique rules. A transaction that the server cuts off to resolve a
//! deadlock is run again. The closures are synchronous, so each runs on a thread that may block
//! and waits there for the server.

mod hearing;
mod line;
mod listen;
mod session;
mod tls;
mod vectors;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Pool, QueueMode, RecyclingMethod, Runtime};
use tokio_postgres::Config;
use tokio_postgres::config::Host;

use crate::schema::{Migration, migrate};
use crate::shared::Shared;
use crate::transaction::Effects;
use crate::{StoreError, Transaction};
use hearing::Hearing;
pub(crate) use line::{Line, keep_claim};
use listen::Listener;
use session::PostgresSession;

const CONNECTIONS: usize = 16;
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the server may take for a statement that reads. People wait for it.
const READ_PATIENCE: Duration = Duration::from_secs(10);
/// The same for one that writes: a little longer than the server itself allows.
const WRITE_PATIENCE: Duration = Duration::from_secs(35);
/// A transaction loses only to one that wins, so this many losses in a row mean something else.
const ATTEMPTS: u32 = 20;
/// An arbitrary number that all processes of this product agree on.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(7305519)";

#[derive(Clone, Debug)]
pub(crate) struct Postgres {
    pool: Pool,
    hearing: Hearing,
    shared: Arc<Shared>,
}

/// How a transaction on a blocking thread ended.
enum Ended<T, E> {
    Finished(Result<T, E>),
    /// It lost against another transaction and can be tried again.
    Lost(E),
}

impl Postgres {
    pub(crate) async fn connect(url: &str, shared: &Arc<Shared>) -> Result<Self, StoreError> {
        let (config, connector) = configure(url)?;
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config.clone(), connector.clone(), recycling);
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            // The connection used last is the warm one; taking turns halved a quiet site's speed.
            .queue_mode(QueueMode::Lifo)
            .runtime(Runtime::Tokio1)
            .create_timeout(Some(PATIENCE))
            .wait_timeout(Some(PATIENCE))
            .recycle_timeout(Some(PATIENCE))
            .build()
            .map_err(StoreError::refused)?;
        // Fail now rather than at the first request.
        drop(pool.get().await.map_err(|error| with_causes(&error))?);
        let hearing = Hearing::begin();
        tokio::spawn(listen::listen(Listener {
            config,
            connector,
            pool: pool.weak(),
            hearing: hearing.clone(),
            shared: Arc::downgrade(shared),
        }));
        Ok(Self { pool, hearing, shared: shared.clone() })
    }

    pub(crate) async fn write<T, E, F>(&self, mut work: F) -> Result<T, E>
    where
        F: FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        for attempt in 1.. {
            let session = self.session(WRITE_PATIENCE).await?;
            let shared = self.shared.clone();
            let ran = tokio::task::spawn_blocking(move || {
                let ended = run_write(session, &shared, &mut work);
                (work, ended)
            })
            .await;
            let (returned, ended) = match ran {
                Ok(ran) => ran,
                // The closure went with its thread, so it cannot be run again.
                Err(lost) => return Err(StoreError::from(lost).into()),
            };
            work = returned;
            match ended {
                Ended::Lost(_) if attempt < ATTEMPTS => {
                    tokio::time::sleep(self.shared.pause_after(attempt)).await;
                }
                Ended::Lost(error) => return Err(error),
                Ended::Finished(outcome) => return outcome,
            }
        }
        Err(StoreError::Panicked.into())
    }

    /// Without `snapshot` the work must be a single statement.
    pub(crate) async fn read<T, E, F>(&self, work: F, snapshot: bool) -> Result<T, E>
    where
        F: FnOnce(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let mut session = self.session(READ_PATIENCE).await?;
        let shared = self.shared.clone();
        let ran = tokio::task::spawn_blocking(move || {
            if snapshot {
                session.begin_reading()?;
            }
            let mut transaction =
                Transaction::new(&mut session, false, &shared.clock, &shared.randomness);
            let outcome = work(&mut transaction);
            if snapshot {
                // Nothing was written, so there is nothing to keep.
                session.roll_back();
            }
            outcome
        })
        .await;
        ran.unwrap_or_else(|lost| Err(StoreError::from(lost).into()))
    }

    pub(crate) async fn migrate(
        &self,
        migrations: &'static [Migration],
    ) -> Result<Vec<&'static str>, StoreError> {
        self.write(move |transaction| {
            let now = transaction.now().as_micros();
            let session = transaction.session();
            // Two nodes that start together must not both create the tables. The lock ends with the
            // transaction.
            session.execute(MIGRATION_LOCK, &[])?;
            migrate(session, migrations, now)
        })
        .await
    }

    /// Whether what other nodes commit still arrives here.
    pub(crate) fn follows(&self) -> Result<(), StoreError> {
        self.hearing.is_fresh()
    }

    pub(crate) fn close(&self) {
        self.pool.close();
    }

    async fn session(&self, patience: Duration) -> Result<PostgresSession, StoreError> {
        let client = self.pool.get().await.map_err(|error| with_causes(&error))?;
        Ok(PostgresSession::new(client, tokio::runtime::Handle::current(), patience))
    }
}

/// Whoever writes waits for nothing but the server. A node that stands still in between, as a paused
/// machine does, loses its locks before others give up waiting for them (`lock_timeout`).
const BEGIN_WRITING: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; \
     SET LOCAL idle_in_transaction_session_timeout = '8s'";

fn run_write<T, E: From<StoreError>>(
    mut session: PostgresSession,
    shared: &Shared,
    work: &mut impl FnMut(&mut Transaction<'_>) -> Result<T, E>,
) -> Ended<T, E> {
    if let Err(error) = session.begin(BEGIN_WRITING) {
        return Ended::Finished(Err(error.into()));
    }
    let mut transaction = Transaction::new(&mut session, true, &shared.clock, &shared.randomness);
    // A panic must not leave the transaction open on a connection that goes back to the pool.
    let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut transaction)))
        .unwrap_or_else(|_| Err(StoreError::Panicked.into()));
    let effects = transaction.into_effects();
    let outcome = outcome.and_then(|value| {
        // Only now is the notification sent along, so other nodes hear of it exactly when it holds.
        commit(&mut session, &effects)?;
        Ok(value)
    });
    match outcome {
        Ok(value) => {
            // After the commit, as whoever is told looks at once.
            shared.announce(&effects);
            Ended::Finished(Ok(value))
        }
        Err(error) => {
            session.roll_back();
            match session.was_contended() {
                true => Ended::Lost(error),
                false => Ended::Finished(Err(error)),
            }
        }
    }
}

fn commit(session: &mut PostgresSession, effects: &Effects) -> Result<(), StoreError> {
    // A refused statement that the closure ignored: PostgreSQL would answer COMMIT with a rollback.
    session.is_intact()?;
    if !effects.entered.is_empty() || effects.enqueued {
        session.batch(listen::NOTIFY)?;
    }
    session.batch("COMMIT")
}

/// Lets go of all connections that nobody uses. They went the way of one that has not answered, and each
/// would have to be waited for to find that out.
fn distrust(pool: &Pool) {
    drop(pool.retain(|_, _| false));
}

/// The pool says only that it has no connection; what the server said is behind that.
fn with_causes(error: &dyn std::error::Error) -> StoreError {
    StoreError::unavailable(causes(error))
}

fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// How to connect: what the address says, and what we want of every connection.
fn configure(url: &str) -> Result<(Config, tls::Connector), StoreError> {
    let (address, options) = tls::Options::take_from(url).map_err(StoreError::address)?;
    let mut config: Config =
        address.parse().map_err(|error| StoreError::address(causes(&error)))?;
    // A socket in a folder does not leave the machine; PostgreSQL has no TLS there.
    let is_folder = |host: &Host| matches!(host, Host::Unix(_));
    let mode = match config.get_hosts().iter().all(is_folder) {
        true => tls::Mode::Disable,
        false => options.mode,
    };
    config.ssl_mode(mode.for_driver());
    let connector = tls::Connector::new(tls::client(&options).map_err(StoreError::address)?);
    // Nobody waits for ever, and a commit is on disk before it is acknowledged whatever the
    // server's defaults say.
    let settings = "-c statement_timeout=30s -c lock_timeout=15s \
         -c idle_in_transaction_session_timeout=60s -c synchronous_commit=on";
    let options = match config.get_options() {
        // Ours come first, so that the owner's address has the last word.
        Some(given) => format!("{settings} {given}"),
        None => settings.to_owned(),
    };
    config.options(options);
    if config.get_connect_timeout().is_none() {
        // Hosts are tried one after the other. The last shall have its time as well.
        let hosts = config.get_hosts().len().max(1);
        config.connect_timeout(PATIENCE / u32::try_from(hosts).unwrap_or(u32::MAX));
    }
    if config.get_application_name().is_none() {
        config.application_name("folia");
    }
    Ok((config, connector))
}
