use crate::sql::Statement;
use crate::transaction::read_document;
use crate::{Document, KeyType, Kind, StoreError, Stored, Transaction, Value};

/// How many documents are held in memory at a time. Bodies may have some megabytes each.
const BATCH: u32 = 50;

impl Transaction<'_> {
    /// Shows every document in the order of their ids, a few in memory at a time. Those that do not
    /// read as their kind are passed over: [`crate::Collection::verify`] names them.
    pub fn scan<D: Document>(
        &mut self,
        mut visit: impl FnMut(Stored<D>),
    ) -> Result<(), StoreError> {
        let mut last = String::new();
        loop {
            let rows = rows_after(self, D::KIND, &last, BATCH)?;
            let Some(id) = rows.last().and_then(|row| row[0].as_text()) else { return Ok(()) };
            id.clone_into(&mut last);
            for row in &rows {
                let is_filed = |stored: &Stored<D>| {
                    row[0].as_text() == Some(stored.document.id().to_string().as_str())
                };
                if let Some(stored) = read_document::<D>(&row[1..]).ok().filter(is_filed) {
                    visit(stored);
                }
            }
        }
    }
}

/// The next documents after an id, as rows of id, version, form and body.
pub(crate) fn rows_after(
    transaction: &mut Transaction<'_>,
    kind: &Kind,
    after: &str,
    most: u32,
) -> Result<Vec<Vec<Value>>, StoreError> {
    let now = transaction.now().as_micros();
    let session = transaction.session();
    let text = format!("SELECT id, version, form, body FROM {}", kind.name);
    let mut statement = Statement::new(session.dialect(), text);
    statement.push(" WHERE id > ");
    statement.bind(Value::from(after));
    // What has expired no longer exists and must not come back with an archive.
    if kind.expires {
        statement.push(" AND (expires_at IS NULL OR expires_at > ");
        statement.bind(Value::Integer(now));
        statement.push(")");
    }
    statement.push(" ORDER BY id LIMIT ");
    statement.bind(Value::Integer(most.into()));
    let columns = [KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Text];
    Ok(session.query(&statement.text, &statement.parameters, &columns)?)
}
