//! Who may sign in, and as what. Asked anew at every request, so that a change of the lists acts
//! at once: no session and no token carries a role of its own.

use kernel::Role;

use crate::identity::Identity;

/// The lists of the configuration, and what they are for.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// The identity provider whose word counts. Without one, the owner signs in by a link.
    pub issuer: Option<String>,
    pub admins: AccessList,
    pub members: AccessList,
}

impl Roles {
    /// The role somebody has now, if any.
    pub(crate) fn of(&self, identity: &Identity) -> Option<Role> {
        match (identity, &self.issuer) {
            // The owner's link is only for sites without a provider. A session from before one was
            // configured has no role any more.
            (Identity::Owner, None) => Some(Role::Admin),
            // By issuer too: an address that another provider vouches for is somebody else's word.
            (Identity::Provider(person), Some(issuer)) if person.issuer == *issuer => {
                if self.admins.names(&person.email) {
                    Some(Role::Admin)
                } else {
                    self.members.names(&person.email).then_some(Role::Member)
                }
            }
            _ => None,
        }
    }
}

/// Addresses, whole domains, or everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessList(Vec<Entry>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Everybody,
    Domain(String),
    Address(String),
}

impl AccessList {
    /// `Err` holds the place of the first entry that is none.
    pub fn parse<'a>(entries: impl IntoIterator<Item = &'a str>) -> Result<Self, usize> {
        let read = entries.into_iter().enumerate().map(|(place, text)| match text {
            "*" => Ok(Entry::Everybody),
            // Checked with a letter in front, as half an address is none.
            domain if domain.starts_with('@') => match split_address(&format!("x{domain}")) {
                Some((_, domain)) => Ok(Entry::Domain(domain.to_ascii_lowercase())),
                None => Err(place),
            },
            address if split_address(address).is_some() => {
                Ok(Entry::Address(address.to_ascii_lowercase()))
            }
            _ => Err(place),
        });
        read.collect::<Result<_, _>>().map(Self)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn names_everybody(&self) -> bool {
        self.0.contains(&Entry::Everybody)
    }

    /// Only ASCII letters lose their case: to fold more is to let strangers in who spell alike.
    fn names(&self, email: &str) -> bool {
        // An address we cannot read is on no list, not even on `*`.
        let Some((_, domain)) = split_address(email) else { return false };
        self.0.iter().any(|entry| match entry {
            Entry::Everybody => true,
            Entry::Domain(listed) => listed.eq_ignore_ascii_case(domain),
            Entry::Address(listed) => listed.eq_ignore_ascii_case(email),
        })
    }
}

/// What stands before and behind the one `@`. Quoted and otherwise exotic spellings of an address
/// are none here: nobody needs them to sign in, and they are where readers disagree.
fn split_address(email: &str) -> Option<(&str, &str)> {
    let (local, domain) = email.split_once('@')?;
    let exotic = |c: char| c.is_whitespace() || c.is_control() || "\"(),:;<>@[\\]".contains(c);
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| c == '-' || c.is_alphanumeric());
    let good = !local.is_empty() && !local.contains(exotic) && domain.split('.').all(is_label);
    (good && email.len() <= 254).then_some((local, domain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Person;

    fn roles() -> Roles {
        Roles {
            issuer: Some("https://id.example".into()),
            admins: AccessList::parse(["owner@example.com"]).unwrap(),
            members: AccessList::parse(["@example.com"]).unwrap(),
        }
    }

    fn role_of(email: &str) -> Option<Role> {
        roles().of(&Identity::Provider(Person {
            issuer: "https://id.example".into(),
            subject: "1".into(),
            email: email.into(),
            name: None,
        }))
    }

    #[test]
    fn addresses_match_by_ascii_case_and_domains_exactly() {
        for (email, role) in [
            ("owner@example.com", Some(Role::Admin)),
            ("OWNER@Example.com", Some(Role::Admin)),
            ("a@example.com", Some(Role::Member)),
            ("a@EXAMPLE.COM", Some(Role::Member)),
            // Of that domain, but not the owner: accents are letters of their own.
            ("ówner@example.com", Some(Role::Member)),
            ("owner@example.com.evil.net", None),
            ("a@notexample.com", None),
            ("a@sub.example.com", None),
            ("\"owner@example.com\"@evil.net", None),
            ("\"owner@example.com\"@example.com", None),
            ("owner@example.com.", None),
            ("owner@example.com ", None),
            (" owner@example.com", None),
            ("owner@example.com\0", None),
            ("owner@example.com,a@evil.net", None),
            ("@example.com", None),
            ("owner", None),
            ("", None),
            ("owner@exam\u{212a}le.com", None),
        ] {
            assert_eq!(role_of(email), role, "{email:?}");
        }
    }

    #[test]
    fn everybody_is_everybody_with_an_address() {
        let list = AccessList::parse(["*"]).unwrap();
        assert!(list.names_everybody());
        assert!(list.names("a@b.example"));
        assert!(!list.names("nobody"));
    }

    #[test]
    fn the_owner_and_the_provider_exclude_each_other() {
        assert_eq!(roles().of(&Identity::Owner), None);
        assert_eq!(Roles::default().of(&Identity::Owner), Some(Role::Admin));
        let elsewhere = Roles { issuer: Some("https://other.example".into()), ..roles() };
        let person = Person {
            issuer: "https://id.example".into(),
            subject: "1".into(),
            email: "owner@example.com".into(),
            name: None,
        };
        assert_eq!(elsewhere.of(&Identity::Provider(person)), None);
    }

    #[test]
    fn entries_that_are_none_are_found() {
        for (entries, wrong) in [
            (vec!["a@b.c", "nobody"], Some(1)),
            (vec!["@"], Some(0)),
            (vec![""], Some(0)),
            (vec!["**"], Some(0)),
            (vec!["a@b@c"], Some(0)),
            (vec!["*", "@b.c", "a@b.c"], None),
        ] {
            assert_eq!(AccessList::parse(entries.iter().copied()).err(), wrong, "{entries:?}");
        }
    }
}
