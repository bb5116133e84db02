//! Jobs that cannot be read. Nobody can do them, and nothing may wait for them; they stay, for whoever can
//! tell what they were.

use super::claim::{COLUMNS, read_claimed};
use crate::scan::{Mark, Rows, Wanted, read_on};
use crate::sql::Statement;
use crate::{Fault, Findings, KeyType, StoreError, Transaction, Value};

/// How many jobs are held in memory at a time.
const BATCH: u32 = 100;
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
        last = rows.next;
        if last.is_none() {
            return Ok(());
        }
        for row in &rows.list {
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

fn rows_after(transaction: &mut Transaction<'_>, last: Option<&Mark>) -> Result<Rows, StoreError> {
    let names = "id, payload, attempts, created_at, due_at, topic, failed".to_owned();
    let columns = [&COLUMNS[..], &[KeyType::Text, KeyType::Flag]].concat();
    let wanted = Wanted { table: "outbox", names, columns, unexpired_at: None };
    read_on(transaction.session(), &wanted, last, BATCH)
}
