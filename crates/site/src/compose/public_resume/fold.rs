//! One spelling for what people and addresses write in several.

use percent_encoding::percent_decode_str;

/// Addresses within addresses are encoded once more each time. Nobody reads through more than these.
const MOST_ENCODED: usize = 3;

/// In small letters, without encoding and without signs that nobody sees.
pub(super) fn plain(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..MOST_ENCODED {
        let decoded = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if decoded == text {
            break;
        }
        text = decoded;
    }
    let shown = text.chars().filter(|sign| !is_unseen(*sign)).map(usual);
    let shown = shown.collect::<String>().to_lowercase();
    ["&#64;", "&#x40;", "&commat;"].iter().fold(shown, |text, name| text.replace(name, "@"))
}

fn is_unseen(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// The sign of ASCII for one that is the same to who reads.
fn usual(sign: char) -> char {
    let from = |first: char| char::from_digit(u32::from(sign) - u32::from(first), 10);
    let digit = match sign {
        '\u{ff10}'..='\u{ff19}' => from('\u{ff10}'),
        '\u{660}'..='\u{669}' => from('\u{660}'),
        '\u{6f0}'..='\u{6f9}' => from('\u{6f0}'),
        '\u{966}'..='\u{96f}' => from('\u{966}'),
        '\u{ff20}' | '\u{fe6b}' => Some('@'),
        '\u{ff0e}' | '\u{3002}' => Some('.'),
        '\u{ff0b}' => Some('+'),
        '\u{ff1a}' => Some(':'),
        '\u{ff0f}' => Some('/'),
        _ => None,
    };
    digit.unwrap_or(sign)
}

/// Whether it begins somewhere in the text and not within a word; answers what follows each time.
pub(super) fn behind<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let before = text[..at].chars().next_back();
        (!before.is_some_and(char::is_alphanumeric)).then(|| &text[at + name.len()..])
    })
}
