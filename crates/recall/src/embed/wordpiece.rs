//! Text to token numbers, for models of the BERT family.
//!
//! Follows the reference tokenizer to the letter, including its oddities: category tables of the
//! same (old) Unicode version, special tokens recognised when they stand literally in the text,
//! words over a hundred characters unknown as a whole. Other kinds of tokenizer are refused at
//! load; nothing here pads.

use std::collections::HashMap;

use serde::Deserialize;
use unicode_categories::UnicodeCategories;
use unicode_normalization::UnicodeNormalization;

/// Why a tokenizer description cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenizerError {
    #[error("tokenizer.json is not readable: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the tokenizer's {part} is {found:?}; only the BERT kind is supported")]
    Unsupported { part: &'static str, found: String },
    #[error("the token {0} is missing from the vocabulary")]
    MissingToken(String),
}

#[derive(Debug)]
pub(crate) struct WordPiece {
    vocabulary: HashMap<Box<str>, u32>,
    /// Pieces that continue a word, without their prefix.
    continuations: HashMap<Box<str>, u32>,
    /// Tokens recognised in the raw text, before any normalisation.
    literals: Vec<(Box<str>, u32)>,
    normalizer: NormalizerFile,
    unknown: u32,
    first: u32,
    last: u32,
    longest_word: usize,
    longest_piece: usize,
}

#[derive(Deserialize)]
struct TokenizerFile {
    added_tokens: Vec<AddedToken>,
    normalizer: NormalizerFile,
    pre_tokenizer: Kind,
    model: ModelFile,
}

#[derive(Deserialize)]
struct AddedToken {
    id: u32,
    content: String,
}

#[derive(Deserialize)]
struct Kind {
    r#type: String,
}

#[derive(Debug, Deserialize)]
struct NormalizerFile {
    r#type: String,
    #[serde(default = "yes")]
    clean_text: bool,
    #[serde(default = "yes")]
    handle_chinese_chars: bool,
    strip_accents: Option<bool>,
    #[serde(default = "yes")]
    lowercase: bool,
}

#[derive(Deserialize)]
struct ModelFile {
    #[serde(default)]
    r#type: Option<String>,
    unk_token: String,
    #[serde(default = "hash_prefix")]
    continuing_subword_prefix: String,
    #[serde(default = "hundred")]
    max_input_chars_per_word: usize,
    vocab: HashMap<String, u32>,
}

fn yes() -> bool {
    true
}

fn hash_prefix() -> String {
    "##".into()
}

fn hundred() -> usize {
    100
}

impl WordPiece {
    /// Reads a `tokenizer.json`.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, TokenizerError> {
        let file: TokenizerFile = serde_json::from_slice(json)?;
        let kinds = [
            ("normalizer", file.normalizer.r#type.as_str(), "BertNormalizer"),
            ("pre-tokenizer", file.pre_tokenizer.r#type.as_str(), "BertPreTokenizer"),
            ("model", file.model.r#type.as_deref().unwrap_or("WordPiece"), "WordPiece"),
        ];
        for (part, found, wanted) in kinds {
            if found != wanted {
                return Err(TokenizerError::Unsupported { part, found: found.into() });
            }
        }
        let find = |token: &str| {
            let added = file.added_tokens.iter().find(|added| added.content == token);
            added
                .map(|added| added.id)
                .or_else(|| file.model.vocab.get(token).copied())
                .ok_or_else(|| TokenizerError::MissingToken(token.into()))
        };
        let (unknown, first, last) = (find(&file.model.unk_token)?, find("[CLS]")?, find("[SEP]")?);
        let prefix = file.model.continuing_subword_prefix;
        let continuations: HashMap<Box<str>, u32> = file
            .model
            .vocab
            .iter()
            .filter_map(|(token, id)| Some((token.strip_prefix(&prefix)?.into(), *id)))
            .collect();
        let vocabulary: HashMap<Box<str>, u32> =
            file.model.vocab.into_iter().map(|(token, id)| (token.into(), id)).collect();
        Ok(Self {
            longest_piece: vocabulary.keys().map(|token| token.len()).max().unwrap_or(0),
            vocabulary,
            continuations,
            literals: file
                .added_tokens
                .into_iter()
                .map(|added| (added.content.into(), added.id))
                .collect(),
            normalizer: file.normalizer,
            unknown,
            first,
            last,
            longest_word: file.model.max_input_chars_per_word,
        })
    }

    /// The token numbers of a text with its start and end marks, at most `limit` of them.
    pub(crate) fn encode(&self, text: &str, limit: usize) -> Vec<u32> {
        let room = limit.saturating_sub(1);
        let mut tokens = vec![self.first];
        let mut rest = text;
        while tokens.len() < room && !rest.is_empty() {
            let literal = self
                .literals
                .iter()
                .filter_map(|(token, id)| Some((rest.find(&**token)?, token.len(), *id)))
                // The earliest, and of two at one place the longest, as the reference does it.
                .min_by_key(|(at, length, _)| (*at, usize::MAX - length));
            let (plain, after, id) = match literal {
                Some((at, length, id)) => (&rest[..at], &rest[at + length..], Some(id)),
                None => (rest, "", None),
            };
            self.encode_plain(plain, room, &mut tokens);
            tokens.extend(id);
            rest = after;
        }
        tokens.truncate(room);
        tokens.push(self.last);
        tokens
    }

    fn encode_plain(&self, text: &str, room: usize, tokens: &mut Vec<u32>) {
        let mut word = String::new();
        let flush = |word: &mut String, tokens: &mut Vec<u32>| {
            if !word.is_empty() {
                self.encode_word(word, tokens);
                word.clear();
            }
        };
        for character in self.normalise(text) {
            if character.is_whitespace() {
                flush(&mut word, tokens);
            } else if is_punctuation(character) {
                flush(&mut word, tokens);
                word.push(character);
                flush(&mut word, tokens);
            } else {
                word.push(character);
            }
            // A long text is not walked to its end once the model can take no more of it.
            if tokens.len() >= room {
                return;
            }
        }
        flush(&mut word, tokens);
    }

    fn normalise<'a>(&self, text: &'a str) -> Box<dyn Iterator<Item = char> + 'a> {
        let mut characters: Box<dyn Iterator<Item = char> + 'a> = Box::new(text.chars());
        if self.normalizer.clean_text {
            characters = Box::new(
                characters
                    .filter(|c| !is_dropped(*c))
                    .map(|c| if c.is_whitespace() { ' ' } else { c }),
            );
        }
        if self.normalizer.handle_chinese_chars {
            characters = Box::new(characters.flat_map(|c| {
                let gap = is_ideograph(c).then_some(' ');
                gap.into_iter().chain([c]).chain(gap)
            }));
        }
        // Where the file says nothing, accents go with capitals. That is the reference's rule.
        if self.normalizer.strip_accents.unwrap_or(self.normalizer.lowercase) {
            characters = Box::new(characters.nfd().filter(|c| !c.is_mark_nonspacing()));
        }
        if self.normalizer.lowercase {
            characters = Box::new(characters.flat_map(char::to_lowercase));
        }
        characters
    }

