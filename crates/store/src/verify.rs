//! Looks for damage: documents that do not read as their kind, columns that tell something else
//! than their document, files the engine itself finds broken. Changes nothing.

use crate::session::{Dialect, Session};
use crate::sql::Statement;
use crate::transaction::read_document;
use crate::{Document, KeyType, StoreError, Transaction, Value};

/// How many documents are held in memory at a time.
const BATCH: i64 = 500;

pub(crate) fn integrity(session: &mut dyn Session) -> Result<Vec<String>, StoreError> {
    // A server checks its own files; an embedded one has only us.
    if session.dialect() == Dialect::Postgres {
        return Ok(Vec::new());
    }
    let rows = session.query("PRAGMA integrity_check", &[], &[KeyType::Text])?;
    let lines = rows.iter().filter_map(|row| row.first().and_then(Value::as_text));
    Ok(lines.filter(|line| *line != "ok").map(|line| format!("database: {line}")).collect())
}

pub(crate) fn documents<D: Document>(
    transaction: &mut Transaction<'_>,
) -> Result<Vec<String>, StoreError> {
    let kind = D::KIND;
    let names: Vec<_> = kind.keys.iter().map(|key| format!(", {}", key.name)).collect();
    let mut columns = vec![KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Text];
    columns.extend(kind.keys.iter().map(|key| key.holds));
    let mut faults = Vec::new();
    let mut last = String::new();
    loop {
        let session = transaction.session();
        let text = format!("SELECT id, version, form, body{} FROM {}", names.concat(), kind.name);
        let mut statement = Statement::new(session.dialect(), text);
        statement.push(" WHERE id > ");
        statement.bind(Value::from(last.as_str()));
        statement.push(" ORDER BY id LIMIT ");
        statement.bind(Value::Integer(BATCH));
        let rows = session.query(&statement.text, &statement.parameters, &columns)?;
        for row in &rows {
            let (document, keys) = row.split_at(4);
            last = document[0].as_text().unwrap_or_default().to_owned();
            if let Some(fault) = fault::<D>(&last, &document[1..], keys) {
                faults.push(format!("{} {last}: {fault}", kind.name));
            }
        }
        // An empty batch and not a short one: simpler, and one more query for a whole collection.
        if rows.is_empty() {
            return Ok(faults);
        }
    }
}

fn fault<D: Document>(id: &str, document: &[Value], keys: &[Value]) -> Option<String> {
    let document = match read_document::<D>(document) {
        Ok(stored) => stored.document,
        Err(error) => return Some(error.to_string()),
    };
    if document.id().to_string() != id {
        return Some("is stored under another id".to_owned());
    }
    let expected = document.keys();
    let differing = D::KIND.keys.iter().zip(expected.iter().zip(keys));
    let names: Vec<_> =
        differing.filter(|(_, (one, other))| one != other).map(|(key, _)| key.name).collect();
    (!names.is_empty()).then(|| format!("differs from its columns in {}", names.join(", ")))
}
