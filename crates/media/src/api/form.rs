use std::sync::Arc;

use edge::{FormError, Multipart, Part};
use futures_util::stream;

use crate::uploads::form::{Allowance, IncomingForm, Piece, Unread};

/// A form as the service takes it: read no further than the service has got, and never more of it
/// than the service allows at that moment. `largest` is more than it will ever allow.
pub(crate) fn incoming(form: Multipart, largest: u64) -> IncomingForm {
    let allowance = Arc::<Allowance>::default();
    let reader = Reader { form, part: None, allowance: allowance.clone(), declared: Some(largest) };
    let pieces = stream::try_unfold(reader, |mut reader| async move {
        let piece = reader.next().await.map_err(Unread::from)?;
        Ok(piece.map(|piece| (piece, reader)))
    });
    IncomingForm::new(pieces, allowance)
}

struct Reader {
    form: Multipart,
    /// The part in hand; dropped before the next one can be had.
    part: Option<Part>,
    allowance: Arc<Allowance>,
    /// What the declared length is held against, once, before anything is read.
    declared: Option<u64>,
}

impl Reader {
    async fn next(&mut self) -> Result<Option<Piece>, FormError> {
        if let Some(largest) = self.declared.take() {
            self.form.refuse_beyond(largest)?;
        }
        // Before every piece: the service raises the limit once it has seen that a video is coming.
        self.form.allow(self.allowance.bytes());
        if let Some(part) = &mut self.part {
            if let Some(chunk) = part.chunk().await? {
                return Ok(Some(Piece::Bytes(chunk)));
            }
            // multer gives the next part only when the one before is dropped.
            self.part = None;
        }
        self.part = self.form.next().await?;
        let begin = |part: &Part| Piece::Part {
            name: part.name.clone(),
            file_name: part.file_name.clone(),
        };
        Ok(self.part.as_ref().map(begin))
    }
}
