use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Principal, Problem};
use http::StatusCode;
use http::header::LOCATION;
use kernel::Code;

use super::{TypeInPath, with_tag};
use crate::Content;
use crate::api::author_of;
use crate::items::{ContentType, ItemInput, ItemView};

pub fn create(content: Content) -> Endpoint {
    Endpoint::new("Create content", handle, content)
        .path::<ContentType>("content_type")
        .complete_body::<ItemInput>("NewItem", &["title"])
        .creates::<ItemView<'static>>("The new item")
        .fails(&[Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    TypeInPath(content_type): TypeInPath,
    principal: Principal,
    Json(input): Json<ItemInput>,
) -> Result<Response, Problem> {
    let written = content.create_item(content_type, input, author_of(&principal)).await?;
    let location = format!("/content/{}/{}", content_type.name(), written.stored.document.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], with_tag(&content, &written)).into_response())
}
