use crate::words::sentences;

use super::cues;
use super::purpose::Purpose;
use super::sections::Block;

/// One thing a post says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item<'a> {
    pub text: &'a str,
    pub purpose: Purpose,
}

/// A sentence longer than this is a list in disguise.
const LONG: usize = 90;

pub(super) fn of<'a>(blocks: &[Block<'a>], titled: &str) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for block in
        blocks.iter().filter(|block| !block.heading && block.text != titled || titled.len() > LONG)
    {
        if block.bullet {
            items.push(of_bullet(block));
            continue;
        }
        for sentence in sentences(block.text) {
            let purpose = match block.purpose {
                Purpose::Open => cues::purpose_of(sentence.text),
                known => under_heading(known, sentence.text),
            };
            parts(sentence.text, purpose, &mut items);
        }
    }
    items
}

fn of_bullet<'a>(block: &Block<'a>) -> Item<'a> {
    let purpose = match block.purpose {
        // A list that nothing announces is the list of what is asked for.
        Purpose::Open => Purpose::Must,
        known => known,
    };
    let text = block.text.trim_end_matches([',', ';', '.', ' ']);
    Item { text, purpose: under_heading(purpose, block.text) }
}

fn under_heading(purpose: Purpose, text: &str) -> Purpose {
    match purpose {
        Purpose::Must if cues::is_only_welcome(text) => Purpose::Nice,
        Purpose::Must | Purpose::Nice | Purpose::Task if cues::is_talk(text) => Purpose::Talk,
        Purpose::Task => cues::leading_in(text).unwrap_or(Purpose::Task),
        known => known,
    }
}

/// A long sentence by its clauses, each with at least three words.
fn parts<'a>(sentence: &'a str, purpose: Purpose, items: &mut Vec<Item<'a>>) {
    let asks = matches!(purpose, Purpose::Must | Purpose::Nice | Purpose::Task);
    if !asks || sentence.len() <= LONG {
        items.push(Item { text: trimmed(sentence), purpose });
        return;
    }
    let mut begin = 0;
    for (at, _) in sentence.match_indices([',', '?', ';']) {
        let part = &sentence[begin..at];
        let rest = &sentence[at + 1..];
        let words = |text: &str| text.split_whitespace().take(4).count();
        if words(part) > 3 && words(rest) > 3 && rest.starts_with(' ') {
            items.push(Item { text: trimmed(part), purpose });
            begin = at + 1;
        }
    }
    items.push(Item { text: trimmed(&sentence[begin..]), purpose });
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | '?' | '!'))
}
