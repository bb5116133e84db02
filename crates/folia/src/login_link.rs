//! The owner's link as it is printed, at start and by `folia login-link`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use auth::Secret;
use auth::links::LIFE;

/// Where a browser on this machine reaches a service that listens there. Nowhere, when it listens
/// on an address of the outside only: the link works over loopback.
pub(crate) fn base(listening: SocketAddr) -> Option<String> {
    let address = reachable(listening);
    address.ip().is_loopback().then(|| format!("http://{address}"))
}

/// Where this machine reaches it. Listening everywhere includes this machine, but nobody can open
/// 0.0.0.0.
pub(crate) fn reachable(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

pub(crate) fn link(base: &str, secret: &Secret) -> String {
    format!("{base}/auth/link?key={}", secret.reveal())
}

pub(crate) fn sentence(base: &str, secret: &Secret) -> String {
    let minutes = LIFE.as_secs() / 60;
    format!("sign in on this machine, once, within {minutes} minutes: {}", link(base, secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_leads_over_loopback_or_not_at_all() {
        for (listening, expected) in [
            ("127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("0.0.0.0:80", Some("http://127.0.0.1:80")),
            ("[::]:80", Some("http://[::1]:80")),
            ("[::1]:80", Some("http://[::1]:80")),
            ("192.0.2.1:80", None),
        ] {
            assert_eq!(base(listening.parse().unwrap()).as_deref(), expected, "{listening}");
        }
    }
}
