use serde::{Deserialize, Serialize};

use crate::secret::{digest, hexadecimal};

/// The user that the site's owner acts as.
pub(crate) const OWNER: &str = "owner";

/// Who somebody is, apart from what they may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Identity {
    /// Whoever holds the machine, by the link printed there.
    Owner,
    /// Somebody an identity provider knows.
    Provider(Person),
}

/// What the provider says about somebody. It vouches for the address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub issuer: String,
    pub subject: String,
    pub email: String,
    pub name: Option<String>,
}

impl Identity {
    /// Issuer and subject together are who somebody is; an address can change hands.
    pub fn user_id(&self) -> String {
        match self {
            Self::Owner => OWNER.to_owned(),
            Self::Provider(person) => {
                // A line end cannot stand in either, so no two pairs give the same text.
                let both = format!("{}\n{}", person.issuer, person.subject);
                format!("user_{}", &hexadecimal(&digest("folia user", &both))[..32])
            }
        }
    }

    pub fn email(&self) -> Option<&str> {
        match self {
            Self::Owner => None,
            Self::Provider(person) => Some(&person.email),
        }
    }

    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Owner => Some("Owner"),
            Self::Provider(person) => person.name.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_issuer_and_subject_whatever_the_address() {
        let id = |issuer: &str, subject: &str, email: &str| {
            let (issuer, subject, email) = (issuer.into(), subject.into(), email.into());
            Identity::Provider(Person { issuer, subject, email, name: None }).user_id()
        };
        assert_eq!(id("i", "s", "a@b.c"), id("i", "s", "d@e.f"));
        assert_ne!(id("i", "s", "a@b.c"), id("j", "s", "a@b.c"));
        assert_ne!(id("i", "s", "a@b.c"), id("i", "t", "a@b.c"));
    }
}
