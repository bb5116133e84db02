use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Principal, Problem, ResourceId, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::answer;
use crate::Content;
use crate::api::{reader_in_lists, reader_of};
use crate::items::ContentType;
use crate::listings::{List, ListingItem};
use crate::reading::{Children, ChildrenOrder};

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListChildren {
    /// Include the content of all sections below.
    subtree: bool,
    featured_only: bool,
    /// Only content of this type, and no sections.
    content_type: Option<ContentType>,
    sort: ChildrenSort,
    /// `true` shows drafts to those who are signed in.
    include_unpublished: Option<String>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
enum ChildrenSort {
    /// Child sections first, then content by hand and newest first.
    #[default]
    #[serde(rename = "sort_order")]
    SortOrder,
    #[serde(rename = "-published_at")]
    NewestFirst,
    #[serde(rename = "title")]
    Title,
}

pub fn children(content: Content) -> Endpoint {
    Endpoint::new("List what is in a section", handle, content)
        .query::<ListChildren>()
        .answers::<Slice<ListingItem<'static>>>("Child sections and content, mixed")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
    principal: Principal,
    conditions: Conditions,
    Params(query): Params<ListChildren>,
) -> Result<Response, Problem> {
    let wanted = Children {
        subtree: query.subtree,
        featured_only: query.featured_only,
        content_type: query.content_type,
        order: match query.sort {
            ChildrenSort::SortOrder => ChildrenOrder::ByHand,
            ChildrenSort::NewestFirst => ChildrenOrder::NewestFirst,
            ChildrenSort::Title => ChildrenOrder::Title,
        },
    };
    let reader = reader_in_lists(&principal, query.include_unpublished.as_deref());
    let reading = content.reading(reader);
    // Whoever is signed in may ask for the public part of a section that only they may see.
    if !reading.has_section(id, reader_of(&principal)) {
        return Err(Problem::not_found());
    }
    let page = page(query.limit, query.offset, 20);
    let kept = content.0.kept_pages.get(&reading, List::Children(id, wanted), page, || {
        let slice = reading.children(id, &wanted, page).map(|entry| entry.view());
        serde_json::to_vec(&slice).expect("text, numbers and times always serialise")
    });
    Ok(answer(kept, &conditions))
}
