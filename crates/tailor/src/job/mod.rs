//! What a job asks for, read from its text.
//!
//! Posts are written by people in a hurry: with headings or without, as lists, as one paragraph, in
//! English or German. They are cut into lines and sentences ([`sections`], [`items`]), each of which
//! asks for something, would welcome something, tells a task, or is talk about the company. Which
//! sentences ask at all was learned from real postings ([`reader`]); where that does not apply, lists of
//! words decide ([`cues`], [`headings`]). What is
//! asked for becomes requirements; the words of all but the talk become weighted terms ([`terms`]).
//!
//! A job's text is only ever read. Whatever it orders somebody to do is a sentence like any other.

mod conditions;
mod cues;
mod headings;
mod items;
mod knowledge;
mod labels;
mod markup;
mod purpose;
mod reader;
mod sections;
mod seniority;
mod terms;
mod title;
mod weights;

use crate::analysis::{Analysis, Level, Requirement};
use crate::words::normalise;
use items::Item;
use purpose::Purpose;

pub(crate) use conditions::years_asked;
pub(crate) use markup::plain;

/// More are no requirements but a page pasted whole.
const MOST_REQUIREMENTS: usize = 40;
const FEW_REQUIREMENTS: usize = 3;
const LONGEST_TEXT: usize = 20_000;

/// What a job asks for, by words alone.
pub fn analyse(job_description: &str) -> Analysis {
    analyse_with(job_description, None)
}

/// The sentences of a post whose vectors help to read it, in order.
pub fn sentences(job_description: &str) -> Vec<String> {
    let text = prepared(job_description);
    let blocks = sections::blocks(&text);
    let (_, told_in) = title::of(&blocks);
    items::sentences_of(&blocks, told_in).into_iter().map(str::to_owned).collect()
}

/// The same as [`analyse`] with the vector of each of its [`sentences`], as all-MiniLM-L6-v2 makes them.
/// Vectors that do not fit are not looked at.
pub fn analyse_with(job_description: &str, vectors: Option<&[Vec<f32>]>) -> Analysis {
    let text = prepared(job_description);
    let blocks = sections::blocks(&text);
    let (title, told_in) = title::of(&blocks);
    let (items, is_learned) = items::of(&blocks, told_in, vectors);
    let seniority = seniority::of(&title, told_in, &text);
    let requirements = requirements(&items);
    let keywords = match is_learned {
        true => terms::known(&title, &items),
        false => terms::keywords(&title, &items),
    };
    let responsibilities = responsibilities(&items);
    let conditions = conditions::of(&text, &items);
    Analysis { title, seniority, keywords, requirements, responsibilities, conditions }
}

/// Whether a post names a job so, and it is not a guess from its first words.
pub(crate) fn is_named(title: &str, job_description: &str) -> bool {
    let text = prepared(job_description);
    title::told(&sections::blocks(&text)).is_some_and(|(told, _)| told == title)
}

fn prepared(job_description: &str) -> String {
    // In characters, as the limit of the API is. A cut in the middle of a word does no harm at the
    // end of a text.
    let text: String = job_description.chars().take(LONGEST_TEXT).collect();
    normalise(&plain(&text))
}

fn responsibilities(items: &[Item<'_>]) -> Vec<String> {
    let tasks = items.iter().filter(|item| item.purpose == Purpose::Task && !item.text.is_empty());
    tasks.map(|item| item.text.to_owned()).take(MOST_REQUIREMENTS).collect()
}

fn requirements(items: &[Item<'_>]) -> Vec<Requirement> {
    let asked = |item: &&Item<'_>| matches!(item.purpose, Purpose::Must | Purpose::Nice);
    let told = |item: &&Item<'_>| asked(item) || item.purpose == Purpose::Task;
    // Some posts mostly tell what is to be done; then that is what they ask for.
    let chosen: Vec<&Item<'_>> = match items.iter().filter(asked).count() {
        0..FEW_REQUIREMENTS => items.iter().filter(told).collect(),
        _ => items.iter().filter(asked).collect(),
    };
    let requirement = |item: &Item<'_>| {
        let level = if item.purpose == Purpose::Nice { Level::Nice } else { Level::Must };
        let keywords = terms::of_item(item.text);
        (!keywords.is_empty()).then(|| Requirement {
            text: item.text.to_owned(),
            level,
            keywords,
            answered_by: Vec::new(),
        })
    };
    chosen.into_iter().filter_map(requirement).take(MOST_REQUIREMENTS).collect()
}

#[cfg(test)]
mod tests;
