//! Writing into passages: split at headings and paragraphs, each a few hundred words at most, each
//! with the title (and the heading it stands under) in front, so that it makes sense alone. Pure.

/// A part of a text, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Heading(String),
    Paragraph(String),
}

/// Words after which a passage ends with its paragraph. About what the default model reads.
const USUAL_WORDS: usize = 180;
/// A paragraph beyond this is cut between sentences.
const MOST_WORDS: usize = 260;
/// Characters that count as a word where nothing else separates words.
const WORD_CHARACTERS: usize = 6;
/// Of a heading, in front of a passage.
const HEADING_CHARACTERS: usize = 200;

/// The passages of a text. None when there is nothing but its title.
pub fn passages(title: &str, blocks: &[Block]) -> Vec<String> {
    let mut passages = Vec::new();
    let mut heading = "";
    let mut open: Vec<&str> = Vec::new();
    let mut words = 0;
    let pieces = blocks.iter().flat_map(|block| match block {
        Block::Heading(_) => vec![block_as_piece(block)],
        Block::Paragraph(text) => cut(text).into_iter().map(Piece::Text).collect(),
    });
    for piece in pieces {
        let text = match piece {
            Piece::Heading(text) => {
                // A heading ends a passage, so that no passage is about two things.
                close(&mut passages, title, heading, &mut open, &mut words);
                heading = text;
                continue;
            }
            Piece::Text(text) => text,
        };
        let size = length(text);
        // Closed before it would grow too long, and again below once it is long enough: short
        // paragraphs gather, long ones stand alone.
        if words > 0 && words + size > MOST_WORDS {
            close(&mut passages, title, heading, &mut open, &mut words);
        }
        open.push(text);
        words += size;
        if words >= USUAL_WORDS {
            close(&mut passages, title, heading, &mut open, &mut words);
        }
    }
    close(&mut passages, title, heading, &mut open, &mut words);
    passages
}

enum Piece<'a> {
    Heading(&'a str),
    Text(&'a str),
}

fn block_as_piece(block: &Block) -> Piece<'_> {
    match block {
        Block::Heading(text) => Piece::Heading(text),
        Block::Paragraph(text) => Piece::Text(text),
    }
}

fn close(
    passages: &mut Vec<String>,
    title: &str,
    heading: &str,
    open: &mut Vec<&str>,
    words: &mut usize,
) {
    if !open.is_empty() {
        let context = match heading {
            "" => title.to_owned(),
            heading => {
                let heading: String = heading.chars().take(HEADING_CHARACTERS).collect();
                format!("{title}: {heading}")
            }
        };
        passages.push(format!("{context}\n\n{}", open.join("\n\n")));
    }
    open.clear();
    *words = 0;
}

/// In words, or in as many characters as words usually have.
fn length(text: &str) -> usize {
    text.split_whitespace().count().max(text.chars().count() / WORD_CHARACTERS)
}

/// A paragraph in parts of bearable length: at the end of a sentence where there is one, between
/// words otherwise, anywhere where there are neither.
fn cut(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while length(rest) > MOST_WORDS {
        let room = rest
            .char_indices()
            .nth(USUAL_WORDS * WORD_CHARACTERS)
            .map_or(rest.len(), |(position, _)| position);
        let window = &rest[..room];
        let sentence = window
            .char_indices()
            .filter(|(_, character)| matches!(character, '.' | '!' | '?' | '。' | '！' | '？'))
            .map(|(position, character)| position + character.len_utf8())
            // Not too near to the beginning: a first part of three words would say nothing.
            .rfind(|end| *end > room / 3);
        // Never at 0, or the loop would cut off nothing for ever.
        let word = || window.rfind(char::is_whitespace).filter(|position| *position > 0);
        let end = sentence.or_else(word).unwrap_or(room);
        let (part, behind) = rest.split_at(end);
        parts.push(part.trim_end());
        rest = behind.trim_start();
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chunks::LONGEST_TEXT;

    fn paragraph(words: usize) -> Block {
        Block::Paragraph(vec!["word"; words].join(" "))
    }

    #[test]
    fn short_paragraphs_share_a_passage_and_headings_part_them() {
        let blocks = [
            paragraph(20),
            paragraph(30),
            Block::Heading("Second".to_owned()),
            paragraph(10),
            Block::Heading("Empty".to_owned()),
        ];
        let made = passages("Title", &blocks);
        assert_eq!(made.len(), 2);
        assert!(made[0].starts_with("Title\n\nword"));
        assert!(made[1].starts_with("Title: Second\n\nword"));
        assert!(passages("Title", &[]).is_empty());
    }

    #[test]
    fn long_paragraphs_are_cut_between_sentences() {
        let sentence = format!("{}.", ["word"; 19].join(" "));
        let text = vec![sentence.as_str(); 60].join(" ");
        let made = passages("T", &[Block::Paragraph(text)]);
        assert!(made.len() > 3);
        for passage in &made {
            assert!(passage.ends_with('.'), "{passage}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_every_passage_is_a_chunk(
            title in ".{0,300}",
            texts in proptest::collection::vec(("[a-zé。. ]{0,4000}", any::<bool>()), 0..8),
        ) {
            let blocks: Vec<Block> = texts
                .iter()
                .map(|(text, heading)| match heading {
                    true => Block::Heading(text.clone()),
                    false => Block::Paragraph(text.clone()),
                })
                .collect();
            let made = passages(&title, &blocks);
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
            let written: usize = texts
                .iter()
                .filter(|(_, heading)| !heading)
                .map(|(text, _)| letters(text))
                .sum();
            let kept: usize = made
                .iter()
                .map(|passage| letters(passage.split_once("\n\n").map_or("", |(_, rest)| rest)))
                .sum();
            // A title of blank lines would be taken for the border of the context.
            prop_assume!(!title.contains('\n'));
            prop_assert_eq!(written, kept);
            for passage in &made {
                prop_assert!(passage.chars().count() <= LONGEST_TEXT);
            }
        }
    }
}
