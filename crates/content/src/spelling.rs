/// Whether all letters of an address lose their case as they do in a browser. A few foreign ones become
/// plain letters when their case is folded, the Kelvin sign a `k`; to a browser they are others, and so
/// they name nothing here.
pub(crate) fn is_plain(text: &str) -> bool {
    let turns_plain = |letter: char| letter.to_lowercase().any(|folded| folded.is_ascii());
    text.is_ascii() || !text.chars().any(|letter| !letter.is_ascii() && turns_plain(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_foreign_letter_passes_for_a_plain_one() {
        for plain in ["", "kite", "KITE", "É/ß", "漢字"] {
            assert!(is_plain(plain), "{plain}");
        }
        for strange in ["\u{212a}ite", "\u{130}stanbul", "a/\u{212a}"] {
            assert!(!is_plain(strange), "{strange}");
        }
    }
}
