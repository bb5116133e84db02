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
    /// Whether something goes that cannot be made again.
    pub is_loss: bool,
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
    /// The document does not read as its kind, so that nothing is known of it.
    pub is_unread: bool,
}

/// All that was found, up to a number that nobody reads to its end. Faults and notes are counted apart:
/// however many notes there are, no fault is lost among them, and none of them becomes one.
#[derive(Debug)]
pub struct Findings {
    pub list: Vec<Finding>,
    /// How many faults there are beyond those in the list.
    pub beyond: usize,
    /// How many notes there are beyond those in the list.
    pub notes_beyond: usize,
    /// How many faults are in the list.
    faults: usize,
    most: usize,
    only_mendable: bool,
}

impl Default for Findings {
    fn default() -> Self {
        let (list, most, only_mendable) = (Vec::new(), MOST, false);
        Self { list, beyond: 0, notes_beyond: 0, faults: 0, most, only_mendable }
    }
}

/// Each has a text and may have a closure; a site that is broken in every document must still be
/// checked in bounded memory.
const MOST: usize = 2000;
/// For those who mend: each round reads everything, so a round should be worth it.
const MOST_MENDED: usize = 50_000;
/// What is found is told in lines, and what is wrong with a text may quote it.
const LONGEST: usize = 300;

impl Findings {
    /// For somebody who wants to read all of them.
    pub fn without_end() -> Self {
        Self { most: usize::MAX, ..Self::default() }
    }

    /// For somebody who mends: what cannot be mended is counted and takes nobody's place.
    pub fn to_mend() -> Self {
        Self { most: MOST_MENDED, only_mendable: true, ..Self::default() }
    }

    /// A fault that nobody but the owner knows the answer to.
    pub fn add(&mut self, fault: Fault) {
        self.push(Finding { fault, mend: None, is_allowed: false, is_unread: false });
    }

    /// A document that cannot be read.
    pub fn add_unread(&mut self, fault: Fault) {
        self.push(Finding { fault, mend: None, is_allowed: false, is_unread: true });
    }

    /// A fault with one right answer.
    pub fn add_with_mend(
        &mut self,
        fault: Fault,
        does: &'static str,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
    ) {
        let mend = Some(Mend { does, is_loss: false, work: Box::new(work) });
        self.push(Finding { fault, mend, is_allowed: false, is_unread: false });
    }

    /// A fault that is made good by removing what cannot be made again.
    pub fn add_with_loss(
        &mut self,
        fault: Fault,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
    ) {
        let mend = Some(Mend { does: "it is removed", is_loss: true, work: Box::new(work) });
        self.push(Finding { fault, mend, is_allowed: false, is_unread: false });
    }

    /// What is odd, but could have come about by requests.
    pub fn add_note(&mut self, fault: Fault) {
        self.push(Finding { fault, mend: None, is_allowed: true, is_unread: false });
    }

    /// The same, where it can be made good.
    pub fn add_note_with_mend(
        &mut self,
        fault: Fault,
        does: &'static str,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
    ) {
        let mend = Some(Mend { does, is_loss: false, work: Box::new(work) });
        self.push(Finding { fault, mend, is_allowed: true, is_unread: false });
    }

    /// Values that a request would be refused for.
    pub fn add_invalid(&mut self, rule: &'static str, id: Id, errors: FieldErrors) {
        let Err(invalid) = errors.finish() else { return };
        for error in invalid.0 {
            self.add(Fault::new(rule, id, format!("{} {}", error.field, error.message)));
        }
    }

    fn push(&mut self, mut finding: Finding) {
        let is_note = finding.is_allowed;
        let listed = if is_note { self.list.len() - self.faults } else { self.faults };
        if listed >= self.most || (self.only_mendable && finding.mend.is_none()) {
            let beyond = if is_note { &mut self.notes_beyond } else { &mut self.beyond };
            *beyond += 1;
            return;
        }
        self.faults += usize::from(!is_note);
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

    /// Whether any of the faults has one right answer, or may have.
    pub fn can_be_mended(&self) -> bool {
        let has_mend = |it: &Finding| it.mend.is_some() && !it.is_allowed;
        self.beyond > 0 || self.list.iter().any(has_mend)
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

    #[test]
    fn a_mend_of_a_note_makes_no_fault_good() {
        let fault = || Fault::new("leaves.colour", None, "is odd");
        let mut findings = Findings::default();
        findings.add(fault());
        findings.add_note_with_mend(fault(), "it is painted", |_| Ok(()));
        assert!(!findings.can_be_mended());
        findings.add_with_mend(fault(), "it is painted", |_| Ok(()));
        assert!(findings.can_be_mended());
    }

    #[test]
    fn notes_take_no_place_of_a_fault_and_are_none() {
        let mut findings = Findings::default();
        for _ in 0..MOST + 3 {
            findings.add_note(Fault::new("leaves.picture", None, "is pale"));
        }
        assert_eq!((findings.beyond, findings.notes_beyond), (0, 3));
        assert!(!findings.has_faults());
        findings.add(Fault::new("leaves.colour", None, "is blue"));
        assert!(findings.has_faults());
        assert_eq!(findings.faults().count(), 1);
    }

    #[test]
    fn what_cannot_be_mended_takes_no_place_of_what_can() {
        let mut findings = Findings::to_mend();
        for _ in 0..3 {
            findings.add(Fault::new("leaves.colour", None, "is blue"));
        }
        findings.add_with_mend(Fault::new("leaves.stem", None, "is long"), "it is cut", |_| Ok(()));
        assert_eq!((findings.list.len(), findings.beyond), (1, 3));
        assert_eq!(findings.list[0].fault.rule, "leaves.stem");
    }
}
