use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use edge::{ClientAddress, Endpoint, Params, Problem, WhoseTurn};
use http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY, SET_COOKIE};
use http::{HeaderValue, StatusCode};
use kernel::Code;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CALLBACK, notice};
use crate::api::Visit;
use crate::pages::Notice;
use crate::signin::attempt::LIFE;
use crate::wing::Auth;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Login {
    /// Where to go afterwards: a path on this site. Anything else counts as `/`.
    return_to: Option<String>,
}

pub fn login(auth: Auth) -> Endpoint {
    Endpoint::new("Sign in with the identity provider", handle, auth)
        .details("Sends a browser to the provider, which sends it back to `/auth/callback`.")
        .query::<Login>()
        .redirects(303, "To the provider")
        .fails(&[Code::Unavailable, Code::Malformed, Code::TooMany])
        .forgives_ended_session()
}

async fn handle(
    State(auth): State<Auth>,
    visit: Visit,
    turn: WhoseTurn,
    ClientAddress(address): ClientAddress,
    Params(Login { return_to }): Params<Login>,
) -> Result<Response, Problem> {
    // Where no provider is configured, the page tells what else to do.
    let Some(sign_in) = &auth.sign_in else { return Ok(Redirect::to("/auth").into_response()) };
    auth.admit(address)?;
    let Some(redirect) = visit.address(&auth, CALLBACK) else {
        return Err(Notice::StrayAnswer.problem());
    };
    // The provider is waited for by anybody who likes, and is not our work.
    let beginning = sign_in.begin(return_to.as_deref(), &redirect);
    match turn.wait_for(beginning).await {
        Ok((attempt, address)) => {
            let cookie = auth.cookies.set(auth.cookies.login(), attempt.cookie(), LIFE);
            let location = HeaderValue::try_from(address).expect("an address is plain ASCII");
            let headers = [
                (LOCATION, location),
                (SET_COOKIE, cookie),
                (CACHE_CONTROL, HeaderValue::from_static("no-store")),
                (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
            ];
            Ok((StatusCode::SEE_OTHER, headers).into_response())
        }
        Err(error) => {
            tracing::warn!(%error, "nobody can sign in");
            Err(notice(&error).problem())
        }
    }
}
