use content::items::ContentType;

use crate::view::{Noun, Words};

/// What things of a kind are called.
pub(crate) fn noun(words: &'static Words, content_type: ContentType) -> &'static Noun {
    match content_type {
        ContentType::Story => &words.nouns.story,
        ContentType::Project => &words.nouns.project,
        ContentType::Page => &words.nouns.page,
        ContentType::Image => &words.nouns.image,
    }
}

/// The parts that say something, with a point between them.
pub(crate) fn joined<const N: usize>(parts: [&str; N]) -> String {
    let said: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    said.join(" · ")
}

/// A path in a query, or a tag in a path, as it may stand in an address.
pub(crate) fn encoded(text: &str) -> String {
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    const KEPT: &percent_encoding::AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
    utf8_percent_encode(text, KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_takes_no_room() {
        assert_eq!(joined(["", "a", "", "b"]), "a · b");
    }

    #[test]
    fn nothing_leaves_its_place_in_an_address() {
        assert_eq!(encoded("c++ / ?#&%\"<日"), "c%2B%2B%20%2F%20%3F%23%26%25%22%3C%E6%97%A5");
    }
}
