//! PostgreSQL through tokio-postgres, pooled by deadpool-postgres.

use std::hint::black_box;
use std::sync::Arc;

use anyhow::{Result, ensure};
use deadpool_postgres::{Manager, ManagerConfig, Pool, QueueMode, RecyclingMethod};
use futures_util::future::{try_join_all, try_join3};
use tokio::sync::Mutex;
use tokio_postgres::{Client, Config, NoTls, Row, Statement};

use crate::measure::{Case, Kind, op};
use crate::postgres_sql::{FILTERED, INSERT, POINT, SCHEMA, UPDATE};
use crate::postgres_tokio_bulk::insert_one;
use crate::sample::{Doc, PAGE, ROWS, pick_id, pick_sort_order};

pub const CONNECTIONS: usize = 16;

#[derive(Debug, Clone)]
pub struct Address {
    pub socket: String,
    pub port: u16,
    pub user: String,
}

impl Address {
    fn config(&self) -> Config {
        let mut config = Config::new();
        config.host(&self.socket).port(self.port).user(&self.user).dbname("postgres");
        config
    }
}

/// For what goes on between measurements. It stays connected: a session that ends takes its CPU
/// time out of the server's sum.
pub type Admin = Arc<Mutex<Client>>;

pub async fn connect(address: &Address) -> Result<Client> {
    let (client, connection) = address.config().connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

pub async fn seed(address: &Address) -> Result<Admin> {
    let mut client = connect(address).await?;
    client.batch_execute(SCHEMA).await?;
    let tx = client.transaction().await?;
    let insert = tx.prepare(INSERT).await?;
    let docs: Vec<Doc> = (0..ROWS).map(Doc::new).collect();
    try_join_all(docs.iter().map(|doc| insert_one(&tx, &insert, doc))).await?;
    tx.commit().await?;
    let admin = Arc::new(Mutex::new(client));
    settle(&admin).await?;
    Ok(admin)
}

/// The cluster runs without autovacuum, so that it never lands in the middle of a case.
pub async fn settle(admin: &Admin) -> Result<()> {
    let client = admin.lock().await;
    client.batch_execute("VACUUM ANALYZE docs").await?;
    client.batch_execute("CHECKPOINT").await?;
    Ok(())
}

pub async fn cases(address: &Address) -> Result<Vec<Case>> {
    let pool = pool_of(address, QueueMode::Lifo)?;
    let mut cases = pooled_reads(&pool, "tokio-postgres, deadpool, last in first out");
    let rotating = pool_of(address, QueueMode::Fifo)?;
    cases.extend(pooled_reads(&rotating, "tokio-postgres, deadpool, first in first out"));
    cases.extend(shared_reads(address).await?);
    cases.extend(writes(&pool));
    Ok(cases)
}

fn pool_of(address: &Address, queue_mode: QueueMode) -> Result<Pool> {
    let recycle = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(address.config(), NoTls, recycle);
    Ok(Pool::builder(manager).max_size(CONNECTIONS).queue_mode(queue_mode).build()?)
}

fn pooled_reads(pool: &Pool, variant: &'static str) -> Vec<Case> {
    let (point_pool, page_pool) = (pool.clone(), pool.clone());
    vec![
        Case::new(
            Kind::PostgresPoint,
            variant,
            op(move |pick| {
                let pool = point_pool.clone();
                async move {
                    let client = pool.get().await?;
                    let statement = client.prepare_cached(POINT).await?;
                    point(&client, &statement, pick).await
                }
            }),
        ),
        Case::new(
            Kind::PostgresPage,
            variant,
            op(move |pick| {
                let pool = page_pool.clone();
                async move {
                    let client = pool.get().await?;
                    let statement = client.prepare_cached(FILTERED).await?;
                    filtered_page(&client, &statement, pick).await
                }
            }),
        ),
    ]
}

/// Every task on one connection: their queries are in flight together, one behind the other.
async fn shared_reads(address: &Address) -> Result<Vec<Case>> {
    let client = Arc::new(connect(address).await?);
    let point_statement = client.prepare(POINT).await?;
    let page_statement = client.prepare(FILTERED).await?;
    let (point_client, page_client) = (Arc::clone(&client), client);
    Ok(vec![
        Case::new(
            Kind::PostgresPoint,
            "tokio-postgres, one shared connection",
            op(move |pick| {
                let (client, statement) = (Arc::clone(&point_client), point_statement.clone());
                async move { point(&client, &statement, pick).await }
            }),
        ),
        Case::new(
            Kind::PostgresPage,
            "tokio-postgres, one shared connection",
            op(move |pick| {
                let (client, statement) = (Arc::clone(&page_client), page_statement.clone());
                async move { filtered_page(&client, &statement, pick).await }
            }),
        ),
    ])
}

fn writes(pool: &Pool) -> Vec<Case> {
    let (transaction, pipelined, autocommit) = (pool.clone(), pool.clone(), pool.clone());
    vec![
        Case::new(
            Kind::PostgresWrite,
            "tokio-postgres, transaction",
            op(move |pick| {
                let pool = transaction.clone();
                async move {
                    let mut client = pool.get().await?;
                    let update = client.prepare_cached(UPDATE).await?;
                    let tx = client.transaction().await?;
                    let doc = Doc::revised(pick);
                    let changed = tx.execute(&update, &[&doc.id, &doc.title, &doc.body]).await?;
                    tx.commit().await?;
                    ensure!(changed == 1, "no such document");
                    Ok(())
                }
            }),
        ),
        Case::new(
            Kind::PostgresWrite,
            "tokio-postgres, transaction in one flight",
            op(move |pick| {
                let pool = pipelined.clone();
                async move {
                    let client = pool.get().await?;
                    let update = client.prepare_cached(UPDATE).await?;
                    let doc = Doc::revised(pick);
                    // Polled, and so sent, in this order. Should the middle one fail, the
                    // server turns COMMIT into a rollback.
                    let ((), changed, ()) = try_join3(
                        client.batch_execute("BEGIN"),
                        client.execute(&update, &[&doc.id, &doc.title, &doc.body]),
                        client.batch_execute("COMMIT"),
                    )
                    .await?;
                    ensure!(changed == 1, "no such document");
                    Ok(())
                }
            }),
        ),
        Case::new(
            Kind::PostgresWrite,
            "tokio-postgres, autocommit",
            op(move |pick| {
                let pool = autocommit.clone();
                async move {
                    let client = pool.get().await?;
                    let update = client.prepare_cached(UPDATE).await?;
                    let doc = Doc::revised(pick);
                    let changed =
                        client.execute(&update, &[&doc.id, &doc.title, &doc.body]).await?;
                    ensure!(changed == 1, "no such document");
                    Ok(())
                }
            }),
        ),
    ]
}

async fn point(client: &Client, statement: &Statement, pick: u64) -> Result<()> {
    let row = client.query_one(statement, &[&pick_id(pick)]).await?;
    black_box(doc(&row)?);
    Ok(())
}

async fn filtered_page(client: &Client, statement: &Statement, pick: u64) -> Result<()> {
    let rows = client.query(statement, &[&pick_sort_order(pick), &(PAGE as i64)]).await?;
    let docs = rows.iter().map(doc).collect::<Result<Vec<_>>>()?;
    ensure!(docs.len() == PAGE, "a full page");
    black_box(docs);
    Ok(())
}

fn doc(row: &Row) -> Result<Doc> {
    Ok(Doc {
        id: row.try_get(0)?,
        version: row.try_get(1)?,
        sort_order: row.try_get(2)?,
        title: row.try_get(3)?,
        body: row.try_get(4)?,
    })
}
