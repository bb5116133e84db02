//! What a text says is so, apart from what it says is not. Who "never worked with Kubernetes" names it and has not
//! done it; who "would like to learn" it has not yet.
//!
//! A help and no proof: it reads words of negation and how far they reach, in ten languages. In doubt a word counts
//! as denied, for a gap that is none costs less than an answer that is none.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::lists::{lines, words};
use crate::words::{Gap, Token, normalise, tokens};

const LIST: &str = include_str!("../../data/denials.txt");
/// Words between a negation and what it is told to lack.
const NEAR: usize = 3;
/// Words of a list between a comma and its "or".
const LIST_ENDS: usize = 8;
/// Words of a sentence that is read in parts.
const LONGEST: usize = 300;

fn listed(section: &'static str) -> HashSet<&'static str> {
    words(LIST, section).collect()
}
/// Phrases, word by word.
fn told(section: &'static str) -> Vec<Vec<&'static str>> {
    lines(LIST, section).map(|line| line.split(' ').collect()).collect()
}
static DENIALS: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("denials"));
static LACKS: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("lacks"));
static WITHOUT: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("without"));
static LITTLE: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("little"));
static HARMLESS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| told("harmless"));
static ALTERNATIVES: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("alternatives"));
static JOINTS: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("joints"));
static DEEDS: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("deeds"));
static OWN: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("own"));
static HAVING: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("having"));
static CONTRASTS: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("contrasts"));
static CLAUSES: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("clauses"));
static KNOWLEDGE: LazyLock<HashSet<&str>> = LazyLock::new(|| listed("knowledge"));
static WISHES: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| told("wishes"));
static LONGINGS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| told("longings"));
static VERDICTS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| told("verdicts"));
static UNTIL_NOW: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| told("until now"));
static SIGNS: LazyLock<Vec<&str>> = LazyLock::new(|| lines(LIST, "signs").collect());

/// The words of a text, apart by what it says of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claimed {
    pub said: String,
    pub denied: String,
}

impl Claimed {
    pub(crate) fn of(text: &str) -> Self {
        let text = normalise(text);
        let tokens = tokens(&text);
        let denied = denied(&text, &tokens);
        let part = |wanted: bool| {
            let chosen = tokens.iter().zip(&denied).filter(|(_, denied)| **denied == wanted);
            chosen.map(|(token, _)| token.surface).collect::<Vec<_>>().join(" ")
        };
        Self { said: part(false), denied: part(true) }
    }

    /// Whether so much is denied that a vector of the whole text speaks of what is not so.
    pub(crate) fn mostly_denies(&self) -> bool {
        let count = |text: &str| text.split(' ').filter(|word| !word.is_empty()).count();
        2 * count(&self.denied) >= count(&self.said) && !self.denied.is_empty()
    }
}

