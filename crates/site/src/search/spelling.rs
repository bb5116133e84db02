//! A spelling near to a question that found nothing, made of words that are on the site: of titles,
//! tags and summaries, as this reader may see them.

use content::reading::{Items, Reading};
use kernel::Page;

/// So many of the newest things are looked at: whoever finds nothing does not wait for all of ten
/// thousand.
const MOST_LOOKED_AT: u32 = 2000;
/// Of a question; nobody misspells more.
const MOST_WORDS: usize = 6;
/// Shorter words are near to too many others.
const SHORTEST: usize = 4;
/// Up to this length a word differs in one letter, beyond it in two.
const SHORT: usize = 5;
const LONGEST: usize = 40;

struct Wanted {
    letters: Vec<char>,
    /// The nearest word so far, and in how many letters it differs.
    nearest: Option<(usize, String)>,
}

impl Wanted {
    fn of(word: &str) -> Self {
        Self { letters: word.to_lowercase().chars().collect(), nearest: None }
    }

    /// In how many letters a word may differ to be taken for this one.
    fn farthest(&self) -> usize {
        match self.letters.len() {
            length if !(SHORTEST..=LONGEST).contains(&length) => 0,
            length if length <= SHORT => 1,
            _ => 2,
        }
    }

    fn see(&mut self, word: &[char]) {
        let farthest = match &self.nearest {
            Some((0, _)) => return,
            Some((distance, _)) => distance - 1,
            None => self.farthest(),
        };
        if self.letters.len().abs_diff(word.len()) <= farthest
            && let Some(distance) = distance(&self.letters, word, farthest)
        {
            self.nearest = Some((distance, word.iter().collect()));
        }
    }
}

/// The question with its unknown words replaced by the nearest known ones, if that changes it.
pub(crate) fn nearest_spelling(reading: &Reading, query: &str) -> Option<String> {
    let things = reading.items(&Items::default(), Page { limit: MOST_LOOKED_AT, offset: 0 });
    let texts = things.items.iter().flat_map(|item| {
        let tags = item.tags.iter().map(String::as_str);
        [item.title.as_str(), item.summary.as_str()].into_iter().chain(tags)
    });
    respelled(texts, query)
}

fn respelled<'t>(texts: impl Iterator<Item = &'t str>, query: &str) -> Option<String> {
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut wanted: Vec<Wanted> = words.iter().take(MOST_WORDS).map(|w| Wanted::of(w)).collect();
    let mut letters: Vec<char> = Vec::new();
    for text in texts {
        for word in text.split(|letter: char| !letter.is_alphanumeric()) {
            letters.clear();
            letters.extend(word.chars().flat_map(char::to_lowercase).take(LONGEST + 3));
            if letters.len() >= SHORTEST {
                wanted.iter_mut().for_each(|wanted| wanted.see(&letters));
            }
        }
    }
    let mut is_other = false;
    let mut respelled: Vec<String> = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        match wanted.get_mut(index).and_then(|wanted| wanted.nearest.take()) {
            Some((distance, near)) if distance > 0 => {
                is_other = true;
                respelled.push(near);
            }
            _ => respelled.push((*word).to_owned()),
        }
    }
    is_other.then(|| respelled.join(" "))
}

/// How many letters have to be added, removed, changed or swapped with the next one, if not more
/// than `farthest`.
fn distance(a: &[char], b: &[char], farthest: usize) -> Option<usize> {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, letter) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(b.len() + 1);
        next.push(row + 1);
        for (column, other) in b.iter().enumerate() {
            let changed = last[column] + usize::from(letter != other);
            let mut best = changed.min(last[column + 1] + 1).min(next[column] + 1);
            if row > 0 && column > 0 && *letter == b[column - 1] && *other == a[row - 1] {
                best = best.min(before[column - 1] + 1);
            }
            next.push(best);
        }
        // No row after this one can be nearer than its nearest place.
        if next.iter().min().is_none_or(|nearest| *nearest > farthest) {
            return None;
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().filter(|distance| *distance <= farthest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 3] = ["Four hundred photographs", "Glass plates, undated", "Füße im Fluss"];

    #[test]
    fn unknown_words_become_the_nearest_known_ones() {
        for (query, spelling) in [
            ("fotographs", "photographs"),
            ("undatde plates", "undated plates"),
            ("PLATSE", "plates"),
            ("fuße", "füße"),
        ] {
            assert_eq!(respelled(TEXTS.into_iter(), query).as_deref(), Some(spelling), "{query}");
        }
    }

    #[test]
    fn what_is_known_or_near_to_nothing_stays() {
        let long = "x".repeat(200);
        for query in ["plates", "zebra", "im", "gla", "", "   ", &long] {
            assert_eq!(respelled(TEXTS.into_iter(), query), None, "{query}");
        }
    }
}
