//! Text to terms: what the keyword index stores and looks up.
//!
//! Words are cut by the Unicode rules, folded (case, accents, compatibility forms) and, when they
//! are plain Latin letters, stemmed as English. Scripts written without spaces are indexed by
//! character and by pair of characters. No character has a meaning of its own, so there is no
//! query syntax and nothing to escape. Languages are not detected: a stemmer for the wrong one
//! still maps equal words to equal terms.

use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Characters of a word that count; what is longer is not a word anyone looks for.
const LONGEST: usize = 64;

/// English words that are in nearly every text; a query leaves them out when it has others.
const COMMON: [&str; 48] = [
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "do",
    "does", "for", "from", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its",
    "of", "on", "or", "so", "than", "that", "the", "their", "there", "these", "they", "this", "to",
    "was", "were", "what", "when", "which", "with", "you",
];

pub(crate) struct Analyser {
    stemmer: Stemmer,
}

impl std::fmt::Debug for Analyser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyser").finish_non_exhaustive()
    }
}

impl Analyser {
    pub(crate) fn new() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English) }
    }

    /// Calls `word` for each word of the text with its spelling, to be passed to
    /// [`Analyser::terms_of_word`], and `pair` for each pair of neighbours in a script without
    /// spaces, which is a term as it is.
    pub(crate) fn words<'a>(
        text: &'a str,
        mut word: impl FnMut(&'a str),
        mut pair: impl FnMut(&'a str),
    ) {
        let mut previous: Option<(usize, usize)> = None;
        for (start, found) in text.unicode_word_indices() {
            let end = start + found.len();
            let single = is_unspaced(found);
            if single
                && let Some((begin, stop)) = previous
                && stop == start
            {
                pair(&text[begin..end]);
            }
            word(with_suffix(text, start, end));
            previous = single.then_some((start, end));
        }
    }

    /// The terms of one word: itself and, when it is a compound such as `node.js`, its parts.
    pub(crate) fn terms_of_word(&self, word: &str) -> Vec<String> {
        let folded = fold(word);
        let bare = folded.trim_end_matches(['+', '#']);
        let mut terms = Vec::new();
        // `c++` is a term of its own beside `c`: whoever looks for C finds both, whoever looks for
        // C++ only the one.
        if bare.len() != folded.len() {
            terms.push(folded.clone());
        }
        let bare = bare.strip_suffix("'s").unwrap_or(bare);
        terms.push(self.stem(bare));
        if bare.contains(|c: char| !c.is_alphanumeric()) {
            let parts = bare.split(|c: char| !c.is_alphanumeric()).filter(|part| part.len() > 1);
            terms.extend(parts.map(|part| self.stem(part)));
        }
        terms
    }

    /// The distinct terms of a query with how often each occurs, at most `limit` of them.
    pub(crate) fn query(&self, text: &str, limit: usize) -> Vec<(String, f32)> {
        let (mut found, mut singles) = (Vec::new(), 0);
        let mut pairs = Vec::new();
        Self::words(
            text,
            |word| {
                found.push(word);
                singles += usize::from(is_unspaced(word));
            },
            |pair| pairs.push(fold(pair)),
        );
        let all_common = found.iter().all(|word| is_common(word));
        let mut terms: Vec<(String, f32)> = Vec::new();
        // Somebody may paste a whole page: thousands of words, most of them more than once.
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut add = |term: String| {
            if let Some(place) = places.get(&term) {
                terms[*place].1 += 1.0;
            } else if terms.len() < limit {
                places.insert(term.clone(), terms.len());
                terms.push((term, 1.0));
            }
        };
        for word in found {
            // A pair says more than its two characters; alone, a character is all there is.
            // Otherwise every text with one of the characters would match.
            if (is_unspaced(word) && singles > 1 && !pairs.is_empty())
                || (is_common(word) && !all_common)
            {
                continue;
            }
            self.terms_of_word(word).into_iter().for_each(&mut add);
        }
        pairs.into_iter().for_each(&mut add);
        terms
    }

    fn stem(&self, word: &str) -> String {
        if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            self.stemmer.stem(word).into_owned()
        } else {
            word.into()
        }
    }
}

