//! Whether a text was public for everybody. What cannot be read as such is a draft.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::front_matter::{FrontMatter, says};
use crate::transfer::dates::read_date;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Publication {
    Open,
    /// It says so itself.
    Draft,
    /// It was kept from some, or nobody can tell; and why.
    Held(String),
}

/// States that generators know beside being public. Others are words for people: `evergreen`, `done`.
const CLOSED: [&str; 12] = [
    "archived",
    "deleted",
    "draft",
    "drafts",
    "hidden",
    "inactive",
    "pending",
    "private",
    "protected",
    "trash",
    "unlisted",
    "unpublished",
];
/// What says yes of a draft.
const DRAFT: [&str; 2] = ["draft", "isdraft"];
/// What says no of a draft. `published` may be the day as well.
const PUBLIC: [&str; 7] =
    ["published", "publish", "public", "ispublished", "ispublic", "visible", "isvisible"];
/// What keeps a text from some, whatever is said by it but no.
const KEPT: [(&str, &str); 10] = [
    ("private", "it was private"),
    ("isprivate", "it was private"),
    ("hidden", "it was hidden"),
    ("ishidden", "it was hidden"),
    ("unlisted", "it was in no list"),
    ("archived", "it was archived"),
    ("isarchived", "it was archived"),
    ("protected", "it was protected"),
    ("membersonly", "it was for members"),
    ("headless", "it had no page of its own"),
];

pub(super) fn publication(matter: &FrontMatter) -> Publication {
    match matter.is_strange {
        true => Publication::Held("what stands before the text is not understood".to_owned()),
        false => said_by(&matter.values),
    }
}

/// Names count without case and signs, as each generator spells them in its own way: `is_draft`, `isDraft`.
fn said_by(values: &Map<String, Value>) -> Publication {
    let mut folded: HashMap<String, &Value> = HashMap::new();
    for (name, value) in values {
        if folded.insert(fold(name), value).is_some_and(|before| before != value) {
            return Publication::Held(format!("{name} is said in two ways"));
        }
    }
    if let Some(why) = held_back(&folded) {
        return Publication::Held(why);
    }
    let says_of = |names: &[&str], word| {
        names.iter().any(|name| folded.get(*name).is_some_and(|it| says(it) == Some(word)))
    };
    let is_draft = says_of(&DRAFT, true) || says_of(&PUBLIC, false);
    if is_draft { Publication::Draft } else { Publication::Open }
}

fn fold(name: &str) -> String {
    name.chars().filter(|it| !matches!(it, '_' | '-')).collect::<String>().to_lowercase()
}

fn held_back(values: &HashMap<String, &Value>) -> Option<String> {
    let value = |name: &str| values.get(name).copied();
    let something = |name: &str| value(name).filter(|it| !it.is_null() && *it != "");
    for name in DRAFT.into_iter().chain(PUBLIC) {
        let is_day = |it: &Value| it.as_str().is_some_and(|it| read_date(it).is_some());
        let is_date = name.starts_with("publish") && value(name).is_some_and(is_day);
        if value(name).is_some_and(|it| says(it).is_none()) && !is_date {
            return Some(format!("{name} says neither yes nor no"));
        }
    }
    let kept = KEPT
        .into_iter()
        .find(|(name, _)| something(name).is_some_and(|it| says(it) != Some(false)));
    if let Some((_, why)) = kept {
        return Some(why.to_owned());
    }
    // Also one that looks like a no.
    if something("password").is_some_and(|it| it != "false") {
        return Some("it was behind a password".to_owned());
    }
    for name in ["status", "state", "access"] {
        let is_closed = |it: &&Value| {
            it.as_str().is_none_or(|it| CLOSED.contains(&it.trim().to_lowercase().as_str()))
        };
        if let Some(status) = something(name).filter(is_closed) {
            return Some(format!("its {name} was {}", in_words(status)));
        }
    }
    let is_public =
        |it: &Value| it.as_str().is_some_and(|it| it.trim().eq_ignore_ascii_case("public"));
    if value("visibility").is_some_and(|it| !it.is_null() && !is_public(it)) {
        return Some("its visibility was not public".to_owned());
    }
    let render = value("build").and_then(|it| it.get("render")).filter(|it| !it.is_null());
    let is_rendered = |it: &Value| {
        it.as_str().is_some_and(|it| {
            !matches!(it.trim().to_lowercase().as_str(), "never" | "false" | "link")
        })
    };
    let has_address = value("permalink").is_none_or(|it| says(it) != Some(false));
    if render.is_some_and(|it| !is_rendered(it)) || !has_address {
        return Some("it had no page of its own".to_owned());
    }
    if let Some(end) = ["expirydate", "unpublishdate"].into_iter().find_map(something) {
        return Some(format!("it was public until {}", in_words(end)));
    }
    let is_no_date = |it: &&Value| it.as_str().is_none_or(|it| read_date(it).is_none());
    if let Some(date) = something("publishdate").filter(is_no_date) {
        return Some(format!("it was to be public from {}, which is no date", in_words(date)));
    }
    for name in ["params", "extra"] {
        if value(name).is_some_and(is_kept_from_some) {
            return Some(format!("{name} keeps it from some"));
        }
    }
    value("cascade").is_some_and(is_kept_from_some).then(|| "what is in it are drafts".to_owned())
}

