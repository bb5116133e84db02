use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Problem};
use http::header::CACHE_CONTROL;
use kernel::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{RevisionInPath, RevisionView};
use crate::Content;
use crate::items::{ContentType, ProjectLink};

/// All that an item said at a time.
#[derive(Debug, Serialize, JsonSchema)]
struct WholeRevision {
    #[serde(flatten)]
    revision: RevisionView,
    slug: String,
    /// Sanitised HTML.
    body: String,
    summary: String,
    image_url: Option<String>,
    image_alt: Option<String>,
    tags: Vec<String>,
    published_at: Option<Timestamp>,
    /// Of a project.
    technologies: Vec<String>,
    links: Vec<ProjectLink>,
    started_on: Option<String>,
    ended_on: Option<String>,
    /// Of an image.
    media_id: Option<String>,
    caption: Option<String>,
}

pub fn get(content: Content) -> Endpoint {
    Endpoint::new("Read one revision of a content item", handle, content)
        .path::<ContentType>("content_type")
        .path::<i64>("number")
        .reports::<WholeRevision>(200, "All that the item said then")
}

async fn handle(
    State(content): State<Content>,
    RevisionInPath(content_type, id, number): RevisionInPath,
) -> Result<Response, Problem> {
    let (revision, body) = content.get_revision(content_type, id, number).await?;
    let view = RevisionView::from(&revision);
    let (said, extra) = (revision.said.clone(), revision.said.extra);
    let whole = WholeRevision {
        revision: view,
        slug: said.slug.to_string(),
        body,
        summary: said.summary,
        image_url: said.image_url,
        image_alt: said.image_alt,
        tags: said.tags,
        published_at: said.published_at,
        technologies: extra.technologies,
        links: extra.links,
        started_on: extra.started_on,
        ended_on: extra.ended_on,
        media_id: extra.media_id,
        caption: extra.caption,
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(whole)).into_response())
}
