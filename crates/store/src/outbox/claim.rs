use std::time::Duration;

use kernel::{Id, Timestamp};

use super::Job;
use super::aside::set_aside;
use crate::session::Dialect;
use crate::sql::Statement;
use crate::{KeyType, StoreError, Transaction, Value};

/// A job in hand. The attempt number fences it: once the lease has run out and somebody else has
/// claimed the job again, what the first holder reports no longer counts. A job that was only
/// looked at is fenced the same way against whoever claims it afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Claimed {
    pub id: Id,
    pub topic: String,
    pub payload: serde_json::Value,
    pub attempt: i64,
    pub created_at: Timestamp,
}

/// How a topic's queue stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub pending: u64,
    pub failed: u64,
    /// What the latest failure of a job that is still here said.
    pub last_error: Option<String>,
}

pub(crate) fn enqueue(transaction: &mut Transaction<'_>, job: Job) -> Result<(), StoreError> {
    let now = transaction.now();
    let id = transaction.generate_id();
    let session = transaction.session();
    let mut statement = Statement::new(
        session.dialect(),
        "INSERT INTO outbox (id, topic, payload, created_at, due_at, attempts, failed) VALUES (",
    );
    let values = [
        Value::from(id),
        Value::from(job.topic),
        Value::from(job.payload.to_string()),
        Value::from(now),
        Value::from(job.due_at.unwrap_or(now)),
        Value::Integer(0),
        Value::Flag(false),
    ];
    for (position, value) in values.into_iter().enumerate() {
        if position > 0 {
            statement.push(", ");
        }
        statement.bind(value);
    }
    statement.push(")");
    session.execute(&statement.text, &statement.parameters)?;
    Ok(())
}

/// Whether there is a job to claim, found by an index however long the queue is.
pub(crate) fn is_due(transaction: &mut Transaction<'_>, topic: &str) -> Result<bool, StoreError> {
    let now = transaction.now();
    let session = transaction.session();
    let mut statement = Statement::new(session.dialect(), "SELECT attempts FROM outbox");
    due(&mut statement, topic, now);
    // One is enough: the question is whether it is worth writing.
    statement.push(" LIMIT 1");
    let rows = session.query(&statement.text, &statement.parameters, &[KeyType::Integer])?;
    Ok(!rows.is_empty())
}

/// The next jobs that nobody has in hand, due or not.
pub(crate) fn waiting(
    transaction: &mut Transaction<'_>,
    topic: &str,
    most: u32,
) -> Result<Vec<Claimed>, StoreError> {
    let now = transaction.now();
    let session = transaction.session();
    let mut statement = Statement::new(
        session.dialect(),
        "SELECT id, payload, attempts, created_at, due_at FROM outbox",
    );
    waits(&mut statement, topic, now);
    statement.push(" ORDER BY due_at, id LIMIT ");
    statement.bind(Value::Integer(most.into()));
    let rows = session.query(&statement.text, &statement.parameters, &COLUMNS)?;
    // What cannot be read is set aside when its turn comes.
    Ok(rows.iter().filter_map(|row| read_claimed(topic, row).ok()).collect())
}

/// The condition for a job that may be claimed.
fn due(statement: &mut Statement, topic: &str, now: Timestamp) {
    waits(statement, topic, now);
    statement.push(" AND due_at <= ");
    statement.bind(now.into());
}

/// The condition for a job that is to be done and that nobody has in hand.
fn waits(statement: &mut Statement, topic: &str, now: Timestamp) {
    statement.push(" WHERE topic = ");
    statement.bind(topic.into());
    statement.push(" AND failed = ");
    statement.bind(Value::Flag(false));
    statement.push(" AND (leased_until IS NULL OR leased_until <= ");
    statement.bind(now.into());
    statement.push(")");
}

