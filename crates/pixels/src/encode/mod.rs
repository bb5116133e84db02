//! Pixels to WebP files, with the settings this site serves.

mod animation;
mod large;
mod still;

pub(crate) use animation::AnimatedVariants;
pub(crate) use large::{encode_letting_go, too_large_to_keep};
pub(crate) use still::encode;

use webp_encoder::Settings;

/// Looks like method 4 at quality 80 (equal SSIMULACRA2 on average), in less than half its time and
/// within 3 % of its bytes. The quick method leaves more edges of blocks than the slow one, so they
/// are smoothed a little more: see `docs/images.md`.
pub const SETTINGS: Settings =
    Settings { quality: 79.5, method: 2, smoothing: 75, shaping: 50, even: false };

/// Previews live ten minutes and are looked at once: the quickest method is good enough.
pub(crate) const PREVIEW_SETTINGS: Settings =
    Settings { quality: 80.0, method: 0, smoothing: 60, shaping: 50, even: false };
