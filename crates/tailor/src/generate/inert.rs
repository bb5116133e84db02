//! Whether words are only words: nothing in them can lead somewhere, change how a page or a terminal
//! looks, or hide.

use crate::unseen::is_invisible;

/// What a resume says is text on one line.
pub(super) fn is_inert(text: &str) -> bool {
    !text.chars().any(|c| is_invisible(c) || MARKUP.contains(&c)) && !holds_address(text)
}

/// Of HTML, Markdown and templates. Resumes do without.
const MARKUP: &[char] = &['<', '>', '`', '[', ']', '{', '}', '\\', '|', '*', '_', '^', '~'];

/// Something that a reader's program may take for a link.
fn holds_address(text: &str) -> bool {
    let lower = text.to_lowercase();
    let schemes = ["://", "www.", "javascript:", "data:", "vbscript:", "mailto:", "file:", "tel:"];
    let named = schemes.iter().any(|scheme| lower.contains(scheme));
    named || lower.split_whitespace().any(|word| word.contains('@') || is_host(word))
}

/// `evil.example/x`, but not `ASP.NET`, `e.g.` or `3.5/4`. A bare name of a host is for the check of
/// names: there are too many tools that are called like one.
fn is_host(word: &str) -> bool {
    let host = word.split(['/', '?', '#']).next().unwrap_or_default();
    let has_path = host.len() < word.len();
    let host = host.trim_matches(|c: char| !c.is_alphanumeric());
    let Some((name, end)) = host.rsplit_once('.') else { return false };
    let is_name = name.chars().any(char::is_alphabetic);
    has_path && is_name && end.chars().count() > 1 && end.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_words_and_nothing_else() {
        for text in [
            "Cut the noise by 40 %, from 3.5 to 2.1 dB (A)",
            "Wrote C++ and C# services with Node.js, e.g. for R&D",
            "Führte ein Team von 12 – weltweit",
            "Brought CI/CD and A/B tests to the team",
            "Wrote ASP.NET MVC and socket.io",
        ] {
            assert!(is_inert(text), "{text}");
        }
        for text in [
            "see https://evil.example",
            "see evil.example/cv",
            "see www.evil",
            "javascript:alert(1)",
            "mail me@evil",
            "![x](y)",
            "<script>",
            "a `code`",
            "**bold**",
            "red \u{1b}[31m",
            "two\nlines",
            "hid\u{200b}den",
            "tur\u{202e}ned",
            "tag\u{e0041}ged",
        ] {
            assert!(!is_inert(text), "{text}");
        }
    }
}
