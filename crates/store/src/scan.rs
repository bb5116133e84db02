use std::collections::HashSet;

use kernel::Id;

use crate::session::{Dialect, Row, Session};
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
            for row in &rows.list {
                match read_document::<D>(&row[1..4]) {
                    Ok(stored)
                        if is_filed(row, &stored.document)
                            && disputed(&stored.document, keys_of(D::KIND, row)).is_none() =>
                    {
                        present.read.insert(stored.document.id());
                        visit(stored);
                    }
                    Ok(stored) => present.add_unread(row, Some(stored.document.id())),
                    Err(_) => present.add_unread(row, None),
                }
            }
            last = rows.next;
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

/// The keys in a row of [`rows_after`].
pub(crate) fn keys_of<'a>(kind: &Kind, row: &'a [Value]) -> &'a [Value] {
    let begin = 4 + usize::from(kind.expires);
    row.get(begin..begin + kind.keys.len()).unwrap_or_default()
}

/// The key in which a document and its column name two things by their ids. Nobody knows which is meant, and what
/// would be written again may be what is wrong.
pub(crate) fn disputed<D: Document>(document: &D, keys: &[Value]) -> Option<&'static str> {
    let id = |value: &Value| value.as_text().and_then(|text| text.parse::<Id>().ok());
    let differ = |one: &Value, other: &Value| match (id(one), id(other)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    };
    let said = document.keys();
    let mut both = D::KIND.keys.iter().zip(said.iter().zip(keys));
    both.find(|(_, (one, other))| differ(one, other)).map(|(key, _)| key.name)
}

/// Where a row stands among those of its table, for going on after it.
///
/// In SQLite that is its number and no index is asked: of rows that an index does not know nobody would be told, and whatever
/// is held to be there no more is removed by a repair. Nor is an id, which need not be a text. PostgreSQL
/// numbers no rows, so there it is the id.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    row: Value,
    /// How many rows were read up to it.
    passed: i64,
    /// Whether the numbers of the rows are in no order, so that only counting leads on.
    is_counted: bool,
}

/// Some rows of a table, and what the next begin after. None where there are no more.
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    pub(crate) next: Option<Mark>,
}

/// Which columns of which rows.
pub(crate) struct Wanted<'a> {
    pub(crate) table: &'a str,
    pub(crate) names: &'a str,
    pub(crate) columns: Vec<KeyType>,
    /// Only what has not expired by then.
    pub(crate) unexpired_at: Option<i64>,
}

/// The next rows after a mark, in the order of their table. The last column is one more than was asked for.
///
/// Comes to an end whatever is in the file: the numbers of rows may be damaged like anything else, and whoever goes on
/// after one that is too small reads the same rows for ever. So the row of the mark is looked for, and where it is not
/// found, or what follows is not in order, rows are counted from the beginning. That takes longer, and leaves out none.
pub(crate) fn read_on(
    session: &mut dyn Session,
    wanted: &Wanted<'_>,
    after: Option<&Mark>,
    most: u32,
) -> Result<Rows, StoreError> {
    let mut list = None;
    if let Some(mark) = after.filter(|mark| !mark.is_counted) {
        list = rows_behind(session, wanted, mark, most)?;
    }
    let passed = after.map_or(0, |mark| mark.passed);
    let mut is_counted = after.is_some() && list.is_none();
    let mut list = match list {
        Some(list) => list,
        None => rows_from(session, wanted, passed, most)?,
    };
    is_counted |= !is_ordered(&list);
    // One more was read: the last is in order only if the next is.
    list.truncate(most as usize);
    let passed = passed + i64::try_from(list.len()).unwrap_or(i64::MAX);
    let last = list.last().and_then(|row| row.last()).cloned();
    let next = last.map(|row| Mark { row, passed, is_counted });
    Ok(Rows { list, next })
}

