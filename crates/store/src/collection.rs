use kernel::Id;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::raw::RawRow;
use crate::scan::rows_after;
use crate::sql;
use crate::transaction::{read_document, rule_broken};
use crate::{Document, Findings, Kind, Revision, StoreError, Transaction, Value, verify};

/// A collection for those who work on all of them and know none: checks, archives.
#[derive(Clone, Copy, Debug)]
pub struct Collection {
    pub kind: &'static Kind,
    /// Whether archives hold it. What is of this moment or of this machine stays out of them.
    pub archived: bool,
    verify: fn(&mut Transaction<'_>, &mut Findings) -> Result<(), StoreError>,
    reads: fn(&str, &[Value]) -> bool,
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

/// Some documents of a collection, in the order of their ids.
#[derive(Debug, Default)]
pub struct Batch {
    pub records: Vec<Record>,
    /// Those among them that do not read as their kind, or are not stored under their own id.
    pub damaged: Vec<RawRow>,
    /// What the next batch begins after. None when there are no more.
    pub last: Option<String>,
}

impl Collection {
    pub const fn of<D: Document>() -> Self {
        let (verify, reads, restore) = (verify::documents::<D>, reads::<D>, restore::<D>);
        Self { kind: D::KIND, archived: true, verify, reads, restore }
    }

    pub const fn not_archived(self) -> Self {
        Self { archived: false, ..self }
    }

    /// Reads every document and compares it with its columns.
    pub fn verify(
        &self,
        transaction: &mut Transaction<'_>,
        findings: &mut Findings,
    ) -> Result<(), StoreError> {
        (self.verify)(transaction, findings)
    }

    /// The next documents after those of a batch, in the order of their ids.
    pub fn records(
        &self,
        transaction: &mut Transaction<'_>,
        after: Option<&str>,
        most: u32,
    ) -> Result<Batch, StoreError> {
        // Ids are never empty, so nothing is before the first of them.
        let rows = rows_after(transaction, self.kind, after.unwrap_or_default(), most)?;
        let last = rows.last().and_then(|row| row[0].as_text()).map(ToOwned::to_owned);
        let mut batch = Batch { last, ..Batch::default() };
        for row in rows {
            match self.record(&row) {
                Some(record) => batch.records.push(record),
                None => batch.damaged.push(RawRow::of(self.kind, &row)),
            }
        }
        Ok(batch)
    }

    /// Brings back what cannot be read, as it was.
    pub fn restore_damaged(
        &self,
        transaction: &mut Transaction<'_>,
        row: RawRow,
    ) -> Result<(), StoreError> {
        row.write(transaction, self.kind, self.reads)
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
        Ok(self.records(transaction, None, 1)?.last.is_none())
    }

    fn record(&self, row: &[Value]) -> Option<Record> {
        let [Value::Text(id), Value::Integer(version), Value::Integer(form), Value::Text(body), ..] =
            row
        else {
            return None;
        };
        if !(self.reads)(id, &row[1..4]) {
            return None;
        }
        let document = RawValue::from_string(body.clone()).ok()?;
        let form = u32::try_from(*form).unwrap_or(0);
        Some(Record { id: id.parse().ok()?, version: *version, form, document })
    }
}

/// Whether a row reads as its kind and is stored under its own id.
fn reads<D: Document>(id: &str, row: &[Value]) -> bool {
    read_document::<D>(row).is_ok_and(|stored| stored.document.id().to_string() == id)
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
