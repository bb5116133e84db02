use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use cards::{Card, CardError, Studio};
use media::Media;
use media::blobs::BlobError;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::Semaphore;

use super::CardFacts;
use crate::render::RenderError;

/// A hundred and more of them, each some 100 kB with a picture and 10 kB without.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
const USUAL_BYTES: u64 = 64 * 1024;
/// Drawing takes a processor for some hundredths of a second; readers come first.
const AT_A_TIME: usize = 1;
/// Whoever waits longer is asked to come back.
const PATIENCE: Duration = Duration::from_secs(10);
/// Our own files are far below.
const LARGEST_PICTURE: u64 = 8 * 1024 * 1024;

/// Cards that were drawn, and the place where they are drawn.
#[derive(Debug)]
pub(crate) struct DrawnCards {
    studio: Arc<Studio>,
    media: Media,
    turn: Arc<Semaphore>,
    kept: Cache<u128, Drawn, ByLength>,
}

#[derive(Clone, Debug)]
pub(crate) enum Drawn {
    Png(Bytes),
    /// No face of this machine has a letter of it.
    NoLetters,
}

#[derive(Clone, Debug)]
struct ByLength;

impl Weighter<u128, Drawn> for ByLength {
    fn weight(&self, _: &u128, drawn: &Drawn) -> u64 {
        let bytes = match drawn {
            Drawn::Png(bytes) => bytes.len(),
            Drawn::NoLetters => 0,
        };
        // The entry itself weighs something, too.
        bytes as u64 + 256
    }
}

impl DrawnCards {
    pub(crate) fn new(media: Media, faces: &'static [&'static [u8]]) -> Self {
        let expected = usize::try_from(MOST_BYTES / USUAL_BYTES).unwrap_or_default();
        Self {
            studio: Arc::new(Studio::of_this_machine(faces)),
            media,
            turn: Arc::new(Semaphore::new(AT_A_TIME)),
            kept: Cache::with_weighter(expected, MOST_BYTES, ByLength),
        }
    }

    /// The card with this on it: drawn once, however many ask.
    pub(crate) async fn get(&self, facts: &CardFacts) -> Result<Drawn, RenderError> {
        self.kept.get_or_insert_async(&facts.hash(), self.draw(facts)).await
    }

    async fn draw(&self, facts: &CardFacts) -> Result<Drawn, RenderError> {
        // Waiting costs no thread. Whoever waits too long is told to come back, instead of queueing
        // up the whole internet.
        let waiting = self.turn.clone().acquire_owned();
        let turn = match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(Ok(turn)) => turn,
            _ => return Err(RenderError::Busy),
        };
        let picture = match &facts.picture {
            Some((address, _)) => self.read(address).await?,
            None => None,
        };
        let (studio, facts) = (self.studio.clone(), facts.clone());
        let work = move || {
            // Held until it is drawn, also when nobody waits for it any more.
            let _turn = turn;
            studio.draw(&Card {
                site: &facts.site,
                title: &facts.title,
                date: &facts.line,
                picture: picture.as_deref(),
                focus: facts.picture.as_ref().map(|(_, focus)| focus.place()),
                accent: Some(facts.accent),
            })
        };
        match tokio::task::spawn_blocking(work).await? {
            Ok(png) => Ok(Drawn::Png(png.into())),
            Err(CardError::NoLetters) => Ok(Drawn::NoLetters),
            Err(error) => Err(RenderError::Card(error)),
        }
    }

    /// A picture that is gone is left out.
    async fn read(&self, address: &str) -> Result<Option<Bytes>, RenderError> {
        let Some(key) = address.strip_prefix("/media/") else { return Ok(None) };
        let blobs = self.media.blobs();
        // The size before the bytes: somebody may have put a large file into the folder by hand.
        match blobs.look(key).await? {
            Some((size, _)) if size <= LARGEST_PICTURE => {}
            _ => return Ok(None),
        }
        match blobs.read(key).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(BlobError::Missing) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
