//! From a form to what is in it, within limits that are said before anything is read.
//!
//! A picture is small and is held in memory. A film goes on to the store as it comes. Which of the
//! two it is, its first bytes tell; its name and declared type are not looked at.

use bytes::{Bytes, BytesMut};
use edge::{Multipart, Part, Problem};
use pixels::{Filter, Format, SNIFF_BYTES, sniff};

use super::UploadError;
use super::film::{Film, FilmInHand};
use super::stem::stem;
use crate::Media;

/// The largest picture: what a client sends after it has made it smaller.
pub(crate) const MOST_PICTURE_BYTES: u64 = 5 * 1024 * 1024;
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
    Film(Box<Film>),
}

/// Where films go, for forms that may have one.
pub(crate) type Films<'a> = Option<&'a Media>;

pub(crate) async fn receive(mut form: Multipart, films: Films<'_>) -> Result<Form, Problem> {
    // What says that it is larger than anything we take is not read at all. The rest is read as
    // far as a picture may go, until it turns out to be a film.
    let most = films.map_or(MOST_PICTURE_BYTES, |media| media.most_video_bytes);
    form.refuse_beyond(most.max(MOST_PICTURE_BYTES))?;
    form.allow(MOST_PICTURE_BYTES);
    let mut file = None;
    let mut filters = Vec::new();
    let mut alt = String::new();
    while let Some(part) = form.next().await? {
        match part.name.as_str() {
            "file" if file.is_some() => {
                return Err(Problem::malformed("A form may hold one file."));
            }
            "file" => {
                let Some(name) = part.file_name.clone() else {
                    return Err(Problem::malformed("The part named file has to be a file."));
                };
                file = Some((stem(&name), read_file(&form, part, &stem(&name), films).await?));
            }
            "image_filter" => {
                let text = part.text(LONGEST_FILTER).await?;
                filters.push(text.as_deref().and_then(Filter::find));
            }
            "alt" => alt = read_alt(part).await?,
            // Unknown fields are read past.
            _ => drop(part.text(0).await?),
        }
    }
    let Some((stem, content)) = file else {
        return Err(Problem::invalid_field("file", "is required"));
    };
    // What is not a filter, or is two, is none.
    let filter = match filters.as_slice() {
        [Some(filter)] => *filter,
        _ => Filter::None,
    };
    Ok(Form { content, stem, filter, alt })
}

async fn read_alt(part: Part) -> Result<String, Problem> {
    let text = part.text(LONGEST_ALT * 4).await?.map(|text| text.trim().to_owned());
    match text {
        Some(text) if text.chars().count() > LONGEST_ALT => None,
        Some(text) if text.contains('\0') => {
            return Err(Problem::invalid_field("alt", "must not hold a NUL character"));
        }
        text => text,
    }
    .ok_or_else(|| Problem::invalid_field("alt", "must be text of up to 1000 characters"))
}

async fn read_file(
    form: &Multipart,
    mut part: Part,
    stem: &str,
    films: Films<'_>,
) -> Result<Content, Problem> {
    let mut head = BytesMut::new();
    while head.len() < SNIFF_BYTES {
        let Some(chunk) = part.chunk().await? else { break };
        head.extend_from_slice(&chunk);
    }
    let format = sniff(&head).ok_or(UploadError::Unsupported)?;
    match (format.is_video(), films) {
        (true, Some(media)) => {
            form.allow(media.most_video_bytes);
            let mut film = FilmInHand::begin(media, format, stem).await?;
            film.add(head.freeze()).await?;
            while let Some(chunk) = part.chunk().await? {
                film.add(chunk).await?;
            }
            Ok(Content::Film(Box::new(film.finish().await?)))
        }
        (true, None) => Err(UploadError::Unsupported.into()),
        (false, _) => {
            let too_large = UploadError::TooLarge { limit: MOST_PICTURE_BYTES };
            while let Some(chunk) = part.chunk().await? {
                if (head.len() + chunk.len()) as u64 > MOST_PICTURE_BYTES {
                    return Err(too_large.into());
                }
                head.extend_from_slice(&chunk);
            }
            if head.len() as u64 > MOST_PICTURE_BYTES {
                return Err(too_large.into());
            }
            Ok(Content::Picture { bytes: head.freeze(), format })
        }
    }
}
