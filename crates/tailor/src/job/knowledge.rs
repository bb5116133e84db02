//! Which words name something to know: a technology, a language, a field. Learned as [`super::reader`]
//! was, word by word, from the word itself, how it is written and what stands beside it.

use std::collections::HashMap;

use super::weights::{WEIGHTS, bucket, surfaces, word};

/// For each word of a sentence, in lower case, how likely it names something to know: 0 to 1.
pub(super) fn knowledge(sentence: &str) -> HashMap<String, f32> {
    let written: Vec<&str> = surfaces(sentence).collect();
    let told: Vec<String> = written.iter().map(|surface| word(surface)).collect();
    let mut found: HashMap<String, f32> = HashMap::new();
    for at in 0..told.len() {
        let score: f32 = features(&written, &told, at).iter().map(|it| WEIGHTS.of(it)).sum();
        let likely = 1.0 / (1.0 + (-(WEIGHTS.knowledge_bias + score)).exp());
        let known = found.entry(written[at].to_lowercase()).or_default();
        *known = known.max(likely);
    }
    found
}

fn features(written: &[&str], told: &[String], at: usize) -> Vec<String> {
    let own = &told[at];
    let mut found = vec![
        format!("kw {own}"),
        format!("kc {}", shape(written[at], at)),
        format!("kl {}", bucket(told.len())),
    ];
    let letters: Vec<char> = own.chars().collect();
    if letters.len() > 4 {
        found.push(format!("kp {}", String::from_iter(&letters[..4])));
        found.push(format!("ks {}", String::from_iter(&letters[letters.len() - 3..])));
    }
    let beside = |place: Option<usize>| place.and_then(|place| told.get(place));
    for (name, pair, end, place) in
        [('b', 'y', "^", at.checked_sub(1)), ('a', 'z', "$", Some(at + 1))]
    {
        let near = beside(place).map_or(end, String::as_str);
        let drawn = place.filter(|place| *place < told.len());
        let drawn = drawn.map_or('-', |place| shape(written[place], place));
        found.push(format!("k{name} {near}"));
        found.push(format!("k{pair} {near} {own}"));
        found.push(format!("k{name}' {drawn}"));
    }
    found.extend(beside(at.checked_sub(2)).map(|word| format!("kB {word}")));
    found.extend(beside(Some(at + 2)).map(|word| format!("kA {word}")));
    found
}

/// All capitals, a capital or a digit within, a capital at the beginning (of a sentence or not), or
/// none.
fn shape(surface: &str, at: usize) -> char {
    let letters = || surface.chars().filter(|c| c.is_alphabetic());
    let upper = letters().count() > 0 && letters().all(char::is_uppercase);
    let first = surface.chars().next().is_some_and(char::is_uppercase);
    match () {
        () if upper && surface.chars().count() > 1 => 'U',
        () if surface.chars().skip(1).any(char::is_uppercase) => 'M',
        () if surface.chars().any(char::is_numeric) => 'D',
        () if first && at > 0 => 'T',
        () if first => 'F',
        () => 'l',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_fields_are_told_from_other_words() {
        let found = knowledge("You have experience with Java, SQL and machine learning.");
        for name in ["java", "sql", "machine", "learning"] {
            for other in ["you", "have", "with", "and"] {
                assert!(found[name] > 2.0 * found[other], "{name} {other}: {found:?}");
            }
        }
    }
}
