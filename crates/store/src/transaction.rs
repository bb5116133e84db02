use kernel::{Clock, Id, Page, Randomness, Slice, Timestamp};

use crate::outbox::{self, Job};
use crate::session::{Dialect, Failure, Session, Violated};
use crate::sql;
use crate::{
    Document, Filter, Integrity, KeyType, Kind, Query, StoreError, Stored, Value, integrity,
    written,
};

/// A place in the history of a stream. Transactions that enter a stream are numbered in the order
/// in which they commit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(pub(crate) i64);

impl Revision {
    /// As a number, for those who keep it: later is greater.
    pub fn number(self) -> i64 {
        self.0
    }

    /// Whether nothing happened in the stream between the two.
    pub fn directly_follows(self, earlier: Self) -> bool {
        self.0 == earlier.0 + 1
    }
}

/// The verbs over documents, all inside one transaction. Reads see one consistent state; writes
/// see themselves.
pub struct Transaction<'a> {
    session: &'a mut dyn Session,
    writing: bool,
    now: Timestamp,
    clock: &'a Clock,
    randomness: &'a Randomness,
    effects: Effects,
}

/// What a committed transaction leaves for others to notice.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    pub(crate) entered: Vec<(&'static str, Revision)>,
    pub(crate) enqueued: bool,
}

impl<'a> Transaction<'a> {
    pub(crate) fn new(
        session: &'a mut dyn Session,
        writing: bool,
        clock: &'a Clock,
        randomness: &'a Randomness,
    ) -> Self {
        let effects = Effects::default();
        Self { session, writing, now: clock.now(), clock, randomness, effects }
    }

    pub(crate) fn into_effects(self) -> Effects {
        self.effects
    }

    pub(crate) fn session(&mut self) -> &mut dyn Session {
        self.session
    }

