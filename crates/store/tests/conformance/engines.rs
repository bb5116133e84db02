//! Where a story takes place: a fresh SQLite file or a fresh PostgreSQL schema, with a clock that
//! is moved by hand.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Once;
use std::time::Duration;

use kernel::{Clock, Id, ManualClock, Randomness, Timestamp};
use store::{Location, Options, Store, StoreError};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::samples;

/// Makes of each named story, an `async fn(&Place)`, one test per engine.
macro_rules! stories {
    ($($story:ident),* $(,)?) => {$(
        mod $story {
            #[test]
            fn on_sqlite() {
                crate::engines::on_sqlite(super::$story);
            }

            #[test]
            fn on_postgres() {
                crate::engines::on_postgres(super::$story);
            }
        }
    )*};
}
pub(crate) use stories;

/// A database that nobody else uses.
pub(crate) struct Place {
    pub(crate) location: Location,
    pub(crate) hand: ManualClock,
    clock: Clock,
    randomness: Randomness,
}

impl Place {
    pub(crate) fn at(location: Location) -> Self {
        let start: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let (clock, hand) = Clock::manual(start);
        Self { location, hand, clock, randomness: Randomness::system() }
    }

    /// Another store over the same database, as another process would open it.
    pub(crate) async fn open(&self) -> Store {
        self.try_open().await.unwrap()
    }

    pub(crate) async fn try_open(&self) -> Result<Store, StoreError> {
        let options = Options { clock: self.clock.clone(), randomness: self.randomness.clone() };
        Store::open(&self.location, options).await
    }

    /// A store with the tables of all samples.
    pub(crate) async fn store(&self) -> Store {
        let store = self.open().await;
        store.migrate(samples::MIGRATIONS).await.unwrap();
        store
    }

    pub(crate) fn id(&self) -> Id {
        Id::generate(&self.clock, &self.randomness)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.location, Location::File(_))
    }
}

pub(crate) fn on_sqlite(story: impl AsyncFnOnce(&Place)) {
    let folder = TempDir::new().unwrap();
    let place = Place::at(Location::File(folder.path().join("folia.db")));
    runtime().block_on(story(&place));
}

pub(crate) fn on_postgres(story: impl AsyncFnOnce(&Place)) {
    let Some(server) = postgres() else { return };
    let schema = format!("t_{:032x}", u128::from_be_bytes(Randomness::system().bytes()));
    let execute = |statement: String| {
        runtime().block_on(async {
            let (client, connection) =
                tokio_postgres::connect(&server, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(&statement).await.unwrap();
        });
    };
    execute(format!("CREATE SCHEMA {schema}"));
    let glue = if server.contains('?') { '&' } else { '?' };
    let own = format!("application_name={schema}&options=-c%20search_path%3D{schema}");
    let url = format!("{server}{glue}{own}");
    let place = Place::at(Location::Server(url));
    let told = catch_unwind(AssertUnwindSafe(|| runtime().block_on(story(&place))));
    // A connection that a story leaves behind must not keep its tables.
    execute(format!("SET lock_timeout = '10s'; DROP SCHEMA {schema} CASCADE"));
    if let Err(panic) = told {
        resume_unwind(panic);
    }
}

/// The server to run on. A run without one says so, past the capture of a passing test's output.
pub(crate) fn postgres() -> Option<String> {
    static SAID: Once = Once::new();
    let url = environment("TEST_POSTGRES_URL");
    if url.is_none() {
        let required = environment("REQUIRE_POSTGRES").is_some_and(|value| value == "1");
        assert!(!required, "REQUIRE_POSTGRES=1, but TEST_POSTGRES_URL names no server");
        SAID.call_once(|| {
            let mut terminal = std::io::stderr().lock();
            writeln!(terminal, "NOT RUN: every on_postgres half (TEST_POSTGRES_URL is not set)")
                .unwrap();
        });
    }
    url
}

#[expect(clippy::disallowed_methods, reason = "a test run is configured by its environment")]
pub(crate) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

pub(crate) fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap()
}

/// For what another process or thread brings about: looks until it holds, for at most three
/// seconds.
pub(crate) async fn soon(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..300 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("within three seconds: {what}");
}
