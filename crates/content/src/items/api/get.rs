use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem, Tag};

use super::ItemInPath;
use super::shadow::{shadow_of, with_shadow};
use crate::Content;
use crate::api::reader_of;
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
    let read = content
        .read_item(reader_of(&principal), |reading| {
            reading.item(id).filter(|item| item.content_type == content_type).map(|item| item.id)
        })
        .await?
        .ok_or_else(Problem::not_found)?;
    let tag = Tag::of_version(read.rendered.version);
    Ok(conditions.answer_json(&tag, || match principal.is_admin() {
        true => with_shadow(read.rendered.item(), shadow_of(read.item())),
        false => read.rendered.item(),
    }))
}
