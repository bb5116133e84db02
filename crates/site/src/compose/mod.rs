//! From one moment of the content to what a page says: pure, without I/O and without HTTP. What is
//! not in the tree (bodies, sizes of pictures, related things) is handed in.

mod card;
mod chrome;
mod home;
mod item;
mod linked_data;
mod lists;
mod missing;
mod public_resume;
mod resume;
mod search;
mod section;
mod tag;
mod words;

use std::cell::RefCell;
use std::collections::BTreeSet;

use askama::Template;
use content::items::ContentType;
use content::reading::{Entry, ItemRef, Reader, Reading, SectionRef};
use content::sections::DisplayType;
use content::settings::SiteSettings;
use kernel::{Id, Timestamp};

use crate::pictures::KnownPictures;
use crate::view::{Crumb, Day, Link, Loading, Marker, Metadata, Picture, Words};

pub(crate) use chrome::compose_chrome;
pub(crate) use home::Desk;
pub(crate) use item::tag_href;
pub(crate) use public_resume::read_resume;
pub use public_resume::withhold;
pub(crate) use resume::{is_ahead, resume_name};
pub(crate) use section::SectionBody;
pub(crate) use tag::{KINDS, kind_named};
pub(crate) use words::encoded;

/// A page that has been put together: what it tells, and its markup.
#[derive(Clone, Debug)]
pub(crate) struct Composed {
    pub(crate) metadata: Metadata,
    pub(crate) main: String,
}

impl Composed {
    fn of(metadata: Metadata, page: &impl Template) -> Self {
        // Writing into a string does not fail, and no value of ours does.
        // A template fails only when a value of it does. An empty page would be seen by the tests
        // of every page.
        let main = page.render().unwrap_or_default();
        Self { metadata, main }
    }
}

/// What every page is put together from.
#[derive(Debug)]
pub(crate) struct Composer<'r> {
    pub(crate) reading: &'r Reading,
    pub(crate) settings: &'r SiteSettings,
    /// `https://example.org`, without a slash at its end.
    pub(crate) origin: &'r str,
    pub(crate) pictures: &'r KnownPictures,
    pub(crate) words: &'static Words,
    /// Pictures that are not known yet. Whoever composes looks them up and composes once more.
    // Behind a cell, because composing is pure but for this one note to whoever looks things up.
    wanted: RefCell<BTreeSet<Id>>,
    first_is_taken: RefCell<bool>,
}

impl<'r> Composer<'r> {
    pub(crate) fn new(
        reading: &'r Reading,
        settings: &'r SiteSettings,
        origin: &'r str,
        pictures: &'r KnownPictures,
    ) -> Self {
        let (wanted, first_is_taken) = Default::default();
        let words = Words::of(&settings.language);
        Self { reading, settings, origin, pictures, words, wanted, first_is_taken }
    }

    /// The pictures whose sizes were missing.
    pub(crate) fn wanted(self) -> BTreeSet<Id> {
        self.wanted.into_inner()
    }

    pub(crate) fn day(&self, moment: Timestamp) -> Day {
        Day::of(self.words, moment)
    }

    /// Notes a picture that has to be looked up.
    fn want(&self, upload: Id) {
        self.wanted.borrow_mut().insert(upload);
    }

    /// A picture by its address. One of another site is left out: a page of ours asks no other
    /// site for anything.
    pub(crate) fn picture(&self, address: &str, alt: &str) -> Option<Picture> {
        let path = address.strip_prefix(self.origin).unwrap_or(address);
        // Two slashes begin the name of another site.
        if !path.starts_with('/') || path.starts_with("//") {
            return None;
        }
        let mut picture = match self.pictures.find(path) {
            Ok(known) => known.picture(alt),
            Err(missing) => {
                self.wanted.borrow_mut().extend(missing);
                Picture::plain(path, alt)
            }
        };
        // The first picture of a page is what its reader waits for.
        // Only one picture is loaded at once. All others wait until they come near the window.
        let is_first = !self.first_is_taken.replace(true);
        picture.loading = if is_first { Loading::First } else { Loading::Later };
        Some(picture)
    }

    pub(crate) fn item_picture(&self, item: ItemRef<'_>) -> Option<Picture> {
        let alt = item.image_alt.as_deref().unwrap_or_default();
        self.picture(&self.image_address(item)?, alt)
    }

