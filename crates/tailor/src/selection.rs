use crate::delivered::Delivered;
use crate::facts::Place;
use crate::fault::Fault;

/// What an attempt is to keep to.
#[derive(Clone, Debug, PartialEq)]
pub struct Brief {
    /// How many lines the resume may take, headings among them.
    pub page_lines: u32,
    /// What the attempt before did wrong; empty for the first one.
    pub faults: Vec<Fault>,
}

impl Default for Brief {
    fn default() -> Self {
        // What a page of A4 holds at a readable size.
        Self { page_lines: 58, faults: Vec::new() }
    }
}

/// A generator's decision. Everything in it points at facts; employers, titles and dates are not
/// in it, since they are copied from the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The owner's title that stands below the name; the document's own unless it is given.
    pub label: Option<Delivered>,
    /// The sentences of the summary, in order.
    pub summary: Vec<Delivered>,
    /// Work, volunteering and projects, in the order in which they are to be shown; entries
    /// that are not named are left out.
    pub entries: Vec<EntryChoice>,
    pub skills: Vec<SkillChoice>,
    /// Entries of the other lists that are kept, such as `education/0`.
    pub kept: Vec<Place>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EntryChoice {
    /// Such as `work/0`.
    pub entry: Place,
    /// Whether the entry's own summary is kept.
    pub with_summary: bool,
    /// How many of its sentences, from the first on, where it is too long as a whole.
    pub sentences: Option<usize>,
    pub highlights: Vec<Delivered>,
}

/// A group of skills with the keywords to show, by position in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillChoice {
    pub entry: usize,
    pub keywords: Vec<usize>,
}
