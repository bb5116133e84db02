use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem, Tag};

use super::ItemInPath;
use crate::Site;
use crate::items::ItemView;
use crate::site::sight_of;

pub fn get(site: Site) -> Endpoint {
    Endpoint::new("Read one content item", handle, site)
        .answers::<ItemView<'static>>("The item, with its body")
        .conditional()
}

async fn handle(
    State(site): State<Site>,
    ItemInPath(content_type, id): ItemInPath,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let answer = site
        .read_item(sight_of(&principal), |tree| {
            tree.item(id).filter(|card| card.document.content_type == content_type).map(|_| id)
        })
        .await?;
    let tag = Tag::of_version(answer.card.version);
    Ok(conditions.answer_json(&tag, || answer.rendered.item()))
}
