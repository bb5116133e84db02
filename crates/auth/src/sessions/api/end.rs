use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Principal, Problem, ResourceId};
use http::StatusCode;
use http::header::SET_COOKIE;

use crate::wing::Auth;

pub fn end(auth: Auth) -> Endpoint {
    Endpoint::new("End one of your own sessions", handle, auth)
        .details("It is refused from the next request on. Ending the current one is signing out.")
        .answers_nothing("The session is gone")
}

async fn handle(
    State(auth): State<Auth>,
    principal: Principal,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    if !auth.sessions.end_own(&caller.user_id, id).await? {
        return Err(Problem::not_found());
    }
    tracing::info!(user = caller.user_id, session = %id, "a session was ended");
    let mut response = StatusCode::NO_CONTENT.into_response();
    if caller.session.as_ref().is_some_and(|session| session.id == id) {
        let cookie = auth.cookies.clear(auth.cookies.session());
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}
