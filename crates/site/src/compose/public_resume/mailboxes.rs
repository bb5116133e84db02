//! A mailbox that is hidden, as it can be found in other texts.

use super::fold::{behind, plain};

/// The mailboxes of a text that is hidden.
pub(super) struct Mailboxes(Vec<String>);

impl Mailboxes {
    pub(super) fn of(text: &str) -> Self {
        let folded = fold(text);
        let ends = |sign: char| sign.is_whitespace() || ",;/|<>()[]{}\"'".contains(sign);
        let named = folded.split(ends).map(|name| name.trim_start_matches("mailto:"));
        let named = named.map(|name| name.trim_matches([':', '.']));
        let is_mailbox = |name: &&str| {
            name.split_once('@')
                .is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty())
        };
        Self(named.filter(is_mailbox).map(str::to_owned).collect())
    }

    /// Whether a text names one of them, or leads to any mailbox at all.
    pub(super) fn are_in(&self, text: &str) -> bool {
        let text = fold(text);
        let leads = behind(&text, "mailto:").any(|rest| !rest.starts_with(char::is_whitespace))
            || text.trim_start().starts_with("mailto:");
        let is_end = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        leads || self.0.iter().any(|name| behind(&text, name).any(is_end))
    }
}

/// With `@` and `.` where they are written as words, which people read and programs do not.
fn fold(text: &str) -> String {
    let text = plain(text);
    let mut folded = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (word, behind) = split(rest, |sign| !sign.is_alphanumeric());
        let (gap, next) = split(behind, char::is_alphanumeric);
        let is_apart = folded.ends_with(is_around) && gap.starts_with(is_around);
        match sign_of(word, folded.ends_with(['(', '[', '{', '<'])).filter(|_| is_apart) {
            Some(sign) => {
                folded.truncate(folded.trim_end_matches(is_around).len());
                folded.push(sign);
                folded.push_str(gap.trim_start_matches(is_around));
            }
            None => {
                folded.push_str(word);
                let is_at = gap.trim_matches(is_around) == "@";
                folded.push_str(if is_at { "@" } else { gap });
            }
        }
        rest = next;
    }
    folded
}

fn split(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// What may stand around a word that is meant as a sign.
fn is_around(sign: char) -> bool {
    sign.is_whitespace() || "()[]{}<>-_*".contains(sign)
}

fn sign_of(word: &str, in_brackets: bool) -> Option<char> {
    match word {
        "at" | "ät" | "arroba" => Some('@'),
        "dot" | "punkt" | "point" | "punto" => Some('.'),
        // A word of its own in several languages.
        "a" if in_brackets => Some('@'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_is_found_in_every_notation() {
        let written = [
            "mira@hidden.example",
            "Mira@Hidden.Example",
            "mira at hidden.example",
            "mira (at) hidden (dot) example",
            "mira[at]hidden.example",
            "mira (a) hidden.example",
            "mira-at-hidden-dot-example",
            "mira @ hidden.example",
            "mira%40hidden.example",
            "https://x.example/?m=mira%2540hidden.example&x=1",
            "mira&#64;hidden.example",
            "mira\u{ff20}hidden.example",
            "mi\u{ad}ra@hidden\u{200b}.example",
            "Write to mira@hidden.example.",
        ];
        for hidden in ["mira@hidden.example", "Mira <mira (at) hidden (dot) example>"] {
            let hidden = Mailboxes::of(hidden);
            for text in written {
                assert!(hidden.are_in(text), "{text}");
            }
        }
        let two = Mailboxes::of("mira@hidden.example / oak@other.example");
        assert!(two.are_in("mira at hidden.example") && two.are_in("oak at other.example"));
    }

    #[test]
    fn every_address_of_a_mailbox_is_found_and_nothing_else() {
        let hidden = Mailboxes::of("mira@hidden.example");
        for text in
            ["mailto:oak@other.example", " MAILTO: x", "see mailto:x@y.example", "mailto%3Ax"]
        {
            assert!(hidden.are_in(text), "{text}");
        }
        for text in [
            "https://hidden.example",
            "https://mira.hidden.example",
            "https://forge.example/mira/hidden.example",
            "https://forge.example/@mira",
            "palmira@hidden.example",
            "mira@hidden.examples",
            "Mira worked at hidden heights",
            "Wrote a reader of mailto: addresses",
            "",
        ] {
            assert!(!hidden.are_in(text), "{text}");
            assert!(!Mailboxes::of("ask me").are_in(text), "{text}");
        }
    }
}
