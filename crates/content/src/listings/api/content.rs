use std::cmp::Ordering;

use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Principal, Problem, Tag, page};
use kernel::{Id, Page, Slice};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{by_date, by_title};
use crate::Content;
use crate::content::sight_in_lists;
use crate::fields::check_length;
use crate::items::ContentType;
use crate::items::api::TypeInPath;
use crate::listings::{ListingItem, cut_sorted};
use crate::tree::{Card, Sight, Tree};

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
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

/// The longest text that is looked for.
const LONGEST_SEARCH: usize = 200;

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
    let wants_drafts = query.include_unpublished.as_deref() == Some("true");
    let sight = sight_in_lists(&principal, wants_drafts);
    let page = page(query.limit, query.offset, 20);
    if let Some(text) = &query.q {
        check_length(text, LONGEST_SEARCH)
            .map_err(|message| Problem::invalid_field("q", message))?;
    }
    content.read(|tree| {
        let (cards, total) = select(tree, content_type, sight, &query, page);
        let paths: Vec<_> = cards.iter().map(|card| tree.path_of(&card.document)).collect();
        let items = cards
            .iter()
            .zip(&paths)
            .map(|(card, path)| ListingItem::of_item(&card.document, path))
            .collect();
        let slice =
            Slice::<ListingItem<'_>> { items, total, limit: page.limit, offset: page.offset };
        let body = serde_json::to_vec(&slice).map_err(Problem::internal)?;
        Ok(conditions.answer_json(&Tag::of_bytes(&body), || body.into()))
    })
}

fn select<'t>(
    tree: &'t Tree,
    content_type: ContentType,
    sight: Sight,
    query: &ListContent,
    page: Page,
) -> (Vec<&'t Card>, u64) {
    let seen = tree.of_type(content_type).seen(sight);
    let wanted = Wanted::new(query);
    if wanted.is_everything() && query.sort == ContentSort::NewestFirst {
        let start = usize::try_from(page.offset).unwrap_or(usize::MAX);
        let cards = seen.values().skip(start).take(page.limit as usize).collect();
        return (cards, seen.len() as u64);
    }
    let found: Vec<_> = seen.values().filter(|card| wanted.includes(card)).collect();
    let total = found.len() as u64;
    (cut_sorted(found, page, |a, b| query.sort.compare(a, b)), total)
}

/// The conditions of a list, ready to be asked many times.
struct Wanted<'q> {
    section: Option<Option<Option<Id>>>,
    tag: Option<&'q str>,
    featured: Option<bool>,
    text: Option<String>,
}

impl<'q> Wanted<'q> {
    fn new(query: &'q ListContent) -> Self {
        let section = query.section_id.as_deref().map(|text| match text {
            "root" => Some(None),
            // What is no id names no section, so nothing is in it.
            text => text.parse().ok().map(Some),
        });
        Self {
            section,
            tag: query.tag.as_deref(),
            featured: query.featured,
            text: query.q.as_deref().filter(|text| !text.is_empty()).map(str::to_lowercase),
        }
    }

    fn is_everything(&self) -> bool {
        self.section.is_none()
            && self.tag.is_none()
            && self.featured.is_none()
            && self.text.is_none()
    }

    fn includes(&self, card: &Card) -> bool {
        let item = &card.document;
        self.section.is_none_or(|section| section == Some(item.section_id))
            && self.featured.is_none_or(|featured| featured == item.featured)
            && self.tag.is_none_or(|tag| item.tags.iter().any(|known| known == tag))
            && self.text.as_deref().is_none_or(|text| {
                let contains = |field: &str| field.to_lowercase().contains(text);
                contains(&item.title)
                    || contains(&item.summary)
                    || item.tags.iter().any(|tag| contains(tag))
            })
    }
}

impl ContentSort {
    fn compare(self, a: &Card, b: &Card) -> Ordering {
        let (a, b) = (&a.document, &b.document);
        let newest_first = by_date(Some(a.date()), Some(b.date())).then_with(|| b.id.cmp(&a.id));
        match self {
            Self::NewestFirst => newest_first,
            Self::OldestFirst => newest_first.reverse(),
            Self::Title => by_title(&a.title, &b.title).then(newest_first),
            Self::SortOrder => a.sort_order.total_cmp(&b.sort_order).then(newest_first),
        }
    }
}
