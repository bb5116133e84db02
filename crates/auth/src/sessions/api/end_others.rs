use axum::extract::State;
use edge::{Endpoint, Principal, Problem};
use http::StatusCode;
use kernel::Code;

use crate::wing::Auth;

pub fn end_others(auth: Auth) -> Endpoint {
    Endpoint::new("End all your sessions but the current one", handle, auth)
        .details(
            "For browsers. A request without a session has no current one and is refused; \
             `POST /auth/logout?everywhere=true` ends them all.",
        )
        .answers_nothing("The other sessions are gone")
        .fails(&[Code::Conflict])
}

async fn handle(State(auth): State<Auth>, principal: Principal) -> Result<StatusCode, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    let Some(current) = &caller.session else {
        let detail = "The request comes with no session that could be kept.";
        return Err(Problem::new(Code::Conflict, detail));
    };
    let ended = auth.sessions.end_others(&caller.user_id, current.id).await?;
    tracing::info!(user = caller.user_id, ended, "all other sessions were ended");
    Ok(StatusCode::NO_CONTENT)
}
