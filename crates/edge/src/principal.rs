use http::HeaderValue;
use kernel::{Id, Role};

/// Somebody who is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub user_id: String,
    pub role: Role,
    /// An address the identity provider vouches for.
    pub email: Option<String>,
    pub name: Option<String>,
    /// The browser session the request came with, if it was not a bearer token.
    pub session: Option<BrowserSession>,
}

/// How a request was authenticated by cookie.
#[derive(Clone, PartialEq, Eq)]
pub struct BrowserSession {
    pub id: Id,
    /// What a state-changing request has to repeat in `X-CSRF-Token`.
    pub csrf_token: String,
}

impl std::fmt::Debug for BrowserSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BrowserSession").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Who makes a request. Present in every request by the time a handler sees it; a credential that
/// is not valid never gets that far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Principal {
    #[default]
    Anonymous,
    SignedIn(Caller),
}

impl Principal {
    pub fn caller(&self) -> Option<&Caller> {
        match self {
            Self::Anonymous => None,
            Self::SignedIn(caller) => Some(caller),
        }
    }

    pub fn is_signed_in(&self) -> bool {
        self.caller().is_some()
    }

    pub fn is_admin(&self) -> bool {
        self.caller().is_some_and(|caller| caller.role == Role::Admin)
    }
}

/// What the credentials of a request have shown.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    pub principal: Principal,
    /// The cookie of a session that no longer holds came with the request: how to take it away.
    /// What that means for the request is for its route to say.
    pub ended_session: Option<HeaderValue>,
}

impl From<Principal> for Credentials {
    fn from(principal: Principal) -> Self {
        Self { principal, ended_session: None }
    }
}
