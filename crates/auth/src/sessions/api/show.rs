use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Principal};
use http::header::CACHE_CONTROL;
use kernel::Role;
use schemars::JsonSchema;
use serde::Serialize;

/// Who the service takes the caller for.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Session")]
struct Shown {
    authenticated: bool,
    user: Option<User>,
    /// What a change has to carry in `X-CSRF-Token` when it is authenticated by cookie. Absent for
    /// those who are not, as they need none.
    csrf_token: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct User {
    id: String,
    email: Option<String>,
    name: Option<String>,
    role: Role,
}

pub fn show() -> Endpoint {
    Endpoint::new("Who is signed in", handle, ())
        .details("A session that has ended counts as none, and its cookie is taken away.")
        .reports::<Shown>(200, "Who the caller is")
        .forgives_ended_session()
}

async fn handle(principal: Principal) -> Response {
    let shown = match principal {
        Principal::Anonymous => Shown { authenticated: false, user: None, csrf_token: None },
        Principal::SignedIn(caller) => Shown {
            authenticated: true,
            csrf_token: caller.session.map(|session| session.csrf_token),
            user: Some(User {
                id: caller.user_id,
                email: caller.email,
                name: caller.name,
                role: caller.role,
            }),
        },
    };
    ([(CACHE_CONTROL, "no-store")], Json(shown)).into_response()
}
