//! What plugins say of who may read a post: in its metadata, and around parts of its text. WordPress itself has a status
//! and a password and nothing else; plugins have all the rest, each in its own words
//! ([decision 318](../../../../../docs/decisions/0318-what-is-not-known-is-not-public.md)).

use super::read::Entry;
use crate::transfer::publication::{Judge, Publication, fold, hints, is_harmless, is_open};

/// Shortcodes of WordPress itself that stand around something.
const OWN: [&str; 7] = ["audio", "caption", "embed", "gallery", "playlist", "video", "wp_caption"];
/// Who writes a post now, which is said of every one.
const HARMLESS_KEYS: [&str; 3] = ["_edit_lock", "_edit_last", "_thumbnail_id"];
/// What may stand in a key as a whole word.
const WORDS: [&str; 7] = ["level", "levels", "lock", "gate", "tier", "role", "roles"];
/// And anywhere in it.
const STEMS: [&str; 8] =
    ["expir", "hidden", "capab", "paid", "noindex", "unpublish", "until", "gated"];
/// Values that keep a post from nobody, as PHP writes them too.
const NOTHING: [&str; 14] = [
    "",
    "0",
    "no",
    "false",
    "off",
    "none",
    "null",
    "default",
    "a:0:{}",
    "s:0:\"\";",
    "b:0;",
    "N;",
    "[]",
    "{}",
];
const MOST: usize = 100;

/// Whether metadata under this key may be about readers.
pub(super) fn may_gate(key: &str) -> bool {
    let folded = fold(key);
    let mut words = key.split(|it: char| !it.is_alphanumeric()).map(str::to_lowercase);
    let is_hint = hints(&folded) || STEMS.iter().any(|stem| folded.contains(stem));
    !HARMLESS_KEYS.contains(&key) && (is_hint || words.any(|word| WORDS.contains(&word.as_str())))
}

/// What plugins say of an entry that WordPress itself calls public.
pub(super) fn gates(entry: &Entry, judge: &Judge) -> Publication {
    if entry.content.contains("blockVisibility") {
        return Publication::Held("a block in it was hidden from some".to_owned());
    }
    let is_kept = |value: &str| {
        let value = value.trim();
        !NOTHING.iter().any(|it| it.eq_ignore_ascii_case(value)) && !is_open(value)
    };
    let keys = entry.meta.iter().filter(|(_, value)| is_kept(value)).map(|(key, _)| key.clone());
    let mut names: Vec<String> = keys.collect();
    names.extend(shortcodes(&entry.content));
    names.extend(blocks(&entry.content));
    names.sort();
    names.dedup();
    names.truncate(MOST);
    judge.around(names)
}

