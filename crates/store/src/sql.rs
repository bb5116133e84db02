//! The statements of documents, written once for both engines. The few places where the dialects
//! differ are the methods of [`Dialect`] in this file.

use std::fmt::Write;

use crate::session::Dialect;
use crate::{Filter, KeyType, Kind, Query, StoreError, Value};

/// The columns every read of a document returns, in this order.
pub(crate) const DOCUMENT_COLUMNS: &[KeyType] =
    &[KeyType::Integer, KeyType::Integer, KeyType::Text];
const DOCUMENT_SELECT: &str = "version, form, body";

impl Dialect {
    pub(crate) fn placeholder(self, index: usize) -> String {
        match self {
            Self::Sqlite => format!("?{index}"),
            Self::Postgres => format!("${index}"),
        }
    }

    pub(crate) fn type_name(self, holds: KeyType) -> &'static str {
        match (self, holds) {
            (Self::Sqlite, KeyType::Text) => "TEXT",
            (Self::Sqlite, KeyType::Integer | KeyType::Flag) => "INTEGER",
            (Self::Sqlite, KeyType::Real) => "REAL",
            // Byte order, as in SQLite: an order that depends on a server's locale is no order.
            (Self::Postgres, KeyType::Text) => "TEXT COLLATE \"C\"",
            (Self::Postgres, KeyType::Integer) => "BIGINT",
            (Self::Postgres, KeyType::Real) => "DOUBLE PRECISION",
            (Self::Postgres, KeyType::Flag) => "BOOLEAN",
        }
    }

    /// The function that tells where a text holds another.
    fn position(self) -> &'static str {
        match self {
            Self::Sqlite => "instr",
            Self::Postgres => "strpos",
        }
    }

    /// Holds the row against other transactions until this one ends. SQLite has one writer anyway.
    fn row_lock(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE",
        }
    }
}

/// A statement that grows, with its parameters.
pub(crate) struct Statement {
    dialect: Dialect,
    pub(crate) text: String,
    pub(crate) parameters: Vec<Value>,
}

