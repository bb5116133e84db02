use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Problem};
use kernel::Code;

use super::{ItemInPath, with_tag};
use crate::Content;
use crate::items::{ContentType, ItemView};

pub fn restore(content: Content) -> Endpoint {
    Endpoint::new("Bring a deleted content item back", handle, content)
        .path::<ContentType>("content_type")
        .answers::<ItemView<'static>>("The item, back in its section")
        .fails(&[Code::Taken, Code::Invalid])
}

async fn handle(
    State(content): State<Content>,
    ItemInPath(content_type, id): ItemInPath,
) -> Result<Response, Problem> {
    let written = content.restore_item(content_type, id).await?;
    Ok(with_tag(&content, &written))
}