/// Those that stand around something and are not those of WordPress, and those with a name that speaks of readers.
fn shortcodes(content: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in content.match_indices('[') {
        let inside = &content[at + 1..];
        let (inside, is_end) = inside.strip_prefix('/').map_or((inside, false), |it| (it, true));
        let name = name_of(inside);
        let behind = inside[name.len()..].chars().next();
        // What is quoted or left out in a text stands in brackets, too.
        let is_code = behind.is_some_and(|it| matches!(it, ']' | ' ' | '/' | '\n' | '\t'));
        let is_known = OWN.contains(&name) || is_harmless(name);
        if name.len() > 1 && is_code && !is_known && (is_end || speaks(name) && is_one(inside)) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Whether it ends in its line, and has values or nothing: `[private letters]` are words.
fn is_one(inside: &str) -> bool {
    let values = &inside[name_of(inside).len()..];
    let Some((values, _)) = values.split_once(']') else { return false };
    let values = values.trim().trim_end_matches('/').trim();
    values.is_empty() || values.contains('=')
}

/// Blocks of others than WordPress that stand around something, or whose name speaks of readers.
fn blocks(content: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, start) in content.match_indices("<!-- wp:") {
        let inside = &content[at + start.len()..];
        let end = inside.find(|it: char| it.is_whitespace()).unwrap_or(inside.len());
        let name = &inside[..end];
        let Some((maker, rest)) = name.split_once('/') else { continue };
        let is_alone = inside.split_once("-->").is_some_and(|(inside, _)| inside.ends_with('/'));
        let is_known = maker == "core" || is_harmless(rest);
        if !is_known && (!is_alone || speaks(rest)) {
            found.push(name.to_owned());
        }
    }
    found
}

fn speaks(name: &str) -> bool {
    may_gate(name)
        || ["content-protector", "passster", "s2if", "ppw"].contains(&fold(name).as_str())
}

fn name_of(text: &str) -> &str {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "-_".contains(it);
    &text[..text.find(|it: char| !is_part(it)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(content: &str, meta: &[(&str, &str)], ignored: &[&str]) -> Publication {
        let ignored: Vec<String> = ignored.iter().map(|it| (*it).to_owned()).collect();
        let judge = Judge::new("2026-01-01T00:00:00Z".parse().unwrap(), &ignored);
        let meta = meta.iter().filter(|(key, _)| may_gate(key));
        let meta = meta.map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        gates(&Entry { content: content.to_owned(), meta, ..Entry::default() }, &judge)
    }

    fn unknown(names: &[&str]) -> Publication {
        Publication::Unknown(names.iter().map(|it| (*it).to_owned()).collect())
    }

    #[test]
    fn metadata_may_keep_a_post_from_some() {
        for (key, value) in [
            ("_jetpack_newsletter_access", "subscribers"),
            ("_jetpack_newsletter_access", "paid_subscribers"),
            ("_members_access_role", "administrator"),
            ("rcp_subscription_level", "a:1:{i:0;s:1:\"2\";}"),
            ("_expiration-date", "1700000000"),
            ("post_lock", "1"),
        ] {
            assert_eq!(said("", &[(key, value)], &[]), unknown(&[key]), "{key}");
            assert_eq!(said("", &[(key, value)], &[key]), Publication::Open, "{key}");
        }
        for (key, value) in [
            ("_jetpack_newsletter_access", "everybody"),
            ("_members_access_role", ""),
            ("rcp_subscription_level", "a:0:{}"),
            ("_edit_lock", "1700000000:1"),
            ("_wp_page_template", "default"),
            ("_blocks", "1"),
            ("_yoast_wpseo_content_score", "90"),
        ] {
            assert_eq!(said("", &[(key, value)], &[]), Publication::Open, "{key}");
        }
    }

    #[test]
    fn what_stands_around_text_may_keep_it_from_some() {
        for (content, names) in [
            ("[restrict]x[/restrict]", &["restrict"][..]),
            ("[members_access role=\"editor\"]x[/members_access]", &["members_access"]),
            ("[su_unknown a=1]x[/su_unknown]", &["su_unknown"]),
            ("[S2If x]y[/S2If]", &["S2If"]),
            ("[wpmem_restricted]", &["wpmem_restricted"]),
            ("<!-- wp:jetpack/paywall /-->x", &["jetpack/paywall"]),
            (
                "<!-- wp:premium-content/subscriber-view {\"a\":1} -->x<!-- /wp:premium-content/subscriber-view -->",
                &["premium-content/subscriber-view"],
            ),
        ] {
            assert_eq!(said(content, &[], &[]), unknown(names), "{content}");
        }
        for content in [
            "[caption id=\"a\"]x[/caption] [embed]x[/embed] [quote]y[/quote]",
            "<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --><!-- wp:core/columns --><!-- /wp:core/columns -->",
            "<!-- wp:jetpack/tiled-gallery {\"a\":1} /-->",
            "[1] [sic] [private letters] a[i]",
        ] {
            assert_eq!(said(content, &[], &[]), Publication::Open, "{content}");
        }
        let hidden = "<!-- wp:paragraph {\"metadata\":{\"blockVisibility\":false}} -->x";
        assert!(matches!(said(hidden, &[], &[]), Publication::Held(_)));
    }
}
