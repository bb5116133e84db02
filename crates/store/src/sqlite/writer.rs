//! The single writer. Work arrives in a queue; whatever is waiting is run inside one SQLite
//! transaction, each piece under a savepoint of its own, and committed with one fsync. Only then is
//! anybody answered, also those whose piece failed: their answer may rest on a neighbour's writes.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::connection::BUSY;
use super::session::is_passing;
use crate::StoreError;

/// The most pieces of work in one commit, so that the first of a long queue is not kept waiting.
const GROUP: usize = 128;

/// After so long without a write the log is emptied: what was changed or deleted stands in it until
/// then.
const QUIET: Duration = Duration::from_secs(1);

/// However much is written meanwhile, it is emptied after so long.
const LATEST: Duration = Duration::from_secs(5);

/// How long writers then wait for those who read. Whoever comes to read in the meantime waits for
/// nobody: what they want is in the database already.
const FOR_READERS: Duration = Duration::from_millis(100);

/// Work is given the connection inside its transaction, or told why there is none.
pub(super) type Work = Box<dyn FnOnce(Result<&Connection, StoreError>) -> Option<Done> + Send>;

/// A piece of work that has run but is not committed yet.
pub(super) struct Done {
    pub(super) keep: bool,
    pub(super) answer: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

enum Message {
    Work(Work),
    Close(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: Sender<Message>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Self {
        let (queue, waiting) = channel();
        std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || run(&connection, &waiting))
            .expect("a thread can be started while the service starts");
        Self { queue }
    }

    /// When the writer has been closed, the work is dropped and with it the sender of its answer.
    pub(super) fn submit(&self, work: Work) {
        drop(self.queue.send(Message::Work(work)));
    }

    pub(super) async fn close(&self) {
        let (sender, closed) = oneshot::channel();
        if self.queue.send(Message::Close(sender)).is_ok() {
            // An error means the writer is already gone, which is what was wanted.
            drop(closed.await);
        }
    }
}

fn run(connection: &Connection, waiting: &Receiver<Message>) {
    // Until when the log has to be empty; nothing while it is.
    let mut latest = None;
    loop {
        let first = match latest {
            // With nothing to empty there is nothing to wake up for.
            None => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(_) => waiting.recv_timeout(QUIET),
        };
        let first = match first {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => {
                let patience = if is_over(latest) { FOR_READERS } else { Duration::ZERO };
                latest = latest.filter(|_| !empty_log(connection, patience));
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let mut group = Vec::new();
        let mut closing = None;
        let others = std::iter::from_fn(|| waiting.try_recv().ok());
        for message in std::iter::once(first).chain(others) {
            match message {
                Message::Work(work) => group.push(work),
                Message::Close(sender) => closing = Some(sender),
            }
            // Whoever wants to close is not kept waiting by those who come after it.
            if group.len() == GROUP || closing.is_some() {
                break;
            }
        }
        commit(connection, group);
        if let Some(sender) = closing {
            tidy(connection);
            // Whoever asked may have stopped waiting.
            sender.send(()).ok();
            return;
        }
        latest = match is_over(latest) {
            true => (!empty_log(connection, FOR_READERS)).then(|| Instant::now() + LATEST),
            false => Some(latest.unwrap_or_else(|| Instant::now() + LATEST)),
        };
    }
    tidy(connection);
}

fn is_over(latest: Option<Instant>) -> bool {
    latest.is_some_and(|latest| latest <= Instant::now())
}

/// Moves the log into the database and cuts it to nothing. Not while somebody reads for longer than
/// writers have patience: then it is tried again. Whether it is empty now.
fn empty_log(connection: &Connection, patience: Duration) -> bool {
    let emptied = connection.busy_timeout(patience).and_then(|()| {
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))
    });
    if let Err(error) = connection.busy_timeout(BUSY) {
        tracing::warn!(%error, "the database does not take its timeout back");
    }
    emptied.is_ok_and(|busy| busy == 0)
}

/// Leaves everything in the one file, and up-to-date statistics for the next start.
fn tidy(connection: &Connection) {
    let tidied = connection.execute_batch("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)");
    if let Err(error) = tidied {
        tracing::warn!(%error, "the database was closed without a last checkpoint");
    }
}

fn commit(connection: &Connection, group: Vec<Work>) {
    if group.is_empty() {
        return;
    }
    // At once and not at the first write, so that another process cannot come in between.
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        for work in group {
            work(Err(describe(&error)));
        }
        return;
    }
    let mut answers = Vec::with_capacity(group.len());
    let ran = group.into_iter().try_for_each(|work| {
        // One piece that fails must not take its neighbours with it.
        connection.prepare_cached("SAVEPOINT piece")?.execute([])?;
        if let Some(done) = work(Ok(connection)) {
            answers.push(done.answer);
            if !done.keep {
                connection.prepare_cached("ROLLBACK TO piece")?.execute([])?;
            }
        }
        connection.prepare_cached("RELEASE piece")?.execute([]).map(|_| ())
    });
    let committed = ran.and_then(|()| connection.execute_batch("COMMIT"));
    // COMMIT may have failed without ending the transaction, as on a full disk.
    if committed.is_err()
        && !connection.is_autocommit()
        && let Err(error) = connection.execute_batch("ROLLBACK")
    {
        tracing::error!(%error, "a failed transaction could not be rolled back");
    }
    for answer in answers {
        answer(committed.as_ref().map(|_| ()).map_err(describe));
    }
}

/// One failure told to several people.
fn describe(error: &rusqlite::Error) -> StoreError {
    let text = error.to_string();
    match is_passing(error) {
        true => StoreError::unavailable(text),
        false => StoreError::refused(text),
    }
}
