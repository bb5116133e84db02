use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Principal, Problem, Tag, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::LONGEST_SEARCH;
use crate::Content;
use crate::api::reader_in_lists;
use crate::fields::check_length;
use crate::items::ContentType;
use crate::items::api::TypeInPath;
use crate::listings::ListingItem;
use crate::reading::{Entry, ItemOrder, Items, Within};

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListContent {
    /// Only what is directly in this section; `root` for what is in none.
    section_id: Option<String>,
    tag: Option<String>,
    featured: Option<bool>,
    /// Only what has this text in its title, summary or tags; letter case does not matter.
    #[schemars(length(max = 200))]
    q: Option<String>,
    sort: ContentSort,
    /// `true` shows drafts to those who are signed in.
    include_unpublished: Option<String>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
enum ContentSort {
    #[default]
    #[serde(rename = "-published_at")]
    NewestFirst,
    #[serde(rename = "published_at")]
    OldestFirst,
    #[serde(rename = "title")]
    Title,
    #[serde(rename = "sort_order")]
    SortOrder,
}

pub fn content(content: Content) -> Endpoint {
    Endpoint::new("List content of one type", handle, content)
        .path::<ContentType>("content_type")
        .query::<ListContent>()
        .answers::<Slice<ListingItem<'static>>>("The content, without bodies")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    TypeInPath(content_type): TypeInPath,
    principal: Principal,
    conditions: Conditions,
    Params(query): Params<ListContent>,
) -> Result<Response, Problem> {
    if let Some(text) = &query.q {
        check_length(text, LONGEST_SEARCH)
            .map_err(|message| Problem::invalid_field("q", message))?;
    }
    let wanted = Items {
        types: &[content_type],
        within: match query.section_id.as_deref() {
            None => Within::Anywhere,
            Some("root") => Within::Top,
            // What is no id names no section, so nothing is in it.
            Some(text) => text.parse().map_or(Within::Nowhere, Within::Section),
        },
        tag: query.tag.as_deref(),
        featured: query.featured,
        text: query.q.as_deref(),
        order: match query.sort {
            ContentSort::NewestFirst => ItemOrder::NewestFirst,
            ContentSort::OldestFirst => ItemOrder::OldestFirst,
            ContentSort::Title => ItemOrder::Title,
            ContentSort::SortOrder => ItemOrder::ByHand,
        },
    };
    let reader = reader_in_lists(&principal, query.include_unpublished.as_deref());
    let reading = content.reading(reader);
    let page = page(query.limit, query.offset, 20);
    let slice = reading.items(&wanted, page).map(|item| Entry::Item(item).view());
    let body = serde_json::to_vec(&slice).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&Tag::of_bytes(&body), || body.into()))
}
