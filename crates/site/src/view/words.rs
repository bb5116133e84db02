//! What pages say by themselves, in the language of the site. Each language is a file in `words/`; a
//! new one is a file and a line in [`FILES`]. Where there is none, pages speak English and say so.

use std::sync::LazyLock;

use prose::BodyWords;
use serde::Deserialize;

const FILES: [&str; 8] = [
    include_str!("../../words/en.json"),
    include_str!("../../words/da.json"),
    include_str!("../../words/de.json"),
    include_str!("../../words/es.json"),
    include_str!("../../words/fr.json"),
    include_str!("../../words/it.json"),
    include_str!("../../words/nl.json"),
    include_str!("../../words/pt.json"),
];

/// All words of a language. In braces stands what is filled in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Its tag, such as `de`.
    pub language: String,
    /// Whether none of something is named as one is: `0 article`.
    pub zero_is_one: bool,
    pub dates: DateWords,
    pub nouns: Nouns,
    /// Whether the site is in another language.
    #[serde(skip)]
    pub is_foreign: bool,
    pub skip: String,
    pub main_navigation: String,
    pub search: String,
    pub menu: String,
    pub close_menu: String,
    pub more: String,
    pub elsewhere: String,
    pub follow: String,
    pub atom_feed: String,
    pub json_feed: String,
    pub made_with_folia: String,
    pub another_site: String,
    pub colours: String,
    pub auto: String,
    pub light: String,
    pub dark: String,
    pub featured: String,
    pub minutes: String,
    pub all_things: String,
    pub read: String,
    pub range: String,
    pub newer: String,
    pub older: String,
    pub pages: String,
    pub breadcrumbs: String,
    pub tags: String,
    pub before_and_after: String,
    pub previous: String,
    pub next: String,
    pub place: String,
    pub published: String,
    pub updated: String,
    pub reading_time: String,
    pub time: String,
    pub made_with: String,
    pub links: String,
    pub updated_on: String,
    pub started: String,
    pub mentioned_in: String,
    pub also_in: String,
    pub related: String,
    pub older_one: String,
    pub newer_one: String,
    pub before: String,
    pub after: String,
    pub on_this_page: String,
    pub about_page: String,
    pub about_picture: String,
    pub facts: String,
    pub no_picture: String,
    pub nothing_here: String,
    pub this_page: String,
    pub draft: String,
    pub hidden: String,
    pub scheduled: String,
    pub preview: String,
    pub missing_title: String,
    pub missing_text: String,
    pub nearest_one: String,
    pub nearest_many: String,
    pub words_to_look_for: String,
    pub search_the_site: String,
    pub start_page: String,
    pub all: String,
    pub near: String,
    pub no_tags: String,
    pub entries_from: String,
    pub kind_in: String,
    pub list_and: String,
    pub search_for: String,
    pub clear: String,
    pub failed_title: String,
    pub failed_text: String,
    pub nothing_title: String,
    pub nothing_text: String,
    pub near_spelling: String,
    pub often: String,
    pub experience: String,
    pub volunteering: String,
    /// Of an education.
    pub score: String,
    pub projects: String,
    pub education: String,
    pub certificates: String,
    pub awards: String,
    pub publications: String,
    pub skills: String,
    pub languages: String,
    pub interests: String,
    pub references: String,
    pub write_to_me: String,
    pub contact: String,
    pub resume: String,
    pub page_number: String,
    pub nothing_yet: String,
    pub feed: String,
    pub now: String,
    pub until: String,
    pub enlarge: String,
    pub picture: String,
    pub smaller: String,
    pub larger: String,
    pub fit: String,
    pub close: String,
    pub copy: String,
    pub copied: String,
    pub not_copied: String,
    pub print: String,
    pub code: String,
    pub table: String,
    pub video: String,
    pub play_from: String,
    pub picture_on: String,
    pub video_on: String,
    pub done: String,
    pub to_do: String,
    pub footnotes: String,
    pub note: String,
    pub back_to_text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DateWords {
    pub months: [String; 12],
    pub short_months: [String; 12],
    /// How the first of a month is written, where that is not `1`.
    pub first_day: String,
    pub long: String,
    pub short: String,
    pub in_year: String,
    pub month_year: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nouns {
    pub story: Noun,
    pub project: Noun,
    pub page: Noun,
    pub image: Noun,
    pub entry: Noun,
    pub result: Noun,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noun {
    pub one: String,
    pub many: String,
}

static LANGUAGES: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let read = |file: &str| serde_json::from_str(file).expect("a test reads every file of words");
    FILES.into_iter().map(read).collect()
});

static ENGLISH_ABROAD: LazyLock<Words> =
    LazyLock::new(|| Words { is_foreign: true, ..LANGUAGES[0].clone() });

impl Default for &'static Words {
    fn default() -> Self {
        &LANGUAGES[0]
    }
}

