use crate::delivered::{Delivered, Source};
use crate::facts::Section;
use crate::page::lines_of;

use super::Desk;

const MOST_SENTENCES: usize = 3;
const MOST_LINES: u32 = 5;
const MOST_LOOKED_AT: usize = 60;

/// Out of the owner's own summary alone. What they say of a position stays there: it may be about the company, and at
/// the head of a page it would be about them.
pub(super) fn choose(desk: &Desk<'_>, room: &mut i64) -> Vec<Delivered> {
    let summary = own_words(desk).unwrap_or_default();
    let text: Vec<&str> = summary.iter().map(|wording| wording.text()).collect();
    if !text.is_empty() {
        *room -= 1 + i64::from(lines_of(&text.join(" ")));
    }
    summary
}

/// Sentences of the document's own summary: the first, which says who this is, and those that
/// answer the job best, in their own order.
fn own_words(desk: &Desk<'_>) -> Option<Vec<Delivered>> {
    let whole = Source::summary(desk.dossier)?;
    let told = |source| Delivered::told(source, &desk.dossier.approvals);
    let mut all: Vec<Delivered> =
        whole.passages().into_iter().take(MOST_LOOKED_AT).map(told).collect();
    // What has no end cannot stand before something else.
    let last = all.len().saturating_sub(1);
    let mut number = 0;
    all.retain(|text| {
        number += 1;
        number > last || is_closed(text.text())
    });
    all.retain(|text| leaves_room(desk, text));
    let begin = beginning(desk, &all)?;
    let mut ranked: Vec<(usize, f32)> = all
        .iter()
        .enumerate()
        .filter(|(number, _)| *number != begin)
        .filter(|(_, text)| !desk.manner.is_refused(text.text(), &desk.stems))
        .map(|(number, text)| {
            let manner = desk.manner.likeness(text.text(), &desk.stems);
            let worth = desk.worth(&desk.measure.answers(text.text(), None));
            (number, worth + 0.06 * manner)
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut chosen = vec![begin];
    let mut lines = lines_of(all[begin].text());
    for (number, _) in ranked {
        let more = lines_of(all[number].text());
        let words = desk.measure.vocabulary(all[number].text());
        let again = |known: &usize| words.says_again(&desk.measure.vocabulary(all[*known].text()));
        if chosen.iter().any(again) {
            continue;
        }
        if chosen.len() < MOST_SENTENCES && lines + more <= MOST_LINES {
            lines += more;
            chosen.push(number);
        }
    }
    // In the order of the document, whatever their rank: sentences may refer to the ones before.
    chosen.sort_unstable();
    Some(chosen.into_iter().map(|number| all[number].clone()).collect())
}

/// The first sentence, or the same in words that sound more like the caller.
fn beginning(desk: &Desk<'_>, all: &[Delivered]) -> Option<usize> {
    let first = desk.measure.vocabulary(all.first()?.text());
    let same = all.iter().enumerate().filter(|(number, text)| {
        *number == 0 || desk.measure.vocabulary(text.text()).says_again(&first)
    });
    let sound = |text: &Delivered| match desk.manner.is_refused(text.text(), &desk.stems) {
        true => -1.0,
        false => desk.manner.likeness(text.text(), &desk.stems),
    };
    let best = same.max_by(|a, b| sound(a.1).total_cmp(&sound(b.1)).then(b.0.cmp(&a.0)));
    best.map(|(number, _)| number)
}

/// Whether a sentence leaves half of the page to others, where there are any: one without an end would take
/// the room of a whole life.
fn leaves_room(desk: &Desk<'_>, text: &Delivered) -> bool {
    let is_other = |section: Section| section != Section::Basics;
    let has_others =
        desk.dossier.facts.iter().any(|fact| fact.place.is_none_or(|it| is_other(it.section)));
    !has_others || i64::from(lines_of(text.text())) <= desk.page / 2
}

fn is_closed(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '。', '！', '？'])
}
