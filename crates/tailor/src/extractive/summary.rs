use kernel::Id;

use crate::delivered::{Delivered, Source};
use crate::facts::Section;
use crate::page::lines_of;

use super::Desk;
use super::candidates::Entry;

/// The summary, and the facts it uses up.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub sentences: Vec<Delivered>,
    pub taken: Vec<Id>,
}

const MOST_SENTENCES: usize = 3;
const MOST_LINES: u32 = 5;
const MOST_LOOKED_AT: usize = 60;

pub(super) fn choose(desk: &Desk<'_>, entries: &[Entry<'_>], room: &mut i64) -> Summary {
    let summary = own_words(desk).or_else(|| from_newest(desk, entries)).unwrap_or_default();
    let text: Vec<&str> = summary.sentences.iter().map(|wording| wording.text()).collect();
    if !text.is_empty() {
        *room -= 1 + i64::from(lines_of(&text.join(" ")));
    }
    summary
}

/// Sentences of the document's own summary: the first, which says who this is, and those that
/// answer the job best, in their own order.
fn own_words(desk: &Desk<'_>) -> Option<Summary> {
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
    let sentences = chosen.into_iter().map(|number| all[number].clone()).collect();
    Some(Summary { sentences, taken: Vec::new() })
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

/// Without a summary of their own: what the owner says of the newest position. Else there is none: a
/// single achievement belongs below its employer.
fn from_newest(desk: &Desk<'_>, entries: &[Entry<'_>]) -> Option<Summary> {
    let newest = entries.iter().find(|entry| entry.place.section == Section::Work)?;
    let whole = Source::member(desk.dossier, newest.place, "summary", None)?;
    let first = whole.passages().into_iter().next()?;
    let told = Delivered::told(first, &desk.dossier.approvals);
    let sentences = leaves_room(desk, &told).then(|| vec![told])?;
    Some(Summary { sentences, taken: vec![first.chunk_id()] })
}
