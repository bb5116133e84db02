use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use store::Location;
use tempfile::TempDir;
use tokio_postgres::{NoTls, SimpleQueryMessage};

use crate::Bucket;

/// Which database the suite runs on. `TEST_DATABASE=postgres` chooses the server named by
/// `TEST_POSTGRES_URL`; anything else is the embedded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres(String),
}

impl Engine {
    #[expect(clippy::disallowed_methods, reason = "the test command chooses the engine")]
    pub fn chosen() -> Self {
        match std::env::var("TEST_DATABASE").as_deref() {
            Ok("postgres") => {
                Self::Postgres(std::env::var("TEST_POSTGRES_URL").expect(
                    "TEST_DATABASE=postgres needs TEST_POSTGRES_URL; use tools/with-postgres",
                ))
            }
            Ok("sqlite") | Err(_) => Self::Sqlite,
            Ok(other) => panic!("TEST_DATABASE is sqlite or postgres, not {other}"),
        }
    }

    /// How often to try what depends on words, and not on where they are kept: `times` on the embedded database, a
    /// sixth of it on a server.
    pub fn rounds(times: usize) -> usize {
        match Self::chosen() {
            Self::Sqlite => times,
            Self::Postgres(_) => times.div_ceil(6),
        }
    }
}

/// An empty database of one test, a data folder beside it and, where the test command asks for it,
/// a bucket for media. All go with the test.
#[derive(Debug)]
pub struct TestDatabase {
    pub location: Location,
    pub folder: TempDir,
    pub bucket: Option<Bucket>,
    /// Whether it keeps the vectors of all nodes.
    pub shares_vectors: bool,
}

static SCHEMAS: AtomicU32 = AtomicU32::new(0);

impl TestDatabase {
    pub async fn create() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let (location, shares_vectors) = match Engine::chosen() {
            Engine::Sqlite => (Location::File(folder.path().join("folia.db")), false),
            Engine::Postgres(url) => {
                let shares_vectors = offer_vectors(&url).await;
                (Location::Server(create_schema(&url).await), shares_vectors)
            }
        };
        let bucket = Bucket::chosen(folder.path());
        Self { location, folder, bucket, shares_vectors }
    }

    /// Of a server that is this test's alone.
    pub fn at(url: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let location = Location::Server(url.to_owned());
        Self { location, folder, bucket: None, shares_vectors: false }
    }

    /// The same database as another node would have it: with a folder of its own.
    pub fn elsewhere(&self) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let (location, shares_vectors) = (self.location.clone(), self.shares_vectors);
        Self { location, folder, bucket: None, shares_vectors }
    }

    /// As the `database.url` setting spells it.
    pub fn url(&self) -> String {
        match &self.location {
            Location::File(path) => format!("sqlite:{}", path.display()),
            Location::Server(url) => url.clone(),
        }
    }

    /// The files of the site, wherever below its folder, that hold this text.
    pub fn files_with(&self, text: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder of the site can be read") {
                let path = entry.expect("and its entries").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let bytes = std::fs::read(&path).expect("a file of the site can be read");
                if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
                    found.push(path);
                }
            }
        }
        found
    }
}

/// Puts the extension where all schemas of the test server can use it, if it has one. One test at a
/// time; the lock ends with the transaction.
#[expect(clippy::disallowed_methods, reason = "the test command says what has to be there")]
async fn offer_vectors(url: &str) -> bool {
    let is_there = "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'";
    let found = !ask(url, is_there).await.is_empty();
    let required = std::env::var("REQUIRE_PGVECTOR").is_ok();
    assert!(found || !required, "pgvector is missing; tools/setup test brings it");
    if found {
        let create = "BEGIN; SELECT pg_advisory_xact_lock(7305520); \
             CREATE EXTENSION IF NOT EXISTS vector SCHEMA public; COMMIT";
        ask(url, create).await;
    }
    found
}

/// Statements to the test server, past everything that is tested; the values of the rows as text.
pub async fn ask(url: &str, statements: &str) -> Vec<Vec<Option<String>>> {
    let (client, connection) =
        tokio_postgres::connect(url, NoTls).await.expect("the test server answers");
    let driving = tokio::spawn(connection);
    let messages = client.simple_query(statements).await.expect("the statements hold");
    drop(client);
    driving.await.expect("the connection ends").expect("without an error");
    let rows = messages.into_iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    rows.map(|row| (0..row.len()).map(|index| row.get(index).map(str::to_owned)).collect())
        .collect()
}

/// A schema nobody else uses. The whole cluster is thrown away after the run.
async fn create_schema(url: &str) -> String {
    let number = SCHEMAS.fetch_add(1, Ordering::SeqCst);
    let name = format!("t{}_{number}", std::process::id());
    ask(url, &format!("CREATE SCHEMA {name}")).await;
    let glue = if url.contains('?') { '&' } else { '?' };
    format!("{url}{glue}options=-c%20search_path%3D{name}")
}
