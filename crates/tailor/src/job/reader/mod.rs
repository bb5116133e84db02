//! Which sentences of a post say what the job asks for, as learned from postings that experts have
//! marked.
//!
//! Three linear models over what is seen of a sentence ([`features`]) say how likely it asks, names something to
//! know, or names something to be able to do; three more say the same by its vector and those of its
//! neighbours, where there are vectors. A small network judges these scores [`along`] the post. The weights are
//! `data/job-reading.bin`, made by `tools/learn-job-reading`, which sees the same features: change both together.
//!
//! It was learned from English postings. Others are read by the lists ([`super::cues`]).

mod along;
mod features;
#[cfg(test)]
mod sample;
mod weights;

use std::collections::HashSet;

use self::along::Place;
use self::features::features;
use self::weights::{VECTOR, WEIGHTS};
use super::weights::words;
use crate::lists;

/// What a sentence's own vector counts, and those of its neighbours.
const OWN: f32 = 3.0;
const NEAR: f32 = 2.0;

/// For each sentence how far it is above the limit from which it asks for something; none when the
/// post is not in English. Vectors are looked at when there is one for each sentence.
pub(super) fn margins(sentences: &[&str], vectors: Option<&[Vec<f32>]>) -> Option<Vec<f32>> {
    let texts: Vec<&str> = sentences.iter().map(|text| text.trim()).collect();
    let told: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    if !is_english(&told) {
        return None;
    }
    let places = places(&texts, &told);
    let seen = texts.iter().zip(&places).enumerate();
    let seen: Vec<_> =
        seen.map(|(at, (text, place))| features(text, &told, at, place.above)).collect();
    let by_table = |table: &weights::Table| seen.iter().map(|row| table.score(row)).collect();
    let mut streams: Vec<Vec<f32>> = WEIGHTS.tables.iter().map(by_table).collect();
    let vectors = vectors.filter(|vectors| fit(sentences.len(), vectors));
    let network = match vectors {
        Some(vectors) => {
            let at = |table, place| by_vectors(table, vectors, place);
            let by_table =
                |table| (0..vectors.len()).map(|place| at(table, place)).collect::<Vec<f32>>();
            streams.extend(WEIGHTS.vectors.iter().map(by_table));
            &WEIGHTS.with_vectors
        }
        None => &WEIGHTS.by_words,
    };
    Some(along::rows(&streams, &places).iter().map(|row| network.margin(row)).collect())
}

fn places(texts: &[&str], told: &[Vec<String>]) -> Vec<Place> {
    let mut above = None;
    let place = |(at, (text, words)): (usize, (&&str, &Vec<String>))| {
        let place =
            Place { above, looks_like_heading: is_heading(text, words), words: words.len() };
        if place.looks_like_heading {
            above = Some(at);
        }
        place
    };
    texts.iter().zip(told).enumerate().map(place).collect()
}

/// Whether there is a usable vector for each sentence.
fn fit(sentences: usize, vectors: &[Vec<f32>]) -> bool {
    let usable =
        |vector: &Vec<f32>| vector.len() == VECTOR && vector.iter().all(|value| value.is_finite());
    vectors.len() == sentences && vectors.iter().all(usable)
}

fn by_vectors(table: &weights::Table, vectors: &[Vec<f32>], at: usize) -> f32 {
    let of = |place: Option<usize>| place.and_then(|place| vectors.get(place));
    let scaled = |place: Option<usize>, scale: f32| {
        (0..VECTOR).map(move |value| of(place).map_or(0.0, |vector| scale * vector[value]))
    };
    let before = scaled(at.checked_sub(1), NEAR);
    table.score_all(scaled(Some(at), OWN).chain(before).chain(scaled(Some(at + 1), NEAR)))
}

/// Whether a post is in English, by its commonest words against those of its neighbours.
fn is_english(told: &[Vec<String>]) -> bool {
    let count = |section| {
        let common: HashSet<&str> = lists::words(LANGUAGES, section).collect();
        told.iter().flatten().filter(|word| common.contains(word.as_str())).count()
    };
    let (all, english, other) = (told.iter().flatten().count(), count("english"), count("other"));
    english * 20 > all && other < english
}

const LANGUAGES: &str = include_str!("../../../data/languages.txt");

fn is_heading(text: &str, told: &[String]) -> bool {
    told.len() <= 6 && (text.ends_with(':') || told.len() <= 4) && !text.ends_with('.')
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
