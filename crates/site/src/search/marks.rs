use crate::view::Piece;

/// The words of a question, as they are looked for in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(Vec<String>);

/// A question has no more that matter.
const MOST_WORDS: usize = 20;
/// Shorter words match only themselves; longer ones also with another ending.
const STEM: usize = 4;

impl Words {
    pub(crate) fn of(query: &str) -> Self {
        let words = query.split(|letter: char| !letter.is_alphanumeric());
        let words = words.map(str::to_lowercase).filter(|word| !word.is_empty());
        let mut kept: Vec<String> = Vec::new();
        for word in words.take(MOST_WORDS) {
            if !kept.contains(&word) {
                kept.push(word);
            }
        }
        Self(kept)
    }

    /// Whether a word of a text is one of them. Endings are forgiven, as the index does by rules of
    /// the language: "plates" is found by "plate".
    pub(crate) fn hold(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        self.0.iter().any(|wanted| {
            let shared = wanted.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
            let (longer, shorter) = {
                let (a, b) = (wanted.chars().count(), word.chars().count());
                (a.max(b), a.min(b))
            };
            let other_ending = shared >= STEM && shared + 1 >= shorter && longer - shared <= 3;
            *wanted == word || other_ending
        })
    }
}

/// A text in pieces, those that hold a word marked.
pub(crate) fn mark(text: &str, words: &Words) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut push = |part: &str, marked: bool| match pieces.last_mut() {
        _ if part.is_empty() => {}
        Some(last) if last.marked == marked => last.text.push_str(part),
        _ => pieces.push(Piece { text: part.to_owned(), marked }),
    };
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let (between, from_word) = rest.split_at(start);
        let end = from_word.find(|letter: char| !letter.is_alphanumeric());
        let (word, behind) = from_word.split_at(end.unwrap_or(from_word.len()));
        push(between, false);
        push(word, words.hold(word));
        rest = behind;
    }
    push(rest, false);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_whatever_their_ending() {
        let pieces = mark("If the list of undated plates is empty.", &Words::of("Undated PLATE"));
        let marked: Vec<_> = pieces.iter().filter(|piece| piece.marked).collect();
        assert_eq!(
            marked.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>(),
            ["undated", "plates"]
        );
        let whole: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(whole, "If the list of undated plates is empty.");
    }

    #[test]
    fn other_words_are_not_marked() {
        for (query, text) in [("art", "artist"), ("", "anything"), ("platform", "plates")] {
            assert!(mark(text, &Words::of(query)).iter().all(|piece| !piece.marked), "{query}");
        }
    }
}
