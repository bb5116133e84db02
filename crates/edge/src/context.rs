use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::{FromRequestParts, Request};
use http::header::{AUTHORIZATION, COOKIE, HOST};
use http::request::Parts;
use http::{HeaderValue, Method, Uri};
use kernel::Randomness;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::address::{ClientAddress, TrustedProxies};
use crate::assets::Assets;
use crate::body::{Space, SpaceOf};
use crate::connection::Peer;
use crate::holder::Holder;
use crate::hosts::Hosts;
use crate::negotiate;
use crate::page::Shell;
use crate::phrases::Phrases;
use crate::principal::{Credentials, Principal};
use crate::problem::Problem;
use crate::request_id::RequestId;
use crate::route::Reached;

/// What is known about a request while it is answered, in its extensions: one entry for all, and
/// shared with the service, so that the route it reaches can be told back. Handlers of pages and
/// the [shell](crate::Shell) learn from it whom they write for.
#[derive(Clone, Debug)]
pub struct RequestContext(Arc<Known>);

#[derive(Debug)]
struct Known {
    surroundings: Arc<Surroundings>,
    id: RequestId,
    method: Method,
    uri: Uri,
    /// Who has come by a socket has an address.
    client: Option<IpAddr>,
    cookies: Option<HeaderValue>,
    prefers_page: bool,
    credentials: OnceLock<Credentials>,
    has_bearer: bool,
    /// Whether it was asked for by a name of ours.
    is_known_host: bool,
    route: OnceLock<Reached>,
}

/// What all requests have in common.
#[derive(Debug)]
pub(crate) struct Surroundings {
    pub(crate) proxies: TrustedProxies,
    pub(crate) assets: Assets,
    /// What stands around pages. It knows the language of the site.
    pub(crate) shell: Arc<dyn Shell>,
    /// Where people sign in; takes `return_to`.
    pub(crate) sign_in: &'static str,
    /// By which names it is asked for.
    pub(crate) hosts: Hosts,
    /// What all bodies in memory may take together.
    pub(crate) bodies: Arc<Space>,
}

/// What must not stand bare in the value of a query.
const QUERY_VALUE: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'&').add(b'+').add(b'<').add(b'>');

impl RequestContext {
    pub(crate) fn of(
        request: &Request,
        surroundings: &Arc<Surroundings>,
        ids: &Randomness,
    ) -> Self {
        let headers = request.headers();
        let peer = request.extensions().get::<Peer>();
        Self(Arc::new(Known {
            client: peer.map(|Peer(peer)| surroundings.proxies.client(peer.ip(), headers)),
            surroundings: surroundings.clone(),
            id: RequestId::of(headers, ids),
            method: request.method().clone(),
            uri: request.uri().clone(),
            cookies: headers.get(COOKIE).cloned(),
            prefers_page: negotiate::prefers_page(headers),
            has_bearer: headers.contains_key(AUTHORIZATION),
            is_known_host: surroundings.hosts.admits(headers.get(HOST)),
            // Filled in later, once: the context exists before anybody has looked at the
            // credential, so that a refusal has a request id too.
            credentials: OnceLock::new(),
            route: OnceLock::new(),
        }))
    }

    pub fn id(&self) -> &RequestId {
        &self.0.id
    }

    pub fn method(&self) -> &Method {
        &self.0.method
    }

    /// As the client wrote it, also where a part of the router sees only the end of it.
    pub fn uri(&self) -> &Uri {
        &self.0.uri
    }

    /// Whether the client would rather see a page than read a document.
    pub fn prefers_page(&self) -> bool {
        self.0.prefers_page
    }

    /// A cookie that is not secret, such as the colour scheme somebody chose.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let text = self.0.cookies.as_ref()?.to_str().ok()?;
        let pairs = text.split(';').filter_map(|pair| pair.trim_matches(' ').split_once('='));
        pairs.into_iter().find_map(|(given, value)| (given == name).then_some(value))
    }

    pub fn assets(&self) -> &Assets {
        &self.0.surroundings.assets
    }

    /// How pages speak.
    pub fn phrases(&self) -> Phrases {
        self.0.surroundings.shell.phrases()
    }

    /// Where to sign in and come back to this very page, if it can be asked for again.
    pub fn sign_in_address(&self) -> String {
        let sign_in = self.0.surroundings.sign_in;
        // A form cannot be asked for again by its address. Whoever sent one comes back to the
        // start.
        match (self.0.method.is_safe(), self.0.uri.path_and_query()) {
            (true, Some(here)) => {
                let here = utf8_percent_encode(here.as_str(), QUERY_VALUE);
                format!("{sign_in}?return_to={here}")
            }
            _ => sign_in.to_owned(),
        }
    }

    pub(crate) fn space_for_body(&self) -> SpaceOf {
        self.0.surroundings.bodies.of(self.holder())
    }

    pub(crate) fn holder(&self) -> Holder {
        Holder::of(self.principal(), self.0.client)
    }

    /// Nobody changes who they are on the way.
    pub(crate) fn identify(&self, credentials: Credentials) {
        // The first answer stays, whoever asks again.
        self.0.credentials.get_or_init(|| credentials);
    }

    pub fn principal(&self) -> &Principal {
        self.0.credentials.get().map_or(&Principal::Anonymous, |known| &known.principal)
    }

    /// Takes the cookie of a session away that no longer holds, where the request came with one.
    pub(crate) fn ended_session(&self) -> Option<&HeaderValue> {
        self.0.credentials.get()?.ended_session.as_ref()
    }

    pub(crate) fn is_known_host(&self) -> bool {
        self.0.is_known_host
    }

    /// Whether the request was made as somebody, or tried to be.
    pub(crate) fn has_credential(&self) -> bool {
        self.0.has_bearer || self.principal().is_signed_in() || self.ended_session().is_some()
    }

    pub(crate) fn arrive(&self, route: Reached) {
        self.0.route.get_or_init(|| route);
    }

    pub(crate) fn route(&self) -> Option<&Reached> {
        self.0.route.get()
    }
}

impl<S: Sync> FromRequestParts<S> for RequestContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let context = parts.extensions.get().cloned();
        context.ok_or_else(|| Problem::internal("a request that came past the service"))
    }
}

impl<S: Sync> FromRequestParts<S> for Principal {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let context = parts.extensions.get::<RequestContext>();
        Ok(context.map(RequestContext::principal).cloned().unwrap_or_default())
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let context = parts.extensions.get::<RequestContext>();
        let client = context.and_then(|context| context.0.client);
        client.map(Self).ok_or_else(|| Problem::internal("a request without a connection"))
    }
}

/// The files that pages refer to, for handlers that have to name one.
impl<S: Sync> FromRequestParts<S> for Assets {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let context = parts.extensions.get::<RequestContext>();
        Ok(context.map(|context| context.assets().clone()).unwrap_or_default())
    }
}

/// How pages speak, for handlers that write one.
impl<S: Sync> FromRequestParts<S> for Phrases {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let context = parts.extensions.get::<RequestContext>();
        Ok(context.map(RequestContext::phrases).unwrap_or_default())
    }
}