/// For each token whether its sentence denies it.
fn denied(text: &str, tokens: &[Token<'_>]) -> Vec<bool> {
    let mut found = vec![false; tokens.len()];
    let (mut asked, mut begin) = (0, 0);
    while begin < tokens.len() {
        let behind = tokens[begin + 1..].iter().position(|token| token.gap == Gap::Sentence);
        let end = behind.map_or(tokens.len(), |behind| begin + 1 + behind);
        deny(text, &tokens[begin..end], &mut found[begin..end]);
        if is_no(text, tokens, begin, end) {
            found[asked..begin].fill(true);
        }
        (asked, begin) = (begin, end);
    }
    found
}

/// Whether a sentence answers the question before it with a no: "Kubernetes? Never."
fn is_no(text: &str, tokens: &[Token<'_>], begin: usize, end: usize) -> bool {
    let Some(before) = begin.checked_sub(1).map(|before| &tokens[before]) else { return false };
    let between = &text[before.start + before.surface.len()..tokens[begin].start];
    let first = tokens[begin].folded.as_str();
    let denies =
        DENIALS.contains(first) || LACKS.contains(first) || matches!(first, "nein" | "nej" | "nee");
    between.contains(['?', '？']) && denies && end - begin < NEAR
}

/// What reaches how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Also what stands before it in its clause.
    BothWays,
    Forward,
    /// To the next "and", too.
    Short,
    /// To "to": "from no tests to full coverage".
    Start,
    /// What follows a relative clause's verb is not denied any more: "that cannot be run by hand with Selenium".
    Few,
    Sentence,
}

fn deny(text: &str, sentence: &[Token<'_>], found: &mut [bool]) {
    // Nobody reads such a sentence, and looking both ways from every word would take long.
    if sentence.len() > LONGEST {
        found.fill((0..sentence.len()).any(|at| reach(text, sentence, at).is_some()));
        return;
    }
    for at in 0..sentence.len() {
        let Some(reach) = reach(text, sentence, at) else { continue };
        if reach == Reach::Sentence {
            found.fill(true);
            return;
        }
        found[at] = true;
        let end = (at + 1..sentence.len()).find(|behind| ends(sentence, at, *behind, reach));
        found[at + 1..end.unwrap_or(sentence.len())].fill(true);
        if reach == Reach::BothWays {
            for before in (0..at).rev() {
                let ends = sentence[before + 1].gap == Gap::Clause;
                if ends || CLAUSES.contains(sentence[before].folded.as_str()) {
                    break;
                }
                found[before] = true;
            }
        }
    }
}

/// Whether what is denied at one place ends before another one.
fn ends(sentence: &[Token<'_>], at: usize, behind: usize, reach: Reach) -> bool {
    let word = sentence[behind].folded.as_str();
    let joins = JOINTS.contains(word);
    let is_deed =
        |token: &Token<'_>| token.folded.ends_with("ed") || DEEDS.contains(token.folded.as_str());
    let tells_more = joins && sentence.get(behind + 1).is_some_and(is_deed);
    // A comma goes on where an "or" is to come.
    let listed = || {
        let rest = sentence[behind..].iter().take(LIST_ENDS);
        rest.into_iter().any(|token| ALTERNATIVES.contains(token.folded.as_str()))
    };
    CONTRASTS.contains(word)
        || tells_more
        || sentence[behind].gap == Gap::Clause && !listed()
        || joins && matches!(reach, Reach::Short | Reach::Start)
        || reach == Reach::Start && matches!(word, "to" | "zu" | "bis" | "à" | "a")
        || reach == Reach::Few && behind > at + NEAR
}

fn reach(text: &str, sentence: &[Token<'_>], at: usize) -> Option<Reach> {
    let token = &sentence[at];
    let word = token.folded.as_str();
    if SIGNS.iter().any(|sign| word.contains(sign)) {
        return Some(Reach::Sentence);
    }
    let before = at.checked_sub(1).map(|before| sentence[before].folded.as_str());
    let begins = at == 0 || token.gap == Gap::Clause;
    if at > 0 && begins_with(&LONGINGS, &sentence[at..]) {
        return Some(Reach::BothWays);
    }
    if begins_with(&VERDICTS, &sentence[at..]) && is_verdict(text, sentence, at) {
        return Some(Reach::Sentence);
    }
    if begins_with(&WISHES, &sentence[at..]) {
        // A plan to move, and companies that want to, are no wishes of the writer.
        return (begins || before.is_some_and(|word| OWN.contains(word))).then_some(Reach::Forward);
    }
    let rest = &sentence[at + 1..];
    let lacks_knowledge =
        rest.iter().take(NEAR).any(|token| KNOWLEDGE.contains(token.folded.as_str()))
            || LITTLE.contains(word) && is_until_now(rest);
    let denies = word.ends_with("n't") || DENIALS.contains(word);
    let lacks = LACKS.contains(word) || LITTLE.contains(word) && lacks_knowledge;
    if !(denies || lacks || WITHOUT.contains(word)) || is_name(text, token) {
        return None;
    }
    // "No-code" and "non-profit" are names, and "No. 1" is a rank.
    let end = token.start + token.surface.len();
    let next = rest.first();
    let joined = next.is_some_and(|next| text.get(end..next.start) == Some("-"));
    let counted = next.is_some_and(|next| next.surface.starts_with(|c: char| c.is_ascii_digit()));
    // "Pas à pas" is step by step.
    let steps = word == "pas" && before == Some("à");
    if joined || steps || begins_with(&HARMLESS, rest) || counted && word == "no" {
        return None;
    }
    // What others do not know is told behind a "with": "taught adults with no experience".
    let is_own = begins || before.is_some_and(|word| HAVING.contains(word) || OWN.contains(word));
    if lacks_knowledge && !denies && is_own || is_verdict(text, sentence, at) {
        return Some(Reach::Sentence);
    }
    if matches!(before, Some("from" | "von" | "de" | "da" | "van" | "fra")) {
        return Some(Reach::Start);
    }
    let is_relative = matches!(before, Some("that" | "which" | "who" | "do" | "does" | "did"))
        && sentence[..at]
            .iter()
            .rev()
            .take(2)
            .any(|token| matches!(token.folded.as_str(), "that" | "which" | "who"));
    match (denies, lacks) {
        (true, _) if is_relative => Some(Reach::Few),
        // "Never missing a deadline" says nothing of what stands before.
        (true, _) if next.is_some_and(|next| next.folded.ends_with("ing")) => Some(Reach::Forward),
        (true, _) => Some(Reach::BothWays),
        _ => Some(Reach::Short),
    }
}

/// Whether a few words end in "so far".
fn is_until_now(rest: &[Token<'_>]) -> bool {
    (0..rest.len().min(LIST_ENDS)).any(|at| begins_with(&UNTIL_NOW, &rest[at..]))
}

/// A word in capitals in a text that is not: `SEM`, `NI`, `NO` of Norway.
fn is_name(text: &str, token: &Token<'_>) -> bool {
    let shouted = token.surface.len() > 1 && token.surface.chars().all(char::is_uppercase);
    shouted && text.chars().any(char::is_lowercase)
}

fn begins_with(phrases: &[Vec<&str>], tokens: &[Token<'_>]) -> bool {
    let begins = |phrase: &Vec<&str>| {
        let words = tokens.iter().map(|token| token.folded.as_str());
        phrase.len() <= tokens.len() && phrase.iter().copied().eq(words.take(phrase.len()))
    };
    phrases.iter().any(begins)
}

/// Whether what begins here judges what stands before: "Kubernetes: not used", "Kubernetes (none)".
fn is_verdict(text: &str, sentence: &[Token<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &sentence[before]) else { return false };
    let between = &text[before.start + before.surface.len()..sentence[at].start];
    let rest = &sentence[at + 1..];
    let is_name = |token: &Token<'_>| token.surface.starts_with(char::is_uppercase);
    between.contains([':', '(', '–', '—', '[', '|'])
        && rest.len() < NEAR
        && !rest.iter().any(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(text: &str, name: &str) -> bool {
        Claimed::of(text).said.split(' ').any(|word| word == name)
    }

    #[test]
    fn what_is_denied_is_not_said() {
        for text in [
            "Never worked with Kubernetes.",
            "I have never used Docker, Kubernetes or Helm",
            "Kubernetes was not used.",
            "Kubernetes has never been part of my work",
            "We didn't run Kubernetes",
            "No experience with Kubernetes",
            "Kubernetes: no experience",
            "Kubernetes (none)",
            "Kubernetes: not used",
            "Kubernetes (not yet)",
            "Kubernetes – keine",
            "Ran Nomad without Kubernetes",
            "Chose Nomad instead of Kubernetes",
            "Unfamiliar with Kubernetes",
            "Would like to learn Kubernetes",
            "Nie mit Kubernetes gearbeitet",
            "Kubernetes kenne ich nicht",
            "Keine Erfahrung mit Kubernetes",
            "Ich möchte Kubernetes lernen",
            "Je n'ai jamais utilisé Kubernetes",
            "Sin experiencia con Kubernetes",
            "Non ho mai usato Kubernetes",
            "Geen ervaring met Kubernetes",
            "Har aldrig brugt Kubernetes",
            "没有 Kubernetes 经验",
            "Kubernetes の経験はありません",
            "Wrote Java. Kubernetes was not used there.",
            "Zero experience with Kubernetes.",
            "Little experience with Kubernetes",
            "Kaum Erfahrung mit Kubernetes",
            "Currently learning Kubernetes",
            "I have no experience with Docker, Kubernetes or Helm",
            "Wanted to learn Kubernetes but had no time",
            "Failed to migrate Nomad to Kubernetes",
            "Failed the Kubernetes exam",
            "Attended a talk on Kubernetes",
            "Kubernetes würde ich gern lernen",
            "Kubernetes nur vom Hörensagen",
            "Kubernetes (expired)",
            "Kubernetes: not completed",
            "Wollte Kubernetes lernen",
            "Kubernetes? Never.",
            "Kubernetes? Not yet.",
            "Kubernetes? Nein.",
            "Zero Kubernetes so far",
            "Kaum Kubernetes bisher",
        ] {
            assert!(!says(text, "Kubernetes"), "{text}: {:?}", Claimed::of(text));
        }
    }

    #[test]
    fn what_stands_beside_a_denial_is_said() {
        for text in [
            "Ran Kubernetes for five years.",
            "Migrated to Kubernetes with no downtime",
            "Moved to Kubernetes without losing a request",
            "Ran Kubernetes, not Nomad",
            "Ran Kubernetes (not Nomad)",
            "Not only Nomad but Kubernetes",
            "Not only Kubernetes, also Nomad",
            "Did not stay with Nomad but moved to Kubernetes",
            "Built Kubernetes operators that do not crash",
            "Kept Kubernetes running, never missing a deadline",
            "Ran Kubernetes and never lost data",
            "In Kubernetes projects I never lost data",
            "Built a no-code tool on Kubernetes",
            "Never late. Ran Kubernetes.",
            "Nicht nur Nomad, sondern Kubernetes",
            "No. 1 for Kubernetes in town",
            "Worked with services including but not limited to Docker and Kubernetes",
            "Ran SEM campaigns for Kubernetes in DK, SE, NO and FI",
            "Tested with NI TestStand on Kubernetes",
            "With no downtime, moved 40 services to Kubernetes using Terraform.",
            "Identified a lack of monitoring and introduced Kubernetes",
            "Passed the audit with no findings, owning Kubernetes",
            "Where there was no cluster, built Kubernetes for 12 teams",
            "Went from no automated tests to 90 % coverage with Kubernetes",
            "Taught Kubernetes to 200 adults with no programming experience",
            "Taught Kubernetes to 30 colleagues without a technical background",
            "Executed a plan to migrate 200 servers to Kubernetes",
            "Advise companies that want to move to Kubernetes",
            "Never missed a deadline in ten years of Kubernetes",
            "Explained Kubernetes to non technical managers",
            "Ran Kubernetes for a not for profit organisation",
            "Automated tests that cannot be run by hand with Kubernetes",
            "Migration ohne Ausfall und Betrieb von Kubernetes",
            "Migration sans interruption et exploitation de Kubernetes",
            "Formation pas à pas de 40 collègues à Kubernetes",
            "Never failed to deliver Kubernetes on time",
            "Wanted to cut costs, so built Kubernetes for 12 teams",
            "Mended services that failed to start in Kubernetes",
            "Renewed expired certificates in Kubernetes",
            "Gave a talk on Kubernetes",
            "Ran Kubernetes for patients who wanted to go home",
            "Ran Kubernetes for years. Never alone.",
            "Nomad? No, Kubernetes.",
            "Ran Kubernetes with zero incidents so far",
        ] {
            assert!(says(text, "Kubernetes"), "{text}: {:?}", Claimed::of(text));
        }
    }

    #[test]
    fn a_small_denial_does_not_silence_the_rest() {
        assert!(Claimed::of("Never worked with Kubernetes.").mostly_denies());
        let small = "Moved forty services of three teams to Kubernetes in a year without downtime";
        assert!(!Claimed::of(small).mostly_denies());
        assert!(!Claimed::of("").mostly_denies() && !Claimed::of("Ran it").mostly_denies());
    }
}
