use crate::words::sentences;

use super::cues;
use super::purpose::Purpose;
use super::reader;
use super::sections::Block;

/// One thing a post says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item<'a> {
    pub text: &'a str,
    pub purpose: Purpose,
}

/// A sentence longer than this is a list in disguise.
const LONG: usize = 90;

/// The items of a post, and whether what was learned could be used on it.
pub(super) fn of<'a>(
    blocks: &[Block<'a>],
    titled: &str,
    vectors: Option<&[Vec<f32>]>,
) -> (Vec<Item<'a>>, bool) {
    let lines = lines(blocks, titled);
    let texts: Vec<&str> = lines.iter().map(|line| line.text).collect();
    // Headings are judged, too: the reader looks at what stands above and below a sentence.
    let margins = reader::margins(&texts, vectors);
    let mut items = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let block = &blocks[line.block];
        // What the lists take for a heading may ask all the same: "Experience with Java".
        let asks = |margins: &Vec<f32>| {
            block.heading && !block.text.ends_with([':', '?']) && margins[number] > SURELY
        };
        if !line.told && !margins.as_ref().is_some_and(asks) {
            continue;
        }
        let listed = match block.bullet {
            true => of_bullet(block).purpose,
            false => match block.purpose {
                Purpose::Open => cues::purpose_of(line.text),
                known => under_heading(known, line.text),
            },
        };
        let purpose = match &margins {
            Some(margins) => learned(listed, margins[number], block, line.text),
            None => listed,
        };
        match block.bullet {
            true => items.push(Item { text: of_bullet(block).text, purpose }),
            false => parts(line.text, purpose, &mut items),
        }
    }
    (items, margins.is_some())
}

/// The sentences of a post as they are judged, in order.
pub(super) fn sentences_of<'a>(blocks: &[Block<'a>], titled: &str) -> Vec<&'a str> {
    lines(blocks, titled).iter().map(|line| line.text.trim()).collect()
}

/// A sentence of a post, with the block it stands in.
struct Line<'a> {
    text: &'a str,
    block: usize,
    /// Whether it is read, and not only seen by its neighbours.
    told: bool,
}

fn lines<'a>(blocks: &[Block<'a>], titled: &str) -> Vec<Line<'a>> {
    let mut found = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        let told = !block.heading && block.text != titled || titled.len() > LONG;
        let told = told && !block.heading;
        if block.bullet || block.heading {
            found.push(Line { text: block.text, block: number, told });
        } else {
            let all = sentences(block.text).into_iter();
            found.extend(all.map(|one| Line { text: one.text, block: number, told }));
        }
    }
    found
}

/// How far below the limit a sentence may be that stands in a list under a heading of what is needed,
/// one of which the lists say that it asks, an item under a heading of tasks, and one that tells a task.
const ANNOUNCED: f32 = 4.0;
const ASKING: f32 = 0.8;
const LISTED: f32 = 2.0;
const TELLING: f32 = 0.3;
/// How far above the limit a line must be to be no heading.
const SURELY: f32 = 0.5;

/// What a sentence is for when it is known how likely it asks for something: what does not ask is
/// left open, and what asks keeps what heading and words say it is.
fn learned(listed: Purpose, margin: f32, block: &Block<'_>, text: &str) -> Purpose {
    let announced = block.bullet && matches!(block.purpose, Purpose::Must | Purpose::Nice);
    let trust = match listed {
        Purpose::Must | Purpose::Nice if announced => ANNOUNCED,
        Purpose::Must | Purpose::Nice => ASKING,
        Purpose::Task if block.bullet && block.purpose == Purpose::Task => LISTED,
        Purpose::Task => TELLING,
        Purpose::Talk | Purpose::Terms | Purpose::Open => 0.0,
    };
    if margin < -trust {
        // What names a benefit is talk; of the rest nobody knows more than that it does not ask.
        return match listed {
            Purpose::Talk | Purpose::Terms => Purpose::Talk,
            _ => Purpose::Open,
        };
    }
    match listed {
        Purpose::Talk | Purpose::Terms | Purpose::Open => match cues::purpose_of(text) {
            Purpose::Talk | Purpose::Terms | Purpose::Open => Purpose::Must,
            known => known,
        },
        known => known,
    }
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
    // Bytes will do. It is only about what is long.
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
