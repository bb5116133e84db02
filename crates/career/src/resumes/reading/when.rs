//! The dates of an entry: each as the schema has it, or in the owner's words.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::dates::{self, Dated, Side, StandIn};
use super::names::{self, Member, is_blank};
use super::{Notes, running, shapes};
use crate::resumes::schema::Form;
use crate::resumes::written::place_below;

/// Stands for an end that is told and not understood.
pub(super) const UNKNOWN: &str = "?";

const OPEN: &str = "tells no end that is known, so this is not said to go on";

impl Notes {
    /// Tells of an end that is not known.
    pub(super) fn tell_open(&mut self, path: &str, end: &str) {
        if end == UNKNOWN {
            self.add(path, OPEN);
        }
    }
}

/// A date, or what two dates in one member say; `said` are the members that say something, by their names of
/// today. What nobody understands stays in the owner's words: without its end, work would seem to go on.
pub(super) fn date(
    read: &mut Map<String, Value>,
    said: &HashSet<&str>,
    name: &str,
    value: &Value,
    path: &str,
    notes: &mut Notes,
) {
    let told = |name: &str| said.contains(name);
    let text = match value {
        Value::Null => return,
        Value::Object(parts) if running::goes_on(parts) => return notes.read(path),
        Value::Object(parts) => dates::of_parts(parts).map(|(text, used)| {
            used.iter().for_each(|part| notes.read(&place_below(path, part)));
            text
        }),
        // `2019.1` may have lost its last figure.
        Value::Number(number) if !number.is_u64() => {
            let dated = dates::of_number(&number.to_string());
            let shown = match dated {
                Dated::On(date) => {
                    notes.read(path);
                    Some(date)
                }
                Dated::About(date) => {
                    notes.add(path, &format!("was read as {date}"));
                    Some(date)
                }
                _ => {
                    notes.add(path, "is no date that is known here and is not shown");
                    (name == "endDate").then(|| UNKNOWN.to_owned())
                }
            };
            if let Some(shown) = shown {
                read.insert(name.to_owned(), Value::String(shown));
            }
            return;
        }
        _ => shapes::text(value, name, path, notes),
    };
    let Some(text) = text else {
        notes.add(path, "is no date and was not read");
        // There is an end, and nobody knows when: that is not "until today".
        if name == "endDate" {
            read.insert(name.to_owned(), Value::String(UNKNOWN.to_owned()));
        }
        return;
    };
    let mut set =
        |name: &str, date: String| drop(read.insert(name.to_owned(), Value::String(date)));
    if let Some(stands) = dates::stand_in(text.trim()) {
        notes.add(
            path,
            "is what programs write for a date that was not told, and was not read as one",
        );
        // One that never comes goes on. Of any other nobody knows.
        if name == "endDate" && stands == StandIn::Zero {
            set(name, UNKNOWN.to_owned());
        }
        return;
    }
    // What people write where they have nothing to say.
    if dates::read(&text) == Dated::Nothing {
        // An end that is not told is still one.
        if name == "endDate" && dates::is_not_told(&text) {
            set(name, UNKNOWN.to_owned());
            notes.open = (text.trim() != UNKNOWN).then(|| path.to_owned());
        }
        return;
    }
    // `until 2019` is no beginning, and `since 2019` no end, wherever it stands.
    let name = match (name, dates::side(&text)) {
        ("startDate", Some(Side::End)) if told("endDate") => {
            return notes
                .add(path, "was not read: it says an end, and another member says the endDate");
        }
        ("startDate", Some(Side::End)) => "endDate",
        ("endDate", Some(Side::Beginning)) if told("startDate") => {
            let message =
                "was not read: it says a beginning, and another member says the startDate";
            return notes.add(path, message);
        }
        ("endDate", Some(Side::Beginning)) => "startDate",
        (name, _) => name,
    };
    let unclear = match name {
        "startDate" => false,
        // It may be a beginning after which it goes on.
        "endDate" => {
            text.trim_end().ends_with(['-', '–', '—', '～', '〜', '~']) && text.trim().len() > 3
        }
        // A certificate that was good until 2019 is not one of 2019.
        _ => dates::side(&text) == Some(Side::End) && !matches!(dates::read(&text), Dated::Nothing),
    };
    let dated = if unclear { Dated::Unknown } else { dates::read(&text) };
    if matches!(dated, Dated::Between(..)) && dates::without_about(&text).is_some() {
        notes.add(path, ROUGHLY);
    }
    match dated {
        Dated::Nothing => {}
        Dated::Running => notes.goes_on(&text),
        Dated::On(date) => set(name, date),
        Dated::About(date) => {
            notes.add(path, &format!("was read as {date}"));
            // One summer is no beginning of something that goes on.
            let is_over = name == "startDate"
                && !told("endDate")
                && dates::is_span(&text)
                && !said.iter().any(|member| running::says_state(member));
            set(if is_over { "endDate" } else { name }, date);
        }
        Dated::Between(from, to) => match (name, to) {
            ("endDate", to) => {
                notes.goes_on(&text);
                match told("startDate") {
                    true => {
                        notes.add(path, "was read for its end: another member says the startDate")
                    }
                    false => set("startDate", from),
                }
                // Only where the text gives an end.
                if let Some(to) = to {
                    notes.tell_open(path, &to);
                    set("endDate", to);
                }
            }
            ("startDate", to) => {
                notes.goes_on(&text);
                set("startDate", from);
                match (to, told("endDate")) {
                    (Some(to), true) if to == UNKNOWN => {}
                    (Some(_), true) => {
                        notes.add(
                            path,
                            "was read for its beginning: another member says the endDate",
                        );
                    }
                    (Some(to), false) => {
                        notes.tell_open(path, &to);
                        set("endDate", to);
                    }
                    (None, _) => {}
                }
            }
            (_, to) => {
                let date = to.filter(|to| to != UNKNOWN).unwrap_or(from);
                notes.add(path, &format!("was read as {date}"));
                set(name, date);
            }
        },
        Dated::Unknown => {
            notes.add(path, "is no date that is known here and is shown as it stands");
            let goes_on = dates::side(&text) == Some(Side::Beginning);
            // `2019-20` may say the end as well. As a beginning it would go on until today.
            let name = match name {
                "startDate" if !goes_on && !told("endDate") => "endDate",
                name => name,
            };
            set(name, text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
}

pub(super) const ROUGHLY: &str = "is shown without the sign that it is told roughly";

/// The day on which programs begin to count, as the end of what began later: nobody has told one.
pub(super) fn drop_first_day(
    source: &[Member],
    read: &mut Map<String, Value>,
    within: &str,
    known: &[(&'static str, Form)],
    notes: &mut Notes,
) {
    const FIRST_DAY: &str = "1970-01-01";
    let date = |name: &str| read.get(name).and_then(Value::as_str);
    let is_later = date("startDate").is_some_and(|start| start > "1970-01-01");
    let is_year =
        date("startDate").is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    if date("endDate") != Some(FIRST_DAY) || !is_later || !is_year {
        return;
    }
    read.insert("endDate".to_owned(), UNKNOWN.into());
    let ends = |it: &&Member| names::today(within, &it.name, source, known) == "endDate";
    if let Some(member) = source.iter().find(ends) {
        notes.add(&member.path, "is where programs begin to count: no end was told");
    }
}

/// A sign for an end of which nobody knows the beginning says nothing. Any other than ours is told.
pub(super) fn drop_lone_sign(read: &mut Map<String, Value>, notes: &mut Notes) {
    let is_told = |name: &str| read.get(name).is_some_and(|date| !is_blank(date));
    let open = notes.open.take();
    if read.get("endDate").is_none_or(|date| *date != UNKNOWN) {
        return;
    }
    match open {
        _ if !is_told("startDate") => drop(read.remove("endDate")),
        Some(path) => notes.add(&path, OPEN),
        None => {}
    }
}

/// Tells an end that comes before its beginning. Both are shown as they are told.
pub(super) fn doubt_order(
    source: &[Member],
    read: &Map<String, Value>,
    within: &str,
    known: &[(&'static str, Form)],
    notes: &mut Notes,
) {
    let date = |name: &str| {
        let date = read.get(name)?.as_str()?;
        let is_date = date.len() >= 4 && date.chars().all(|it| it.is_ascii_digit() || it == '-');
        is_date.then_some(date)
    };
    let (Some(start), Some(end)) = (date("startDate"), date("endDate")) else { return };
    // As far as both are told: `2019` is not before `2019-04`.
    let length = start.len().min(end.len());
    if end[..length] >= start[..length] {
        return;
    }
    let member = source.iter().find(|member| {
        names::today(within, &member.name, source, known) == "endDate" && !is_blank(&member.value)
    });
    if let Some(member) = member.or(source.first()) {
        notes.add(&member.path, &format!("is an end ({end}) before the beginning ({start})"));
    }
}
