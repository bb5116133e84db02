use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::facts::{Fact, Part, Place, Section, announces};
use crate::relevance::Answers;

use super::{Desk, order};

/// An entry of work, volunteering or projects with everything that could be said under it.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub place: Place,
    /// 0 for the newest of its list.
    pub rank: usize,
    pub summary: Option<&'a str>,
    pub highlights: Vec<Candidate<'a>>,
    /// How far the entry itself answers the job.
    pub own: f32,
}

/// A highlight that could be shown.
#[derive(Debug)]
pub(super) struct Candidate<'a> {
    pub fact: &'a Fact,
    pub answers: Answers,
    pub manner: f32,
    pub refused: bool,
}

/// Longer texts are no highlights.
const LONGEST: usize = 600;
/// Entries of one list, and highlights of one entry, that are looked at.
const MOST: usize = 400;
/// Wordings of one fact that are compared.
const MOST_WORDINGS: usize = 8;

/// Work newest first, then projects and volunteering.
pub(super) fn entries<'a>(desk: &Desk<'a>) -> Vec<Entry<'a>> {
    let mut found = Vec::new();
    for section in [Section::Work, Section::Projects, Section::Volunteer] {
        let list = desk.dossier.document.get(section.name()).and_then(Value::as_array);
        let list = list.map_or(&[][..], Vec::as_slice);
        for (rank, number) in order::newest_first(list).into_iter().take(MOST).enumerate() {
            found.extend(entry(desk, section, number, rank, &list[number]));
        }
    }
    attach(desk, &mut found);
    found
}

fn entry<'a>(
    desk: &Desk<'a>,
    section: Section,
    number: usize,
    rank: usize,
    value: &'a Value,
) -> Option<Entry<'a>> {
    let place = Place::entry(section, number);
    let described = desk.dossier.at(place)?;
    let here = |fact: &&Fact| {
        fact.place.is_some_and(|at| {
            at.section == section && at.entry == number && matches!(at.part, Part::Highlight(_))
        })
    };
    // What announces others comes with them.
    let highlights = desk.dossier.facts.iter().filter(here).filter(|it| !announces(&it.text));
    let highlights = highlights.take(MOST);
    let mut highlights: Vec<Candidate<'a>> = highlights.map(|fact| candidate(desk, fact)).collect();
    share_answers(&mut highlights);
    let summary =
        value.get("summary").and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let own = desk.worth(&desk.measure.answers(&described.text, Some(described)));
    Some(Entry { place, rank, summary, highlights, own })
}

fn candidate<'a>(desk: &Desk<'_>, fact: &'a Fact) -> Candidate<'a> {
    let told = desk.told(fact).map_or_else(|| fact.text.clone(), |told| told.text().to_owned());
    Candidate {
        fact,
        // By the fact and not by the approved wording, as vectors are of the fact.
        answers: desk.measure.answers(&fact.text, Some(fact)),
        manner: desk.manner.likeness(&told, &desk.stems),
        refused: desk.manner.is_refused(&told, &desk.stems),
    }
}

/// Wordings of one fact answer what any of them answers: that one was refused must not cost the
/// other its place.
fn share_answers(highlights: &mut [Candidate<'_>]) {
    let mut told: HashMap<BTreeSet<String>, Vec<usize>> = HashMap::new();
    for (number, candidate) in highlights.iter().enumerate() {
        let figures = &candidate.answers.words.figures;
        let known = told.entry(figures.clone()).or_default();
        // Compared only where figures agree. All with all would be a square of hundreds.
        if !figures.is_empty() && known.len() < MOST_WORDINGS {
            known.push(number);
        }
    }
    for numbers in told.values() {
        for (place, one) in numbers.iter().enumerate() {
            for other in &numbers[place + 1..] {
                let [one, other] = match highlights.get_disjoint_mut([*one, *other]) {
                    Ok(both) => both,
                    Err(_) => continue,
                };
                if one.answers.words.says_again(&other.answers.words) {
                    one.answers.share(&mut other.answers);
                }
            }
        }
    }
}

/// Facts from elsewhere in the memory join the work for the same company. Where that is several
/// positions, they join the one they name, and none when they name none.
fn attach<'a>(desk: &Desk<'a>, entries: &mut [Entry<'a>]) {
    let placeless = desk.dossier.facts.iter().filter(|fact| fact.place.is_none()).take(MOST);
    for fact in placeless {
        let Some(company) = fact.company.as_deref().map(str::trim).filter(|name| !name.is_empty())
        else {
            continue;
        };
        // What was written as an essay is no highlight.
        if fact.text.chars().count() > LONGEST || fact.text.contains('\n') {
            continue;
        }
        let member = |place: Place, member: &str| {
            let path = format!("/{}/{}/{member}", place.section.name(), place.entry);
            desk.dossier.document.pointer(&path).and_then(Value::as_str).map(str::trim)
        };
        let of_company: Vec<usize> = (0..entries.len())
            .filter(|at| entries[*at].place.section == Section::Work)
            .filter(|at| member(entries[*at].place, "name").is_some_and(|name| same(name, company)))
            .collect();
        let position = fact.position.as_deref().map(str::trim);
        let of_position = |at: &&usize| match (position, member(entries[**at].place, "position")) {
            (Some(told), Some(held)) => same(told, held),
            _ => false,
        };
        let home = match of_company.as_slice() {
            // One position for the company and none named: there is no choice. With a position
            // named it has to be the right one.
            [only] if position.is_none() => Some(*only),
            several => several.iter().find(of_position).copied(),
        };
        if let Some(home) = home {
            entries[home].highlights.push(candidate(desk, fact));
        }
    }
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Of several wordings of one fact among candidates the one that sounds most like the caller.
pub(super) fn best_wording(
    all: &[Candidate<'_>],
    number: usize,
    fits: impl Fn(&Candidate<'_>) -> bool,
) -> usize {
    let chosen = &all[number].answers.words;
    let twins = (0..all.len()).filter(|twin| {
        let candidate = &all[*twin];
        *twin != number
            && !candidate.refused
            && candidate.answers.words.says_again(chosen)
            && fits(candidate)
    });
    // Of equals the first in the document, so that two runs choose alike.
    let best = twins.max_by(|a, b| all[*a].manner.total_cmp(&all[*b].manner).then(b.cmp(a)));
    best.filter(|twin| all[*twin].manner > all[number].manner).unwrap_or(number)
}

impl Desk<'_> {
    /// What a text is worth for the job by itself, from 0 to about 1.
    pub(super) fn worth(&self, answers: &Answers) -> f32 {
        let best = answers
            .to_requirements
            .iter()
            .zip(&self.weights)
            .map(|(answer, weight)| answer * weight.min(1.0))
            .fold(0.0, f32::max);
        0.7 * best + 0.3 * answers.to_job
    }
}
