use std::fmt;

use kernel::{FieldErrors, Id};

use crate::{StoreError, Transaction};

/// Something stored that is not as it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A name that never changes, such as `sections.cycle`.
    pub rule: &'static str,
    pub collection: &'static str,
    /// None where the collection as a whole is meant.
    pub id: Option<Id>,
    /// The end of a sentence that begins with the document.
    pub what: String,
}

impl Fault {
    /// The rule begins with the name of its collection.
    pub fn new(rule: &'static str, id: impl Into<Option<Id>>, what: impl Into<String>) -> Self {
        let collection = rule.split('.').next().unwrap_or(rule);
        Self { rule, collection, id: id.into(), what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { collection, what, .. } = self;
        match self.id {
            Some(id) => write!(f, "{collection} {id}: {what}"),
            None => write!(f, "{collection}: {what}"),
        }
    }
}

/// What makes a fault good, where there is one right answer to it.
pub struct Mend {
    /// What is done, as a sentence that goes on from the document: `its path is made again`.
    pub does: &'static str,
    work: Work,
}

type Work = Box<dyn FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> + Send>;

impl Mend {
    /// Does it, in the transaction in which the fault was found.
    pub fn run(self, transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
        (self.work)(transaction)
    }
}

impl fmt::Debug for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mend").field("does", &self.does).finish_non_exhaustive()
    }
}

/// A fault, with the way to make it good if there is one.
#[derive(Debug)]
pub struct Finding {
    pub fault: Fault,
    pub mend: Option<Mend>,
    /// A request may bring it about too, so it is told and nothing more.
    pub is_allowed: bool,
}

/// All that was found, up to a number that nobody reads to its end.
#[derive(Debug, Default)]
pub struct Findings {
    pub list: Vec<Finding>,
    /// How many there are beyond those in the list.
    pub beyond: usize,
}

/// Each has a text and may have a closure; a site that is broken in every document must still be
/// checked in bounded memory.
const MOST: usize = 2000;
/// What is found is told in lines, and what is wrong with a text may quote it.
const LONGEST: usize = 300;

impl Findings {
    /// A fault that nobody but the owner knows the answer to.
    pub fn add(&mut self, fault: Fault) {
        self.push(Finding { fault, mend: None, is_allowed: false });
    }

    /// A fault with one right answer.
    pub fn add_with_mend(
        &mut self,
        fault: Fault,
        does: &'static str,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
    ) {
        let mend = Some(Mend { does, work: Box::new(work) });
        self.push(Finding { fault, mend, is_allowed: false });
    }

    /// What is odd, but could have come about by requests.
    pub fn add_note(&mut self, fault: Fault) {
        self.push(Finding { fault, mend: None, is_allowed: true });
    }

    /// The same, where it can be made good.
    pub fn add_note_with_mend(
        &mut self,
        fault: Fault,
        does: &'static str,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
    ) {
        let mend = Some(Mend { does, work: Box::new(work) });
        self.push(Finding { fault, mend, is_allowed: true });
    }

    /// Values that a request would be refused for.
    pub fn add_invalid(&mut self, rule: &'static str, id: Id, errors: FieldErrors) {
        let Err(invalid) = errors.finish() else { return };
        for error in invalid.0 {
            self.add(Fault::new(rule, id, format!("{} {}", error.field, error.message)));
        }
    }

    fn push(&mut self, mut finding: Finding) {
        if self.list.len() >= MOST {
            self.beyond += 1;
            return;
        }
        if let Some((end, _)) = finding.fault.what.char_indices().nth(LONGEST) {
            finding.fault.what.truncate(end);
            finding.fault.what.push('…');
        }
        self.list.push(finding);
    }

    /// Those that are faults, and not only told.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.list.iter().filter(|finding| !finding.is_allowed).map(|finding| &finding.fault)
    }

    pub fn has_faults(&self) -> bool {
        self.beyond > 0 || self.faults().next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_bounded_in_number_and_length() {
        let mut findings = Findings::default();
        for _ in 0..MOST + 3 {
            findings.add(Fault::new("leaves.colour", None, "é".repeat(5000)));
        }
        assert_eq!((findings.list.len(), findings.beyond), (MOST, 3));
        assert_eq!(findings.list[0].fault.what.chars().count(), LONGEST + 1);
        assert_eq!(findings.list[0].fault.collection, "leaves");
    }
}
