use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ffi, params_from_iter};

use crate::session::{ABANDONED, Dialect, Failure, GO_BACK, Row, Session, Violated};
use crate::{KeyType, StoreError, Value};

pub(super) struct SqliteSession<'a> {
    connection: &'a Connection,
    /// Whether the connection was opened as one that must not write.
    only_reads: bool,
    failed: bool,
}

impl<'a> SqliteSession<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self { connection, only_reads: false, failed: false }
    }

    pub(super) fn reading(connection: &'a Connection) -> Self {
        Self { connection, only_reads: true, failed: false }
    }

    /// Whether what was written so far may be kept.
    pub(super) fn is_intact(&self) -> Result<(), StoreError> {
        if self.failed { Err(StoreError::refused(ABANDONED)) } else { Ok(()) }
    }

    fn attempt<T>(
        &mut self,
        statement: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Failure> {
        if self.failed {
            return Err(Failure::Refused(ABANDONED.into()));
        }
        statement(self.connection).map_err(|error| {
            self.failed = true;
            // To write on such a connection is a mistake of ours, not a file that only reads for now.
            match self.only_reads && error.sqlite_error_code() == Some(ErrorCode::ReadOnly) {
                true => Failure::Refused(error.into()),
                false => failure(error),
            }
        })
    }
}

impl Session for SqliteSession<'_> {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Failure> {
        self.attempt(|connection| {
            let touched = connection.prepare_cached(sql)?.execute(params_from_iter(parameters))?;
            Ok(touched as u64)
        })
    }

    fn execute_each(&mut self, sql: &str, rows: &[Row]) -> Result<Vec<u64>, Failure> {
        self.attempt(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            rows.iter().map(|row| Ok(statement.execute(params_from_iter(row))? as u64)).collect()
        })
    }

    fn query(
        &mut self,
        sql: &str,
        parameters: &[Value],
        columns: &[KeyType],
    ) -> Result<Vec<Row>, Failure> {
        self.attempt(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query(params_from_iter(parameters))?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                found.push(read_row(row, columns)?);
            }
            Ok(found)
        })
    }

    fn query_what_is_whole(
        &mut self,
        sql: &str,
        columns: &[KeyType],
    ) -> Result<(Vec<Row>, Option<String>), Failure> {
        self.attempt(|connection| {
            let mut found = Vec::new();
            let asked = (|| {
                let mut statement = connection.prepare_cached(sql)?;
                let mut rows = statement.query([])?;
                while let Some(row) = rows.next()? {
                    found.push(read_row(row, columns)?);
                }
                Ok(())
            })();
            match asked {
                Ok(()) => Ok((found, None)),
                Err(error) if is_of_a_broken_file(&error) => Ok((found, Some(error.to_string()))),
                Err(error) => Err(error),
            }
        })
    }

    fn is_ascending(&mut self, sql: &str) -> Result<bool, Failure> {
        self.attempt(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            let mut last: Option<i64> = None;
            while let Some(row) = rows.next()? {
                let number = row.get(0)?;
                if last.is_some_and(|last| last >= number) {
                    return Ok(false);
                }
                last = Some(number);
            }
            Ok(true)
        })
    }

    fn go_back(&mut self) -> Result<(), Failure> {
        // A failure that ended the whole transaction, as of a full disk, has taken the mark with it, and
        // this fails as well.
        self.failed = false;
        self.attempt(|connection| connection.execute_batch(GO_BACK))
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

fn read_row(row: &rusqlite::Row<'_>, columns: &[KeyType]) -> rusqlite::Result<Row> {
    let columns = columns.iter().enumerate();
    columns.map(|(index, holds)| row.get_ref(index).map(|value| read(value, *holds))).collect()
}

fn read(value: ValueRef<'_>, holds: KeyType) -> Value {
    match (value, holds) {
        // No column of ours is a blob.
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
            // The engine names columns and not the rule. `rule_broken` finds the rule that has
            // them.
            Failure::Unique(violated(message.as_deref().unwrap_or_default()))
        }
        _ if is_passing(&error) => Failure::Unavailable(error.into()),
        _ => Failure::Refused(error.into()),
    }
}

pub(crate) fn is_of_a_broken_file(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
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
                | ErrorCode::ReadOnly
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
