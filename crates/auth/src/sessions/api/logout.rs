use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Params, Principal, Problem};
use http::StatusCode;
use http::header::{CACHE_CONTROL, SET_COOKIE};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::wing::Auth;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Logout {
    /// End every session of this user, on every device.
    everywhere: bool,
}

pub fn logout(auth: Auth) -> Endpoint {
    Endpoint::new("Sign out", handle, auth)
        .details(
            "Ends the session of the request at once; with `everywhere=true` all sessions of its \
             user. API tokens stay as they are.",
        )
        .query::<Logout>()
        .answers_nothing("Signed out")
}

async fn handle(
    State(auth): State<Auth>,
    principal: Principal,
    Params(Logout { everywhere }): Params<Logout>,
) -> Result<Response, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    if everywhere {
        let ended = auth.sessions.end_all(&caller.user_id).await?;
        tracing::info!(user = caller.user_id, ended, "signed out everywhere");
    } else if let Some(session) = &caller.session {
        auth.sessions.end(session.id).await?;
        tracing::info!(session = %session.id, "signed out");
    }
    let cookie = auth.cookies.clear(auth.cookies.session());
    let headers = [(SET_COOKIE, cookie), (CACHE_CONTROL, "no-store".parse().expect("plain text"))];
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}
