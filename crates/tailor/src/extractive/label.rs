use serde_json::Value;

use crate::delivered::{Delivered, Source};
use crate::facts::{Place, Section};
use crate::relevance::Vocabulary;

use super::Desk;
use super::candidates::Entry;

/// By how much of the job's title another title must be nearer than the owner's own.
const NEARER: f32 = 0.3;

/// The title that stands below the name: the document's label, or a position that is held now, where
/// that is nearer to the job's title. What somebody was once is no title of today.
pub(super) fn choose(desk: &Desk<'_>, entries: &[Entry<'_>], title: &str) -> Option<Delivered> {
    let asked = Vocabulary::of(title, &desk.stems);
    let nearness = |source: &Source<'_>| {
        let own = Vocabulary::of(source.text(), &desk.stems);
        let shared = own.stems.iter().filter(|stem| asked.stems.contains(*stem)).count();
        shared as f32 / asked.stems.len().max(1) as f32
    };
    let head = Place::entry(Section::Basics, 0);
    let label = Source::member(desk.dossier, head, "label", None);
    let held = entries
        .iter()
        .filter(|entry| entry.place.section == Section::Work && runs(desk, entry.place));
    let positions =
        held.filter_map(|entry| Source::member(desk.dossier, entry.place, "position", None));
    // The newest of equals, and nothing that is no title.
    let mut best: Option<(f32, Source<'_>)> = None;
    for position in
        positions.filter(|it| it.text().chars().count() <= LONGEST && !it.text().contains('\n'))
    {
        let near = nearness(&position);
        if best.as_ref().is_none_or(|(known, _)| near > *known) {
            best = Some((near, position));
        }
    }
    let (near, position) = best?;
    let own = label.as_ref().map_or(0.0, &nearness);
    // Clearly nearer, or the owner's own title stays: it was chosen with care.
    (near >= own + NEARER).then(|| Delivered::told(position, &desk.dossier.approvals))
}

const LONGEST: usize = 80;

/// Whether a position has begun and has no end.
fn runs(desk: &Desk<'_>, place: Place) -> bool {
    let path = |name: &str| format!("/{}/{}/{name}", place.section.name(), place.entry);
    let told = |name: &str| {
        let value = desk.dossier.document.pointer(&path(name)).and_then(Value::as_str);
        value.map(str::trim).filter(|text| !text.is_empty())
    };
    let has_begun = |start: &str| match &desk.dossier.today {
        // As far as the date is told: what begins this year may have begun.
        Some(today) => start <= today.get(..start.len()).unwrap_or(today),
        None => true,
    };
    told("startDate").is_some_and(has_begun) && told("endDate").is_none()
}
