use content::items::ContentType;

/// "Writing, Projects and Photographs"
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What several of a kind are called.
pub(crate) fn plural(content_type: ContentType) -> &'static str {
    match content_type {
        ContentType::Story => "stories",
        ContentType::Project => "projects",
        ContentType::Page => "pages",
        ContentType::Image => "pictures",
    }
}

/// What one of a kind is called, at the beginning of a line.
pub(crate) fn singular(content_type: ContentType) -> &'static str {
    match content_type {
        ContentType::Story => "Story",
        ContentType::Project => "Project",
        ContentType::Page => "Page",
        ContentType::Image => "Picture",
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
    fn lists_are_sentences() {
        let words =
            |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(listed(&words(&[])), "");
        assert_eq!(listed(&words(&["a"])), "a");
        assert_eq!(listed(&words(&["a", "b"])), "a and b");
        assert_eq!(listed(&words(&["a", "b", "c"])), "a, b and c");
        assert_eq!(joined(["", "a", "", "b"]), "a · b");
        assert_eq!(counted(1, "entry", "entries"), "1 entry");
        assert_eq!(counted(0, "entry", "entries"), "0 entries");
    }

    #[test]
    fn nothing_leaves_its_place_in_an_address() {
        assert_eq!(encoded("c++ / ?#&%\"<日"), "c%2B%2B%20%2F%20%3F%23%26%25%22%3C%E6%97%A5");
    }
}
