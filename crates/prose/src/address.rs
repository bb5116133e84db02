//! Where an address leads: to this site, elsewhere, or to a place that is no page.

use std::borrow::Cow;

use crate::tree::Element;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address<'a> {
    /// A path of this site.
    Own(Cow<'a, str>),
    /// A full address of another site.
    Foreign(Cow<'a, str>),
    /// `#…`, without the sign.
    Fragment(&'a str),
    /// A mailbox or a telephone.
    Direct(&'a str),
    /// Nothing that a body may lead to.
    Unknown,
}

pub(crate) fn sort<'a>(address: &'a str, origin: &str) -> Address<'a> {
    if let Some(fragment) = address.strip_prefix('#') {
        return Address::Fragment(fragment);
    }
    // Two slashes name another host, which is how a path could lead away from here.
    if address.starts_with('/') && !address.starts_with("//") {
        return Address::Own(Cow::Borrowed(address));
    }
    if let Some(path) = strip_origin(address, origin) {
        return Address::Own(path);
    }
    if starts_with(address, "https://") || starts_with(address, "http://") {
        return Address::Foreign(Cow::Borrowed(address));
    }
    if starts_with(address, "mailto:") || starts_with(address, "tel:") {
        return Address::Direct(address);
    }
    Address::Unknown
}

fn strip_origin<'a>(address: &'a str, origin: &str) -> Option<Cow<'a, str>> {
    // Without a known address of the site, none can be told to be its own.
    if origin.is_empty() || !starts_with(address, origin) {
        return None;
    }
    let rest = &address[origin.len()..];
    match rest.bytes().next() {
        None => Some(Cow::Borrowed("/")),
        // Not `https://example.org//evil`, which would lead elsewhere without its beginning.
        Some(b'/') if !rest.starts_with("//") => Some(Cow::Borrowed(rest)),
        Some(b'?' | b'#') => Some(Cow::Owned(format!("/{rest}"))),
        _ => None,
    }
}

fn starts_with(address: &str, start: &str) -> bool {
    address.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

/// The host of a full address, for readers: without `www.`.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // Names before an `@` are no part of the host, and a favourite place to put another site's
    // name.
    let host = authority.rsplit('@').next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// A `srcset` with each address changed. The sanitiser writes `address descriptor, address`.
pub(crate) fn map_candidates(set: &str, change: impl Fn(&str) -> String) -> String {
    set.split(", ")
        .map(|candidate| match candidate.split_once(' ') {
            Some((address, descriptor)) => format!("{} {descriptor}", change(address)),
            None => change(candidate),
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// Gives a link the address that a page of this site needs, and says whether it leads elsewhere.
pub(crate) fn settle_link(link: &mut Element<'_>, origin: &str) {
    let Some(address) = link.attribute("href").map(Cow::into_owned) else { return };
    match sort(&address, origin) {
        Address::Own(path) if path != address => link.set("href", &path),
        Address::Own(_) | Address::Fragment(_) | Address::Direct(_) => {}
        Address::Foreign(_) => link.set("rel", "external noopener"),
        Address::Unknown => link.remove("href"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_sorted_by_where_they_lead() {
        let origin = "https://example.org";
        let own = |path: &'static str| Address::Own(Cow::Borrowed(path));
        for (address, sorted) in [
            ("/a", own("/a")),
            ("https://example.org", own("/")),
            ("HTTPS://Example.org/a?b#c", own("/a?b#c")),
            ("https://example.org?x", own("/?x")),
            ("https://example.organic/", Address::Foreign("https://example.organic/".into())),
            ("https://example.org//evil", Address::Foreign("https://example.org//evil".into())),
            ("https://example.org@evil/", Address::Foreign("https://example.org@evil/".into())),
            ("#top", Address::Fragment("top")),
            ("tel:+49", Address::Direct("tel:+49")),
            ("javascript:x", Address::Unknown),
            ("//evil", Address::Unknown),
            ("", Address::Unknown),
        ] {
            assert_eq!(sort(address, origin), sorted, "{address}");
        }
    }
}
