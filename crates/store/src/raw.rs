use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::session::Dialect;
use crate::sql::{self, Statement};
use crate::transaction::rule_broken;
use crate::{Key, KeyType, Kind, Revision, StoreError, Transaction, Value};

/// A document that does not read as its kind, as its row has it: for archives, which leave nothing out
/// that somebody may still make good.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RawRow {
    pub collection: String,
    pub id: String,
    pub version: i64,
    pub form: i64,
    /// What should be JSON.
    pub body: String,
    /// The values of its keys, and of when it expires.
    pub columns: BTreeMap<String, Json>,
}

/// What is beside the document in a row, in the order in which it is read.
fn beside(kind: &Kind) -> Vec<Key> {
    let expires = kind.expires.then_some(Key::time("expires_at").nullable());
    expires.into_iter().chain(kind.keys.iter().copied()).collect()
}

impl RawRow {
    /// From a row as [`crate::scan::rows_after`] reads it.
    pub(crate) fn of(kind: &Kind, row: &[Value]) -> Self {
        let text = |value: &Value| value.as_text().unwrap_or_default().to_owned();
        let number = |value: &Value| value.as_integer().unwrap_or_default();
        let columns = beside(kind).into_iter().zip(&row[4..]);
        Self {
            collection: kind.name.to_owned(),
            id: text(&row[0]),
            version: number(&row[1]),
            form: number(&row[2]),
            body: text(&row[3]),
            columns: columns.map(|(key, value)| (key.name.to_owned(), json(value))).collect(),
        }
    }

    pub(crate) fn document(&self) -> [Value; 3] {
        [Value::Integer(self.version), Value::Integer(self.form), Value::from(self.body.as_str())]
    }

    /// All of it, as it is read.
    pub(crate) fn row(&self, kind: &Kind) -> Vec<Value> {
        let mut row = vec![Value::from(self.id.as_str())];
        row.extend(self.document());
        row.extend(beside(kind).into_iter().map(|key| self.held(key)));
        row
    }

    fn held(&self, key: Key) -> Value {
        value(self.columns.get(key.name).unwrap_or(&Json::Null), key)
    }

    /// Whether its columns hold what only one row may, and another has.
    pub(crate) fn breaks_a_rule(
        &self,
        transaction: &mut Transaction<'_>,
        kind: &Kind,
    ) -> Result<bool, StoreError> {
        let session = transaction.session();
        for index in kind.indexes.iter().filter(|index| index.unique) {
            let keys = index.keys.iter().filter_map(|name| kind.key(name));
            let held: Vec<_> = keys.map(|key| (key.name, self.held(*key))).collect();
            if held.iter().any(|(_, value)| *value == Value::Null) {
                continue;
            }
            let text = format!("SELECT COUNT(*) FROM {} WHERE TRUE", kind.name);
            let mut statement = Statement::new(session.dialect(), text);
            for (name, value) in held {
                statement.push(&format!(" AND {name} = "));
                statement.bind(value);
            }
            let counted =
                session.query(&statement.text, &statement.parameters, &[KeyType::Integer])?;
            if counted.first().is_some_and(|row| row[0] != Value::Integer(0)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// As the database can keep it, and whether that is something else. PostgreSQL has no NUL in a text, and
    /// what stands for a character that is none takes its place.
    pub fn fit(mut self, transaction: &mut Transaction<'_>) -> (Self, bool) {
        if transaction.session().dialect() == Dialect::Sqlite {
            return (self, false);
        }
        let mut is_other = false;
        let mut replace = |text: &mut String| {
            if text.contains('\0') {
                *text = text.replace('\0', "\u{fffd}");
                is_other = true;
            }
        };
        replace(&mut self.id);
        replace(&mut self.body);
        for value in self.columns.values_mut() {
            if let Json::String(text) = value {
                replace(text);
            }
        }
        (self, is_other)
    }

    /// Writes the row as it was, past all rules: for what nobody can read.
    pub(crate) fn write(
        self,
        transaction: &mut Transaction<'_>,
        kind: &Kind,
    ) -> Result<(), StoreError> {
        let revision = match kind.stream {
            Some(stream) => Some(transaction.enter(stream)?),
            None => None,
        };
        let mut values = beside(kind).into_iter().map(|key| self.held(key));
        let mut row = vec![Value::Text(self.id.clone())];
        row.extend(self.document());
        if kind.expires {
            row.extend(values.next());
        }
        row.extend(revision.map(|Revision(number)| Value::Integer(number)));
        row.extend(values);
        let statement = sql::insert(transaction.session().dialect(), kind);
        let inserted = transaction.session().execute_each(&statement, &[row]);
        inserted.map(drop).map_err(|failure| rule_broken(failure, kind))
    }
}

fn json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Text(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
    }
}

/// What the column can hold, where it held something else: nothing, or as little as it may.
fn value(found: &Json, key: Key) -> Value {
    let held = match (found, key.holds) {
        (Json::String(text), KeyType::Text) => Some(Value::from(text.as_str())),
        (Json::Number(number), KeyType::Integer) => number.as_i64().map(Value::Integer),
        (Json::Number(number), KeyType::Real) => number.as_f64().map(Value::Real),
        (Json::Bool(flag), KeyType::Flag) => Some(Value::Flag(*flag)),
        _ => None,
    };
    held.unwrap_or(match key.holds {
        _ if key.nullable => Value::Null,
        KeyType::Text => Value::from(""),
        KeyType::Integer => Value::Integer(0),
        KeyType::Real => Value::Real(0.0),
        KeyType::Flag => Value::Flag(false),
    })
}
