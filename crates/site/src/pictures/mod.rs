//! What is known about the pictures of the site: how large they are, in which widths they exist, what
//! must stay in sight of them, and a blur to show until they arrive. What was looked up stays in
//! memory as long as no record of an upload changes.

mod placeholder;
mod renew;

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::Id;
use media::Media;
use media::uploads::{Upload, UploadKind, UploadView};
use quick_cache::sync::Cache;
use store::StoreError;

use crate::view::{Focus, Loading, Picture, Placeholder, SIZES};

/// A few hundred bytes each.
const MOST_KEPT: usize = 10_000;
/// What a list or a text shows when the browser does not choose by itself.
const USUAL_WIDTH: u32 = 768;
/// As much as a card shows of a picture.
const ON_A_CARD: (u32, u32) = (470, 630);

/// One picture, as pages need to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownPicture {
    src: String,
    srcset: String,
    full: String,
    alt: String,
    /// The file that a card is drawn from.
    drawn_from: String,
    pub(crate) size: Option<(u32, u32)>,
    pub(crate) placeholder: Option<String>,
    focus: Focus,
    /// Addresses from before the picture was replaced, each with the one of today.
    replaced: Vec<(String, String)>,
}

/// The pictures looked up so far.
#[derive(Clone, Debug)]
pub(crate) struct Pictures {
    media: Media,
    /// By the state of all records and the upload.
    // With the revision in the key nothing has to be thrown away when a record changes. Old entries
    // are pushed out.
    kept: Arc<Cache<(i64, Id), Arc<KnownPicture>>>,
}

/// The pictures of the site while a page is put together.
#[derive(Debug)]
pub(crate) struct KnownPictures {
    pictures: Pictures,
    /// The state of all records when this began.
    revision: i64,
    /// Looked for, and not there.
    absent: BTreeSet<Id>,
}

impl Pictures {
    pub(crate) fn new(media: Media) -> Self {
        Self { media, kept: Arc::new(Cache::new(MOST_KEPT)) }
    }

    pub(crate) fn known(&self) -> KnownPictures {
        let revision = self.media.revision();
        KnownPictures { pictures: self.clone(), revision, absent: BTreeSet::new() }
    }
}

impl KnownPictures {
    /// A picture by its path; otherwise the upload that has to be looked up first, if it is one.
    pub(crate) fn find(&self, path: &str) -> Result<Arc<KnownPicture>, Option<Id>> {
        self.upload(Media::upload_at(path).ok_or(None)?)
    }

    /// A picture by the upload it is; otherwise the upload to look up first, unless it is not there.
    pub(crate) fn upload(&self, id: Id) -> Result<Arc<KnownPicture>, Option<Id>> {
        match self.pictures.kept.get(&(self.revision, id)) {
            Some(known) => Ok(known),
            None => Err(Some(id).filter(|id| !self.absent.contains(id))),
        }
    }

    /// Looks up what was wanted.
    pub(crate) async fn look_up(&mut self, wanted: BTreeSet<Id>) -> Result<(), StoreError> {
        let found = self.pictures.media.find_uploads(wanted.iter().copied().collect()).await?;
        // All that were asked for count as absent, until they are found below.
        self.absent.extend(wanted);
        for upload in found.into_iter().filter(|upload| upload.kind == UploadKind::Image) {
            self.absent.remove(&upload.id);
            let (key, known) = ((self.revision, upload.id), KnownPicture::of(upload));
            self.pictures.kept.insert(key, Arc::new(known));
        }
        Ok(())
    }
}

impl KnownPicture {
    fn of(upload: Upload) -> Self {
        let replaced = upload.replaced_addresses();
        let upload = UploadView::from(upload);
        let by_width = |width: u32| upload.variants.iter().find(|each| each.width >= width);
        let usual = by_width(USUAL_WIDTH).map_or_else(|| upload.url.clone(), |v| v.url.clone());
        let (width, height) = ON_A_CARD;
        let large =
            upload.variants.iter().find(|each| each.width >= width && each.height >= height);
        let placeholder = upload.placeholder.as_deref().and_then(placeholder::data_address);
        Self {
            src: usual,
            drawn_from: large.map_or_else(|| upload.url.clone(), |variant| variant.url.clone()),
            size: (upload.width > 0 && upload.height > 0).then_some((upload.width, upload.height)),
            srcset: upload.srcset,
            full: upload.url,
            alt: upload.alt,
            placeholder,
            focus: Focus::at(upload.focal_x, upload.focal_y),
            replaced,
        }
    }

    /// The file that a card is drawn from, and what of it must stay in sight.
    pub(crate) fn drawn_from(&self) -> (String, Focus) {
        (self.drawn_from.clone(), self.focus)
    }

    /// Where the whole picture is.
    pub(crate) fn address(&self) -> &str {
        &self.full
    }

    /// For a page. The words of where it stands come first, those of the upload second.
    pub(crate) fn picture(&self, alt: &str) -> Picture {
        let alt = if alt.is_empty() { &self.alt } else { alt };
        Picture {
            src: self.src.clone(),
            srcset: Some(self.srcset.clone()).filter(|srcset| !srcset.is_empty()),
            sizes: SIZES,
            full: self.full.clone(),
            alt: alt.to_owned(),
            size: self.size,
            placeholder: self.placeholder.clone().map(Placeholder),
            loading: Loading::Later,
            focus: self.focus,
        }
    }
}
