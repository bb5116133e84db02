//! PostgreSQL through sqlx: its pool as it comes, and bare connections without its tests.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use anyhow::{Result, ensure};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, PgSslMode};
use sqlx::{ConnectOptions, Connection, PgPool};

use crate::bulk::{Bulk, Job, job};
use crate::lot::Lot;
use crate::measure::{Case, Kind, op};
use crate::postgres_sql::{
    COPY_TEXT, FILTERED, INSERT_BULK, INSERT_UNNEST, POINT, UPDATE, UPDATE_UNNEST,
};
use crate::postgres_tokio::{Address, Admin, CONNECTIONS};
use crate::postgres_tokio_bulk::{empty_job, fill_job};
use crate::sample::{Doc, PAGE, bulk, pick_id, pick_sort_order};

type Columns = (String, i64, f64, String, String);

fn options(address: &Address) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(&address.socket)
        .port(address.port)
        .username(&address.user)
        .database("postgres")
        .ssl_mode(PgSslMode::Disable)
        .disable_statement_logging()
}

pub async fn cases(address: &Address) -> Result<Vec<Case>> {
    let pool = PgPoolOptions::new()
        .max_connections(u32::try_from(CONNECTIONS)?)
        .connect_with(options(address))
        .await?;
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(options(address).connect().await?);
    }
    let lot = Lot::new(connections);
    let mut cases = bare(&lot);
    cases.extend(pooled(&pool));
    Ok(cases)
}

fn bare(lot: &Arc<Lot<PgConnection>>) -> Vec<Case> {
    let lots = || Arc::clone(lot);
    let (point_lot, page_lot, autocommit, transaction) = (lots(), lots(), lots(), lots());
    vec![
        Case::new(
            Kind::PostgresPoint,
            "sqlx, bare connections",
            op(move |pick| {
                let lot = Arc::clone(&point_lot);
                async move { point(&mut *lot.take().await?, pick).await }
            }),
        ),
        Case::new(
            Kind::PostgresPage,
            "sqlx, bare connections",
            op(move |pick| {
                let lot = Arc::clone(&page_lot);
                async move { filtered_page(&mut *lot.take().await?, pick).await }
            }),
        ),
        Case::new(
            Kind::PostgresWrite,
            "sqlx, bare connections, transaction",
            op(move |pick| {
                let lot = Arc::clone(&transaction);
                async move {
                    let mut connection = lot.take().await?;
                    let mut tx = connection.begin().await?;
                    update(&mut tx, &Doc::revised(pick)).await?;
                    Ok(tx.commit().await?)
                }
            }),
        ),
        Case::new(
            Kind::PostgresWrite,
            "sqlx, bare connections, autocommit",
            op(move |pick| {
                let lot = Arc::clone(&autocommit);
                async move { update(&mut *lot.take().await?, &Doc::revised(pick)).await }
            }),
        ),
    ]
}

fn pooled(pool: &PgPool) -> Vec<Case> {
    let (point_pool, page_pool, write_pool) = (pool.clone(), pool.clone(), pool.clone());
    vec![
        Case::new(
            Kind::PostgresPoint,
            "sqlx, pool",
            op(move |pick| {
                let pool = point_pool.clone();
                async move { point(&mut *pool.acquire().await?, pick).await }
            }),
        ),
        Case::new(
            Kind::PostgresPage,
            "sqlx, pool",
            op(move |pick| {
                let pool = page_pool.clone();
                async move { filtered_page(&mut *pool.acquire().await?, pick).await }
            }),
        ),
        Case::new(
            Kind::PostgresWrite,
            "sqlx, pool, transaction",
            op(move |pick| {
                let pool = write_pool.clone();
                async move {
                    let mut tx = pool.begin().await?;
                    update(&mut tx, &Doc::revised(pick)).await?;
                    Ok(tx.commit().await?)
                }
            }),
        ),
    ]
}

async fn point(connection: &mut PgConnection, pick: u64) -> Result<()> {
    let row: Columns = sqlx::query_as(POINT).bind(pick_id(pick)).fetch_one(connection).await?;
    black_box(doc(row));
    Ok(())
}

async fn filtered_page(connection: &mut PgConnection, pick: u64) -> Result<()> {
    let rows: Vec<Columns> = sqlx::query_as(FILTERED)
        .bind(pick_sort_order(pick))
        .bind(PAGE as i64)
        .fetch_all(connection)
        .await?;
    ensure!(rows.len() == PAGE, "a full page");
    black_box(rows.into_iter().map(doc).collect::<Vec<_>>());
    Ok(())
}

