//! The picture engine: bytes in, bytes out.
//!
//! The folders are the pipeline: `probe` judges content and limits from headers, `decode` makes
//! pixels, then `resize`, `orient`, `colour`, `filter` and `encode` turn them into the four
//! variants (`variants`), the seven filter previews (`previews`) and the placeholder. `video` takes
//! out of videos what is not needed to show them.
//!
//! It does not know HTTP, storage, queues or threads: it works on the caller's thread, inside the
//! [`Budget`] it is given. Every public entry catches panics of the decoders and returns them as
//! [`Error::Panicked`].

mod avif;
mod avif_alone;
mod budget;
mod colour;
mod decode;
mod decoded;
mod encode;
mod error;
mod facts;
mod filter;
mod guard;
mod orient;
mod placeholder;
mod previews;
mod probe;
mod raster;
mod resize;
mod rows;
pub mod trial;
mod variants;
mod video;

pub use avif::AvifPicture;
pub use avif_alone::decode_avif;
pub use budget::{Budget, DecodeAvif, JpegDecoder, Stage};
pub use encode::SETTINGS as ENCODER_SETTINGS;
pub use error::Error;
pub use filter::{Filter, apply_to_rgb};
pub use orient::Orientation;
pub use previews::{PREVIEW_WIDTH, Preview, make_previews};
pub use probe::{Format, PictureFacts, SNIFF_BYTES, VideoFacts, probe_picture, probe_video, sniff};
pub use variants::{Variant, VariantName, Variants, make_variants, make_variants_with};
pub use video::VideoCleaner;
pub use webp_encoder::Settings as EncoderSettings;
