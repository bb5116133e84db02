//! A text by its sentences, cut too rarely rather than too often: whatever is cut off may be delivered
//! alone, and half a sentence can say the opposite of the whole.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::lists::{lines, words};

const LIST: &str = include_str!("../../data/leaning.txt");

static LEANING: LazyLock<Vec<&str>> = LazyLock::new(|| lines(LIST, "leaning").collect());
static ABBREVIATIONS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| words(LIST, "abbreviations").collect());
static BEGINNINGS: LazyLock<HashSet<&str>> = LazyLock::new(|| words(LIST, "beginnings").collect());

/// The sentences with where each begins, in bytes. Sentences that cannot be understood without the
/// one before stay with it, and where it is not clear whether one ends, it does not.
pub(super) fn passages(text: &str) -> Vec<(usize, &str)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut begin = 0;
    let mut speech = Speech::default();
    let mut before = None;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        speech.read(before, c, &text[end..]);
        before = Some(c);
        if speech.is_over() && is_end(text, at, c) && begins_surely(&text[end..]) {
            push(text, begin, end, &mut found);
            begin = end;
        }
    }
    push(text, begin, text.len(), &mut found);
    found.into_iter().map(|(from, to)| (from, &text[from..to])).collect()
}

fn push(text: &str, begin: usize, end: usize, found: &mut Vec<(usize, usize)>) {
    let part = &text[begin..end];
    let left = part.trim_start();
    let (from, to) = (end - left.len(), begin + part.trim_end().len());
    if from >= to {
        return;
    }
    match found.last_mut() {
        Some(last) if leans_back(&text[from..to]) => last.1 = to,
        _ => found.push((from, to)),
    }
}

/// Whether somebody else may be speaking, or a list may be going on: within quotes and brackets, and
/// from a colon, or the end of a line that ends no sentence, before a capital letter to the end of the text.
/// `What I never did: Lead people. Hire.` is one passage, and so it is on lines of their own.
#[derive(Debug, Default)]
struct Speech {
    /// For each kind of quotation marks whether it is open.
    quotes: [bool; 3],
    /// Single marks are apostrophes, too, so they open only before a word and close only behind one.
    single: bool,
    brackets: i32,
    announced: bool,
    /// The last character that is no blank.
    last: Option<char>,
}

impl Speech {
    fn read(&mut self, before: Option<char>, c: char, after: &str) {
        let next = after.chars().next();
        let outside = before.is_none_or(|c| !c.is_alphanumeric());
        match c {
            '"' => self.quotes[0] ^= true,
            '“' | '”' | '„' | '‟' => self.quotes[1] ^= true,
            '«' | '»' | '‹' | '›' => self.quotes[2] ^= true,
            '\'' | '‘' | '‚' | '’' if !self.single => {
                self.single = c == '‘' || (outside && next.is_some_and(char::is_alphanumeric));
            }
            '\'' | '’' => self.single = next.is_some_and(char::is_alphanumeric),
            '(' | '[' | '{' => self.brackets += 1,
            ')' | ']' | '}' => self.brackets -= 1,
            // Small letters go on with the sentence.
            ':' if next.is_none_or(char::is_whitespace) => {
                self.announced |= !after.trim_start().starts_with(char::is_lowercase);
            }
            '：' => self.announced = true,
            '\n' => {
                let ended = matches!(self.last, None | Some('.' | '!' | '?' | '…' | '。'));
                self.announced |= !ended && !after.trim_start().starts_with(char::is_lowercase);
            }
            _ => {}
        }
        self.last = Some(c).filter(|c| !c.is_whitespace()).or(self.last);
    }

    fn is_over(&self) -> bool {
        !self.quotes.contains(&true) && !self.single && self.brackets == 0 && !self.announced
    }
}

/// Whether a sentence ends with this character: a mark, a blank, and a capital letter after it. A
/// short word before a dot may be an abbreviation ("Dr.", "approx."), so the sentence goes on.
fn is_end(text: &str, at: usize, c: char) -> bool {
    if !matches!(c, '.' | '!' | '?') {
        return false;
    }
    let after = &text[at + c.len_utf8()..];
    let next = after.trim_start();
    let begins = after.len() > next.len() && next.starts_with(char::is_uppercase);
    if !begins || c != '.' {
        return begins;
    }
    let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let digits = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let long = word.chars().count() > 3 && word.chars().skip(1).all(char::is_lowercase);
    (long || digits) && !ABBREVIATIONS.contains(word.to_lowercase().as_str())
}

