//! SQLite through sqlx: its pool as it comes, and the fastest arrangement found around it.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};

use crate::bulk::{Bulk, job};
use crate::lot::Lot;
use crate::measure::{Case, Kind, op};
use crate::sample::{Doc, PAGE, bulk, pick_id, pick_sort_order};
use crate::sqlite_rusqlite::empty_bulk;
use crate::sqlite_writer::UPDATE;

const POINT: &str = "SELECT id, version, sort_order, title, body FROM docs WHERE id = ?1";
const FILTERED: &str = "SELECT id, version, sort_order, title, body FROM docs
    WHERE sort_order > ?1 ORDER BY sort_order LIMIT ?2";
const INSERT_BULK: &str =
    "INSERT INTO bulk(id, version, sort_order, title, body) VALUES (?1, ?2, ?3, ?4, ?5)";

type Columns = (String, i64, f64, String, String);

pub fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        .pragma("cache_size", "-16384")
        .disable_statement_logging()
}

pub async fn cases(path: &Path, readers: usize) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    let pool = SqlitePoolOptions::new()
        .max_connections(u32::try_from(readers)?)
        .connect_with(options(path))
        .await?;
    let mut connections = Vec::new();
    for _ in 0..readers {
        connections.push(options(path).connect().await?);
    }
    let lot = Lot::new(connections);

    let (point_pool, page_pool) = (pool.clone(), pool);
    cases.push(Case::new(
        Kind::SqlitePoint,
        "sqlx, pool",
        op(move |pick| {
            let pool = point_pool.clone();
            async move { point(&mut *pool.acquire().await?, pick).await }
        }),
    ));
    cases.push(Case::new(
        Kind::SqlitePage,
        "sqlx, pool",
        op(move |pick| {
            let pool = page_pool.clone();
            async move { filtered_page(&mut *pool.acquire().await?, pick).await }
        }),
    ));
    let (point_lot, page_lot) = (Arc::clone(&lot), lot);
    cases.push(Case::new(
        Kind::SqlitePoint,
        "sqlx, bare connections",
        op(move |pick| {
            let lot = Arc::clone(&point_lot);
            async move { point(&mut *lot.take().await?, pick).await }
        }),
    ));
    cases.push(Case::new(
        Kind::SqlitePage,
        "sqlx, bare connections",
        op(move |pick| {
            let lot = Arc::clone(&page_lot);
            async move { filtered_page(&mut *lot.take().await?, pick).await }
        }),
    ));
    cases.extend(write_cases(path).await?);
    Ok(cases)
}

async fn write_cases(path: &Path) -> Result<Vec<Case>> {
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options(path)).await?;
    let bare = Lot::new(vec![options(path).connect().await?]);
    let grouped = start_writer(options(path).connect().await?);
    Ok(vec![
        Case::new(
            Kind::SqliteWrite,
            "sqlx, writer task, grouped",
            op(move |pick| {
                let queue = grouped.clone();
                async move {
                    let (answer, answered) = oneshot::channel();
                    let request = (Doc::revised(pick), answer);
                    queue.send(request).ok().context("the writer is gone")?;
                    answered.await?
                }
            }),
        ),
        Case::new(
            Kind::SqliteWrite,
            "sqlx, one bare connection, autocommit",
            op(move |pick| {
                let bare = Arc::clone(&bare);
                async move { update(&mut *bare.take().await?, &Doc::revised(pick)).await }
            }),
        ),
        Case::new(
            Kind::SqliteWrite,
            "sqlx, pool of one, transaction each",
            op(move |pick| {
                let pool = pool.clone();
                async move {
                    let mut tx = pool.begin_with("BEGIN IMMEDIATE").await?;
                    update(&mut tx, &Doc::revised(pick)).await?;
                    tx.commit().await?;
                    Ok(())
                }
            }),
        ),
    ])
}

pub async fn bulks(path: &Path) -> Result<Vec<Bulk>> {
    let docs = Arc::new(bulk());
    let lot = Lot::new(vec![options(path).connect().await?]);
    let emptied: PathBuf = path.to_owned();
    Ok(vec![Bulk {
        title: "SQLite, insert 5,000 rows",
        variant: "sqlx, cached statement",
        prepare: job(move || {
            let path = emptied.clone();
            async move { empty_bulk(&path) }
        }),
        run: job(move || {
            let (lot, docs) = (Arc::clone(&lot), Arc::clone(&docs));
            async move { insert_all(&mut *lot.take().await?, &docs).await }
        }),
    }])
}

async fn insert_all(connection: &mut SqliteConnection, docs: &[Doc]) -> Result<()> {
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
    tx.commit().await?;
    Ok(())
}

async fn point(connection: &mut SqliteConnection, pick: u64) -> Result<()> {
    let row: Columns = sqlx::query_as(POINT).bind(pick_id(pick)).fetch_one(connection).await?;
    black_box(doc(row));
    Ok(())
}

async fn filtered_page(connection: &mut SqliteConnection, pick: u64) -> Result<()> {
    let rows: Vec<Columns> = sqlx::query_as(FILTERED)
        .bind(pick_sort_order(pick))
        .bind(PAGE as i64)
        .fetch_all(connection)
        .await?;
    ensure!(rows.len() == PAGE, "a full page");
    black_box(rows.into_iter().map(doc).collect::<Vec<_>>());
    Ok(())
}

async fn update(connection: &mut SqliteConnection, doc: &Doc) -> Result<()> {
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

type Request = (Doc, oneshot::Sender<Result<()>>);

/// The same grouping as the rusqlite writer, as a task over one connection.
fn start_writer(mut connection: SqliteConnection) -> mpsc::UnboundedSender<Request> {
    let (queue, mut requests) = mpsc::unbounded_channel::<Request>();
    tokio::spawn(async move {
        while let Some(first) = requests.recv().await {
            let mut answers = Vec::new();
            let committed = commit_group(&mut connection, first, &mut requests, &mut answers).await;
            for (answer, outcome) in answers {
                let outcome = match &committed {
                    Ok(()) => outcome,
                    Err(error) => Err(anyhow!("the group was not committed: {error}")),
                };
                // Nobody waiting any more is no concern of the writer's.
                let _ = answer.send(outcome);
            }
        }
    });
    queue
}

async fn commit_group(
    connection: &mut SqliteConnection,
    first: Request,
    requests: &mut mpsc::UnboundedReceiver<Request>,
    answers: &mut Vec<(oneshot::Sender<Result<()>>, Result<()>)>,
) -> Result<()> {
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut next = Some(first);
    while let Some((doc, answer)) = next {
        let mut savepoint = tx.begin().await?;
        let outcome = update(&mut savepoint, &doc).await;
        match outcome {
            Ok(()) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        answers.push((answer, outcome));
        next = requests.try_recv().ok();
    }
    tx.commit().await?;
    Ok(())
}
