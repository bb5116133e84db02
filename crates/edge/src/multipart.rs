//! Forms with files, read as they arrive.
//!
//! The caller says how many bytes it is willing to take before the first one is read, and may
//! raise that when it has seen what is coming. What goes beyond is not read. Nothing is kept in
//! memory but the piece in hand, or a part that is asked for as a whole, and nothing is written to disk.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::BodyDataStream;
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use kernel::Code;

use crate::body::{BodyTime, Gathered, SpaceOf, TooMuchAtOnce};
use crate::{Problem, ReadBody, body};

/// What a form may need beside its files: boundaries, headers and short fields.
const OVERHEAD: u64 = 64 * 1024;
const LONGEST_BOUNDARY: usize = 70;
const MOST_PARTS: u32 = 32;
const LONGEST_NAME: usize = 100;

/// Between the contents of two parts that are read: the headers of the next, and what nobody wants of a part.
const MOST_BETWEEN: u64 = 2 * OVERHEAD;

/// The parts of a form, one after the other.
#[derive(Debug)]
pub struct Multipart {
    parts: multer::Multipart<'static>,
    seen: u32,
    declared: Option<u64>,
    allowance: Arc<AtomicU64>,
    between: Arc<AtomicU64>,
    space: Option<SpaceOf>,
}

/// A field or a file. It has to be dropped before the next part can be had.
#[derive(Debug)]
pub struct Part {
    field: multer::Field<'static>,
    between: Arc<AtomicU64>,
    space: Option<SpaceOf>,
    pub name: String,
    /// As the client wrote it: not to be trusted with anything.
    pub file_name: Option<String>,
}

impl Multipart {
    /// From now on the form's files may have this many bytes in all; until then, none.
    pub fn allow(&self, bytes: u64) {
        self.allowance.store(bytes.saturating_add(OVERHEAD), Ordering::Relaxed);
    }

    /// Fails where the request has told that it has more than files of so many bytes.
    pub fn refuse_beyond(&self, bytes: u64) -> Result<(), FormError> {
        match self.declared {
            Some(declared) if declared > bytes.saturating_add(OVERHEAD) => Err(FormError::TooLarge),
            _ => Ok(()),
        }
    }

    pub async fn next(&mut self) -> Result<Option<Part>, FormError> {
        let Some(field) = self.parts.next_field().await? else { return Ok(None) };
        self.between.store(0, Ordering::Relaxed);
        self.seen += 1;
        if self.seen > MOST_PARTS {
            return Err(FormError::TooManyParts);
        }
        let name = field.name().unwrap_or_default().to_owned();
        if name.is_empty() || name.len() > LONGEST_NAME {
            return Err(FormError::BadName);
        }
        let file_name = field.file_name().map(str::to_owned);
        let (between, space) = (self.between.clone(), self.space.clone());
        Ok(Some(Part { field, between, space, name, file_name }))
    }
}

impl Part {
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, FormError> {
        let chunk = self.field.chunk().await?;
        self.between.store(0, Ordering::Relaxed);
        Ok(chunk)
    }

    /// All of it in memory, where it counts against what all bodies may take.
    pub async fn read(mut self) -> Result<ReadBody, FormError> {
        let mut gathered = Gathered::begin(self.space.take(), 0);
        while let Some(chunk) = gathered.wait_for(self.chunk()).await?? {
            gathered.add(&chunk).await?;
        }
        Ok(gathered.finish())
    }
}

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        let (parts, body) = request.into_parts();
        body::refuse_encoded(&parts.headers)?;
        if !is_form(&parts.headers) {
            let detail = "Send the body as multipart/form-data.";
            return Err(Problem::new(Code::UnsupportedMedia, detail));
        }
        let content_type = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let boundary = content_type
            .and_then(|text| multer::parse_boundary(text).ok())
            .filter(|boundary| (1..=LONGEST_BOUNDARY).contains(&boundary.len()))
            .ok_or_else(|| {
                Problem::malformed("The form needs a boundary of 1 to 70 characters.")
            })?;
        // Files take longer than documents. The rate still has to be kept.
        if let Some(time) = parts.extensions.get::<BodyTime>() {
            time.allow_upload();
        }
        let space = body::space_of(&parts);
        let declared = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        let declared = declared.and_then(|length| length.parse().ok());
        // No file may come until the handler has said how large it may be, after it has looked at
        // who asks.
        let allowance = Arc::new(AtomicU64::new(OVERHEAD));
        let between = Arc::<AtomicU64>::default();
        let counted = Counted {
            body: body.into_data_stream(),
            rest: Bytes::new(),
            read: 0,
            allowance: allowance.clone(),
            between: between.clone(),
            pause: false,
        };
        let parts = multer::Multipart::new(counted, boundary);
        Ok(Self { parts, seen: 0, declared, allowance, between, space })
    }
}

