//! Checks of single values that several rooms share. Each says what is wrong as the end of a
//! sentence that begins with the field's name.

use kernel::FieldErrors;

use crate::href::check_href;

/// A line of text that must be there.
pub(crate) fn check_title(title: &str, longest: usize) -> Result<(), String> {
    if !title.contains(is_seen) {
        return Err("must not be empty".to_owned());
    }
    check_line(title, longest)
}

/// Whether a character is drawn, alone as it stands. Blanks are not, nor are those that only join,
/// turn or dress their neighbours (`Default_Ignorable_Code_Point`), nor the empty cell of Braille.
pub(crate) fn is_seen(character: char) -> bool {
    let is_unseen = matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    !is_unseen && !character.is_whitespace() && !character.is_control()
}

/// A line of text that may be empty.
pub(crate) fn check_line(text: &str, longest: usize) -> Result<(), String> {
    if text.chars().any(char::is_control) {
        return Err("must be a single line of text".to_owned());
    }
    check_length(text, longest)
}

pub(crate) fn check_length(text: &str, longest: usize) -> Result<(), String> {
    match text.chars().count() > longest {
        true => Err(format!("may have up to {longest} characters")),
        false => Ok(()),
    }
}

/// The address of a picture: like a link, but never a mailbox.
pub(crate) fn check_image_url(text: &str) -> Result<(), String> {
    if text.to_ascii_lowercase().starts_with("mailto:") {
        return Err("must be a site path or an http or https address".to_owned());
    }
    check_href(text).map_err(|error| error.to_string())
}

/// A list of words such as tags.
pub(crate) fn check_words(field: &str, words: &[String], errors: &mut FieldErrors) {
    const MOST: usize = 50;
    if words.len() > MOST {
        errors.add(field, format!("may have up to {MOST} entries"));
    }
    for (index, word) in words.iter().enumerate() {
        errors.keep(&format!("{field}[{index}]"), check_title(word, 60));
    }
}

/// `2026`, `2026-03` or `2026-03-01`.
pub(crate) fn check_date(text: &str) -> Result<(), &'static str> {
    const FORM: &str = "must be a date such as 2026, 2026-03 or 2026-03-01";
    let digits = text.split('-').map(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let lengths: Vec<_> = text.split('-').map(str::len).collect();
    let well_formed = matches!(lengths.as_slice(), [4] | [4, 2] | [4, 2, 2]);
    if !well_formed || !digits.into_iter().all(|part| part) {
        return Err(FORM);
    }
    let whole = format!("{text}{}", &"-01-01"[..6 - 3 * (lengths.len() - 1)]);
    whole.parse::<jiff::civil::Date>().map(|_| ()).map_err(|_| FORM)
}

/// Each word once, in the order in which they were given, without blanks around them.
pub(crate) fn tidy_words(words: Vec<String>) -> Vec<String> {
    let mut tidy: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let word = word.trim();
        // Browsers take them for a way up, however they are written, so no page could be theirs.
        if matches!(word, "." | "..") {
            continue;
        }
        if !tidy.iter().any(|known| known == word) {
            tidy.push(word.to_owned());
        }
    }
    tidy
}

/// Takes over a value that was given.
pub(crate) fn set<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_that_nobody_sees_is_empty() {
        for unseen in
            ["", " \t", "\u{200b}", "\u{200d}\u{feff}", "\u{3164}", "\u{2800}", "\u{e0061}"]
        {
            assert_eq!(check_title(unseen, 300), Err("must not be empty".to_owned()), "{unseen:?}");
        }
        for seen in ["a", "\u{200b}א", "👩\u{200d}💻", "می\u{200c}خواهم", "–"] {
            assert_eq!(check_title(seen, 300), Ok(()), "{seen:?}");
        }
    }

    #[test]
    fn dates_may_leave_out_day_and_month() {
        for good in ["2026", "2026-03", "2026-03-31", "0001-01-01"] {
            assert_eq!(check_date(good), Ok(()), "{good}");
        }
        for bad in ["", "26", "2026-3", "2026-13", "2026-02-30", "2026-03-01T00", "x", "2026-"] {
            assert!(check_date(bad).is_err(), "{bad}");
        }
    }
}
