use axum::extract::State;
use edge::{Endpoint, Json, Problem, ResourceId};

use crate::Site;
use crate::redirects::RedirectView;

pub fn get(site: Site) -> Endpoint {
    Endpoint::new("Read one redirect", handle, site).reports::<RedirectView>(200, "The redirect")
}

async fn handle(
    State(site): State<Site>,
    ResourceId(id): ResourceId,
) -> Result<Json<RedirectView>, Problem> {
    site.get_redirect(id).await.map(Json)
}
