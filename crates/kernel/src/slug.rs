use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The last part of an address: lower-case letters, digits and single hyphens between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug(Box<str>);

pub const LONGEST_SLUG: usize = 80;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 80 letters (a to z), digits and hyphens")]
pub struct ParseSlugError;

impl Slug {
    /// The slug a title suggests, or none when the title has nothing to make one from.
    pub fn from_title(title: &str) -> Option<Self> {
        let mut text = String::new();
        // An apostrophe joins: `don't` becomes `dont`. All else between words parts them.
        for character in deunicode::deunicode(title).chars() {
            if character.is_ascii_alphanumeric() {
                text.push(character.to_ascii_lowercase());
            } else if !text.is_empty() && !text.ends_with('-') && character != '\'' {
                text.push('-');
            }
            if text.len() == LONGEST_SLUG {
                break;
            }
        }
        text.parse().ok().or_else(|| text.trim_end_matches('-').parse().ok())
    }

    /// The same with a number behind it, shortened to fit.
    pub fn numbered(&self, number: u32) -> Self {
        let suffix = format!("-{number}");
        let kept = LONGEST_SLUG - suffix.len();
        // Cut at a byte, which is a letter: a slug is ASCII.
        let start = self.0.get(..kept).unwrap_or(&self.0).trim_end_matches('-');
        Self(format!("{start}{suffix}").into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Letter case is forgiven, nothing else.
impl FromStr for Slug {
    type Err = ParseSlugError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let well_formed = (1..=LONGEST_SLUG).contains(&text.len())
            && text.split('-').all(|part| {
                !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
        match well_formed {
            true => Ok(Self(text.to_ascii_lowercase().into())),
            false => Err(ParseSlugError),
        }
    }
}

impl TryFrom<String> for Slug {
    type Error = ParseSlugError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Slug> for String {
    fn from(slug: Slug) -> Self {
        slug.0.into()
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for Slug {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Slug".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": LONGEST_SLUG })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn titles_become_plain_slugs() {
        for (title, slug) in [
            ("Hello, World!", "hello-world"),
            ("  Über uns — Café ", "uber-uns-cafe"),
            ("Don't panic", "dont-panic"),
            ("C++ & Rust", "c-rust"),
            ("北京", "bei-jing"),
            ("a/../b", "a-b"),
        ] {
            assert_eq!(Slug::from_title(title).unwrap().as_str(), slug, "{title}");
        }
        for empty in ["", "...", "///", "\u{0}"] {
            assert_eq!(Slug::from_title(empty), None, "{empty:?}");
        }
        assert_eq!(Slug::from_title(&"x".repeat(8000)).unwrap().as_str().len(), 80);
    }

    #[test]
    fn what_is_no_slug_is_refused() {
        for good in ["a", "About", "a-b-c", "2026", &"x".repeat(80)] {
            assert_eq!(good.parse::<Slug>().unwrap().as_str(), good.to_lowercase());
        }
        for bad in
            ["", "-", "a-", "-a", "a--b", "a b", "a/b", "..", "a.b", "é", "a_b", &"x".repeat(81)]
        {
            assert!(bad.parse::<Slug>().is_err(), "{bad}");
        }
        assert_eq!("x".repeat(80).parse::<Slug>().unwrap().numbered(12).as_str().len(), 80);
        assert_eq!("about".parse::<Slug>().unwrap().numbered(2).as_str(), "about-2");
    }

    proptest! {
        #[test]
        fn whatever_the_title_the_slug_is_one(title in ".*", number in 2u32..) {
            if let Some(slug) = Slug::from_title(&title) {
                prop_assert_eq!(slug.as_str().parse::<Slug>().unwrap(), slug.clone());
                let numbered = slug.numbered(number);
                prop_assert!(numbered.as_str().parse::<Slug>().is_ok());
            }
        }
    }
}
