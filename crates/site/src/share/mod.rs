//! The pictures that go with links to pages: which page one is about, what stands on it, and those
//! that were drawn lately. How one is drawn is the business of the engine `cards`.
//!
//! A card is about what everybody may see. Who asks does not matter, so a draft has none.

mod drawn;

use kernel::Id;
use percent_encoding::percent_decode_str;
use xxhash_rust::xxh3::xxh3_128;

use crate::compose::encoded;
use crate::view::Focus;

pub(crate) use drawn::{Drawn, DrawnCards};

/// Raised when cards are drawn differently, so that nobody keeps an old one.
const EDITION: u8 = 1;

/// What a card is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Home,
    Resume,
    Tags,
    Tag(String),
    /// A section or an item.
    Thing(Id),
}

impl Subject {
    /// The subject of `/cards/….png`. The dot keeps these addresses apart from those of content.
    pub(crate) fn at(path: &str) -> Option<Self> {
        let name = path.strip_prefix("/cards/")?.strip_suffix(".png")?;
        match name {
            "home" => Some(Self::Home),
            "resume" => Some(Self::Resume),
            "tags" => Some(Self::Tags),
            name => match name.strip_prefix("tags/") {
                Some(tag) => {
                    let tag = percent_decode_str(tag).decode_utf8().ok()?;
                    Some(Self::Tag(tag.into_owned()))
                }
                None => name.parse().ok().map(Self::Thing),
            },
        }
    }

    pub(crate) fn path(&self) -> String {
        match self {
            Self::Home => "/cards/home.png".to_owned(),
            Self::Resume => "/cards/resume.png".to_owned(),
            Self::Tags => "/cards/tags.png".to_owned(),
            Self::Tag(tag) => format!("/cards/tags/{}.png", encoded(tag)),
            Self::Thing(id) => format!("/cards/{id}.png"),
        }
    }
}

/// What stands on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardFacts {
    pub(crate) site: String,
    pub(crate) title: String,
    /// A date, or another few words below the title.
    pub(crate) line: String,
    /// The address of a file of ours, in WebP, and what of it must stay in sight.
    pub(crate) picture: Option<(String, Focus)>,
    pub(crate) accent: [u8; 3],
}

impl CardFacts {
    /// The same for cards that look the same.
    pub(crate) fn hash(&self) -> u128 {
        let Self { site, title, line, picture, accent } = self;
        let parts = format!("{EDITION}\0{site}\0{title}\0{line}\0{picture:?}\0{accent:?}");
        xxh3_128(parts.as_bytes())
    }

    /// What is on it, in words.
    pub(crate) fn in_words(&self) -> String {
        match self.site.as_str() {
            "" => self.title.clone(),
            site => format!("{}, {site}", self.title),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_is_found_at_its_own_address() {
        let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        let tag = |tag: &str| Subject::Tag(tag.to_owned());
        let subjects = [
            Subject::Home,
            Subject::Resume,
            Subject::Tags,
            Subject::Thing(id),
            tag("c++ & more"),
            tag("a/b.png"),
            tag("日本"),
        ];
        for subject in subjects {
            assert_eq!(Subject::at(&subject.path()), Some(subject));
        }
        for path in ["/cards", "/cards/", "/cards/home", "/cards/x.png", "/cards/tags/%ff.png"] {
            assert_eq!(Subject::at(path), None, "{path}");
        }
    }

    #[test]
    fn cards_are_the_same_when_everything_on_them_is() {
        let facts = |title: &str, line: &str| CardFacts {
            title: title.to_owned(),
            line: line.to_owned(),
            ..CardFacts::default()
        };
        assert_eq!(facts("a", "b").hash(), facts("a", "b").hash());
        assert_ne!(facts("a", "b").hash(), facts("ab", "").hash());
    }
}