async fn update(connection: &mut PgConnection, doc: &Doc) -> Result<()> {
    let done = sqlx::query(UPDATE)
        .bind(doc.id.as_str())
        .bind(doc.title.as_str())
        .bind(doc.body.as_str())
        .execute(connection)
        .await?;
    ensure!(done.rows_affected() == 1, "no such document");
    Ok(())
}

fn doc((id, version, sort_order, title, body): Columns) -> Doc {
    Doc { id, version, sort_order, title, body }
}

pub async fn bulks(address: &Address, admin: &Admin) -> Result<Vec<Bulk>> {
    let docs = Arc::new(bulk());
    let lot = Lot::new(vec![options(address).connect().await?]);
    let empty = empty_job(admin);
    let fill = fill_job(admin, &docs);
    let title = "PostgreSQL, insert 5,000 rows";

    let (its_lot, its_docs) = (Arc::clone(&lot), Arc::clone(&docs));
    let copying = job(move || {
        let (lot, docs) = (Arc::clone(&its_lot), Arc::clone(&its_docs));
        async move { copy(&mut *lot.take().await?, &docs).await }
    });
    let (its_lot, its_docs) = (Arc::clone(&lot), Arc::clone(&docs));
    let one_by_one = job(move || {
        let (lot, docs) = (Arc::clone(&its_lot), Arc::clone(&its_docs));
        async move { insert_all(&mut *lot.take().await?, &docs).await }
    });
    let unnest_job = |sql: &'static str| -> Job {
        let (lot, docs) = (Arc::clone(&lot), Arc::clone(&docs));
        job(move || {
            let (lot, docs) = (Arc::clone(&lot), Arc::clone(&docs));
            async move { unnest(&mut *lot.take().await?, sql, &docs).await }
        })
    };
    Ok(vec![
        Bulk { title, variant: "sqlx, COPY, text", prepare: Arc::clone(&empty), run: copying },
        Bulk {
            title,
            variant: "sqlx, unnest",
            prepare: Arc::clone(&empty),
            run: unnest_job(INSERT_UNNEST),
        },
        Bulk {
            title,
            variant: "sqlx, 5,000 statements, one by one",
            prepare: empty,
            run: one_by_one,
        },
        Bulk {
            title: "PostgreSQL, update 5,000 rows",
            variant: "sqlx, unnest",
            prepare: fill,
            run: unnest_job(UPDATE_UNNEST),
        },
    ])
}

async fn insert_all(connection: &mut PgConnection, docs: &[Doc]) -> Result<()> {
    let mut tx = connection.begin().await?;
    for doc in docs {
        sqlx::query(INSERT_BULK)
            .bind(doc.id.as_str())
            .bind(doc.version)
            .bind(doc.sort_order)
            .bind(doc.title.as_str())
            .bind(doc.body.as_str())
            .execute(&mut *tx)
            .await?;
    }
    Ok(tx.commit().await?)
}

async fn unnest(connection: &mut PgConnection, sql: &'static str, docs: &[Doc]) -> Result<()> {
    let mut tx = connection.begin().await?;
    let done = sqlx::query(sql)
        .bind(docs.iter().map(|doc| doc.id.clone()).collect::<Vec<_>>())
        .bind(docs.iter().map(|doc| doc.version).collect::<Vec<_>>())
        .bind(docs.iter().map(|doc| doc.sort_order).collect::<Vec<_>>())
        .bind(docs.iter().map(|doc| doc.title.clone()).collect::<Vec<_>>())
        .bind(docs.iter().map(|doc| doc.body.clone()).collect::<Vec<_>>())
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    ensure!(done.rows_affected() == docs.len() as u64, "every row");
    Ok(())
}

/// sqlx has no encoder for COPY, so the rows go as text; the sample has nothing to escape.
async fn copy(connection: &mut PgConnection, docs: &[Doc]) -> Result<()> {
    let mut tx = connection.begin().await?;
    let mut sink = tx.copy_in_raw(COPY_TEXT).await?;
    let mut chunk = String::new();
    for some in docs.chunks(16) {
        chunk.clear();
        for Doc { id, version, sort_order, title, body } in some {
            writeln!(chunk, "{id}\t{version}\t{sort_order}\t{title}\t{body}")?;
        }
        sink.send(chunk.as_bytes()).await?;
    }
    sink.finish().await?;
    Ok(tx.commit().await?)
}
