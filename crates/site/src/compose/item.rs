use content::items::ContentType;
use content::reading::{Entry as Found, ItemRef};
use prose::Shown;

use super::lists::span;
use super::words::{encoded, joined};
use super::{Composed, Composer, crumbs, linked_data};
use crate::share::Subject;
use crate::view::{
    Contents, ContentsEntry, Day, Fact, FactValue, ImageNeighbour, ImagePage, ItemPage, Link,
    Metadata, Neighbour, Prose, Words, filled,
};

/// The most places that are named as mentioning something.
const MOST_MENTIONS: usize = 6;
const DAY: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

impl Composer<'_> {
    /// A story, a project, a page or an image. `html` is the body as it is stored, `shown` as the
    /// page has it.
    pub(crate) fn item(
        &self,
        item: ItemRef<'_>,
        html: &str,
        shown: Shown,
        related: &[kernel::Id],
    ) -> Composed {
        let (words, frames) = (shown.words, shown.frames.clone());
        let mut metadata = self.item_metadata(item, words);
        metadata.frames = frames;
        match item.content_type {
            ContentType::Image => {
                let page = self.image_page(item, html, shown);
                // In a gallery by hand, `previous` is the one before, whatever its date.
                metadata.newer = page.previous.as_ref().map(|thing| thing.href.clone());
                metadata.older = page.next.as_ref().map(|thing| thing.href.clone());
                Composed::of(metadata, &page)
            }
            _ => {
                let page = self.item_page(item, html, shown, related);
                metadata.newer = page.newer.as_ref().map(|thing| thing.href.clone());
                metadata.older = page.older.as_ref().map(|thing| thing.href.clone());
                Composed::of(metadata, &page)
            }
        }
    }

    /// Whether the body's first picture is the first of the page.
    pub(crate) fn body_leads(&self, item: ItemRef<'_>, html: &str) -> bool {
        item.content_type != ContentType::Image && !has_cover(item, html)
    }

    fn item_page(
        &self,
        item: ItemRef<'_>,
        html: &str,
        shown: Shown,
        related: &[kernel::Id],
    ) -> ItemPage {
        let Shown { html: prose, contents, minutes, .. } = shown;
        let picture = match has_cover(item, html) {
            true => self.item_picture(item),
            false => None,
        };
        let facts = match item.content_type {
            ContentType::Story => self.story_facts(item, minutes),
            ContentType::Project => project_facts(self.words, item),
            ContentType::Page | ContentType::Image => Vec::new(),
        };
        let meta = match item.content_type {
            ContentType::Story => self.story_meta(item, minutes),
            ContentType::Project => {
                joined([&span(self.words, item).long(), &item.extra.technologies.join(", ")])
            }
            ContentType::Page | ContentType::Image => String::new(),
        };
        let (words, neighbours) = (self.words, self.reading.neighbours(item));
        let (older, newer) = match item.content_type {
            ContentType::Story => (&words.older_one, &words.newer_one),
            _ => (&words.before, &words.after),
        };
        let neighbour = |thing: Option<ItemRef<'_>>, word: &'static String| {
            let thing = thing.filter(|_| item.content_type != ContentType::Page)?;
            Some(Neighbour { href: thing.href(), title: thing.title.clone(), word })
        };
        let related = related.iter().filter_map(|id| self.reading.item(*id));
        ItemPage {
            words: self.words,
            crumbs: crumbs(&item.trail()),
            title: item.title.clone(),
            marker: self.item_marker(item),
            // A summary that was made from the text would say its beginning twice.
            lede: if item.derives_summary { String::new() } else { item.summary.clone() },
            url: self.item_address(item),
            author: self.owner(),
            caption: picture.as_ref().and(item.extra.caption.clone()).unwrap_or_default(),
            picture,
            facts,
            meta,
            contents: Contents { entries: contents.into_iter().flat_map(entries).collect() },
            prose: Prose::from_sanitised(prose),
            tags: tags(item),
            started: self.started(item),
            mentioned_in: self.mentioned_in(item),
            related: related.map(|item| self.row(item)).collect(),
            older: neighbour(neighbours.next, older),
            newer: neighbour(neighbours.previous, newer),
        }
    }

    fn image_page(&self, item: ItemRef<'_>, html: &str, shown: Shown) -> ImagePage {
        let neighbours = self.reading.neighbours(item);
        let picture = self.item_picture(item);
        let neighbour = |thing: ItemRef<'_>| ImageNeighbour {
            href: thing.href(),
            title: thing.title.clone(),
            picture: self.item_picture(thing),
        };
        let place = item.section().and_then(|section| {
            let total = section.items().count();
            let index = section.items().position(|other| other.id == item.id)?;
            let (place, count) = ((index + 1).to_string(), total.to_string());
            let values = [("place", place.as_str()), ("total", count.as_str())];
            (total > 1).then(|| filled(&self.words.place, &values))
        });
        let published = item.published_at.map(|date| Fact {
            term: &self.words.published,
            values: vec![FactValue::Day { class: "dt-published", day: self.day(date) }],
        });
        // The picture itself need not be shown twice.
        let addresses = [self.image_address(item), item.image_url.clone()];
        let repeats = addresses.into_iter().flatten().any(|url| html.contains(&url));
        // A body that holds nothing but the picture.
        let prose = if repeats && shown.words == 0 { String::new() } else { shown.html };
        let caption = match (&item.extra.caption, item.derives_summary) {
            (Some(caption), _) if !caption.is_empty() => caption.clone(),
            (_, false) => item.summary.clone(),
            _ => String::new(),
        };
        ImagePage {
            words: self.words,
            crumbs: crumbs(&item.trail()),
            title: item.title.clone(),
            marker: self.item_marker(item),
            url: self.item_address(item),
            author: self.owner(),
            picture,
            caption,
            facts: published.into_iter().collect(),
            prose: Prose::from_sanitised(prose),
            tags: tags(item),
            mentioned_in: self.mentioned_in(item),
            previous: neighbours.previous.map(neighbour),
            next: neighbours.next.map(neighbour),
            place: place.unwrap_or_default(),
        }
    }

    fn story_facts(&self, item: ItemRef<'_>, minutes: usize) -> Vec<Fact> {
        let words = self.words;
        let fact = |term: &'static String, value| Fact { term, values: vec![value] };
        let mut facts = Vec::new();
        if let Some(date) = item.published_at {
            let day = self.day(date);
            facts.push(fact(&words.published, FactValue::Day { class: "dt-published", day }));
        }
        if let Some(day) = self.updated(item) {
            facts.push(fact(&words.updated, FactValue::Day { class: "dt-updated", day }));
        }
        if minutes > 0 {
            facts.push(fact(&words.reading_time, FactValue::Text(words.in_minutes(minutes))));
        }
        facts
    }

    fn story_meta(&self, item: ItemRef<'_>, minutes: usize) -> String {
        let published = item.published_at.map(|date| self.day(date).long()).unwrap_or_default();
        let updated =
            self.updated(item).map(|day| filled(&self.words.updated_on, &[("date", &day.long())]));
        let minutes = if minutes > 0 { self.words.in_minutes(minutes) } else { String::new() };
        joined([&published, &updated.unwrap_or_default(), &minutes])
    }

    /// The day of the last change, if it is another one than that of publication.
    fn updated(&self, item: ItemRef<'_>) -> Option<Day> {
        let published = self.day(item.published_at?);
        let is_later = item.updated_at > item.published_at?;
        let updated = self.day(item.updated_at);
        (is_later && !updated.same_day(&published)).then_some(updated)
    }

    fn started(&self, item: ItemRef<'_>) -> String {
        let early = item.published_at.filter(|date| date.since(item.created_at) > DAY);
        match early {
            Some(_) if item.content_type == ContentType::Story => {
                filled(&self.words.started, &[("date", &self.day(item.created_at).long())])
            }
            _ => String::new(),
        }
    }

    fn mentioned_in(&self, item: ItemRef<'_>) -> Vec<Link> {
        let mentions = self.reading.mentions(Found::Item(item)).into_iter().take(MOST_MENTIONS);
        mentions.map(|item| Link { href: item.href(), title: item.title.clone() }).collect()
    }

    fn item_metadata(&self, item: ItemRef<'_>, words: usize) -> Metadata {
        let trail = item.trail();
        let is_article = matches!(item.content_type, ContentType::Story | ContentType::Project);
        Metadata {
            title: item.title.clone(),
            description: item.summary.clone(),
            canonical: Some(item.href()),
            noindex: !self.settings.indexable || self.item_marker(item).is_some(),
            // The feed of the top section: whoever likes one thing follows the whole of it.
            feeds: trail
                .first()
                .map(|section| {
                    let name = format!("{}: {}", self.settings.title, section.title);
                    crate::view::FeedLink::below(&section.href(), &name)
                })
                .unwrap_or_default(),
            kind: if is_article { "article" } else { "website" },
            card: self.share_card(&Subject::Thing(item.id)),
            published: item.published_at.filter(|_| is_article).map(|date| self.day(date)),
            modified: is_article.then(|| self.day(item.last_changed())),
            tags: if is_article { item.tags.clone() } else { Vec::new() },
            json_ld: vec![
                linked_data::item(self, item, words),
                linked_data::breadcrumbs(self, &trail, Some(item)),
            ],
            ..Metadata::default()
        }
    }
}