/// Those that cannot be read are set aside: they would come first again and again, and hold up all others.
pub(crate) fn claim(
    transaction: &mut Transaction<'_>,
    topic: &str,
    most: u32,
    lease: Duration,
) -> Result<Vec<Claimed>, StoreError> {
    loop {
        let rows = claim_rows(transaction, topic, most, lease)?;
        let mut claimed = Vec::with_capacity(rows.len());
        for row in &rows {
            match read_claimed(topic, row) {
                Ok(job) => claimed.push(job),
                Err(why) => {
                    let id = row.first().cloned().unwrap_or(Value::Null);
                    tracing::error!(topic, id = id.as_text(), why, "a job is set aside");
                    set_aside(transaction, id)?;
                }
            }
        }
        // Empty-handed only where there is nothing, or whoever asks would think so.
        if rows.is_empty() || !claimed.is_empty() {
            return Ok(claimed);
        }
    }
}

fn claim_rows(
    transaction: &mut Transaction<'_>,
    topic: &str,
    most: u32,
    lease: Duration,
) -> Result<Vec<Vec<Value>>, StoreError> {
    let now = transaction.now();
    let session = transaction.session();
    let dialect = session.dialect();
    // Materialized: in a plan for a small table PostgreSQL would run the selection again for each
    // row, each time finding what it has not locked yet, and claim everything.
    let mut statement = Statement::new(dialect, "WITH due AS MATERIALIZED (SELECT id FROM outbox");
    due(&mut statement, topic, now);
    statement.push(" ORDER BY due_at, id LIMIT ");
    statement.bind(Value::Integer(most.into()));
    statement.push(match dialect {
        Dialect::Sqlite => "",
        // Several nodes claim at the same time. Each takes what no other holds, and nobody waits.
        Dialect::Postgres => " FOR UPDATE SKIP LOCKED",
    });
    // The attempt is counted when it begins. A process that dies in the middle has used one up.
    statement.push(") UPDATE outbox SET attempts = attempts + 1, leased_until = ");
    statement.bind(now.plus(lease).into());
    statement.push(
        " WHERE id IN (SELECT id FROM due) RETURNING id, payload, attempts, created_at, due_at",
    );
    let mut rows = session.query(&statement.text, &statement.parameters, &COLUMNS)?;
    // An update returns its rows in any order.
    rows.sort_by(|a, b| order_of_claimed(a).cmp(&order_of_claimed(b)));
    Ok(rows)
}

/// Of a job that is read: id, payload, attempts, created_at, due_at.
pub(super) const COLUMNS: [KeyType; 5] =
    [KeyType::Text, KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Integer];

fn order_of_claimed(row: &[Value]) -> (Option<i64>, Option<&str>) {
    (row.last().and_then(Value::as_integer), row.first().and_then(Value::as_text))
}

pub(super) fn read_claimed(topic: &str, row: &[Value]) -> Result<Claimed, &'static str> {
    let [
        Value::Text(id),
        Value::Text(payload),
        Value::Integer(attempt),
        Value::Integer(created),
        Value::Integer(_due),
    ] = row
    else {
        return Err("its row has other columns");
    };
    Ok(Claimed {
        id: id.parse().map_err(|_| "its id is none")?,
        topic: topic.to_owned(),
        // What the reader says would quote it.
        payload: serde_json::from_str(payload).map_err(|_| "what it is about is no JSON")?,
        attempt: *attempt,
        created_at: Timestamp::from_micros(*created),
    })
}

/// Done: the job is gone. False when somebody else holds it by now.
pub(crate) fn complete(
    transaction: &mut Transaction<'_>,
    job: &Claimed,
) -> Result<bool, StoreError> {
    let statement = Statement::new(transaction.session().dialect(), "DELETE FROM outbox");
    settle(transaction, statement, job)
}

