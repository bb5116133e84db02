//! Whether a text was public for everybody, as far as that can be judged; sure is only who lets nothing become public.
//! It is no list of all names for what was not: a flag under a name that nobody here knows holds a text back, as do words for drafts and days ahead, wherever they
//! stand. Public is what says nothing, or only what is known to say nothing about readers
//! ([decision 318](../../../../../docs/decisions/0318-what-is-not-known-is-not-public.md)).

mod enclosures;
mod found;
mod names;
#[cfg(test)]
mod tests;
mod told;
mod words;

use std::collections::HashSet;
use std::time::Duration;

use kernel::Timestamp;
use serde_json::{Map, Value};

use super::dates::{read_date, read_latest};
pub(super) use enclosures::{enclosures, is_harmless};
use found::{Found, Place};
use names::{Meaning, Rule, is_style, is_switch, is_switchable, may_be_end, meaning_of};
pub(super) use names::{fold, hints};
pub(super) use told::Told;
pub(super) use words::{closed_word, is_closed, is_flag, is_open, says, texts_of_json};
use words::{in_words, is_nothing, is_plain_flag};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Publication {
    Open,
    /// From a day on that lies ahead.
    From(Timestamp),
    /// It says so itself.
    Draft,
    /// It was kept from some, or nobody can tell; and why.
    Held(String),
    /// Flags under names that could say so, or what stands around some of a text.
    Unknown(Vec<String>),
}

/// Who decides it for all texts of one import.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    now: Timestamp,
    /// Names that say nothing about readers, as the owner knows.
    ignored: HashSet<String>,
    /// Folders of which the owner knows it.
    folders: HashSet<String>,
}

/// One value under its name.
pub(super) type Said<'a> = (&'a str, &'a Value);

impl Judge {
    pub(super) fn new(now: Timestamp, ignored: &[String]) -> Self {
        let (folders, names): (Vec<&String>, Vec<_>) =
            ignored.iter().partition(|name| name.ends_with('/'));
        let folders = folders.iter().map(|name| fold(name.trim_end_matches('/'))).collect();
        Self { now, ignored: names.iter().map(|name| fold(name)).collect(), folders }
    }

    /// With more names that say nothing about readers.
    pub(super) fn ignoring(mut self, names: &[&str]) -> Self {
        self.ignored.extend(names.iter().map(|name| fold(name)));
        self
    }

    pub(super) fn is_ignored(&self, name: &str) -> bool {
        self.ignored.contains(&fold(name))
    }

    /// A folder is named with a slash, so that nobody ignores a name in front matter with it.
    pub(super) fn is_ignored_folder(&self, name: &str) -> bool {
        self.folders.contains(&fold(name))
    }

    /// The first year that may not be over everywhere.
    pub(super) fn this_year(&self) -> i16 {
        const EVERYWHERE: Duration = Duration::from_secs(2 * 24 * 60 * 60);
        let now = jiff::Timestamp::from(self.now.minus(EVERYWHERE));
        now.to_zoned(jiff::tz::TimeZone::UTC).year()
    }

    pub(super) fn lies_ahead(&self, date: Timestamp) -> bool {
        date > self.now
    }

