use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{ClientAddress, Endpoint, Params, Problem};
use http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY, SET_COOKIE};
use http::{HeaderValue, Method, StatusCode};
use kernel::Code;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::Visit;
use crate::links;
use crate::pages::Notice;
use crate::wing::Auth;

#[derive(Debug, Deserialize, JsonSchema)]
struct OpenLink {
    /// The secret that was printed.
    #[schemars(required)]
    key: Option<String>,
}

pub fn open(auth: Auth) -> Endpoint {
    Endpoint::new("Sign in as the owner by the printed link", handle, auth)
        .details(
            "Works once, within 15 minutes, on the machine itself, and only where no identity \
             provider is configured. Looking ahead (`HEAD`, prefetching) does not use it up.",
        )
        .query::<OpenLink>()
        .redirects(303, "Signed in")
        .fails(&[Code::Forbidden, Code::TooMany])
        .forgives_ended_session()
}

async fn handle(
    State(auth): State<Auth>,
    method: Method,
    visit: Visit,
    ClientAddress(address): ClientAddress,
    Params(OpenLink { key }): Params<OpenLink>,
) -> Result<Response, Problem> {
    let Some(key) = key else { return Err(Problem::invalid_field("key", "is required")) };
    auth.admit(address)?;
    // In this order: whether there are links at all is no secret, and the link is looked at only
    // when everything else is right.
    let notice = if !auth.has_owner_link() {
        Notice::NoLinks
    } else if !visit.is_local() || visit.is_from_elsewhere(&auth) {
        Notice::NotLocal
    } else if method == Method::HEAD || visit.is_glance() {
        Notice::Glance
    } else {
        // Only now may it be used up.
        let opened = match links::parse(&key) {
            Some(link) => auth.links.redeem(&link, &auth.sessions, visit.arrival(&auth)).await?,
            None => None,
        };
        match opened {
            Some((session, secret)) => {
                tracing::info!(session = %session.id, "the owner signed in by a link");
                return Ok(welcome(&auth, secret.reveal()));
            }
            None => Notice::LinkSpent,
        }
    };
    Err(notice.problem())
}

fn welcome(auth: &Auth, secret: &str) -> Response {
    let cookie = auth.cookies.set(auth.cookies.session(), secret, auth.sessions.life().absolute);
    let headers = [
        (LOCATION, HeaderValue::from_static("/auth")),
        (SET_COOKIE, cookie),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // The key stands in the address. It must not travel on to wherever the next page leads.
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
