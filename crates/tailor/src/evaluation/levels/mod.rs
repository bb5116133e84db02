//! What a requirement asks for on a scale, where less is no answer: a degree, how well a language is known, years.
//! "German (A1)" names what "German, C1" asks for, and does not answer it.
//!
//! A help and no proof, by the words of `data/levels.txt`. What tells no level may be an answer.

mod degrees;
mod languages;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::job::years_asked;
use crate::lists::{phrases, words};
use crate::words::{Token, normalise, tokens};

use degrees::{Whose, degrees, field};
use languages::{is_of_language, languages};

const LIST: &str = include_str!("../../../data/levels.txt");
static INSTEAD: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "instead"));

static SETS: LazyLock<HashMap<&str, HashSet<&str>>> = LazyLock::new(|| {
    let all = ["before", "behind", "around", "strong", "weak"];
    all.into_iter().map(|section| (section, words(LIST, section).collect())).collect()
});

fn lists(section: &'static str, token: &Token<'_>) -> bool {
    SETS.get(section).is_some_and(|set| set.contains(token.folded.as_str()))
}

fn holds(section: &'static str, text: &str) -> bool {
    let text = normalise(text);
    tokens(&text).iter().any(|token| lists(section, token))
}

/// What a word can mean on a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    least: u8,
    most: u8,
}

/// What a text tells on the scales.
#[derive(Debug, Default)]
pub(super) struct Levels {
    degrees: Option<Range>,
    /// What the degree is asked in.
    field: String,
    /// With their level where one is told.
    languages: Vec<(usize, Option<Range>)>,
    years: Option<u32>,
    is_strong: bool,
    is_weak: bool,
}

/// What a statement is to a requirement that asks for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It names what was asked for, and less of it.
    TooLittle,
    /// It tells nothing of the degree or of the language that was asked for.
    Silent,
    Fine,
}

/// What a statement tells, with what is told beside it of the same thing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told<'a> {
    pub text: &'a str,
    /// The kind of study of its entry.
    pub study: &'a str,
    /// How well a language or a skill is known.
    pub level: &'a str,
}

impl Levels {
    /// Of what a job asks for.
    pub(super) fn asked(text: &str) -> Self {
        let text = normalise(text);
        let lower = text.to_lowercase();
        let all = tokens(&text);
        let equal = INSTEAD.iter().any(|phrase| lower.contains(phrase.as_str()));
        let degrees = degrees(&all, Whose::Asked).filter(|_| !equal);
        // A language alone asks for no level.
        let languages = languages(&all).into_iter().filter(|(_, level)| level.is_some()).collect();
        let is_strong = holds("strong", &text);
        let field = degrees.map(|_| field(&all)).unwrap_or_default();
        Self { degrees, field, languages, years: years_asked(&text), is_strong, is_weak: false }
    }

    pub(super) fn told(told: Told<'_>) -> Self {
        let (text, study) = (normalise(told.text), normalise(told.study));
        let beside = match told.level {
            "" => text.clone(),
            level => format!("{text} ({})", normalise(level)),
        };
        let of_study = degrees(&tokens(&study), Whose::Study);
        let degrees = of_study.or_else(|| degrees(&tokens(&text), Whose::Told));
        let languages = languages(&tokens(&beside));
        let is_weak = holds("weak", told.level);
        let (years, field, is_strong) = (years_of_work(&text), String::new(), false);
        Self { degrees, field, languages, years, is_strong, is_weak }
    }

    /// Whether `told` is enough. `of_kind` says that it stands where degrees or languages are listed.
    pub(super) fn judge(&self, told: &Self, of_kind: Kind) -> Verdict {
        let fewer =
            |asked, told| Option::zip(asked, told).is_some_and(|(asked, told)| told < asked);
        if fewer(self.years, told.years) || self.is_strong && told.is_weak && of_kind == Kind::Skill
        {
            return Verdict::TooLittle;
        }
        let degree = self.degrees.map(|asked| match told.degrees {
            Some(told) if told.most < asked.least => Verdict::TooLittle,
            Some(_) => Verdict::Fine,
            None if of_kind == Kind::Degree => Verdict::Fine,
            None => Verdict::Silent,
        });
        let languages = self.languages.iter().map(|(language, asked)| {
            let named = told.languages.iter().filter(|(told, _)| told == language);
            match named.max_by_key(|(_, level)| level.map(|level| level.most)) {
                Some((_, Some(told))) if asked.is_some_and(|asked| told.most < asked.least) => {
                    Verdict::TooLittle
                }
                Some((_, Some(_))) => Verdict::Fine,
                // "The German market" is no language, "German" among the languages is.
                Some(_) if of_kind == Kind::Language => Verdict::Fine,
                _ => Verdict::Silent,
            }
        });
        let mut verdicts: Vec<Verdict> = degree.into_iter().chain(languages).collect();
        // One of several is answered, or none is and one of them not enough.
        verdicts.sort_by_key(|verdict| match verdict {
            Verdict::Fine => 0,
            Verdict::TooLittle => 1,
            Verdict::Silent => 2,
        });
        verdicts.first().copied().unwrap_or(Verdict::Fine)
    }

    /// In what a degree is asked for: who has taught it has no degree in it.
    pub(super) fn field(&self) -> &str {
        &self.field
    }

    /// Whether a term is one of a degree, a language or a level, which alone is no name of something to know.
    pub(super) fn is_of_scale(term: &str) -> bool {
        let term = normalise(term);
        let tokens = tokens(&term);
        degrees(&tokens, Whose::Asked).is_some() || tokens.iter().any(is_of_language)
    }
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Degree,
    Language,
    Skill,
    Other,
}

impl Kind {
    pub(super) fn of(path: &str) -> Self {
        match path.split('/').next() {
            Some("education") => Self::Degree,
            Some("languages") => Self::Language,
            Some("skills") => Self::Skill,
            _ => Self::Other,
        }
    }
}

/// Years that a text tells of work: "for 7 years", "7 years of experience".
fn years_of_work(text: &str) -> Option<u32> {
    let lower = text.to_lowercase();
    let for_years = || {
        let (_, rest) = lower.split_once("for ").or_else(|| lower.split_once("seit "))?;
        let mut words = rest.split_whitespace();
        let count: u32 = words.next()?.trim_end_matches('+').parse().ok()?;
        matches!(
            words.next()?.trim_matches(|c: char| !c.is_alphabetic()),
            "years" | "year" | "jahren"
        )
        .then_some(count)
    };
    years_asked(text).or_else(for_years)
}

#[cfg(test)]
mod tests;
