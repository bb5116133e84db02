//! What has to be looked up before a page can be put together: bodies, related things, resumes.

mod feed;
mod resume;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use content::items::ContentType;
use content::reading::{ReadItem, Reader, Reading, ReadingError, SectionRef};
use content::sections::DisplayType;
use content::settings::Home;
use kernel::Id;
use prose::{Shown, Surroundings, show};
use store::StoreError;

use crate::Site;
use crate::compose::{Composed, Composer, Desk, SectionBody};
use crate::pictures::KnownPictures;
use crate::search::related;
use crate::view::{Prose, Words};
use crate::work::work;

pub(crate) use feed::FeedScope;
pub(crate) use resume::VisibleResume;

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
    #[error("too many wait for the same work")]
    Busy,
    #[error(transparent)]
    Print(#[from] career::printing::PrintError),
}

/// Related things may take this long; a page does not wait for more.
const PATIENCE: Duration = Duration::from_millis(600);
const MOST_RELATED: usize = 3;

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
            let compose = move || {
                let html = read.html();
                let composer = Composer::new(read.reading(), &settings, &origin, &pictures);
                let leads = composer.body_leads(read.item(), &html);
                let (shown, mut wanted) =
                    show_body(&html, &origin, leads, &pictures, composer.words);
                let composed = composer.item(read.item(), &html, shown, &related);
                wanted.extend(composer.wanted());
                (composed, wanted, pictures)
            };
            let (composed, wanted, back) = work(compose).await?;
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
