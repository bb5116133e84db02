use serde_json::Value;

use crate::facts::{Place, Section};
use crate::page::entry_lines;

use super::{Desk, order};

const MOST: usize = 400;
/// What an entry of these lists must be worth to be kept.
const RELEVANT: f32 = 0.22;

/// Entries of the lists that are neither work nor skills: education always, languages nearly
/// always, the others where they have to do with the job. References are given when asked for, and
/// interests get no room.
pub(super) fn keep(desk: &Desk<'_>, room: &mut i64) -> Vec<Place> {
    let mut kept = Vec::new();
    for (section, most, always) in [
        (Section::Education, 3, true),
        (Section::Certificates, 4, false),
        (Section::Languages, 6, true),
        (Section::Publications, 3, false),
        (Section::Awards, 3, false),
    ] {
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
        let lines: i64 = match section {
            Section::Languages => 1,
            _ => found.iter().map(|(number, _)| i64::from(entry_lines(&list[*number]))).sum(),
        };
        if !found.is_empty() && lines + 1 < *room {
            *room -= lines + 1;
            kept.extend(found.into_iter().map(|(number, _)| Place::entry(section, number)));
        }
    }
    kept
}
