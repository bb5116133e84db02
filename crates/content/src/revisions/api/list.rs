use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use http::header::CACHE_CONTROL;
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::RevisionView;
use crate::Content;
use crate::items::ContentType;
use crate::items::api::ItemInPath;

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListRevisions {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(content: Content) -> Endpoint {
    Endpoint::new("List the revisions of a content item", handle, content)
        .path::<ContentType>("content_type")
        .details(
            "What the item said after each change, newest first; the first of them is what it says \
             now. The newest 50 are kept, and quick changes of one person are one revision.",
        )
        .query::<ListRevisions>()
        .reports::<Slice<RevisionView>>(200, "The revisions, without bodies")
}

async fn handle(
    State(content): State<Content>,
    ItemInPath(content_type, id): ItemInPath,
    Params(query): Params<ListRevisions>,
) -> Result<Response, Problem> {
    let page = page(query.limit, query.offset, 20);
    let revisions = content.list_revisions(content_type, id, page).await?;
    let views = revisions.map(|revision| RevisionView::from(&revision));
    Ok(([(CACHE_CONTROL, "no-store")], Json(views)).into_response())
}
