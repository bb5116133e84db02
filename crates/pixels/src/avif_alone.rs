use crate::avif::AvifPicture;
use crate::budget::Budget;
use crate::decode::decode_avif_here;
use crate::error::Error;
use crate::facts::Format;
use crate::probe::probe_picture;

/// Judges an AVIF file by the budget and decodes it here, whatever the budget says about who does.
pub fn decode_avif(bytes: &[u8], budget: &Budget<'_>) -> Result<AvifPicture, Error> {
    match probe_picture(bytes, budget)?.format {
        Format::Avif => decode_avif_here(bytes, &|| true),
        _ => Err(Error::Unsupported),
    }
}
