//! A telephone number that is hidden, as it can be found in other texts.

use super::fold::{behind, plain};
use super::shapes;

/// Two numbers with so many figures in a row in common are one: country, trunk line and exchange are
/// written by some and left out by others.
const ALIKE: usize = 7;
/// There are numbers that are shorter, of which all is compared.
const SHORTEST: usize = 6;

/// The figures of texts that are hidden. Each may hold several numbers.
#[derive(Debug, Default)]
pub(super) struct Numbers(Vec<String>);

impl Numbers {
    #[cfg(test)]
    pub(super) fn of(text: &str) -> Self {
        let mut numbers = Self::default();
        numbers.add(text);
        numbers
    }

    pub(super) fn add(&mut self, text: &str) {
        let hidden = figures(&plain(text)).concat();
        self.0.extend((hidden.len() >= SHORTEST).then_some(hidden));
    }

    /// Whether a text names one of them, or any number that is written like that of a telephone.
    pub(super) fn are_in(&self, text: &str) -> bool {
        let text = plain(text);
        leads_to_telephone(&text)
            || shapes::has_telephone(&text)
            || figures(&text).iter().any(|written| self.is_like(written))
    }

    fn is_like(&self, written: &str) -> bool {
        self.0.iter().any(|hidden| {
            let length = ALIKE.min(hidden.len()).min(written.len());
            let mut parts = (0..=written.len() - length).map(|at| &written[at..at + length]);
            length >= SHORTEST && parts.any(|part| hidden.contains(part))
        })
    }
}

/// Whether a text is a number that somebody could dial and nothing else.
pub(super) fn is_number(text: &str) -> bool {
    let text = plain(text);
    let count = text.chars().filter(char::is_ascii_digit).count();
    shapes::has_telephone(&text)
        || (!text.contains(char::is_alphabetic)
            && (ALIKE..=15).contains(&count)
            && !shapes::is_date(&text))
}

/// The figures of each number in a text, whatever signs it is divided by.
fn figures(text: &str) -> Vec<String> {
    // The zero that is dialled from within a country only.
    let text = text.replace("(0)", "");
    let numbers = text.split(char::is_alphabetic);
    let numbers = numbers.map(|number| number.chars().filter(char::is_ascii_digit).collect());
    numbers.filter(|number: &String| !number.is_empty()).collect()
}

/// Addresses that are a number and nothing else.
const SCHEMES: [&str; 14] = [
    "tel:",
    "sms:",
    "smsto:",
    "mms:",
    "mmsto:",
    "callto:",
    "facetime:",
    "facetime-audio:",
    "imessage:",
    "whatsapp:",
    "viber:",
    "sgnl:",
    "wtai:",
    "skype:+",
];
/// Places that show a number to whoever comes, also where the address has another name for it.
const SHOWING: [&str; 5] =
    ["wa.me/", "wa.link/", "whatsapp.com/send", "signal.me/#p", "viber.click/"];
/// What is asked of a place by number.
const ASKED: [&str; 4] = ["phone=", "tel=", "number=", "mobile="];
/// Places that know people by number, and others by name.
const BY_NUMBER: [&str; 12] = [
    "t.me/",
    "telegram.me/",
    "telegram.dog/",
    "tg:",
    "signal.me/",
    "signal.org/",
    "whatsapp.com/",
    "viber.com/",
    "zalo.me/",
    "imo.im/",
    "line.me/",
    "chatwith.io/",
];

fn leads_to_telephone(text: &str) -> bool {
    let dialled = |rest: &str| {
        rest.trim_start().starts_with(|sign: char| "+(/".contains(sign) || sign.is_ascii_digit())
    };
    let begins = |scheme: &str| text.trim_start().starts_with(scheme);
    SCHEMES.iter().any(|scheme| begins(scheme) || behind(text, scheme).any(dialled))
        || SHOWING.iter().any(|place| behind(text, place).next().is_some())
        || ASKED.iter().any(|name| behind(text, name).any(has_number))
        || BY_NUMBER.iter().any(|place| behind(text, place).any(has_number))
}

fn has_number(rest: &str) -> bool {
    let address = rest.split(char::is_whitespace).next().unwrap_or_default();
    figures(address).iter().any(|number| number.len() >= SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_in_every_notation() {
        for hidden in [
            "+49 (0) 170 1234567",
            "+49 170 1234567",
            "Tel: +49 170 1234567",
            "0170 1234567 / 030 987654",
            "030 987654, 0170/1234567",
            "030 987654 0170 1234567",
            "+49-170-1234567 (mobile)",
            "+49 170 1234567 ext. 12",
            "0049.170.123.45.67",
            "491701234567",
            "+\u{664}\u{669} \u{661}\u{667}\u{660} \u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}",
        ] {
            let hidden = Numbers::of(hidden);
            for text in [
                "https://x.example/491701234567",
                "https://x.example/1701234567/2024",
                "x.example/?to=%2B49%20170%201234567",
                "0170 1234567",
                "+49 (0)170 123 45 67",
                "Call 0170-1234567 before ten.",
            ] {
                assert!(hidden.are_in(text), "{text}");
            }
        }
        assert!(Numbers::of("+44 (0)20 7946 0958").are_in("https://x.example/442079460958"));
        assert!(Numbers::of("0170 1234567 / 030 987654").are_in("https://x.example/4930987654"));
        assert!(Numbers::of("+49 (0)30 98765").are_in("https://x.example/493098765"));
        assert!(Numbers::of("987654").are_in("https://x.example/4930987654"));
    }

    #[test]
    fn every_address_of_a_telephone_is_found_and_nothing_else() {
        for hidden in ["", "ask me", "+49 170 1234567"] {
            let hidden = Numbers::of(hidden);
            for text in [
                "tel:+4930555",
                "SMS:555",
                "see tel:+4930555",
                "https://wa.me/4930555555",
                "wa.me/message/ABC",
                "https://api.whatsapp.com/send?phone=4930555555",
                "t.me/+4930555555",
                "https://t.me/%2B4930555555",
                "tg://resolve?phone=4930555555",
                "https://signal.me/#p/+4930555555",
                "viber://chat?number=%2B4930555555",
                "facetime:+4930555555",
            ] {
                assert!(hidden.are_in(text), "{text}");
            }
            for text in [
                "https://t.me/mira_oak",
                "https://t.me/+AbCdEf",
                "https://forge.example/mira/pull/1234",
                "https://dot.me/4930555555",
                "2019-02-01",
                "ISBN 978-3-16-148410-0",
                "Made the hotel: 12 rooms, 3,400,000 nights",
                "",
            ] {
                assert!(!hidden.are_in(text), "{text}");
            }
        }
    }
}
