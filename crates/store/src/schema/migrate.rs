use std::collections::HashSet;

use super::table::{Table, bookkeeping, column_definition, index_statement};
use super::{Migration, Step};
use crate::session::{Dialect, Session};
use crate::sql::Statement;
use crate::{KeyType, StoreError, Value};

/// The name under which the store's own tables are recorded.
const FOUNDATION: &str = "store";

/// Brings the tables up to date inside the session's transaction, and names what it applied.
pub(crate) fn migrate(
    session: &mut dyn Session,
    migrations: &[Migration],
    now: i64,
) -> Result<Vec<&'static str>, StoreError> {
    let dialect = session.dialect();
    let text = dialect.type_name(KeyType::Text);
    let time = dialect.type_name(KeyType::Integer);
    session.execute(
        &format!(
            "CREATE TABLE IF NOT EXISTS migrations \
             (name {text} NOT NULL PRIMARY KEY, applied_at {time} NOT NULL)"
        ),
        &[],
    )?;
    let applied: HashSet<String> = session
        .query("SELECT name FROM migrations", &[], &[KeyType::Text])?
        .into_iter()
        .filter_map(|row| row.first().and_then(Value::as_text).map(str::to_owned))
        .collect();
    let known = |name: &str| name == FOUNDATION || migrations.iter().any(|m| m.name == name);
    // An older program on a newer database would read documents it does not understand. It does not
    // start.
    if let Some(name) = applied.iter().find(|name| !known(name)) {
        return Err(StoreError::TooNew { name: name.clone() });
    }

    let mut done = Vec::new();
    if !applied.contains(FOUNDATION) {
        for table in bookkeeping() {
            run(session, table.statements(dialect))?;
        }
        record(session, FOUNDATION, now)?;
        done.push(FOUNDATION);
    }
    // In the order of the list, which is the order in which they were released.
    for migration in migrations.iter().filter(|migration| !applied.contains(migration.name)) {
        for step in migration.steps {
            run(session, statements(dialect, step))?;
        }
        record(session, migration.name, now)?;
        done.push(migration.name);
    }
    Ok(done)
}

/// Takes all tables away, unless there is anything in one of them. Whether they are gone.
pub(crate) fn unmake(
    session: &mut dyn Session,
    migrations: &[Migration],
) -> Result<bool, StoreError> {
    let collections = migrations.iter().flat_map(|migration| migration.steps);
    let collections = collections.filter_map(|step| match step {
        Step::CreateCollection { name, .. } => Some(*name),
        _ => None,
    });
    let collections: Vec<_> = collections.collect();
    for name in &collections {
        if session.dialect() == Dialect::Postgres {
            // Until the end of the transaction nobody writes, so that what is empty now is empty then.
            session.execute(&format!("LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE"), &[])?;
        }
        let any = format!("SELECT count(*) FROM (SELECT 1 FROM {name} LIMIT 1) AS first");
        let counted = session.query(&any, &[], &[KeyType::Integer])?;
        if counted != [vec![Value::Integer(0)]] {
            return Ok(false);
        }
    }
    let own = bookkeeping();
    let own = own.iter().map(|table| table.name).chain(["migrations"]);
    let all = collections.into_iter().chain(own);
    run(session, all.map(|name| format!("DROP TABLE IF EXISTS {name}")).collect())?;
    Ok(true)
}

fn statements(dialect: Dialect, step: &Step) -> Vec<String> {
    match step {
        Step::CreateCollection { name, expires, streamed, keys, indexes } => {
            Table::of_collection(name, *expires, *streamed, keys, indexes).statements(dialect)
        }
        Step::AddKey { collection, key } => {
            let column = column_definition(dialect, key);
            vec![format!("ALTER TABLE {collection} ADD COLUMN {column}")]
        }
        Step::AddIndex { collection, index } => vec![index_statement(collection, index)],
        Step::DropIndex { name } => vec![format!("DROP INDEX {name}")],
    }
}

fn run(session: &mut dyn Session, statements: Vec<String>) -> Result<(), StoreError> {
    for statement in statements {
        session.execute(&statement, &[])?;
    }
    Ok(())
}

fn record(session: &mut dyn Session, name: &str, now: i64) -> Result<(), StoreError> {
    let mut statement =
        Statement::new(session.dialect(), "INSERT INTO migrations (name, applied_at) VALUES (");
    statement.bind(Value::from(name));
    statement.push(", ");
    statement.bind(Value::Integer(now));
    statement.push(")");
    session.execute(&statement.text, &statement.parameters)?;
    Ok(())
}
