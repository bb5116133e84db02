//! Jobs that were noted by a clock that was ahead. They would wait, or seem to be in hand, for as long as it was
//! set back by.

use std::time::Duration;

use kernel::Timestamp;

use super::Backoff;
use crate::sql::Statement;
use crate::{KeyType, StoreError, Transaction, Value};

/// How far ahead the times of a topic's jobs can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    pub(crate) lease: Duration,
    pub(crate) longest_pause: Duration,
}

impl Horizon {
    pub(crate) fn of(lease: Duration, backoff: Backoff) -> Self {
        Self { lease, longest_pause: backoff.longest }
    }
}

pub(crate) fn is_beyond(
    transaction: &mut Transaction<'_>,
    topic: &str,
    horizon: Horizon,
) -> Result<bool, StoreError> {
    let now = transaction.now();
    let session = transaction.session();
    let mut statement = Statement::new(session.dialect(), "SELECT attempts FROM outbox");
    beyond(&mut statement, topic, horizon, now);
    statement.push(" LIMIT 1");
    let rows = session.query(&statement.text, &statement.parameters, &[KeyType::Integer])?;
    Ok(!rows.is_empty())
}

/// Makes them due, and nobody's. How many there were.
pub(crate) fn bring_back(
    transaction: &mut Transaction<'_>,
    topic: &str,
    horizon: Horizon,
) -> Result<u64, StoreError> {
    let now = transaction.now();
    let session = transaction.session();
    let mut statement = Statement::new(
        session.dialect(),
        "UPDATE outbox SET leased_until = NULL, created_at = CASE WHEN created_at > ",
    );
    statement.bind(now.into());
    // How old it is counts for giving up.
    statement.push(" THEN ");
    statement.bind(now.into());
    statement.push(" ELSE created_at END, due_at = CASE WHEN due_at > ");
    statement.bind(now.into());
    statement.push(" THEN ");
    statement.bind(now.into());
    statement.push(" ELSE due_at END");
    beyond(&mut statement, topic, horizon, now);
    Ok(session.execute(&statement.text, &statement.parameters)?)
}

/// A job for a certain time may be as far ahead as it likes until it was tried.
fn beyond(statement: &mut Statement, topic: &str, horizon: Horizon, now: Timestamp) {
    statement.push(" WHERE topic = ");
    statement.bind(topic.into());
    statement.push(" AND failed = ");
    statement.bind(Value::Flag(false));
    statement.push(" AND ((attempts = 0 AND due_at = created_at AND due_at > ");
    statement.bind(now.latest().into());
    statement.push(") OR (attempts > 0 AND due_at > ");
    statement.bind(now.plus(horizon.longest_pause).latest().into());
    statement.push(") OR leased_until > ");
    statement.bind(now.plus(horizon.lease).latest().into());
    statement.push(")");
}