pub(crate) fn retry(
    transaction: &mut Transaction<'_>,
    job: &Claimed,
    due_at: Timestamp,
    error: &str,
) -> Result<bool, StoreError> {
    let mut statement = Statement::new(
        transaction.session().dialect(),
        // The lease is given back, or the job could not be claimed before it ran out.
        "UPDATE outbox SET leased_until = NULL, due_at = ",
    );
    statement.bind(due_at.into());
    statement.push(", last_error = ");
    statement.bind(as_told(error));
    settle(transaction, statement, job)
}

/// Gives up: the job stays, with its error, and is not claimed again.
pub(crate) fn bury(
    transaction: &mut Transaction<'_>,
    job: &Claimed,
    error: &str,
) -> Result<bool, StoreError> {
    let mut statement = Statement::new(
        transaction.session().dialect(),
        "UPDATE outbox SET leased_until = NULL, failed = ",
    );
    statement.bind(Value::Flag(true));
    statement.push(", last_error = ");
    statement.bind(as_told(error));
    settle(transaction, statement, job)
}

/// The message may quote whatever a foreign server said; PostgreSQL keeps no zero characters.
fn as_told(error: &str) -> Value {
    Value::Text(error.replace('\0', "\u{fffd}"))
}

/// A lease from now on. False when somebody else holds the job by now, or nobody does.
pub(crate) fn hold(
    transaction: &mut Transaction<'_>,
    job: &Claimed,
    lease: Duration,
) -> Result<bool, StoreError> {
    let until = transaction.now().plus(lease);
    let mut statement =
        Statement::new(transaction.session().dialect(), "UPDATE outbox SET leased_until = ");
    statement.bind(until.into());
    // What was given back stays so: this may come late, when the attempt is over.
    fence(&mut statement, job);
    statement.push(" AND leased_until IS NOT NULL");
    Ok(transaction.session().execute(&statement.text, &statement.parameters)? > 0)
}

fn settle(
    transaction: &mut Transaction<'_>,
    mut statement: Statement,
    job: &Claimed,
) -> Result<bool, StoreError> {
    fence(&mut statement, job);
    Ok(transaction.session().execute(&statement.text, &statement.parameters)? > 0)
}

/// Zero rows mean that the lease ran out and somebody else has the job by now.
fn fence(statement: &mut Statement, job: &Claimed) {
    statement.push(" WHERE id = ");
    statement.bind(job.id.into());
    statement.push(" AND attempts = ");
    statement.bind(Value::Integer(job.attempt));
}

/// Forgets all leases. For a process that knows it is alone with the database: whoever held them
/// is dead.
pub(crate) fn release_leases(transaction: &mut Transaction<'_>) -> Result<u64, StoreError> {
    let text = "UPDATE outbox SET leased_until = NULL WHERE leased_until IS NOT NULL";
    Ok(transaction.session().execute(text, &[])?)
}

pub(crate) fn summary(
    transaction: &mut Transaction<'_>,
    topic: &str,
) -> Result<Summary, StoreError> {
    let session = transaction.session();
    let mut statement =
        Statement::new(session.dialect(), "SELECT failed, count(*) FROM outbox WHERE topic = ");
    statement.bind(topic.into());
    statement.push(" GROUP BY failed");
    let columns = [KeyType::Flag, KeyType::Integer];
    let mut summary = Summary::default();
    for row in session.query(&statement.text, &statement.parameters, &columns)? {
        let [Value::Flag(failed), Value::Integer(count)] = row.as_slice() else { continue };
        let count = u64::try_from(*count).unwrap_or(0);
        if *failed { summary.failed = count } else { summary.pending = count }
    }
    let mut statement = Statement::new(
        session.dialect(),
        "SELECT last_error FROM outbox WHERE last_error IS NOT NULL AND topic = ",
    );
    statement.bind(topic.into());
    statement.push(" ORDER BY due_at DESC, id DESC LIMIT 1");
    let rows = session.query(&statement.text, &statement.parameters, &[KeyType::Text])?;
    summary.last_error =
        rows.first().and_then(|row| row.first()).and_then(Value::as_text).map(str::to_owned);
    Ok(summary)
}
