use kernel::Id;

use crate::facts::{Place, Section};
use crate::lists::lines;
use crate::page::lines_of;
use crate::selection::Wording;
use crate::words::sentences;

use super::Desk;
use super::candidates::{Candidate, Entry, best_wording};

/// The summary, and the facts it uses up.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub sentences: Vec<Wording>,
    pub taken: Vec<Id>,
}

const MOST_SENTENCES: usize = 3;
const MOST_LINES: u32 = 5;
const MOST_LOOKED_AT: usize = 60;

pub(super) fn choose(desk: &Desk<'_>, entries: &[Entry<'_>], room: &mut i64) -> Summary {
    let summary = own_words(desk).or_else(|| from_roles(desk, entries)).unwrap_or_default();
    let text: Vec<&str> = summary.sentences.iter().map(|wording| wording.text.as_str()).collect();
    if !text.is_empty() {
        *room -= 1 + i64::from(lines_of(&text.join(" ")));
    }
    summary
}

/// Sentences of the document's own summary: the first, which says who this is, and those that
/// answer the job best, in their own order.
fn own_words(desk: &Desk<'_>) -> Option<Summary> {
    let fact = desk.dossier.at(Place::entry(Section::Basics, 0))?;
    let whole = desk.dossier.document.pointer("/basics/summary")?.as_str()?;
    let all = whole_sentences(whole);
    let (begin, first) = beginning(desk, &all)?;
    let mut ranked: Vec<(usize, f32)> = all
        .iter()
        .enumerate()
        .filter(|(number, _)| *number != begin)
        .filter(|(_, text)| !desk.manner.is_refused(text, &desk.stems))
        .map(|(number, text)| {
            let manner = desk.manner.likeness(text, &desk.stems);
            let worth = desk.worth(&desk.measure.answers(text, None));
            (number, worth + 0.06 * manner)
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut chosen = vec![begin];
    let mut lines = lines_of(first);
    for (number, _) in ranked {
        let more = lines_of(all[number]);
        let words = desk.measure.vocabulary(all[number]);
        let again = |known: &usize| words.says_again(&desk.measure.vocabulary(all[*known]));
        if chosen.iter().any(again) || (leans_back(all[number]) && !chosen.contains(&(number - 1)))
        {
            continue;
        }
        if chosen.len() < MOST_SENTENCES && lines + more <= MOST_LINES {
            lines += more;
            chosen.push(number);
        }
    }
    chosen.sort_unstable();
    let wording = |number: &usize| desk.wordings.word_part(all[*number], fact);
    Some(Summary { sentences: chosen.iter().map(wording).collect(), taken: Vec::new() })
}

/// The first sentence, or the same in words that sound more like the caller.
fn beginning<'a>(desk: &Desk<'_>, all: &[&'a str]) -> Option<(usize, &'a str)> {
    let first = desk.measure.vocabulary(all.first()?);
    let same = all
        .iter()
        .enumerate()
        .filter(|(number, text)| *number == 0 || desk.measure.vocabulary(text).says_again(&first));
    let sound = |text: &str| match desk.manner.is_refused(text, &desk.stems) {
        true => -1.0,
        false => desk.manner.likeness(text, &desk.stems),
    };
    let best = same.max_by(|a, b| sound(a.1).total_cmp(&sound(b.1)).then(b.0.cmp(&a.0)));
    best.map(|(number, text)| (number, *text))
}

/// Whether a sentence begins as those do that cannot be understood without the one before.
fn leans_back(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lines(include_str!("../../data/leaning.txt"), "leaning").any(|beginning| {
        let rest = lower.strip_prefix(beginning);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    })
}

/// The sentences of a text up to their full stops, so that they can be put together again.
fn whole_sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut begin = None;
    for part in sentences(text) {
        let from = *begin.get_or_insert(part.offset);
        if part.text.ends_with(['.', '!', '?', '。']) {
            found.push(&text[from..part.offset + part.text.len()]);
            begin = None;
        }
    }
    found.extend(begin.map(|from| text[from..].trim_end()));
    found.truncate(MOST_LOOKED_AT);
    found
}

/// Without a summary of their own: what the owner says of the newest positions, or else the
/// strongest achievement, which then is not said twice.
fn from_roles(desk: &Desk<'_>, entries: &[Entry<'_>]) -> Option<Summary> {
    let mut found = Summary::default();
    for entry in entries.iter().filter(|entry| entry.place.section == Section::Work).take(2) {
        let told = entry.summary.and_then(|summary| sentences(summary).into_iter().next());
        if let (Some(sentence), Some(fact)) = (told, desk.fact_of(Section::Work, entry.place.entry))
        {
            found
                .sentences
                .push(Wording { text: sentence.text.to_owned(), rests_on: vec![fact.chunk_id] });
            found.taken.push(fact.chunk_id);
        }
    }
    if found.sentences.is_empty() {
        let recent = entries.iter().filter(|entry| entry.rank < 2);
        let free = recent.flat_map(|entry| {
            let numbered = entry.highlights.iter().enumerate();
            numbered.filter(|(_, one)| !one.refused).map(move |(number, one)| (entry, number, one))
        });
        let worth = |one: &Candidate<'_>| desk.worth(&one.answers);
        let (entry, number, _) = free.max_by(|(.., a), (.., b)| {
            worth(a).total_cmp(&worth(b)).then(b.fact.chunk_id.cmp(&a.fact.chunk_id))
        })?;
        let best = &entry.highlights[best_wording(&entry.highlights, number, |_| true)];
        found.sentences.push(desk.wordings.word(best.fact));
        found.taken.push(best.fact.chunk_id);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::leans_back;

    #[test]
    fn a_sentence_that_points_back_is_known_by_its_beginning() {
        for text in ["Before that I taught.", "There, I ran the mill.", "It grew."] {
            assert!(leans_back(text), "{text}");
        }
        for text in
            ["Italian is my mother tongue.", "Thereafter Ltd. grew.", "So-called.", "I ran it."]
        {
            assert!(!leans_back(text), "{text}");
        }
    }
}
