use kernel::Role;

use crate::body::{MOST_BYTES, MOST_BYTES_OF_MEMBERS, MOST_BYTES_OF_STRANGERS};
use crate::{Principal, Problem};

/// Who may call an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Anyone,
    /// Anybody who is signed in.
    Member,
    Admin,
}

impl Access {
    /// The largest body that whoever may call it sends, unless the route says otherwise.
    pub(crate) fn largest_body(self) -> usize {
        match self {
            Self::Anyone => MOST_BYTES_OF_STRANGERS,
            Self::Member => MOST_BYTES_OF_MEMBERS,
            Self::Admin => MOST_BYTES,
        }
    }

    pub(crate) fn check(self, principal: &Principal) -> Result<(), Problem> {
        match (self, principal.caller().map(|caller| caller.role)) {
            (Self::Anyone, _) | (Self::Member, Some(_)) | (Self::Admin, Some(Role::Admin)) => {
                Ok(())
            }
            // Before the role is looked at: whoever is nobody is told to sign in, not that it would
            // not help.
            (_, None) => Err(Problem::unauthenticated()),
            (Self::Admin, Some(Role::Member)) => Err(Problem::forbidden()),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::Member => "signed in",
            Self::Admin => "admin",
        }
    }
}