    pub(super) fn publication<'a>(&self, said: impl IntoIterator<Item = Said<'a>>) -> Publication {
        let mut found = Found::default();
        for (name, value) in said {
            self.hear(&Place::top(name), value, &mut found);
        }
        found.publication()
    }

    fn hear(&self, place: &Place, value: &Value, found: &mut Found) {
        let name = fold(&place.name);
        // What is said of a part of a page is not said of the page.
        let meaning = match place.is_in_part && is_switch(&name) {
            true => Meaning::Part,
            false => meaning_of(&name),
        };
        // A name that is known to speak of readers is given whole, or it counts.
        let is_whole = self.is_ignored(&place.path);
        let is_ignored = match meaning {
            Meaning::Readers(_) => is_whole,
            _ => is_whole || place.is_ignored || self.is_ignored(&place.name),
        };
        if is_ignored {
            let place = Place { is_ignored: true, ..place.clone() };
            self.hear_inside(&place, meaning == Meaning::Part, value, found);
            return;
        }
        self.weigh(meaning, &name, place, value, found);
        self.hear_inside(place, meaning == Meaning::Part, value, found);
        let is_day = is_day(meaning);
        let date = value.as_str().and_then(|text| match meaning {
            _ if is_day => read_latest(text),
            Meaning::Unknown => date_in(text, read_latest),
            _ => date_in(text, read_date),
        });
        if let Some(date) = date.filter(|it| self.lies_ahead(*it)) {
            match place.is_top && is_day {
                true => found.from = found.from.max(Some(date)),
                false => found.hold(format!("`{}` lies ahead: {}", place.path, in_words(value))),
            }
        }
    }

    fn weigh(&self, meaning: Meaning, name: &str, place: &Place, value: &Value, found: &mut Found) {
        let text = value.as_str().unwrap_or_default();
        let closed = match meaning {
            Meaning::Readers(rule) => {
                self.follow(rule, place, value, found);
                None
            }
            // A list was heard as a whole before.
            Meaning::Groups if place.is_listed => None,
            Meaning::Groups => {
                if let Some(word) = closed_in(value) {
                    found.hold(format!("`{}` holds {word}", place.path));
                }
                None
            }
            Meaning::Unknown if is_flag(value) => {
                found.wonder(&place.path);
                None
            }
            Meaning::Unknown => {
                if may_be_end(name) && date_in(text, read_date).is_some() {
                    found.hold(format!("it was public until {}", in_words(value)));
                }
                closed_word(text)
            }
            // Words are not yes or no; but `url: false` is no address.
            Meaning::Words => {
                if is_plain_flag(value) && !is_switchable(name) {
                    found.wonder(&place.path);
                }
                None
            }
            Meaning::Part => closed_word(text).filter(|word| !is_switch(&fold(word))),
            Meaning::Harmless if is_style(name) => None,
            Meaning::Harmless => closed_word(text),
        };
        if closed.is_some() {
            found.hold(format!("`{}` was {}", place.path, in_words(value)));
        }
    }

    /// What is in a list is said under the name of the list.
    fn hear_inside(&self, place: &Place, is_part: bool, value: &Value, found: &mut Found) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    self.hear(&place.inside(name, is_part), value, found);
                }
            }
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::Object(_) | Value::Array(_) => {
                            self.hear_inside(place, is_part, item, found);
                        }
                        _ => self.hear(&place.listed(), item, found),
                    }
                }
            }
            _ => {}
        }
    }

    fn follow(&self, rule: Rule, place: &Place, value: &Value, found: &mut Found) {
        let Place { path, .. } = place;
        // In a list it was heard as a whole before.
        if place.is_listed {
            return;
        }
        let is_nothing = is_nothing(value);
        let said = says(value);
        let date = value.as_str().and_then(read_date);
        match rule {
            Rule::Draft | Rule::Public => match said {
                Some(yes) if yes == (rule == Rule::Public) => {}
                Some(_) if place.is_top => found.is_draft = true,
                Some(_) => found.hold(format!("`{path}` says that it is a draft")),
                None if date.is_some() && is_published(&place.name) => {}
                None => found.hold(format!("{path} says neither yes nor no")),
            },
            Rule::Shown if said == Some(false) => found.hold(format!("`{path}` says no")),
            Rule::Shown => {
                if value.as_str().is_some_and(is_closed) {
                    found.hold(format!("`{path}` was {}", in_words(value)));
                }
            }
            Rule::Kept(why) => {
                if !is_nothing && said != Some(false) && !hides_parts(value) {
                    found.hold(why.to_owned());
                }
            }
            // Also one that looks like a no.
            Rule::Password if is_nothing || value == "false" => {}
            Rule::Password => found.hold("it was behind a password".to_owned()),
            Rule::Status | Rule::Hint if is_nothing || value.as_str().is_some_and(is_open) => {}
            Rule::Hint => found.wonder(path),
            Rule::Status => found.hold(format!("its {path} was {}", in_words(value))),
            Rule::End => {
                let is_none =
                    value.as_str().is_some_and(|it| matches!(fold(it).as_str(), "never" | "none"));
                if !is_nothing && said != Some(false) && !is_none {
                    found.hold(format!("it was public until {}", in_words(value)));
                }
            }
            Rule::Day if !is_nothing && date.is_none() => {
                let said = in_words(value);
                found.hold(format!("it was to be public from {said}, which is no date"));
            }
            // One that cannot be read is told with what follows from it, where it is taken.
            Rule::Date if !is_nothing && !value.is_string() => {
                found.hold(format!("`{path}` is no date: {}", in_words(value)));
            }
            Rule::Day | Rule::Date => {}
            Rule::Permalink => {
                let is_address = value.as_str().is_some_and(|it| !it.contains("{%"));
                if said == Some(false) || !is_nothing && !is_address {
                    found.hold("it had no page of its own".to_owned());
                }
            }
            Rule::Build => hear_build(value, found),
        }
    }
}

