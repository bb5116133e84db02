//! What printed resumes show of the owner: a picture among the uploads, and the colour of the site; and what
//! members see of a resume. The one place that knows both who prints and who has them.

use std::sync::Arc;

use career::printing::{FindAccent, FindPhoto, Owner, Withhold};
use content::settings::Settings;
use media::Media;
use media::blobs::BlobError;
use media::uploads::{UploadKind, UploadView};
use sheet::Photo;
use store::StoreError;

/// Our own files are far below.
const LARGEST_PICTURE: u64 = 8 * 1024 * 1024;

pub(crate) fn owner(media: Media, settings: Settings, origin: Option<String>) -> Owner {
    let find_photo: FindPhoto = Arc::new(move |address| {
        let (media, origin) = (media.clone(), origin.clone());
        Box::pin(async move {
            let path = origin.as_deref().and_then(|origin| address.strip_prefix(origin));
            match photo(&media, path.unwrap_or(&address)).await {
                Ok(photo) => photo,
                // A resume without its picture is better than none.
                Err(error) => {
                    tracing::warn!(%error, "the picture of a resume could not be read");
                    None
                }
            }
        })
    });
    let shown = settings.clone();
    let withhold: Withhold = Arc::new(move |told| site::withhold(told, &shown.current().resume));
    let find_accent: FindAccent =
        Arc::new(move || settings.current().look.accent.shades().light.on_screen());
    Owner { find_photo, find_accent, withhold }
}

#[derive(Debug, thiserror::Error)]
enum PhotoError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Blob(#[from] BlobError),
    #[error("reading it was broken off: {0}")]
    Broken(#[from] tokio::task::JoinError),
}

/// The picture of an upload, cut to its place around what has to stay in sight. None for an address that
/// is none of ours, and for what is gone or no picture.
async fn photo(media: &Media, path: &str) -> Result<Option<Photo>, PhotoError> {
    let Some(id) = Media::upload_at(path) else { return Ok(None) };
    let Some(upload) = media.find_uploads(vec![id]).await?.pop() else { return Ok(None) };
    if upload.kind != UploadKind::Image {
        return Ok(None);
    }
    let upload = UploadView::from(upload);
    // The smallest that is sharp on paper also where half of it is cut off.
    let is_sharp = |width: u32| width >= 2 * Photo::WIDTH;
    let variants = &upload.variants;
    let variant = variants.iter().find(|it| is_sharp(it.width)).or(variants.last());
    let Some(address) = variant.map(|it| it.url.clone()) else { return Ok(None) };
    let key = address.trim_start_matches("/media/").to_owned();
    // The size before the bytes: somebody may have put a large file into the folder by hand.
    match media.blobs().look(&key).await? {
        Some((size, _)) if size <= LARGEST_PICTURE => {}
        _ => return Ok(None),
    }
    let bytes = media.blobs().read(&key).await?;
    let focus = (upload.focal_x / 100.0, upload.focal_y / 100.0);
    let cut = move || cards::cut_picture(&bytes, Photo::WIDTH, Photo::HEIGHT, focus);
    let rgb = tokio::task::spawn_blocking(cut).await?;
    Ok(rgb.and_then(|rgb| Photo::new(address, rgb)))
}
