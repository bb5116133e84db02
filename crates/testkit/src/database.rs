use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use store::Location;
use tempfile::TempDir;
use tokio_postgres::NoTls;

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
}

/// An empty database of one test, a data folder beside it and, where the test command asks for it,
/// a bucket for media. All go with the test.
#[derive(Debug)]
pub struct TestDatabase {
    pub location: Location,
    pub folder: TempDir,
    pub bucket: Option<Bucket>,
}

static SCHEMAS: AtomicU32 = AtomicU32::new(0);

impl TestDatabase {
    pub async fn create() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let location = match Engine::chosen() {
            Engine::Sqlite => Location::File(folder.path().join("folia.db")),
            Engine::Postgres(url) => Location::Server(create_schema(&url).await),
        };
        let bucket = Bucket::chosen(folder.path());
        Self { location, folder, bucket }
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

/// A schema nobody else uses. The whole cluster is thrown away after the run.
async fn create_schema(url: &str) -> String {
    let number = SCHEMAS.fetch_add(1, Ordering::SeqCst);
    let name = format!("t{}_{number}", std::process::id());
    let (client, connection) =
        tokio_postgres::connect(url, NoTls).await.expect("the test server answers");
    let driving = tokio::spawn(connection);
    client.batch_execute(&format!("CREATE SCHEMA {name}")).await.expect("a schema can be made");
    drop(client);
    driving.await.expect("the connection ends").expect("without an error");
    let glue = if url.contains('?') { '&' } else { '?' };
    format!("{url}{glue}options=-c%20search_path%3D{name}")
}
