use std::collections::HashSet;

use kernel::Id;

use crate::session::{Dialect, Row, Session};
use crate::sql::Statement;
use crate::transaction::read_document;
use crate::{Document, Key, KeyType, Kind, StoreError, Stored, Transaction, Value};

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
                            && disputed(&stored.document, row).is_none() =>
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

/// The keys in a row of [`Wanted::documents`].
pub(crate) fn keys_of<'a>(kind: &Kind, row: &'a [Value]) -> &'a [Value] {
    let begin = 4 + usize::from(kind.expires);
    row.get(begin..begin + kind.keys.len()).unwrap_or_default()
}

/// Whether a document of this form can be here. A later form is one of a later release, or damaged.
pub(crate) fn is_known(kind: &Kind, form: &Value) -> bool {
    form.as_integer().is_some_and(|form| (1..=i64::from(kind.form)).contains(&form))
}

/// A column of which a document says one thing and its row another. Both were written at once, so one of them is
/// damaged, and nobody knows which: what would be written again may be what is wrong, and so may whatever else the
/// document says.
///
/// A column that holds nothing and has to hold something says nothing. Where it may hold nothing, that is what it says:
/// what is deleted has no place.
pub(crate) fn disputed<D: Document>(document: &D, row: &[Value]) -> Option<&'static str> {
    if !is_known(D::KIND, &row[2]) {
        return Some("form");
    }
    let says = |key: &Key, held: &Value| key.nullable || *held != Value::Null;
    let said = document.keys();
    let mut all = D::KIND.keys.iter().zip(said.iter().zip(keys_of(D::KIND, row)));
    all.find(|(key, (said, held))| said != held && says(key, held)).map(|(key, _)| key.name)
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
    /// Whether the numbers of the rows lead on. Nobody has asked before the second batch.
    leads_on: Option<bool>,
}

/// Some rows of a table, and what the next begin after. None where there are no more.
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    pub(crate) next: Option<Mark>,
}

/// Which columns of which rows.
pub(crate) struct Wanted<'a> {
    pub(crate) table: &'a str,
    pub(crate) names: String,
    pub(crate) columns: Vec<KeyType>,
    /// Only what has not expired by then.
    pub(crate) unexpired_at: Option<i64>,
}

/// The next rows after a mark, in the order of their table. The last column is one more than was asked for.
///
/// Each row is read once, and it ends, whatever is in the file: the numbers of rows may be damaged like anything else.
/// So they are trusted only where each is greater than the one before, in the whole table, and where the row of the
/// mark is found by its own. Then no other row can be taken for it. Otherwise rows are counted from the beginning,
/// which takes longer.
pub(crate) fn read_on(
    session: &mut dyn Session,
    wanted: &Wanted<'_>,
    after: Option<&Mark>,
    most: u32,
) -> Result<Rows, StoreError> {
    let passed = after.map_or(0, |mark| mark.passed);
    let (list, leads_on) = match after {
        None => (rows_from(session, wanted, passed, most)?, None),
        Some(mark) => {
            let leads_on = match mark.leads_on {
                Some(known) => known,
                None => wanted.is_ascending(session)?,
            };
            let behind = if leads_on { rows_behind(session, wanted, mark, most)? } else { None };
            let leads_on = Some(behind.is_some());
            match behind {
                Some(list) => (list, leads_on),
                None => (rows_from(session, wanted, passed, most)?, leads_on),
            }
        }
    };
    let passed = passed + i64::try_from(list.len()).unwrap_or(i64::MAX);
    let last = list.last().and_then(|row| row.last()).cloned();
    let next = last.map(|row| Mark { row, passed, leads_on });
    Ok(Rows { list, next })
}

/// Those behind the row of a mark. None where that is not found.
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
    let mut list = wanted.finish(session, statement, i64::from(most) + 1, 0)?;
    let is_found = list.first().and_then(|row| row.last()) == Some(&mark.row);
    Ok(is_found.then(|| {
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
    wanted.finish(session, statement, most.into(), passed)
}

impl Wanted<'_> {
    /// All documents, expired ones too, as rows of id, version, form and body, then when it expires, where the kind has
    /// that, its keys, and the mark.
    pub(crate) fn documents(kind: &Kind) -> Self {
        // Cast, as the flag that says that it is text may be what is damaged.
        let mut names = vec!["id", "version", "form", "CAST(body AS TEXT)"];
        let mut columns = vec![KeyType::Text, KeyType::Integer, KeyType::Integer, KeyType::Text];
        if kind.expires {
            names.push("expires_at");
            columns.push(KeyType::Integer);
        }
        names.extend(kind.keys.iter().map(|key| key.name));
        columns.extend(kind.keys.iter().map(|key| key.holds));
        Self { table: kind.name, names: names.join(", "), columns, unexpired_at: None }
    }

    /// Whether the number of each row of the table is greater than the one before. Reads all of them, where they lie.
    fn is_ascending(&self, session: &mut dyn Session) -> Result<bool, StoreError> {
        match session.dialect() {
            // It gives ids in the order in which it looks for them.
            Dialect::Postgres => Ok(true),
            Dialect::Sqlite => {
                let numbers = format!("SELECT rowid FROM {} NOT INDEXED", self.table);
                Ok(session.is_ascending(&numbers)?)
            }
        }
    }

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

/// The next documents after a mark, as rows of [`Wanted::documents`].
pub(crate) fn rows_after(
    transaction: &mut Transaction<'_>,
    kind: &Kind,
    after: Option<&Mark>,
    most: u32,
) -> Result<Rows, StoreError> {
    // What has expired no longer exists and must not come back with an archive.
    let unexpired_at = kind.expires.then(|| transaction.now().as_micros());
    let wanted = Wanted { unexpired_at, ..Wanted::documents(kind) };
    read_on(transaction.session(), &wanted, after, most)
}
