//! Whether a text was public for everybody. What cannot be read as such is a draft.

use serde_json::Value;

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
const CLOSED: [&str; 8] =
    ["draft", "drafts", "hidden", "inactive", "pending", "private", "protected", "unpublished"];

pub(super) fn publication(matter: &FrontMatter) -> Publication {
    if let Some(why) = held_back(matter) {
        return Publication::Held(why);
    }
    let is_open = matter.flag("draft") != Some(true)
        && matter.flag("published") != Some(false)
        && matter.flag("publish") != Some(false);
    if is_open { Publication::Open } else { Publication::Draft }
}

fn held_back(matter: &FrontMatter) -> Option<String> {
    if matter.is_strange {
        return Some("what stands before the text is not understood".to_owned());
    }
    let value = |name: &str| matter.values.get(name);
    for name in ["draft", "published", "publish"] {
        let is_date =
            name != "draft" && matter.text(&[name]).is_some_and(|it| read_date(it).is_some());
        if value(name).is_some_and(|it| says(it).is_none()) && !is_date {
            return Some(format!("{name} says neither yes nor no"));
        }
    }
    for (name, why) in [
        ("private", "it was private"),
        ("hidden", "it was hidden"),
        ("password", "it was behind a password"),
        ("headless", "it had no page of its own"),
    ] {
        let is_said = |it: &Value| !it.is_null() && it != "" && says(it) != Some(false);
        if value(name).is_some_and(is_said) {
            return Some(why.to_owned());
        }
    }
    if let Some(status) = matter.text(&["status"])
        && CLOSED.contains(&status.to_lowercase().as_str())
    {
        return Some(format!("its status was {status}"));
    }
    if let Some(visibility) = value("visibility").filter(|it| !it.is_null())
        && !visibility.as_str().is_some_and(|it| it.trim().eq_ignore_ascii_case("public"))
    {
        return Some("its visibility was not public".to_owned());
    }
    let render = ["build", "_build"].into_iter().find_map(|name| matter.inner(name, "render"));
    if render.is_some_and(|it| matches!(it.to_lowercase().as_str(), "never" | "false" | "link")) {
        return Some("it had no page of its own".to_owned());
    }
    if let Some(end) = matter.text(&["expirydate", "unpublishdate"]) {
        return Some(format!("it was public until {end}"));
    }
    if let Some(date) = matter.text(&["publishdate"]).filter(|it| read_date(it).is_none()) {
        return Some(format!("it was to be public from {date}, which is no date"));
    }
    value("cascade").is_some_and(has_drafts).then(|| "what is in it are drafts".to_owned())
}

/// Whether values for everything in a folder make drafts of it.
fn has_drafts(cascade: &Value) -> bool {
    match cascade {
        Value::Array(items) => items.iter().any(has_drafts),
        Value::Object(members) => members.iter().any(|(name, value)| {
            let is_held = name.eq_ignore_ascii_case("draft") && says(value) != Some(false);
            is_held || has_drafts(value)
        }),
        _ => false,
    }
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
        ] {
            let text = format!("---\n{said}\n---\nx\n");
            let (matter, _) = split(&text).unwrap();
            let found = publication(&matter);
            assert_eq!(found == Publication::Open, is_open, "{said}: {found:?}");
        }
    }
}
