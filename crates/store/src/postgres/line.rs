use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_postgres::Client;

use super::{PATIENCE, configure};
use crate::session::Session;
use crate::{KeyType, StoreError, Value};

/// Arbitrary numbers that all processes of this product agree on. In one database there may be several
/// sites, each in its schema. A claim counts when nobody holds the second one.
const CLAIM: &str = "SELECT pg_try_advisory_lock(7305520, \
     hashtext(coalesce(current_schema(), ''))), pg_backend_pid()::bigint";
const COUNTS: &str =
    "SELECT pg_try_advisory_xact_lock(7305521, hashtext(coalesce(current_schema(), '')))";
const LET_NOBODY_CLAIM: &str =
    "SELECT pg_advisory_xact_lock(7305521, hashtext(coalesce(current_schema(), '')))";
const CLAIMS_OF: &str = "SELECT count(*) FROM pg_locks \
     WHERE locktype = 'advisory' AND classid = 7305520 AND granted AND pid::bigint = $1";

/// A transaction whose claim is gone may be that of a process that was killed, which the server notices soon.
const LOOKS: u32 = 20;
const BETWEEN: Duration = Duration::from_millis(100);

/// A connection that holds a lock of the server for as long as it lives.
#[derive(Debug)]
pub(crate) struct Line {
    client: Client,
    backend: i64,
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
            let line = Self { client, backend: row.try_get(1)?, working };
            let is_ours = row.try_get(0)? && line.counts().await?;
            Ok::<_, tokio_postgres::Error>(is_ours.then_some(line))
        };
        match tokio::time::timeout(PATIENCE, claiming).await {
            Ok(claimed) => claimed.map_err(StoreError::unavailable),
            Err(_) => Err(StoreError::unavailable("it did not answer in time")),
        }
    }

    /// Whether nobody is about to fill the database by an earlier claim.
    async fn counts(&self) -> Result<bool, tokio_postgres::Error> {
        for _ in 0..LOOKS {
            if self.client.query_one(COUNTS, &[]).await?.try_get(0)? {
                return Ok(true);
            }
            tokio::time::sleep(BETWEEN).await;
        }
        Ok(false)
    }

    /// What the server calls it.
    pub(crate) fn backend(&self) -> i64 {
        self.backend
    }

    pub(crate) async fn lives(&self) -> bool {
        let asking = self.client.batch_execute("SELECT 1");
        tokio::time::timeout(PATIENCE, asking).await.is_ok_and(|asked| asked.is_ok())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.working.abort();
    }
}

/// Whether the lock is still held by this connection; and if so, nobody else gets it before the transaction
/// ends.
pub(crate) fn keep_claim(session: &mut dyn Session, backend: i64) -> Result<bool, StoreError> {
    // In this order: what is seen after it stays so.
    session.execute(LET_NOBODY_CLAIM, &[])?;
    let rows = session.query(CLAIMS_OF, &[Value::Integer(backend)], &[KeyType::Integer])?;
    Ok(rows.first().is_some_and(|row| row[..] != [Value::Integer(0)]))
}
