//! One table of vectors: made, filled, read, thrown away.

use kernel::Id;

use super::{VectorRow, VectorStamp, VectorSupport, VectorTable, as_text, from_text};
use crate::session::Dialect;
use crate::sql::Statement;
use crate::{KeyType, Revision, StoreError, Transaction, Value};

/// The index of the extension takes no longer ones; those are searched row by row.
const LONGEST_INDEXED: usize = 2000;
/// Neighbours of each vector, and how many are looked at to find them. More than the usual 64, for
/// what a graph misses is missed by every search.
const GRAPH: &str = "m = 16, ef_construction = 128";
/// Values in one condition.
const AT_A_TIME: usize = 500;

impl VectorSupport {
    /// Makes an empty table.
    pub fn create(
        &self,
        transaction: &mut Transaction<'_>,
        table: &VectorTable,
    ) -> Result<(), StoreError> {
        let (name, schema, dimension) = (table.name(), &self.schema, table.dimension);
        let mut statements = vec![
            format!(
                "CREATE TABLE {name} (id TEXT COLLATE \"C\" NOT NULL PRIMARY KEY, \
                 version BIGINT NOT NULL, fingerprint TEXT COLLATE \"C\" NOT NULL, \
                 source BIGINT NOT NULL, chunk_type BIGINT NOT NULL, purposes BIGINT NOT NULL, \
                 owner TEXT COLLATE \"C\", revision BIGINT NOT NULL, \
                 embedding {schema}.vector({dimension}) NOT NULL)"
            ),
            format!("CREATE INDEX {name}_revision ON {name} (revision)"),
            format!("CREATE INDEX {name}_text ON {name} (fingerprint)"),
            format!("CREATE INDEX {name}_owner ON {name} (owner) WHERE owner IS NOT NULL"),
            format!("CREATE INDEX {name}_labels ON {name} (source, chunk_type)"),
        ];
        if dimension <= LONGEST_INDEXED {
            // Made with the table: a graph grows with its vectors, and making these takes far longer.
            statements.push(format!(
                "CREATE INDEX {name}_near ON {name} \
                 USING hnsw (embedding {schema}.vector_ip_ops) WITH ({GRAPH})"
            ));
        }
        for statement in statements {
            transaction.session().execute(&statement, &[])?;
        }
        Ok(())
    }

    /// Stores vectors in place of those that are there, as part of a change of the stream.
    pub fn put(
        &self,
        transaction: &mut Transaction<'_>,
        table: &VectorTable,
        revision: Revision,
        rows: &[VectorRow],
    ) -> Result<(), StoreError> {
        let rows: Vec<Vec<Value>> = rows.iter().map(|row| written(row, revision)).collect();
        let (name, schema) = (table.name(), &self.schema);
        let text = format!(
            "INSERT INTO {name} (id, version, fingerprint, source, chunk_type, purposes, owner, \
             revision, embedding) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, \
             $9::text::{schema}.vector) ON CONFLICT (id) DO UPDATE SET \
             version = excluded.version, fingerprint = excluded.fingerprint, \
             source = excluded.source, chunk_type = excluded.chunk_type, \
             purposes = excluded.purposes, owner = excluded.owner, \
             revision = excluded.revision, embedding = excluded.embedding"
        );
        transaction.session().execute_each(&text, &rows)?;
        Ok(())
    }

    /// Takes the vectors of all other sources along into another table.
    pub fn copy_others(
        &self,
        transaction: &mut Transaction<'_>,
        from: &VectorTable,
        to: &VectorTable,
        source: u8,
        revision: Revision,
    ) -> Result<(), StoreError> {
        let (from, to) = (from.name(), to.name());
        let text = format!(
            "INSERT INTO {to} SELECT id, version, fingerprint, source, chunk_type, purposes, owner, \
             $1::bigint, embedding FROM {from} WHERE source <> $2"
        );
        let parameters = [Value::Integer(revision.0), Value::Integer(source.into())];
        transaction.session().execute(&text, &parameters)?;
        Ok(())
    }

    /// The vectors of these documents, as far as there are any.
    pub fn find(
        &self,
        transaction: &mut Transaction<'_>,
        table: &VectorTable,
        ids: &[Id],
    ) -> Result<Vec<(Id, Vec<f32>)>, StoreError> {
        let ids: Vec<Value> = ids.iter().map(|id| Value::from(*id)).collect();
        let found = self.select(transaction, table, "id", &ids)?;
        found.into_iter().map(|(id, values)| Ok((parse_id(&id)?, values))).collect()
    }

    /// The vectors of those texts that were embedded before, whichever documents they were of.
    pub fn find_texts(
        &self,
        transaction: &mut Transaction<'_>,
        table: &VectorTable,
        fingerprints: &[u128],
    ) -> Result<Vec<(u128, Vec<f32>)>, StoreError> {
        let texts: Vec<Value> =
            fingerprints.iter().map(|fingerprint| hexadecimal(*fingerprint).into()).collect();
        let found = self.select(transaction, table, "fingerprint", &texts)?;
        found.into_iter().map(|(text, values)| Ok((parse_fingerprint(&text)?, values))).collect()
    }

