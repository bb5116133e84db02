use std::time::Duration;

use kernel::{Id, Timestamp};

use super::{Author, Revision, Said};

/// So many are kept of each item.
const MOST: usize = 50;
/// Bodies may be large: beyond these bytes fewer are kept, but never fewer than these.
const MOST_BYTES: usize = 8 * 1024 * 1024;
const LEAST: usize = 5;
/// An editor saves by itself every few seconds. What one person saves in one editor within this time
/// is one revision.
const ONE_SITTING: Duration = Duration::from_secs(5 * 60);

/// Whether a change goes into the newest revision instead of beginning another one: only what the
/// same editor goes on writing. A second window of the same person may take away what the first has
/// written, and who names no editor may be any number of them. Changes that somebody might want to
/// find again never do, either: another address, another publication, and those that take away more
/// than a fifth of the words.
pub(super) fn folds(
    newest: &Revision,
    said: &Said,
    words: usize,
    (by, session): (&Author, &str),
    now: Timestamp,
) -> bool {
    let known = &newest.said;
    newest.saved_by.as_ref().is_some_and(|known| known.user_id == by.user_id)
        && newest.session.as_deref() == Some(session)
        // From when it began, not from the last save: otherwise a day of writing would fold into
        // one revision.
        && now.since(newest.began_at) < ONE_SITTING
        && known.slug == said.slug
        && known.is_published == said.is_published
        && known.published_at == said.published_at
        // In whole numbers: four fifths, without rounding. A text that loses much is worth finding
        // again.
        && words.saturating_mul(5) >= newest.words.saturating_mul(4)
}

/// Which of an item's revisions are no longer kept. They come newest first, each with the bytes of its
/// body.
pub(crate) fn surplus(revisions: impl Iterator<Item = (Id, usize)>) -> Vec<Id> {
    let mut bytes = 0_usize;
    let mut surplus = Vec::new();
    for (place, (id, size)) in revisions.enumerate() {
        bytes = bytes.saturating_add(size);
        // The newest few stay whatever they weigh. One large body must not cost an author all of
        // the past.
        if place >= MOST || (place >= LEAST && bytes > MOST_BYTES) {
            surplus.push(id);
        }
    }
    surplus
}

#[cfg(test)]
mod tests {
    use kernel::{Clock, Randomness};

    use super::*;
    use crate::items::Extra;

    fn said() -> Said {
        Said {
            title: "Title".to_owned(),
            slug: "title".parse().unwrap(),
            summary: String::new(),
            derives_summary: true,
            image_url: None,
            derives_image: true,
            image_alt: None,
            tags: Vec::new(),
            is_published: false,
            published_at: None,
            extra: Extra::default(),
        }
    }

    fn author(user_id: &str) -> Author {
        Author { user_id: user_id.to_owned(), name: user_id.to_owned() }
    }

    fn revision(number: i64, bytes: usize) -> Revision {
        let (clock, _) = Clock::manual(Timestamp::from_micros(0));
        let id = Id::generate(&clock, &Randomness::system());
        let at = Timestamp::from_micros(0);
        Revision {
            id,
            item_id: id,
            number,
            began_at: at,
            saved_at: at,
            saved_by: Some(author("mia")),
            session: Some("one".to_owned()),
            words: 100,
            bytes,
            said: said(),
        }
    }

    #[test]
    fn only_quick_small_changes_of_one_person_in_one_editor_are_folded() {
        let newest = revision(1, 10);
        let other = |change: fn(&mut Said)| {
            let mut said = said();
            change(&mut said);
            said
        };
        let date = |said: &mut Said| said.published_at = Some(Timestamp::from_micros(1));
        for (said, words, by, seconds, expected) in [
            (said(), 100, ("mia", "one"), 0, true),
            (other(|said| said.title.push('s')), 80, ("mia", "one"), 299, true),
            (said(), 79, ("mia", "one"), 0, false),
            (said(), 100, ("mia", "one"), 300, false),
            (said(), 100, ("tom", "one"), 0, false),
            (said(), 100, ("mia", "two"), 0, false),
            (other(|said| said.is_published = true), 100, ("mia", "one"), 0, false),
            (other(date), 100, ("mia", "one"), 0, false),
            (other(|said| said.slug = "x".parse().unwrap()), 100, ("mia", "one"), 0, false),
        ] {
            let now = newest.began_at.plus(Duration::from_secs(seconds));
            let (name, session) = by;
            assert_eq!(
                folds(&newest, &said, words, (&author(name), session), now),
                expected,
                "{words} {by:?} {seconds} {said:?}"
            );
        }
        let nobody = Revision { saved_by: None, ..newest.clone() };
        let anywhere = Revision { session: None, ..newest };
        for unknown in [nobody, anywhere] {
            assert!(!folds(&unknown, &said(), 100, (&author("mia"), "one"), unknown.began_at));
        }
    }

    #[test]
    fn the_newest_stay_and_large_ones_make_it_fewer() {
        let kept = |count: i64, bytes: usize| {
            let all: Vec<_> = (0..count).rev().map(|number| revision(number, bytes)).collect();
            let gone = surplus(all.iter().map(|revision| (revision.id, revision.bytes)));
            let first_gone = all.iter().position(|revision| gone.contains(&revision.id));
            assert_eq!(gone.len(), all.len() - first_gone.unwrap_or(all.len()), "the oldest go");
            all.len() - gone.len()
        };
        let mebibyte = 1024 * 1024;
        for (count, bytes, expected) in [
            (0, 0, 0),
            (50, 100, 50),
            (51, 100, 50),
            (80, 100, 50),
            (20, mebibyte, 8),
            (20, 4 * mebibyte, 5),
            (3, 4 * mebibyte, 3),
        ] {
            assert_eq!(kept(count, bytes), expected, "{count} of {bytes}");
        }
    }
}
