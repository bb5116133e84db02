//! From what was sent to what is stored.
//!
//! One cleaning is not always the end: taking an element out of a tree can leave a tree that HTML
//! cannot write down (a `p` in a `p`, where a button stood between them), and whoever parses it
//! next sees another tree than the one that was checked. Such differences are what mutation
//! attacks are made of, so cleaning goes on until it changes nothing.

use std::borrow::Cow;

use super::limits::{self, HtmlError};
use super::{forms, measure, policy};

/// Well-formed input needs two passes, misnested input three; no input is known that needs more.
const MOST_PASSES: usize = 6;

/// The form that is stored. Sanitising it again gives the same text.
pub(crate) fn sanitise(html: &str) -> Result<String, HtmlError> {
    let mut current = pass(html)?;
    for _ in 1..MOST_PASSES {
        let next = pass(&current)?;
        if next == current {
            return Ok(current);
        }
        current = next;
    }
    Err(HtmlError::Unstable)
}

/// The limits hold for every pass: escaping makes text longer, and what is stored must be
/// accepted when the editor sends it back.
fn pass(html: &str) -> Result<String, HtmlError> {
    let html = without_controls(html);
    limits::check(&html)?;
    measure::check(&html)?;
    let cleaned = policy::cleaner().clean(&html).to_string();
    Ok(without_newline_after_pre(forms::keep_known(cleaned)))
}

/// Control characters mean nothing in HTML and are forbidden in the XML of a feed. The three
/// kinds of white space among them stay.
fn without_controls(html: &str) -> Cow<'_, str> {
    let unwanted = |c: char| {
        (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    if html.contains(unwanted) {
        Cow::Owned(html.replace(unwanted, ""))
    } else {
        Cow::Borrowed(html)
    }
}

/// Parsers skip a newline right after `<pre>` but do not write it back, so text that begins with
/// some would lose one with each reading; here they go at once. `<pre><code>` is not concerned.
/// The text is a serialised tree: `<` and `>` stand for nothing but tags.
fn without_newline_after_pre(html: String) -> String {
    if !html.contains("<pre") {
        return html;
    }
    let mut kept = String::with_capacity(html.len());
    let mut rest = html.as_str();
    while let Some(start) = rest.find("<pre") {
        let end = rest[start..].find('>').map_or(rest.len(), |length| start + length + 1);
        kept.push_str(&rest[..end]);
        rest = rest[end..].trim_start_matches('\n');
    }
    kept.push_str(rest);
    kept
}
