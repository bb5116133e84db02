use crate::session::Dialect;
use crate::{Index, Key, KeyType};

/// A table as both engines will have it. The first column is the primary key.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: Vec<Key>,
    pub(super) indexes: Vec<Index>,
}

impl Table {
    pub(super) fn of_collection(
        name: &'static str,
        expires: bool,
        streamed: bool,
        keys: &[Key],
        indexes: &[Index],
    ) -> Self {
        let mut columns =
            vec![Key::text("id"), Key::integer("version"), Key::integer("form"), Key::text("body")];
        if expires {
            columns.push(Key::time("expires_at").nullable());
        }
        if streamed {
            columns.push(Key::integer("revision"));
        }
        // Keys last, as `sql::written_columns` has them.
        columns.extend(keys);
        Self { name, columns, indexes: indexes.to_vec() }
    }

    pub(super) fn statements(&self, dialect: Dialect) -> Vec<String> {
        let columns: Vec<_> = self
            .columns
            .iter()
            .enumerate()
            .map(|(position, column)| {
                let primary = if position == 0 { " PRIMARY KEY" } else { "" };
                format!("{}{primary}", column_definition(dialect, column))
            })
            .collect();
        let strict = match dialect {
            // Without it SQLite would take a text where a number belongs, and only PostgreSQL would
            // refuse.
            Dialect::Sqlite => " STRICT",
            Dialect::Postgres => "",
        };
        let mut statements =
            vec![format!("CREATE TABLE {} ({}){strict}", self.name, columns.join(", "))];
        // The two columns by which the store itself looks for documents.
        let is_collection = self.columns.iter().any(|column| column.name == "body");
        for column in self.columns.iter().filter(|_| is_collection) {
            if matches!(column.name, "expires_at" | "revision") {
                let (table, column) = (self.name, column.name);
                statements.push(format!("CREATE INDEX {table}_{column} ON {table} ({column})"));
            }
        }
        statements.extend(self.indexes.iter().map(|index| index_statement(self.name, index)));
        statements
    }
}

pub(super) fn column_definition(dialect: Dialect, column: &Key) -> String {
    let nullable = if column.nullable { "" } else { " NOT NULL" };
    format!("{} {}{nullable}", column.name, dialect.type_name(column.holds))
}

pub(super) fn index_statement(table: &str, index: &Index) -> String {
    let unique = if index.unique { "UNIQUE " } else { "" };
    format!("CREATE {unique}INDEX {} ON {table} ({})", index.name, index.keys.join(", "))
}

/// The store's own tables.
pub(super) fn bookkeeping() -> Vec<Table> {
    vec![
        Table {
            name: "streams",
            columns: vec![Key::text("name"), Key::integer("revision")],
            indexes: vec![],
        },
        Table {
            name: "outbox",
            columns: vec![
                Key::text("id"),
                Key::text("topic"),
                Key::text("payload"),
                Key::time("created_at"),
                Key::time("due_at"),
                Key::integer("attempts"),
                Key::time("leased_until").nullable(),
                Key { name: "failed", holds: KeyType::Flag, nullable: false },
                Key::text("last_error").nullable(),
            ],
            indexes: vec![Index {
                name: "outbox_due",
                keys: &["topic", "failed", "due_at"],
                unique: false,
            }],
        },
    ]
}
