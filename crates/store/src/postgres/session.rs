use std::error::Error;
use std::future::Future;
use std::time::Duration;

use bytes::BytesMut;
use deadpool_postgres::Object;
use futures_util::future::join_all;
use tokio::runtime::Handle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use super::distrust;
use crate::session::{ABANDONED, Dialect, Failure, GO_BACK, Row, Session, Violated};
use crate::{KeyType, StoreError, Value};

/// A connection lent by the pool, driven from a thread that may block.
pub(super) struct PostgresSession {
    /// Empty once the connection is not fit to be given back.
    client: Option<Object>,
    runtime: Handle,
    /// How long the server may take for a statement.
    patience: Duration,
    in_transaction: bool,
    /// Whether the transaction was begun as one that must not write.
    only_reads: bool,
    failed: bool,
    contended: bool,
}

impl PostgresSession {
    pub(super) fn new(client: Object, runtime: Handle, patience: Duration) -> Self {
        Self {
            client: Some(client),
            runtime,
            patience,
            in_transaction: false,
            only_reads: false,
            failed: false,
            contended: false,
        }
    }

    pub(super) fn begin(&mut self, statement: &str) -> Result<(), StoreError> {
        // Set before it is sent: whether BEGIN arrived is not known when the connection breaks.
        self.in_transaction = true;
        // There is nothing of ours in it that could be refused. A server that follows another refuses
        // here already that anything is written.
        self.batch(statement).map_err(|error| match error {
            StoreError::Refused(cause) => StoreError::Unavailable(cause),
            other => other,
        })
    }

    /// A snapshot for all statements that follow, which must not write. READ COMMITTED would give each
    /// statement another state.
    pub(super) fn begin_reading(&mut self) -> Result<(), StoreError> {
        self.only_reads = true;
        self.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    /// Statements without parameters or answers.
    pub(super) fn batch(&mut self, statements: &str) -> Result<(), StoreError> {
        let client = self.client()?;
        let ran = self.runtime.block_on(within(self.patience, client.batch_execute(statements)));
        self.settle(ran).map_err(StoreError::from)?;
        if statements == "COMMIT" {
            self.in_transaction = false;
        }
        Ok(())
    }

    pub(super) fn roll_back(&mut self) {
        if self.in_transaction && self.batch("ROLLBACK").is_err() {
            // Whatever state it is in, nobody shall inherit it.
            self.discard();
        }
        self.in_transaction = false;
    }

    /// Whether what was written so far may be kept.
    pub(super) fn is_intact(&self) -> Result<(), StoreError> {
        if self.failed { Err(StoreError::refused(ABANDONED)) } else { Ok(()) }
    }

    pub(super) fn was_contended(&self) -> bool {
        self.contended
    }

    fn client(&self) -> Result<&Object, StoreError> {
        self.client.as_ref().ok_or_else(|| StoreError::unavailable("the connection was lost"))
    }

    fn discard(&mut self) {
        if let Some(client) = self.client.take() {
            // Taken out of the pool and closed. Dropping it would put it back.
            drop(Object::take(client));
        }
    }

    /// What came of a statement. A server that has not answered may still do so, and whoever used the
    /// connection next would take that for an answer to something else.
    fn settle<T>(&mut self, ran: Result<T, Broken>) -> Result<T, Failure> {
        match ran {
            Ok(value) => Ok(value),
            Err(Broken::Statement(error)) => Err(self.failed(error)),
            Err(Broken::Late) => {
                self.failed = true;
                let pool = self.client.as_ref().and_then(Object::pool);
                self.discard();
                pool.iter().for_each(distrust);
                Err(Failure::Unavailable("it did not answer in time".into()))
            }
        }
    }

    fn failed(&mut self, error: tokio_postgres::Error) -> Failure {
        let failure = failure(error, self.only_reads);
        self.failed = true;
        self.contended |= matches!(failure, Failure::Contended(_));
        failure
    }
}

/// A panic inside a transaction must not hand its connection to the next borrower.
impl Drop for PostgresSession {
    fn drop(&mut self) {
        if self.in_transaction {
            self.discard();
        }
    }
}

impl Session for PostgresSession {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Failure> {
        let client = self.client().map_err(lost)?;
        let touched = self.runtime.block_on(within(self.patience, async {
            // Prepared once for each connection: there are few statements, and each is used often.
            let statement = client.prepare_cached(sql).await?;
            client.execute(&statement, &as_parameters(parameters)).await
        }));
        self.settle(touched)
    }

