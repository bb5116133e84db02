use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Problem, ResourceId};
use kernel::{Code, FieldErrors, Id, Patch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Content;
use crate::items::ContentType;
use crate::items::api::ItemInPath;
use crate::moves::preview::MovePreview;
use crate::sections::check_slug;

/// Where a section might go. What is absent stays as it is.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct PreviewSectionMove {
    /// The new parent; null is the top level.
    parent_id: Patch<Id>,
    #[schemars(length(max = 80), regex(pattern = kernel::pattern::SLUG_OR_EMPTY))]
    slug: Option<String>,
    /// Changes no address. It is read, so that what a move refuses is refused here, too.
    sort_order: Option<f64>,
}

/// Where an item might go. What is absent stays as it is.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct PreviewItemMove {
    /// The new section; null is the top of the site.
    section_id: Patch<Id>,
    #[schemars(length(max = 80), regex(pattern = kernel::pattern::SLUG_OR_EMPTY))]
    slug: Option<String>,
}

/// What a move would do.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MovePreview")]
struct Preview {
    /// The path now.
    from: String,
    /// The path afterwards.
    to: String,
    /// How many addresses would redirect.
    addresses: usize,
}

const DETAILS: &str = "Answers what the move would do, or refuses as it would. Nothing is changed.";

pub fn preview_section_move(content: Content) -> Endpoint {
    Endpoint::new("Ask what moving a section would do", of_section, content)
        .details(DETAILS)
        .body::<PreviewSectionMove>()
        .reports::<Preview>(200, "What the move would do")
        .conditional()
        .fails(&[Code::Conflict, Code::Taken])
}

pub fn preview_item_move(content: Content) -> Endpoint {
    Endpoint::new("Ask what moving a content item would do", of_item, content)
        .path::<ContentType>("content_type")
        .details(DETAILS)
        .body::<PreviewItemMove>()
        .reports::<Preview>(200, "What the move would do")
        .conditional()
        .fails(&[Code::Taken])
}

async fn of_section(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(wanted): Json<PreviewSectionMove>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    let slug = check_slug(&mut errors, wanted.slug.as_deref());
    errors.finish()?;
    let expected = conditions.expected_version();
    Ok(answer(content.preview_section_move(id, wanted.parent_id, slug, expected).await?))
}

async fn of_item(
    State(content): State<Content>,
    ItemInPath(content_type, id): ItemInPath,
    conditions: Conditions,
    Json(wanted): Json<PreviewItemMove>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    let slug = check_slug(&mut errors, wanted.slug.as_deref());
    errors.finish()?;
    let expected = conditions.expected_version();
    let preview =
        content.preview_item_move(content_type, id, wanted.section_id, slug, expected).await?;
    Ok(answer(preview))
}

fn answer(preview: MovePreview) -> Response {
    let MovePreview { from, to, addresses } = preview;
    Json(Preview { from: from.to_string(), to: to.to_string(), addresses }).into_response()
}
