/// Why a tag is refused, as the end of a sentence that begins with the field's name.
const FORM: &str = "must be a language tag such as en, de-CH or zh-Hant";
const LONGEST: usize = 35;

/// The usual spelling of a BCP 47 language tag: `DE-ch` is `de-CH`. Only the form is checked, as the
/// list of languages grows without us.
pub(crate) fn normalise(tag: &str) -> Result<String, &'static str> {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    let is_language = (2..=3).contains(&language.len()) && is_letters(language);
    if !is_language || tag.len() > LONGEST {
        return Err(FORM);
    }
    let mut normal = language.to_ascii_lowercase();
    let mut in_extension = false;
    let mut last_length = language.len();
    for part in parts {
        let fits = (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
        // A single letter announces what follows it.
        if !fits || (part.len() == 1 && last_length == 1) {
            return Err(FORM);
        }
        normal.push('-');
        in_extension |= part.len() == 1;
        match part.len() {
            // After a single letter come parts of an extension, in which two letters are no
            // country.
            2 if is_letters(part) && !in_extension => normal.push_str(&part.to_ascii_uppercase()),
            4 if is_letters(part) && !in_extension => {
                normal.push_str(&part[..1].to_ascii_uppercase());
                normal.push_str(&part[1..].to_ascii_lowercase());
            }
            _ => normal.push_str(&part.to_ascii_lowercase()),
        }
        last_length = part.len();
    }
    if last_length == 1 { Err(FORM) } else { Ok(normal) }
}

fn is_letters(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_kept_in_their_usual_spelling() {
        for (given, kept) in [
            ("en", "en"),
            ("DE-ch", "de-CH"),
            ("zh-HANT-tw", "zh-Hant-TW"),
            ("gsw", "gsw"),
            ("sl-rozaj-biske", "sl-rozaj-biske"),
            ("es-419", "es-419"),
            ("de-CH-1901", "de-CH-1901"),
            ("en-u-CA-gregory", "en-u-ca-gregory"),
        ] {
            assert_eq!(normalise(given).as_deref(), Ok(kept));
        }
        for bad in
            ["", "e", "english", "en_US", "en-", "-en", "en--us", "en-x", "dé", "en us", "12"]
        {
            assert!(normalise(bad).is_err(), "{bad}");
        }
        assert!(normalise(&format!("en{}", "-abcdefgh".repeat(4))).is_err());
    }
}
