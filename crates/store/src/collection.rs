use kernel::Id;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::scan::rows_after;
use crate::sql;
use crate::transaction::{read_document, rule_broken};
use crate::{Document, Fault, Kind, Revision, StoreError, Transaction, Value, verify};

/// A collection for those who work on all of them and know none: checks, archives.
#[derive(Clone, Copy, Debug)]
pub struct Collection {
    pub kind: &'static Kind,
    /// Whether archives hold it. What is of this moment or of this machine stays out of them.
    pub archived: bool,
    verify: fn(&mut Transaction<'_>) -> Result<Vec<Fault>, StoreError>,
    restore: fn(&mut Transaction<'_>, Vec<Record>) -> Result<(), StoreError>,
}

/// A document as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    pub id: Id,
    pub version: i64,
    pub form: u32,
    pub document: Box<RawValue>,
}

impl Collection {
    pub const fn of<D: Document>() -> Self {
        let (verify, restore) = (verify::documents::<D>, restore::<D>);
        Self { kind: D::KIND, archived: true, verify, restore }
    }

    pub const fn not_archived(self) -> Self {
        Self { archived: false, ..self }
    }

    /// Reads every document and compares it with its columns.
    pub fn verify(&self, transaction: &mut Transaction<'_>) -> Result<Vec<Fault>, StoreError> {
        (self.verify)(transaction)
    }

    /// The next documents in the order of their ids; none when there are no more.
    pub fn records(
        &self,
        transaction: &mut Transaction<'_>,
        after: Option<Id>,
        most: u32,
    ) -> Result<Vec<Record>, StoreError> {
        // Ids are never empty, so nothing is before the first of them.
        let after = after.map(|id| id.to_string()).unwrap_or_default();
        let rows = rows_after(transaction, self.kind, &after, most)?;
        rows.into_iter().map(|row| self.record(row)).collect()
    }

    /// Brings documents back as they were, with their versions. Older forms become today's.
    pub fn restore(
        &self,
        transaction: &mut Transaction<'_>,
        records: Vec<Record>,
    ) -> Result<(), StoreError> {
        (self.restore)(transaction, records)
    }

    pub fn is_empty(&self, transaction: &mut Transaction<'_>) -> Result<bool, StoreError> {
        Ok(self.records(transaction, None, 1)?.is_empty())
    }

    fn record(&self, row: Vec<Value>) -> Result<Record, StoreError> {
        let collection = self.kind.name;
        let Ok([Value::Text(id), Value::Integer(version), Value::Integer(form), Value::Text(body)]) =
            <[Value; 4]>::try_from(row)
        else {
            return Err(StoreError::refused("a document's row has other columns"));
        };
        let id = id.parse().map_err(|_| StoreError::refused("a document's id is none"))?;
        let document = RawValue::from_string(body)
            .map_err(|cause| StoreError::Unreadable { collection, cause })?;
        Ok(Record { id, version, form: u32::try_from(form).unwrap_or(0), document })
    }
}

fn restore<D: Document>(
    transaction: &mut Transaction<'_>,
    records: Vec<Record>,
) -> Result<(), StoreError> {
    let revision = match D::KIND.stream {
        // All at one revision: for those who follow the stream a restore is one change.
        Some(stream) => transaction.enter(stream)?,
        None => Revision::default(),
    };
    let rows = records
        .into_iter()
        .map(|record| {
            let row = [
                Value::Integer(record.version),
                Value::Integer(record.form.into()),
                Value::Text(record.document.get().to_owned()),
            ];
            let stored = read_document::<D>(&row)?;
            // The id in front is what a reader of the archive goes by, the one inside what is stored.
            if stored.document.id() != record.id {
                return Err(StoreError::Misfiled { collection: D::KIND.name, id: record.id });
            }
            sql::written(&stored.document, stored.version, revision.0)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let statement = sql::insert(transaction.session().dialect(), D::KIND);
    let inserted = transaction.session().execute_each(&statement, &rows);
    inserted.map(drop).map_err(|failure| rule_broken(failure, D::KIND))
}
