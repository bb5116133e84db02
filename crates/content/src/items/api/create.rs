use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Principal, Problem, Repeatable};
use http::StatusCode;
use http::header::LOCATION;
use kernel::Code;

use super::{TypeInPath, with_tag};
use crate::Content;
use crate::api::{EditingSession, author_of};
use crate::items::{ContentType, ItemInput, ItemView};

pub fn create(content: Content) -> Endpoint {
    Endpoint::new("Create content", handle, content)
        .path::<ContentType>("content_type")
        .complete_body::<ItemInput>("NewItem", &["title"])
        .header(EditingSession::NAME, EditingSession::DESCRIPTION)
        .repeatable()
        .creates::<ItemView<'static>>("The new item")
        .fails(&[Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    TypeInPath(content_type): TypeInPath,
    principal: Principal,
    session: EditingSession,
    Repeatable { body: input, once }: Repeatable<ItemInput>,
) -> Result<Response, Problem> {
    let by = (author_of(&principal), session.kept());
    let written = content.create_item(content_type, input, by, once).await?;
    let location = format!("/content/{}/{}", content_type.name(), written.stored.document.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], with_tag(&content, &written)).into_response())
}
