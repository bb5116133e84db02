//! A schema of its own on the server that the test command has started.

use tokio_postgres::{Client, NoTls};

use crate::{Outcome, say};

/// Used by one room at a time.
pub(crate) const SCHEMA: &str = "folia_bench";

/// Empty at first, and dropped by `clear`.
#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) client: Client,
    /// Leads into the schema.
    pub(crate) url: String,
}

impl Schema {
    pub(crate) async fn create(server: &str) -> Outcome<Self> {
        let (client, connection) = tokio_postgres::connect(server, NoTls).await?;
        tokio::spawn(connection);
        make_durable(&client).await?;
        let renew = format!("DROP SCHEMA IF EXISTS {SCHEMA} CASCADE; CREATE SCHEMA {SCHEMA}");
        client.batch_execute(&renew).await?;
        let glue = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{glue}options=-c%20search_path%3D{SCHEMA}");
        Ok(Self { client, url })
    }

    /// Leaves nothing on the server.
    pub(crate) async fn clear(self) -> Outcome<()> {
        Ok(self.client.batch_execute(&format!("DROP SCHEMA {SCHEMA} CASCADE")).await?)
    }
}

/// The server, where there is one.
#[expect(clippy::disallowed_methods, reason = "as the test command names its server")]
pub(crate) fn server() -> Option<String> {
    std::env::var("TEST_POSTGRES_URL").ok()
}

/// A server made for tests does not wait for the disk; here that is what is measured.
async fn make_durable(client: &Client) -> Outcome<()> {
    let row = client.query_one("SELECT current_setting('fsync')", &[]).await?;
    if row.try_get::<_, String>(0)? == "on" {
        return Ok(());
    }
    for setting in ["fsync", "full_page_writes", "synchronous_commit", "autovacuum"] {
        client.batch_execute(&format!("ALTER SYSTEM SET {setting} = on")).await?;
    }
    client.batch_execute("SELECT pg_reload_conf(); SELECT pg_sleep(1); CHECKPOINT").await?;
    let row = client.query_one("SELECT current_setting('fsync')", &[]).await?;
    say(&format!(
        "The server did not wait for its disk; fsync is now {}.\n",
        row.try_get::<_, String>(0)?
    ));
    Ok(())
}
