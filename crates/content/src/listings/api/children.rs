use std::cmp::Ordering;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use edge::{
    Conditions, Endpoint, Limit, Offset, Params, Principal, Problem, ResourceId, Tag, page,
};
use kernel::{Id, Page, SitePath, Slice, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{by_date, by_title};
use crate::Content;
use crate::content::sight_in_lists;
use crate::items::ContentType;
use crate::listings::{ListingItem, PageOfChildren, cut_sorted};
use crate::tree::{Card, Node, Sight, Tree};

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

/// What of the query decides which entries there are, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ChildrenQuery {
    subtree: bool,
    featured_only: bool,
    content_type: Option<ContentType>,
    sort: ChildrenSort,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
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
    let wants_drafts = query.include_unpublished.as_deref() == Some("true");
    let wanted = PageOfChildren {
        section: id,
        query: query.essence(),
        sight: sight_in_lists(&principal, wants_drafts),
        page: page(query.limit, query.offset, 20),
    };
    content.read_at(|tree, revision| {
        let node = tree
            .section(id)
            .filter(|node| node.shows(crate::content::sight_of(&principal)))
            .ok_or_else(Problem::not_found)?;
        let kept = &content.0.kept_pages;
        let (tag, body) = match kept.find(&wanted, revision) {
            Some(known) => known,
            None => {
                let written = write(tree, node, &wanted)?;
                kept.keep(wanted, revision, written.clone());
                written
            }
        };
        Ok(conditions.answer_json(&tag, || body))
    })
}

impl ListChildren {
    fn essence(&self) -> ChildrenQuery {
        let Self { subtree, featured_only, content_type, sort, .. } = *self;
        ChildrenQuery { subtree, featured_only, content_type, sort }
    }
}

fn write(tree: &Tree, node: &Arc<Node>, wanted: &PageOfChildren) -> Result<(Tag, Bytes), Problem> {
    let PageOfChildren { query, sight, page, .. } = *wanted;
    let entries = gather(tree, node, &query, sight);
    let total = entries.len() as u64;
    let entries = match query.sort {
        // Gathered in this order already, unless several sections were poured together.
        ChildrenSort::SortOrder if !query.subtree => page.cut(&entries).to_vec(),
        sort => cut_sorted(entries, page, |a, b| sort.compare(a, b)),
    };
    let body = render(tree, &entries, total, page)?;
    Ok((Tag::of_bytes(&body), body))
}

/// One thing in the list.
#[derive(Clone, Debug)]
enum Entry<'t> {
    Section(&'t Arc<Node>),
    Item(&'t Card),
}

fn gather<'t>(
    tree: &'t Tree,
    node: &'t Arc<Node>,
    query: &ChildrenQuery,
    sight: Sight,
) -> Vec<Entry<'t>> {
    let id = node.section().id;
    let mut entries = Vec::new();
    if query.content_type.is_none() && !query.featured_only {
        let sections = tree.children(Some(id)).filter(|child| child.shows(sight));
        entries.extend(sections.map(Entry::Section));
    }
    let wanted = |card: &&Card| {
        let item = &card.document;
        (item.is_published || sight == Sight::Drafts)
            && (!query.featured_only || item.featured)
            && query.content_type.is_none_or(|wanted| wanted == item.content_type)
    };
    let inside = |id: Id| tree.list(Some(id)).iter().filter(wanted).map(Entry::Item);
    match query.subtree {
        false if node.shows(sight) => entries.extend(inside(id)),
        false => {}
        true => {
            let visible = tree.subtree(id).into_iter().filter(|below| below.shows(sight));
            entries.extend(visible.flat_map(|below| inside(below.section().id)));
        }
    }
    entries
}

impl ChildrenSort {
    fn compare(self, a: &Entry<'_>, b: &Entry<'_>) -> Ordering {
        let chosen = match self {
            Self::SortOrder => a
                .is_item()
                .cmp(&b.is_item())
                .then_with(|| a.sort_order().total_cmp(&b.sort_order()))
                .then_with(|| match (a, b) {
                    (Entry::Item(_), Entry::Item(_)) => by_date(a.date(), b.date()),
                    _ => by_title(a.title(), b.title()),
                }),
            Self::NewestFirst => by_date(a.date(), b.date()),
            Self::Title => by_title(a.title(), b.title()),
        };
        chosen.then_with(|| b.id().cmp(&a.id()))
    }
}

impl Entry<'_> {
    fn is_item(&self) -> bool {
        matches!(self, Self::Item(_))
    }

    fn id(&self) -> Id {
        match self {
            Self::Section(node) => node.section().id,
            Self::Item(card) => card.document.id,
        }
    }

    fn title(&self) -> &str {
        match self {
            Self::Section(node) => &node.section().title,
            Self::Item(card) => &card.document.title,
        }
    }

    fn sort_order(&self) -> f64 {
        match self {
            Self::Section(node) => node.section().sort_order,
            Self::Item(card) => card.document.sort_order,
        }
    }

    fn date(&self) -> Option<Timestamp> {
        match self {
            Self::Section(_) => None,
            Self::Item(card) => Some(card.document.date()),
        }
    }
}

fn render(tree: &Tree, entries: &[Entry<'_>], total: u64, page: Page) -> Result<Bytes, Problem> {
    let paths: Vec<SitePath> = entries
        .iter()
        .map(|entry| match entry {
            Entry::Section(node) => node.section().path.clone(),
            Entry::Item(card) => tree.path_of(&card.document),
        })
        .collect();
    let items = entries
        .iter()
        .zip(&paths)
        .map(|(entry, path)| match entry {
            Entry::Section(node) => ListingItem::of_section(node.section()),
            Entry::Item(card) => ListingItem::of_item(&card.document, path),
        })
        .collect();
    let slice = Slice::<ListingItem<'_>> { items, total, limit: page.limit, offset: page.offset };
    Ok(serde_json::to_vec(&slice).map_err(Problem::internal)?.into())
}
