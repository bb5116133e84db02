use crate::facts::Section;

/// What becomes of a member of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// A text that the entry's fact holds.
    Text,
    /// A list of such texts.
    List,
    Summary,
    Highlights,
    /// Copied, not stated.
    Address,
}

pub(super) fn member(section: Section, name: &str) -> Option<Member> {
    let found = match name {
        "url" => Member::Address,
        "summary" | "reference" => Member::Summary,
        "highlights" => Member::Highlights,
        "roles" | "keywords" | "courses" => Member::List,
        "startDate" | "endDate" => Member::Text,
        _ if section.texts().contains(&name) => Member::Text,
        _ => return None,
    };
    Some(found)
}

/// Whether a path of a document is contact data, which is copied and not stated.
pub(crate) fn is_contact(path: &str) -> bool {
    match path.strip_prefix("basics/") {
        Some(rest) => rest != "label" && rest != "summary",
        None => path.rsplit('/').next() == Some("url"),
    }
}

/// Whether an address may be printed as a link. One without a scheme is no link anywhere.
pub(crate) fn is_safe_address(address: &str) -> bool {
    let address = address.trim();
    // Browsers pass over such characters, so `java\tscript:` would pass for no scheme.
    if address.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return false;
    }
    match address.split_once(':') {
        Some((scheme, _)) => {
            let scheme = scheme.to_ascii_lowercase();
            matches!(scheme.as_str(), "http" | "https" | "mailto")
        }
        None => !address.starts_with("//"),
    }
}
