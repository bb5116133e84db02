//! Jobs that cannot be read. Nobody can do them, and nothing may wait for them; they stay, for whoever can
//! tell what they were.

use super::claim::{COLUMNS, read_claimed};
use crate::scan::{Mark, last_mark, mark_column, push_after, push_order};
use crate::session::Row;
use crate::sql::Statement;
use crate::{Fault, Findings, KeyType, StoreError, Transaction, Value};

/// How many jobs are held in memory at a time.
const BATCH: i64 = 100;
const WHY: &str = "cannot be read";

/// As if it had failed for good. By what stands in the row, which need not be an id.
pub(super) fn set_aside(transaction: &mut Transaction<'_>, id: Value) -> Result<(), StoreError> {
    let session = transaction.session();
    let text = "UPDATE outbox SET leased_until = NULL, failed = ";
    let mut statement = Statement::new(session.dialect(), text);
    statement.bind(Value::Flag(true));
    statement.push(", last_error = ");
    statement.bind(WHY.into());
    statement.push(" WHERE id = ");
    statement.bind(id);
    session.execute(&statement.text, &statement.parameters)?;
    Ok(())
}

/// Finds them. One that was set aside holds up nobody, and is told.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let mut last: Option<Mark> = None;
    loop {
        let rows = rows_after(transaction, last.as_ref())?;
        last = last_mark(&rows);
        if last.is_none() {
            return Ok(());
        }
        for row in &rows {
            let (job, more) = row.split_at(COLUMNS.len());
            let Err(why) = read_claimed("", job) else { continue };
            let fault = Fault::new("outbox.damaged", None, describe(&job[0], &more[0], why));
            let id = job[0].clone();
            match more[1] {
                Value::Flag(true) => findings.add_note(fault),
                _ => findings.add_with_mend(fault, "it is set aside", move |transaction| {
                    set_aside(transaction, id)
                }),
            }
        }
    }
}

fn describe(id: &Value, topic: &Value, why: &str) -> String {
    let (id, topic) = (id.as_text().unwrap_or_default(), topic.as_text().unwrap_or_default());
    format!("the job {id:?} of {topic:?} {WHY}: {why}")
}

fn rows_after(
    transaction: &mut Transaction<'_>,
    last: Option<&Mark>,
) -> Result<Vec<Row>, StoreError> {
    let session = transaction.session();
    let dialect = session.dialect();
    let (mark, holds) = mark_column(dialect);
    let names = "id, payload, attempts, created_at, due_at, topic, failed";
    let mut statement = Statement::new(dialect, format!("SELECT {names}, {mark} FROM outbox"));
    push_after(&mut statement, dialect, last);
    push_order(&mut statement, dialect, BATCH);
    let mut columns = COLUMNS.to_vec();
    columns.extend([KeyType::Text, KeyType::Flag, holds]);
    Ok(session.query(&statement.text, &statement.parameters, &columns)?)
}
