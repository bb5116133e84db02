use crate::words::{Gap, Token, inflected, is_plain, tokens};

use super::direction::{Direction, direction, governing, is_negation, negated};

/// A text with what its words stand for, token by token.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub tokens: Vec<Token<'a>>,
    /// In their inflected form.
    pub words: Vec<String>,
    pub negated: Vec<bool>,
    pub direction: Vec<Option<Direction>>,
}

impl<'a> Reading<'a> {
    /// Of a normalised text.
    pub(super) fn of(text: &'a str) -> Self {
        let tokens = tokens(text);
        let words: Vec<String> = tokens.iter().map(|token| inflected(&token.folded)).collect();
        let denials: Vec<bool> = tokens
            .iter()
            .zip(&words)
            .map(|(token, word)| is_negation(&token.folded, word))
            .collect();
        let own: Vec<_> = words.iter().map(|word| direction(word)).collect();
        let (negated, direction) = (negated(&tokens, &denials), governing(&tokens, &own));
        Self { tokens, words, negated, direction }
    }

    /// Whether a token only joins: a plain word in plain letters. `IT` and `US` are names.
    pub(super) fn is_plain(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let shouted = token.surface.len() > 1 && token.surface.chars().all(char::is_uppercase);
        !shouted && is_plain(&token.folded)
    }

    /// Written as a name: capitals that no sentence begins with, or digits and signs in a word.
    pub(super) fn is_name(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let mut characters = token.surface.chars();
        let first = characters.next().is_some_and(char::is_uppercase);
        let inner =
            characters.any(|c| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '+' | '#'));
        let begins = at == 0 || token.gap == Gap::Sentence;
        inner
            || (first && (!begins || token.surface.chars().count() == 1))
            || token.surface.starts_with('.')
    }
}
