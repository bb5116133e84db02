//! Phrases of pages that other wings write, and of failures: a file for each language in `phrases/`,
//! by what they are in English.

use std::collections::HashMap;
use std::sync::LazyLock;

use edge::Phrases;

const FILES: [(&str, &str); 7] = [
    ("da", include_str!("../../phrases/da.json")),
    ("de", include_str!("../../phrases/de.json")),
    ("es", include_str!("../../phrases/es.json")),
    ("fr", include_str!("../../phrases/fr.json")),
    ("it", include_str!("../../phrases/it.json")),
    ("nl", include_str!("../../phrases/nl.json")),
    ("pt", include_str!("../../phrases/pt.json")),
];

static LANGUAGES: LazyLock<Vec<(&str, HashMap<String, String>)>> = LazyLock::new(|| {
    let read = |(language, file)| {
        (language, serde_json::from_str(file).expect("a test reads every file of phrases"))
    };
    FILES.into_iter().map(read).collect()
});

/// For a site in this language, such as `de-AT`; English where there are none.
pub fn phrases_of(language: &str) -> Phrases {
    let first = language.split(['-', '_']).next().unwrap_or_default();
    let known = LANGUAGES.iter().find(|(known, _)| known.eq_ignore_ascii_case(first));
    known.map(|(language, phrases)| Phrases::new(language, phrases)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn braces(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts.filter_map(|part| Some(part.split_once('}')?.0)).collect()
    }

    #[test]
    fn every_language_has_the_same_phrases_with_the_same_values_in_them() {
        let (_, model) = &LANGUAGES[0];
        for (language, phrases) in LANGUAGES.iter() {
            let names = |of: &HashMap<String, String>| of.keys().cloned().collect::<BTreeSet<_>>();
            assert_eq!(names(phrases), names(model), "{language}");
            for (english, said) in phrases {
                assert!(!said.trim().is_empty(), "{language}: {english}");
                assert_eq!(braces(english), braces(said), "{language}: {english}");
                let ends = |text: &str| text.ends_with('.');
                assert_eq!(ends(english), ends(said), "{language}: {english}");
            }
        }
    }

    #[test]
    fn the_first_part_of_a_tag_chooses_the_phrases() {
        for (tag, language) in [("de-AT", "de"), ("PT-br", "pt"), ("en", "en"), ("pl", "en")] {
            assert_eq!(phrases_of(tag).language(), language, "{tag}");
        }
    }
}
