//! Bytes as text, in the encodings that programs for tables and texts write.

use encoding_rs::{Encoding, WINDOWS_1252};

/// The text, and whether its encoding had to be guessed. A mark at the beginning tells; without one it is
/// UTF-8, or else what old programs of western offices write. NUL says nothing and is left out.
pub(super) fn decode(bytes: &[u8]) -> (String, bool) {
    let (text, guessed) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding.decode(&bytes[mark..]).0, false),
        None => match std::str::from_utf8(bytes) {
            Ok(text) => (text.into(), false),
            Err(_) => (WINDOWS_1252.decode(bytes).0, true),
        },
    };
    match text.contains('\0') {
        true => (text.replace('\0', ""), guessed),
        false => (text.into_owned(), guessed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_tells_the_encoding_and_without_one_it_is_guessed() {
        let wide = |text: &str, mark: [u8; 2], to: fn(u16) -> [u8; 2]| -> Vec<u8> {
            mark.into_iter().chain(text.encode_utf16().flat_map(to)).collect()
        };
        for (bytes, guessed) in [
            ("Zoë – é".as_bytes().to_vec(), false),
            ("\u{feff}Zoë – é".as_bytes().to_vec(), false),
            (wide("Zoë – é", [0xff, 0xfe], u16::to_le_bytes), false),
            (wide("Zoë – é", [0xfe, 0xff], u16::to_be_bytes), false),
            (b"Zo\xeb \x96 \xe9".to_vec(), true),
            (b"Zo\xc3\xab\0 \xe2\x80\x93 \xc3\xa9".to_vec(), false),
        ] {
            assert_eq!(decode(&bytes), ("Zoë – é".to_owned(), guessed), "{bytes:?}");
        }
    }
}
