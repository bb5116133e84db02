use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use http::HeaderMap;
use http::header::CACHE_CONTROL;
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{PreviewLinkView, PreviewLinks};
use crate::items::ContentType;
use crate::items::api::ItemInPath;

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListPreviewLinks {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(links: PreviewLinks) -> Endpoint {
    Endpoint::new("List the preview links of a content item", handle, links)
        .path::<ContentType>("content_type")
        .details("Those that still work, newest first.")
        .query::<ListPreviewLinks>()
        .reports::<Slice<PreviewLinkView>>(200, "The links")
}

async fn handle(
    State(links): State<PreviewLinks>,
    ItemInPath(content_type, id): ItemInPath,
    headers: HeaderMap,
    Params(query): Params<ListPreviewLinks>,
) -> Result<Response, Problem> {
    let page = page(query.limit, query.offset, 20);
    let listed = links.content.list_preview_links(content_type, id, page).await?;
    let views = listed.map(|open| links.view(open, &headers));
    Ok(([(CACHE_CONTROL, "no-store")], Json(views)).into_response())
}
