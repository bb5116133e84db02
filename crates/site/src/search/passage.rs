use super::marks::Words;

/// As much of a text as stands below a hit, in characters.
const LENGTH: usize = 220;
/// What is shown before the first word that was looked for.
const BEFORE: usize = 60;

/// The part of a chunk that shows why it was found. A chunk begins with the title of its thing,
/// which is shown already.
pub(crate) fn passage(chunk: &str, words: &Words) -> String {
    let text = chunk.split_once("\n\n").map_or(chunk, |(_, text)| text);
    let letters: Vec<char> = in_one_line(text).chars().collect();
    if letters.len() <= LENGTH {
        return letters.into_iter().collect();
    }
    let first = first_hit(&letters, words).unwrap_or(0);
    let mut start = first.saturating_sub(BEFORE).min(letters.len() - LENGTH);
    // At the beginning of a word, if there is one near.
    if start > 0 {
        let near = letters[start..].iter().take(20).position(|letter| *letter == ' ');
        start += near.map_or(0, |at| at + 1);
    }
    let mut end = (start + LENGTH).min(letters.len());
    if end < letters.len() {
        let near = letters[..end].iter().rev().take(20).position(|letter| *letter == ' ');
        end -= near.map_or(0, |at| at + 1);
    }
    let mut shown = String::new();
    if start > 0 {
        shown.push('…');
    }
    shown.extend(&letters[start..end]);
    if end < letters.len() {
        shown.push('…');
    }
    shown
}

/// Where a sentence or its beginning ends.
const ENDS: &[char] = &['.', '!', '?', ':', ';', '…', '。', '！', '？', '”', '»'];

/// The paragraphs of a text in one line. Entries of a list, lines of a table and code do not end as
/// sentences do; a point keeps them apart from what follows.
fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for paragraph in text.split("\n\n") {
        let mut words = paragraph.split_whitespace().peekable();
        if words.peek().is_some() && !line.is_empty() {
            line.push_str(if line.ends_with(ENDS) { " " } else { " · " });
        }
        for (index, word) in words.enumerate() {
            if index > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    line
}

fn first_hit(letters: &[char], words: &Words) -> Option<usize> {
    let mut start = None;
    for at in 0..=letters.len() {
        let inside = letters.get(at).is_some_and(|letter| letter.is_alphanumeric());
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let word: String = letters[from..at].iter().collect();
                if words.hold(&word) {
                    return Some(from);
                }
                start = None;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_shows_the_words_and_not_the_title() {
        let chunk =
            format!("Title: Part\n\n{} needle {}", "hay ".repeat(100), "straw ".repeat(100));
        let shown = passage(&chunk, &Words::of("needles"));
        assert!(shown.contains("needle") && !shown.contains("Title"), "{shown}");
        assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        assert!(shown.chars().count() <= LENGTH + 2, "{shown}");
        assert_eq!(passage("T\n\nshort", &Words::of("x")), "short");
    }

    #[test]
    fn entries_of_lists_and_code_do_not_run_together() {
        let chunk =
            "T\n\nWe packed:\n\nglass\n\ntwo  lenses\n\nAll of it broke.\n\n \n\nfn mend()\n{ }";
        let shown = "We packed: glass · two lenses · All of it broke. fn mend() { }";
        assert_eq!(passage(chunk, &Words::of("x")), shown);
    }

    #[test]
    fn text_without_spaces_is_cut_too() {
        let chunk = format!("T\n\n{}", "字".repeat(1000));
        assert_eq!(passage(&chunk, &Words::of("字")).chars().count(), LENGTH + 1);
        assert!(passage("", &Words::of("")).is_empty());
    }
}