/// Whether the next word can only begin a sentence, in whatever language: `Ich`, `Depuis`, `The`. Any word
/// may be cut short before a name or a title with a capital letter: in `I was actg. Director` and `Ich war
/// stellv. Leiter` no sentence ends.
fn begins_surely(after: &str) -> bool {
    let words = after.trim_start().split(|c: char| !c.is_alphanumeric());
    words.into_iter().next().is_some_and(|word| BEGINNINGS.contains(word.to_lowercase().as_str()))
}

/// Whether a sentence begins as those do that cannot be understood without the one before.
fn leans_back(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    LEANING.iter().any(|beginning| {
        let rest = lower.strip_prefix(beginning);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_points_back_is_known_by_its_beginning() {
        for text in ["Before that I taught.", "There, I ran the mill.", "It grew.", "However, no."]
        {
            assert!(leans_back(text), "{text}");
        }
        for text in
            ["Italian is my mother tongue.", "Thereafter Ltd. grew.", "So-called.", "I ran it."]
        {
            assert!(!leans_back(text), "{text}");
        }
    }

    #[test]
    fn a_text_is_parted_only_where_a_sentence_surely_ends() {
        for (text, parts) in [
            ("I build engines. I teach.", &["I build engines.", "I teach."][..]),
            (
                "I was offered the post of CTO. But I declined. I teach.",
                &["I was offered the post of CTO. But I declined.", "I teach."],
            ),
            (
                "Not managed by Dr. Ada Byron. I teach.",
                &["Not managed by Dr. Ada Byron.", "I teach."],
            ),
            ("I worked for Acme Inc. Led nobody.", &["I worked for Acme Inc. Led nobody."]),
            ("No team; led by others.\nI teach", &["No team; led by others.", "I teach"]),
            ("It grew from 3 to 5. My costs fell!", &["It grew from 3 to 5.", "My costs fell!"]),
            ("I build\nengines. I teach.", &["I build\nengines.", "I teach."]),
            ("I build engines.\n\nI teach.", &["I build engines.", "I teach."]),
            ("Planned to\nLead 30 people", &["Planned to\nLead 30 people"]),
            (
                "My mother's mill. We're three. I teach.",
                &["My mother's mill.", "We're three.", "I teach."],
            ),
            (
                "Backend engineer. Passionate about Rust.",
                &["Backend engineer.", "Passionate about Rust."],
            ),
            ("In short: two mills. I teach.", &["In short: two mills.", "I teach."]),
            (" . ", &["."]),
            ("", &[]),
        ] {
            let found: Vec<&str> = passages(text).into_iter().map(|(_, part)| part).collect();
            assert_eq!(found, parts, "{text}");
            for (at, part) in passages(text) {
                assert!(text[at..].starts_with(part));
            }
        }
    }

    /// Each of these has a half that says what the whole does not.
    #[test]
    fn no_half_of_a_sentence_is_one() {
        for text in [
            "Ich war stellv. Leiter der Abteilung mit 30 Leuten.",
            "War stellv. Leiter in Berlin.",
            "Techn. Leiter, Abteilung Bau.",
            "Ich bin angeh. Ärztin und arbeite im Labor.",
            "Je suis anc. Directeur de la banque et du port.",
            "Soy exdir. General de la empresa y del puerto.",
            "Jeg var fhv. Direktør for havnen og banken.",
            "I was asst. Director of the mill.",
            "My manager said \"Ada did nothing. I led all 30 people.\"",
            "My manager said: Nobody else was there. I led all 30 people.",
            "Mein Chef sagte „Ada tat nichts. Ich habe alle geführt.“",
            "Mon chef disait « Ada n'a rien fait. Je dirige tout. »",
            "He told us 'She did nothing. I led all.'",
            "They wrote ‘She did nothing. I led all.’",
            "Things that others did (They were many. I led none.)",
            "What I never did: Manage people. Lead teams. Hire.",
            "What I never did\nI managed people.\nI led teams.",
            "Others in my team did this\n\nI led 30 people. I hired.",
            "I was actg. Director of the mill and of the dam.",
            "I was depty. Head of the mill.",
            "I am an assoc. Professor of mills and of dams.",
            "I was regnl. Manager of the mill. Director of nothing.",
        ] {
            assert_eq!(passages(text), [(0, text)], "{text}");
        }
    }

    #[test]
    fn other_languages_are_parted_where_a_sentence_surely_begins() {
        let text = "Ich baue Maschinen für die Industrie. Seit 2019 bin ich stellv. Leiterin. Ich leite Teams.";
        let parts: Vec<&str> = passages(text).into_iter().map(|(_, part)| part).collect();
        let expected = [
            "Ich baue Maschinen für die Industrie.",
            "Seit 2019 bin ich stellv. Leiterin.",
            "Ich leite Teams.",
        ];
        assert_eq!(parts, expected);
    }
}
