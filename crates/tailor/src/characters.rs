//! Characters of HTML that are written by a name or a number.

const NAMES: [(&str, char); 48] = [
    ("nbsp", ' '),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("middot", '·'),
    ("bull", '•'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("euro", '€'),
    ("pound", '£'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("szlig", 'ß'),
    ("eacute", 'é'),
    ("Eacute", 'É'),
    ("egrave", 'è'),
    ("ecirc", 'ê'),
    ("agrave", 'à'),
    ("acirc", 'â'),
    ("ccedil", 'ç'),
    ("ocirc", 'ô'),
    ("ograve", 'ò'),
    ("ugrave", 'ù'),
    ("aacute", 'á'),
    ("iacute", 'í'),
    ("oacute", 'ó'),
    ("uacute", 'ú'),
    ("ntilde", 'ñ'),
    ("atilde", 'ã'),
    ("oslash", 'ø'),
    ("aring", 'å'),
    ("aelig", 'æ'),
    ("reg", '®'),
    ("trade", '™'),
    ("copy", '©'),
];

/// The character of what stands between `&` and `;`, such as `uuml`, `#252` or `#xfc`. A blank that does not break is
/// a blank. Whether it is text at all is for the caller to judge.
pub fn character(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else {
        return NAMES.iter().find(|(known, _)| *known == name).map(|(_, character)| *character);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).map(|character| if character == '\u{a0}' { ' ' } else { character })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_known_by_name_and_by_number() {
        for (name, known) in [
            ("uuml", Some('ü')),
            ("Uuml", Some('Ü')),
            ("#252", Some('ü')),
            ("#xFC", Some('ü')),
            ("#XFC", Some('ü')),
            ("nbsp", Some(' ')),
            ("#160", Some(' ')),
            ("copy", Some('©')),
            ("UUML", None),
            ("", None),
            ("#", None),
            ("#x110000", None),
            ("#99999999999", None),
        ] {
            assert_eq!(character(name), known, "{name}");
        }
    }
}