impl Statement {
    pub(crate) fn new(dialect: Dialect, text: impl Into<String>) -> Self {
        Self { dialect, text: text.into(), parameters: Vec::new() }
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn bind(&mut self, value: Value) {
        self.parameters.push(value);
        let placeholder = self.dialect.placeholder(self.parameters.len());
        self.text.push_str(&placeholder);
    }

    /// The conditions of a query, starting with the one that hides what has expired.
    fn conditions(&mut self, kind: &Kind, filters: &[Filter], now: i64) -> Result<(), StoreError> {
        let mut glue = " WHERE ";
        if kind.expires {
            self.push(glue);
            self.push("(expires_at IS NULL OR expires_at > ");
            self.bind(Value::Integer(now));
            self.push(")");
            glue = " AND ";
        }
        for filter in filters {
            // The key was checked against the kind, so no name that is not ours reaches a
            // statement.
            self.push(glue);
            self.condition(kind, filter)?;
            glue = " AND ";
        }
        Ok(())
    }

    fn condition(&mut self, kind: &Kind, filter: &Filter) -> Result<(), StoreError> {
        match filter {
            Filter::Equal(key, value) => self.compare(kind, key, " = ", value),
            Filter::NotEqual(key, value) => self.compare(kind, key, " <> ", value),
            Filter::Below(key, value) => self.compare(kind, key, " < ", value),
            Filter::Above(key, value) => self.compare(kind, key, " > ", value),
            Filter::Absent(key) => {
                self.column(kind, key)?;
                self.push(" IS NULL");
                Ok(())
            }
            Filter::Present(key) => {
                self.column(kind, key)?;
                self.push(" IS NOT NULL");
                Ok(())
            }
            Filter::OneOf(key, values) if values.is_empty() => {
                declared(kind, key)?;
                // `IN ()` is an error on both engines. Nothing is one of nothing.
                self.push("1 = 0");
                Ok(())
            }
            Filter::OneOf(key, values) => {
                self.column(kind, key)?;
                let mut glue = " IN (";
                for value in values {
                    fits(kind, key, value)?;
                    self.push(glue);
                    self.bind(value.clone());
                    glue = ", ";
                }
                self.push(")");
                Ok(())
            }
            Filter::StartsWith(key, prefix) => {
                // As a range, which an index can answer. `LIKE` would depend on the engine's idea
                // of letters.
                self.compare(kind, key, " >= ", &Value::from(prefix.as_str()))?;
                if let Some(end) = after_all_with_prefix(prefix) {
                    self.push(" AND ");
                    self.compare(kind, key, " < ", &Value::from(end))?;
                }
                Ok(())
            }
        }
    }

    fn compare(
        &mut self,
        kind: &Kind,
        key: &str,
        operator: &str,
        value: &Value,
    ) -> Result<(), StoreError> {
        self.column(kind, key)?;
        fits(kind, key, value)?;
        self.push(operator);
        self.bind(value.clone());
        Ok(())
    }

    fn ordered(
        &mut self,
        kind: &Kind,
        query: &Query,
        page: Option<kernel::Page>,
    ) -> Result<(), StoreError> {
        self.push(" ORDER BY ");
        for order in &query.order {
            declared(kind, order.key)?;
            let nullable = kind.key(order.key).is_some_and(|key| key.nullable);
            let direction = match (order.descending, nullable) {
                (false, false) => "ASC",
                (true, false) => "DESC",
                // The engines disagree about where absent values go, so it is always said.
                (false, true) => "ASC NULLS FIRST",
                (true, true) => "DESC NULLS LAST",
            };
            write!(self.text, "{} {direction}, ", order.key).expect("a string takes all text");
        }
        // Last, always: without it equal rows come in any order, and pages would repeat or skip
        // some.
        self.push("id ASC");
        if let Some(page) = page {
            self.push(" LIMIT ");
            self.bind(Value::Integer(page.limit.into()));
            self.push(" OFFSET ");
            self.bind(Value::Integer(i64::try_from(page.offset).unwrap_or(i64::MAX)));
        }
        Ok(())
    }

    fn column(&mut self, kind: &Kind, key: &str) -> Result<(), StoreError> {
        declared(kind, key)?;
        self.push(key);
        Ok(())
    }
}

fn declared(kind: &Kind, key: &str) -> Result<(), StoreError> {
    match key == "id" || kind.key(key).is_some() {
        true => Ok(()),
        false => Err(StoreError::UndeclaredKey { collection: kind.name, key: key.to_owned() }),
    }
}

/// Refuses what the engines would each take in their own way: a value of another type than its key
/// (one converts it, the other reads its bytes as something else), reals that are no numbers, and
/// text with a zero character.
pub(crate) fn fits(kind: &Kind, key: &str, value: &Value) -> Result<(), StoreError> {
    let holds = kind.key(key).map_or(KeyType::Text, |key| key.holds);
    let fits = match (value, holds) {
        (Value::Null, _)
        | (Value::Integer(_), KeyType::Integer)
        | (Value::Flag(_), KeyType::Flag) => true,
        (Value::Text(text), KeyType::Text) => !text.contains('\0'),
        (Value::Real(real), KeyType::Real) => real.is_finite(),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let collection = kind.name;
    Err(StoreError::refused(format!("{key} of {collection} cannot hold or be compared with this")))
}

/// The smallest text greater than every text with this prefix, where there is one.
fn after_all_with_prefix(prefix: &str) -> Option<String> {
    let mut characters: Vec<char> = prefix.chars().collect();
    while let Some(last) = characters.pop() {
        let next =
            // Between these two lie the surrogates, which are no characters.
            if last == '\u{d7ff}' { Some('\u{e000}') } else { char::from_u32(last as u32 + 1) };
        if let Some(next) = next {
            characters.push(next);
            return Some(characters.into_iter().collect());
        }
    }
    None
}

pub(crate) fn find(dialect: Dialect, kind: &Kind, id: Value, now: i64, lock: bool) -> Statement {
    let mut statement =
        Statement::new(dialect, format!("SELECT {DOCUMENT_SELECT} FROM {}", kind.name));
    let by_id = [Filter::Equal("id", id)];
    statement.conditions(kind, &by_id, now).expect("id is a column of every kind");
    if lock {
        statement.push(dialect.row_lock());
    }
    statement
}

pub(crate) fn list(
    dialect: Dialect,
    kind: &Kind,
    query: &Query,
    now: i64,
    page: Option<kernel::Page>,
) -> Result<Statement, StoreError> {
    let mut statement =
        Statement::new(dialect, format!("SELECT {DOCUMENT_SELECT} FROM {}", kind.name));
    statement.conditions(kind, &query.filters, now)?;
    statement.ordered(kind, query, page)?;
    Ok(statement)
}

/// The documents whose stored form holds a text, the first so many of them.
pub(crate) fn list_holding(
    dialect: Dialect,
    kind: &Kind,
    query: &Query,
    now: i64,
    text: &str,
    most: u32,
) -> Result<Statement, StoreError> {
    let mut statement =
        Statement::new(dialect, format!("SELECT {DOCUMENT_SELECT} FROM {}", kind.name));
    statement.conditions(kind, &query.filters, now)?;
    if !text.is_empty() {
        // Otherwise `conditions` has written the WHERE.
        let is_first = query.filters.is_empty() && !kind.expires;
        statement.push(if is_first { " WHERE " } else { " AND " });
        statement.push(dialect.position());
        statement.push("(lower(body), ");
        statement.bind(Value::from(text));
        statement.push(") > 0");
    }
    statement.ordered(kind, query, Some(kernel::Page::first(most)))?;
    Ok(statement)
}

/// The documents that entered or changed after a revision of their stream.
pub(crate) fn changed_since(dialect: Dialect, kind: &Kind, revision: i64) -> Statement {
    let text = format!("SELECT {DOCUMENT_SELECT} FROM {} WHERE revision > ", kind.name);
    let mut statement = Statement::new(dialect, text);
    statement.bind(Value::Integer(revision));
    // Asked for by id alone, SQLite would walk all documents in the order of their ids.
    statement.push(" ORDER BY revision, id");
    statement
}

/// Ids and versions alone, in no particular order.
pub(crate) fn versions(dialect: Dialect, kind: &Kind, now: i64) -> Statement {
    let mut statement = Statement::new(dialect, format!("SELECT id, version FROM {}", kind.name));
    statement.conditions(kind, &[], now).expect("no condition names a column");
    statement
}

pub(crate) fn count(
    dialect: Dialect,
    kind: &Kind,
    filters: &[Filter],
    now: i64,
) -> Result<Statement, StoreError> {
    let mut statement = Statement::new(dialect, format!("SELECT count(*) FROM {}", kind.name));
    statement.conditions(kind, filters, now)?;
    Ok(statement)
}

pub(crate) fn group(
    dialect: Dialect,
    kind: &Kind,
    filters: &[Filter],
    key: &str,
    now: i64,
) -> Result<Statement, StoreError> {
    declared(kind, key)?;
    let mut statement =
        Statement::new(dialect, format!("SELECT {key}, count(*) FROM {}", kind.name));
    statement.conditions(kind, filters, now)?;
    write!(statement.text, " GROUP BY {key} ORDER BY {key} ASC NULLS FIRST")
        .expect("a string takes all text");
    Ok(statement)
}

pub(crate) fn delete_where(
    dialect: Dialect,
    kind: &Kind,
    filters: &[Filter],
    now: i64,
) -> Result<Statement, StoreError> {
    let mut statement = Statement::new(dialect, format!("DELETE FROM {}", kind.name));
    statement.conditions(kind, filters, now)?;
    Ok(statement)
}

pub(crate) fn delete_expired(dialect: Dialect, collection: &str, now: i64) -> Statement {
    let text = format!("DELETE FROM {collection} WHERE expires_at <= ");
    let mut statement = Statement::new(dialect, text);
    statement.bind(Value::Integer(now));
    statement
}

/// Takes the parameters of [`written`].
pub(crate) fn insert(dialect: Dialect, kind: &Kind) -> String {
    let columns = written_columns(kind);
    let values: Vec<_> = (1..=columns.len()).map(|index| dialect.placeholder(index)).collect();
    format!("INSERT INTO {} ({}) VALUES ({})", kind.name, columns.join(", "), values.join(", "))
}

/// Takes the parameters of [`written`] and, last, the version that must still be there.
pub(crate) fn replace(dialect: Dialect, kind: &Kind) -> String {
    let columns = written_columns(kind);
    let assignments: Vec<_> = columns
        .iter()
        .enumerate()
        .skip(1)
        .map(|(index, column)| format!("{column} = {}", dialect.placeholder(index + 1)))
        .collect();
    format!(
        "UPDATE {} SET {} WHERE id = {} AND version = {}",
        kind.name,
        assignments.join(", "),
        dialect.placeholder(1),
        dialect.placeholder(columns.len() + 1),
    )
}

fn written_columns(kind: &Kind) -> Vec<&'static str> {
    let mut columns = vec!["id", "version", "form", "body"];
    if kind.expires {
        columns.push("expires_at");
    }
    if kind.stream.is_some() {
        columns.push("revision");
    }
    columns.extend(kind.keys.iter().map(|key| key.name));
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_where_the_next_one_begins() {
        assert_eq!(after_all_with_prefix("a/").as_deref(), Some("a0"));
        assert_eq!(after_all_with_prefix("a\u{d7ff}").as_deref(), Some("a\u{e000}"));
        assert_eq!(after_all_with_prefix("a\u{10ffff}").as_deref(), Some("b"));
        assert_eq!(after_all_with_prefix("\u{10ffff}"), None);
        assert_eq!(after_all_with_prefix(""), None);
    }
}