/// A picture of its own above the text; one from the text is not shown twice.
fn has_cover(item: ItemRef<'_>, html: &str) -> bool {
    let own = item.image_url.as_deref().filter(|_| !item.derives_image);
    own.is_some_and(|url| !html.contains(url))
}

/// A heading and those below it, one after the other.
fn entries(heading: prose::Heading) -> Vec<ContentsEntry> {
    let entry = |anchor, title, nested| ContentsEntry { anchor, title, nested };
    let below = heading.children.into_iter().map(|below| entry(below.id, below.title, true));
    let mut entries = vec![entry(heading.id, heading.title, false)];
    entries.extend(below);
    entries
}

fn project_facts(words: &'static Words, item: ItemRef<'_>) -> Vec<Fact> {
    let fact = |term: &'static String, values| Fact { term, values };
    let (span, extra) = (span(words, item), &item.extra);
    let mut facts = Vec::new();
    if !span.is_empty() {
        facts.push(fact(&words.time, vec![FactValue::Text(span.long())]));
    }
    if !extra.technologies.is_empty() {
        facts.push(fact(&words.made_with, vec![FactValue::Text(extra.technologies.join(", "))]));
    }
    if !extra.links.is_empty() {
        let link = |link: &content::items::ProjectLink| {
            FactValue::Link(Link { href: link.url.clone(), title: link.title.clone() })
        };
        facts.push(fact(&words.links, extra.links.iter().map(link).collect()));
    }
    facts
}

fn tags(item: ItemRef<'_>) -> Vec<Link> {
    let link = |tag: &String| Link { href: tag_href(tag), title: tag.clone() };
    item.tags.iter().map(link).collect()
}

pub(crate) fn tag_href(tag: &str) -> String {
    format!("/tags/{}", encoded(tag))
}
