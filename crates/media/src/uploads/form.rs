//! A form as it arrives: parts, and the bytes of each. Whoever reads it says as it goes along how
//! much it is willing to take.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use futures_util::{Stream, StreamExt};

use crate::MediaError;

/// What arrives next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A part begins, and the one before it has ended.
    Part {
        name: String,
        /// As the client wrote it: not to be trusted with anything.
        file_name: Option<String>,
    },
    /// Bytes of the part that has begun.
    Bytes(Bytes),
}

/// Why nothing more can be read.
pub type Unread = Box<dyn std::error::Error + Send + Sync>;

/// How many bytes a form's files may have in all; none until somebody says so. Looked at before
/// every piece is read.
#[derive(Debug, Default)]
pub struct Allowance(AtomicU64);

impl Allowance {
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The pieces of a form, in their order.
pub struct IncomingForm {
    pieces: Pin<Box<dyn Stream<Item = Result<Piece, Unread>> + Send>>,
    allowance: Arc<Allowance>,
    /// The beginning of the next part, when it was met while the one before was read.
    begun: Option<(String, Option<String>)>,
}

impl IncomingForm {
    pub fn new(
        pieces: impl Stream<Item = Result<Piece, Unread>> + Send + 'static,
        allowance: Arc<Allowance>,
    ) -> Self {
        Self { pieces: Box::pin(pieces), allowance, begun: None }
    }

    /// From now on the files may have this many bytes in all.
    pub(super) fn allow(&self, bytes: u64) {
        self.allowance.0.store(bytes, Ordering::Relaxed);
    }

    /// The name of the next part and its file name, past whatever is left of the one before.
    pub(super) async fn next_part(
        &mut self,
    ) -> Result<Option<(String, Option<String>)>, MediaError> {
        // What the reader left of the part before is passed over, and counts against the limit like
        // everything else.
        while self.chunk().await?.is_some() {}
        Ok(self.begun.take())
    }

    /// More of the part in hand.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, MediaError> {
        if self.begun.is_some() {
            return Ok(None);
        }
        match self.pieces.next().await.transpose().map_err(MediaError::Unread)? {
            Some(Piece::Bytes(bytes)) => Ok(Some(bytes)),
            Some(Piece::Part { name, file_name }) => {
                self.begun = Some((name, file_name));
                Ok(None)
            }
            None => Ok(None),
        }
    }

    /// The text of a short part, or nothing when it is longer than that or no text. What is too
    /// long is read to its end, so that the next part can be had.
    pub(super) async fn text(&mut self, longest: usize) -> Result<Option<String>, MediaError> {
        let mut bytes = Vec::new();
        let mut too_long = false;
        while let Some(chunk) = self.chunk().await? {
            // Read on without keeping it.
            too_long |= bytes.len() + chunk.len() > longest;
            if !too_long {
                bytes.extend_from_slice(&chunk);
            }
        }
        Ok(String::from_utf8(bytes).ok().filter(|_| !too_long))
    }
}

impl std::fmt::Debug for IncomingForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IncomingForm").field("allowance", &self.allowance).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    fn part(name: &str) -> Result<Piece, Unread> {
        Ok(Piece::Part { name: name.to_owned(), file_name: None })
    }

    fn bytes(text: &'static str) -> Result<Piece, Unread> {
        Ok(Piece::Bytes(Bytes::from_static(text.as_bytes())))
    }

    #[tokio::test]
    async fn parts_are_read_in_turn_and_what_is_left_of_one_is_skipped() {
        let pieces = vec![
            part("a"),
            bytes("1"),
            bytes("2"),
            part("empty"),
            part("long"),
            bytes("12345"),
            bytes("6"),
            part("left"),
            bytes("over"),
            part("b"),
            bytes("3"),
        ];
        let mut form = IncomingForm::new(stream::iter(pieces), Arc::default());
        let mut read = Vec::new();
        while let Some((name, _)) = form.next_part().await.unwrap() {
            if name != "left" {
                read.push((name, form.text(5).await.unwrap()));
            }
        }
        let expected = [("a", Some("12")), ("empty", Some("")), ("long", None), ("b", Some("3"))];
        assert_eq!(read, expected.map(|(name, text)| (name.to_owned(), text.map(str::to_owned))));
    }

    #[tokio::test]
    async fn a_form_that_breaks_off_is_not_taken_for_a_whole_one() {
        let broken: Vec<Result<Piece, Unread>> = vec![part("a"), bytes("1"), Err("gone".into())];
        let mut form = IncomingForm::new(stream::iter(broken), Arc::default());
        assert!(form.next_part().await.unwrap().is_some());
        assert!(matches!(form.text(9).await, Err(MediaError::Unread(_))));
    }
}
