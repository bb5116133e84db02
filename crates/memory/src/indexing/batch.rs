//! Texts into batches. Pure.
//!
//! A batch is limited in texts and in characters. A text that has failed before travels alone, so
//! that one text which a provider cannot take does not hold up its neighbours for ever.

use super::ledger::Standing;

/// Characters of one batch, unless a single text has more.
const MOST_CHARACTERS: usize = 60_000;

/// The lengths of consecutive batches.
pub(super) fn batches(texts: &[(usize, Standing)], most: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    let (mut length, mut characters) = (0, 0);
    for (size, standing) in texts {
        // Alone, so that its failure is known to be its own.
        let alone = standing.times() > 0;
        let full = length >= most || characters + size > MOST_CHARACTERS;
        // What is gathered so far goes first: the order of the texts is the order of the lengths.
        if length > 0 && (alone || full) {
            lengths.push(length);
            (length, characters) = (0, 0);
        }
        length += 1;
        characters += size;
        if alone {
            lengths.push(length);
            (length, characters) = (0, 0);
        }
    }
    if length > 0 {
        lengths.push(length);
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::Standing::{Failed, Refused, Waiting};
    use super::*;

    #[test]
    fn batches_are_limited_in_texts_and_characters() {
        assert_eq!(batches(&[(10, Waiting); 7], 3), [3, 3, 1]);
        assert_eq!(batches(&[(25_000, Waiting); 5], 16), [2, 2, 1]);
        assert_eq!(batches(&[(90_000, Waiting), (1, Waiting)], 16), [1, 1]);
        assert!(batches(&[], 16).is_empty());
    }

    #[test]
    fn what_failed_before_travels_alone() {
        let texts = [(1, Waiting), (1, Failed(1)), (1, Waiting), (1, Waiting), (1, Refused(3))];
        assert_eq!(batches(&texts, 16), [1, 1, 2, 1]);
    }
}