    /// All rows are sent before the first answer is awaited: one round trip instead of thousands.
    fn execute_each(&mut self, sql: &str, rows: &[Row]) -> Result<Vec<u64>, Failure> {
        let client = self.client().map_err(lost)?;
        let touched = self.runtime.block_on(within(self.patience, async {
            let statement = client.prepare_cached(sql).await?;
            let parameters: Vec<_> = rows.iter().map(|row| as_parameters(row)).collect();
            let ran = join_all(parameters.iter().map(|row| client.execute(&statement, row))).await;
            // All answers are awaited: after a failed row the others fail as well, and which answer
            // is noticed first is chance. The first in order is the cause.
            ran.into_iter().collect::<Result<Vec<_>, _>>()
        }));
        self.settle(touched)
    }

    fn query(
        &mut self,
        sql: &str,
        parameters: &[Value],
        columns: &[KeyType],
    ) -> Result<Vec<Row>, Failure> {
        let client = self.client().map_err(lost)?;
        let rows = self.runtime.block_on(within(self.patience, async {
            let statement = client.prepare_cached(sql).await?;
            client.query(&statement, &as_parameters(parameters)).await
        }));
        let rows = self.settle(rows)?;
        rows.iter()
            .map(|row| {
                columns.iter().enumerate().map(|(index, holds)| read(row, index, *holds)).collect()
            })
            .collect::<Result<_, _>>()
            .map_err(|error| self.failed(error))
    }

    fn go_back(&mut self) -> Result<(), Failure> {
        let client = self.client().map_err(lost)?;
        let ran = self.runtime.block_on(within(self.patience, client.batch_execute(GO_BACK)));
        self.settle(ran)?;
        self.failed = false;
        Ok(())
    }
}

/// Why a statement has no answer.
enum Broken {
    Late,
    Statement(tokio_postgres::Error),
}

/// The server has limits of its own, but one that is frozen, or behind a line that is cut, keeps none
/// of them.
async fn within<T>(
    patience: Duration,
    statement: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Broken> {
    match tokio::time::timeout(patience, statement).await {
        Ok(ran) => ran.map_err(Broken::Statement),
        Err(_) => Err(Broken::Late),
    }
}

fn as_parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

fn read(
    row: &tokio_postgres::Row,
    index: usize,
    holds: KeyType,
) -> Result<Value, tokio_postgres::Error> {
    Ok(match holds {
        KeyType::Text => row.try_get::<_, Option<String>>(index)?.into(),
        KeyType::Integer => row.try_get::<_, Option<i64>>(index)?.into(),
        KeyType::Real => row.try_get::<_, Option<f64>>(index)?.into(),
        KeyType::Flag => row.try_get::<_, Option<bool>>(index)?.into(),
    })
}

impl ToSql for Value {
    fn to_sql(
        &self,
        wanted: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Text(text) => text.to_sql(wanted, out),
            Value::Integer(number) => number.to_sql(wanted, out),
            Value::Real(number) => number.to_sql(wanted, out),
            Value::Flag(flag) => flag.to_sql(wanted, out),
        }
    }

    fn accepts(wanted: &Type) -> bool {
        matches!(*wanted, Type::TEXT | Type::INT8 | Type::FLOAT8 | Type::BOOL)
    }

    to_sql_checked!();
}

fn lost(error: StoreError) -> Failure {
    Failure::Unavailable(error.into())
}

fn failure(error: tokio_postgres::Error, only_reads: bool) -> Failure {
    let Some(reported) = error.as_db_error() else {
        // An error with a cause is one of the network. The driver has no better sign for it.
        return match error.is_closed() || error.source().is_some() {
            true => Failure::Unavailable(error.into()),
            false => Failure::Refused(error.into()),
        };
    };
    let state = reported.code();
    if *state == SqlState::UNIQUE_VIOLATION {
        let rule = reported.constraint().unwrap_or("unknown").to_owned();
        return Failure::Unique(Violated::Rule(rule));
    }
    let contended =
        [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(state);
    let class = state.code().get(..2).unwrap_or_default();
    // To write in a transaction that was begun to read is a mistake of ours. Anywhere else it is the
    // server that only reads, as one does that follows another after a change of roles.
    let server_only_reads = !only_reads && *state == SqlState::READ_ONLY_SQL_TRANSACTION;
    // The server has ended a transaction that we were not heard from, as behind a line that is cut.
    let stood_still = *state == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT;
    // Connection trouble, out of resources, shutting down, cancelled or lock not available, and what
    // the machine below it fails at.
    let passing =
        server_only_reads || stood_still || ["08", "53", "57", "55", "58"].contains(&class);
    match passing {
        _ if contended => Failure::Contended(error.into()),
        // In the server's words, which hold nothing of what was written here: the driver says of all of
        // them only that the database had an error.
        true => Failure::Unavailable(reported.message().into()),
        false => Failure::Refused(error.into()),
    }
}
