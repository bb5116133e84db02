//! What is seen of a sentence: words and pairs of them, parts of words, what stands around it, and its
//! form. Each feature is a number of a table of weights; those of a group together weigh the same,
//! however many there are.

use std::collections::BTreeSet;

use super::weights::TABLE;
use crate::job::weights::bucket;

/// The groups by their letter, and what each counts.
const GROUPS: [(char, f32); 4] = [('w', 1.0), ('c', 1.0), ('x', 1.0), ('d', 0.6)];

#[derive(Default)]
struct Groups {
    words: BTreeSet<String>,
    parts: BTreeSet<String>,
    around: BTreeSet<String>,
    form: BTreeSet<String>,
}

/// The numbers of the features of a sentence with their values; `above` is the heading it stands under.
pub(super) fn features(
    text: &str,
    told: &[Vec<String>],
    at: usize,
    above: Option<usize>,
) -> Vec<(usize, f32)> {
    let own = &told[at];
    let mut groups = Groups::default();
    groups.own(own);
    groups.around(told, at, above);
    groups.form(text, told, at, above);
    let Groups { words, parts, around, form } = groups;
    let mut found = Vec::new();
    for ((letter, counts), group) in GROUPS.into_iter().zip([words, parts, around, form]) {
        let value = counts / (group.len().max(1) as f32).sqrt();
        found.extend(group.iter().map(|feature| (number(letter, feature), value)));
    }
    found
}

impl Groups {
    fn own(&mut self, own: &[String]) {
        self.words.extend(own.iter().cloned());
        let before = std::iter::once("^").chain(own.iter().map(String::as_str));
        let after = own.iter().map(String::as_str).chain(["$"]);
        self.words.extend(before.zip(after).map(|(one, two)| format!("{one} {two}")));
        for word in own {
            let framed: Vec<char> = format!("<{word}>").chars().collect();
            for length in [3, 4, 5] {
                self.parts.extend(framed.windows(length).map(String::from_iter));
            }
        }
    }

    fn around(&mut self, told: &[Vec<String>], at: usize, above: Option<usize>) {
        let place = |place: Option<usize>| place.and_then(|place| told.get(place));
        for (name, near) in [("<", at.checked_sub(1)), (">", Some(at + 1))] {
            match place(near) {
                Some(words) => {
                    self.around.extend(words.iter().map(|word| format!("{name}{word}")));
                    self.around.insert(format!("{name}l{}", bucket(words.len())));
                }
                None => drop(self.around.insert(format!("{name}none"))),
            }
        }
        for (name, near) in [("<<", at.checked_sub(2)), (">>", Some(at + 2))] {
            let Some(words) = place(near) else { continue };
            self.around.insert(format!("{name}l{}", bucket(words.len())));
            self.around.extend(words.first().map(|word| format!("{name}f{word}")));
        }
        match above {
            Some(above) => self.around.extend(told[above].iter().map(|word| format!("h{word}"))),
            None => drop(self.around.insert("hnone".to_owned())),
        }
    }

    fn form(&mut self, text: &str, told: &[Vec<String>], at: usize, above: Option<usize>) {
        let own = &told[at];
        let form = &mut self.form;
        form.insert(format!("l{}", bucket(own.len())));
        form.insert(format!("t{}", 10 * at / told.len()));
        form.insert(format!("d{}", bucket(above.map_or(99, |above| at - above))));
        form.insert(format!("n{}", bucket(told.len() / 4)));
        let ends = [':', '.', '!', '?'].into_iter().filter(|mark| text.ends_with(*mark));
        form.extend(ends.map(|mark| format!("e{mark}")));
        form.extend(own.first().map(|word| format!("first {word}")));
        let runs = text.split_whitespace();
        let capitals = runs.clone().filter(|run| run.starts_with(char::is_uppercase)).count();
        form.insert(format!("c{}", 5 * capitals / runs.count().max(1)));
        let holds = |words: &[&str]| own.iter().any(|word| words.contains(&word.as_str()));
        form.extend(holds(&["we", "our", "us"]).then(|| "we".to_owned()));
        form.extend(holds(&["you", "your"]).then(|| "you".to_owned()));
        form.extend(text.contains(char::is_numeric).then(|| "digit".to_owned()));
    }
}

/// FNV-1a over the letter of the group and the feature.
fn number(group: char, feature: &str) -> usize {
    let mut buffer = [0; 4];
    let bytes = group.encode_utf8(&mut buffer).bytes().chain(feature.bytes());
    let value = bytes
        .fold(0x811C_9DC5_u32, |value, byte| (value ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (value ^ (value >> 16)) as usize % TABLE
}
