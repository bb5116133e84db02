//! The documents that are read and written: about the size of a short story with its data.

use kernel::{Clock, Id, Randomness};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Article {
    id: Id,
    section: String,
    slug: String,
    position: i64,
    published: bool,
    title: String,
    text: String,
}

pub(super) const SECTIONS: usize = 50;
const TEXT_BYTES: usize = 2_800;

const KEYS: &[Key] =
    &[Key::text("section"), Key::text("slug"), Key::integer("position"), Key::flag("published")];
const INDEXES: &[Index] = &[
    Index { name: "articles_slug", keys: &["section", "slug"], unique: true },
    Index { name: "articles_position", keys: &["section", "published", "position"], unique: false },
];

pub(super) const MIGRATIONS: &[Migration] = &[Migration {
    name: "articles",
    steps: &[Step::CreateCollection {
        name: "articles",
        expires: false,
        streamed: false,
        keys: KEYS,
        indexes: INDEXES,
    }],
}];

impl Document for Article {
    const KIND: &'static Kind = &Kind {
        name: "articles",
        form: 1,
        keys: KEYS,
        indexes: INDEXES,
        expires: false,
        stream: None,
        upgrade: Kind::never_changed,
    };

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![
            self.section.as_str().into(),
            self.slug.as_str().into(),
            self.position.into(),
            self.published.into(),
        ]
    }
}

impl Article {
    pub(super) fn change(&mut self) {
        self.title.push('!');
    }
}

/// Makes articles, the same ones in every run but for their ids.
#[derive(Debug)]
pub(super) struct Writer {
    clock: Clock,
    randomness: Randomness,
    written: usize,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { clock: Clock::system(), randomness: Randomness::seeded(1), written: 0 }
    }

    pub(super) fn write(&mut self) -> Article {
        let number = self.written;
        self.written += 1;
        let words =
            self.randomness.bytes::<64>().map(|byte| WORDS[usize::from(byte) % WORDS.len()]);
        let text: String = words.iter().cycle().flat_map(|word| [*word, " "]).take(1_000).collect();
        Article {
            id: Id::generate(&self.clock, &self.randomness),
            section: section(number),
            slug: format!("article-{number}"),
            position: i64::try_from(number).unwrap_or(i64::MAX),
            published: true,
            title: format!("Article {number}"),
            text: text.chars().take(TEXT_BYTES).collect(),
        }
    }

    pub(super) fn write_many(&mut self, count: usize) -> Vec<Article> {
        std::iter::repeat_with(|| self.write()).take(count).collect()
    }

    /// A number below `limit`.
    pub(super) fn choose(&self, limit: usize) -> usize {
        usize::from_le_bytes(self.randomness.bytes()) % limit
    }
}

pub(super) fn section(number: usize) -> String {
    format!("section-{}", number % SECTIONS)
}

const WORDS: [&str; 16] = [
    "harbour",
    "lantern",
    "quietly",
    "between",
    "morning",
    "and",
    "the",
    "paper",
    "of",
    "winter",
    "a",
    "window",
    "remembers",
    "slowly",
    "under",
    "rain",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_has_about_three_kilobytes() {
        let text = serde_json::to_string(&Writer::new().write()).unwrap();
        assert!((2_800..3_200).contains(&text.len()), "{}", text.len());
    }
}
