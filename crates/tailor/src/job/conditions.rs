//! What a post tells about the terms of a job: years asked for, languages, places and pay. Only what it
//! tells; a post that says nothing asks for nothing.

use std::sync::LazyLock;

use super::items::Item;
use super::labels::labelled;
use super::purpose::Purpose;
use crate::analysis::Conditions;
use crate::lists::phrases;

const LIST: &str = include_str!("../../data/conditions.txt");
static LANGUAGES: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "languages"));
static YEARS: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "years"));
static EXPERIENCE: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "experience"));
static PLACES: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "places"));
static PAY: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "pay"));
static NUMBERS: LazyLock<Vec<(String, u32)>> = LazyLock::new(|| {
    let pairs = phrases(LIST, "numbers").into_iter();
    let read = |line: String| {
        let (name, value) = line.split_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    pairs.filter_map(read).collect()
});
static MONEY: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "money"));

const MOST: usize = 6;
const LONGEST: usize = 120;
/// Nobody asks for more.
const MOST_YEARS: u32 = 25;

pub(super) fn of(text: &str, items: &[Item<'_>]) -> Conditions {
    let told = |purpose: Purpose| items.iter().filter(move |item| item.purpose == purpose);
    let must: Vec<&str> = told(Purpose::Must).map(|item| item.text).collect();
    let others = told(Purpose::Nice).chain(told(Purpose::Task)).map(|item| item.text);
    let asking: Vec<&str> = must.iter().copied().chain(others).collect();
    // What is needed counts before what is welcome.
    let most = |texts: &[&str]| texts.iter().filter_map(|text| years_asked(text)).max();
    let years = most(&must).or_else(|| most(&asking));
    Conditions { years, languages: languages(&asking), places: places(text), pay: pay(text) }
}

fn languages(asking: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in asking.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric())) {
        let lower = word.to_lowercase();
        // "Englischkenntnisse" is a word of its own in German.
        let bare = SUFFIXES.iter().find_map(|suffix| lower.strip_suffix(suffix)).unwrap_or(&lower);
        let capital = word.starts_with(char::is_uppercase);
        // To polish is no language.
        let known = LANGUAGES.iter().any(|name| name == bare) && (capital || bare != "polish");
        let told = found.iter().any(|known| known.to_lowercase() == bare);
        if known && !told && found.len() < MOST {
            found.push(word.chars().take(bare.chars().count()).collect());
        }
    }
    found
}

const SUFFIXES: [&str; 3] = ["kenntnisse", "kenntnissen", "kundskaber"];

fn number(word: &str) -> Option<u32> {
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    let named = || NUMBERS.iter().find(|(name, _)| name == word).map(|(_, value)| *value);
    digits.parse().ok().or_else(named)
}

/// The fewest years that a sentence about experience asks for: 5 in "5-7 years of experience".
pub(crate) fn years_asked(sentence: &str) -> Option<u32> {
    let lower = sentence.to_lowercase();
    if !EXPERIENCE.iter().any(|word| lower.contains(word.as_str())) {
        return None;
    }
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = lower.split_whitespace().map(bare).collect();
    // "5 to 7 years", "5 - 7 years", "5+ years"; what follows in the same range is no other demand.
    words.iter().enumerate().find_map(|(at, word)| {
        let count = number(word).filter(|count| (1..=MOST_YEARS).contains(count))?;
        let mut after = words[at + 1..].iter().take(3);
        after.any(|next| YEARS.contains(next)).then_some(count)
    })
}

/// What stands behind a label such as `Location:`, or in the line below it.
fn places(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let Some((label, rest)) = labelled(line) else { continue };
        let label = label.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if !PLACES.contains(&label) {
            continue;
        }
        let place = match rest.trim() {
            "" => lines.peek().copied().unwrap_or_default(),
            rest => rest,
        };
        let place = place.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '*' | '_'));
        let fits = (1..=80).contains(&place.chars().count()) && !place.ends_with(':');
        if fits && found.len() < MOST && !found.iter().any(|known| known == place) {
            found.push(place.to_owned());
        }
    }
    found
}

/// The first line or sentence that names an amount of money as pay.
fn pay(text: &str) -> Option<String> {
    let sentences = text.lines().flat_map(|line| line.split(". "));
    let told = sentences.map(str::trim).find(|sentence| {
        let lower = sentence.to_lowercase();
        let holds = |words: &[String]| words.iter().any(|word| names(&lower, word));
        // Two digits at least, or "401k" and "1 bonus" would be pay.
        holds(&MONEY) && holds(&PAY) && lower.chars().filter(char::is_ascii_digit).count() >= 2
    })?;
    let told = told.trim_start_matches(|c: char| !c.is_alphanumeric() && !"€$£".contains(c));
    Some(told.chars().take(LONGEST).collect())
}

/// Whether a text has a phrase that is no part of a longer word.
fn names(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic());
        let sign = !phrase.starts_with(char::is_alphabetic);
        let (before, after) = (&text[..at], &text[at + phrase.len()..]);
        sign || apart(before.chars().next_back()) && apart(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use crate::job::analyse;

    #[test]
    fn terms_are_read_where_they_are_told() {
        let told = analyse(
            "Backend Engineer\nLocation: Aarhus or remote\nWe have 30 years of experience in mills.\n\n\
             Requirements\n- 5-7 years of experience with Kotlin\n- Fluent English, and some German\n\n\
             What we offer\n- A salary of 60,000 to 75,000 EUR per year\n",
        );
        let terms = told.conditions;
        assert_eq!(terms.years, Some(5));
        assert_eq!(terms.languages, ["English", "German"]);
        assert_eq!(terms.places, ["Aarhus or remote"]);
        assert_eq!(terms.pay.as_deref(), Some("A salary of 60,000 to 75,000 EUR per year"));
        let german = analyse(
            "Entwicklerin\nStandort:\nKassel\n\nDas bringen Sie mit\n- Mindestens 3 Jahre Erfahrung mit Java\n\
             - Gute Kenntnisse in Deutsch und Englisch\n",
        );
        assert_eq!(german.conditions.years, Some(3));
        assert_eq!(german.conditions.languages, ["Deutsch", "Englisch"]);
        assert_eq!(german.conditions.places, ["Kassel"]);
    }

    #[test]
    fn what_is_not_told_is_not_asked() {
        let silent = analyse(
            "Cook\n\nRequirements\n- Cooks well\n- 80 guests a night\n- Handles 2000 European payments\n",
        );
        assert_eq!(silent.conditions, crate::Conditions::default());
    }
}
