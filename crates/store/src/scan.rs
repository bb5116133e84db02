use std::collections::HashSet;

use kernel::Id;

use crate::session::Dialect;
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
    /// Shows every document that reads as its kind, in the order of their rows, a few in memory at a
    /// time, and tells which there are, also of the others. [`crate::Collection::verify`] names those.
    pub fn scan<D: Document>(
        &mut self,
        mut visit: impl FnMut(Stored<D>),
    ) -> Result<Present, StoreError> {
        let mut present = Present::default();
        let mut last: Option<Mark> = None;
        loop {
            let rows = rows_after(self, D::KIND, last.as_ref(), BATCH)?;
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
            last = last_mark(&rows);
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

/// Where a row stands among those of its table, for going on after it.
///
/// In SQLite that is its number and no index is asked: of rows that an index does not know nobody would be told, and whatever
/// is held to be there no more is removed by a repair. Nor is an id, which need not be a text. PostgreSQL
/// numbers no rows, so there it is the id.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark(Value);

/// What the mark is called among the columns, and what it holds. It is the last of them.
pub(crate) fn mark_column(dialect: Dialect) -> (&'static str, KeyType) {
    match dialect {
        Dialect::Sqlite => ("rowid", KeyType::Integer),
        Dialect::Postgres => ("id", KeyType::Text),
    }
}

/// What the next rows begin after. None where there are no more.
pub(crate) fn last_mark(rows: &[Vec<Value>]) -> Option<Mark> {
    rows.last()?.last().cloned().map(Mark)
}

/// The condition for rows after a mark, or for all of them.
pub(crate) fn push_after(statement: &mut Statement, dialect: Dialect, after: Option<&Mark>) {
    let (name, first) = match dialect {
        Dialect::Sqlite => (" NOT INDEXED WHERE rowid", Value::Integer(i64::MIN)),
        // Even an empty text may be the id of a damaged one.
        Dialect::Postgres => (" WHERE id", Value::from("")),
    };
    statement.push(name);
    statement.push(if after.is_some() { " > " } else { " >= " });
    statement.bind(after.map_or(first, |Mark(value)| value.clone()));
}

/// The order that goes with [`push_after`], and how many.
pub(crate) fn push_order(statement: &mut Statement, dialect: Dialect, most: i64) {
    let (name, _) = mark_column(dialect);
    statement.push(&format!(" ORDER BY {name} LIMIT "));
    statement.bind(Value::Integer(most));
}

/// The next documents after a mark, as rows of id, version, form and body, then when it expires, where
/// the kind has that, its keys, and the mark.
pub(crate) fn rows_after(
    transaction: &mut Transaction<'_>,
    kind: &Kind,
    after: Option<&Mark>,
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
    let dialect = session.dialect();
    let (mark, holds) = mark_column(dialect);
    names.push(mark);
    columns.push(holds);
    let text = format!("SELECT {} FROM {}", names.join(", "), kind.name);
    let mut statement = Statement::new(dialect, text);
    push_after(&mut statement, dialect, after);
    // What has expired no longer exists and must not come back with an archive.
    if kind.expires {
        statement.push(" AND (expires_at IS NULL OR expires_at > ");
        statement.bind(Value::Integer(now));
        statement.push(")");
    }
    push_order(&mut statement, dialect, most.into());
    Ok(session.query(&statement.text, &statement.parameters, &columns)?)
}
