use kernel::Id;
use serde_json::Value;
use tailor::facts::Fact;

use crate::printing::Told;
use crate::resumes::{Language, Paths};

/// What is to be tailored, with a chunk for every fact of it.
#[derive(Clone, Debug)]
pub(super) struct Original {
    pub(super) document: Value,
    /// As its owner wrote it.
    pub(super) written: Value,
    pub(super) facts: Vec<Fact>,
    /// None when there is no resume and the memory had to do.
    pub(super) resume_id: Option<Id>,
    /// What its owner hides, pins and puts in order for all jobs.
    pub(super) arrangement: Paths,
    pub(super) language: Option<Language>,
    pub(super) has_place_in_one_text: bool,
}

impl Original {
    pub(super) fn told(&self) -> Told<'_> {
        let Self { document, written, has_place_in_one_text, .. } = self;
        Told { written, read: document, has_place_in_one_text: *has_place_in_one_text }
    }
}
