use std::net::IpAddr;

use http::header::{HOST, ORIGIN};
use http::{HeaderMap, HeaderName, HeaderValue};

/// Where the site is for browsers: its public address, if it has been told one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Home {
    /// Scheme, host and port as a browser writes them in `Origin`.
    pub public: Option<String>,
}

impl Home {
    /// Whether a page of this very site made the request.
    ///
    /// A site with a public address is that address; besides, its owner may come to the machine
    /// itself over loopback. Without a public address the site is whatever name it was reached
    /// by: a browser does not let a page choose `Host`, and a cookie stays with its host.
    pub(crate) fn sent(&self, headers: &HeaderMap) -> bool {
        // No `Origin`, or two: no page of ours has sent this. Browsers send one with every change.
        let Some(origin) = only(headers, ORIGIN) else { return false };
        let by_name = || {
            let host = only(headers, HOST)?;
            let is_here = self.public.is_none() || is_loopback_name(host);
            // Only by http: over TLS the site has a public address, and that is the only name it
            // has.
            (is_here && origin.eq_ignore_ascii_case(&format!("http://{host}"))).then_some(())
        };
        self.public.as_deref() == Some(origin) || by_name().is_some()
    }

    /// Where the site is for whoever makes this request.
    pub(crate) fn address(&self, headers: &HeaderMap) -> Option<String> {
        let by_name = || {
            let host = only(headers, HOST).filter(|host| is_plausible_host(host))?;
            Some(format!("http://{host}"))
        };
        self.public.clone().or_else(by_name)
    }
}

/// Headers by which proxies tell that a request is not their own.
const FORWARDED: [HeaderName; 6] = [
    HeaderName::from_static("forwarded"),
    HeaderName::from_static("via"),
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("x-forwarded-proto"),
    HeaderName::from_static("x-real-ip"),
];

/// Whether a request was made on this machine, for this machine: from a loopback address, to a
/// loopback name, and not handed on by a proxy, which would be on this machine itself.
pub(crate) fn is_local(peer: Option<IpAddr>, headers: &HeaderMap) -> bool {
    let forwarded = FORWARDED.iter().any(|name| headers.contains_key(name));
    let local_peer = peer.is_some_and(|peer| peer.to_canonical().is_loopback());
    // All three. A proxy on this machine connects from loopback too, for anybody on the internet.
    local_peer && !forwarded && only(headers, HOST).is_some_and(is_loopback_name)
}

fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter().map(HeaderValue::to_str);
    match (values.next(), values.next()) {
        (Some(Ok(value)), None) => Some(value),
        _ => None,
    }
}

fn is_plausible_host(host: &str) -> bool {
    !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c))
}

fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inside, _)) => inside,
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        pairs.collect()
    }

    #[test]
    fn without_a_public_address_the_origin_is_the_host() {
        let home = Home::default();
        for (origin, same) in [
            ("http://site.example:8080", true),
            ("http://site.example", false),
            ("https://site.example:8080", false),
            ("http://site.example:8081", false),
            ("http://site.example.evil:8080", false),
            ("http://evil", false),
            ("null", false),
            ("", false),
        ] {
            let headers = request(&[("host", "site.example:8080"), ("origin", origin)]);
            assert_eq!(home.sent(&headers), same, "{origin}");
        }
        assert!(!home.sent(&request(&[("host", "site.example:8080")])));
    }

    #[test]
    fn with_a_public_address_only_that_and_the_machine_itself_count() {
        let home = Home { public: Some("https://site.example".into()) };
        for (host, origin, same) in [
            ("site.example", "https://site.example", true),
            ("127.0.0.1:8080", "https://site.example", true),
            ("127.0.0.1:8080", "http://127.0.0.1:8080", true),
            ("site.example", "http://site.example", false),
            ("evil.example", "http://evil.example", false),
            ("site.example", "https://site.example:8443", false),
        ] {
            let headers = request(&[("host", host), ("origin", origin)]);
            assert_eq!(home.sent(&headers), same, "{origin} at {host}");
        }
    }

    #[test]
    fn two_origins_are_none() {
        let mut headers = request(&[("host", "a"), ("origin", "http://a")]);
        headers.append(ORIGIN, HeaderValue::from_static("http://a"));
        assert!(!Home::default().sent(&headers));
    }

    #[test]
    fn local_means_from_here_to_here_with_nobody_between() {
        let here: Option<IpAddr> = Some([127, 0, 0, 1].into());
        let mapped: Option<IpAddr> = "::ffff:127.0.0.1".parse().ok();
        let local = request(&[("host", "localhost:8080")]);
        assert!(is_local(here, &local));
        assert!(is_local(mapped, &local));
        assert!(is_local(here, &request(&[("host", "[::1]:8080")])));
        assert!(is_local(here, &request(&[("host", "127.0.0.1")])));
        assert!(!is_local(None, &local));
        assert!(!is_local(Some([10, 0, 0, 1].into()), &local));
        assert!(!is_local(here, &request(&[("host", "example.org")])));
        assert!(!is_local(here, &request(&[("host", "127.0.0.1.evil.example")])));
        assert!(!is_local(here, &request(&[])));
        for name in ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] {
            let handed_on = request(&[("host", "localhost"), (name, "127.0.0.1")]);
            assert!(!is_local(here, &handed_on), "{name}");
        }
    }
}
