//! Looks for damage: documents that do not read as their kind, columns that tell something else
//! than their document, files the engine itself finds broken. Changes nothing; what can be made good
//! by itself says how.

use crate::scan::{last_id, push_after};
use crate::session::{Dialect, Session};
use crate::sql::Statement;
use crate::transaction::read_document;
use crate::{Document, Fault, Findings, KeyType, StoreError, Transaction, Value};

/// How many documents are held in memory at a time.
const BATCH: i64 = 100;
/// More than any document is ever written, and far from where counting on would overflow.
const MOST_WRITES: i64 = 1 << 53;

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
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let kind = D::KIND;
    let names: Vec<_> = kind.keys.iter().map(|key| format!(", {}", key.name)).collect();
    let mut columns = vec![KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Text];
    columns.extend(kind.keys.iter().map(|key| key.holds));
    let mut last: Option<String> = None;
    loop {
        let session = transaction.session();
        let text = format!("SELECT id, version, form, body{} FROM {}", names.concat(), kind.name);
        let mut statement = Statement::new(session.dialect(), text);
        push_after(&mut statement, last.as_deref());
        statement.push(" ORDER BY id LIMIT ");
        statement.bind(Value::Integer(BATCH));
        let rows = session.query(&statement.text, &statement.parameters, &columns)?;
        for row in &rows {
            let (document, keys) = row.split_at(4);
            let name = document[0].as_text().unwrap_or_default();
            let Some(damage) = damage::<D>(name, &document[1..], keys) else { continue };
            let id = name.parse().ok();
            let (rule, collection) = ("documents.damaged", kind.name);
            match (damage, id) {
                (Damage::Columns(names), Some(known)) => {
                    let what = format!("differs from its columns in {}", names.join(", "));
                    let fault = Fault { rule, collection, id, what };
                    findings.add_with_mend(fault, "its columns are made again", move |all| {
                        let stored = all.get::<D>(known)?;
                        all.rewrite(stored)
                    });
                }
                (Damage::Other(what), Some(_)) => {
                    findings.add(Fault { rule, collection, id, what });
                }
                (Damage::Unread(what), Some(_)) => {
                    findings.add_unread(Fault { rule, collection, id, what });
                }
                (_, None) => {
                    let what = format!("has a document under {name:?}, which is no id");
                    findings.add_unread(Fault { rule, collection, id, what });
                }
            }
        }
        // An empty batch and not a short one: simpler, and one more query for a whole collection.
        last = last_id(&rows);
        if last.is_none() {
            return Ok(());
        }
    }
}

enum Damage {
    /// The columns that do not say what the document says, which is what counts.
    Columns(Vec<&'static str>),
    /// It does not read as its kind, or is not where it says it is.
    Unread(String),
    Other(String),
}

fn damage<D: Document>(id: &str, document: &[Value], keys: &[Value]) -> Option<Damage> {
    let other = |what: &str| Some(Damage::Other(what.to_owned()));
    let version = document[0].as_integer().unwrap_or(0);
    let text = document[2].as_text().unwrap_or_default();
    let document = match read_document::<D>(document) {
        Ok(stored) => stored.document,
        Err(error) => return Some(Damage::Unread(error.to_string())),
    };
    if document.id().to_string() != id {
        return Some(Damage::Unread("is stored under another id".to_owned()));
    }
    if !(1..=MOST_WRITES).contains(&version) {
        return other("has a version that no document can have");
    }
    if holds_nul(text) {
        return other("holds a NUL character");
    }
    let expected = document.keys();
    let differing = D::KIND.keys.iter().zip(expected.iter().zip(keys));
    let names: Vec<_> =
        differing.filter(|(_, (one, other))| one != other).map(|(key, _)| key.name).collect();
    (!names.is_empty()).then_some(Damage::Columns(names))
}

/// Whether a document, as its text, has a NUL in one of its own texts. No request may bring one, and one
/// of the databases cannot keep it in a column.
fn holds_nul(json: &str) -> bool {
    fn within(value: &serde_json::Value) -> bool {
        match value {
            serde_json::Value::String(text) => text.contains('\0'),
            serde_json::Value::Array(values) => values.iter().any(within),
            serde_json::Value::Object(members) => {
                members.iter().any(|(name, value)| name.contains('\0') || within(value))
            }
            _ => false,
        }
    }
    // In JSON it can only be written so. Hardly any document has these letters, so hardly any is parsed
    // a second time.
    json.contains("\\u0000") && serde_json::from_str(json).is_ok_and(|value| within(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_told_from_the_letters_that_spell_one() {
        assert!(holds_nul(r#"{"a":["x\u0000"]}"#));
        assert!(holds_nul("{\"a\\u0000\":1}"));
        assert!(!holds_nul(r#"{"a":"\\u0000"}"#));
        assert!(!holds_nul(r#"{"a":"u0000"}"#));
    }
}
