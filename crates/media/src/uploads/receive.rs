//! From a form to what is in it, within limits that are said before anything is read.
//!
//! A picture is small and is held in memory. A video goes on to the store as it comes. Which of the
//! two it is, its first bytes tell; its name and declared type are not looked at.

use bytes::{Bytes, BytesMut};
use kernel::Invalid;
use pixels::{Filter, Format, SNIFF_BYTES, sniff};

use super::form::IncomingForm;
use super::stem::stem;
use super::video::{StoredVideo, VideoWriter};
use crate::{Media, MediaError};

/// The largest picture: what a client sends after it has made it smaller.
pub const MOST_PICTURE_BYTES: u64 = 5 * 1024 * 1024;
const LONGEST_ALT: usize = 1000;
const LONGEST_FILTER: usize = 32;

/// What a form holds.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) content: Content,
    pub(crate) stem: String,
    pub(crate) filter: Filter,
    pub(crate) alt: String,
}

#[derive(Debug)]
pub(crate) enum Content {
    Picture { bytes: Bytes, format: Format },
    Video(Box<StoredVideo>),
}

/// Where videos go, for forms that may have one.
pub(crate) type Videos<'a> = Option<&'a Media>;

pub(crate) async fn receive(
    mut form: IncomingForm,
    videos: Videos<'_>,
) -> Result<Form, MediaError> {
    // Read as far as a picture may go, until it turns out to be a video.
    form.allow(MOST_PICTURE_BYTES);
    let mut file = None;
    let mut filters = Vec::new();
    let mut alt = String::new();
    while let Some((name, file_name)) = form.next_part().await? {
        match name.as_str() {
            // Two would leave one of them without a record.
            "file" if file.is_some() => return Err(MediaError::SeveralFiles),
            "file" => {
                let stem = stem(&file_name.ok_or(MediaError::NotAFile)?);
                let content = read_file(&mut form, &stem, videos).await?;
                file = Some((stem, content));
            }
            "image_filter" => {
                let text = form.text(LONGEST_FILTER).await?;
                filters.push(text.as_deref().and_then(Filter::find));
            }
            "alt" => alt = read_alt(&mut form).await?,
            // Unknown fields are read past.
            _ => {}
        }
    }
    let (stem, content) = file.ok_or_else(|| Invalid::field("file", "is required"))?;
    // What is not a filter, or is two, is none.
    let filter = match filters.as_slice() {
        [Some(filter)] => *filter,
        _ => Filter::None,
    };
    Ok(Form { content, stem, filter, alt })
}

async fn read_alt(form: &mut IncomingForm) -> Result<String, MediaError> {
    // No character takes more than four bytes.
    let text = form.text(LONGEST_ALT * 4).await?.map(|text| text.trim().to_owned());
    match text.filter(|text| text.chars().count() <= LONGEST_ALT) {
        Some(text) if text.contains('\0') => {
            Err(Invalid::field("alt", "must not hold a NUL character").into())
        }
        Some(text) => Ok(text),
        None => Err(Invalid::field("alt", "must be text of up to 1000 characters").into()),
    }
}

async fn read_file(
    form: &mut IncomingForm,
    stem: &str,
    videos: Videos<'_>,
) -> Result<Content, MediaError> {
    let mut head = BytesMut::new();
    // A client may send a byte at a time.
    while head.len() < SNIFF_BYTES {
        let Some(chunk) = form.chunk().await? else { break };
        head.extend_from_slice(&chunk);
    }
    let format = sniff(&head).ok_or(MediaError::Unsupported)?;
    match (format.is_video(), videos) {
        (true, Some(media)) => {
            // Raised only now, as the first bytes have shown that it is a video.
            form.allow(media.most_video_bytes);
            let mut video = VideoWriter::begin(media, format, stem).await?;
            video.add(head.freeze()).await?;
            while let Some(chunk) = form.chunk().await? {
                video.add(chunk).await?;
            }
            Ok(Content::Video(Box::new(video.finish().await?)))
        }
        (true, None) => Err(MediaError::Unsupported),
        (false, _) => {
            while let Some(chunk) = form.chunk().await? {
                // Checked before it is kept.
                if (head.len() + chunk.len()) as u64 > MOST_PICTURE_BYTES {
                    return Err(MediaError::TooLarge { limit: MOST_PICTURE_BYTES });
                }
                head.extend_from_slice(&chunk);
            }
            // The first piece alone may be too large.
            if head.len() as u64 > MOST_PICTURE_BYTES {
                return Err(MediaError::TooLarge { limit: MOST_PICTURE_BYTES });
            }
            Ok(Content::Picture { bytes: head.freeze(), format })
        }
    }
}
