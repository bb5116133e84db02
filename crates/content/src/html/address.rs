//! Addresses inside a body. What a link of the site may lead to is decided in `crate::href`; here
//! are the few kinds that only a text has, and the list of candidates in a `srcset`.

use std::borrow::Cow;

use crate::href::check_href;

/// Longer than any telephone number or heading's name.
const LONGEST_SHORT_LINK: usize = 200;
/// In bytes, above what any accepted address or list of them needs; keeps the work on the others
/// small.
const LONGEST_VALUE: usize = 16_384;

/// Where a reader may be led: the web, this site, a mailbox, a telephone, a place on the page.
pub(super) fn link(value: &str) -> Option<Cow<'_, str>> {
    let address = written_out(value)?;
    let leads_on = check_href(&address).is_ok() || is_telephone(&address) || is_fragment(&address);
    leads_on.then_some(address)
}

/// Where a picture or video may come from: the web or this site.
pub(super) fn source(value: &str) -> Option<Cow<'_, str>> {
    written_out(value).filter(|address| is_source(address))
}

/// All candidates in the order they came, or nothing when one of them is not a source or is not
/// understood.
pub(super) fn source_set(value: &str) -> Option<String> {
    let mut candidates = Vec::new();
    let mut rest = value.trim_ascii();
    if rest.len() > LONGEST_VALUE {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        // A comma at the end of an address ends the candidate; else its descriptor follows.
        // The comma belongs to the address only in its middle, as the standard reads it.
        let (address, descriptor, after) = match address.strip_suffix(',') {
            Some(address) => (address, "", after),
            None => {
                let (descriptor, after) = after.split_once(',').unwrap_or((after, ""));
                (address, descriptor.trim_ascii(), after)
            }
        };
        let has_clear_ends = !address.starts_with(',') && !address.ends_with(',');
        // One bad candidate drops all: browsers choose among them, and a list with a hole would
        // show the wrong picture somewhere.
        if !has_clear_ends || !is_source(address) || !is_descriptor(descriptor) {
            return None;
        }
        candidates.push([address, descriptor].join(" ").trim_end().to_owned());
        rest = after.trim_ascii_start();
    }
    (!candidates.is_empty()).then(|| candidates.join(", "))
}

/// Blanks around an address mean nothing, blanks inside are written as browsers send them.
fn written_out(value: &str) -> Option<Cow<'_, str>> {
    let address = value.trim_ascii();
    if address.len() > LONGEST_VALUE {
        return None;
    }
    let blank = address.contains(' ');
    Some(if blank { address.replace(' ', "%20").into() } else { address.into() })
}

fn is_source(address: &str) -> bool {
    check_href(address).is_ok() && !starts_with_scheme(address, "mailto:")
}

fn is_telephone(address: &str) -> bool {
    starts_with_scheme(address, "tel:")
        && (5..=LONGEST_SHORT_LINK).contains(&address.len())
        && address["tel:".len()..]
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.()*#;=%".contains(&byte))
}

fn is_fragment(address: &str) -> bool {
    address.starts_with('#')
        && address.len() <= LONGEST_SHORT_LINK
        && !address.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\')
}

fn starts_with_scheme(address: &str, scheme: &str) -> bool {
    address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// Nothing, a width (`400w`) or a density (`1.5x`).
fn is_descriptor(descriptor: &str) -> bool {
    let is_whole = |text: &str| {
        (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if let Some(width) = descriptor.strip_suffix('w') {
        return is_whole(width);
    }
    if let Some(density) = descriptor.strip_suffix('x') {
        let (whole, part) = density.split_once('.').unwrap_or((density, "0"));
        return is_whole(whole) && is_whole(part);
    }
    descriptor.is_empty()
}
