use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word, a number or a unit sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub surface: &'a str,
    /// Lower case; a sign of a unit by its name.
    pub folded: String,
    /// In bytes of the normalised text.
    pub start: usize,
    /// What lies between the token before and this one.
    pub gap: Gap,
}

/// How far two neighbouring tokens belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// Written as one, such as a figure and its unit.
    Glued,
    Space,
    Clause,
    Sentence,
}

/// One form for letters that mean the same, and one spelling of apostrophes, hyphens and line ends.
pub(crate) fn normalise(text: &str) -> String {
    // Compatibility forms, so that `ﬁ` is `fi` and `２` is `2`. Look-alikes of other alphabets stay
    // apart.
    text.nfkc()
        .map(|c| match c {
            '‘' | '’' | 'ʼ' | '`' | '´' => '\'',
            '\u{2010}' | '\u{2011}' | '\u{2212}' => '-',
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            other => other,
        })
        .collect()
}

/// The tokens of a normalised text. Reads every character once.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut gap = Gap::Sentence;
    while let Some(c) = text[at..].chars().next() {
        let end = match sign(c) {
            Some(_) => at + c.len_utf8(),
            None => end_of_token(text, at, c),
        };
        if end == at {
            gap = gap.max(gap_of(c, text[at + c.len_utf8()..].chars().next()));
            at += c.len_utf8();
            continue;
        }
        push(&text[at..end], at, gap, &mut found);
        at = end;
        gap = Gap::Glued;
    }
    found
}

fn push<'a>(surface: &'a str, start: usize, gap: Gap, found: &mut Vec<Token<'a>>) {
    let folded = match surface.chars().next().and_then(sign) {
        Some(name) => name.to_owned(),
        None => surface.to_lowercase(),
    };
    found.push(Token { surface, folded, start, gap });
}

/// Signs that are units by themselves.
fn sign(c: char) -> Option<&'static str> {
    match c {
        '%' => Some("percent"),
        '€' => Some("eur"),
        '$' => Some("usd"),
        '£' => Some("gbp"),
        '¥' => Some("jpy"),
        _ => None,
    }
}

/// Where the token that begins here ends; where it begins when none does.
fn end_of_token(text: &str, start: usize, first: char) -> usize {
    if first == '.' {
        // `.NET`, but not the dots of an ellipsis or of a file's ending within a word.
        let name = text[start + 1..].chars().take_while(|c| c.is_alphanumeric()).count();
        let upper = text[start + 1..].chars().next().is_some_and(char::is_uppercase);
        let before = text[..start].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        return if upper && before && name > 1 { word_end(text, start + 1) } else { start };
    }
    if !first.is_alphanumeric() {
        return start;
    }
    if first.is_ascii_digit() { number_end(text, start) } else { word_end(text, start) }
}

fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut characters = text[start..].chars().peekable();
    while let Some(c) = characters.next() {
        let joins = match characters.peek() {
            Some(next) => matches!(c, '\'' | '.' | '_') && next.is_alphanumeric(),
            None => false,
        };
        let suffix = matches!(c, '+' | '#') && end > start && end - start <= 3;
        if !(c.is_alphanumeric() || is_combining_mark(c) || joins || suffix) {
            break;
        }
        end += c.len_utf8();
    }
    end
}

/// Digits with their separators, or a date as `2019-04-30`; letters after it are another token.
fn number_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = start + digits(start);
    if end - start == 4 {
        let mut groups = 0;
        while groups < 2 && bytes.get(end) == Some(&b'-') && digits(end + 1) == 2 {
            end += 3;
            groups += 1;
        }
        if groups > 0 {
            return end;
        }
    }
    while matches!(bytes.get(end), Some(b'.' | b',')) && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if bytes.get(end) == Some(&b'+') {
        end += 1;
    }
    end
}

fn gap_of(c: char, next: Option<char>) -> Gap {
    match c {
        '\n' | ';' | '!' | '?' | '•' | '▪' | '●' | '◦' | '。' | '！' | '？' => {
            Gap::Sentence
        }
        '.' if next.is_none_or(|next| !next.is_alphanumeric()) => Gap::Sentence,
        '·' | ',' | ':' | '(' | ')' | '[' | ']' | '–' | '—' | '"' | '“' | '”' | '|' => {
            Gap::Clause
        }
        _ => Gap::Space,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surfaces(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| token.surface).collect()
    }

    #[test]
    fn odd_spellings_are_one_token() {
        assert_eq!(
            surfaces("C++17, C#, .NET and Node.js on k8s; CI/CD."),
            ["C++17", "C#", ".NET", "and", "Node.js", "on", "k8s", "CI", "CD"]
        );
    }

    #[test]
    fn figures_stand_apart_from_their_units() {
        assert_eq!(
            surfaces("$1.5M, 40% of 12,000 in 800GB; 3+ years since 2019-04-30."),
            ["$", "1.5", "M", "40", "%", "of", "12,000", "in", "800", "GB", "3+", "years", "since"]
                .into_iter()
                .chain(["2019-04-30"])
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn gaps_tell_what_belongs_together() {
        let gaps: Vec<Gap> = tokens("Cut it, by 40%. Done").iter().map(|t| t.gap).collect();
        let expected =
            [Gap::Sentence, Gap::Space, Gap::Clause, Gap::Space, Gap::Glued, Gap::Sentence];
        assert_eq!(gaps, expected);
    }
}
