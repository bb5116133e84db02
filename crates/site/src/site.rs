use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use career::Career;
use content::Content;
use content::navlinks::NavLinks;
use content::reading::{Edition, Reader, Reading};
use content::settings::{Settings, SiteSettings};
use kernel::{Clock, Id};
use media::Media;
use memory::Memory;
use store::{Store, StoreError};
use tokio::sync::Mutex;

use crate::api::KeptPages;
use crate::compose::Composer;
use crate::counts::PageCounter;
use crate::pictures::Pictures;
use crate::places::{Place, Places};
use crate::render::RenderError;
use crate::search::Standing;
use crate::share::DrawnCards;

/// What pages are made from: the wings that are read.
#[derive(Clone, Debug)]
pub struct Wings {
    pub content: Content,
    pub settings: Settings,
    pub navlinks: NavLinks,
    pub media: Media,
    pub memory: Memory,
    pub career: Career,
}

/// What the operator can choose about pages.
#[derive(Clone, Debug)]
pub struct Options {
    /// `https://example.org`. Without it the address by which a page was asked for is taken.
    pub origin: Option<String>,
    /// How many bytes of written pages to keep in memory.
    pub page_cache: u64,
    /// For the letters on cards, before those of the machine.
    pub card_faces: &'static [&'static [u8]],
}

/// The public site. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Site(pub(crate) Arc<Parts>);

#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) wings: Wings,
    pub(crate) options: Options,
    pub(crate) store: Store,
    pub(crate) kept: KeptPages,
    pub(crate) pictures: Pictures,
    pub(crate) cards: DrawnCards,
    pub(crate) counter: PageCounter,
    pub(crate) standing: Standing,
    /// Searches keep processors busy; more at a time would make all of them slower.
    pub(crate) searches: Places,
    /// Previews are written for each who asks.
    pub(crate) previews: Places,
    /// The public resume on paper, which is printed once for each edition.
    pub(crate) printed: Mutex<Option<PrintedResume>>,
}

#[derive(Clone, Debug)]
pub(crate) struct PrintedResume {
    pub(crate) edition: String,
    pub(crate) pdf: Bytes,
}

/// What every anonymous page is made of. While it is the same, so are the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    edition: Edition,
    settings: i64,
    navlinks: i64,
    /// Of the records of uploads.
    media: i64,
    /// Some things follow later, such as what is related by meaning: pages are written anew now
    /// and then.
    period: i64,
}

const SEARCHES_AT_A_TIME: usize = 8;
const PREVIEWS_AT_A_TIME: usize = 4;
const PERIOD: i64 = 10 * 60 * 1_000_000;

impl Site {
    pub fn new(store: Store, wings: Wings, options: Options) -> Self {
        let pictures = Pictures::new(wings.media.clone());
        let cards = DrawnCards::new(wings.media.clone(), options.card_faces);
        let searches = Places::new(SEARCHES_AT_A_TIME);
        let previews = Places::new(PREVIEWS_AT_A_TIME);
        let counter = PageCounter::default();
        let kept = KeptPages::new(options.page_cache);
        let printed = Mutex::default();
        Self(Arc::new(Parts {
            wings,
            options,
            store,
            kept,
            pictures,
            cards,
            counter,
            standing: Standing::default(),
            searches,
            previews,
            printed,
        }))
    }

    /// Writes down what was counted, for as long as the process lives.
    pub async fn follow(self) {
        self.0.counter.clone().keep_writing(self.0.store.clone()).await;
    }

    /// Writes down what was counted so far.
    pub async fn write_counts(&self) -> Result<(), StoreError> {
        self.0.counter.write(&self.0.store).await
    }

    /// A place among those who search.
    pub(crate) async fn search_place(&self) -> Result<Place, RenderError> {
        self.0.searches.take().await
    }

    /// A place among those who look at a preview.
    pub(crate) async fn preview_place(&self) -> Result<Place, RenderError> {
        self.0.previews.take().await
    }

    pub(crate) fn clock(&self) -> &Clock {
        self.0.store.clock()
    }

    pub(crate) fn reading(&self, reader: Reader) -> Reading {
        self.0.wings.content.reading(reader)
    }

    pub(crate) fn settings(&self) -> Arc<SiteSettings> {
        self.0.wings.settings.current()
    }

    pub(crate) fn state(&self) -> State {
        let reading = self.reading(Reader::Public);
        State {
            edition: reading.edition(),
            settings: self.0.wings.settings.current_at().1.number(),
            navlinks: self.0.wings.navlinks.reading().revision().number(),
            media: self.0.wings.media.revision(),
            // A new number every ten minutes makes all kept pages of anonymous readers old.
            period: reading.now().as_micros() / PERIOD,
        }
    }

    /// Puts something together, and once more when the sizes of pictures had to be looked up.
    pub(crate) async fn compose<T>(
        &self,
        reading: &Reading,
        origin: &str,
        compose: impl Fn(&Composer<'_>) -> T + Send,
    ) -> Result<T, StoreError> {
        let settings = self.settings();
        let mut pictures = self.0.pictures.known();
        let mut rounds = 0;
        loop {
            let (made, wanted): (T, BTreeSet<Id>) = {
                let composer = Composer::new(reading, &settings, origin, &pictures);
                let made = compose(&composer);
                (made, composer.wanted())
            };
            rounds += 1;
            // A picture that is not found is remembered as absent, so a second round wants nothing
            // more.
            if wanted.is_empty() || rounds > 2 {
                return Ok(made);
            }
            pictures.look_up(wanted).await?;
        }
    }
}