/// What Hugo makes of a text: its page, and a place in lists.
fn hear_build(value: &Value, found: &mut Found) {
    if says(value) == Some(false) {
        found.hold("it had no page of its own".to_owned());
    }
    for (name, open, why) in [
        ("render", &["always", "true"][..], "it had no page of its own"),
        ("list", &["always", "true", "local"], "it was in no list"),
    ] {
        let said = value.as_object().into_iter().flatten().filter(|(it, _)| fold(it) == name);
        for (_, said) in said.filter(|(_, said)| !is_nothing(said)) {
            let word = said.as_str().map(|it| it.trim().to_lowercase());
            if !word.is_some_and(|it| open.contains(&it.as_str())) {
                found.hold(why.to_owned());
            }
        }
    }
}

/// `hide: [navigation, toc]` is about what is around a text.
fn hides_parts(value: &Value) -> bool {
    let is_part = |it: &Value| it.as_str().is_some_and(|it| meaning_of(&fold(it)) == Meaning::Part);
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_part))
}

/// The first word for drafts among the names of groups: in a list, behind signs, or as a part of a name.
fn closed_in(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => {
            let words = text.split_whitespace().map(str::trim).find(|word| is_closed(word));
            words.or_else(|| closed_word(text))
        }
        Value::Array(items) => items.iter().find_map(|item| match item {
            // In a list words are not apart, but one in front of others.
            Value::String(text) => {
                let is_sign = |it: char| !it.is_alphanumeric() && !"-_ #".contains(it);
                let words = std::iter::once(text.as_str()).chain(text.split(is_sign));
                words.map(str::trim).find(|word| is_closed(word))
            }
            item => closed_in(item),
        }),
        Value::Object(members) => members.values().find_map(closed_in),
        _ => None,
    }
}

type ReadDate = fn(&str) -> Option<Timestamp>;

/// A day, where a text says one and nothing else. A number is no day. Of what can be read in two ways it is the later.
fn date_in(text: &str, read: ReadDate) -> Option<Timestamp> {
    let is_number = text.trim().parse::<f64>().is_ok();
    let may_be_one = text.len() < 100 && text.bytes().filter(u8::is_ascii_digit).count() > 4;
    if is_number || !may_be_one {
        return None;
    }
    read(text).or_else(|| {
        let day = text.trim().split([' ', 'T', ',']).next()?;
        let parts: Vec<&str> = day.split(['.', '/', '-']).collect();
        let dates = match parts[..] {
            [year, month] => vec![format!("{year}-{month}-01")],
            [one, other, year] => vec![
                format!("{year}-{one}-{other}"),
                format!("{year}-{other}-{one}"),
                // Something stands behind it that nobody can read.
                format!("{one}-{other}-{year}"),
            ],
            _ => Vec::new(),
        };
        dates.iter().filter_map(|date| read(date)).max()
    })
}

/// What may be a flag for some and a day for others.
fn is_published(name: &str) -> bool {
    fold(name).starts_with("publish")
}

fn is_day(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Readers(Rule::Day | Rule::Date | Rule::Public))
}

/// The days of publication that are said, the surest first; and whether other names have precedence.
pub(super) fn days<'a>(said: impl IntoIterator<Item = Said<'a>>) -> Vec<(Day, &'a str)> {
    let mut days = Vec::new();
    for (name, value) in said {
        let day = match meaning_of(&fold(name)) {
            Meaning::Readers(Rule::Day) => Day::Publication,
            Meaning::Readers(Rule::Date) => Day::Date,
            Meaning::Readers(Rule::Public) if is_published(name) => Day::Flag,
            _ => continue,
        };
        days.extend(value.as_str().map(str::trim).filter(|it| !it.is_empty()).map(|it| (day, it)));
    }
    days.sort_by_key(|(day, _)| *day);
    days
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Day {
    /// Nothing else is meant by it.
    Publication,
    Date,
    /// For others it is a flag.
    Flag,
}

/// Whether a name speaks of readers, or of days, also where it stands in a text.
pub(super) fn speaks_of_readers(name: &str) -> bool {
    match meaning_of(&fold(name)) {
        Meaning::Readers(rule) => !matches!(rule, Rule::Shown | Rule::Build | Rule::Hint),
        _ => false,
    }
}

/// What is said in an object.
pub(super) fn said_in(values: &Map<String, Value>) -> impl Iterator<Item = Said<'_>> {
    values.iter().map(|(name, value)| (name.as_str(), value))
}
