//! What each attribute may say. A value that is not understood goes with its attribute; one that
//! is gets the one spelling we write, so that reading it again changes nothing.

use std::borrow::Cow;

use super::address;

/// Called for each attribute that the lists in `policy` let through.
pub(super) fn check<'value>(
    element: &str,
    attribute: &str,
    value: &'value str,
) -> Option<Cow<'value, str>> {
    match attribute {
        "alt" | "title" | "abbr" => Some(value.into()),
        "href" => address::link(value),
        "src" | "poster" | "cite" => address::source(value),
        "srcset" => address::source_set(value).map(Cow::Owned),
        "sizes" => sizes(value),
        "class" => class(element, value),
        "width" | "height" | "colspan" | "rowspan" | "span" => number(value),
        "start" => signed_number(value),
        "lang" | "hreflang" => language(value),
        "datetime" => datetime(value),
        // Before the type of a `source`, which has the same name and another list.
        "type" if element == "input" => one_of(value, &["checkbox"]),
        "checked" | "controls" | "loop" | "muted" | "open" | "playsinline" | "reversed" => {
            Some("".into())
        }
        "dir" => one_of(value, &["ltr", "rtl", "auto"]),
        "loading" => one_of(value, &["lazy", "eager"]),
        "decoding" => one_of(value, &["async", "sync", "auto"]),
        "fetchpriority" => one_of(value, &["high", "low", "auto"]),
        "preload" => one_of(value, &["none", "metadata", "auto"]),
        "scope" => one_of(value, &["row", "col", "rowgroup", "colgroup"]),
        "type" if element == "source" => one_of(value, &["video/mp4", "video/webm"]),
        // What is let through by `policy` and unknown here would be unchecked, so it goes.
        _ => None,
    }
}

fn one_of(value: &str, allowed: &[&'static str]) -> Option<Cow<'static, str>> {
    let value = value.trim_ascii();
    allowed
        .iter()
        .find(|known| value.eq_ignore_ascii_case(known))
        .map(|known| Cow::Borrowed(*known))
}

fn number(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim_ascii();
    let fits = (1..=6).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
    fits.then_some(value.into())
}

fn signed_number(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim_ascii();
    number(value.strip_prefix('-').unwrap_or(value)).map(|_| value.into())
}

/// A language tag by its shape: `de`, `pt-BR`, `zh-Hant-TW`.
fn language(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim_ascii();
    // Operating systems write `de_DE`.
    let tag: Cow<'_, str> = match value.contains('_') {
        true => value.replace('_', "-").into(),
        false => value.into(),
    };
    let fits = tag.len() <= 35
        && is_language(tag.split('-').next().unwrap_or_default())
        && tag.split('-').all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
    fits.then_some(tag)
}

/// `english` is the name of a language and not its tag.
fn is_language(part: &str) -> bool {
    (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Dates, times, zones and durations by their alphabet.
fn datetime(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim_ascii();
    let fits = (1..=40).contains(&value.len())
        && value.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'.' | b'+' | b' ')
        });
    fits.then_some(value.into())
}

/// Media conditions and lengths by their alphabet: `(max-width: 400px) 400px, calc(100vw - 2rem)`.
fn sizes(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim_ascii();
    let fits = (1..=1000).contains(&value.len())
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b" ():,.%<>=+-*/".contains(&byte));
    fits.then_some(value.into())
}

/// The classes that mean something in a body. Of several the first that does is kept.
fn class<'value>(element: &str, value: &'value str) -> Option<Cow<'value, str>> {
    let known: &[&str] = match element {
        "code" => return code_language(value),
        "figure" => &["broad", "code", "full", "pair", "video", "wide"],
        "section" => &["footnotes"],
        "span" => &["footnote", "note"],
        "ul" => &["tasks"],
        _ => &[],
    };
    value.split_ascii_whitespace().find(|class| known.contains(class)).map(Cow::Borrowed)
}

/// The one that names the language of code, for a highlighter.
fn code_language(value: &str) -> Option<Cow<'_, str>> {
    value.split_ascii_whitespace().map(Cow::Borrowed).find(|class| {
        class.strip_prefix("language-").is_some_and(|name| {
            (1..=40).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-._#".contains(&byte))
        })
    })
}
