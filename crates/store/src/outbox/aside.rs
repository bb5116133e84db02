//! Jobs that cannot be read. Nobody can do them, and nothing may wait for them; they stay, for whoever can
//! tell what they were.

use super::claim::{COLUMNS, read_claimed};
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
    let mut last = String::new();
    loop {
        let rows = rows_after(transaction, &last)?;
        let Some(id) = rows.last().and_then(|row| row[0].as_text()) else { return Ok(()) };
        if id == last {
            // What is no text at all comes again after its own name.
            return Ok(());
        }
        id.clone_into(&mut last);
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

fn rows_after(transaction: &mut Transaction<'_>, last: &str) -> Result<Vec<Row>, StoreError> {
    let session = transaction.session();
    let mut statement = Statement::new(
        session.dialect(),
        "SELECT id, payload, attempts, created_at, due_at, topic, failed FROM outbox WHERE id > ",
    );
    statement.bind(last.into());
    statement.push(" ORDER BY id LIMIT ");
    statement.bind(Value::Integer(BATCH));
    let mut columns = COLUMNS.to_vec();
    columns.extend([KeyType::Text, KeyType::Flag]);
    Ok(session.query(&statement.text, &statement.parameters, &columns)?)
}
