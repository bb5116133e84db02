//! What has to be looked up before a page can be put together: bodies, related things, resumes.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use career::printing::PrintOptions;
use career::resumes::Language;
use content::items::ContentType;
use content::reading::{Found, ReadItem, Reader, Reading, ReadingError, SectionRef};
use content::sections::DisplayType;
use content::settings::{Home, ResumePart};
use kernel::{Id, Timestamp};
use prose::{Shown, Surroundings, show};
use serde_json::json;
use store::StoreError;

use crate::Site;
use crate::compose::{Composed, Composer, Desk, SectionBody, read_resume};
use crate::feeds::{Feed, FeedEntry};
use crate::pictures::KnownPictures;
use crate::search::related;
use crate::site::PrintedResume;
use crate::view::{Prose, Words};

/// Why a page cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RenderError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Reading(#[from] ReadingError),
    #[error("a page could not be put together")]
    Failed(#[from] tokio::task::JoinError),
    #[error("a picture could not be read")]
    Picture(#[from] media::blobs::BlobError),
    #[error("a card could not be drawn")]
    Card(#[source] cards::CardError),
    #[error("too many cards wait to be drawn")]
    Busy,
    #[error(transparent)]
    Print(#[from] career::printing::PrintError),
}

/// Related things may take this long; a page does not wait for more.
const PATIENCE: Duration = Duration::from_millis(600);
const MOST_RELATED: usize = 3;
/// A feed holds this many things, whole.
pub(crate) const FEED_LENGTH: u32 = 20;

impl Site {
    /// The start page, as the settings want it.
    pub(crate) async fn home(
        &self,
        reader: Reader,
        origin: &str,
        owner: Option<Desk>,
    ) -> Result<Composed, RenderError> {
        let reading = self.reading(reader);
        let (settings, public) = (self.settings(), self.reading(Reader::Public));
        let nothing_public = public.counts().items() == 0 && public.navigation().is_empty();
        // The owner sees the next steps until something is public. Visitors see a plain sentence
        // until then.
        if nothing_public && (owner.is_some() || reading.counts().items() == 0) {
            let is_new = settings.updated_at.is_none() && reading.counts().items() == 0;
            let made = |composer: &Composer<'_>| composer.empty_home(owner, is_new);
            return Ok(self.compose(&reading, origin, made).await?);
        }
        let chosen = match settings.home {
            Home::Introduction => None,
            Home::Section { id } => Box::pin(self.section_by_id(&reading, origin, id)).await?,
            Home::Page { id } => Box::pin(self.item(reader, origin, |_| Some(id))).await?,
        };
        let introduction = |composer: &Composer<'_>| composer.home();
        match chosen {
            None => Ok(self.compose(&reading, origin, introduction).await?),
            Some(mut composed) => {
                let home = |composer: &Composer<'_>| composer.home_metadata();
                let metadata = self.compose(&reading, origin, home).await?;
                // The page stands at `/`, so its title, address and card are those of the site.
                // Only its players are its own.
                composed.metadata =
                    crate::view::Metadata { frames: composed.metadata.frames, ..metadata };
                Ok(composed)
            }
        }
    }

    async fn section_by_id(
        &self,
        reading: &Reading,
        origin: &str,
        id: Id,
    ) -> Result<Option<Composed>, RenderError> {
        match reading.section(id) {
            Some(section) => self.section(reading, origin, &section, 1).await,
            None => Ok(None),
        }
    }

    /// A page of a section; nothing when it has no such page.
    pub(crate) async fn section(
        &self,
        reading: &Reading,
        origin: &str,
        section: &SectionRef<'_>,
        number: u32,
    ) -> Result<Option<Composed>, RenderError> {
        let body = match section.display_type {
            DisplayType::StaticPage if number == 1 => {
                self.section_body(reading.reader(), origin, section).await?
            }
            _ => SectionBody::default(),
        };
        let made = |composer: &Composer<'_>| composer.section(section, number, body.clone());
        Ok(self.compose(reading, origin, made).await?)
    }

    async fn section_body(
        &self,
        reader: Reader,
        origin: &str,
        section: &SectionRef<'_>,
    ) -> Result<SectionBody, RenderError> {
        let first = section.items().find(|item| item.content_type == ContentType::Page);
        let Some(id) = first.map(|item| item.id) else { return Ok(SectionBody::default()) };
        let read = self.0.wings.content.read_item(reader, |_| Some(id)).await?;
        let Some(read) = read else { return Ok(SectionBody::default()) };
        let mut pictures = self.0.pictures.known();
        let html = read.html().into_owned();
        let words = Words::of(&self.settings().language);
        let (mut shown, wanted) = show_body(&html, origin, true, &pictures, words);
        if !wanted.is_empty() {
            pictures.look_up(wanted).await?;
            (shown, _) = show_body(&html, origin, true, &pictures, words);
        }
        let prose = Prose::from_sanitised(shown.html);
        Ok(SectionBody { item: Some(id), prose, frames: shown.frames })
    }

    /// An item's page.
    pub(crate) async fn item(
        &self,
        reader: Reader,
        origin: &str,
        choose: impl Fn(&Reading) -> Option<Id>,
    ) -> Result<Option<Composed>, RenderError> {
        let Some(read) = self.0.wings.content.read_item(reader, choose).await? else {
            return Ok(None);
        };
        let related = self.related(&read).await;
        let settings = self.settings();
        let mut pictures = self.0.pictures.known();
        let (read, related) = (Arc::new(read), Arc::new(related));
        let mut rounds = 0;
        loop {
            let (read, related) = (read.clone(), related.clone());
            let (settings, origin) = (settings.clone(), origin.to_owned());
            // A long text takes its time; other requests do not wait for it.
            let work = move || {
                let html = read.html();
                let composer = Composer::new(read.reading(), &settings, &origin, &pictures);
                let leads = composer.body_leads(read.item(), &html);
                let (shown, mut wanted) =
                    show_body(&html, &origin, leads, &pictures, composer.words);
                let composed = composer.item(read.item(), &html, shown, &related);
                wanted.extend(composer.wanted());
                (composed, wanted, pictures)
            };
            let (composed, wanted, back) = tokio::task::spawn_blocking(work).await?;
            pictures = back;
            rounds += 1;
            // Twice is enough: the first round names all pictures but those whose address was
            // renewed.
            if wanted.is_empty() || rounds > 2 {
                return Ok(Some(composed));
            }
            pictures.look_up(wanted).await?;
        }
    }

    async fn related(&self, read: &ReadItem) -> Vec<Id> {
        let item = read.item();
        if !matches!(item.content_type, ContentType::Story | ContentType::Project) {
            return Vec::new();
        }
        let memory = &self.0.wings.memory;
        let searching = related(memory, read.reading(), item, MOST_RELATED);
        // Related things are a gift. A slow model must not hold up a page.
        match tokio::time::timeout(PATIENCE, searching).await {
            Ok(Ok(ids)) => ids,
            Ok(Err(error)) => {
                tracing::debug!(%error, "nothing is known to be related");
                Vec::new()
            }
            Err(_) => Vec::new(),
        }
    }

    /// The newest things, whole: of the site, of a section or under a tag.
    pub(crate) async fn feed(
        &self,
        origin: &str,
        scope: FeedScope<'_>,
    ) -> Result<Option<Feed>, RenderError> {
        use content::reading::{Items, Within};
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
                let href = format!("/tags/{}", crate::compose::encoded(tag));
                (format!("{}: {tag}", settings.title), href)
            }
        };
        let newest = kernel::Page { limit: FEED_LENGTH, offset: 0 };
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
        let mut entries = Vec::with_capacity(ids.len());
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
            entries.push(entry(&read, origin, &pictures));
        }
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

    /// The public resume as PDF: printed once, however many ask.
    pub(crate) async fn resume_pdf(&self, resume: &VisibleResume) -> Result<Bytes, RenderError> {
        let edition = resume.edition();
        let mut printed = self.0.printed.lock().await;
        if let Some(known) = printed.as_ref().filter(|known| known.edition == edition) {
            return Ok(known.pdf.clone());
        }
        let options = PrintOptions { language: resume.language, ..PrintOptions::default() };
        let (document, order) = options.read(&resume.tree, Some(&resume.meta));
        let pdf: Bytes = self.0.wings.career.print(document, order).await?.pdf.into();
        *printed = Some(PrintedResume { edition, pdf: pdf.clone() });
        Ok(pdf)
    }

    /// What visitors may read of the resume that the owner has chosen.
    pub(crate) async fn resume(&self) -> Result<Option<VisibleResume>, RenderError> {
        let (settings, revision) = self.0.wings.settings.current_at();
        let public = &settings.resume;
        let Some(id) = public.id else { return Ok(None) };
        let resume = self.0.wings.career.find_resume(id).await?;
        Ok(resume.and_then(|resume| {
            let document = resume.tree().ok()?;
            let tree = read_resume(&document.to_string(), public)?;
            let (updated_at, settings) = (resume.updated_at, revision.number());
            let meta = json!({ "meta": document["meta"] });
            let on_paper = public.shows(ResumePart::Pdf);
            let language = resume.language(&document);
            Some(VisibleResume { tree, updated_at, settings, meta, language, on_paper })
        }))
    }
}

/// A resume without what its owner keeps from visitors.
#[derive(Debug)]
pub(crate) struct VisibleResume {
    pub(crate) tree: serde_json::Value,
    pub(crate) updated_at: Timestamp,
    /// The settings by which parts were left out. They may have changed since.
    settings: i64,
    /// What a look follows from. Nobody sees it.
    meta: serde_json::Value,
    language: Option<Language>,
    /// Whether visitors may have it on paper.
    pub(crate) on_paper: bool,
}

impl VisibleResume {
    /// Tells apart what is kept. A page is kept under the state of the site at the time it is asked
    /// for, which is later: by that alone, what was just hidden would stay on a page that is kept.
    pub(crate) fn edition(&self) -> String {
        format!("{}@{}", self.updated_at, self.settings)
    }
}

/// What a feed follows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FeedScope<'a> {
    Site,
    /// By its address.
    Section(&'a str),
    Tag(&'a str),
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

/// A body as a page has it, and the pictures in it that have to be looked up first.
fn show_body(
    html: &str,
    origin: &str,
    leads: bool,
    pictures: &KnownPictures,
    words: &Words,
) -> (Shown, BTreeSet<Id>) {
    let wanted = RefCell::new(BTreeSet::new());
    let picture = |path: &str| match pictures.find(path) {
        Ok(known) => {
            let (width, height) = known.size.unwrap_or_default();
            Some(prose::Picture { width, height, placeholder: known.placeholder.clone() })
        }
        Err(missing) => {
            wanted.borrow_mut().extend(missing);
            None
        }
    };
    let (html, unknown) = pictures.renewed(html);
    let around = Surroundings { origin, leads, picture: &picture, words: words.body() };
    let shown = show(&html, &around);
    let mut wanted = wanted.into_inner();
    wanted.extend(unknown);
    (shown, wanted)
}