impl Words {
    /// For a site in this language, such as `de-AT`.
    pub fn of(language: &str) -> &'static Self {
        let first = language.split(['-', '_']).next().unwrap_or_default();
        let known = LANGUAGES.iter().find(|words| words.language.eq_ignore_ascii_case(first));
        known.unwrap_or(&ENGLISH_ABROAD)
    }

    /// The attribute of an element that holds nothing but these words.
    pub fn lang(&self) -> &'static str {
        if self.is_foreign { " lang=\"en\"" } else { "" }
    }

    /// What stands around the parts of a body.
    pub fn body(&self) -> BodyWords<'_> {
        BodyWords {
            code: &self.code,
            table: &self.table,
            video: &self.video,
            play_from: &self.play_from,
            picture_on: &self.picture_on,
            video_on: &self.video_on,
            done: &self.done,
            to_do: &self.to_do,
            footnotes: &self.footnotes,
            note: &self.note,
            back_to_text: &self.back_to_text,
        }
    }

    /// What scripts say, in the order in which `web/islands/page.ts` knows it. They speak English
    /// by themselves.
    pub fn for_scripts(&self) -> Option<String> {
        let words = [
            &self.enlarge,
            &self.picture,
            &self.smaller,
            &self.larger,
            &self.fit,
            &self.close,
            &self.copy,
            &self.copied,
            &self.not_copied,
        ];
        (self.language != "en").then(|| words.map(String::as_str).join("|"))
    }

    /// "6 entries"
    pub fn counted(&self, count: usize, noun: &Noun) -> String {
        let is_one = count == 1 || (count == 0 && self.zero_is_one);
        format!("{count} {}", if is_one { &noun.one } else { &noun.many })
    }

    /// "11 min"
    pub fn in_minutes(&self, minutes: usize) -> String {
        filled(&self.minutes, &[("count", &minutes.to_string())])
    }

    /// "Writing, Projects and Photographs"
    pub fn listed(&self, words: &[String]) -> String {
        match words {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => format!("{} {} {last}", first.join(", "), self.list_and),
        }
    }

    /// What stands before a link in a sentence that lists several.
    pub fn before_link(&self, index: &usize, total: usize) -> String {
        match *index {
            0 => String::new(),
            index if index + 1 == total => format!(" {} ", self.list_and),
            _ => ", ".to_owned(),
        }
    }

    /// The words before and after the link to the feed.
    pub fn around_feed(&self) -> (&str, &str) {
        self.nothing_yet.split_once("{feed}").unwrap_or((&self.nothing_yet, ""))
    }
}

/// The text with these values in its braces. A value is never looked into again.
pub fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut written = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        written.push_str(before);
        // A brace that is never closed is part of the text.
        let Some((name, after)) = after.split_once('}') else {
            written.push('{');
            rest = after;
            continue;
        };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            written.push_str(value);
        }
        rest = after;
    }
    written + rest
}

/// At the beginning of a line.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn braces(text: &str) -> BTreeSet<String> {
        let parts = text.split('{').skip(1);
        parts.filter_map(|part| Some(part.split_once('}')?.0.to_owned())).collect()
    }

    /// Every text of a file by its name.
    fn texts(file: &str) -> Vec<(String, String)> {
        let tree: serde_json::Value = serde_json::from_str(file).unwrap();
        let object = tree.as_object().unwrap().iter();
        object
            .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
            .collect()
    }

    #[test]
    fn every_language_has_every_word_and_the_same_values_in_it() {
        assert_eq!(LANGUAGES.len(), FILES.len());
        // Where a language has no form that fits every noun, it may leave the noun out.
        let may_be_missing =
            |name: &str, value: &str| value == "things" && (name == "newer" || name == "older");
        let english = texts(FILES[0]);
        for file in FILES {
            for ((name, text), (_, model)) in texts(file).into_iter().zip(&english) {
                assert!(!text.trim().is_empty(), "{name}");
                let missing: Vec<_> = braces(model)
                    .symmetric_difference(&braces(&text))
                    .filter(|value| !may_be_missing(&name, value))
                    .cloned()
                    .collect();
                assert!(missing.is_empty(), "{name}: {text} differs in {missing:?}");
            }
        }
        for words in LANGUAGES.iter() {
            let DateWords { months, short_months, .. } = &words.dates;
            assert!(months.iter().chain(short_months).all(|month| !month.is_empty()));
        }
    }

    #[test]
    fn the_first_part_of_a_tag_chooses_the_language() {
        for (tag, language) in [("de", "de"), ("de-AT", "de"), ("PT-br", "pt"), ("en-GB", "en")] {
            assert_eq!((Words::of(tag).language.as_str(), Words::of(tag).lang()), (language, ""));
        }
        for tag in ["pl", "he", "", "xx-de"] {
            assert_eq!(Words::of(tag).lang(), " lang=\"en\"", "{tag}");
        }
    }

    #[test]
    fn lists_and_counts_are_phrases() {
        let english = Words::of("en");
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(english.listed(&list(&[])), "");
        assert_eq!(english.listed(&list(&["a"])), "a");
        assert_eq!(english.listed(&list(&["a", "b", "c"])), "a, b and c");
        assert_eq!(english.counted(1, &english.nouns.entry), "1 entry");
        assert_eq!(english.counted(0, &english.nouns.entry), "0 entries");
        let french = Words::of("fr");
        assert_eq!(french.counted(0, &french.nouns.entry), "0 entrée");
        assert_eq!(capital("élan"), "Élan");
    }

    #[test]
    fn what_is_filled_in_stays_what_it_is() {
        assert_eq!(filled("a {x} b {y}", &[("x", "{y}"), ("y", "2")]), "a {y} b 2");
        assert_eq!(filled("{none} {", &[]), " {");
    }
}
