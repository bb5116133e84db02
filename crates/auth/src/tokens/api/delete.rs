use axum::extract::State;
use edge::{Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::tokens::Tokens;

pub fn delete(tokens: Tokens) -> Endpoint {
    Endpoint::new("Revoke an API token", handle, tokens)
        .details("It is refused from the next request on.")
        .answers_nothing("The token is gone")
}

async fn handle(
    State(tokens): State<Tokens>,
    ResourceId(id): ResourceId,
) -> Result<StatusCode, Problem> {
    tokens.revoke(&id.to_string()).await?;
    Ok(StatusCode::NO_CONTENT)
}
