use content::items::ContentType;
use media::Media;
use serde_json::{Map, Value, json};

use super::files::FOLDERS;
use super::markup::lead_to_media;
use super::read::Entry;
use super::sections::Sections;
use crate::transfer::addresses::{file_of, path_of};
use crate::transfer::html::{Found, Place, is_lost, replace_addresses};
use crate::transfer::local::Local;
use crate::transfer::plan::{Plan, PlannedItem, cut, slug_for, tidy_tags};
use crate::transfer::publication::{Judge, Publication, Told};

/// The content of an export on its way into a plan.
pub(super) struct Reading {
    pub(super) sections: Sections,
    pub(super) local: Local,
    pub(super) plan: Plan,
    pub(super) judge: Judge,
    pub(super) told: Told,
}

impl Reading {
    pub(super) fn read(&mut self, content: Vec<(ContentType, Entry)>) {
        for (content_type, entry) in content {
            let name = entry.text(&["slug", "title", "name"]).unwrap_or("untitled".to_owned());
            let source = format!("{} {name}", content_type.name());
            if entry.is_deleted() {
                self.plan.refuse(source, "was deleted");
                continue;
            }
            let item = self.item(content_type, name, source, &entry);
            self.plan.items.push(item);
        }
    }

    fn item(
        &mut self,
        content_type: ContentType,
        name: String,
        source: String,
        entry: &Entry,
    ) -> PlannedItem {
        let (section, is_lost) = self.section(content_type, entry);
        let slug = slug_for(&name, section.is_none());
        let title = entry.text(&["title", "name"]).unwrap_or_else(|| name.clone());
        let body = entry.text(&["body", "content", "html", "text"]).unwrap_or_default();
        let image = entry.text(&["image_url", "image", "cover_image"]);
        let published = ["published_at", "published_date", "date", "created_at"];
        let published_at = entry.date(&published);
        let is_said = |value: Value| value.as_str().is_none_or(|text| !text.trim().is_empty());
        let has_no_date = published_at.is_none() && entry.value(&published).is_some_and(is_said);
        let publication = entry.publication(&self.judge);
        let is_open = matches!(publication, Publication::Open | Publication::From(_));
        self.told.hear(&source, &publication, &mut self.plan);
        let why = match is_open {
            // Its section may have been hidden, and nobody can tell any more.
            true if is_lost => Some("its section does not come along, and it comes to the top"),
            true if has_no_date => Some("its date cannot be read"),
            _ => None,
        };
        if let Some(why) = why {
            self.plan.hold_back(&source, why);
        }
        let is_published = is_open && why.is_none();
        let published_at = match publication {
            Publication::From(date) => Some(date),
            _ => published_at,
        };
        let mut item = PlannedItem {
            body: self.settle(&body, &source),
            image: image.and_then(|address| self.settle_image(&address, &source)),
            source,
            content_type,
            section,
            slug,
            title: cut(&title, 300),
            summary: entry.text(&["summary", "excerpt"]).map(|text| cut(&text, 280)),
            image_alt: entry.text(&["image_alt", "alt"]).map(|text| cut(&text, 1000)),
            tags: tidy_tags(entry.texts(&["tags"])),
            is_featured: entry.flag(&["featured", "is_featured"]).unwrap_or(false),
            is_published,
            published_at,
            old_paths: Vec::new(),
            more: more(content_type, entry),
        };
        // A slug was an address by itself, as it was there only once.
        for old in [entry.text(&["slug"]), entry.text(&["path"])].into_iter().flatten() {
            if let Some(old) = path_of(&old).filter(|old| *old != item.path()) {
                item.old_paths.push(old);
            }
        }
        item.old_paths.dedup();
        item
    }

    /// Where it goes, and whether the section it was in is not there.
    fn section(&self, content_type: ContentType, entry: &Entry) -> (Option<String>, bool) {
        let names = ["section_id", "sectionId", "section"];
        match entry.value(&names) {
            None => (self.sections.path_of_type(content_type).cloned(), false),
            Some(_) => {
                let id = entry.text(&names).unwrap_or_default();
                let path = self.sections.path_of_id(&id).cloned();
                let is_lost = path.is_none();
                (path, is_lost)
            }
        }
    }

    /// A body whose pictures come along: old forms under their names, others as uploads.
    fn settle(&mut self, body: &str, source: &str) -> String {
        let body = lead_to_media(body, &self.plan.old_files);
        replace_addresses(&body, |found @ Found { place, address, alt }| match place {
            Place::Picture => self.picture(address, alt, source),
            Place::Link | Place::Video | Place::Lost(_) => {
                is_lost(found, source, &mut self.plan);
                None
            }
        })
    }

    /// None for what is no address.
    fn settle_image(&mut self, address: &str, source: &str) -> Option<String> {
        let address = lead_to_media(address, &self.plan.old_files);
        let settled = self.picture(&address, "", source).unwrap_or(address);
        (settled.starts_with('/') || is_web(&settled)).then_some(settled)
    }

    /// The planned address of a picture that is to be uploaded; none where it stays as it is.
    fn picture(&mut self, address: &str, alt: &str, source: &str) -> Option<String> {
        let key = address.strip_prefix("/media/");
        if key.is_some_and(|key| self.plan.old_files.contains_key(key)) {
            return None;
        }
        let rooted = format!("/{address}");
        let (_, place) = ["/uploads/", "/media/"].iter().find_map(|it| rooted.split_once(it))?;
        let place = &file_of(place)?;
        let places = FOLDERS.map(|folder| format!("{folder}/{place}"));
        let planned = match Media::is_old_file(place) {
            // Uploaded, it would get another name, and other forms of it would stay behind.
            true => None,
            false => self.local.picture(&places, alt, &mut self.plan),
        };
        if planned.is_none() {
            let what = format!("picture {place} of {source}");
            self.plan.refuse(what, "is not beside the export");
        }
        planned
    }
}

/// What only some types have, as a request spells it.
fn more(content_type: ContentType, entry: &Entry) -> Map<String, Value> {
    let mut more = Map::new();
    if let Some(order) = entry.number(&["sort_order", "order"]) {
        more.insert("sort_order".to_owned(), order.into());
    }
    match content_type {
        ContentType::Project => {
            let technologies = tidy_tags(entry.texts(&["technologies", "tech_stack"]));
            more.insert("technologies".to_owned(), technologies.into());
            let links = entry.list(&["links"]);
            let links = links.iter().filter_map(|link| {
                let url = link.text(&["url", "href"]).filter(|url| is_web(url))?;
                let title = link.text(&["title", "name", "label"]).unwrap_or_else(|| url.clone());
                Some(json!({ "title": cut(&title, 200), "url": url }))
            });
            more.insert("links".to_owned(), links.take(50).collect());
            for (field, names) in [
                ("started_on", ["started_on", "start_date"]),
                ("ended_on", ["ended_on", "end_date"]),
            ] {
                if let Some(date) = entry.date(&names) {
                    let day: String = date.to_string().chars().take(10).collect();
                    more.insert(field.to_owned(), day.into());
                }
            }
        }
        ContentType::Image => {
            if let Some(caption) = entry.text(&["caption"]) {
                let caption: String = caption.chars().take(5000).collect();
                more.insert("caption".to_owned(), caption.into());
            }
        }
        ContentType::Story | ContentType::Page => {}
    }
    more
}

fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
