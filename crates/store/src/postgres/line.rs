use tokio::task::JoinHandle;
use tokio_postgres::Client;

use super::{PATIENCE, configure};
use crate::StoreError;

/// An arbitrary number that all processes of this product agree on. In one database there may be several
/// sites, each in its schema.
const CLAIM: &str =
    "SELECT pg_try_advisory_lock(7305520, hashtext(coalesce(current_schema(), '')))";

/// A connection that holds a lock of the server for as long as it lives.
#[derive(Debug)]
pub(crate) struct Line {
    _client: Client,
    working: JoinHandle<()>,
}

impl Line {
    /// None where another connection holds the lock.
    pub(crate) async fn claim(url: &str) -> Result<Option<Self>, StoreError> {
        let (config, connector) = configure(url)?;
        let claiming = async {
            let (client, connection) = config.connect(connector).await?;
            let working = tokio::spawn(async {
                connection.await.ok();
            });
            let row = client.query_one(CLAIM, &[]).await?;
            let line = Self { _client: client, working };
            Ok::<_, tokio_postgres::Error>(row.try_get::<_, bool>(0)?.then_some(line))
        };
        match tokio::time::timeout(PATIENCE, claiming).await {
            Ok(claimed) => claimed.map_err(StoreError::unavailable),
            Err(_) => Err(StoreError::unavailable("it did not answer in time")),
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.working.abort();
    }
}
