use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Principal, Problem, page};
use http::header::CACHE_CONTROL;
use kernel::{Id, Slice, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sessions::{Session, UNKNOWN_BROWSER};
use crate::wing::Auth;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListSessions {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

/// A browser in which somebody is signed in.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OwnSession")]
struct Shown {
    /// Names the session; it opens nothing.
    id: Id,
    created_at: Timestamp,
    /// Kept to the minute.
    last_used_at: Timestamp,
    /// In plain words, such as "Firefox on Linux".
    browser: String,
    /// Whether it is the one this request came with.
    current: bool,
}

pub fn list(auth: Auth) -> Endpoint {
    Endpoint::new("List your own sessions", handle, auth)
        .details("Where you are signed in, the browser that was used last first.")
        .query::<ListSessions>()
        .reports::<Slice<Shown>>(200, "The sessions")
}

async fn handle(
    State(auth): State<Auth>,
    principal: Principal,
    Params(query): Params<ListSessions>,
) -> Result<Response, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    let current = caller.session.as_ref().map(|session| session.id);
    let sessions = auth.sessions.list(&caller.user_id).await?;
    let page = page(query.limit, query.offset, 20);
    let shown = Slice {
        items: page.cut(&sessions).iter().map(|session| show(session, current)).collect(),
        total: sessions.len() as u64,
        limit: page.limit,
        offset: page.offset,
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(shown)).into_response())
}

fn show(session: &Session, current: Option<Id>) -> Shown {
    Shown {
        id: session.id,
        created_at: session.created_at,
        last_used_at: session.seen_at,
        browser: session.browser.clone().unwrap_or_else(|| UNKNOWN_BROWSER.to_owned()),
        current: current == Some(session.id),
    }
}
