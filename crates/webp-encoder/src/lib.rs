//! libwebp's encoder with a safe face: pixels in, a WebP file out, for stills and animations.
//!
//! It exists because the published wrappers keep every frame of an animation in memory and offer
//! no way to stop an encode. It does nothing else: no decoding, no resizing, no choice of quality.
//! All unsafe code of the picture engine is in this crate, each block with its reason.

mod animation;
mod picture;
mod still;
mod strips;

pub use animation::AnimationEncoder;
pub use still::encode;
pub use strips::Strips;

/// The longest side a WebP file can have.
pub const LONGEST_SIDE: u32 = 16_383;

/// What the caller wants from libwebp.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// 0 to 100.
    pub quality: f32,
    /// 0 (fast) to 6 (small).
    pub method: u8,
    /// How strongly edges of blocks are smoothed away, 0 to 100; libwebp's own choice is 60.
    pub smoothing: u8,
    /// How much coarser busy parts are stored than smooth ones, 0 to 100; libwebp's own choice is 50.
    pub shaping: u8,
    /// Whether single blocks that fall out of their neighbourhood are stored as coarsely as that.
    pub even: bool,
}

/// How the bytes of a picture are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channels {
    Rgb,
    /// Alpha is straight, not premultiplied.
    Rgba,
}

impl Channels {
    fn count(self) -> usize {
        match self {
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }
}

/// Why nothing came out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    #[error("libwebp refuses quality or method")]
    Settings,
    #[error("{width}x{height} needs {expected} bytes of pixels, {given} were given")]
    Size { width: u32, height: u32, expected: usize, given: usize },
    #[error("a WebP side is 1 to 16383 pixels, not {width}x{height}")]
    Dimensions { width: u32, height: u32 },
    #[error("the caller stopped the encode")]
    Stopped,
    #[error("libwebp failed: {0}")]
    Library(String),
}

fn config(settings: Settings) -> Result<libwebp_sys::WebPConfig, EncodeError> {
    let mut config = libwebp_sys::WebPConfig::new().map_err(|()| EncodeError::Settings)?;
    config.quality = settings.quality;
    config.method = i32::from(settings.method);
    config.filter_strength = i32::from(settings.smoothing);
    config.sns_strength = i32::from(settings.shaping);
    config.preprocessing = i32::from(settings.even);
    config.thread_level = 0;
    // SAFETY: the pointer is to a fully initialised config that lives through the call.
    if unsafe { libwebp_sys::WebPValidateConfig(&raw const config) } == 0 {
        return Err(EncodeError::Settings);
    }
    Ok(config)
}
