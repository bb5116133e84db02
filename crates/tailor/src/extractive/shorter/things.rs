//! The things of a choice that can be weighed one by one.

use serde_json::Value;

use crate::delivered::Delivered;
use crate::facts::{Place, Section};
use crate::relevance::Answers;
use crate::selection::Selection;

use super::{Desk, Leaving, place_of};

/// What leaves together.
#[derive(Debug)]
pub(super) struct Thing {
    pub leavings: Vec<Leaving>,
    pub answers: Answers,
    /// What it is worth to a reader whatever the job is.
    pub expected: f32,
}

/// What readers look for first: who this is, what was learned, what is spoken, what somebody does now.
const FIRST_SENTENCE: f32 = 0.35;
const FIRST_SCHOOL: f32 = 0.5;
const FURTHER_SCHOOL: f32 = 0.1;
const LANGUAGES: f32 = 0.25;
const SECOND_OF_NEWEST: f32 = 0.15;
const FIRST_OF_RECENT: f32 = 0.1;
/// Entries without highlights tell by their summary alone.
const ONLY_SUMMARY: f32 = 0.1;
/// A line of skills says much for its room.
const SKILLS: f32 = 0.12;
/// Keywords that a group keeps, asked for or not.
const FEWEST_KEYWORDS: usize = 3;

pub(super) fn things(desk: &Desk<'_>, selection: &Selection) -> Vec<Thing> {
    let mut found = Vec::new();
    for (number, sentence) in selection.summary.iter().enumerate() {
        let expected = if number == 0 { FIRST_SENTENCE } else { 0.0 };
        found.push(told(desk, Leaving::Sentence(number), sentence, expected));
    }
    entries(desk, selection, &mut found);
    skills(desk, selection, &mut found);
    kept(desk, selection, &mut found);
    found
}

fn told(desk: &Desk<'_>, leaving: Leaving, text: &Delivered, expected: f32) -> Thing {
    // Vectors are of whole facts, so they speak only for a text of about that length.
    let fact = desk.dossier.fact(text.chunk_id());
    let whole = fact.filter(|fact| text.text().len() * 2 >= fact.text.len());
    let answers = desk.measure.answers(text.text(), whole);
    Thing { leavings: vec![leaving], answers, expected }
}

fn entries(desk: &Desk<'_>, selection: &Selection, found: &mut Vec<Thing>) {
    let mut rank = 0;
    for (at, choice) in selection.entries.iter().enumerate() {
        let is_work = choice.entry.section == Section::Work;
        let free = choice.highlights.iter().enumerate().filter(|(_, line)| !is_pinned(desk, line));
        for (number, line) in free {
            let expected = match (is_work, rank, number) {
                (true, 0, 0 | 1) => SECOND_OF_NEWEST,
                (true, 1 | 2, 0) => FIRST_OF_RECENT,
                _ => 0.0,
            };
            found.push(told(desk, Leaving::Highlight(at, number), line, expected));
        }
        if choice.with_summary
            && let Some(summary) = member(desk, choice.entry, "summary")
        {
            let expected = if choice.highlights.is_empty() { ONLY_SUMMARY } else { 0.0 };
            let answers = desk.measure.answers(summary, None);
            found.push(Thing { leavings: vec![Leaving::Summary(at)], answers, expected });
        }
        rank += usize::from(is_work);
    }
}

fn is_pinned(desk: &Desk<'_>, line: &Delivered) -> bool {
    place_of(desk.dossier, line).is_some_and(|place| desk.is_pinned(place))
}

fn member<'a>(desk: &'a Desk<'_>, entry: Place, name: &str) -> Option<&'a str> {
    let path = format!("/{}/{}/{name}", entry.section.name(), entry.entry);
    desk.dossier.document.pointer(&path).and_then(Value::as_str)
}

/// What nobody asks for leaves a group together; what is asked for leaves with its group.
fn skills(desk: &Desk<'_>, selection: &Selection, found: &mut Vec<Thing>) {
    for (at, choice) in selection.skills.iter().enumerate() {
        let place = Place::entry(Section::Skills, choice.entry);
        if desk.is_pinned(place) {
            continue;
        }
        let words = |number: usize| member(desk, place, &format!("keywords/{number}"));
        let is_wanted = |number: usize| words(number).is_some_and(|word| desk.wanted(word) > 0.0);
        let unasked: Vec<Leaving> = choice
            .keywords
            .iter()
            .enumerate()
            .skip(FEWEST_KEYWORDS)
            .filter(|(_, keyword)| !is_wanted(**keyword))
            .map(|(number, _)| Leaving::Keyword(at, number))
            .collect();
        if !unasked.is_empty() {
            found.push(Thing { leavings: unasked, answers: Answers::default(), expected: 0.0 });
        }
        let name = member(desk, place, "name");
        let all: Vec<&str> =
            name.into_iter().chain(choice.keywords.iter().filter_map(|it| words(*it))).collect();
        let answers = desk.measure.answers(&all.join("; "), None);
        let is_asked = all.iter().any(|word| desk.wanted(word) > 0.0);
        let expected = if is_asked { SKILLS } else { 0.0 };
        found.push(Thing { leavings: vec![Leaving::Skill(at)], answers, expected });
    }
}

fn kept(desk: &Desk<'_>, selection: &Selection, found: &mut Vec<Thing>) {
    let mut schools = 0;
    let mut spoken: Option<Thing> = None;
    for (number, place) in selection.kept.iter().enumerate() {
        if desk.is_pinned(*place) {
            continue;
        }
        let fact = desk.dossier.at(*place);
        let text = fact.map_or("", |fact| fact.text.as_str());
        let answers = desk.measure.answers(text, fact);
        let leaving = Leaving::Kept(number);
        if place.section == Section::Languages {
            // They stand in one line, so one of them alone makes no room.
            match &mut spoken {
                Some(all) => all.leavings.push(leaving),
                None => {
                    let expected = LANGUAGES;
                    spoken = Some(Thing { leavings: vec![leaving], answers, expected });
                }
            }
            continue;
        }
        let is_school = place.section == Section::Education;
        let expected = match (is_school, schools) {
            (true, 0) => FIRST_SCHOOL,
            (true, _) => FURTHER_SCHOOL,
            (false, _) => 0.0,
        };
        schools += usize::from(is_school);
        found.push(Thing { leavings: vec![leaving], answers, expected });
    }
    found.extend(spoken);
}

/// What an entry by itself has to do with the job.
pub(super) fn own_worth(desk: &Desk<'_>, entry: Place) -> f32 {
    let fact = desk.fact_of(entry.section, entry.entry);
    let worth =
        |fact: &crate::facts::Fact| desk.worth(&desk.measure.answers(&fact.text, Some(fact)));
    // Half of it: a line names a position, and what was done there has left before.
    fact.map_or(0.0, |fact| 0.5 * worth(fact))
}
