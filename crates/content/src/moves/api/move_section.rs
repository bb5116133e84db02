use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Problem, ResourceId, Versioned};
use kernel::{Code, Id, Patch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Content;
use crate::sections::{SectionChange, SectionView};

/// Where a section is to go.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["parent_id"]))]
struct MoveSection {
    /// The new parent; null is the top level.
    parent_id: Patch<Id>,
    #[schemars(length(max = 80), regex(pattern = kernel::pattern::SLUG_OR_EMPTY))]
    slug: Option<String>,
    sort_order: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct SectionMoved<'a> {
    section: SectionView<'a>,
    /// How many sections and items have another path now.
    moved: usize,
    /// How many redirects were written for their old paths.
    redirects: usize,
}

pub fn move_section(content: Content) -> Endpoint {
    Endpoint::new("Move a section", handle, content)
        .details(
            "Everything below moves along, in one transaction, and every old path redirects to \
             where its owner is now.",
        )
        .body::<MoveSection>()
        .answers::<SectionMoved<'static>>("The section at its new place")
        .conditional()
        .fails(&[Code::Conflict, Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(wanted): Json<MoveSection>,
) -> Result<Response, Problem> {
    if wanted.parent_id.is_absent() {
        return Err(Problem::invalid_field("parent_id", "is required; null is the top level"));
    }
    let MoveSection { parent_id, slug, sort_order } = wanted;
    let change = SectionChange { parent_id, slug, sort_order, ..SectionChange::default() };
    let moved = content.update_section(id, change, conditions.expected_version()).await?;
    let answer = SectionMoved {
        section: moved.section.document.view_for_admin(),
        moved: moved.moved,
        redirects: moved.redirects,
    };
    Ok(Versioned(moved.section.version, answer).into_response())
}
