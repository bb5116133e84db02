use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Principal, Problem, Repeatable};
use http::header::{CACHE_CONTROL, LOCATION};
use http::{HeaderMap, StatusCode};
use kernel::{Code, whole_number};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{PreviewLinkView, PreviewLinks};
use crate::api::author_of;
use crate::items::ContentType;
use crate::items::api::ItemInPath;

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct NewPreviewLink {
    /// How long the link works, from 1 to 30; 7 unless given.
    #[serde(deserialize_with = "whole_number")]
    #[schemars(range(min = 1, max = 30))]
    days: Option<i64>,
}

pub fn create(links: PreviewLinks) -> Endpoint {
    Endpoint::new("Make a preview link", handle, links)
        .path::<ContentType>("content_type")
        .details(
            "Whoever has the link sees this one item as its page will look, and nothing else that \
             visitors do not see. It can be revoked at any time. An item has up to 20.",
        )
        .body::<NewPreviewLink>()
        .repeatable()
        .creates_once::<PreviewLinkView>("The new link")
        .fails(&[Code::Conflict])
}

async fn handle(
    State(links): State<PreviewLinks>,
    ItemInPath(content_type, id): ItemInPath,
    principal: Principal,
    headers: HeaderMap,
    Repeatable { body: NewPreviewLink { days }, once }: Repeatable<NewPreviewLink>,
) -> Result<Response, Problem> {
    let by = author_of(&principal);
    let open = links.content.create_preview_link((content_type, id), days, by, once).await?;
    let view = links.view(open, &headers);
    let location = format!("/content/{}/{id}/preview-links/{}", content_type.name(), view.id);
    let headers = [(LOCATION, location), (CACHE_CONTROL, "no-store".to_owned())];
    Ok((StatusCode::CREATED, headers, Json(view)).into_response())
}
