use std::net::IpAddr;

use sha2::{Digest, Sha256};

use crate::seal;

/// The lower-case hexadecimal SHA-256 of an address in its usual text form. An IPv4 address that
/// came as IPv6 is IPv4.
pub(crate) fn address_hash(address: IpAddr) -> String {
    // Unsalted, because the interface promises this very hash. The limit uses a digest with a key
    // instead.
    seal::encode(&Sha256::digest(address.to_canonical().to_string().as_bytes()))
}

/// Whose address it is, for counting: an IPv4 address is one household's; of IPv6 one household has
/// the last 64 bits to itself.
pub(crate) fn network_of(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            // A household can take a new address of these 64 bits for every message.
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_household_are_one_network() {
        for (address, network) in [
            ("198.51.100.7", "198.51.100.7"),
            ("::ffff:198.51.100.7", "198.51.100.7"),
            ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
            ("2001:0db8:0001:0002:ffff:0000:0000:0001", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
            ("::1", "0:0:0:0::/64"),
        ] {
            assert_eq!(network_of(address.parse().unwrap()), network);
        }
    }

    #[test]
    fn the_hash_is_of_the_usual_spelling() {
        let hash = |address: &str| address_hash(address.parse().unwrap());
        // `printf 127.0.0.1 | sha256sum`
        let loopback = "12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0";
        assert_eq!(hash("127.0.0.1"), loopback);
        assert_eq!(hash("::ffff:127.0.0.1"), loopback);
        assert_eq!(hash("2001:DB8:0::1"), hash("2001:db8::1"));
    }
}