/// The body in small pieces, counted. Between two pieces it is never ready: the parser takes in
/// whatever is ready, and would hold a whole video in memory.
struct Counted {
    body: BodyDataStream,
    rest: Bytes,
    read: u64,
    allowance: Arc<AtomicU64>,
    /// What has come since somebody was given something.
    between: Arc<AtomicU64>,
    pause: bool,
}

const PIECE: usize = 64 * 1024;

impl Stream for Counted {
    type Item = Result<Bytes, Unread>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.pause) {
            // Woken at once: it only gives the parser a moment in which nothing is ready.
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.rest.is_empty() {
            match ready!(self.body.poll_next_unpin(context)) {
                Some(Ok(chunk)) => self.rest = chunk,
                Some(Err(error)) => {
                    return Poll::Ready(Some(Err(Unread::Broken(error.into_inner()))));
                }
                None => return Poll::Ready(None),
            }
        }
        self.pause = true;
        let most = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(most);
        let length = piece.len() as u64;
        self.read += length;
        let between = self.between.fetch_add(length, Ordering::Relaxed) + length;
        // The piece that goes beyond is dropped. The parser sees an error in its place.
        Poll::Ready(Some(if self.read > self.allowance.load(Ordering::Relaxed) {
            Err(Unread::TooMuch)
        } else if between > MOST_BETWEEN {
            // It holds headers as a whole, and looks through all of them again with each piece.
            Err(Unread::TooMuchBetween)
        } else {
            Ok(piece)
        }))
    }
}

/// Whether the body is a form with files.
fn is_form(headers: &HeaderMap) -> bool {
    const FORM: &[u8] = b"multipart/form-data";
    headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.as_bytes().get(..FORM.len()))
        .is_some_and(|start| start.eq_ignore_ascii_case(FORM))
}

#[derive(Debug)]
enum Unread {
    TooMuch,
    TooMuchBetween,
    Broken(Box<dyn std::error::Error + Send + Sync>),
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooMuch => f.write_str("more bytes than are taken"),
            Self::TooMuchBetween => f.write_str("more bytes between two contents than are taken"),
            Self::Broken(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unread {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::TooMuch | Self::TooMuchBetween => None,
            Self::Broken(error) => Some(error.as_ref()),
        }
    }
}