/// Whether values in any depth make anything else of a text than a public one.
fn is_kept_from_some(values: &Value) -> bool {
    match values {
        Value::Array(items) => items.iter().any(is_kept_from_some),
        Value::Object(members) => {
            said_by(members) != Publication::Open || members.values().any(is_kept_from_some)
        }
        _ => false,
    }
}

fn in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::front_matter::split;
    use super::*;

    #[test]
    fn only_what_was_public_for_everybody_is_public() {
        for (said, is_open) in [
            ("title: A", true),
            ("draft: false", true),
            ("draft: n", true),
            ("draft: Off", true),
            ("published: true", true),
            ("published: 2020-01-02", true),
            ("status: evergreen", true),
            ("visibility: Public", true),
            ("password: ''", true),
            ("hidden: false", true),
            ("draft: true", false),
            ("draft: y", false),
            ("draft: Yes", false),
            ("draft: on", false),
            ("Draft: true", false),
            ("draft: perhaps", false),
            ("draft:", false),
            ("draft: [true]", false),
            ("published: n", false),
            ("published: later", false),
            ("publish: false", false),
            ("private: true", false),
            ("password: s3cret", false),
            ("hidden: true", false),
            ("Hidden: on", false),
            ("status: draft", false),
            ("visibility: members", false),
            ("headless: true", false),
            ("build: {render: never}", false),
            ("expiryDate: 2020-01-02", false),
            ("publishDate: some day", false),
            ("cascade: {draft: true}", false),
            ("cascade: [{build: {list: never}, Draft: y}]", false),
            ("cascade: {private: true}", false),
            ("cascade: [{_target: {path: /x}, params: {hidden: yes}}]", false),
            ("cascade: {build: {render: never}}", false),
            ("cascade: {expiryDate: 2020-01-02}", false),
            ("cascade: {type: docs, params: {toc: false}}", true),
            ("status: [draft]", false),
            ("status: {state: private}", false),
            ("status: archived", false),
            ("state: draft", false),
            ("access: private", false),
            ("access: public", true),
            ("expiryDate: [2020-01-02]", false),
            ("publishDate: [2099-01-01]", false),
            ("publishDate: 2020-01-02", true),
            ("build: {render: [never]}", false),
            ("build: {render: always}", true),
            ("public: false", false),
            ("is_published: false", false),
            ("isPublished: true", true),
            ("isDraft: true", false),
            ("visible: false", false),
            ("unlisted: true", false),
            ("members_only: true", false),
            ("permalink: false", false),
            ("permalink: /a/b/", true),
            ("params: {draft: true}", false),
            ("extra: {hidden: true}", false),
            ("extra: {math: true}", true),
            ("is_draft: true\nisDraft: false", false),
            ("password: 0", false),
            ("password: no", false),
            ("password: false", true),
        ] {
            let text = format!("---\n{said}\n---\nx\n");
            let (matter, _) = split(&text).unwrap();
            let found = publication(&matter);
            assert_eq!(found == Publication::Open, is_open, "{said}: {found:?}");
        }
    }
}
