use crate::words::{Gap, Token, inflected, is_plain, tokens};

use super::direction::{Direction, direction, governing, is_negation, limited, negated};

/// A text with what its words stand for, token by token.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub tokens: Vec<Token<'a>>,
    /// In their inflected form.
    pub words: Vec<String>,
    pub negated: Vec<bool>,
    pub limited: Vec<bool>,
    pub direction: Vec<Option<Direction>>,
}

/// Where something comes from or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    From,
    To,
}

impl<'a> Reading<'a> {
    /// Of a normalised text.
    pub(super) fn of(text: &'a str) -> Self {
        let tokens = tokens(text);
        let words = tokens.iter().enumerate().map(|(at, token)| match unit_behind(&tokens, at) {
            Some(unit) => unit.to_owned(),
            None => inflected(&token.folded),
        });
        let words: Vec<String> = words.collect();
        let denials: Vec<bool> = tokens
            .iter()
            .zip(&words)
            .map(|(token, word)| is_negation(&token.folded, word))
            .collect();
        let own: Vec<_> = (0..words.len()).map(|at| own_direction(&tokens, &words, at)).collect();
        let (negated, direction) = (negated(&tokens, &denials), governing(&tokens, &own));
        let limited = limited(&tokens, &words);
        Self { tokens, words, negated, limited, direction }
    }

    /// What a `from` or a `to` close before a token makes of it.
    pub(super) fn way(&self, at: usize) -> Option<Way> {
        for back in 1..=3.min(at) {
            if self.tokens[at - back + 1].gap >= Gap::Clause {
                return None;
            }
            match self.tokens[at - back].folded.as_str() {
                "from" | "von" => return Some(Way::From),
                "to" | "into" | "nach" | "zu" => return Some(Way::To),
                // A figure goes its own way.
                figure if figure.starts_with(|c: char| c.is_ascii_digit()) => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether a token only joins: a plain word in plain letters. `IT` and `US` are names.
    pub(super) fn is_plain(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let shouted = token.surface.len() > 1 && token.surface.chars().all(char::is_uppercase);
        !shouted && (is_plain(&token.folded) || token.folded == "one")
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

/// Letters that are a unit right behind a figure and nothing anywhere else.
fn unit_behind(tokens: &[Token<'_>], at: usize) -> Option<&'static str> {
    let before = &tokens.get(at.checked_sub(1)?)?;
    let counted = before.surface.starts_with(|c: char| c.is_ascii_digit());
    match tokens[at].surface {
        _ if !counted || tokens[at].gap > Gap::Space => None,
        "s" => Some("second"),
        "h" => Some("hour"),
        "t" => Some("tonn"),
        _ => None,
    }
}

/// The direction of a word. Up and down are directions of figures: nothing rises when a test is
/// set up.
fn own_direction(tokens: &[Token<'_>], words: &[String], at: usize) -> Option<Direction> {
    let found = direction(&words[at])?;
    let next = tokens.get(at + 1).map(|next| next.surface);
    let measured = next.is_some_and(|next| {
        next.starts_with(|c: char| c.is_ascii_digit()) || matches!(next, "from" | "by" | "to")
    });
    (!matches!(words[at].as_str(), "up" | "down") || measured).then_some(found)
}
