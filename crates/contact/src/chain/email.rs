//! Whether a text is an e-mail address somebody could be answered at. By rules that look at each
//! character a fixed number of times; a regular expression would have to prove that.
//!
//! What is taken: `local@domain` with a dotted domain, also an international one, and Unicode
//! letters in the local part (RFC 6531). What is not, though RFC 5321 knows it: quoted local parts,
//! address literals, domains without a dot. Nobody writes to a contact form from there.

const LONGEST: usize = 254;
const LONGEST_LOCAL: usize = 64;

pub(super) fn is_email(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    is_local(local) && ascii_domain(domain).is_some()
}

/// The address as any mail server understands it, where that is possible.
pub(crate) fn ascii_address(text: &str) -> Option<String> {
    let (local, domain) = text.rsplit_once('@').filter(|_| is_email(text))?;
    let domain = ascii_domain(domain)?;
    local.is_ascii().then(|| format!("{local}@{domain}"))
}

fn is_local(local: &str) -> bool {
    local.len() <= LONGEST_LOCAL && local.split('.').all(is_atom)
}

fn is_atom(atom: &str) -> bool {
    let is_fit = |letter: char| match letter.is_ascii() {
        true => letter.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(letter),
        false => letter.is_alphanumeric(),
    };
    !atom.is_empty() && atom.chars().all(is_fit)
}

fn ascii_domain(domain: &str) -> Option<String> {
    let domain = match domain.is_ascii() {
        true => domain.to_ascii_lowercase(),
        false => idna::domain_to_ascii_strict(domain).ok()?,
    };
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let (_, top) = domain.rsplit_once('.')?;
    // Or it would be an address in numbers.
    let is_named = top.bytes().any(|byte| byte.is_ascii_alphabetic());
    (domain.len() <= 253 && is_named && domain.split('.').all(is_label)).then_some(domain)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses_people_have_are_taken_and_others_are_not() {
        for good in [
            "a@b.c",
            "ann.lee+site@mail.example.org",
            "o'brien_42@example.co.uk",
            "x@xn--bcher-kva.example",
            "ann@bücher.example",
            "пользователь@пример.рф",
            "UPPER@EXAMPLE.ORG",
            "!#$%&'*+-/=?^_`{|}~@example.org",
        ] {
            assert!(is_email(good), "{good}");
        }
        let long_local = format!("{}@example.org", "a".repeat(65));
        let long = format!("a@{}.org", ["b".repeat(60).as_str(); 5].join("."));
        for bad in [
            "",
            "a",
            "@",
            "a@",
            "@b.c",
            "a@b",
            "a@b.",
            "a@.b",
            "a@b..c",
            "a@-b.c",
            "a@b-.c",
            "a@b.1",
            "a@127.0.0.1",
            "a@[127.0.0.1]",
            ".a@b.c",
            "a.@b.c",
            "a..b@c.d",
            "a b@c.d",
            "a@b c.d",
            "\"a b\"@c.d",
            "\"a\"@c.d",
            "<a@b.c>",
            "Ann <a@b.c>",
            "a@b.c\nBcc:x",
            "a@b.c\r\nBcc:x@y.z",
            "a@b.c\0",
            "a@b.c, d@e.f",
            "a@b@c.d",
            " a@b.c",
            "a@b.c ",
            "a(comment)@b.c",
            "a@b_c.d",
            "a@bü cher.example",
            &long_local,
            &long,
        ] {
            assert!(!is_email(bad), "{bad:?}");
        }
    }

    #[test]
    fn an_international_domain_has_an_address_any_server_understands() {
        let ascii = |text| ascii_address(text);
        assert_eq!(ascii("Ann@Bücher.example").as_deref(), Some("Ann@xn--bcher-kva.example"));
        assert_eq!(ascii("пользователь@пример.рф"), None);
        assert_eq!(ascii("nonsense"), None);
    }

    #[test]
    fn a_hostile_text_takes_no_time() {
        let started = Instant::now();
        for hostile in ["a.", "a@", "@", "-", "ü.", "xn--"] {
            for length in [250, 1_000_000] {
                is_email(&hostile.repeat(length / hostile.len()));
            }
        }
        // Machines are busy; what takes long here takes minutes.
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    proptest! {
        /// Whatever is taken can stand in a header and in an envelope as it is.
        #[test]
        fn nothing_that_is_taken_can_break_a_header(text in "[a-c@.<>\"\\\\ \r\n\t,;:ü\u{0}\u{7f}-]{0,24}") {
            if is_email(&text) {
                let harmful = |letter: char| letter.is_control() || " <>\",;:\\".contains(letter);
                prop_assert!(!text.contains(harmful));
                prop_assert_eq!(text.matches('@').count(), 1);
            }
        }
    }
}