    fn select(
        &self,
        transaction: &mut Transaction<'_>,
        table: &VectorTable,
        column: &str,
        wanted: &[Value],
    ) -> Result<Vec<(String, Vec<f32>)>, StoreError> {
        let mut found = Vec::new();
        for part in wanted.chunks(AT_A_TIME) {
            let text = format!("SELECT {column}, embedding::text FROM {} WHERE ", table.name());
            let mut statement = Statement::new(Dialect::Postgres, text);
            one_of(&mut statement, column, part);
            let columns = [KeyType::Text, KeyType::Text];
            let session = transaction.session();
            for row in session.query(&statement.text, &statement.parameters, &columns)? {
                let [Value::Text(key), Value::Text(values)] = row.as_slice() else { continue };
                let values = from_text(values)
                    .ok_or_else(|| StoreError::refused("a stored vector is none"))?;
                found.push((key.clone(), values));
            }
        }
        Ok(found)
    }
}

impl Transaction<'_> {
    /// Removes the vectors of documents that are gone. A table that is gone itself has none.
    pub fn delete_vectors(&mut self, table: &VectorTable, ids: &[Id]) -> Result<(), StoreError> {
        if ids.is_empty() || !self.has_vectors(table)? {
            return Ok(());
        }
        for part in ids.chunks(AT_A_TIME) {
            let text = format!("DELETE FROM {} WHERE ", table.name());
            let mut statement = Statement::new(Dialect::Postgres, text);
            let ids: Vec<Value> = part.iter().map(|id| Value::from(*id)).collect();
            one_of(&mut statement, "id", &ids);
            self.session().execute(&statement.text, &statement.parameters)?;
        }
        Ok(())
    }

    /// Throws a table away, with what is in it.
    pub fn drop_vectors(&mut self, table: &VectorTable) -> Result<(), StoreError> {
        if self.session().dialect() == Dialect::Postgres {
            let text = format!("DROP TABLE IF EXISTS {}", table.name());
            self.session().execute(&text, &[])?;
        }
        Ok(())
    }

    /// Whether the table is there and whole: an extension that was removed takes its columns along.
    pub fn has_vectors(&mut self, table: &VectorTable) -> Result<bool, StoreError> {
        if self.session().dialect() == Dialect::Sqlite {
            return Ok(false);
        }
        let text = "SELECT count(*) FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name::text = $1::text AND column_name = 'embedding'";
        let rows = self.session().query(text, &[table.name().into()], &[KeyType::Integer])?;
        Ok(rows.first().and_then(|row| row.first()).and_then(Value::as_integer) > Some(0))
    }

    /// Which vectors are there. With a revision, those that were stored after it.
    pub fn vector_stamps(
        &mut self,
        table: &VectorTable,
        since: Option<Revision>,
    ) -> Result<Vec<VectorStamp>, StoreError> {
        let mut statement = Statement::new(
            Dialect::Postgres,
            format!("SELECT id, version, fingerprint FROM {}", table.name()),
        );
        if let Some(since) = since {
            statement.push(" WHERE revision > ");
            statement.bind(Value::Integer(since.0));
        }
        let columns = [KeyType::Text, KeyType::Integer, KeyType::Text];
        let rows = self.session().query(&statement.text, &statement.parameters, &columns)?;
        rows.iter().map(|row| read_stamp(row)).collect()
    }

    /// Whether there is no vector in it.
    pub fn is_without_vectors(&mut self, table: &VectorTable) -> Result<bool, StoreError> {
        let text = format!("SELECT version FROM {} LIMIT 1", table.name());
        Ok(self.session().query(&text, &[], &[KeyType::Integer])?.is_empty())
    }
}

fn written(row: &VectorRow, revision: Revision) -> Vec<Value> {
    let VectorRow { stamp, labels, values } = row;
    vec![
        stamp.id.into(),
        stamp.version.into(),
        hexadecimal(stamp.fingerprint).into(),
        Value::Integer(labels.source.into()),
        Value::Integer(labels.chunk_type.into()),
        Value::Integer(bits(labels.purposes)),
        labels.owner.into(),
        Value::Integer(revision.0),
        as_text(values).into(),
    ]
}

/// The same bits in the number that the database has.
pub(super) fn bits(set: u64) -> i64 {
    i64::from_ne_bytes(set.to_ne_bytes())
}

fn one_of(statement: &mut Statement, column: &str, values: &[Value]) {
    statement.push(column);
    let mut glue = " IN (";
    for value in values {
        statement.push(glue);
        statement.bind(value.clone());
        glue = ", ";
    }
    statement.push(")");
}

fn hexadecimal(fingerprint: u128) -> String {
    format!("{fingerprint:032x}")
}

fn parse_fingerprint(text: &str) -> Result<u128, StoreError> {
    u128::from_str_radix(text, 16).map_err(StoreError::refused)
}

pub(super) fn parse_id(text: &str) -> Result<Id, StoreError> {
    text.parse().map_err(|_| StoreError::refused("a vector's id is none"))
}

fn read_stamp(row: &[Value]) -> Result<VectorStamp, StoreError> {
    let [Value::Text(id), Value::Integer(version), Value::Text(fingerprint)] = row else {
        return Err(StoreError::refused("a vector's row has other columns"));
    };
    let (id, fingerprint) = (parse_id(id)?, parse_fingerprint(fingerprint)?);
    Ok(VectorStamp { id, version: *version, fingerprint })
}
