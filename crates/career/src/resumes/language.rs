//! The language of a resume: what its owner says, or what its texts show.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The languages that a resume can be set in: headings, months and the marks between words follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ResumeLanguage")]
pub enum Language {
    En,
    De,
    Fr,
    Es,
    It,
    Pt,
    Nl,
    Da,
    Zh,
    Ja,
}

impl Language {
    /// As `lang` has it.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Es => "es",
            Self::It => "it",
            Self::Pt => "pt",
            Self::Nl => "nl",
            Self::Da => "da",
            Self::Zh => "zh",
            Self::Ja => "ja",
        }
    }
}

/// Small words that hardly any text does without. Some are of several languages and count for each: the
/// others decide.
const WORDS: [(Language, &[&str]); 8] = [
    (
        Language::En,
        &[
            "the", "and", "of", "to", "in", "for", "with", "on", "at", "by", "from", "as", "is",
            "was", "an", "our", "my", "which", "that", "their", "into", "i", "we", "it",
        ],
    ),
    (
        Language::De,
        &[
            "und", "der", "die", "das", "mit", "für", "von", "den", "im", "ein", "eine", "einer",
            "zur", "zum", "bei", "als", "auf", "dem", "des", "ich", "sowie", "durch", "über", "in",
            "am", "an", "aus", "wir", "nach",
        ],
    ),
    (
        Language::Fr,
        &[
            "et", "de", "la", "le", "les", "des", "du", "en", "pour", "avec", "dans", "une", "un",
            "au", "aux", "sur", "par", "je", "chez", "plus", "l", "d", "à", "nous",
        ],
    ),
    (
        Language::Es,
        &[
            "y", "de", "la", "el", "los", "las", "en", "con", "para", "del", "una", "un", "por",
            "como", "al", "mi", "más", "su", "que", "es",
        ],
    ),
    (
        Language::It,
        &[
            "e", "di", "il", "la", "per", "con", "del", "della", "dei", "delle", "nel", "nella",
            "un", "una", "alla", "i", "gli", "che", "sono", "da", "in", "l", "dell", "ho",
        ],
    ),
    (
        Language::Pt,
        &[
            "e", "de", "da", "do", "para", "com", "em", "os", "as", "um", "uma", "na", "no", "dos",
            "das", "ao", "como", "por", "que", "eu", "à",
        ],
    ),
    (
        Language::Nl,
        &[
            "en", "de", "het", "van", "een", "voor", "met", "op", "bij", "in", "aan", "te", "als",
            "door", "naar", "ik", "tot", "uit", "zijn", "wij",
        ],
    ),
    (
        Language::Da,
        &[
            "og", "i", "at", "det", "en", "af", "til", "på", "med", "for", "som", "den", "der",
            "er", "jeg", "ved", "et", "fra", "har", "de",
        ],
    ),
];

/// Fewer of these words than this tell nothing.
const FEWEST: usize = 4;
/// Characters that are looked at: a whole resume.
const MOST: usize = 200_000;
/// Members in which no language is spoken.
const SILENT: [&str; 12] = [
    "$schema",
    "meta",
    "url",
    "image",
    "email",
    "phone",
    "location",
    "profiles",
    "startDate",
    "endDate",
    "date",
    "releaseDate",
];

/// The language of a reading, by its own word in `meta.language` or by its texts; none where both leave it
/// open.
pub(crate) fn guess(tree: &Value) -> Option<Language> {
    told(tree).or_else(|| {
        let mut count = Count::default();
        count.read(tree);
        count.most()
    })
}

/// `meta.language` is no part of the schema, but where it stands it is meant: `de`, `de-CH`.
fn told(tree: &Value) -> Option<Language> {
    let tag = tree.pointer("/meta/language").and_then(Value::as_str)?.trim().to_lowercase();
    let code = tag.split(['-', '_']).next().unwrap_or_default();
    serde_json::from_value(Value::String(code.to_owned())).ok()
}

#[derive(Default)]
struct Count {
    words: [usize; WORDS.len()],
    letters: usize,
    kana: usize,
    han: usize,
    seen: usize,
}

impl Count {
    fn read(&mut self, value: &Value) {
        match value {
            Value::String(text) if self.seen < MOST => self.text(text),
            Value::Array(items) => items.iter().for_each(|item| self.read(item)),
            Value::Object(members) => {
                for (name, member) in members {
                    if !SILENT.contains(&name.as_str()) {
                        self.read(member);
                    }
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
            self.seen += 1;
            match letter {
                '\u{3040}'..='\u{30ff}' => self.kana += 1,
                '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => self.han += 1,
                _ => self.letters += 1,
            }
        }
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            for (count, (_, words)) in self.words.iter_mut().zip(WORDS) {
                *count += usize::from(words.contains(&word.as_str()));
            }
        }
    }

    fn most(&self) -> Option<Language> {
        // Names of things are in Latin letters also where the language is not.
        if (self.kana + self.han) * 4 > self.letters {
            return match self.kana * 20 > self.han {
                true => Some(Language::Ja),
                false => Some(Language::Zh),
            };
        }
        let most = *self.words.iter().max()?;
        let mut best = self.words.iter().zip(WORDS).filter(|(count, _)| **count == most);
        let (_, (language, _)) = best.next()?;
        (most >= FEWEST && best.next().is_none()).then_some(language)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_shows_its_language() {
        for (code, text) in [
            ("en", "Led the team of five that built the mill, and taught apprentices to run it."),
            (
                "de",
                "Leitung des Teams, das die Mühle gebaut hat, und Ausbildung der Lehrlinge im Betrieb.",
            ),
            (
                "fr",
                "Direction de l'équipe qui a construit le moulin, et formation des apprentis dans les ateliers.",
            ),
            (
                "es",
                "Dirección del equipo que construyó el molino y formación de los aprendices en la empresa.",
            ),
            (
                "it",
                "Ho diretto la squadra che ha costruito il mulino e formato gli apprendisti della ditta.",
            ),
            (
                "pt",
                "Direção da equipa que construiu o moinho e formação dos aprendizes na empresa, com uma bolsa.",
            ),
            (
                "nl",
                "Leiding van het team dat de molen bouwde, en opleiding van leerlingen voor een bedrijf.",
            ),
            (
                "da",
                "Ledelse af holdet, som byggede møllen, og oplæring af lærlinge til at køre den på havnen.",
            ),
            ("zh", "带领团队使用 Rust 和 PostgreSQL 建造系统，并培训学徒。"),
            ("ja", "Rust でシステムを構築し、五人のチームを率いました。"),
        ] {
            let tree = json!({"basics": {"name": "Ada", "url": "https://the.and.of.to"}, "work": [{"summary": text}]});
            assert_eq!(guess(&tree).map(Language::code), Some(code), "{text}");
        }
    }

    #[test]
    fn what_shows_none_has_none_unless_it_is_told() {
        for tree in [
            json!({}),
            json!({"basics": {"name": "Ada"}, "skills": [{"name": "Rust"}, {"name": "C"}]}),
            json!({"work": [{"url": "the of and to in for", "startDate": "the and of to"}]}),
        ] {
            assert_eq!(guess(&tree), None, "{tree}");
        }
        assert_eq!(guess(&json!({"meta": {"language": "de-CH"}})), Some(Language::De));
        assert_eq!(guess(&json!({"meta": {"language": "tlh"}})), None);
    }
}
