use std::sync::Arc;

use store::Store;

use crate::cookies::Cookies;
use crate::links::Links;
use crate::origin::Home;
use crate::roles::Roles;
use crate::sessions::{Life, Sessions};
use crate::tokens::Tokens;

/// What the configuration says about signing in.
#[derive(Clone, Debug)]
pub struct Settings {
    pub home: Home,
    pub https: bool,
    pub life: Life,
    pub roles: Roles,
}

/// Everything a request about signing in needs.
#[derive(Clone, Debug)]
pub struct Auth {
    pub tokens: Tokens,
    pub sessions: Sessions,
    pub links: Links,
    pub(crate) cookies: Cookies,
    pub(crate) home: Arc<Home>,
    pub(crate) roles: Arc<Roles>,
}

impl Auth {
    pub fn new(store: Store, settings: Settings) -> Self {
        let Settings { home, https, life, roles } = settings;
        Self {
            tokens: Tokens::new(store.clone()),
            sessions: Sessions::new(store.clone(), life),
            links: Links::new(store),
            cookies: Cookies { https },
            home: Arc::new(home),
            roles: Arc::new(roles),
        }
    }

    /// Whether the owner signs in by a link, as there is nobody else to ask.
    pub fn has_owner_link(&self) -> bool {
        self.roles.issuer.is_none()
    }
}
