use axum::extract::State;
use edge::{Endpoint, Json, Problem, ResourceId};

use crate::Content;
use crate::redirects::RedirectView;

pub fn get(content: Content) -> Endpoint {
    Endpoint::new("Read one redirect", handle, content).reports::<RedirectView>(200, "The redirect")
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
) -> Result<Json<RedirectView>, Problem> {
    Ok(Json(content.get_redirect(id).await?))
}
