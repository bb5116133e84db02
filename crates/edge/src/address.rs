use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use http::HeaderMap;
use ipnet::IpNet;

/// Where a request comes from: the other end of the connection or, when that is one of the owner's
/// own proxies, the address the proxies tell. IPv4 written as IPv6 is IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The proxies whose word about where a request comes from is taken.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Arc<[IpNet]>);

const FORWARDED_FOR: &str = "x-forwarded-for";

impl TrustedProxies {
    pub fn new(networks: impl IntoIterator<Item = IpNet>) -> Self {
        Self(networks.into_iter().collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whether anybody at all may say where a request comes from.
    pub fn trusts_everybody(&self) -> bool {
        self.0.iter().any(|network| network.prefix_len() == 0)
    }

    /// Walks the chain of proxies back from the connection. Each told the address it was called
    /// from, so the first one that is not a proxy of ours is the client; whatever stands before it
    /// was written by the client and proves nothing. Where the chain is unreadable it ends, at the
    /// proxy that passed it on.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        // From the end: the last entry was written by the proxy nearest to us.
        let told = headers.get_all(FORWARDED_FOR).iter().rev();
        let mut hops = told.flat_map(|header| header.as_bytes().rsplit(|byte| *byte == b','));
        // Stops at the first address that is not ours. What stands before it can be invented.
        while self.trusts(client) {
            match hops.next().and_then(read_hop) {
                Some(hop) => client = hop,
                None => break,
            }
        }
        client
    }
}

/// An address as proxies write it: bare, with a port, in brackets, with a zone.
fn read_hop(hop: &[u8]) -> Option<IpAddr> {
    let hop = std::str::from_utf8(hop).ok()?.trim();
    let without_zone = |text: &str| text.split('%').next().unwrap_or_default().parse().ok();
    let address: Option<IpAddr> = match hop.strip_prefix('[').and_then(|hop| hop.split_once(']')) {
        Some((address, "")) => without_zone(address),
        Some((address, port)) => {
            port.strip_prefix(':')?.parse::<u16>().ok()?;
            without_zone(address)
        }
        None => without_zone(hop).or_else(|| hop.parse().ok().map(|hop: SocketAddr| hop.ip())),
    };
    // An IPv4 client that comes over an IPv6 socket must meet the same limits as over an IPv4 one.
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn client(peer: &str, headers: &[&str]) -> String {
        let networks = ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"];
        let proxies = TrustedProxies::new(networks.map(|network| network.parse().unwrap()));
        let mut map = HeaderMap::new();
        for header in headers {
            map.append(FORWARDED_FOR, HeaderValue::from_bytes(header.as_bytes()).unwrap());
        }
        proxies.client(peer.parse().unwrap(), &map).to_string()
    }

    #[test]
    fn strangers_are_not_believed() {
        assert_eq!(client("198.51.100.7", &["203.0.113.1"]), "198.51.100.7");
        assert_eq!(client("::ffff:198.51.100.7", &[]), "198.51.100.7");
    }

    #[test]
    fn the_client_is_the_last_address_that_is_no_proxy_of_ours() {
        for (told, expected) in [
            (&["198.51.100.7"][..], "198.51.100.7"),
            (&["203.0.113.1, 198.51.100.7, 10.1.1.1"], "198.51.100.7"),
            (&["203.0.113.1", "198.51.100.7,10.1.1.1"], "198.51.100.7"),
            (&["198.51.100.7", "10.1.1.1"], "198.51.100.7"),
            (&["evil, 198.51.100.7:4711"], "198.51.100.7"),
            (&["[2001:db8::1]:443"], "2001:db8::1"),
            (&["[2001:DB8:0:0::1]"], "2001:db8::1"),
            (&[" 2001:db8::1%eth0 "], "2001:db8::1"),
            (&["::ffff:198.51.100.7"], "198.51.100.7"),
            (&["fd00::1, 10.9.9.9"], "fd00::1"),
        ] {
            assert_eq!(client("127.0.0.1", told), expected, "{told:?}");
            assert_eq!(client("::ffff:127.0.0.1", told), expected, "{told:?}");
        }
    }

    #[test]
    fn where_the_chain_is_unreadable_it_ends() {
        for told in ["", ",", "unknown", "1.2.3", "[::1", "198.51.100.7, x", "é", "[::1]x"] {
            assert_eq!(client("127.0.0.1", &[told]), "127.0.0.1", "{told:?}");
        }
        assert_eq!(client("127.0.0.1", &["198.51.100.7, x, 10.1.1.1"]), "10.1.1.1");
    }
}
