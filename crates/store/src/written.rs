//! Documents as the rows they are stored in.

use crate::session::Row;
use crate::sql::fits;
use crate::{Document, StoreError, Value, nul};

/// The row of a document that somebody writes now. Whatever was read from a request, an import would refuse it with a
/// NUL, wherever in the document it came from; so it is refused here, before anybody relies on it.
pub(crate) fn written_anew<D: Document>(
    document: &D,
    version: i64,
    revision: i64,
) -> Result<Row, StoreError> {
    let body = body(document)?;
    match nul::is_in(&body) {
        true => Err(StoreError::Unfit { collection: D::KIND.name, id: document.id() }),
        false => row(document, body, version, revision),
    }
}

/// A document's row in the order of `sql::written_columns`, as it was written once.
pub(crate) fn written<D: Document>(
    document: &D,
    version: i64,
    revision: i64,
) -> Result<Row, StoreError> {
    row(document, body(document)?, version, revision)
}

fn body<D: Document>(document: &D) -> Result<String, StoreError> {
    serde_json::to_string(document)
        .map_err(|cause| StoreError::Unreadable { collection: D::KIND.name, cause })
}

fn row<D: Document>(
    document: &D,
    body: String,
    version: i64,
    revision: i64,
) -> Result<Row, StoreError> {
    let kind = D::KIND;
    let mut row = vec![
        Value::from(document.id()),
        Value::Integer(version),
        Value::Integer(kind.form.into()),
        Value::Text(body),
    ];
    if kind.expires {
        row.push(document.expires_at().into());
    }
    if kind.stream.is_some() {
        row.push(Value::Integer(revision));
    }
    let keys = document.keys();
    // A slip of ours that no input can cause.
    assert_eq!(keys.len(), kind.keys.len(), "{} hands over a value for each key", kind.name);
    for (key, value) in kind.keys.iter().zip(&keys) {
        fits(kind, key.name, value)?;
    }
    row.extend(keys);
    Ok(row)
}