    /// Longest match first; a word with a gap is unknown as a whole.
    fn encode_word(&self, word: &str, tokens: &mut Vec<u32>) {
        if word.chars().nth(self.longest_word).is_some() {
            tokens.push(self.unknown);
            return;
        }
        let known = tokens.len();
        let mut start = 0;
        while start < word.len() {
            let pieces = if start == 0 { &self.vocabulary } else { &self.continuations };
            let mut end = word.len().min(word.floor_char_boundary(start + self.longest_piece));
            let piece = loop {
                if end <= start {
                    break None;
                }
                if let Some(id) = pieces.get(&word[start..end]) {
                    break Some(*id);
                }
                end = word.floor_char_boundary(end - 1);
            };
            let Some(id) = piece else {
                // What was found of the word before the gap is taken back.
                tokens.truncate(known);
                tokens.push(self.unknown);
                return;
            };
            tokens.push(id);
            start = end;
        }
    }
}

fn is_dropped(c: char) -> bool {
    matches!(c, '\0' | '\u{fffd}') || (!matches!(c, '\t' | '\n' | '\r') && c.is_other())
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || c.is_punctuation()
}

/// The blocks the reference calls Chinese; the gap before U+2B920 is the reference's.
fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B81F
        | 0x2B920..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokenizer() -> WordPiece {
        let vocabulary: serde_json::Map<String, serde_json::Value> =
            ["[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "cafe", "!", "東", "a"]
                .iter()
                .enumerate()
                .map(|(index, token)| ((*token).into(), index.into()))
                .collect();
        let json = serde_json::json!({
            "added_tokens": [{"id": 1, "content": "[CLS]"}, {"id": 2, "content": "[SEP]"}],
            "normalizer": {"type": "BertNormalizer", "strip_accents": null},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "model": {"unk_token": "[UNK]", "vocab": vocabulary},
        });
        WordPiece::parse(json.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn words_split_into_the_longest_known_pieces() {
        let table: [(&str, &[u32]); 9] = [
            ("", &[1, 2]),
            ("unaffable", &[1, 3, 4, 5, 2]),
            ("Café!", &[1, 6, 7, 2]),
            ("unaffx", &[1, 0, 2]),
            ("東a", &[1, 8, 9, 2]),
            ("a[SEP]a", &[1, 9, 2, 9, 2]),
            ("a\u{200b}a", &[1, 0, 2]),
            ("a\u{0}\u{a0}a", &[1, 9, 9, 2]),
            ("\u{301}", &[1, 2]),
        ];
        for (text, expected) in table {
            assert_eq!(tokenizer().encode(text, 16), expected, "{text:?}");
        }
    }

    #[test]
    fn long_words_are_unknown_and_long_texts_are_cut_before_the_end_mark() {
        assert_eq!(tokenizer().encode(&"a".repeat(101), 16), [1, 0, 2]);
        assert_eq!(tokenizer().encode(&"a ".repeat(50), 5), [1, 9, 9, 9, 2]);
    }

    #[test]
    fn another_kind_of_tokenizer_is_refused() {
        let json = br#"{"added_tokens": [], "normalizer": {"type": "NFC"},
            "pre_tokenizer": {"type": "ByteLevel"}, "model": {"unk_token": "x", "vocab": {}}}"#;
        assert!(matches!(
            WordPiece::parse(json),
            Err(TokenizerError::Unsupported { part: "normalizer", .. })
        ));
    }
}
