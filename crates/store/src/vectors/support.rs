use crate::session::{Dialect, Session};
use crate::{KeyType, StoreError, Transaction, Value};

/// What a database can do with vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorSupport {
    /// Where the extension is, quoted.
    pub(super) schema: String,
    /// Whether a search goes on until it has found enough that the filter accepts.
    pub(super) goes_on: bool,
    pub version: String,
}

/// Whether the database keeps vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vectors {
    Kept(VectorSupport),
    /// It could, and does not: why, in words for the operator.
    NotKept(String),
    /// An embedded database belongs to one process, which has an index of its own.
    Embedded,
}

/// The first version with an index that can be searched without being trained.
const OLDEST: (u32, u32) = (0, 5);
/// The first one that goes on.
const GOES_ON: (u32, u32) = (0, 8);

const FIND: &str = "SELECT e.extversion::text, quote_ident(n.nspname)::text FROM pg_extension e \
     JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'";
const IS_INSTALLED: &str = "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'";
const CREATE: &str = "CREATE EXTENSION IF NOT EXISTS vector";

/// What is there already.
pub(crate) fn find(transaction: &mut Transaction<'_>) -> Result<Option<Vectors>, StoreError> {
    let session = transaction.session();
    if session.dialect() == Dialect::Sqlite {
        return Ok(Some(Vectors::Embedded));
    }
    if let Some((version, schema)) = read(session)? {
        return Ok(Some(judge(version, schema)));
    }
    let rows = session.query(IS_INSTALLED, &[], &[KeyType::Integer])?;
    let is_installed = rows.first().and_then(|row| row.first()).and_then(Value::as_integer);
    Ok(match is_installed {
        Some(1..) => None,
        _ => Some(Vectors::NotKept("the server has no extension \"vector\" (pgvector)".to_owned())),
    })
}

/// Puts the extension into the database. Refused where the role may not.
pub(crate) fn create(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    transaction.session().execute(CREATE, &[])?;
    Ok(())
}

/// Whether this role may use what is there.
pub(crate) fn try_out(
    transaction: &mut Transaction<'_>,
    support: &VectorSupport,
) -> Result<(), StoreError> {
    let text = format!("SELECT '[1]'::{}.vector::text", support.schema);
    transaction.session().query(&text, &[], &[KeyType::Text])?;
    Ok(())
}

fn read(session: &mut dyn Session) -> Result<Option<(String, String)>, StoreError> {
    let rows = session.query(FIND, &[], &[KeyType::Text, KeyType::Text])?;
    Ok(rows.into_iter().find_map(|row| match row.as_slice() {
        [Value::Text(version), Value::Text(schema)] => Some((version.clone(), schema.clone())),
        _ => None,
    }))
}

fn judge(version: String, schema: String) -> Vectors {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(0));
    let number = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if number < OLDEST {
        return Vectors::NotKept(format!("the extension \"vector\" {version} is too old"));
    }
    Vectors::Kept(VectorSupport { schema, goes_on: number >= GOES_ON, version })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        let goes_on = |version: &str| match judge(version.to_owned(), "public".to_owned()) {
            Vectors::Kept(support) => Some(support.goes_on),
            _ => None,
        };
        assert_eq!(goes_on("0.4.4"), None);
        assert_eq!(goes_on("0.5.1"), Some(false));
        assert_eq!(goes_on("0.8.5"), Some(true));
        assert_eq!(goes_on("0.10.0"), Some(true));
        assert_eq!(goes_on("1.0"), Some(true));
    }
}
