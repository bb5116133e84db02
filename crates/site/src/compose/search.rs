use content::items::ContentType;
use kernel::Slice;

use super::lists::{has_date, pager, span};
use super::words::{encoded, joined, noun};
use super::{Composed, Composer, KINDS};
use crate::search::{FoundItem, Results, Words, mark};
use crate::view::{Hit, Link, Metadata, Nearest, Pill, Row, SearchPage, capital, filled};

const HITS: usize = 10;
const OFTEN: u32 = 3;

impl Composer<'_> {
    pub(crate) fn search(
        &self,
        query: &str,
        results: &Results,
        kind: Option<ContentType>,
        number: u32,
    ) -> Composed {
        let found = &results.found;
        let words = Words::of(query);
        let of_kind: Vec<&FoundItem> =
            found.iter().filter(|hit| kind.is_none_or(|kind| kind == hit.content_type)).collect();
        let start = (number as usize).saturating_sub(1).saturating_mul(HITS);
        let shown = of_kind.iter().skip(start).take(HITS);
        let hits: Vec<Hit> = shown.filter_map(|hit| self.hit(hit, &words)).collect();
        let address = |kind: Option<ContentType>, number: u32| {
            let mut address = format!("/search?q={}", encoded(query));
            if let Some(kind) = kind {
                address.push_str(&format!("&kind={}", kind.name()));
            }
            if number > 1 {
                address.push_str(&format!("&page={number}"));
            }
            address
        };
        let count = |kind: ContentType| found.iter().filter(|hit| hit.content_type == kind).count();
        let mut kinds = vec![Pill {
            href: address(None, 1),
            title: self.words.all.clone(),
            count: Some(found.len()),
            current: kind.is_none(),
        }];
        kinds.extend(KINDS.into_iter().filter(|(each, _)| count(*each) > 0).map(|(each, _)| {
            Pill {
                href: address(Some(each), 1),
                title: capital(&noun(self.words, each).many),
                count: Some(count(each)),
                current: kind == Some(each),
            }
        }));
        if found.is_empty() {
            kinds.clear();
        }
        let slice = Slice {
            items: hits,
            total: of_kind.len() as u64,
            limit: HITS as u32,
            offset: start as u64,
        };
        let pager = pager(&slice, number, &self.words.nouns.result, |number| address(kind, number));
        let often = match slice.items.is_empty() && !query.is_empty() {
            true => self.often(),
            false => Vec::new(),
        };
        let title = match query {
            "" => self.words.search.clone(),
            query => filled(&self.words.search_for, &[("query", query)]),
        };
        let page = SearchPage {
            words: self.words,
            title: title.clone(),
            count: self.words.counted(of_kind.len(), &self.words.nouns.result),
            query: query.to_owned(),
            kinds,
            hits: slice.items,
            pager,
            nearest: results.near.as_ref().map(|(near, count)| self.nearest(near, *count)),
            often,
            ways: self.ways(),
            failed: results.failed,
        };
        let metadata = Metadata { title, noindex: true, ..Metadata::default() };
        Composed::of(metadata, &page)
    }

    fn hit(&self, hit: &FoundItem, words: &Words) -> Option<Hit> {
        let item = self.reading.item(hit.id)?;
        let trail: Vec<String> = item.trail().iter().map(|section| section.title.clone()).collect();
        let when = match span(self.words, item) {
            span if !span.is_empty() => span.years(),
            _ if has_date(item) => self.day(item.date()).long(),
            _ => String::new(),
        };
        let passage = match hit.passage.as_str() {
            "" => &item.summary,
            passage => passage,
        };
        Some(Hit {
            href: item.href(),
            title: mark(&item.title, words),
            place: joined([&trail.join(" / "), &when]),
            passage: mark(passage, words),
            picture: self.item_picture(item),
        })
    }

    /// "Near to it: photographs, with 3 results."
    fn nearest(&self, spelling: &str, count: usize) -> Nearest {
        let text = &self.words.near_spelling;
        let (before, after) = text.split_once("{spelling}").unwrap_or((text, ""));
        let results = self.words.counted(count, &self.words.nouns.result);
        Nearest {
            before: before.to_owned(),
            link: Link {
                href: format!("/search?q={}", encoded(spelling)),
                title: spelling.to_owned(),
            },
            after: filled(after, &[("results", &results)]),
        }
    }

    /// The newest featured things, for those who found nothing.
    fn often(&self) -> Vec<Row> {
        use content::reading::Items;
        let wanted = Items { featured: Some(true), ..Items::default() };
        let newest = kernel::Page { limit: OFTEN, offset: 0 };
        self.reading.items(&wanted, newest).items.into_iter().map(|item| self.row(item)).collect()
    }
}