/// Those behind the row of a mark. None where that is not found, or not all are behind it.
fn rows_behind(
    session: &mut dyn Session,
    wanted: &Wanted<'_>,
    mark: &Mark,
    most: u32,
) -> Result<Option<Vec<Row>>, StoreError> {
    let dialect = session.dialect();
    let mut statement = wanted.begin(dialect);
    if dialect == Dialect::Postgres {
        statement.push(" AND id > ");
        statement.bind(mark.row.clone());
        return Ok(Some(wanted.finish(session, statement, most.into(), 0)?));
    }
    statement.push(" AND rowid >= ");
    statement.bind(mark.row.clone());
    let mut list = wanted.finish(session, statement, i64::from(most) + 2, 0)?;
    let is_found = list.first().and_then(|row| row.last()) == Some(&mark.row);
    Ok((is_found && is_ordered(&list)).then(|| {
        list.remove(0);
        list
    }))
}

/// Those that come after so many.
fn rows_from(
    session: &mut dyn Session,
    wanted: &Wanted<'_>,
    passed: i64,
    most: u32,
) -> Result<Vec<Row>, StoreError> {
    let statement = wanted.begin(session.dialect());
    wanted.finish(session, statement, i64::from(most) + 1, passed)
}

/// Ids of PostgreSQL are in the order that it gives them.
fn is_ordered(rows: &[Row]) -> bool {
    let numbers = rows.iter().filter_map(|row| row.last()?.as_integer());
    numbers.is_sorted_by(|one, next| one < next)
}

impl Wanted<'_> {
    fn begin(&self, dialect: Dialect) -> Statement {
        let Self { table, names, .. } = self;
        let (mark, how) = match dialect {
            Dialect::Sqlite => ("rowid", " NOT INDEXED"),
            Dialect::Postgres => ("id", ""),
        };
        let text = format!("SELECT {names}, {mark} FROM {table}{how} WHERE TRUE");
        Statement::new(dialect, text)
    }

    fn finish(
        &self,
        session: &mut dyn Session,
        mut statement: Statement,
        most: i64,
        passed: i64,
    ) -> Result<Vec<Row>, StoreError> {
        if let Some(now) = self.unexpired_at {
            statement.push(" AND (expires_at IS NULL OR expires_at > ");
            statement.bind(Value::Integer(now));
            statement.push(")");
        }
        let (mark, holds) = match session.dialect() {
            Dialect::Sqlite => ("rowid", KeyType::Integer),
            Dialect::Postgres => ("id", KeyType::Text),
        };
        statement.push(&format!(" ORDER BY {mark} LIMIT "));
        statement.bind(Value::Integer(most));
        if passed > 0 {
            statement.push(" OFFSET ");
            statement.bind(Value::Integer(passed));
        }
        let columns = [self.columns.as_slice(), &[holds]].concat();
        Ok(session.query(&statement.text, &statement.parameters, &columns)?)
    }
}

/// The next documents after a mark, as rows of id, version, form and body, then when it expires, where
/// the kind has that, its keys, and the mark.
pub(crate) fn rows_after(
    transaction: &mut Transaction<'_>,
    kind: &Kind,
    after: Option<&Mark>,
    most: u32,
) -> Result<Rows, StoreError> {
    // What has expired no longer exists and must not come back with an archive.
    let unexpired_at = kind.expires.then(|| transaction.now().as_micros());
    // Cast, as the flag that says that it is text may be what is damaged.
    let mut names = vec!["id", "version", "form", "CAST(body AS TEXT)"];
    let mut columns = vec![KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Text];
    if kind.expires {
        names.push("expires_at");
        columns.push(KeyType::Integer);
    }
    names.extend(kind.keys.iter().map(|key| key.name));
    columns.extend(kind.keys.iter().map(|key| key.holds));
    let names = &names.join(", ");
    let wanted = Wanted { table: kind.name, names, columns, unexpired_at };
    read_on(transaction.session(), &wanted, after, most)
}
