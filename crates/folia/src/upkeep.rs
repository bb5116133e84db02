//! What must hold of everything that is stored, put together from what each wing says of its own. The
//! same is asked by `folia check` of a site and by `folia import` of what it has just brought in.

use std::collections::HashSet;

use career::resumes::Resume;
use content::items::Item;
use content::reading::Changed;
use kernel::Id;
use media::uploads::Upload;
use memory::upkeep::Originals;
use site::counts::PageCount;
use store::{Document, Fault, Findings, StoreError, Transaction};

use crate::progress::Progress;
use crate::schema::COLLECTIONS;

const CHECKING: &str = "checking the documents";

/// Mending one fault may uncover another. What is not in order after so many rounds never will be.
const MOST_ROUNDS: usize = 10;

/// Reads everything that is stored.
pub fn inspect(transaction: &mut Transaction<'_>) -> Result<Findings, StoreError> {
    inspect_and_tell(transaction, &Progress::default())
}

/// The same, for somebody who waits.
pub(crate) fn inspect_and_tell(
    transaction: &mut Transaction<'_>,
    progress: &Progress,
) -> Result<Findings, StoreError> {
    let mut findings = Findings::default();
    // The rules of the wings read once more what they are about, so the collections are half of it.
    let all = 2 * COLLECTIONS.len() as u64;
    for (number, collection) in (0..).zip(COLLECTIONS) {
        progress.tell(CHECKING, number, Some(all));
        for fault in collection.verify(transaction)? {
            findings.add(fault);
        }
    }
    progress.tell(CHECKING, all / 2, Some(all));
    let uploads = ids::<Upload>(transaction)?;
    let (items, resumes) = (ids::<Item>(transaction)?, ids::<Resume>(transaction)?);
    let resume_kind = career::upkeep::RESUME_ORIGIN;
    let originals = Originals { items: &items, resumes: &resumes, resume_kind };
    content::upkeep::inspect(transaction, &uploads, &mut findings)?;
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
    pub left: Vec<String>,
    /// How many are left that are in neither list.
    pub beyond: usize,
    /// What is odd and allowed.
    pub notes: Vec<String>,
}

/// Mends what has one right answer, until nothing of that kind is left.
pub fn repair(transaction: &mut Transaction<'_>) -> Result<Repaired, StoreError> {
    repair_and_tell(transaction, &Progress::default())
}

/// The same, for somebody who waits.
pub(crate) fn repair_and_tell(
    transaction: &mut Transaction<'_>,
    progress: &Progress,
) -> Result<Repaired, StoreError> {
    let mut repaired = Repaired::default();
    for _ in 0..MOST_ROUNDS {
        let findings = inspect_and_tell(transaction, progress)?;
        let mended = repaired.done.len();
        for finding in findings.list {
            let Some(mend) = finding.mend else { continue };
            let Fault { collection, id, .. } = &finding.fault;
            let subject = id.map(|id| format!(" {id}")).unwrap_or_default();
            let line = format!("{collection}{subject}: {}", mend.does);
            match mend.run(transaction) {
                Ok(()) => repaired.done.push(line),
                // An earlier one has taken it away.
                Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        if repaired.done.len() == mended {
            break;
        }
    }
    if !repaired.done.is_empty() {
        // Whoever follows the content may have followed what was wrong.
        Changed { everything: true, ..Changed::default() }.announce(transaction)?;
    }
    let left = inspect_and_tell(transaction, progress)?;
    repaired.beyond = left.beyond;
    for finding in left.list {
        let list = if finding.is_allowed { &mut repaired.notes } else { &mut repaired.left };
        list.push(finding.fault.to_string());
    }
    Ok(repaired)
}

fn ids<D: Document>(transaction: &mut Transaction<'_>) -> Result<HashSet<Id>, StoreError> {
    Ok(transaction.versions::<D>()?.into_iter().map(|(id, _)| id).collect())
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
    })
}
