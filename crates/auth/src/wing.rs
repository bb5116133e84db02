use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use outbound::Rate;
use outbound::oidc::Provider;
use store::Store;

use crate::api::cookies::Cookies;
use crate::api::origin::Home;
use crate::links::Links;
use crate::roles::Roles;
use crate::sessions::{Life, Sessions};
use crate::signin::SignIn;
use crate::tokens::Tokens;

/// What the configuration says about signing in.
#[derive(Clone, Debug)]
pub struct Settings {
    pub home: Home,
    pub https: bool,
    pub life: Life,
    pub roles: Roles,
    pub provider: Option<outbound::oidc::Settings>,
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
    pub(crate) sign_in: Option<SignIn>,
    comings: Arc<Rate>,
}

/// For one network: each coming can make us ask the provider or the database.
const AT_ONCE: u32 = 120;
const EVERY: Duration = Duration::from_secs(1);

impl Auth {
    pub fn new(store: Store, settings: Settings) -> Self {
        let Settings { home, https, life, roles, provider } = settings;
        let provider = provider.map(|provider| Provider::new(provider, store.clock().clone()));
        Self {
            sign_in: provider.map(|provider| SignIn::new(store.clone(), provider)),
            tokens: Tokens::new(store.clone()),
            sessions: Sessions::new(store.clone(), life),
            links: Links::new(store),
            cookies: Cookies { https },
            home: Arc::new(home),
            roles: Arc::new(roles),
            comings: Arc::new(Rate::new(AT_ONCE, EVERY)),
        }
    }

    /// Whether somebody from this address may come to the doors once more.
    pub(crate) fn may_come(&self, address: IpAddr) -> bool {
        self.comings.take(address)
    }

    pub fn issuer(&self) -> Option<&str> {
        self.roles.issuer.as_deref()
    }

    /// Whether the owner signs in by a link, as there is nobody else to ask.
    pub fn has_owner_link(&self) -> bool {
        self.roles.issuer.is_none()
    }
}
