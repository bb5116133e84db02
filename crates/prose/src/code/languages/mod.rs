//! What is special about each language. Four inks need the words of a language, its comments and
//! its quotes, not its grammar.
//!
//! `programs` lists languages that programs are written in, `notations` those that describe
//! something: documents, settings, data, questions.

mod notations;
mod programs;

use std::collections::HashMap;
use std::sync::LazyLock;

/// How a text is cut into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Words, strings, numbers and comments, which is most languages.
    Program,
    /// Tags and their attributes.
    Markup,
    /// Names and values: a name is what stands before `:` or `=`.
    Pairs,
    /// Each line says by its beginning what it is.
    Diff,
    Markdown,
}

#[derive(Debug)]
pub(super) struct Language {
    /// As in `class="language-…"`, in lower case.
    names: &'static str,
    pub(super) shape: Shape,
    keywords: &'static str,
    constants: &'static str,
    /// Keywords before the name of a function that is being defined.
    pub(super) definitions: &'static [&'static str],
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// Longer ones first. Those of one sign end with their line unless `long_strings`.
    pub(super) quotes: &'static [&'static str],
    pub(super) long_strings: bool,
    /// Comments in comments.
    pub(super) nests: bool,
    /// Signs that belong to words beside letters and digits.
    pub(super) word_signs: &'static str,
    /// `$name` is a value.
    pub(super) variables: bool,
    /// `/…/` can be a pattern.
    pub(super) patterns: bool,
    /// `@name` is an annotation.
    pub(super) annotations: bool,
    /// `'a` can be a lifetime, `r#"…"#` is a string.
    pub(super) is_rust: bool,
    pub(super) ignores_case: bool,
}

const PLAIN: Language = Language {
    names: "",
    shape: Shape::Program,
    keywords: "",
    constants: "true false null",
    definitions: &[],
    line_comments: &["//"],
    block_comment: Some(("/*", "*/")),
    quotes: &["\"", "'"],
    long_strings: false,
    nests: false,
    word_signs: "_",
    variables: false,
    patterns: false,
    annotations: false,
    is_rust: false,
    ignores_case: false,
};

/// A language with its words in a form that is quick to ask.
#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) language: &'static Language,
    words: HashMap<&'static str, Word>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Keyword,
    Constant,
}

impl Vocabulary {
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        static KNOWN: LazyLock<HashMap<&'static str, Vocabulary>> = LazyLock::new(|| {
            // Once for each name, also where two names share a language: the words are borrowed, so
            // it costs little.
            let each = |language: &'static Language| {
                language.names.split(' ').map(move |name| (name, Vocabulary::new(language)))
            };
            programs::LIST.iter().chain(notations::LIST).flat_map(each).collect()
        });
        KNOWN.get(name.to_ascii_lowercase().as_str())
    }

    fn new(language: &'static Language) -> Self {
        let keywords = language.keywords.split_whitespace().map(|word| (word, Word::Keyword));
        let constants = language.constants.split_whitespace().map(|word| (word, Word::Constant));
        Self { language, words: keywords.chain(constants).collect() }
    }

    pub(super) fn word(&self, word: &str) -> Option<Word> {
        if self.language.ignores_case {
            return self.words.get(word.to_ascii_lowercase().as_str()).copied();
        }
        self.words.get(word).copied()
    }
}
