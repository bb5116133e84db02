use serde_json::Value;

use crate::facts::{Place, Section};
use crate::page::entry_lines;
use crate::relevance::Answers;

use super::{Desk, order};

const MOST: usize = 400;
/// What an entry of these lists must be worth to be kept.
const RELEVANT: f32 = 0.22;

/// Certificates, publications and awards of each list that are shown.
const MOST_SHOWN: [(Section, usize); 3] =
    [(Section::Certificates, 6), (Section::Publications, 10), (Section::Awards, 4)];

/// An entry of another list that has to do with the job.
#[derive(Debug)]
pub(super) struct Extra {
    pub place: Place,
    pub lines: i64,
    pub answers: Answers,
}

/// Education and languages, as many of each as there is room for, and whatever the owner wants in every
/// resume. Other references are given when asked for, and other interests get no room.
pub(super) fn keep(desk: &Desk<'_>, room: &mut i64) -> Vec<Place> {
    let mut kept = Vec::new();
    for (section, most) in [(Section::Education, 3), (Section::Languages, 6)] {
        let list = list_of(desk, section);
        let found = order::newest_first(list).into_iter().take(MOST);
        let found = found.filter(|number| desk.fact_of(section, *number).is_some());
        let pinned = |number: usize| desk.is_pinned(Place::entry(section, number));
        let found = found.enumerate().filter(|(rank, number)| *rank < most || pinned(*number));
        // The heading takes a line, too.
        let mut cost = 1;
        for (shown, (_, number)) in found.enumerate() {
            cost += match section {
                Section::Languages => i64::from(shown == 0),
                _ => i64::from(entry_lines(&list[number])),
            };
            // `>=`: the last line is kept free, since a list that ends at the very bottom looks cut
            // off.
            if cost >= *room && !pinned(number) {
                continue;
            }
            *room -= cost;
            cost = 0;
            kept.push(Place::entry(section, number));
        }
    }
    kept.extend(pinned(desk, room));
    kept
}

/// Entries of all other lists that the owner wants in every resume.
fn pinned(desk: &Desk<'_>, room: &mut i64) -> Vec<Place> {
    let others = [
        Section::Certificates,
        Section::Awards,
        Section::Publications,
        Section::Interests,
        Section::References,
    ];
    let mut kept = Vec::new();
    for section in others {
        let list = list_of(desk, section);
        for number in order::newest_first(list) {
            let place = Place::entry(section, number);
            if desk.is_pinned(place) && desk.fact_of(section, number).is_some() {
                *room -= 1 + i64::from(entry_lines(&list[number]));
                kept.push(place);
            }
        }
    }
    kept
}

/// What the other lists could add. It has to be worth its room beside the highlights.
pub(super) fn extras(desk: &Desk<'_>) -> Vec<Extra> {
    let mut found = Vec::new();
    for (section, _) in MOST_SHOWN {
        let list = list_of(desk, section);
        for number in order::newest_first(list).into_iter().take(MOST) {
            let place = Place::entry(section, number);
            let Some(fact) = desk.fact_of(section, number) else { continue };
            if desk.is_pinned(place) {
                continue;
            }
            let answers = desk.measure.answers(&fact.text, Some(fact));
            if desk.worth(&answers) >= RELEVANT {
                let lines = i64::from(entry_lines(&list[number]));
                found.push(Extra { place, lines, answers });
            }
        }
    }
    found
}

/// How many entries of a list are shown at most.
pub(super) fn most_of(section: Section) -> usize {
    MOST_SHOWN.iter().find(|(known, _)| *known == section).map_or(0, |(_, most)| *most)
}

fn list_of<'a>(desk: &Desk<'a>, section: Section) -> &'a [Value] {
    let list = desk.dossier.document.get(section.name()).and_then(Value::as_array);
    list.map_or(&[][..], Vec::as_slice)
}
