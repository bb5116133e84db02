//! Addresses that a link may have. Checked when they are written, so that whoever shows one later
//! need not wonder what clicking it does.

use url::Url;

const LONGEST: usize = 2048;

/// Why an address is refused, as the end of a sentence that begins with the field's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HrefError {
    #[error("must not be empty")]
    Empty,
    #[error("may have up to 2048 characters")]
    TooLong,
    #[error("must not hold blanks, backslashes or control characters")]
    StrangeCharacter,
    #[error("must be a site path beginning with /, or an http, https or mailto address")]
    NotALink,
}

/// Accepts `http`, `https` and `mailto` addresses and paths of this site. Stricter than what
/// browsers accept: they read `https:/\evil` and `//evil` as other people's sites.
pub(crate) fn check_href(text: &str) -> Result<(), HrefError> {
    if text.is_empty() {
        return Err(HrefError::Empty);
    }
    if text.chars().count() > LONGEST {
        return Err(HrefError::TooLong);
    }
    // Browsers drop tabs and line breaks inside an address and take a backslash for a slash, so
    // `java\nscript:` would become what it seems not to be.
    if text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\') {
        return Err(HrefError::StrangeCharacter);
    }
    if text.starts_with('/') {
        // Two slashes begin the name of another site.
        return if text.starts_with("//") { Err(HrefError::NotALink) } else { Ok(()) };
    }
    let lower = text.to_ascii_lowercase();
    let parsed = Url::parse(text).map_err(|_| HrefError::NotALink)?;
    // `Url` mends what it reads (`https:host`), but what is stored is the text. So the text itself
    // must have both slashes.
    let is_web = (lower.starts_with("http://") || lower.starts_with("https://"))
        && parsed.host_str().is_some_and(|host| !host.is_empty());
    let is_mail = parsed.scheme() == "mailto" && parsed.path().contains('@');
    if is_web || is_mail { Ok(()) } else { Err(HrefError::NotALink) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_this_site_the_web_or_a_mailbox_and_nowhere_else() {
        for good in [
            "/",
            "/about",
            "/a/b?c=d#e",
            "https://example.org",
            "HTTP://example.org/x",
            "https://müller.example/ü",
            "mailto:me@example.org",
        ] {
            assert_eq!(check_href(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "about",
            "//evil",
            "/\\evil",
            "https:/\\evil",
            "https:evil",
            "https://",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " data:text/html,x",
            "data:text/html,x",
            "vbscript:x",
            "java\tscript:x",
            "ftp://example.org",
            "mailto:nobody",
        ] {
            assert!(check_href(bad).is_err(), "{bad}");
        }
        assert_eq!(check_href(&format!("/{}", "x".repeat(2048))), Err(HrefError::TooLong));
    }
}
