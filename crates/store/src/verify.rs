//! Looks for damage: documents that do not read as their kind, or say something else than their
//! columns. Changes nothing; what can be made good by itself says how.

use kernel::Id;

use crate::nul;
use crate::scan::{Mark, Wanted, disputed, is_known, keys_of, read_on};
use crate::transaction::read_document;
use crate::{Document, Fault, Findings, StoreError, Transaction, Value};

/// How many documents are held in memory at a time.
const BATCH: u32 = 100;
/// More than any document is ever written, and far from where counting on would overflow.
const MOST_WRITES: i64 = 1 << 53;

pub(crate) fn documents<D: Document>(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let kind = D::KIND;
    let wanted = Wanted::documents(kind);
    let mut last: Option<Mark> = None;
    loop {
        let rows = read_on(transaction.session(), &wanted, last.as_ref(), BATCH)?;
        for row in &rows.list {
            let name = row[0].as_text().unwrap_or_default();
            let Some(damage) = damage::<D>(name, row) else { continue };
            let id = name.parse().ok();
            let (rule, collection) = ("documents.damaged", kind.name);
            match (damage, id) {
                (Damage::Columns(names), Some(known)) => {
                    let what = format!("has nothing in its column {}", names.join(", "));
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
        last = rows.next;
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
    /// The columns that hold nothing and have to.
    Columns(Vec<&'static str>),
    /// It does not read as its kind, is not where it says it is, or says something else than its column does.
    Unread(String),
    Other(String),
    /// It reads as its kind, and is gone when it is written again.
    Outdated(&'static str),
}

const HOLDS_NUL: &str = "holds a NUL character";

fn damage<D: Document>(id: &str, row: &[Value]) -> Option<Damage> {
    let other = |what: &str| Some(Damage::Other(what.to_owned()));
    let (version, keys) = (row[1].as_integer().unwrap_or(0), keys_of(D::KIND, row));
    let text = row[3].as_text().unwrap_or_default();
    let document = match read_document::<D>(&row[1..4]) {
        Ok(stored) => stored.document,
        Err(error) => return Some(Damage::Unread(error.to_string())),
    };
    if document.id().to_string() != id {
        return Some(Damage::Unread("is stored under another id".to_owned()));
    }
    if !is_known(D::KIND, &row[2]) {
        return Some(Damage::Unread("is of a form that this release does not know".to_owned()));
    }
    if let Some(key) = disputed(&document, row) {
        return Some(Damage::Unread(format!("names another {key} than its column does")));
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
    // All others say what the document says.
    let empty =
        D::KIND.keys.iter().zip(keys).filter(|(key, held)| !key.nullable && **held == Value::Null);
    let names: Vec<_> = empty.map(|(key, _)| key.name).collect();
    (!names.is_empty()).then_some(Damage::Columns(names))
}