    /// The time at which this transaction happens. It stands still while the transaction runs.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    pub fn generate_id(&self) -> Id {
        // By the clock and not by `now`, which stands still: ids made one after the other would
        // have no order.
        Id::generate(self.clock, self.randomness)
    }

    /// Inside a write the document is held until the end, so what was read is still true when it
    /// is replaced.
    pub fn find<D: Document>(&mut self, id: Id) -> Result<Option<Stored<D>>, StoreError> {
        let statement = sql::find(
            self.session.dialect(),
            D::KIND,
            id.into(),
            self.now.as_micros(),
            self.writing,
        );
        match self.documents::<D>(statement)?.pop() {
            // What came back from an archive as its row was held to no rule.
            Some(stored) if stored.document.id() != id => {
                Err(StoreError::Misfiled { collection: D::KIND.name, id })
            }
            found => Ok(found),
        }
    }

    pub fn get<D: Document>(&mut self, id: Id) -> Result<Stored<D>, StoreError> {
        self.find(id)?.ok_or(StoreError::Missing { collection: D::KIND.name, id })
    }

    pub fn list<D: Document>(&mut self, query: &Query) -> Result<Vec<Stored<D>>, StoreError> {
        let now = self.now.as_micros();
        let statement = sql::list(self.session.dialect(), D::KIND, query, now, None)?;
        self.documents(statement)
    }

    pub fn page<D: Document>(
        &mut self,
        query: &Query,
        page: Page,
    ) -> Result<Slice<Stored<D>>, StoreError> {
        let total = self.count::<D>(&query.filters)?;
        let now = self.now.as_micros();
        let statement = sql::list(self.session.dialect(), D::KIND, query, now, Some(page))?;
        let items = self.documents(statement)?;
        Ok(Slice { items, total, limit: page.limit, offset: page.offset })
    }

    /// The first so many documents whose stored form holds a text when its ASCII letters are made
    /// small; an empty text is in all of them. What is stored is JSON, other fields included: a
    /// sieve that never loses a match of plain lowercase letters, not an answer.
    pub fn list_holding<D: Document>(
        &mut self,
        query: &Query,
        text: &str,
        most: u32,
    ) -> Result<Vec<Stored<D>>, StoreError> {
        let (dialect, now) = (self.session.dialect(), self.now.as_micros());
        self.documents(sql::list_holding(dialect, D::KIND, query, now, text, most)?)
    }

    /// What was written after `since`, for snapshots that catch up. Deletions do not show.
    pub fn list_changed<D: Document>(
        &mut self,
        since: Revision,
    ) -> Result<Vec<Stored<D>>, StoreError> {
        let statement = sql::changed_since(self.session.dialect(), D::KIND, since.0);
        self.documents(statement)
    }

    pub fn count<D: Document>(&mut self, filters: &[Filter]) -> Result<u64, StoreError> {
        let now = self.now.as_micros();
        let statement = sql::count(self.session.dialect(), D::KIND, filters, now)?;
        let rows =
            self.session.query(&statement.text, &statement.parameters, &[KeyType::Integer])?;
        Ok(counted(rows.first().and_then(|row| row.first())))
    }

    /// Which documents there are, at which version: for indexes that compare themselves with them
    /// without reading them all.
    pub fn versions<D: Document>(&mut self) -> Result<Vec<(Id, i64)>, StoreError> {
        let now = self.now.as_micros();
        let statement = sql::versions(self.session.dialect(), D::KIND, now);
        let columns = [KeyType::Text, KeyType::Integer];
        let rows = self.session.query(&statement.text, &statement.parameters, &columns)?;
        // Nobody can ask for a document whose id is none.
        Ok(rows.iter().filter_map(|row| read_version(row)).collect())
    }

    /// How many documents carry each value of a key.
    pub fn group<D: Document>(
        &mut self,
        filters: &[Filter],
        key: &'static str,
    ) -> Result<Vec<(Value, u64)>, StoreError> {
        let holds = D::KIND.key(key).map_or(KeyType::Text, |key| key.holds);
        let now = self.now.as_micros();
        let statement = sql::group(self.session.dialect(), D::KIND, filters, key, now)?;
        let columns = [holds, KeyType::Integer];
        let rows = self.session.query(&statement.text, &statement.parameters, &columns)?;
        Ok(rows
            .into_iter()
            .map(|mut row| {
                let count = counted(row.get(1));
                (row.swap_remove(0), count)
            })
            .collect())
    }

    pub fn insert<D: Document>(&mut self, document: D) -> Result<Stored<D>, StoreError> {
        let mut stored = self.insert_all(vec![document])?;
        Ok(stored.pop().expect("as many come back as went in"))
    }

    pub fn insert_all<D: Document>(
        &mut self,
        documents: Vec<D>,
    ) -> Result<Vec<Stored<D>>, StoreError> {
        let revision = self.revision_for(D::KIND)?;
        self.make_way(D::KIND)?;
        let rows = documents
            .iter()
            .map(|document| written::written_anew(document, 1, revision.0))
            .collect::<Result<Vec<_>, _>>()?;
        let statement = sql::insert(self.session.dialect(), D::KIND);
        self.session
            .execute_each(&statement, &rows)
            .map_err(|failure| rule_broken(failure, D::KIND))?;
        Ok(documents.into_iter().map(|document| Stored { version: 1, document }).collect())
    }

    /// Writes the document in place of the version it was read at.
    pub fn replace<D: Document>(&mut self, stored: Stored<D>) -> Result<Stored<D>, StoreError> {
        let mut replaced = self.replace_all(vec![stored])?;
        Ok(replaced.pop().expect("as many come back as went in"))
    }

    pub fn replace_all<D: Document>(
        &mut self,
        documents: Vec<Stored<D>>,
    ) -> Result<Vec<Stored<D>>, StoreError> {
        let revision = self.revision_for(D::KIND)?;
        self.make_way(D::KIND)?;
        let rows = documents
            .iter()
            .map(|stored| {
                let mut row =
                    written::written_anew(&stored.document, stored.version + 1, revision.0)?;
                row.push(Value::Integer(stored.version));
                Ok(row)
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        let statement = sql::replace(self.session.dialect(), D::KIND);
        let touched = self
            .session
            .execute_each(&statement, &rows)
            .map_err(|failure| rule_broken(failure, D::KIND))?;
        // No row had the id with that version: somebody was faster, or it is gone.
        if let Some(position) = touched.iter().position(|&rows| rows == 0) {
            let id = documents[position].document.id();
            return Err(StoreError::Stale { collection: D::KIND.name, id });
        }
        Ok(documents
            .into_iter()
            .map(|stored| Stored { version: stored.version + 1, document: stored.document })
            .collect())
    }

    /// Removes one document for good.
    pub fn delete<D: Document>(&mut self, id: Id) -> Result<(), StoreError> {
        match self.delete_where::<D>(&[Filter::equal("id", id)])? {
            0 => Err(StoreError::Missing { collection: D::KIND.name, id }),
            _ => Ok(()),
        }
    }

    /// Removes for good all documents the filters name, and tells how many they were.
    pub fn delete_where<D: Document>(&mut self, filters: &[Filter]) -> Result<u64, StoreError> {
        // Entered also when nothing is deleted in the end: what to delete is decided by reading.
        self.revision_for(D::KIND)?;
        let now = self.now.as_micros();
        let statement = sql::delete_where(self.session.dialect(), D::KIND, filters, now)?;
        Ok(self.session.execute(&statement.text, &statement.parameters)?)
    }

    /// Sweeps out what has expired; it was invisible already.
    pub fn delete_expired(&mut self, kind: &Kind) -> Result<u64, StoreError> {
        let now = self.now.as_micros();
        let statement = sql::delete_expired(self.session.dialect(), kind.name, now);
        Ok(self.session.execute(&statement.text, &statement.parameters)?)
    }

    /// What the engine itself finds wrong with its files. A server checks its own.
    pub fn integrity(&mut self) -> Result<Integrity, StoreError> {
        integrity::integrity(self.session())
    }

    /// For whole archives and checks, which may read files or reckon for a while between two statements:
    /// a server would take a writer that stands still for one that is gone.
    pub fn take_time(&mut self) -> Result<(), StoreError> {
        if self.session.dialect() == Dialect::Postgres {
            let longer = "SET LOCAL idle_in_transaction_session_timeout = '60s'";
            self.session.execute(longer, &[])?;
        }
        Ok(())
    }

    /// Enters a stream: until this transaction ends, nobody else can. Whoever decides from what it
    /// reads in a stream's collections enters first. Writing to them enters by itself.
    pub fn enter(&mut self, stream: &'static str) -> Result<Revision, StoreError> {
        // Entering twice is one change, with one revision.
        if let Some((_, revision)) = self.effects.entered.iter().find(|(name, _)| *name == stream) {
            return Ok(*revision);
        }
        let mut statement = sql::Statement::new(
            self.session.dialect(),
            "INSERT INTO streams (name, revision) VALUES (",
        );
        statement.bind(Value::from(stream));
        statement.push(
            // The row stays locked until the commit, which is what orders the revisions. A sequence
            // would give numbers in another order than commits.
            ", 1) ON CONFLICT (name) DO UPDATE SET revision = streams.revision + 1 \
             RETURNING revision",
        );
        let rows =
            self.session.query(&statement.text, &statement.parameters, &[KeyType::Integer])?;
        let revision = Revision(first_integer(&rows));
        self.effects.entered.push((stream, revision));
        Ok(revision)
    }

    /// Where a stream stands, as this transaction sees it.
    pub fn revision(&mut self, stream: &'static str) -> Result<Revision, StoreError> {
        let mut statement = sql::Statement::new(
            self.session.dialect(),
            "SELECT revision FROM streams WHERE name = ",
        );
        statement.bind(Value::from(stream));
        let rows =
            self.session.query(&statement.text, &statement.parameters, &[KeyType::Integer])?;
        Ok(Revision(first_integer(&rows)))
    }

    /// Does something that may fail, and then has not happened, while the transaction goes on. What
    /// comes of a database that is out of reach, or of others who write, ends the transaction.
    pub fn attempt<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<Result<T, StoreError>, StoreError> {
        let (entered, enqueued) = (self.effects.entered.len(), self.effects.enqueued);
        self.session.mark()?;
        let outcome = work(self);
        if matches!(outcome, Err(StoreError::Unavailable(_) | StoreError::Panicked)) {
            return outcome.map(Ok);
        }
        if outcome.is_err() {
            self.session.go_back()?;
            // A stream that was entered meanwhile has not moved.
            self.effects.entered.truncate(entered);
            self.effects.enqueued = enqueued;
        }
        self.session.unmark()?;
        Ok(outcome)
    }

    /// Writes a document as it is, with its version: its columns become what it says.
    pub fn rewrite<D: Document>(&mut self, stored: Stored<D>) -> Result<(), StoreError> {
        let revision = self.revision_for(D::KIND)?;
        let mut row = written::written(&stored.document, stored.version, revision.0)?;
        row.push(Value::Integer(stored.version));
        let statement = sql::replace(self.session.dialect(), D::KIND);
        let touched = self.session.execute_each(&statement, &[row]);
        match touched.map_err(|failure| rule_broken(failure, D::KIND))?.first() {
            Some(1) => Ok(()),
            _ => Err(StoreError::Stale { collection: D::KIND.name, id: stored.document.id() }),
        }
    }

    /// Leaves a job for later. It exists exactly when this transaction commits.
    pub fn enqueue(&mut self, job: Job) -> Result<(), StoreError> {
        self.effects.enqueued = true;
        outbox::enqueue(self, job)
    }

    /// What has expired no longer exists, so it must neither stand in a unique rule's way nor be
    /// replaced back to life.
    fn make_way(&mut self, kind: &Kind) -> Result<(), StoreError> {
        if kind.expires {
            self.delete_expired(kind)?;
        }
        Ok(())
    }

    fn revision_for(&mut self, kind: &Kind) -> Result<Revision, StoreError> {
        match kind.stream {
            Some(stream) => self.enter(stream),
            None => Ok(Revision::default()),
        }
    }

    fn documents<D: Document>(
        &mut self,
        statement: sql::Statement,
    ) -> Result<Vec<Stored<D>>, StoreError> {
        self.session
            .query(&statement.text, &statement.parameters, sql::DOCUMENT_COLUMNS)?
            .into_iter()
            .map(|row| read_document(&row))
            .collect()
    }
}

impl std::fmt::Debug for Transaction<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transaction").field("writing", &self.writing).finish_non_exhaustive()
    }
}

