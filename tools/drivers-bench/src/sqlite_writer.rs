//! The writer thread: whatever waits in its queue is committed together.

use std::path::Path;
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};
use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use crate::sample::Doc;
use crate::sqlite_rusqlite::open;

pub const UPDATE: &str = "UPDATE docs SET version = version + 1, title = ?2, body = ?3
    WHERE id = ?1";

struct Request {
    doc: Doc,
    answer: oneshot::Sender<Result<()>>,
}

#[derive(Clone)]
pub struct Writer {
    queue: flume::Sender<Request>,
}

impl Writer {
    /// `most` is how many requests may share a commit; with 1 every request has its own.
    pub fn start(path: &Path, most: usize) -> Result<Self> {
        let connection = open(path)?;
        let (queue, requests) = flume::unbounded::<Request>();
        thread::spawn(move || {
            while let Ok(first) = requests.recv() {
                let group = std::iter::once(first).chain(requests.try_iter()).take(most);
                commit_group(&connection, group);
            }
        });
        Ok(Self { queue })
    }

    pub async fn write(&self, doc: Doc) -> Result<()> {
        let (answer, answered) = oneshot::channel();
        self.queue.send(Request { doc, answer }).ok().context("the writer is gone")?;
        answered.await?
    }
}

/// Takes requests until none is waiting, then commits, then answers: nobody hears of success
/// before it is on disk.
fn commit_group(connection: &Connection, group: impl Iterator<Item = Request>) {
    let mut answers = Vec::new();
    let committed = execute(connection, "BEGIN IMMEDIATE").and_then(|()| {
        for request in group {
            let outcome = in_savepoint(connection, &request.doc);
            answers.push((request.answer, outcome));
        }
        execute(connection, "COMMIT")
    });
    if committed.is_err() {
        // It fails when there is no transaction left to undo, which is just as well.
        let _ = execute(connection, "ROLLBACK");
    }
    for (answer, outcome) in answers {
        let outcome = match &committed {
            Ok(()) => outcome,
            Err(error) => Err(anyhow!("the group was not committed: {error}")),
        };
        // Nobody waiting any more is no concern of the writer's.
        let _ = answer.send(outcome);
    }
}

/// A request that fails undoes its own work and leaves its neighbours' alone.
fn in_savepoint(connection: &Connection, doc: &Doc) -> Result<()> {
    execute(connection, "SAVEPOINT request")?;
    let outcome = update(connection, doc);
    if outcome.is_err() {
        execute(connection, "ROLLBACK TO request")?;
    }
    execute(connection, "RELEASE request")?;
    outcome
}

fn update(connection: &Connection, doc: &Doc) -> Result<()> {
    let mut statement = connection.prepare_cached(UPDATE)?;
    let changed = statement.execute(params![doc.id, doc.title, doc.body])?;
    ensure!(changed == 1, "no such document");
    Ok(())
}

fn execute(connection: &Connection, sql: &str) -> Result<()> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
