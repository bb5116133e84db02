//! Finding an entry by what somebody remembers of its title or its address: for whoever makes a
//! link or goes somewhere. Looking for what texts say is another matter, and another wing's.

use std::cmp::Ordering;

use kernel::{Page, Slice};

use super::entry::Entry;
use super::moment::Reading;
use super::order::{by_title, cut_sorted};

/// How well an entry fits; less is better.
type Rank = u8;

impl Reading {
    /// Entries whose title or path holds a text or all words of it, the best first. Without a
    /// text: everything, what was changed last first.
    pub fn named(&self, text: &str, page: Page) -> Slice<Entry<'_>> {
        let wanted = Wanted::new(text);
        let found: Vec<(Rank, Entry<'_>)> = self
            .everything()
            .filter_map(|entry| Some((wanted.rank(entry.title(), entry.path().as_str())?, entry)))
            .collect();
        let total = found.len() as u64;
        let ranked = cut_sorted(found, page, |a, b| order(a, b, wanted.text.is_empty()));
        let items = ranked.into_iter().map(|(_, entry)| entry).collect();
        Slice { items, total, limit: page.limit, offset: page.offset }
    }
}

fn order(a: &(Rank, Entry<'_>), b: &(Rank, Entry<'_>), newest: bool) -> Ordering {
    let ((a_rank, a), (b_rank, b)) = (a, b);
    let changed = |entry: &Entry<'_>| match entry {
        Entry::Section(section) => section.updated_at,
        Entry::Item(item) => item.updated_at,
    };
    let by_change = if newest { changed(b).cmp(&changed(a)) } else { Ordering::Equal };
    // Of two that fit alike the one is meant of which less was left out.
    let by_length = a.title().chars().count().cmp(&b.title().chars().count());
    a_rank
        .cmp(b_rank)
        .then(by_change)
        .then(by_length)
        .then_with(|| by_title(a.title(), b.title()))
        .then_with(|| b.id().cmp(&a.id()))
}

struct Wanted {
    /// In small letters, with single blanks.
    text: String,
    /// The same as somebody writes an address.
    path: String,
}

impl Wanted {
    fn new(text: &str) -> Self {
        let text = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let path = text.trim_matches('/').to_owned();
        Self { text, path }
    }

    fn rank(&self, title: &str, path: &str) -> Option<Rank> {
        let (title, text) = (title.to_lowercase(), self.text.as_str());
        let holds_path = !self.path.is_empty() && path.contains(&self.path);
        let begins_word = || {
            let mut starts = title.match_indices(text).map(|(start, _)| start);
            starts.any(|start| !title[..start].ends_with(char::is_alphanumeric))
        };
        match () {
            () if text.is_empty() => Some(0),
            () if title == text || path == self.path => Some(0),
            () if title.starts_with(text) => Some(1),
            () if begins_word() => Some(2),
            () if title.contains(text) => Some(3),
            () if holds_path => Some(4),
            () if text.split(' ').all(|word| title.contains(word)) => Some(5),
            () if text.split(' ').all(|word| title.contains(word) || path.contains(word)) => {
                Some(6)
            }
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_come_before_paths_and_whole_words_before_parts() {
        for (text, title, path, expected) in [
            ("", "Anything", "x", Some(0)),
            ("  ", "Anything", "x", Some(0)),
            ("letter press", "Letter  Press", "x", Some(5)),
            ("Letter  press", "LETTER PRESS", "x", Some(0)),
            ("/work/press/", "Other", "work/press", Some(0)),
            ("let", "Letters", "x", Some(1)),
            ("pre", "Letter press", "x", Some(2)),
            ("pre", "Letter-press", "x", Some(2)),
            ("ress", "Letter press", "x", Some(3)),
            ("pre", "Supreme letter press", "x", Some(2)),
            ("work/p", "Other", "work/press", Some(4)),
            ("press letter", "Letter press", "x", Some(5)),
            ("press work", "Letter press", "work/x", Some(6)),
            ("/", "Other", "work/press", Some(6)),
            ("plate", "Letter press", "work/press", None),
            ("été", "Un ÉTÉ", "x", Some(2)),
        ] {
            assert_eq!(Wanted::new(text).rank(title, path), expected, "{text} in {title}, {path}");
        }
    }
}
