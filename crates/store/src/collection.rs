use kernel::Id;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::raw::RawRow;
use crate::scan::{Mark, disputed, is_known, rows_after};
use crate::sql;
use crate::transaction::{read_document, rule_broken};
use crate::{Document, Findings, Kind, Revision, StoreError, Transaction, Value, verify, written};

/// A collection for those who work on all of them and know none: checks, archives.
#[derive(Clone, Copy, Debug)]
pub struct Collection {
    pub kind: &'static Kind,
    /// Whether archives hold it. What is of this moment or of this machine stays out of them.
    pub archived: bool,
    verify: fn(&mut Transaction<'_>, &mut Findings) -> Result<(), StoreError>,
    id_in: fn(&[Value]) -> Option<Id>,
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

/// Some documents of a collection, in the order of their rows.
#[derive(Debug, Default)]
pub struct Batch {
    pub records: Vec<Record>,
    /// Those among them that do not read as their kind, are not stored under their own id, or say something else than
    /// their columns do.
    pub damaged: Vec<RawRow>,
    /// What the next batch begins after. None when there are no more.
    pub last: Option<Mark>,
}

impl Collection {
    pub const fn of<D: Document>() -> Self {
        let (verify, id_in, restore) = (verify::documents::<D>, id_in::<D>, restore::<D>);
        Self { kind: D::KIND, archived: true, verify, id_in, restore }
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

    /// The next documents after those of a batch, in the order of their rows.
    pub fn records(
        &self,
        transaction: &mut Transaction<'_>,
        after: Option<&Mark>,
        most: u32,
    ) -> Result<Batch, StoreError> {
        let rows = rows_after(transaction, self.kind, after, most)?;
        let mut batch = Batch { last: rows.next, ..Batch::default() };
        for row in rows.list {
            match self.record(&row) {
                Some(record) => batch.records.push(record),
                None => batch.damaged.push(RawRow::of(self.kind, &row)),
            }
        }
        Ok(batch)
    }

    /// Brings back what cannot be read, as it was. What can be read, as a later version may, or as what it was stored
    /// under was no id, comes back like any other document, so that every rule about those is held against it. Then
    /// tells its id.
    pub fn restore_damaged(
        &self,
        transaction: &mut Transaction<'_>,
        row: RawRow,
    ) -> Result<Option<Id>, StoreError> {
        // Of two ids one is damaged, and nobody knows which: what belongs to the document may name either.
        let is_elsewhere = |id: &Id| row.id.parse::<Id>().is_ok_and(|under| under != *id);
        let mut held = row.row(self.kind);
        // Nothing else denies that it is one of today's, which it then has to be by every rule.
        if !is_known(self.kind, &held[2]) {
            held[2] = Value::Integer(self.kind.form.into());
        }
        let mut inside = (self.id_in)(&held);
        if inside.is_none() && row.breaks_a_rule(transaction, self.kind)? {
            // Which of the two is damaged is told by the rule, so the document's words count.
            inside = (self.id_in)(&held[..4]);
        }
        let Some(id) = inside.filter(|id| !is_elsewhere(id)) else {
            row.write(transaction, self.kind)?;
            return Ok(None);
        };
        let form = held[2].as_integer().and_then(|form| u32::try_from(form).ok()).unwrap_or(0);
        let collection = self.kind.name;
        let document = RawValue::from_string(row.body)
            .map_err(|cause| StoreError::Unreadable { collection, cause })?;
        self.restore(transaction, vec![Record { id, version: row.version, form, document }])?;
        Ok(Some(id))
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
        Ok(rows_after(transaction, self.kind, None, 1)?.list.is_empty())
    }

    fn record(&self, row: &[Value]) -> Option<Record> {
        let [Value::Text(id), Value::Integer(version), Value::Integer(form), Value::Text(body), ..] =
            row
        else {
            return None;
        };
        let inside = (self.id_in)(row);
        let inside = inside.filter(|inside| inside.to_string() == *id)?;
        let document = RawValue::from_string(body.clone()).ok()?;
        let form = u32::try_from(*form).unwrap_or(0);
        Some(Record { id: inside, version: *version, form, document })
    }
}

/// The id of a document by its own words, where it reads as its kind and says what its columns do.
fn id_in<D: Document>(row: &[Value]) -> Option<Id> {
    let document = read_document::<D>(&row[1..4]).ok()?.document;
    disputed(&document, row).is_none().then(|| document.id())
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
            let written = written::written(&stored.document, stored.version, revision.0);
            written.map_err(|error| match error {
                // Numbers that are none cannot stand in JSON, so it is a text.
                StoreError::Refused(_) => {
                    StoreError::Unfit { collection: D::KIND.name, id: record.id }
                }
                other => other,
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    let statement = sql::insert(transaction.session().dialect(), D::KIND);
    let inserted = transaction.session().execute_each(&statement, &rows);
    inserted.map(drop).map_err(|failure| rule_broken(failure, D::KIND))
}
