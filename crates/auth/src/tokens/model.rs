use edge::Role;
use kernel::{Id, Randomness, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The user that an administrator's token acts as when none is named: the site's owner.
pub(super) const OWNER: &str = "owner";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Token {
    pub id: Id,
    pub name: String,
    pub role: Role,
    /// The user that requests with this token act as.
    pub user_id: String,
    /// Hexadecimal SHA-256 of the secret.
    pub hash: String,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    /// Kept to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// The secret itself. It prints nowhere by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

const PREFIX: &str = "folia_";

impl Secret {
    pub(super) fn generate(randomness: &Randomness) -> Self {
        let digits = hexadecimal(&randomness.bytes::<32>());
        Self(format!("{PREFIX}{digits}"))
    }

    /// A secret as somebody sends it, when it looks like one of ours.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(PREFIX)?;
        (digits.len() == 64).then(|| Self(text.to_owned()))
    }

    /// For showing it to its owner, once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub(super) fn hash(&self) -> String {
        hexadecimal(&Sha256::digest(self.0.as_bytes()))
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("a name has 1 to 100 characters")]
    BadName,
    #[error("a user has 1 to 200 characters without blanks")]
    BadUser,
    #[error("there is no token {0}")]
    Unknown(String),
    #[error(transparent)]
    Store(#[from] store::StoreError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_long_recognisable_and_does_not_print() {
        let secret = Secret::generate(&Randomness::seeded(1));
        assert_eq!(secret.reveal().len(), PREFIX.len() + 64);
        assert_eq!(Secret::parse(secret.reveal()), Some(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert!(!secret.reveal().contains(&secret.hash()));
        for other in ["", "folia_", "folia_abc", "other"] {
            assert_eq!(Secret::parse(other), None);
        }
    }
}
