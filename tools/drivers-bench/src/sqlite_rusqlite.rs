//! SQLite through rusqlite, with the ways of keeping its blocking calls off the runtime.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, ensure};
use rusqlite::{Connection, Row, params};
use tokio::sync::oneshot;

use crate::bulk::{Bulk, job};
use crate::lot::Lot;
use crate::measure::{Case, Kind, op};
use crate::sample::{Doc, PAGE, ROWS, bulk, pick_id, pick_sort_order};
use crate::sqlite_writer::Writer;

const SCHEMA: &str = "
    CREATE TABLE docs(id text primary key, version bigint, sort_order double precision,
                      title text, body text);
    CREATE INDEX docs_sort_order ON docs(sort_order);
    CREATE TABLE bulk(id text primary key, version bigint, sort_order double precision,
                      title text, body text);";
const POINT: &str = "SELECT id, version, sort_order, title, body FROM docs WHERE id = ?1";
const FILTERED: &str = "SELECT id, version, sort_order, title, body FROM docs
    WHERE sort_order > ?1 ORDER BY sort_order LIMIT ?2";
const INSERT: &str =
    "INSERT INTO docs(id, version, sort_order, title, body) VALUES (?1, ?2, ?3, ?4, ?5)";
const INSERT_BULK: &str =
    "INSERT INTO bulk(id, version, sort_order, title, body) VALUES (?1, ?2, ?3, ?4, ?5)";

type Read = fn(&Connection, u64) -> Result<()>;

pub fn open(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
         PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384;",
    )?;
    Ok(connection)
}

pub fn seed(path: &Path) -> Result<()> {
    let mut connection = open(path)?;
    connection.execute_batch(SCHEMA)?;
    let docs: Vec<Doc> = (0..ROWS).map(Doc::new).collect();
    insert_all(&mut connection, INSERT, &docs)?;
    connection.execute_batch("ANALYZE")?;
    settle(path)
}

/// Writes the log back, so that no case pays for the writes of the one before it. The file keeps
/// its length, as it does in a store that has been running for a while.
pub fn settle(path: &Path) -> Result<()> {
    open(path)?.query_row("PRAGMA wal_checkpoint(RESTART)", [], |_| Ok(()))?;
    Ok(())
}

pub fn cases(path: &Path, readers: usize) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    let connections = (0..readers).map(|_| open(path)).collect::<Result<_>>()?;
    let lot = Lot::new(connections);
    let threads = Readers::start(path, readers)?;
    for (kind, read) in
        [(Kind::SqlitePoint, point as Read), (Kind::SqlitePage, filtered_page as Read)]
    {
        let lot_now = Arc::clone(&lot);
        cases.push(Case::new(
            kind,
            "rusqlite, called directly",
            op(move |pick| {
                let lot = Arc::clone(&lot_now);
                async move { read(&*lot.take_now()?, pick) }
            }),
        ));
        let lot_in_place = Arc::clone(&lot);
        cases.push(Case::new(
            kind,
            "rusqlite, block_in_place",
            op(move |pick| {
                let lot = Arc::clone(&lot_in_place);
                async move {
                    let connection = lot.take().await?;
                    tokio::task::block_in_place(|| read(&connection, pick))
                }
            }),
        ));
        let lot_spawned = Arc::clone(&lot);
        cases.push(Case::new(
            kind,
            "rusqlite, spawn_blocking",
            op(move |pick| {
                let lot = Arc::clone(&lot_spawned);
                async move {
                    let connection = lot.take().await?;
                    tokio::task::spawn_blocking(move || read(&connection, pick)).await?
                }
            }),
        ));
        let threads = threads.clone();
        cases.push(Case::new(
            kind,
            "rusqlite, reader threads",
            op(move |pick| {
                let threads = threads.clone();
                async move { threads.read(read, pick).await }
            }),
        ));
    }
    for (variant, most) in
        [("rusqlite, writer thread, grouped", 256), ("rusqlite, writer thread, one by one", 1)]
    {
        let writer = Writer::start(path, most)?;
        cases.push(Case::new(
            Kind::SqliteWrite,
            variant,
            op(move |pick| {
                let writer = writer.clone();
                async move { writer.write(Doc::revised(pick)).await }
            }),
        ));
    }
    Ok(cases)
}

pub fn bulks(path: &Path) -> Result<Vec<Bulk>> {
    let docs = Arc::new(bulk());
    let lot = Lot::new(vec![open(path)?]);
    let emptied: PathBuf = path.to_owned();
    Ok(vec![Bulk {
        title: "SQLite, insert 5,000 rows",
        variant: "rusqlite, cached statement",
        prepare: job(move || {
            let path = emptied.clone();
            async move { empty_bulk(&path) }
        }),
        run: job(move || {
            let (lot, docs) = (Arc::clone(&lot), Arc::clone(&docs));
            async move {
                let mut connection = lot.take().await?;
                tokio::task::block_in_place(|| insert_all(&mut connection, INSERT_BULK, &docs))
            }
        }),
    }])
}

pub fn empty_bulk(path: &Path) -> Result<()> {
    open(path)?.execute_batch("DELETE FROM bulk")?;
    settle(path)
}

fn insert_all(connection: &mut Connection, sql: &str, docs: &[Doc]) -> Result<()> {
    let tx = connection.transaction()?;
    for doc in docs {
        let row = params![doc.id, doc.version, doc.sort_order, doc.title, doc.body];
        tx.prepare_cached(sql)?.execute(row)?;
    }
    tx.commit()?;
    Ok(())
}

fn point(connection: &Connection, pick: u64) -> Result<()> {
    let mut statement = connection.prepare_cached(POINT)?;
    let doc = statement.query_row([pick_id(pick)], doc)?;
    black_box(doc);
    Ok(())
}

fn filtered_page(connection: &Connection, pick: u64) -> Result<()> {
    let mut statement = connection.prepare_cached(FILTERED)?;
    let rows = statement.query_map(params![pick_sort_order(pick), PAGE as i64], doc)?;
    let docs: Vec<Doc> = rows.collect::<rusqlite::Result<_>>()?;
    ensure!(docs.len() == PAGE, "a full page");
    black_box(docs);
    Ok(())
}

fn doc(row: &Row<'_>) -> rusqlite::Result<Doc> {
    Ok(Doc {
        id: row.get(0)?,
        version: row.get(1)?,
        sort_order: row.get(2)?,
        title: row.get(3)?,
        body: row.get(4)?,
    })
}

/// Threads with a connection each, taking jobs from one queue.
#[derive(Clone)]
struct Readers {
    queue: flume::Sender<Job>,
}

type Job = Box<dyn FnOnce(&Connection) + Send>;

impl Readers {
    fn start(path: &Path, count: usize) -> Result<Self> {
        let (queue, jobs) = flume::unbounded::<Job>();
        for _ in 0..count {
            let connection = open(path)?;
            let jobs = jobs.clone();
            thread::spawn(move || {
                for job in jobs {
                    job(&connection);
                }
            });
        }
        Ok(Self { queue })
    }

    async fn read(&self, read: Read, pick: u64) -> Result<()> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            // Nobody waiting any more is no concern of the reader's.
            let _ = answer.send(read(connection, pick));
        });
        self.queue.send(job).ok().context("the readers are gone")?;
        answered.await?
    }
}
