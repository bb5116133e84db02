use axum::extract::State;
use edge::{Conditions, Endpoint, Problem};
use http::StatusCode;

use super::ItemInPath;
use crate::Site;

pub fn delete(site: Site) -> Endpoint {
    Endpoint::new("Delete a content item", handle, site)
        .details("It is kept and can be restored.")
        .answers_nothing("The item is hidden")
        .conditional()
}

async fn handle(
    State(site): State<Site>,
    ItemInPath(content_type, id): ItemInPath,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    site.delete_item(content_type, id, conditions).await?;
    Ok(StatusCode::NO_CONTENT)
}
