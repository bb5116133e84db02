use std::collections::HashSet;

use kernel::Id;

use crate::sql::Statement;
use crate::transaction::read_document;
use crate::{Document, KeyType, Kind, StoreError, Stored, Transaction, Value};

/// How many documents are held in memory at a time. Bodies may have some megabytes each.
const BATCH: u32 = 50;

/// Which documents a collection has, as a scan came by them: those that read as their kind, and those
/// that do not. A document that cannot be read is there; whoever asks whether something still belongs to
/// a document asks here, and cannot forget those.
#[derive(Clone, Debug, Default)]
pub struct Present {
    read: HashSet<Id>,
    unread: HashSet<Id>,
    /// Rows of which not even the id can be told.
    nameless: usize,
}

impl Present {
    /// Whether it is there, or may be: a row without a name may be any document.
    pub fn has(&self, id: Id) -> bool {
        self.read.contains(&id) || self.is_unread(id)
    }

    /// Whether it is there, or may be, and cannot be read.
    pub fn is_unread(&self, id: Id) -> bool {
        self.unread.contains(&id) || (self.nameless > 0 && !self.read.contains(&id))
    }

    /// Whether each document could be read.
    pub fn is_known(&self) -> bool {
        self.unread.is_empty() && self.nameless == 0
    }

    /// Those that have an id and cannot be read.
    pub fn unread(&self) -> impl Iterator<Item = Id> {
        self.unread.iter().copied()
    }

    fn add_unread(&mut self, row: &[Value], inside: Option<Id>) {
        let named = row[0].as_text().and_then(|id| id.parse().ok());
        self.nameless += usize::from(named.is_none() && inside.is_none());
        // Filed under one id and telling another: what belongs to either is left alone.
        self.unread.extend(named.into_iter().chain(inside));
    }
}

impl Transaction<'_> {
    /// Shows every document that reads as its kind, in the order of their ids, a few in memory at a
    /// time, and tells which there are, also of the others. [`crate::Collection::verify`] names those.
    pub fn scan<D: Document>(
        &mut self,
        mut visit: impl FnMut(Stored<D>),
    ) -> Result<Present, StoreError> {
        let mut present = Present::default();
        let mut last: Option<String> = None;
        loop {
            let rows = rows_after(self, D::KIND, last.as_deref(), BATCH)?;
            for row in &rows {
                match read_document::<D>(&row[1..4]) {
                    Ok(stored) if is_filed(row, &stored.document) => {
                        present.read.insert(stored.document.id());
                        visit(stored);
                    }
                    Ok(stored) => present.add_unread(row, Some(stored.document.id())),
                    Err(_) => present.add_unread(row, None),
                }
            }
            last = last_id(&rows);
            if last.is_none() {
                break;
            }
        }
        present.unread.extend(self.kept(D::KIND.name));
        Ok(present)
    }

    /// Which documents there are.
    pub fn present<D: Document>(&mut self) -> Result<Present, StoreError> {
        self.scan::<D>(|_| {})
    }
}

/// Whether a document is stored under its own id.
pub(crate) fn is_filed<D: Document>(row: &[Value], document: &D) -> bool {
    row[0].as_text() == Some(document.id().to_string().as_str())
}

/// What the next rows begin after. None where there are no more, or only such whose id is no text: those
/// are behind all others, and what comes after one of them nobody can ask for.
pub(crate) fn last_id(rows: &[Vec<Value>]) -> Option<String> {
    rows.last()?[0].as_text().map(ToOwned::to_owned)
}

/// The condition for rows after an id, or for all of them. Even an empty text may be the id of a damaged
/// one.
pub(crate) fn push_after(statement: &mut Statement, after: Option<&str>) {
    statement.push(if after.is_some() { " WHERE id > " } else { " WHERE id >= " });
    statement.bind(Value::from(after.unwrap_or_default()));
}

/// The next documents after an id, as rows of id, version, form and body, then when it expires, where
/// the kind has that, and its keys.
pub(crate) fn rows_after(
    transaction: &mut Transaction<'_>,
    kind: &Kind,
    after: Option<&str>,
    most: u32,
) -> Result<Vec<Vec<Value>>, StoreError> {
    let now = transaction.now().as_micros();
    let session = transaction.session();
    // Cast, as the flag that says that it is text may be what is damaged.
    let mut names = vec!["id", "version", "form", "CAST(body AS TEXT)"];
    let mut columns = vec![KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Text];
    if kind.expires {
        names.push("expires_at");
        columns.push(KeyType::Integer);
    }
    names.extend(kind.keys.iter().map(|key| key.name));
    columns.extend(kind.keys.iter().map(|key| key.holds));
    let text = format!("SELECT {} FROM {}", names.join(", "), kind.name);
    let mut statement = Statement::new(session.dialect(), text);
    push_after(&mut statement, after);
    // What has expired no longer exists and must not come back with an archive.
    if kind.expires {
        statement.push(" AND (expires_at IS NULL OR expires_at > ");
        statement.bind(Value::Integer(now));
        statement.push(")");
    }
    statement.push(" ORDER BY id LIMIT ");
    statement.bind(Value::Integer(most.into()));
    Ok(session.query(&statement.text, &statement.parameters, &columns)?)
}
