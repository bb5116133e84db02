//! What must hold of everything that is stored, put together from what each wing says of its own. The
//! same is asked by `folia check` of a site and by `folia import` of what it has just brought in.

use std::collections::HashMap;

use career::resumes::Resume;
use content::reading::Changed;
use kernel::Id;
use media::uploads::Upload;
use memory::upkeep::Originals;
use site::counts::PageCount;
use store::schema::inspect_indexes;
use store::{Fault, Findings, StoreError, Transaction};

use crate::progress::Progress;
use crate::schema::COLLECTIONS;

const CHECKING: &str = "checking the documents";

/// Mending one fault may uncover another, which may be one that was mended before. What comes back so
/// often always will.
const MOST_TIMES: usize = 10;

/// Reads everything that is stored.
pub fn inspect(transaction: &mut Transaction<'_>) -> Result<Findings, StoreError> {
    inspect_and_tell(transaction, Findings::default(), &Progress::default())
}

/// The same, for somebody who waits, and into findings with as much room as is wanted.
pub(crate) fn inspect_and_tell(
    transaction: &mut Transaction<'_>,
    mut findings: Findings,
    progress: &Progress,
) -> Result<Findings, StoreError> {
    inspect_indexes(transaction, COLLECTIONS, &mut findings)?;
    // The rules of the wings read once more what they are about, so the collections are half of it.
    let all = 2 * COLLECTIONS.len() as u64;
    for (number, collection) in (0..).zip(COLLECTIONS) {
        progress.tell(CHECKING, number, Some(all));
        collection.verify(transaction, &mut findings)?;
    }
    progress.tell(CHECKING, all / 2, Some(all));
    let (uploads, resumes) = (transaction.present::<Upload>()?, transaction.present::<Resume>()?);
    let items = content::upkeep::inspect(transaction, &uploads, &mut findings)?;
    let resume_kind = career::upkeep::RESUME_ORIGIN;
    let originals = Originals { items: &items, resumes: &resumes, resume_kind };
    progress.tell(CHECKING, all * 3 / 4, Some(all));
    media::upkeep::inspect(transaction, &mut findings)?;
    memory::upkeep::inspect(transaction, &originals, &mut findings)?;
    career::upkeep::inspect(transaction, &mut findings)?;
    contact::messages::upkeep::inspect(transaction, &mut findings)?;
    auth::tokens::upkeep::inspect(transaction, &mut findings)?;
    check_counts(transaction, &mut findings)?;
    store::outbox::inspect(transaction, &mut findings)?;
    progress.tell(CHECKING, all, Some(all));
    Ok(findings)
}

/// What a repair has done, and what it could not do.
#[derive(Debug, Default)]
pub struct Repaired {
    /// One line for each thing that was mended.
    pub done: Vec<String>,
    /// Those of them by which something went that cannot be made again.
    pub lost: Vec<String>,
    pub left: Vec<String>,
    /// Documents that cannot be read. They, and all that belongs to them, were left as they are.
    pub unread: Vec<String>,
    /// How many are left that are in neither list.
    pub beyond: usize,
    /// What is odd and allowed.
    pub notes: Vec<String>,
    /// How many notes there are that are not in the list.
    pub notes_beyond: usize,
}

/// What was mended, by its name and its document.
type Mended = HashMap<(&'static str, &'static str, Option<Id>), Times>;

#[derive(Default)]
struct Times {
    /// In how many rounds it was mended. A round may have several of one name.
    rounds: usize,
    /// The last of them.
    latest: usize,
    /// Why it could not be mended in the last round there was.
    failed: Option<StoreError>,
}

/// Mends what has one right answer, until nothing of that kind is left.
pub fn repair(transaction: &mut Transaction<'_>) -> Result<Repaired, StoreError> {
    repair_and_tell(transaction, Findings::default(), &Progress::default())
}

/// The same, for somebody who waits, with what is left in findings that have as much room as is wanted.
pub(crate) fn repair_and_tell(
    transaction: &mut Transaction<'_>,
    left: Findings,
    progress: &Progress,
) -> Result<Repaired, StoreError> {
    let mut repaired = Repaired::default();
    let mut times = Mended::new();
    for round in 1.. {
        let findings = inspect_and_tell(transaction, Findings::to_mend(), progress)?;
        let before = repaired.done.len();
        mend_all(transaction, findings, round, &mut times, &mut repaired)?;
        if repaired.done.len() == before {
            break;
        }
    }
    if !repaired.done.is_empty() {
        // Whoever follows the content may have followed what was wrong.
        Changed { everything: true, ..Changed::default() }.announce(transaction)?;
    }
    let left = inspect_and_tell(transaction, left, progress)?;
    (repaired.beyond, repaired.notes_beyond) = (left.beyond, left.notes_beyond);
    for finding in left.list {
        let list = match finding.is_allowed {
            _ if finding.is_unread => &mut repaired.unread,
            true => &mut repaired.notes,
            false => &mut repaired.left,
        };
        let why = times.get(&name(&finding.fault)).and_then(|times| times.failed.as_ref());
        match why {
            Some(why) => list.push(format!("{}; it was not mended: {why}", finding.fault)),
            None => list.push(finding.fault.to_string()),
        }
    }
    Ok(repaired)
}

/// One round. What cannot be done, as a document that is needed for it does not read, is left as it was
/// and does not stop the rest.
fn mend_all(
    transaction: &mut Transaction<'_>,
    findings: Findings,
    round: usize,
    mended: &mut Mended,
    repaired: &mut Repaired,
) -> Result<(), StoreError> {
    for times in mended.values_mut() {
        times.failed = None;
    }
    for finding in findings.list {
        let Some(mend) = finding.mend else { continue };
        let times = mended.entry(name(&finding.fault)).or_default();
        if times.rounds == MOST_TIMES && times.latest != round {
            continue;
        }
        let Fault { collection, id, .. } = &finding.fault;
        let subject = id.map(|id| format!(" {id}")).unwrap_or_default();
        let (line, is_loss) = (format!("{collection}{subject}: {}", mend.does), mend.is_loss);
        match transaction.attempt(|transaction| mend.run(transaction))? {
            Ok(()) => {
                times.rounds += usize::from(times.latest != round);
                times.latest = round;
                if is_loss {
                    repaired.lost.push(line.clone());
                }
                repaired.done.push(line);
            }
            // An earlier one has taken it away.
            Err(StoreError::Missing { .. }) => {}
            Err(error) => times.failed = Some(error),
        }
    }
    Ok(())
}

fn name(fault: &Fault) -> (&'static str, &'static str, Option<Id>) {
    (fault.rule, fault.collection, fault.id)
}

/// Counts of pages, which nobody but the service writes.
fn check_counts(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    /// Longer than any name that pages are counted under.
    const LONGEST_PAGE: usize = 200;
    transaction.scan::<PageCount>(|stored| {
        let (id, page) = (stored.document.id, stored.document.page);
        if page.is_empty() || page.len() > LONGEST_PAGE || page.contains(char::is_control) {
            let fault = Fault::new("page_counts.page", id, "is of no page");
            findings.add_with_mend(fault, "it is forgotten", move |transaction| {
                transaction.delete::<PageCount>(id)
            });
        }
    })?;
    Ok(())
}
