//! Looks for damage: documents that do not read as their kind, columns that tell something else
//! than their document, files the engine itself finds broken. Changes nothing; what can be made good
//! by itself says how.

use kernel::Id;

use crate::nul;
use crate::scan::{Mark, last_mark, mark_column, push_after, push_order};
use crate::session::{Dialect, Session};
use crate::sql::Statement;
use crate::transaction::read_document;
use crate::{Document, Fault, Findings, KeyType, StoreError, Transaction, Value};

/// How many documents are held in memory at a time.
const BATCH: i64 = 100;
/// More than any document is ever written, and far from where counting on would overflow.
const MOST_WRITES: i64 = 1 << 53;

/// What an engine finds wrong with its own files, a line each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Integrity {
    /// Rows may be there that are not found, or found twice.
    pub broken: Vec<String>,
    /// Hides nothing: room that is not used, a column that holds nothing and has to.
    pub odd: Vec<String>,
}

/// What SQLite says of the latter. Whatever else it says counts as broken.
const ODD: [&str; 5] = ["never used", " value in ", "Fragmentation of", "Freelist:", "freelist"];

pub(crate) fn integrity(session: &mut dyn Session) -> Result<Integrity, StoreError> {
    // A server checks its own files; an embedded one has only us.
    if session.dialect() == Dialect::Postgres {
        return Ok(Integrity::default());
    }
    let rows = session.query("PRAGMA integrity_check", &[], &[KeyType::Text])?;
    Ok(sort(rows.iter().filter_map(|row| row.first().and_then(Value::as_text))))
}

/// What SQLite tells, of which a row may be several lines.
fn sort<'a>(told: impl Iterator<Item = &'a str>) -> Integrity {
    let mut found = Integrity::default();
    for line in told.flat_map(str::lines).map(str::trim) {
        match line {
            "" | "ok" => {}
            // The head of what follows.
            _ if line.starts_with("***") => {}
            _ if ODD.iter().any(|odd| line.contains(odd)) => {
                found.odd.push(format!("database: {line}"));
            }
            _ => found.broken.push(format!("database: {line}")),
        }
    }
    found
}

pub(crate) fn documents<D: Document>(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let kind = D::KIND;
    let dialect = transaction.session().dialect();
    let (mark, holds) = mark_column(dialect);
    let names: Vec<_> = kind.keys.iter().map(|key| format!(", {}", key.name)).collect();
    let mut columns = vec![KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Text];
    columns.extend(kind.keys.iter().map(|key| key.holds));
    columns.push(holds);
    let mut last: Option<Mark> = None;
    loop {
        let (names, name) = (names.concat(), kind.name);
        let text = format!("SELECT id, version, form, body{names}, {mark} FROM {name}");
        let mut statement = Statement::new(dialect, text);
        push_after(&mut statement, dialect, last.as_ref());
        push_order(&mut statement, dialect, BATCH);
        let session = transaction.session();
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
                    let mend = write_again::<D>(known);
                    findings.add_with_mend(fault, "its columns are made again", mend);
                }
                (Damage::Outdated(what), Some(known)) => {
                    let fault = Fault { rule, collection, id, what: what.to_owned() };
                    findings.add_with_mend(fault, "it is written again", write_again::<D>(known));
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
        last = last_mark(&rows);
        if last.is_none() {
            return Ok(());
        }
    }
}

fn write_again<D: Document>(id: Id) -> impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> {
    move |transaction| {
        let stored = transaction.get::<D>(id)?;
        transaction.rewrite(stored)
    }
}

enum Damage {
    /// The columns that do not say what the document says, which is what counts.
    Columns(Vec<&'static str>),
    /// It does not read as its kind, or is not where it says it is.
    Unread(String),
    Other(String),
    /// It reads as its kind, and is gone when it is written again.
    Outdated(&'static str),
}

const HOLDS_NUL: &str = "holds a NUL character";

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
    if nul::is_read_from(text) {
        // It may be one that its kind leaves out when it is read.
        let again = serde_json::to_string(&document);
        return match again.is_ok_and(|text| !nul::is_read_from(&text)) {
            true => Some(Damage::Outdated(HOLDS_NUL)),
            false => other(HOLDS_NUL),
        };
    }
    let expected = document.keys();
    let differing = D::KIND.keys.iter().zip(expected.iter().zip(keys));
    let names: Vec<_> =
        differing.filter(|(_, (one, other))| one != other).map(|(key, _)| key.name).collect();
    (!names.is_empty()).then_some(Damage::Columns(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_hides_no_row_is_odd() {
        let odd =
            ["*** in database main ***\nPage 200: never used", "NULL value in navlinks.revision"];
        let broken = [
            "row 24 missing from index sqlite_autoindex_items_1",
            "wrong # of entries in index navlinks_revision",
            "*** in database main ***\nTree 21 page 21 cell 3: Rowid 7 out of order",
            "non-unique entry in index sections_place",
            "something that nobody has seen yet",
        ];
        let found = sort(odd.into_iter().chain(broken));
        assert_eq!((found.odd.len(), found.broken.len()), (2, 5), "{found:?}");
        assert!(found.odd.contains(&"database: Page 200: never used".to_owned()));
        assert_eq!(sort(["ok"].into_iter()), Integrity::default());
    }
}