fn is_common(word: &str) -> bool {
    COMMON.iter().any(|common| common.eq_ignore_ascii_case(word))
}

/// One character of a script that the word rules cut after every character.
fn is_unspaced(word: &str) -> bool {
    let mut characters = word.chars().filter(|c| !is_accent(*c));
    matches!((characters.next(), characters.next()), (Some(c), None) if u32::from(c) >= 0x0E00)
}

/// Names of languages such as C++ and C# end in signs that the word rules cut off.
fn with_suffix(text: &str, start: usize, end: usize) -> &str {
    let rest = &text[end..];
    let signs = rest.len() - rest.trim_start_matches(['+', '#']).len();
    let stands_alone = !rest[signs..].starts_with(char::is_alphanumeric);
    let letters = end - start <= 3 && text[start..end].bytes().all(|b| b.is_ascii_alphabetic());
    if letters && stands_alone && (1..=2).contains(&signs) {
        &text[start..end + signs]
    } else {
        &text[start..end]
    }
}

/// Lower case, without accents on letters that carry them, in compatibility form.
pub(crate) fn fold(word: &str) -> String {
    if word.is_ascii() {
        let mut folded = word.to_ascii_lowercase();
        folded.truncate(LONGEST);
        return folded;
    }
    let mut folded = String::with_capacity(word.len());
    // Cut before it is decomposed: one character can become many.
    let letters = word.chars().take(LONGEST).nfkd().filter(|c| !is_accent(*c));
    for letter in letters.flat_map(char::to_lowercase).filter(|c| !is_accent(*c)).nfc() {
        match letter {
            'ß' => folded.push_str("ss"),
            'ς' => folded.push('σ'),
            '’' => folded.push('\''),
            other => folded.push(other),
        }
    }
    folded
}

/// Marks on Latin, Greek and Cyrillic letters. Marks of other scripts are part of the word.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn query(text: &str) -> Vec<String> {
        Analyser::new().query(text, 100).into_iter().map(|(term, _)| term).collect()
    }

    #[test]
    fn words_become_terms() {
        let table: [(&str, &[&str]); 16] = [
            ("Running runners", &["run", "runner"]),
            ("the owner's manual", &["owner", "manual"]),
            ("The Who", &["who"]),
            ("what is the", &["what", "is", "the"]),
            ("Café CAFÉ cafe\u{301}", &["caf\u{65}"]),
            ("Straße STRASSE", &["strass"]),
            ("ΟΔΟΣ οδος", &["οδοσ"]),
            ("C++ and C# in C", &["c++", "c", "c#"]),
            ("node.js", &["node.js", "node", "js"]),
            ("ﬁne", &["fine"]),
            ("東京都", &["東京", "京都"]),
            ("犬", &["犬"]),
            ("पानी", &["पानी"]),
            ("\"AND\" (OR) -NOT *? title:x ^2 ~", &["not", "title:x", "titl", "2"]),
            ("", &[]),
            ("… — !!", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(query(text), expected, "{text}");
        }
    }

    #[test]
    fn repeated_words_weigh_more_and_the_number_of_terms_is_bounded() {
        let analyser = Analyser::new();
        assert_eq!(analyser.query("boat boats", 9), [("boat".to_string(), 2.0)]);
        let many: String = (0..1000).map(|number| format!("w{number} ")).collect();
        assert_eq!(analyser.query(&many, 100).len(), 100);
    }

    proptest! {
        #[test]
        fn any_text_is_a_query_and_a_word_always_finds_itself(text in "\\PC{0,80}") {
            let analyser = Analyser::new();
            let mut indexed: Vec<String> = Vec::new();
            let (mut words, mut pairs) = (Vec::new(), Vec::new());
            Analyser::words(&text, |word| words.push(word), |pair| pairs.push(fold(pair)));
            for word in words {
                indexed.extend(analyser.terms_of_word(word));
            }
            indexed.extend(pairs);
            for term in query(&text) {
                prop_assert!(indexed.contains(&term), "{term} of {text:?}");
            }
        }
    }
}
