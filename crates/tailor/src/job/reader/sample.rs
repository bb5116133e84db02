//! The tools that learn see what is seen here: sentences, features, scores and likelihoods of a post of our own,
//! as `tools/job-reading-sample` has written them down.

use super::features::features;
use super::weights::{VECTOR, WEIGHTS};
use super::{margins, places};
use crate::job::knowledge::knowledge;
use crate::job::weights::words;
use crate::words::{normalise, sentences};

const POST: &str = include_str!("../../../../../fixtures/career/reading/post.txt");
const SEEN: &str = include_str!("../../../../../fixtures/career/reading/seen.tsv");

/// A sentence as the tool has seen it.
struct Seen {
    text: String,
    features: usize,
    sum: usize,
    /// By words for each table, then how far above the limit by words and with vectors.
    scores: Vec<f32>,
    words: Vec<(String, f32)>,
}

fn seen() -> Vec<Seen> {
    let mut found: Vec<Seen> = Vec::new();
    for line in SEEN.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        if let Some(word) = fields[0].strip_prefix(' ') {
            found.last_mut().unwrap().words.push((word.to_owned(), fields[1].parse().unwrap()));
            continue;
        }
        let [features, sum, scores @ .., text] = fields.as_slice() else { panic!("{line}") };
        found.push(Seen {
            text: (*text).to_owned(),
            features: features.parse().unwrap(),
            sum: sum.parse().unwrap(),
            scores: scores.iter().map(|score| score.parse().unwrap()).collect(),
            words: Vec::new(),
        });
    }
    found
}

/// A vector for each sentence, of unit length; what they say does not matter.
fn made_up(count: usize) -> Vec<Vec<f32>> {
    let vector = |at: usize| {
        let values = (0..VECTOR).map(|place| (0.7 * at as f64 + 0.13 * place as f64).sin());
        let values: Vec<f64> = values.collect();
        let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
        values.iter().map(|value| (value / length) as f32).collect()
    };
    (0..count).map(vector).collect()
}

fn is_near(one: f32, other: f32) -> bool {
    (one - other).abs() < 0.002
}

#[test]
fn the_tools_see_what_is_seen_here() {
    let (post, seen) = (normalise(POST), seen());
    let texts: Vec<&str> = sentences(&post).into_iter().map(|sentence| sentence.text).collect();
    let known: Vec<&str> = seen.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, known);
    let told: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    let places = places(&texts, &told);
    let by_words = margins(&texts, None).unwrap();
    let with_vectors = margins(&texts, Some(&made_up(texts.len()))).unwrap();
    for (at, one) in seen.iter().enumerate() {
        let text = &one.text;
        let row = features(text, &told, at, places[at].above);
        let sum: usize = row.iter().map(|(number, _)| number).sum();
        assert_eq!((row.len(), sum), (one.features, one.sum), "{text}");
        let scores = WEIGHTS.tables.iter().map(|table| table.score(&row));
        let scores: Vec<f32> = scores.chain([by_words[at], with_vectors[at]]).collect();
        let near = scores.iter().zip(&one.scores).all(|(one, other)| is_near(*one, *other));
        assert!(near && scores.len() == one.scores.len(), "{text}: {scores:?} {:?}", one.scores);
        let found = knowledge(text);
        assert_eq!(found.len(), one.words.len(), "{text}: {found:?}");
        for (word, likely) in &one.words {
            assert!(is_near(found[word], *likely), "{word} in {text}: {found:?}");
        }
    }
}
