use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::Language;
use super::words::{WORDS, is_of_other_script, is_of_others};
use crate::resumes::reading::{months, runs_in, tells_time};

/// Fewer of these words than this tell nothing.
const FEWEST: usize = 4;
/// A month or a word for today is rarely of many languages.
const TIME: usize = 2;
/// Programs write dates in their own language. Beyond these the texts decide.
const MOST_TIMES: usize = 12;
/// Characters that are looked at: a whole resume.
const MOST: usize = 200_000;
/// Nobody tells a time in more letters.
const LONGEST_TIME: usize = 60;
/// Members in which no language is spoken.
const SILENT: [&str; 12] = [
    "$schema",
    "meta",
    "url",
    "image",
    "email",
    "phone",
    "location",
    "profiles",
    "startDate",
    "endDate",
    "date",
    "releaseDate",
];
/// Members whose letters tell where somebody is from.
const NAMES: [&str; 6] = ["name", "institution", "organization", "publisher", "issuer", "entity"];

/// Each small word, and the places of the languages that have it.
static PLACES: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, (_, words)) in WORDS.iter().enumerate() {
        for word in words.split_ascii_whitespace() {
            places.entry(word).or_default().push(place);
        }
    }
    places
});

/// What speaks for each language.
#[derive(Default)]
pub(super) struct Count {
    words: [usize; WORDS.len()],
    times: [usize; WORDS.len()],
    /// Words with letters, and words for times, that none of the languages with headings has.
    strange: usize,
    latin: usize,
    kana: usize,
    han: usize,
    others: usize,
    seen: usize,
}

impl Count {
    pub(super) fn of(written: &Value, tree: &Value) -> Self {
        let mut count = Self::default();
        count.read(tree, false);
        count.read_times(written);
        count
    }

    fn read(&mut self, value: &Value, is_name: bool) {
        match value {
            Value::String(text) if self.seen < MOST => self.text(text, is_name),
            Value::Array(items) => items.iter().for_each(|item| self.read(item, is_name)),
            Value::Object(members) => {
                for (name, member) in members {
                    if !SILENT.contains(&name.as_str()) {
                        self.read(member, NAMES.contains(&name.as_str()));
                    }
                }
            }
            _ => {}
        }
    }

    fn letters(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
            self.seen += 1;
            match letter {
                '\u{3040}'..='\u{30ff}' => self.kana += 1,
                '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => self.han += 1,
                letter if is_of_other_script(letter) => self.others += 1,
                _ => self.latin += 1,
            }
        }
    }

    fn text(&mut self, text: &str, is_name: bool) {
        self.letters(text);
        for word in words_of(text) {
            self.word(&word);
            self.strange += usize::from(!is_name && word.chars().any(is_of_others));
        }
    }

    fn word(&mut self, word: &str) {
        for place in PLACES.get(word).into_iter().flatten() {
            self.words[*place] += 1;
        }
    }

    /// The words of dates, wherever they stand in a document.
    fn read_times(&mut self, value: &Value) {
        let Value::Object(members) = value else {
            let items = value.as_array().map_or(&[][..], Vec::as_slice);
            return items.iter().for_each(|item| self.read_times(item));
        };
        for (_, member) in members.iter().filter(|(name, _)| !SILENT[..2].contains(&name.as_str()))
        {
            match member {
                Value::String(text) if text.len() <= LONGEST_TIME && tells_time(text) => {
                    self.time(text);
                }
                member => self.read_times(member),
            }
        }
    }

    fn time(&mut self, text: &str) {
        self.letters(text);
        for word in words_of(text) {
            for place in PLACES.get(word.as_str()).into_iter().flatten() {
                self.times[*place] += TIME;
            }
            self.add_time(&months::languages_of(&word).collect::<Vec<_>>());
        }
        self.add_time(&runs_in(text));
    }

    /// A word for a time, and the languages that have it.
    fn add_time(&mut self, tags: &[&str]) {
        for (count, (tag, _)) in self.times.iter_mut().zip(WORDS) {
            *count += TIME * usize::from(tags.contains(&tag));
        }
        // Such as Greek, of which no small words are known here.
        let is_known = |tag: &&str| WORDS.iter().any(|(known, _)| known == tag);
        if !tags.is_empty() && !tags.iter().any(|tag| is_known(tag) || matches!(*tag, "zh" | "ja"))
        {
            self.strange += TIME;
        }
    }

    pub(super) fn most(&self) -> Option<Language> {
        // Names of things are in Latin letters also where the language is not.
        let eastern = self.kana + self.han;
        if self.others * 2 > self.latin && self.others > eastern {
            return Some(Language::Other);
        }
        if eastern * 4 > self.latin {
            return match self.kana * 20 > self.han {
                true => Some(Language::Ja),
                false => Some(Language::Zh),
            };
        }
        let counts =
            self.words.iter().zip(self.times).zip(WORDS).map(|((words, times), (tag, _))| {
                (Language::of_tag(tag), words + times.min(MOST_TIMES))
            });
        let (others, ours): (Vec<_>, Vec<_>) =
            counts.partition(|(language, _)| *language == Some(Language::Other));
        let other = others.iter().map(|(_, count)| *count).max().unwrap_or_default() + self.strange;
        let most = ours.iter().map(|(_, count)| *count).max()?.max(other);
        let mut best = ours.into_iter().chain([(Some(Language::Other), other)]);
        let mut best = best.by_ref().filter(|(_, count)| *count == most);
        let (language, _) = best.next()?;
        language.filter(|_| most >= FEWEST && best.next().is_none())
    }
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}
