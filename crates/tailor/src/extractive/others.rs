use serde_json::Value;

use crate::facts::{Place, Section};
use crate::page::entry_lines;

use super::{Desk, order};

const MOST: usize = 400;
/// What an entry of these lists must be worth to be kept.
const RELEVANT: f32 = 0.22;

/// Entries of the lists that are neither work nor skills: education always, languages nearly
/// always, the others where they have to do with the job; as many of each as there is room for.
/// References are given when asked for, and interests get no room.
pub(super) fn keep(desk: &Desk<'_>, expected: bool, room: &mut i64) -> Vec<Place> {
    let mut kept = Vec::new();
    let lists = [
        (Section::Education, 3, true),
        (Section::Certificates, 4, false),
        (Section::Languages, 6, true),
        (Section::Publications, 3, false),
        (Section::Awards, 3, false),
    ];
    for (section, most, always) in lists.into_iter().filter(|(.., always)| *always == expected) {
        let list = desk.dossier.document.get(section.name()).and_then(Value::as_array);
        let list = list.map_or(&[][..], Vec::as_slice);
        let mut found: Vec<(usize, f32)> = order::newest_first(list)
            .into_iter()
            .take(MOST)
            .filter_map(|number| Some((number, desk.fact_of(section, number)?)))
            .map(|(number, fact)| {
                (number, desk.worth(&desk.measure.answers(&fact.text, Some(fact))))
            })
            .filter(|(_, worth)| always || *worth >= RELEVANT)
            .collect();
        if !always {
            found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        }
        found.truncate(most);
        // The heading takes a line, too.
        let mut cost = 1;
        for (shown, (number, _)) in found.into_iter().enumerate() {
            cost += match section {
                Section::Languages => i64::from(shown == 0),
                _ => i64::from(entry_lines(&list[number])),
            };
            // `>=`: the last line is kept free, since a list that ends at the very bottom looks cut
            // off.
            if cost >= *room {
                break;
            }
            *room -= cost;
            cost = 0;
            kept.push(Place::entry(section, number));
        }
    }
    kept
}
