//! Pixels to WebP files, with the settings this site serves.

mod animation;
mod still;

pub(crate) use animation::AnimatedVariants;
pub(crate) use still::encode;

use webp_encoder::Settings;

/// Method 2 at quality 81 looks like method 4 at quality 80 (equal SSIMULACRA2), takes about half
/// the time and 3 % more bytes: see `docs/images.md`.
pub(crate) const SETTINGS: Settings = Settings { quality: 81.0, method: 2 };

/// Previews live ten minutes and are looked at once: the quickest method is good enough.
pub(crate) const PREVIEW_SETTINGS: Settings = Settings { quality: 80.0, method: 0 };
