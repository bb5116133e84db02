//! Highlights that another one announces: `What others in my team did:` stands before those that follow it
//! in the document, or none of them is shown. Alone they would be told of the owner.

use crate::delivered::{Delivered, Source};
use crate::facts::{Dossier, Part, Place, announces};

/// The chosen highlights of an entry, those that are announced behind what announces them. What nothing
/// announces comes first, since behind an announcement it would seem to belong to it.
pub(super) fn with_announcements(dossier: &Dossier, chosen: &[Delivered]) -> Vec<Delivered> {
    let place = |told: &Delivered| dossier.fact(told.chunk_id()).and_then(|fact| fact.place);
    let mut free: Vec<Delivered> = Vec::new();
    let mut groups: Vec<(Place, Vec<Delivered>)> = Vec::new();
    for told in chosen {
        let announcer = match place(told) {
            // An announcement stands before its own, if there are any.
            Some(place) if announces(told.source()) => Some(place),
            Some(place) => announcer_of(dossier, place),
            None => None,
        };
        let Some(announcer) = announcer else {
            free.push(told.clone());
            continue;
        };
        let known = groups.iter().position(|(known, _)| *known == announcer);
        let known = known.unwrap_or_else(|| {
            groups.push((announcer, Vec::new()));
            groups.len() - 1
        });
        if !announces(told.source()) {
            groups[known].1.push(told.clone());
        }
    }
    for (announcer, announced) in groups.into_iter().filter(|(_, it)| !it.is_empty()) {
        let source = dossier.at(announcer).and_then(Source::fact);
        free.extend(source.map(|source| Delivered::told(source, &dossier.approvals)));
        free.extend(announced);
    }
    free
}

/// The last announcement before a highlight of the same entry.
fn announcer_of(dossier: &Dossier, place: Place) -> Option<Place> {
    let Part::Highlight(number) = place.part else { return None };
    let before = (0..number).rev().map(|at| Place::highlight(place.section, place.entry, at));
    let mut told = before.filter_map(|place| Some((place, dossier.at(place)?)));
    told.find(|(_, fact)| announces(&fact.text)).map(|(place, _)| place)
}
