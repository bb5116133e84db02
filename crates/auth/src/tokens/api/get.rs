use axum::extract::State;
use edge::{Endpoint, Json, Problem, ResourceId};

use super::Shown;
use crate::tokens::Tokens;

pub fn get(tokens: Tokens) -> Endpoint {
    Endpoint::new("Read one API token", handle, tokens)
        .details("Without its secret.")
        .reports::<Shown>(200, "The token")
}

async fn handle(
    State(tokens): State<Tokens>,
    ResourceId(id): ResourceId,
) -> Result<Json<Shown>, Problem> {
    Ok(Json(tokens.get(id).await?.into()))
}
