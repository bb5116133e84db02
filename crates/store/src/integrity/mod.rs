//! Whether the file of an embedded database is whole, as the engine itself tells, and what of it can be made good:
//! its indexes, if everything else is whole. A server checks its own files.

use crate::session::{Dialect, Session};
use crate::{KeyType, Store, StoreError, Transaction, Value};

/// What an engine finds wrong with its own files, a line each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Integrity {
    /// Rows may be there that are not found, or found twice, and whoever writes may destroy more.
    pub broken: Vec<String>,
    /// Hides nothing, and nothing is lost by writing: room that is never used, a column that holds nothing and has to.
    pub odd: Vec<String>,
}

/// SQLite stops by itself after a hundred lines, and tells of room that is not used before it tells of rows that are
/// not found.
const MOST_LINES: usize = 100_000;
/// Nobody reads more of each sort, and each of them is in the log and in the manifest of a backup.
const MOST_TOLD: usize = 100;

pub(crate) fn integrity(session: &mut dyn Session) -> Result<Integrity, StoreError> {
    ask(session, MOST_LINES)
}

fn ask(session: &mut dyn Session, most: usize) -> Result<Integrity, StoreError> {
    if session.dialect() == Dialect::Postgres {
        return Ok(Integrity::default());
    }
    let question = format!("PRAGMA integrity_check({most})");
    let (rows, end) = session.query_what_is_whole(&question, &[KeyType::Text])?;
    let mut found = sort(rows.iter().filter_map(|row| row.first().and_then(Value::as_text)), most);
    if let Some(end) = end {
        found.broken.push(format!("database: the look at it was broken off: {end}"));
    }
    Ok(found)
}

/// What SQLite tells, of which a row may be several lines.
fn sort<'a>(told: impl Iterator<Item = &'a str>, most: usize) -> Integrity {
    let mut found = Integrity::default();
    let (mut lines, mut broken, mut odd, mut is_whole) = (0, 0, 0, false);
    for line in told.flat_map(str::lines).map(str::trim) {
        match line {
            "" => continue,
            "ok" => is_whole = true,
            // The head of what follows.
            _ if line.starts_with("***") => continue,
            _ if is_odd(line) => tell(&mut found.odd, &mut odd, line),
            _ => tell(&mut found.broken, &mut broken, line),
        }
        lines += 1;
    }
    tell_how_many_more(&mut found.odd, odd);
    tell_how_many_more(&mut found.broken, broken);
    // What comes last may be the worst.
    if lines >= most {
        found.broken.push("database: more is wrong than could be told".to_owned());
    } else if lines == 0 || (is_whole && lines > 1) {
        found.broken.push("database: nothing can be said about it".to_owned());
    }
    found
}

/// Whatever else SQLite says counts as broken. A list of free pages that is wrong, too: it may give a page away that
/// is in use. So does a page whose account of itself is wrong: a row that is gone from it leaves nothing else behind.
fn is_odd(line: &str) -> bool {
    let is_unused_page = line.starts_with("Page ") && line.ends_with(": never used");
    // `NULL value in items.slug`, and the same with other words for what a column may not hold.
    let is_odd_value = line.split_once(" value in ").is_some_and(|(what, _)| !what.contains(' '));
    is_unused_page || is_odd_value
}

fn tell(list: &mut Vec<String>, count: &mut usize, line: &str) {
    *count += 1;
    if *count <= MOST_TOLD {
        list.push(format!("database: {line}"));
    }
}

fn tell_how_many_more(list: &mut Vec<String>, count: usize) {
    if count > MOST_TOLD {
        list.push(format!("database: and {} more of this sort", count - MOST_TOLD));
    }
}

impl Store {
    /// What the engine itself finds wrong with its files.
    pub async fn integrity(&self) -> Result<Integrity, StoreError> {
        self.read(|transaction| transaction.integrity()).await
    }

    /// Makes all indexes again from the rows they are of, where an embedded engine keeps them, and tells what is still
    /// odd. Where that would not make the file whole it is left as it is: whoever writes through what is broken may
    /// destroy what is not, and an index may be all that still knows of a row.
    pub async fn rebuild_indexes(&self) -> Result<Integrity, StoreError> {
        for index in self.read(|transaction| indexes(transaction.session())).await? {
            let name = index.name.clone();
            // Each in a transaction of its own: what cannot be read ends it.
            let counting = self.read(move |all| rows_without_a_row(all.session(), &index)).await;
            if knows_more(counting)? {
                let what = format!("the index {name} knows of rows that are not in their table");
                return Err(StoreError::refused(what));
            }
        }
        self.write(rebuild).await
    }
}

/// Whether an index knows of rows that their table has not. One that cannot be read to its end, as its file is broken,
/// knows nothing; whatever else went wrong says nothing about it.
fn knows_more(counting: Result<i64, StoreError>) -> Result<bool, StoreError> {
    match counting {
        Ok(count) => Ok(count > 0),
        Err(error) if error.is_of_a_broken_file() => Ok(false),
        Err(error) => Err(error),
    }
}

fn rebuild(transaction: &mut Transaction<'_>) -> Result<Integrity, StoreError> {
    if transaction.session().dialect() == Dialect::Sqlite {
        transaction.session().execute("REINDEX", &[])?;
    }
    let left = transaction.integrity()?;
    match left.broken.first() {
        None => Ok(left),
        Some(line) => Err(StoreError::refused(format!("not only its indexes are broken: {line}"))),
    }
}

#[derive(Debug)]
struct TableIndex {
    table: String,
    name: String,
}

/// All that have an entry for every row, of all tables whose rows have numbers. Ours have.
fn indexes(session: &mut dyn Session) -> Result<Vec<TableIndex>, StoreError> {
    if session.dialect() == Dialect::Postgres {
        return Ok(Vec::new());
    }
    let question = "SELECT m.name, i.name FROM sqlite_master m, pragma_index_list(m.name) i, \
         pragma_table_list(m.name) t WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' \
         AND NOT i.partial AND t.schema = 'main' AND NOT t.wr";
    let rows = session.query(question, &[], &[KeyType::Text, KeyType::Text])?;
    let index = |row: &Vec<Value>| match row.as_slice() {
        [Value::Text(table), Value::Text(name)] => {
            Some(TableIndex { table: table.clone(), name: name.clone() })
        }
        _ => None,
    };
    Ok(rows.iter().filter_map(index).collect())
}

/// How many entries of an index are of no row: the table has lost it, or the index is older than the table.
fn rows_without_a_row(session: &mut dyn Session, index: &TableIndex) -> Result<i64, StoreError> {
    let (table, name) = (quoted(&index.table), quoted(&index.name));
    let question = format!(
        "SELECT count(*) FROM (SELECT rowid FROM {table} INDEXED BY {name} \
         EXCEPT SELECT rowid FROM {table} NOT INDEXED)"
    );
    let rows = session.query(&question, &[], &[KeyType::Integer])?;
    Ok(rows.first().and_then(|row| row.first()).and_then(Value::as_integer).unwrap_or(0))
}

/// The names are those in the file, whoever has written it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests;
