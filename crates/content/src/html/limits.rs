//! What a body may cost, judged in one walk over its text before anything parses it.
//!
//! The walk knows no context. Whether a `<` in a comment or a script begins a tag depends on
//! everything before it; here each one might, and the limits hold for all of them. So nothing a
//! parser takes for a tag goes uncounted, and now and then a tag in a comment counts as well. What
//! begins a comment counts as a tag without attributes, whatever stands in it.

pub(super) const MOST_CHARACTERS: usize = 1_000_000;
pub(super) const MOST_TAGS: usize = 20_000;
const MOST_ATTRIBUTES: u32 = 100;
pub(super) const MOST_LEVELS: usize = 128;

/// Why a text is refused, as the end of a sentence that begins with the field's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HtmlError {
    #[error("may have up to {limit} characters")]
    TooLong { limit: usize },
    #[error("has more than {limit} tags")]
    TooManyTags { limit: usize },
    #[error("has a tag with more than {limit} attributes")]
    TooManyAttributes { limit: u32 },
    #[error("nests its tags more than {limit} levels deep")]
    TooDeep { limit: usize },
    #[error("repeats long attributes through tags that are never closed")]
    TooRepetitive,
    #[error("has too many special characters, such as & or °, for a text of its length")]
    TooManySpecialCharacters,
    #[error("nests its tags in a way that HTML cannot express")]
    Unstable,
}

pub(super) fn check(html: &str) -> Result<(), HtmlError> {
    // A character has at most four bytes; most texts need no counting.
    if html.len() > MOST_CHARACTERS && html.chars().count() > MOST_CHARACTERS {
        return Err(HtmlError::TooLong { limit: MOST_CHARACTERS });
    }
    let mut tags = 0;
    let mut readings = Readings::default();
    let bytes = html.as_bytes();
    // Bytes will do: what ends or begins a tag is ASCII, and no byte of another character looks
    // like it.
    for (index, &byte) in bytes.iter().enumerate() {
        // Before `begin_tag`, as a `<` inside a quoted value is also the next byte of that value.
        if readings.read(byte) > MOST_ATTRIBUTES {
            return Err(HtmlError::TooManyAttributes { limit: MOST_ATTRIBUTES });
        }
        if byte == b'<' {
            let after = |distance: usize| bytes.get(index + distance).copied().unwrap_or_default();
            let next = after(1);
            let has_name = match next {
                b'/' => after(2).is_ascii_alphabetic(),
                next => next.is_ascii_alphabetic(),
            };
            if has_name || matches!(next, b'/' | b'!' | b'?') {
                tags += 1;
            }
            // Without a name it is a comment or a declaration, and those have no attributes.
            if has_name {
                readings.begin_tag();
            }
        }
    }
    if tags > MOST_TAGS { Err(HtmlError::TooManyTags { limit: MOST_TAGS }) } else { Ok(()) }
}

/// Where in a tag a reader can be.
#[derive(Clone, Copy)]
enum Place {
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
}

use Place::{
    AfterName, BeforeName, BeforeValue, DoubleQuoted, Name, SingleQuoted, TagName, Unquoted,
};

const PLACES: [Place; 8] =
    [TagName, BeforeName, Name, AfterName, BeforeValue, DoubleQuoted, SingleQuoted, Unquoted];

impl Place {
    /// Where the next byte leads, and whether an attribute begins with it. `None` is the end of
    /// the tag.
    fn after(self, byte: u8) -> Option<(Place, bool)> {
        let blank = matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c);
        let next = match (self, byte) {
            (DoubleQuoted, b'"') | (SingleQuoted, b'\'') => BeforeName,
            (DoubleQuoted | SingleQuoted, _) => self,
            (_, b'>') => return None,
            (BeforeValue, _) if blank => BeforeValue,
            (BeforeValue, b'"') => DoubleQuoted,
            (BeforeValue, b'\'') => SingleQuoted,
            (BeforeValue, _) => Unquoted,
            (Name, _) if blank => AfterName,
            (AfterName, _) if blank => AfterName,
            (TagName | BeforeName | Unquoted, _) if blank => BeforeName,
            (TagName | BeforeName | Name | AfterName, b'/') => BeforeName,
            (Name | AfterName, b'=') => BeforeValue,
            (BeforeName | AfterName, _) => return Some((Name, true)),
            (TagName | Name | Unquoted, _) => self,
        };
        Some((next, false))
    }
}

/// Every way to read the text so far as the inside of a tag: for each place, the most attributes
/// that a reader who is there can have seen. This is what makes the walk linear: ten thousand
/// possible beginnings are followed at once.
#[derive(Default)]
struct Readings {
    most: [Option<u32>; PLACES.len()],
}

impl Readings {
    fn begin_tag(&mut self) {
        let seen = &mut self.most[TagName as usize];
        // A reading that is further along keeps its count. A new one begins with none.
        *seen = Some(seen.unwrap_or(0));
    }

    /// Takes one byte; answers the highest count that it led to.
    fn read(&mut self, byte: u8) -> u32 {
        let mut next = [None; PLACES.len()];
        let mut highest = 0;
        for place in PLACES {
            let Some(seen) = self.most[place as usize] else { continue };
            let Some((target, begins)) = place.after(byte) else { continue };
            let seen = seen + u32::from(begins);
            highest = highest.max(seen);
            let entry = &mut next[target as usize];
            *entry = Some(entry.map_or(seen, |other: u32| other.max(seen)));
        }
        self.most = next;
        highest
    }
}
