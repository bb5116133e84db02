use kernel::{Id, Timestamp};

use crate::seal::Seal;

/// The moment a form was handed out, in our hand: it cannot be back-dated, and its id lets it be
/// used once. This is the `rendered_at` of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormStamp {
    pub(crate) id: Id,
    pub(crate) rendered_at: Timestamp,
}

const PURPOSE: &str = "contact stamp";

impl FormStamp {
    pub(crate) fn write(&self, seal: &Seal) -> String {
        // The id makes two forms of the same moment two forms.
        seal.seal(PURPOSE, &format!("{}.{}", self.rendered_at.as_micros(), self.id))
    }

    pub(crate) fn read(text: &str, seal: &Seal) -> Option<Self> {
        let (rendered_at, id) = seal.open(PURPOSE, text)?.split_once('.')?;
        let rendered_at = Timestamp::from_micros(rendered_at.parse().ok()?);
        Some(Self { id: id.parse().ok()?, rendered_at })
    }
}
