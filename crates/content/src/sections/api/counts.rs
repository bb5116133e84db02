use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Problem, Tag};
use kernel::Id;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Content;
use crate::reading::{Reader, Sections};

/// How much is in the sections.
#[derive(Serialize, JsonSchema)]
struct SectionCounts {
    items: Vec<SectionCount>,
}

#[derive(Serialize, JsonSchema)]
struct SectionCount {
    id: Id,
    /// Content directly in it, drafts too.
    content: usize,
}

/// Apart from the list of sections: a section stays as it is when something is added to it, and so
/// does what browsers keep of the list.
pub fn counts(content: Content) -> Endpoint {
    Endpoint::new("How much is in each section", handle, content)
        .details(
            "Drafts are counted, what is in sections below is not. Empty sections are left out.",
        )
        .answers::<SectionCounts>("The counts, in the order of the sections")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let reading = content.reading(Reader::SignedIn);
    let counted = reading.sections(&Sections::default()).into_iter().filter_map(|section| {
        let content = section.items().count();
        (content > 0).then_some(SectionCount { id: section.id, content })
    });
    let body = serde_json::to_vec(&SectionCounts { items: counted.collect() });
    let body = body.map_err(Problem::internal)?;
    Ok(conditions.answer_json(&Tag::of_bytes(&body), || body.into()))
}
