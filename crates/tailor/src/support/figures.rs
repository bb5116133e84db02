//! Reading figures: digits in every usual spelling, and number words.

use crate::words::{Gap, Token, numeral};

/// A number: digits without trailing zeros and the power of ten that was taken out, so that equal
/// values are equal however they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Value {
    digits: u128,
    exponent: i32,
}

/// A figure within a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub value: Value,
    /// Positions of its tokens.
    pub first: usize,
    pub last: usize,
    /// Written with a plus behind it.
    pub open: bool,
}

const POWERS: &[(&str, i32)] = &[
    ("hundred", 2),
    ("thousand", 3),
    ("million", 6),
    ("millions", 6),
    ("billion", 9),
    ("billions", 9),
    ("k", 3),
    ("m", 6),
    ("bn", 9),
    ("b", 9),
    ("mio", 6),
    ("mn", 6),
    ("mrd", 9),
    ("millionen", 6),
    ("tausend", 3),
    ("thousands", 3),
    ("hundreds", 2),
];

impl Value {
    pub(super) fn new(mut digits: u128, mut exponent: i32) -> Self {
        while digits != 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent += 1;
        }
        Self { digits, exponent: if digits == 0 { 0 } else { exponent } }
    }

    /// The value as a year, when it can be one.
    pub(super) fn year(self) -> Option<u16> {
        let scale = 10_u128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        let whole = self.digits.checked_mul(scale)?;
        u16::try_from(whole).ok().filter(|year| (1900..2100).contains(year))
    }

    fn times(self, power: i32) -> Self {
        Self::new(self.digits, self.exponent + power)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let low = self.exponent.min(other.exponent);
        let scaled = |value: Self| {
            let power = u32::try_from(value.exponent - low).ok()?;
            value.digits.checked_mul(10_u128.checked_pow(power)?)
        };
        Some(Self::new(scaled(self)?.checked_add(scaled(other)?)?, low))
    }
}

