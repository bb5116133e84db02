use std::sync::Arc;
use std::time::Duration;

use sheet::{Document, Extent, Order, OwnFace, Press, PressError, Print};
use store::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Owner, PrintOptions};
use crate::Career;
use crate::tailorings::Tailoring;

/// A page takes a processor for some hundredths of a second, and a face of Chinese twenty megabytes.
const AT_A_TIME: usize = 2;
/// Whoever waits longer is asked to come back.
const PATIENCE: Duration = Duration::from_secs(10);

/// The press, and places at it.
#[derive(Clone, Debug)]
pub struct Printing {
    press: Arc<Press>,
    places: Arc<Semaphore>,
    pub(super) owner: Option<Owner>,
}

#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    #[error("too many resumes wait to be printed")]
    Busy,
    #[error(transparent)]
    Press(#[from] PressError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("printing was broken off: {0}")]
    Broken(#[from] tokio::task::JoinError),
}

impl Printing {
    /// With the faces that the program brings; those of the machine are looked for when they are
    /// needed.
    pub fn new(faces: &'static [OwnFace]) -> Self {
        let places = Arc::new(Semaphore::new(AT_A_TIME));
        Self { press: Arc::new(Press::of_this_machine(faces)), places, owner: None }
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

    /// A tailored resume as it is printed.
    pub(crate) async fn read_tailoring(
        &self,
        tailoring: &Tailoring,
        options: PrintOptions,
    ) -> Result<(Document, Order), StoreError> {
        // What a look and a language follow from is in the resume it was made from, while that is there.
        let source = match tailoring.resume_id {
            Some(id) => self.find_resume(id).await?,
            None => None,
        };
        let source = source.and_then(|resume| resume.tree().ok());
        let options = options.or(&tailoring.options).or_language(tailoring.resume_language);
        let (mut document, order) = options.read(&tailoring.resume, source.as_ref(), &self.today());
        document.put_in_order(&tailoring.sections);
        document.photo = self.find_photo(&tailoring.resume, options).await;
        Ok((document, order))
    }

    /// A document as PDF, with its true number of pages.
    pub async fn print(&self, document: Document, order: Order) -> Result<Print, PrintError> {
        let order = self.coloured(order);
        Ok(self.at_the_press(move |press| press.print(&document, &order)).await??)
    }

    /// One page of a document as a picture, counted from 1; nothing beyond the last one.
    pub async fn draw(
        &self,
        document: Document,
        order: Order,
        number: usize,
    ) -> Result<Option<String>, PrintError> {
        let order = self.coloured(order);
        self.at_the_press(move |press| press.draw(&document, &order, number)).await
    }

    /// How many pages a document has, and which of its characters are on none of them.
    pub(super) async fn measure(
        &self,
        document: Document,
        order: Order,
    ) -> Result<(Extent, Vec<char>), PrintError> {
        let measure =
            move |press: &Press| (press.measure(&document, &order), press.undrawn_of(&document));
        self.at_the_press(measure).await
    }

    /// Work that needs a place at the press.
    pub(crate) async fn at_the_press<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Press) -> T + Send + 'static,
    ) -> Result<T, PrintError> {
        let place = self.printing.place().await?;
        let press = self.printing.press.clone();
        let working = tokio::task::spawn_blocking(move || {
            // Held until it is done, also when nobody waits for it any more.
            let _place = place;
            work(&press)
        });
        Ok(working.await?)
    }
}
