use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Principal, Tag, page};
use kernel::{Id, Page, Slice};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Content;
use crate::content::sight_in_lists;
use crate::sections::{NavVisibility, SectionView};
use crate::tree::{Node, Sight, Tree, json};

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
    let asked = |flag: &Option<String>| flag.as_deref() == Some("true");
    let wanted = Wanted {
        sight: sight_in_lists(&principal, asked(&query.include_unpublished)),
        deleted: asked(&query.include_deleted) && principal.is_admin(),
        nav_visibility: query.nav_visibility,
        parent: query.parent_id.as_deref().map(|text| match text {
            "root" => Some(None),
            // What is no id names no section, so nothing is below it.
            text => text.parse().ok().map(Some),
        }),
    };
    let page = page(query.limit, query.offset, USUAL_LIMIT);
    content.read(|tree| answer(tree, &wanted, page, &conditions))
}

/// Which sections are listed.
pub(super) struct Wanted {
    pub(super) sight: Sight,
    pub(super) deleted: bool,
    pub(super) nav_visibility: Option<NavVisibility>,
    pub(super) parent: Option<Option<Option<Id>>>,
}

impl Wanted {
    fn includes(&self, node: &Node) -> bool {
        let section = node.section();
        (node.shows(self.sight) || (self.deleted && !node.alive))
            && self.nav_visibility.is_none_or(|wanted| wanted == section.nav_visibility)
            && self.parent.is_none_or(|parent| parent == Some(section.parent_id))
    }
}

/// The list, put together from the sections' own written parts.
pub(super) fn answer(
    tree: &Tree,
    wanted: &Wanted,
    page: Page,
    conditions: &Conditions,
) -> Response {
    let listed: Vec<&Arc<Node>> =
        tree.sections().iter().filter(|node| wanted.includes(node)).collect();
    let mut body = String::from("{\"items\":[");
    for (index, node) in page.cut(&listed).iter().enumerate() {
        if index > 0 {
            body.push(',');
        }
        match node.section().deleted_at {
            None => body.push_str(&node.fragments().section),
            Some(_) => body.push_str(&json(&node.section().view_for_admin())),
        }
    }
    let (total, limit, offset) = (listed.len(), page.limit, page.offset);
    body.push_str(&format!("],\"total\":{total},\"limit\":{limit},\"offset\":{offset}}}"));
    conditions.answer_json(&Tag::of_bytes(body.as_bytes()), || body.into())
}
