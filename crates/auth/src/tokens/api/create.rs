use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Problem};
use http::StatusCode;
use http::header::{CACHE_CONTROL, LOCATION};
use kernel::{Role, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Shown;
use crate::tokens::{NewToken, Tokens};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "TokenInput")]
struct Input {
    /// What it is for, in your words: 1 to 100 characters.
    name: String,
    role: Role,
    /// The user that requests with this token act as. An admin's token acts as the owner unless
    /// this is given, a member's as a user of its own.
    #[serde(default)]
    user_id: Option<String>,
    /// When it stops working. Not given: when it is revoked.
    #[serde(default)]
    expires_at: Option<Timestamp>,
}

/// A token with its secret, which is shown this once.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "NewToken")]
struct Made {
    #[serde(flatten)]
    shown: Shown,
    /// What to send as `Authorization: Bearer …`. It is kept nowhere.
    token: String,
}

pub fn create(tokens: Tokens) -> Endpoint {
    Endpoint::new("Make an API token", handle, tokens)
        .details("The answer holds the token. It is shown this once and never again.")
        .body::<Input>()
        .creates_once::<Made>("The new token")
}

async fn handle(
    State(tokens): State<Tokens>,
    Json(Input { name, role, user_id, expires_at }): Json<Input>,
) -> Result<Response, Problem> {
    let (token, secret) = tokens.create(NewToken { name, role, user_id, expires_at }).await?;
    let headers =
        [(LOCATION, format!("/auth/tokens/{}", token.id)), (CACHE_CONTROL, "no-store".to_owned())];
    let made = Made { shown: token.into(), token: secret.reveal().to_owned() };
    Ok((StatusCode::CREATED, headers, Json(made)).into_response())
}