/// Why no more of a form can be read.
#[derive(Debug, thiserror::Error)]
pub enum FormError {
    #[error("the form has more bytes than are taken")]
    TooLarge,
    #[error("the form did not arrive in time")]
    TooSlow,
    #[error("the form has more than {MOST_PARTS} parts")]
    TooManyParts,
    #[error("a part has no name, or a very long one")]
    BadName,
    #[error("the headers of a part are too long, or a part that nobody wants is")]
    LongHeaders,
    #[error(transparent)]
    TooMuchAtOnce(#[from] TooMuchAtOnce),
    #[error("the form is damaged: {0}")]
    Broken(multer::Error),
}

impl From<multer::Error> for FormError {
    fn from(error: multer::Error) -> Self {
        if let multer::Error::StreamReadFailed(cause) = &error {
            match cause.downcast_ref() {
                Some(Unread::TooMuch) => return Self::TooLarge,
                Some(Unread::TooMuchBetween) => return Self::LongHeaders,
                Some(Unread::Broken(cause)) if body::is_too_slow(cause.as_ref()) => {
                    return Self::TooSlow;
                }
                _ => {}
            }
        }
        Self::Broken(error)
    }
}

impl From<FormError> for Problem {
    fn from(error: FormError) -> Self {
        match error {
            FormError::TooLarge => {
                Self::new(Code::TooLarge, "The file is larger than this address takes.")
            }
            FormError::TooSlow => Self::new(Code::Timeout, "The body did not arrive in time."),
            FormError::TooManyParts => {
                Self::malformed(format!("A form may have up to {MOST_PARTS} parts."))
            }
            FormError::BadName => {
                Self::malformed(format!("A part needs a name of 1 to {LONGEST_NAME} bytes."))
            }
            FormError::LongHeaders => {
                Self::malformed("A part has very long headers, or is long and not wanted here.")
            }
            FormError::TooMuchAtOnce(error) => error.into(),
            FormError::Broken(error) => {
                Self::malformed("The form could not be read to its end.").caused_by(error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    async fn form(content_type: &str, body: Body) -> Result<Multipart, Problem> {
        let request = Request::builder().header(CONTENT_TYPE, content_type).body(body).unwrap();
        Multipart::from_request(request, &()).await
    }

    fn part(name: &str, value: &str) -> String {
        format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    }

    async fn read(body: String) -> Result<Vec<(String, Bytes)>, u16> {
        let status = |error: FormError| Problem::from(error).code().status();
        let form = form("multipart/form-data; boundary=b", Body::from(body)).await;
        let mut form = form.map_err(|problem| problem.code().status())?;
        let mut read = Vec::new();
        while let Some(mut part) = form.next().await.map_err(status)? {
            let mut bytes = Vec::new();
            while let Some(chunk) = part.chunk().await.map_err(status)? {
                bytes.extend_from_slice(&chunk);
            }
            read.push((part.name.clone(), bytes.into()));
        }
        Ok(read)
    }

    #[tokio::test]
    async fn parts_come_one_after_the_other() {
        let body = part("a", "1") + &part("b", "") + &part("c", "ü") + "--b--\r\n";
        let expected = [("a", "1"), ("b", ""), ("c", "ü")]
            .map(|(name, value)| (name.to_owned(), Bytes::from_static(value.as_bytes())));
        assert_eq!(read(body).await, Ok(expected.to_vec()));
    }

    #[tokio::test]
    async fn what_is_no_whole_form_is_malformed() {
        let name = "x".repeat(101);
        for body in [
            String::new(),
            part("a", "1"),
            "--b\r\nnonsense".to_owned(),
            part("", "1") + "--b--\r\n",
            part(&name, "1") + "--b--\r\n",
            part("a", "1").repeat(33) + "--b--\r\n",
        ] {
            assert_eq!(read(body.clone()).await, Err(400), "{body:.40}");
        }
        for (content_type, status) in [
            ("multipart/form-data", 400),
            ("multipart/form-data; boundary=", 400),
            (&format!("multipart/form-data; boundary={}", "x".repeat(200)), 400),
            ("multipart/mixed; boundary=b", 415),
            ("application/json", 415),
        ] {
            let problem = form(content_type, Body::empty()).await.unwrap_err();
            assert_eq!(problem.code().status(), status, "{content_type}");
        }
    }

    #[tokio::test]
    async fn headers_without_an_end_are_refused_whatever_files_are_allowed() {
        let headers = "x: y\r\n".repeat(100_000);
        for form_start in [part("a", "1"), String::new()] {
            let body = format!("{form_start}--b\r\n{headers}");
            let form = form("multipart/form-data; boundary=b", Body::from(body)).await;
            let mut form = form.unwrap();
            form.allow(u64::MAX);
            let refused = loop {
                match form.next().await {
                    Ok(Some(part)) => drop(part),
                    Ok(None) => panic!("the form has no end"),
                    Err(error) => break Problem::from(error).code().status(),
                }
            };
            assert_eq!(refused, 400);
        }
    }

    #[tokio::test]
    async fn no_more_is_read_than_was_allowed() {
        let most = OVERHEAD as usize;
        let file = |bytes| part("file", &"x".repeat(bytes)) + "--b--\r\n";
        let around = file(0).len();
        assert!(read(file(most - around)).await.is_ok());
        assert_eq!(read(file(most - around + 1)).await, Err(413));
    }
}
