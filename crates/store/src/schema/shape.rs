use std::collections::BTreeMap;

use crate::session::{Dialect, Session};
use crate::{KeyType, StoreError, Value};

/// What the tables of a database really look like, in words both engines share, so that two
/// databases can be compared and a kind can be held against its table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    pub tables: BTreeMap<String, TableShape>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableShape {
    /// Name → type and whether it may be absent.
    pub columns: BTreeMap<String, (String, bool)>,
    /// Name → columns and whether it is unique.
    pub indexes: BTreeMap<String, (Vec<String>, bool)>,
}

const SQLITE_COLUMNS: &str = "SELECT m.name, c.name, c.type, c.\"notnull\" \
     FROM sqlite_master m, pragma_table_info(m.name) c \
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";

const SQLITE_INDEXES: &str = "SELECT m.name, i.name, i.\"unique\", c.name \
     FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c \
     WHERE m.type = 'table' AND i.origin = 'c' ORDER BY m.name, i.name, c.seqno";

const POSTGRES_COLUMNS: &str = "SELECT table_name::text, column_name::text, data_type::text, \
     (is_nullable = 'NO')::int::bigint \
     FROM information_schema.columns WHERE table_schema = current_schema()";

const POSTGRES_INDEXES: &str = "SELECT t.relname::text, i.relname::text, \
     x.indisunique::int::bigint, a.attname::text \
     FROM pg_index x \
     JOIN pg_class i ON i.oid = x.indexrelid \
     JOIN pg_class t ON t.oid = x.indrelid \
     JOIN pg_namespace n ON n.oid = t.relnamespace \
     CROSS JOIN LATERAL unnest(x.indkey::smallint[]) WITH ORDINALITY AS k(attnum, position) \
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum \
     WHERE n.nspname = current_schema() AND NOT x.indisprimary \
     ORDER BY t.relname, i.relname, k.position";

pub(crate) fn read_shape(session: &mut dyn Session) -> Result<Shape, StoreError> {
    let (columns, indexes) = match session.dialect() {
        Dialect::Sqlite => (SQLITE_COLUMNS, SQLITE_INDEXES),
        Dialect::Postgres => (POSTGRES_COLUMNS, POSTGRES_INDEXES),
    };
    let mut shape = Shape::default();
    let types = [KeyType::Text, KeyType::Text, KeyType::Text, KeyType::Integer];
    for row in session.query(columns, &[], &types)? {
        let [Value::Text(table), Value::Text(column), Value::Text(holds), Value::Integer(required)] =
            row.as_slice()
        else {
            continue;
        };
        let nullable = *required == 0;
        let table = shape.tables.entry(table.clone()).or_default();
        table.columns.insert(column.clone(), (common_type(holds).to_owned(), nullable));
    }
    let types = [KeyType::Text, KeyType::Text, KeyType::Integer, KeyType::Text];
    for row in session.query(indexes, &[], &types)? {
        let [Value::Text(table), Value::Text(index), Value::Integer(unique), Value::Text(column)] =
            row.as_slice()
        else {
            continue;
        };
        let table = shape.tables.entry(table.clone()).or_default();
        let entry = table.indexes.entry(index.clone()).or_default();
        entry.0.push(column.clone());
        entry.1 = *unique != 0;
    }
    Ok(shape)
}

fn common_type(engine_type: &str) -> &'static str {
    match engine_type {
        "TEXT" | "text" => "text",
        "INTEGER" | "bigint" | "boolean" => "integer",
        "REAL" | "double precision" => "real",
        _ => "other",
    }
}
