use std::net::{IpAddr, Ipv6Addr};

/// Whose address it is, for counting: an IPv4 address, also one that is written as IPv6, is one household's; whoever
/// has an IPv6 address has all of its /64.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
        v4 => v4,
    }
}
