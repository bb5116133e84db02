use std::net::IpAddr;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{ClientAddress, Endpoint, Params, Problem};
use http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY, SET_COOKIE};
use http::{HeaderValue, Method, StatusCode};
use kernel::Code;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CALLBACK, notice};
use crate::api::{Visit, too_many};
use crate::identity::Identity;
use crate::pages::Notice;
use crate::signin::{Answer, SignIn, SignInError};
use crate::wing::Auth;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Callback {
    state: Option<String>,
    code: Option<String>,
    /// Why the provider did not sign somebody in.
    error: Option<String>,
    /// Who answers, where the provider says so.
    iss: Option<String>,
}

pub fn callback(auth: Auth) -> Endpoint {
    Endpoint::new("Come back from the identity provider", handle, auth)
        .details(
            "Begins a session and goes on to where `/auth/login` was told to. An answer counts \
             once, in the browser that asked, within ten minutes.",
        )
        .query::<Callback>()
        .redirects(303, "Signed in")
        .fails(&[Code::Malformed, Code::Forbidden, Code::Unavailable, Code::TooMany])
        .forgives_ended_session()
}

async fn handle(
    State(auth): State<Auth>,
    method: Method,
    visit: Visit,
    ClientAddress(address): ClientAddress,
    Params(Callback { state, code, error, iss }): Params<Callback>,
) -> Result<Response, Problem> {
    let sign_in = match &auth.sign_in {
        // Whoever only wants the head must not use up the answer.
        Some(sign_in) if method != Method::HEAD => sign_in,
        _ => return Err(Notice::StrayAnswer.problem()),
    };
    auth.admit(address)?;
    let answer = Answer { state: state.unwrap_or_default(), code, error, issuer: iss };
    match come_back(&auth, sign_in, &visit, &answer, address).await {
        Ok((identity, return_to)) => welcome(&auth, &visit, identity, &return_to).await,
        Err(error) => {
            match &error {
                // Anybody can come up with those.
                SignInError::NotOurs => tracing::debug!(%error, "a stray answer"),
                SignInError::Crowded => return Err(too_many()),
                // They were signed in as somebody, and now came as somebody without an address. The
                // old session is not theirs any more.
                SignInError::Unverified => leave(&auth, &visit).await?,
                _ => tracing::warn!(%error, "somebody came back without being signed in"),
            }
            Err(notice(&error).problem())
        }
    }
}

async fn come_back(
    auth: &Auth,
    sign_in: &SignIn,
    visit: &Visit,
    answer: &Answer,
    address: IpAddr,
) -> Result<(Identity, String), SignInError> {
    let redirect = visit.address(auth, CALLBACK).ok_or(SignInError::NotOurs)?;
    // Spent before the code is redeemed: whoever sends the same answer twice gets it once, whatever
    // comes of it.
    let cookie = visit.login_cookie(auth);
    let (attempt, _turn) = sign_in.claim(cookie, &answer.state, address).await?;
    let identity = sign_in.finish(&attempt, answer, &redirect).await?;
    Ok((identity, attempt.return_to().to_owned()))
}

/// Whoever signs in as somebody else is no longer who they were, also when they may not come in.
async fn leave(auth: &Auth, visit: &Visit) -> Result<(), Problem> {
    if let Some(previous) = visit.arrival(auth).previous {
        auth.sessions.end_of(&previous).await?;
    }
    Ok(())
}

/// A session, if the lists let this person in.
async fn welcome(
    auth: &Auth,
    visit: &Visit,
    identity: Identity,
    return_to: &str,
) -> Result<Response, Problem> {
    if auth.roles.of(&identity).is_none() {
        tracing::warn!(user = identity.user_id(), "refused: on no list");
        leave(auth, visit).await?;
        return Err(Notice::Refused.problem());
    }
    // The old secret is replaced, never kept: nobody can have planted it in this browser
    // beforehand.
    let (session, secret) = auth.sessions.begin(identity, visit.arrival(auth)).await?;
    tracing::info!(user = session.user_id, session = %session.id, "signed in");
    let (cookies, life) = (auth.cookies, auth.sessions.life().absolute);
    let location = HeaderValue::try_from(return_to).expect("a checked path is plain ASCII");
    let headers = [
        (LOCATION, location),
        (SET_COOKIE, cookies.set(cookies.session(), secret.reveal(), life)),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    let mut response = (StatusCode::SEE_OTHER, headers).into_response();
    // A second `Set-Cookie`, so appended and not inserted.
    response.headers_mut().append(SET_COOKIE, cookies.clear(cookies.login()));
    Ok(response)
}