    /// Where the picture of an item is: at the address it names, or else that of its upload.
    pub(crate) fn image_address(&self, item: ItemRef<'_>) -> Option<String> {
        if let Some(address) = &item.image_url {
            let (address, unknown) = self.pictures.renewed(address);
            self.wanted.borrow_mut().extend(unknown);
            return Some(address.into_owned());
        }
        let upload = item.extra.media_id.as_deref()?.parse().ok()?;
        match self.pictures.upload(upload) {
            Ok(known) => Some(known.address().to_owned()),
            Err(missing) => {
                self.wanted.borrow_mut().extend(missing);
                None
            }
        }
    }

    /// What the signed in are told about an item, and who sees it by a link.
    pub(crate) fn item_marker(&self, item: ItemRef<'_>) -> Option<Marker> {
        if self.is_preview_of(item) {
            return Some(Marker::Preview);
        }
        let is_ahead = item.published_at.is_some_and(|date| date > self.reading.now());
        match item.is_published {
            false => Some(Marker::Draft),
            true if is_ahead => Some(Marker::Scheduled),
            true => item.section().and_then(|section| hidden(&section)),
        }
    }

    pub(crate) fn is_preview_of(&self, item: ItemRef<'_>) -> bool {
        self.reading.reader() == Reader::Preview(item.id)
    }

    /// The whole address of an item. One that is shown by a link has none but that: its own would
    /// tell the names of sections that are hidden.
    pub(crate) fn item_address(&self, item: ItemRef<'_>) -> String {
        match self.is_preview_of(item) {
            true => String::new(),
            false => format!("{}{}", self.origin, item.href()),
        }
    }

    pub(crate) fn section_marker(&self, section: &SectionRef<'_>) -> Option<Marker> {
        if section.is_published {
            section.parent().and_then(|parent| hidden(&parent))
        } else {
            Some(Marker::Draft)
        }
    }

    pub(crate) fn owner(&self) -> Link {
        let name = match self.settings.profile.name.as_str() {
            "" => &self.settings.title,
            name => name,
        };
        Link { href: format!("{}/", self.origin), title: name.to_owned() }
    }

    pub(crate) fn me(&self) -> Vec<String> {
        let links = self.settings.profile.links.iter().map(|link| &link.url);
        links.filter(|url| !url.starts_with('/')).cloned().collect()
    }
}

/// Nobody sees what is below a section that is not published.
fn hidden(section: &SectionRef<'_>) -> Option<Marker> {
    let trail = section.trail();
    trail.iter().any(|section| !section.is_published).then_some(Marker::Hidden)
}

pub(crate) fn crumbs(trail: &[SectionRef<'_>]) -> Vec<Crumb> {
    let crumb =
        |section: &SectionRef<'_>| Crumb { href: section.href(), title: section.title.clone() };
    trail.iter().map(crumb).collect()
}

/// Where the admin area changes something, adds something beside it, and lists what is not
/// finished.
pub(crate) fn desk_links(entry: Entry<'_>) -> Vec<Link> {
    let link = |href: String, title: &str| Link { href, title: title.to_owned() };
    let (edit, kind, section) = match entry {
        Entry::Section(section) => {
            let edit = link(format!("/admin/sections/{}", section.id), "Edit section");
            (edit, usual_kind(section.display_type), Some(section.id))
        }
        Entry::Item(item) => {
            let kind = item.content_type;
            let word = if kind == ContentType::Image { "picture" } else { kind.name() };
            let edit = format!("/admin/edit/{}/{}", kind.name(), item.id);
            (link(edit, &format!("Edit {word}")), kind, item.section_id)
        }
    };
    let query = section.map(|id| format!("?section={id}")).unwrap_or_default();
    let new = link(format!("/admin/new/{}{query}", kind.name()), "New here");
    vec![edit, new, link("/admin/content?status=draft".to_owned(), "Drafts")]
}

/// What is usually added to a section that is shown like this.
fn usual_kind(display_type: DisplayType) -> ContentType {
    match display_type {
        DisplayType::Feed => ContentType::Story,
        DisplayType::CardGrid => ContentType::Project,
        DisplayType::StaticPage => ContentType::Page,
        DisplayType::Gallery => ContentType::Image,
    }
}
