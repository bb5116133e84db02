use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Slug;

/// An address on the site as paths are compared: without slashes around it, letter case folded.
/// Any text can be asked for; only slugs joined by slashes ever lead somewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SitePath(Box<str>);

impl SitePath {
    /// From text that has been percent-decoded already.
    pub fn new(text: &str) -> Self {
        let trimmed = text.trim_matches('/');
        // Nearly every path is plain already, and this is asked at each request.
        match trimmed.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
            true => Self(trimmed.into()),
            false => Self(trimmed.to_lowercase().into()),
        }
    }

    /// The address of something below this one; below the root it is the slug alone.
    pub fn join(parent: Option<&Self>, slug: &Slug) -> Self {
        match parent {
            Some(parent) => Self(format!("{}/{slug}", parent.0).into()),
            None => Self(slug.as_str().into()),
        }
    }

    /// The address above, and the last part.
    pub fn split(&self) -> (Option<&str>, &str) {
        match self.0.rsplit_once('/') {
            Some((parent, last)) => (Some(parent), last),
            None => (None, &self.0),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::borrow::Borrow<str> for SitePath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_an_address_are_one_path() {
        for spelling in ["a/b", "/a/b", "a/b/", "//A/b//", "A/B"] {
            assert_eq!(SitePath::new(spelling).as_str(), "a/b", "{spelling}");
        }
        assert_eq!(SitePath::new("/É/").as_str(), "é");
        assert_eq!(SitePath::new("a/b/c").split(), (Some("a/b"), "c"));
        assert_eq!(SitePath::new("a").split(), (None, "a"));
    }
}
