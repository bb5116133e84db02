use std::sync::Arc;
use std::time::Duration;

use sheet::{Document, Extent, Order, OwnFace, Press, PressError, Print};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Career;

/// A page takes a processor for some hundredths of a second, and a face of Chinese twenty megabytes.
const AT_A_TIME: usize = 2;
/// Whoever waits longer is asked to come back.
const PATIENCE: Duration = Duration::from_secs(10);

/// The press, and places at it.
#[derive(Clone, Debug)]
pub struct Printing {
    press: Arc<Press>,
    places: Arc<Semaphore>,
}

#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    #[error("too many resumes wait to be printed")]
    Busy,
    #[error(transparent)]
    Press(#[from] PressError),
    #[error("printing was broken off: {0}")]
    Broken(#[from] tokio::task::JoinError),
}

impl Printing {
    /// With the faces that the program brings; those of the machine are looked for when they are
    /// needed.
    pub fn new(faces: &'static [OwnFace]) -> Self {
        let places = Arc::new(Semaphore::new(AT_A_TIME));
        Self { press: Arc::new(Press::of_this_machine(faces)), places }
    }

    /// For work that measures as a part of something longer, which has its own limits.
    pub(crate) fn press(&self) -> Arc<Press> {
        self.press.clone()
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, PrintError> {
        // Waiting costs no thread.
        let waiting = self.places.clone().acquire_owned();
        match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(PrintError::Busy),
        }
    }
}

impl Career {
    /// The same with the faces that the program brings.
    pub fn with_faces(self, faces: &'static [OwnFace]) -> Self {
        Self { printing: Printing::new(faces), ..self }
    }

    /// A document as PDF, with its true number of pages.
    pub async fn print(&self, document: Document, order: Order) -> Result<Print, PrintError> {
        let place = self.printing.place().await?;
        let press = self.printing.press.clone();
        let work = move || {
            // Held until it is printed, also when nobody waits for it any more.
            let _place = place;
            press.print(&document, &order)
        };
        Ok(tokio::task::spawn_blocking(work).await??)
    }

    /// One page of a document as a picture, counted from 1; nothing beyond the last one.
    pub async fn draw(
        &self,
        document: Document,
        order: Order,
        number: usize,
    ) -> Result<Option<String>, PrintError> {
        let place = self.printing.place().await?;
        let press = self.printing.press.clone();
        let work = move || {
            let _place = place;
            press.draw(&document, &order, number)
        };
        Ok(tokio::task::spawn_blocking(work).await?)
    }

    /// How many pages a document has.
    pub async fn measure(&self, document: Document, order: Order) -> Result<Extent, PrintError> {
        let place = self.printing.place().await?;
        let press = self.printing.press.clone();
        let work = move || {
            let _place = place;
            press.measure(&document, &order)
        };
        Ok(tokio::task::spawn_blocking(work).await?)
    }
}
