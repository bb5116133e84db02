use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ffi, params_from_iter};

use crate::session::{Dialect, Failure, Row, Session, Violated};
use crate::{KeyType, Value};

pub(super) struct SqliteSession<'a> {
    connection: &'a Connection,
}

impl<'a> SqliteSession<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self { connection }
    }
}

impl Session for SqliteSession<'_> {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Failure> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failure)?;
        let touched = statement.execute(params_from_iter(parameters)).map_err(failure)?;
        Ok(touched as u64)
    }

    fn execute_each(&mut self, sql: &str, rows: &[Row]) -> Result<Vec<u64>, Failure> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failure)?;
        rows.iter()
            .map(|row| {
                let touched = statement.execute(params_from_iter(row)).map_err(failure)?;
                Ok(touched as u64)
            })
            .collect()
    }

    fn query(
        &mut self,
        sql: &str,
        parameters: &[Value],
        columns: &[KeyType],
    ) -> Result<Vec<Row>, Failure> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failure)?;
        let mut rows = statement.query(params_from_iter(parameters)).map_err(failure)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failure)? {
            let values = columns
                .iter()
                .enumerate()
                .map(|(index, holds)| {
                    row.get_ref(index).map(|value| read(value, *holds)).map_err(failure)
                })
                .collect::<Result<Row, _>>()?;
            found.push(values);
        }
        Ok(found)
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Flag(flag) => ValueRef::Integer(i64::from(*flag)),
        }))
    }
}

fn read(value: ValueRef<'_>, holds: KeyType) -> Value {
    match (value, holds) {
        (ValueRef::Null | ValueRef::Blob(_), _) => Value::Null,
        (ValueRef::Integer(number), KeyType::Flag) => Value::Flag(number != 0),
        (ValueRef::Integer(number), _) => Value::Integer(number),
        (ValueRef::Real(number), _) => Value::Real(number),
        (ValueRef::Text(text), _) => Value::Text(String::from_utf8_lossy(text).into_owned()),
    }
}

pub(super) fn failure(error: rusqlite::Error) -> Failure {
    let rusqlite::Error::SqliteFailure(code, message) = &error else {
        return Failure::Refused(error.into());
    };
    match code.extended_code {
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
            Failure::Unique(violated(message.as_deref().unwrap_or_default()))
        }
        _ if is_passing(&error) => Failure::Unavailable(error.into()),
        _ => Failure::Refused(error.into()),
    }
}

/// Whether the same call may succeed when the disk or another process is in a better mood.
pub(super) fn is_passing(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::DiskFull
                | ErrorCode::CannotOpen
                | ErrorCode::SystemIoFailure
        )
    )
}

/// SQLite names the columns: `UNIQUE constraint failed: sections.parent_id, sections.slug`.
fn violated(message: &str) -> Violated {
    let columns = message.rsplit(": ").next().unwrap_or_default();
    Violated::Columns(
        columns
            .split(", ")
            .map(|column| column.rsplit('.').next().unwrap_or(column).to_owned())
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_rule_is_told_by_its_columns() {
        let columns = |message| match violated(message) {
            Violated::Columns(columns) => columns,
            Violated::Rule(rule) => vec![rule],
        };
        let message = "UNIQUE constraint failed: sections.parent_id, sections.slug";
        assert_eq!(columns(message), ["parent_id", "slug"]);
        assert_eq!(columns("UNIQUE constraint failed: navlinks.id"), ["id"]);
    }
}
