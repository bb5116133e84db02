//! Which sentences of a post say what the job asks for, as learned from postings that experts have
//! marked. A logistic regression over the words of a sentence, of its neighbours and of the heading
//! above it; its weights are `data/job-reading.tsv`, made by `tools/learn-job-reading`, which has the
//! same features: change both together.
//!
//! It was learned from English postings. Others are read by the lists ([`super::cues`]).

use std::collections::HashSet;

use super::vectors::VECTORS;
use super::weights::{WEIGHTS, bucket, words};
use crate::lists;

/// For each sentence how far it is above the limit from which it asks for something; none when the
/// post is not in English. Vectors are looked at when there is one for each sentence.
pub(super) fn margins(sentences: &[&str], vectors: Option<&[Vec<f32>]>) -> Option<Vec<f32>> {
    let told: Vec<Vec<String>> = sentences.iter().map(|text| words(text)).collect();
    if !is_english(&told) {
        return None;
    }
    let vectors = vectors.filter(|vectors| VECTORS.fit(sentences.len(), vectors));
    let mut above = None;
    let mut found = Vec::with_capacity(sentences.len());
    for (at, text) in sentences.iter().map(|text| text.trim()).enumerate() {
        let score: f32 =
            features(text, &told, at, above).iter().map(|feature| WEIGHTS.of(feature)).sum();
        let score = WEIGHTS.bias + score;
        found.push(match vectors {
            Some(vectors) => VECTORS.margin(score, &vectors[at]),
            None => score - WEIGHTS.limit,
        });
        if is_heading(text, &told[at]) {
            above = Some(at);
        }
    }
    Some(found)
}

/// Whether a post is in English, by its commonest words against those of its neighbours.
fn is_english(told: &[Vec<String>]) -> bool {
    let count = |section| {
        let common: HashSet<&str> = lists::words(LANGUAGES, section).collect();
        told.iter().flatten().filter(|word| common.contains(word.as_str())).count()
    };
    let (all, english, other) = (told.iter().flatten().count(), count("english"), count("other"));
    // One word in twenty is common in any English text. With fewer it is a list of names, and
    // nobody knows the language.
    english * 20 > all && other < english
}

const LANGUAGES: &str = include_str!("../../data/languages.txt");

fn is_heading(text: &str, told: &[String]) -> bool {
    told.len() <= 6 && (text.ends_with(':') || told.len() <= 4) && !text.ends_with('.')
}

fn features(text: &str, told: &[Vec<String>], at: usize, above: Option<usize>) -> HashSet<String> {
    let mut found = HashSet::new();
    let own = &told[at];
    for word in own {
        found.insert(format!("w {word}"));
        let letters: Vec<char> = word.chars().collect();
        if letters.len() > 4 {
            found.insert(format!("p {}", String::from_iter(&letters[..4])));
            found.insert(format!("s {}", String::from_iter(&letters[letters.len() - 3..])));
        }
    }
    let framed = std::iter::once("^").chain(own.iter().map(String::as_str)).chain(["$"]);
    let framed: Vec<&str> = framed.collect();
    found.extend(framed.windows(2).map(|pair| format!("n {} {}", pair[0], pair[1])));
    found.insert(format!("l {}", bucket(own.len())));
    for mark in [':', '.', '!', '?'] {
        if text.ends_with(mark) {
            found.insert(format!("e {mark}"));
        }
    }
    for (name, place) in [("<", at.checked_sub(1)), (">", Some(at + 1))] {
        match place.and_then(|place| told.get(place)) {
            Some(words) => {
                found.extend(words.iter().map(|word| format!("{name} {word}")));
                found.insert(format!("{name}l {}", bucket(words.len())));
            }
            None => drop(found.insert(format!("{name}none"))),
        }
    }
    match above {
        Some(above) => {
            found.extend(told[above].iter().map(|word| format!("h {word}")));
            found.insert(format!("d {}", bucket(at - above)));
        }
        None => drop(found.insert("h none".to_owned())),
    }
    // In tenths of the post, so that long and short posts share features.
    found.insert(format!("t {}", 10 * at / told.len()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_told_from_talk() {
        let post = [
            "Senior Backend Engineer",
            "Acme is a growing family of 300 people in 12 countries.",
            "What you bring:",
            "You have several years of experience with Java and SQL.",
            "Strong communication skills and the ability to work in a team.",
            "Job type: FULL_TIME",
            "We offer a pension, free fruit and a bicycle.",
        ];
        let margins = margins(&post, None).unwrap();
        let asks: Vec<bool> = margins.iter().map(|margin| *margin > 0.0).collect();
        assert_eq!(asks, [false, false, false, true, true, false, false], "{margins:?}");
    }

    #[test]
    fn posts_in_other_languages_are_left_to_the_lists() {
        for post in [
            "Wir suchen eine Entwicklerin mit Erfahrung in Java und SQL, die mit dem Team wächst.",
            "Vous avez une bonne connaissance de Java et vous aimez travailler dans une équipe.",
            "Buscamos una persona con experiencia en Java y en el desarrollo de servicios.",
            "Vi søger en udvikler, der har erfaring med Java og er god til at arbejde i et team.",
        ] {
            assert_eq!(margins(&[post], None), None, "{post}");
        }
        assert!(
            margins(&["We look for a developer with experience in Java and SQL."], None).is_some()
        );
        assert_eq!(margins(&[], None), None);
    }
}
