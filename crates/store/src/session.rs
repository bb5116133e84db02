//! What an engine has to offer: statements in, rows out, on one connection. Everything above this
//! is shared by both engines.

use crate::{KeyType, StoreError, Value};

pub(crate) type Row = Vec<Value>;

/// One connection inside a transaction. The calls block; engines run them on threads of their own.
pub(crate) trait Session {
    fn dialect(&self) -> Dialect;

    /// Runs a statement and tells how many rows it touched.
    fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Failure>;

    /// Runs one statement for each set of parameters, in order, and tells how many rows each touched.
    fn execute_each(&mut self, sql: &str, rows: &[Row]) -> Result<Vec<u64>, Failure>;

    fn query(
        &mut self,
        sql: &str,
        parameters: &[Value],
        columns: &[KeyType],
    ) -> Result<Vec<Row>, Failure>;

    /// The same, up to where the file of an embedded database turns out to be broken, and what was said then.
    fn query_what_is_whole(
        &mut self,
        sql: &str,
        columns: &[KeyType],
    ) -> Result<(Vec<Row>, Option<String>), Failure> {
        Ok((self.query(sql, &[], columns)?, None))
    }

    /// Whether each number that a query of an embedded database tells is greater than the one before. None is kept in
    /// memory, however many there are.
    fn is_ascending(&mut self, _sql: &str) -> Result<bool, Failure> {
        Ok(true)
    }

    /// Marks a place that [`Session::go_back`] leads to.
    fn mark(&mut self) -> Result<(), Failure> {
        self.execute(MARK, &[]).map(drop)
    }

    /// Undoes what was done since the mark, a failed statement too.
    fn go_back(&mut self) -> Result<(), Failure>;

    /// Takes the mark away again.
    fn unmark(&mut self) -> Result<(), Failure> {
        self.execute(UNMARK, &[]).map(drop)
    }
}

const MARK: &str = "SAVEPOINT attempt";
const UNMARK: &str = "RELEASE SAVEPOINT attempt";
pub(crate) const GO_BACK: &str = "ROLLBACK TO SAVEPOINT attempt";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// Said by every statement after one that failed. PostgreSQL abandons a transaction at its first
/// failed statement and answers its COMMIT with a rollback that looks like success, so on both
/// engines such a transaction can only end in an error.
pub(crate) const ABANDONED: &str = "an earlier statement of this transaction failed";

/// A statement's failure, sorted as far as an engine can know.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A unique rule, told by its own name or by `table.column` names.
    Unique(Violated),
    /// Worth running the whole transaction again: it lost against another one.
    Contended(Box<dyn std::error::Error + Send + Sync>),
    Unavailable(Box<dyn std::error::Error + Send + Sync>),
    Refused(Box<dyn std::error::Error + Send + Sync>),
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Violated {
    Rule(String),
    Columns(Vec<String>),
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Unique(Violated::Rule(rule)) => Self::Taken { rule },
            Failure::Unique(Violated::Columns(columns)) => Self::Taken { rule: columns.join("+") },
            Failure::Contended(cause) | Failure::Unavailable(cause) => Self::Unavailable(cause),
            Failure::Refused(cause) => Self::Refused(cause),
        }
    }
}
