//! The newest things for who follows the site, a section or a tag.

use std::collections::BTreeSet;

use content::items::ContentType;
use content::reading::{Found, Items, ReadItem, Reader, Within};
use kernel::{Id, Page, Timestamp};

use super::RenderError;
use crate::Site;
use crate::compose::tag_href;
use crate::feeds::{Feed, FeedEntry};
use crate::pictures::KnownPictures;
use crate::work::work;

/// A feed holds this many things.
const LENGTH: u32 = 20;
/// As much text as programs that read feeds take. One thing fits in any case, as no body is longer.
const MOST_BYTES: usize = 6 * 1024 * 1024;

/// What a feed follows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FeedScope<'a> {
    Site,
    /// By its address.
    Section(&'a str),
    Tag(&'a str),
}

impl Site {
    /// The newest things, whole: of the site, of a section or under a tag.
    pub(crate) async fn feed(
        &self,
        origin: &str,
        scope: FeedScope<'_>,
    ) -> Result<Option<Feed>, RenderError> {
        let reading = self.reading(Reader::Public);
        let settings = self.settings();
        let mut wanted = Items::default();
        let (title, page) = match scope {
            FeedScope::Site => (settings.title.clone(), String::new()),
            FeedScope::Section(path) => match reading.find_address(path).found {
                Found::Section(section) => {
                    wanted.within = Within::Subtree(section.id);
                    (format!("{}: {}", settings.title, section.title), section.href())
                }
                _ => return Ok(None),
            },
            FeedScope::Tag(tag) => {
                wanted.tag = Some(tag);
                (format!("{}: {tag}", settings.title), tag_href(tag))
            }
        };
        let newest = Page { limit: LENGTH, offset: 0 };
        let items = reading.items(&wanted, newest).items;
        if matches!(scope, FeedScope::Tag(_)) && items.is_empty() {
            return Ok(None);
        }
        let ids: Vec<Id> = items.iter().map(|item| item.id).collect();
        // A picture may be known by its upload alone.
        let upload = |media_id: &Option<String>| media_id.as_deref()?.parse().ok();
        let uploads: BTreeSet<Id> =
            items.iter().filter_map(|item| upload(&item.extra.media_id)).collect();
        let mut pictures = self.0.pictures.known();
        if !uploads.is_empty() {
            pictures.look_up(uploads).await?;
        }
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let read = self.0.wings.content.read_item(Reader::Public, |_| Some(id)).await?;
            // Hidden or deleted since the list was made.
            let Some(read) = read else { continue };
            let image = read.item().image_url.clone().unwrap_or_default();
            let unknown = |text: &str| pictures.renewed(text).1;
            let wanted: BTreeSet<Id> =
                unknown(&read.html()).into_iter().chain(unknown(&image)).collect();
            if !wanted.is_empty() {
                pictures.look_up(wanted).await?;
            }
            found.push(read);
        }
        let site = origin.to_owned();
        // Twenty long texts take their time; other requests do not wait for it.
        let entries = work(move || entries(&found, &site, &pictures)).await?;
        let author = match settings.profile.name.as_str() {
            "" => settings.title.clone(),
            name => name.to_owned(),
        };
        let newest = entries.iter().map(|entry| entry.updated).max();
        let page_address = match page.as_str() {
            "" => format!("{origin}/"),
            page => format!("{origin}{page}"),
        };
        Ok(Some(Feed {
            title,
            subtitle: settings.tagline.clone(),
            language: settings.language.clone(),
            address: format!("{origin}{page}"),
            page: page_address,
            // RFC 4287 demands a date, and an empty feed has none.
            updated: newest.or(settings.updated_at).unwrap_or(Timestamp::from_micros(0)),
            author,
            author_page: format!("{origin}/"),
            entries,
        }))
    }
}

/// Whole, as long as there is room; then by their summary.
fn entries(found: &[ReadItem], origin: &str, pictures: &KnownPictures) -> Vec<FeedEntry> {
    let mut room = MOST_BYTES;
    let whole = |read| {
        let entry = entry(read, origin, pictures);
        match room.checked_sub(entry.html.len()) {
            Some(rest) => {
                room = rest;
                entry
            }
            None => FeedEntry {
                html: format!("<p>{}</p>", edge::html::escape(&entry.summary)),
                ..entry
            },
        }
    };
    found.iter().map(whole).collect()
}

fn entry(read: &ReadItem, origin: &str, pictures: &KnownPictures) -> FeedEntry {
    let item = read.item();
    let address = format!("{origin}{}", item.href());
    let mut html = prose::syndicate(&pictures.renewed(&read.html()).0, origin, &address);
    let full = |url: &String| match url.starts_with('/') {
        true => format!("{origin}{}", pictures.renewed(url).0),
        false => url.clone(),
    };
    let upload = item.extra.media_id.as_deref().and_then(|id| id.parse().ok());
    let upload = upload.and_then(|id| pictures.upload(id).ok());
    let address_of_upload = upload.map(|known| known.address().to_owned());
    let image = item.image_url.clone().or(address_of_upload).as_ref().map(full);
    // A picture is the text of its own page.
    if let (true, Some(image)) = (item.content_type == ContentType::Image, &image) {
        let alt = item.image_alt.as_deref().unwrap_or_default();
        let caption = item.extra.caption.as_deref().unwrap_or_default();
        let (image, alt, caption) =
            (edge::html::escape(image), edge::html::escape(alt), edge::html::escape(caption));
        html = format!("<p><img src=\"{image}\" alt=\"{alt}\"></p><p>{caption}</p>{html}");
    }
    FeedEntry {
        id: item.id,
        title: item.title.clone(),
        address,
        published: item.date(),
        updated: item.last_changed(),
        summary: item.summary.clone(),
        html,
        tags: item.tags.clone(),
        image,
    }
}
