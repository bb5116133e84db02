use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Principal, Problem, Versioned};
use kernel::{Code, FieldErrors, Id, Patch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Content;
use crate::api::author_of;
use crate::items::api::{ItemInPath, view_after};
use crate::items::{ContentType, ItemView};
use crate::reading::Reader;
use crate::sections::check_slug;

/// Where an item is to go.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["section_id"]))]
struct MoveItem {
    /// The new section; null is the top of the site.
    section_id: Patch<Id>,
    #[schemars(length(max = 80), regex(pattern = kernel::pattern::SLUG_OR_EMPTY))]
    slug: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ItemMoved<'a> {
    content_item: ItemView<'a>,
    /// How many redirects were written for its old path.
    redirects: usize,
}

pub fn move_item(content: Content) -> Endpoint {
    Endpoint::new("Move a content item", handle, content)
        .path::<ContentType>("content_type")
        .details("The old path redirects to where the item is now.")
        .body::<MoveItem>()
        .answers::<ItemMoved<'static>>("The item at its new place")
        .conditional()
        .fails(&[Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    ItemInPath(content_type, id): ItemInPath,
    principal: Principal,
    conditions: Conditions,
    Json(wanted): Json<MoveItem>,
) -> Result<Response, Problem> {
    let Some(section_id) = wanted.section_id.change() else {
        return Err(Problem::invalid_field(
            "section_id",
            "is required; null is the top of the site",
        ));
    };
    let mut errors = FieldErrors::default();
    let slug = check_slug(&mut errors, wanted.slug.as_deref());
    errors.finish()?;
    let saving = (conditions.expected_version(), author_of(&principal));
    let written = content.move_item(content_type, id, section_id, slug, saving).await?;
    let reading = content.reading(Reader::SignedIn);
    let answer =
        ItemMoved { content_item: view_after(&reading, &written), redirects: written.redirects };
    Ok(Versioned(written.stored.version, answer).into_response())
}