/// The figure that begins at a token, when one does.
pub(super) fn figure_at(tokens: &[Token<'_>], first: usize) -> Option<Figure> {
    let token = tokens.get(first)?;
    let open = token.surface.ends_with('+');
    let (mut value, mut last) = match written(token.surface.trim_end_matches('+')) {
        Some(value) => grouped(tokens, first, value),
        None => spelled(tokens, first)?,
    };
    // "1.5 M", "12k", "three hundred thousand"
    while let Some(power) = power_at(tokens, first, last + 1) {
        value = value.times(power);
        last += 1;
    }
    Some(Figure { value, first, last, open })
}

/// Whether a word is a part of figures: thousand, million.
pub(super) fn is_power(word: &str) -> bool {
    POWERS.iter().any(|(power, _)| *power == word)
}

/// The power of ten that a token behind a figure stands for.
fn power_at(tokens: &[Token<'_>], first: usize, at: usize) -> Option<i32> {
    let token = tokens.get(at).filter(|token| token.gap <= Gap::Space)?;
    let is_currency = |at: Option<usize>| {
        let sign = at.and_then(|at| tokens.get(at));
        sign.is_some_and(|sign| matches!(sign.folded.as_str(), "eur" | "usd" | "gbp" | "jpy"))
    };
    // "420 T€"
    if token.surface == "T" && is_currency(Some(at + 1)) {
        return Some(3);
    }
    let (_, power) = POWERS.iter().find(|(word, _)| *word == token.folded)?;
    // A lone small m may be metres or minutes and a b a bit, unless it is money.
    let capital = token.surface.chars().all(char::is_uppercase);
    let money = is_currency(first.checked_sub(1));
    (token.folded.len() > 1 || token.folded == "k" || capital || money).then_some(*power)
}

/// `12`, `12,000`, `1.5`, `1,234,567.8`, and `12.000` as twelve thousand.
fn written(text: &str) -> Option<Value> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) || text.len() > 30 {
        return None;
    }
    let parts: Vec<&str> = text.split(['.', ',']).collect();
    if parts.iter().any(|part| part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    let separators: Vec<char> = text.chars().filter(|c| matches!(c, '.' | ',')).collect();
    let in_threes = |parts: &[&str]| parts.iter().all(|part| part.len() == 3);
    let digits = |text: String| text.parse::<u128>().ok();
    match (separators.as_slice(), parts.as_slice()) {
        ([], [whole]) => Some(Value::new(digits((*whole).to_owned())?, 0)),
        // Groups of three after one to three digits that are not a zero.
        (all, [head, rest @ ..])
            if all.iter().all(|c| c == &all[0])
                && in_threes(rest)
                && head.len() <= 3
                && *head != "0" =>
        {
            Some(Value::new(digits(parts.concat())?, 0))
        }
        // One kind of separator for groups, another for the fraction.
        ([groups @ .., fraction], [head, middle @ .., tail])
            if groups.iter().all(|c| c != fraction) && in_threes(middle) && head.len() <= 3
                || groups.is_empty() =>
        {
            Some(Value::new(digits(parts.concat())?, -i32::try_from(tail.len()).ok()?))
        }
        _ => None,
    }
}

/// `12 000`: a group of up to three digits, then groups of three.
fn grouped(tokens: &[Token<'_>], first: usize, value: Value) -> (Value, usize) {
    let plain = |token: &Token<'_>| token.surface.bytes().all(|b| b.is_ascii_digit());
    let head = &tokens[first];
    if !plain(head) || head.surface.len() > 3 || head.surface.starts_with('0') {
        return (value, first);
    }
    let group =
        |token: &&Token<'_>| token.gap == Gap::Space && token.surface.len() == 3 && plain(token);
    let rest: Vec<&Token<'_>> = tokens[first + 1..].iter().take(6).take_while(group).collect();
    let text: String = [head.surface].into_iter().chain(rest.iter().map(|t| t.surface)).collect();
    match text.parse::<u128>() {
        Ok(digits) => (Value::new(digits, 0), first + rest.len()),
        Err(_) => (value, first),
    }
}

/// `twelve`, `forty-two`, `a dozen`, `three hundred`.
fn spelled(tokens: &[Token<'_>], first: usize) -> Option<(Value, usize)> {
    let of = |at: usize| {
        let token = tokens.get(at)?;
        numeral(&token.folded)
    };
    let value = of(first)?;
    if (20..=90).contains(&value)
        && let Some(unit) = of(first + 1).filter(|unit| (1..10).contains(unit))
        && tokens[first + 1].gap <= Gap::Space
    {
        let sum = Value::new(value, 0).plus(Value::new(unit, 0))?;
        return Some((sum, first + 1));
    }
    if (1..100).contains(&value)
        && let Some(next) = tokens.get(first + 1)
        && next.folded == "dozen"
    {
        return Some((Value::new(value * 12, 0), first + 1));
    }
    Some((Value::new(value, 0), first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokens;

    fn value(text: &str) -> Option<Value> {
        figure_at(&tokens(text), 0).map(|figure| figure.value)
    }

    #[test]
    fn spellings_of_one_value_are_equal() {
        for same in [
            &["12,000", "12 000", "12k", "12.000", "12000", "twelve thousand", "12 thousand"][..],
            &["1.5M", "1.5 million", "1,500,000", "1500k", "1.5 M", "1,5 Mio"],
            &["forty-two", "42", "42.0"],
            &["dozen", "12", "twelve"],
            &["0.125", "0,125"],
            &["1,234.5", "1.234,5", "1234.5"],
        ] {
            for other in &same[1..] {
                assert_eq!(value(same[0]), value(other), "{} {other}", same[0]);
            }
        }
    }

    #[test]
    fn different_values_are_not() {
        for (one, other) in
            [("12", "12,000"), ("1.2", "12"), ("40", "4"), ("1.5M", "1.5"), ("5 m", "5 M")]
        {
            assert_ne!(value(one), value(other), "{one} {other}");
        }
        assert_eq!(value("k8s"), None);
        assert_eq!(value(&"9".repeat(100)), None);
    }
}
