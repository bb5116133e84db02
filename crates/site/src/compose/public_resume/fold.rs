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
    let shown = shown.split(char::is_whitespace).filter(|it| !it.is_empty());
    let shown = shown.collect::<Vec<_>>().join(" ");
    ["&#64;", "&#x40;", "&commat;"].iter().fold(shown, |text, name| text.replace(name, "@"))
}

fn is_unseen(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// The noughts of scripts that have figures of their own.
const ZEROS: [char; 19] = [
    '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}',
    '\u{be6}', '\u{c66}', '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}',
    '\u{17e0}', '\u{1810}', '\u{ff10}',
];

/// The sign of ASCII for one that is the same to who reads.
fn usual(sign: char) -> char {
    let digit = ZEROS.iter().find_map(|zero| {
        let digit = u32::from(sign).checked_sub(u32::from(*zero))?;
        char::from_digit(digit, 10)
    });
    let digit = digit.or(match sign {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => Some('-'),
        '\u{ff20}' | '\u{fe6b}' => Some('@'),
        '\u{ff0e}' | '\u{3002}' => Some('.'),
        '\u{ff0b}' => Some('+'),
        '\u{ff1a}' => Some(':'),
        '\u{ff0f}' => Some('/'),
        _ => None,
    });
    digit.unwrap_or(sign)
}

/// Whether it begins somewhere in the text and not within a word; answers what follows each time.
pub(super) fn behind<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let before = text[..at].chars().next_back();
        (!before.is_some_and(char::is_alphanumeric)).then(|| &text[at + name.len()..])
    })
}
