use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem, Tag};

use super::ItemInPath;
use crate::Content;
use crate::content::sight_of;
use crate::items::{ContentType, ItemView};

pub fn get(content: Content) -> Endpoint {
    Endpoint::new("Read one content item", handle, content)
        .path::<ContentType>("content_type")
        .answers::<ItemView<'static>>("The item, with its body")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    ItemInPath(content_type, id): ItemInPath,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let answer = content
        .read_item(sight_of(&principal), |tree| {
            tree.item(id).filter(|card| card.document.content_type == content_type).map(|_| id)
        })
        .await?;
    let tag = Tag::of_version(answer.card.version);
    Ok(conditions.answer_json(&tag, || answer.rendered.item()))
}
