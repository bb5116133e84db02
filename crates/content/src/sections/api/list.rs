use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Principal, page};
use kernel::{Page, Slice};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Content;
use crate::api::reader_in_lists;
use crate::listings::api::answer;
use crate::listings::{KeptPage, List};
use crate::reading::{Below, Reading, Sections};
use crate::sections::{NavVisibility, SectionView};
use crate::tree::json;

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListSections {
    nav_visibility: Option<NavVisibility>,
    /// Only what is directly below this section; `root` for the top level.
    parent_id: Option<String>,
    /// `true` shows drafts to those who are signed in.
    include_unpublished: Option<String>,
    /// `true` shows deleted sections to administrators.
    include_deleted: Option<String>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub(super) const USUAL_LIMIT: u32 = 100;

pub fn list(content: Content) -> Endpoint {
    Endpoint::new("List the sections", handle, content)
        .details("By depth, `sort_order` and title.")
        .query::<ListSections>()
        .answers::<Slice<SectionView<'static>>>("The sections")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    principal: Principal,
    conditions: Conditions,
    Params(query): Params<ListSections>,
) -> Response {
    let wanted = Sections {
        nav_visibility: query.nav_visibility,
        below: match query.parent_id.as_deref() {
            None => Below::Anything,
            Some("root") => Below::Top,
            // What is no id names no section, so nothing is below it.
            Some(text) => text.parse().map_or(Below::Nothing, Below::Section),
        },
        deleted: query.include_deleted.as_deref() == Some("true") && principal.is_admin(),
    };
    let reader = reader_in_lists(&principal, query.include_unpublished.as_deref());
    let page = page(query.limit, query.offset, USUAL_LIMIT);
    answer(page_of(&content, &content.reading(reader), &wanted, page), &conditions)
}

/// The list, put together from the sections' own written parts.
pub(super) fn page_of(
    content: &Content,
    reading: &Reading,
    wanted: &Sections,
    page: Page,
) -> KeptPage {
    content.0.kept_pages.get(reading, List::Sections(*wanted), page, || {
        let listed = reading.sections(wanted);
        let mut body = String::from("{\"items\":[");
        for (index, section) in page.cut(&listed).iter().enumerate() {
            if index > 0 {
                body.push(',');
            }
            match section.deleted_at {
                None => body.push_str(&section.node().fragments().section),
                Some(_) => body.push_str(&json(&section.view_for_admin())),
            }
        }
        let (total, limit, offset) = (listed.len(), page.limit, page.offset);
        body.push_str(&format!("],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"));
        body.into_bytes()
    })
}