pub(crate) fn read_document<D: Document>(row: &[Value]) -> Result<Stored<D>, StoreError> {
    let [Value::Integer(version), Value::Integer(form), Value::Text(body)] = row else {
        return Err(StoreError::refused("a document's row has other columns"));
    };
    let form = u32::try_from(*form).unwrap_or(0);
    // Newer forms than ours are parsed as they are. If they do not fit, it is said as unreadable
    // and not guessed.
    let parsed = if form < D::KIND.form {
        serde_json::from_str(body)
            .and_then(|value| serde_json::from_value((D::KIND.upgrade)(form, value)))
    } else {
        serde_json::from_str(body)
    };
    match parsed {
        Ok(document) => Ok(Stored { version: *version, document }),
        Err(cause) => Err(StoreError::Unreadable { collection: D::KIND.name, cause }),
    }
}

fn read_version(row: &[Value]) -> Option<(Id, i64)> {
    let [Value::Text(id), Value::Integer(version)] = row else { return None };
    Some((id.parse().ok()?, *version))
}

/// Names the unique rule that a write would have broken.
pub(crate) fn rule_broken(failure: Failure, kind: &Kind) -> StoreError {
    let Failure::Unique(violated) = failure else { return failure.into() };
    let rule = match violated {
        // PostgreSQL's own name for the primary key.
        Violated::Rule(rule) if rule == format!("{}_pkey", kind.name) => "id".to_owned(),
        Violated::Rule(rule) => rule,
        Violated::Columns(columns) => kind
            .indexes
            .iter()
            // SQLite tells the columns in the order of the index, as they are declared.
            .find(|index| index.unique && index.keys == columns.as_slice())
            .map_or_else(|| columns.join("+"), |index| index.name.to_owned()),
    };
    StoreError::Taken { rule }
}

fn counted(value: Option<&Value>) -> u64 {
    value.and_then(Value::as_integer).and_then(|count| u64::try_from(count).ok()).unwrap_or(0)
}

fn first_integer(rows: &[Vec<Value>]) -> i64 {
    rows.first().and_then(|row| row.first()).and_then(Value::as_integer).unwrap_or(0)
}
