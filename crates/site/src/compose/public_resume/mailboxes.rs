//! A mailbox that is hidden, as it can be found in other texts.

use super::fold::{behind, plain};
use super::messengers;

/// The mailboxes of texts that are hidden.
#[derive(Debug, Default)]
pub(super) struct Mailboxes(Vec<String>);

impl Mailboxes {
    #[cfg(test)]
    pub(super) fn of(text: &str) -> Self {
        let mut mailboxes = Self::default();
        mailboxes.add(text);
        mailboxes
    }

    pub(super) fn add(&mut self, text: &str) {
        let folded = fold(text);
        let ends = |sign: char| sign.is_whitespace() || ",;/|<>()[]{}\"'".contains(sign);
        let named = folded.split(ends).map(|name| name.trim_start_matches("mailto:"));
        let named = named.map(|name| name.trim_matches([':', '.']));
        let is_mailbox = |name: &&str| {
            name.split_once('@')
                .is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty())
        };
        self.0.extend(named.filter(is_mailbox).map(str::to_owned));
    }

    /// Whether a text names one of them, or any mailbox at all that cannot be taken for something else.
    pub(super) fn are_in(&self, text: &str) -> bool {
        if names_mailbox(text) {
            return true;
        }
        let text = fold(text);
        let leads = behind(&text, "mailto:").any(|rest| !rest.starts_with(char::is_whitespace))
            || text.trim_start().starts_with("mailto:");
        let is_end = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        leads || self.0.iter().any(|name| behind(&text, name).any(is_end))
    }

    /// Whether a text tells the name of one of them as that of the owner at a messenger.
    pub(super) fn are_named_by(&self, text: &str) -> bool {
        let names: Vec<String> = self.0.iter().filter_map(|it| messengers::name_of(it)).collect();
        messengers::tells(text, &names)
    }
}

/// Whether a text names a mailbox, whosever it is. `Engineer at forge.example` is none, unless something before
/// it asks to write there.
fn names_mailbox(text: &str) -> bool {
    let plain = plain(text);
    let marked = with_signs(&plain);
    let has = |text: &str| {
        text.match_indices('@').any(|(at, _)| is_around_at(&text[..at], &text[at + 1..]))
    };
    let words: Vec<&str> =
        plain.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_spelt = |part: &[&str]| {
        matches!(part[1], "at" | "ät" | "arroba") && matches!(part[3], "dot" | "punkt")
    };
    has(&marked)
        || words.windows(4).any(is_spelt)
        || (ASKING.iter().any(|asking| plain.contains(asking)) && has(&fold(text)))
}

/// What is written before a mailbox.
const ASKING: [&str; 11] = [
    "mail:",
    "mail :",
    "mail to ",
    "mail me ",
    "contact:",
    "kontakt:",
    "reach me ",
    "write to ",
    "courriel:",
    "courriel :",
    "correo:",
];

/// Words for `@` that mean nothing else, and those that do so between marks.
const AT: [&str; 7] =
    ["arroba", "arobase", "chiocciola", "snabel-a", "snabela", "apenstaartje", "klammeraffe"];
const MARKED_AT: [&str; 4] = ["at", "ät", "a", "@"];
const MARKED_DOT: [&str; 8] = ["dot", "punkt", "point", "punto", "ponto", "prik", "punt", "."];
const MARKS: [(&str, &str); 9] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
    ("-", "-"),
    ("_", "_"),
    ("#", "#"),
    ("|", "|"),
    ("*", "*"),
];

fn with_signs(plain: &str) -> String {
    let mut text = plain.to_owned();
    // `Options (a) alpha.example and (b) beta.example`
    let lists = plain.contains("(b)") || plain.contains("[b]");
    for (open, close) in MARKS {
        // `rent-a-car.example` is a place.
        let is_word = |word: &&&str| **word == "a" && (lists || matches!(open, "-" | "_"));
        let at = MARKED_AT.iter().filter(|word| !is_word(word)).chain(&AT).map(|word| (word, "@"));
        for (word, sign) in at.chain(MARKED_DOT.iter().map(|word| (word, "."))) {
            text = text.replace(&format!("{open}{word}{close}"), sign);
        }
    }
    for word in AT {
        text = text.replace(&format!(" {word} "), "@");
    }
    let text = text.replace(" @", "@").replace("@ ", "@");
    match text.contains('@') {
        true => text.replace(" . ", ".").replace(" dot ", ".").replace(" punkt ", "."),
        false => text,
    }
}

fn is_around_at(before: &str, behind: &str) -> bool {
    let is_local = |sign: char| sign.is_alphanumeric() || "._%+-".contains(sign);
    let local = before.len() - before.trim_end_matches(is_local).len();
    // `@mira@forge.example` is a name at a place where people write to all.
    let is_handle = before[..before.len() - local].ends_with('@');
    let end = behind.find(|sign: char| !(sign.is_alphanumeric() || ".-".contains(sign)));
    // `git@forge.example:mira/x` is where a program lives.
    let is_program = before.ends_with("git") && local == 3;
    local > 0 && !is_handle && !is_program && is_domain(&behind[..end.unwrap_or(behind.len())])
}

fn is_domain(name: &str) -> bool {
    let name = name.trim_matches(['.', '-']);
    name.rsplit_once('.').is_some_and(|(host, end)| {
        let is_name = end.starts_with("xn--") || end.chars().all(char::is_alphabetic);
        !host.is_empty() && end.chars().count() >= 2 && is_name
    })
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
    fn every_mailbox_is_found_and_nothing_else() {
        let hidden = Mailboxes::of("mira@hidden.example");
        for text in [
            "mailto:oak@other.example",
            " MAILTO: x",
            "see mailto:x@y.example",
            "mailto%3Ax",
            "palmira@hidden.example",
            "Ask oak@other.example.",
            "oak(at)other.example",
            "oak [at] other [dot] example",
            "oak at other dot example",
            "oak-at-other.example",
            "E-mail: oak at other.example",
            "https://x.example/?m=oak%40other.example",
            "jean arobase exemple.fr",
            "jean [arobase] exemple [point] fr",
            "mario (chiocciola) esempio.it",
            "mira (snabel-a) hidden.dk",
            "mira apenstaartje hidden.nl",
            "mira@hidden dot example",
            "oak @hidden.example",
            "oak@\nhidden.com",
            "oak #at# hidden.example",
            "oak|at|hidden.com",
            "oak@firma.xn--p1ai",
            "E-mail to oak at hidden.com",
        ] {
            assert!(hidden.are_in(text), "{text}");
            assert!(Mailboxes::default().are_in(text), "{text}");
        }
        for text in [
            "https://hidden.example",
            "https://mira.hidden.example",
            "https://forge.example/mira/hidden.example",
            "https://forge.example/@mira",
            "@mira@forge.example",
            "npm install wheel@1.2.3",
            "Mail client at mail.example",
            "Contact person at forge.example",
            "git@forge.example:mira/x",
            "Engineer at forge.example",
            "Built rent-a-car.example",
            "Chose between (a) alpha.example and (b) beta.example",
            "Ran mills (at night) and kept them",
            "Was there at one point of time",
            "Mira worked at hidden heights",
            "Wrote a reader of mailto: addresses",
            "",
        ] {
            assert!(!hidden.are_in(text), "{text}");
            assert!(!Mailboxes::of("ask me").are_in(text), "{text}");
        }
    }
}
