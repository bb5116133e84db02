//! What somebody may have meant who asked for a path at which nothing is. Anybody can ask for
//! anything, so the work is bounded: one look at each slug in use, a comparison only with those
//! that could be close, and no more than a set number of those.

use kernel::SitePath;

use super::entry::Entry;
use super::moment::Reading;
use crate::tree::letters;

/// A slug further away than this is another word.
const FARTHEST: usize = 2;
/// The most slugs that are looked at, and the most that are compared letter by letter.
const MOST_LOOKED_AT: usize = 200_000;
const MOST_COMPARED: usize = 2_000;
/// No slug is longer, so what is longer is close to none.
const LONGEST: usize = kernel::LONGEST_SLUG + FARTHEST;

impl Reading {
    /// Entries whose address is like this one, the likeliest first, at most `limit`.
    pub fn nearest(&self, path: &SitePath, limit: usize) -> Vec<Entry<'_>> {
        let (above, last) = path.split();
        let mut found: Vec<(usize, usize, SitePath, Entry<'_>)> = Vec::new();
        if !last.is_empty() && last.len() <= LONGEST {
            let wanted = letters(last);
            let parts: Vec<&str> = path.as_str().split('/').collect();
            // The order of `slugs` is fixed, so the cut at the limits does not change from one
            // request to the next.
            let close = self.tree().slugs().iter().take(MOST_LOOKED_AT).filter(|known| {
                // A change of one letter makes two differences at most.
                known.length.abs_diff(last.len()) <= FARTHEST
                    // A slug in which one letter was changed has lost one letter of the set and
                    // gained one.
                    && (known.letters ^ wanted).count_ones() as usize <= 2 * FARTHEST
            });
            for known in close.take(MOST_COMPARED) {
                let Some(entry) = self.entry(known.thing) else { continue };
                let slug = match &entry {
                    Entry::Section(section) => section.section().slug.as_str(),
                    Entry::Item(item) => item.item().slug.as_str(),
                };
                if let Some(distance) = distance(slug, last) {
                    let there = entry.path();
                    found.push((distance, steps_apart(&parts, &there), there, entry));
                }
            }
        }
        found.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
        let mut nearest: Vec<_> = found.into_iter().map(|(.., entry)| entry).take(limit).collect();
        // The way up is always an answer, as far as it exists.
        let mut above = above.and_then(|above| self.existing(above));
        while let Some(path) = above.filter(|_| nearest.len() < limit) {
            if let super::Found::Section(section) = self.find(&SitePath::new(path)) {
                if nearest.iter().all(|entry| entry.id() != section.id) {
                    nearest.push(Entry::Section(section));
                }
                // One section is enough. Those above it are in its breadcrumbs.
                break;
            }
            above = path.rsplit_once('/').map(|(parent, _)| parent);
        }
        nearest
    }

    /// How far down a path there are sections, seen or not. From the top, as none is where none is above it:
    /// of thousands of parts that somebody asks for, those are looked at that exist, and one more.
    fn existing<'a>(&self, path: &'a str) -> Option<&'a str> {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let above = ends.map(|end| &path[..end]);
        above.take_while(|above| self.tree().section_at(above).is_some()).last()
    }
}

/// How many parts of the two paths differ from the end: the same slug in another place is close.
fn steps_apart(a: &[&str], b: &SitePath) -> usize {
    let b = b.as_str();
    let shared = a.iter().zip(b.split('/')).take_while(|(a, b)| *a == b).count();
    (a.len() - shared) + (b.split('/').count() - shared)
}

/// How many letters have to be added, removed, changed or swapped with the next one, if few enough.
fn distance(a: &str, b: &str) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, &letter) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(b.len() + 1);
        next.push(row + 1);
        for (column, &other) in b.iter().enumerate() {
            let changed = last[column] + usize::from(letter != other);
            let mut best = changed.min(last[column + 1] + 1).min(next[column] + 1);
            let swapped = row > 0 && column > 0 && letter == b[column - 1] && other == a[row - 1];
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            next.push(best);
        }
        // Every way to the end passes this row, and costs never fall.
        if next.iter().all(|cost| *cost > FARTHEST) {
            return None;
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().filter(|cost| *cost <= FARTHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_hand_are_near_and_other_words_are_not() {
        for (a, b, expected) in [
            ("journey", "journey", Some(0)),
            ("journey", "jorney", Some(1)),
            ("journey", "jouneys", Some(2)),
            ("journey", "joruney", Some(1)),
            ("ab", "ba", Some(1)),
            ("journey", "travel", None),
            ("a", "abcd", None),
            ("", "ab", Some(2)),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }
}
