use std::collections::HashMap;

use crate::analysis::Keyword;
use crate::words::{Gap, Stems, Token, is_empty_of_meaning, is_plain, tokens};

use super::items::Item;
use super::knowledge::knowledge;
use super::purpose::Purpose;
use super::weights::surfaces;

const MOST_KEYWORDS: usize = 40;
const MOST_OF_ITEM: usize = 12;

/// The terms by which an item is looked for: names and words that tell something, in order.
pub(super) fn of_item(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut found: Vec<String> = Vec::new();
    for term in terms(&tokens, text) {
        if found.len() < MOST_OF_ITEM
            && !found.iter().any(|known| known.eq_ignore_ascii_case(&term.text))
        {
            found.push(term.text);
        }
    }
    found
}

/// The terms of the whole post with their weights, the heaviest first.
pub(super) fn keywords(title: &str, items: &[Item<'_>]) -> Vec<Keyword> {
    let stems = Stems::new();
    let mut weights: HashMap<String, (f32, usize, String)> = HashMap::new();
    let parts = items.iter().map(|item| (item.text, weight_of(item.purpose)));
    for (text, weight) in [(title, 1.5)].into_iter().chain(parts) {
        for term in terms(&tokens(text), text) {
            let key: Vec<String> =
                term.text.to_lowercase().split(' ').map(|word| stems.stem(word)).collect();
            let order = weights.len();
            let known = weights.entry(key.join(" ")).or_insert((0.0, order, term.text));
            known.0 += weight * if term.name { 1.6 } else { 1.0 };
        }
    }
    let mut found: Vec<_> = weights.into_values().filter(|(weight, ..)| *weight > 0.0).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(MOST_KEYWORDS);
    // Repetition counts, but the tenth mention says less than the second.
    let heaviest = found.first().map_or(1.0, |(weight, ..)| weight.sqrt());
    let keyword = |(weight, _, term): (f32, usize, String)| Keyword {
        term,
        weight: weight.sqrt() / heaviest,
    };
    found.into_iter().map(keyword).collect()
}

/// The same for a post of which is known what its words name: the likelier a term names something to
/// know, and the oftener it is asked for, the heavier it is.
pub(super) fn known(title: &str, items: &[Item<'_>]) -> Vec<Keyword> {
    let stems = Stems::new();
    let mut found: HashMap<String, (f32, usize, String)> = HashMap::new();
    let mut add = |term: String, likely: f32| {
        let key: Vec<String> =
            term.to_lowercase().split(' ').map(|word| stems.stem(word)).collect();
        let order = found.len();
        let known = found.entry(key.join(" ")).or_insert((0.0, order, term));
        // Two weak signs together are stronger than each, and never more than certain.
        known.0 = 1.0 - (1.0 - known.0) * (1.0 - likely);
    };
    for term in terms(&tokens(title), title) {
        add(term.text, TITLE);
    }
    for item in items {
        let likely = knowledge(item.text);
        for term in terms(&tokens(item.text), item.text) {
            let lower = term.text.to_lowercase();
            let words = surfaces(&lower).filter_map(|word| likely.get(word));
            let best = words.copied().fold(0.0, f32::max);
            add(term.text, share_of(item.purpose) * best);
        }
    }
    let mut found: Vec<_> = found.into_values().filter(|(weight, ..)| *weight > 0.0).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let likely = found.iter().take_while(|(weight, ..)| *weight >= LIKELY).count();
    found.truncate(likely.clamp(FEWEST_LEARNED, MOST_LEARNED));
    // As with mentions: twice as likely is not twice as heavy.
    let heaviest = found.first().map_or(1.0, |(weight, ..)| weight.sqrt());
    let keyword = |(weight, _, term): (f32, usize, String)| Keyword {
        term,
        weight: weight.sqrt() / heaviest,
    };
    found.into_iter().map(keyword).collect()
}

/// What a title's words are worth beside a word that surely names something to know.
const TITLE: f32 = 0.6;
/// How likely a term must name something to know, whatever the length of the post; and bounds for very
/// short and very long ones.
const LIKELY: f32 = 0.2;
const FEWEST_LEARNED: usize = 30;
const MOST_LEARNED: usize = 60;

/// Employers name what they know, too; that counts for less.
fn share_of(purpose: Purpose) -> f32 {
    match purpose {
        Purpose::Must => 1.0,
        Purpose::Nice | Purpose::Task => 0.9,
        Purpose::Open => 0.6,
        Purpose::Talk | Purpose::Terms => 0.0,
    }
}

fn weight_of(purpose: Purpose) -> f32 {
    match purpose {
        Purpose::Must => 1.0,
        Purpose::Nice => 0.5,
        Purpose::Task => 0.5,
        Purpose::Open => 0.15,
        Purpose::Talk | Purpose::Terms => 0.0,
    }
}

struct Term {
    text: String,
    /// Written as a name: a technology, a product, an abbreviation.
    name: bool,
}

/// Words that tell something; neighbours that are both names are one term as well as `CI/CD`.
fn terms(tokens: &[Token<'_>], text: &str) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let mut run: Option<(usize, usize)> = None;
    for (at, token) in tokens.iter().enumerate() {
        let name = is_name(token) || begins_names(tokens, at);
        if !tells(token, name) {
            run = None;
            continue;
        }
        let end = token.start + token.surface.len();
        // Names written side by side are one: "Apache Kafka", "CI/CD", "PCI DSS".
        if let Some((start, stop)) = run
            && name
            && matches!(&text[stop..token.start], " " | "/" | "-")
            && let Some(last) = found.last_mut()
            && end - start <= 40
        {
            last.text = text[start..end].to_owned();
            run = Some((start, end));
            continue;
        }
        run = name.then_some((token.start, end));
        // A capital that only begins a sentence is no part of the word.
        let text = if name { token.surface.to_owned() } else { token.folded.clone() };
        found.push(Term { text, name });
    }
    found
}

fn tells(token: &Token<'_>, name: bool) -> bool {
    let word = token.folded.as_str();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let short_name = name && word.len() <= 3 && !is_plain(word);
    let single = letters == 1 && word.len() == 1 && !matches!(token.surface, "C" | "R");
    letters > 0 && !single && (short_name || !is_empty_of_meaning(word))
}

/// The first of several names: "React and TypeScript", "Python, SQL".
fn begins_names(tokens: &[Token<'_>], at: usize) -> bool {
    let upper = tokens[at].surface.starts_with(char::is_uppercase);
    let next = tokens.get(at + 1);
    let listed = next.is_some_and(|next| match next.folded.as_str() {
        "and" | "or" | "und" | "oder" => tokens.get(at + 2).is_some_and(is_name),
        _ => next.gap == Gap::Clause && is_name(next),
    });
    let alone = tokens.len() == 1;
    upper && (listed || alone)
}

/// Written in a way in which only names are: capitals within a sentence, digits or signs in a word.
fn is_name(token: &Token<'_>) -> bool {
    let mut characters = token.surface.chars();
    let first = characters.next().is_some_and(char::is_uppercase);
    let inner = characters.clone().any(|c| c.is_uppercase() || c.is_ascii_digit());
    let signs = token.surface.contains(['+', '#', '.']);
    (first && token.gap != Gap::Sentence) || inner || signs
}
