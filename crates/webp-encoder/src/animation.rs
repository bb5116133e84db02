//! Frames to one animated WebP file, one frame at a time: only libwebp's own few canvases and the
//! compressed frames are held, never the animation's pixels.

use core::ffi::CStr;
use core::fmt;
use core::ptr::NonNull;

use libwebp_sys::{
    WebPAnimEncoder, WebPAnimEncoderAdd, WebPAnimEncoderAssemble, WebPAnimEncoderDelete,
    WebPAnimEncoderGetError, WebPAnimEncoderNewInternal, WebPAnimEncoderOptions,
    WebPAnimEncoderOptionsInitInternal, WebPConfig, WebPData, WebPDataClear, WebPGetMuxABIVersion,
};

use crate::picture::Picture;
use crate::{Channels, EncodeError, LONGEST_SIDE, Settings, config};

/// Collects the frames of one animation.
pub struct AnimationEncoder {
    encoder: NonNull<WebPAnimEncoder>,
    config: WebPConfig,
    width: u32,
    height: u32,
}

// SAFETY: the encoder is reached only through `&mut self` or by value, holds no thread-local state
// and may be used from any one thread at a time.
unsafe impl Send for AnimationEncoder {}

impl fmt::Debug for AnimationEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnimationEncoder({}x{})", self.width, self.height)
    }
}

impl AnimationEncoder {
    /// `loops`: how often the animation plays, 0 for ever.
    pub fn new(
        width: u32,
        height: u32,
        loops: u16,
        settings: Settings,
    ) -> Result<Self, EncodeError> {
        if !(1..=LONGEST_SIDE).contains(&width) || !(1..=LONGEST_SIDE).contains(&height) {
            return Err(EncodeError::Dimensions { width, height });
        }
        let config = config(settings)?;
        let abi = WebPGetMuxABIVersion();
        let mut options = core::mem::MaybeUninit::<WebPAnimEncoderOptions>::zeroed();
        // SAFETY: the pointer is to writable memory of the right size; libwebp fills it.
        if unsafe { WebPAnimEncoderOptionsInitInternal(options.as_mut_ptr(), abi) } == 0 {
            return Err(EncodeError::Settings);
        }
        // SAFETY: libwebp has just initialised it (and all-zero is valid for every field).
        let mut options = unsafe { options.assume_init() };
        options.anim_params.loop_count = i32::from(loops);
        // SAFETY: the options are initialised and only read during the call.
        let encoder = unsafe {
            WebPAnimEncoderNewInternal(width as i32, height as i32, &raw const options, abi)
        };
        let encoder = NonNull::new(encoder)
            .ok_or_else(|| EncodeError::Library("no memory for the animation".to_owned()))?;
        Ok(Self { encoder, config, width, height })
    }

    /// Adds a frame of the whole canvas, shown from `milliseconds` after the start.
    pub fn add(&mut self, rgba: &[u8], milliseconds: i32) -> Result<(), EncodeError> {
        let mut picture = Picture::import(rgba, self.width, self.height, Channels::Rgba, true)?;
        // SAFETY: encoder, picture and config are valid; the frame is copied before the call ends.
        let added = unsafe {
            WebPAnimEncoderAdd(
                self.encoder.as_ptr(),
                &raw mut picture.raw,
                milliseconds,
                &raw const self.config,
            )
        };
        if added == 0 { Err(self.error()) } else { Ok(()) }
    }

    /// Ends the last frame at `milliseconds` and gives the file.
    pub fn finish(self, milliseconds: i32) -> Result<Vec<u8>, EncodeError> {
        // SAFETY: a null frame is libwebp's way of being told when the last frame ends.
        let ended = unsafe {
            WebPAnimEncoderAdd(
                self.encoder.as_ptr(),
                core::ptr::null_mut(),
                milliseconds,
                core::ptr::null(),
            )
        };
        if ended == 0 {
            return Err(self.error());
        }
        let mut data = WebPData::default();
        // SAFETY: the encoder is valid and `data` is an empty WebPData for libwebp to fill.
        if unsafe { WebPAnimEncoderAssemble(self.encoder.as_ptr(), &raw mut data) } == 0 {
            return Err(self.error());
        }
        // SAFETY: on success `data` holds `size` bytes allocated by libwebp.
        let file = unsafe { core::slice::from_raw_parts(data.bytes, data.size) }.to_vec();
        // SAFETY: the bytes came from libwebp's allocator and are freed once.
        unsafe { WebPDataClear(&mut data) };
        Ok(file)
    }

    fn error(&self) -> EncodeError {
        // SAFETY: the encoder is valid; the returned string is owned by it and copied at once.
        let text = unsafe {
            let pointer = WebPAnimEncoderGetError(self.encoder.as_ptr());
            (!pointer.is_null()).then(|| CStr::from_ptr(pointer).to_string_lossy().into_owned())
        };
        EncodeError::Library(text.unwrap_or_else(|| "animation encoder".to_owned()))
    }
}

impl Drop for AnimationEncoder {
    fn drop(&mut self) {
        // SAFETY: created by libwebp, deleted once.
        unsafe { WebPAnimEncoderDelete(self.encoder.as_ptr()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_become_one_animated_file() {
        let settings =
            Settings { quality: 80.0, method: 2, smoothing: 60, shaping: 50, even: false };
        let mut encoder = AnimationEncoder::new(16, 16, 0, settings).unwrap();
        for shade in 0..3_u8 {
            let frame = vec![shade * 80; 16 * 16 * 4];
            encoder.add(&frame, i32::from(shade) * 100).unwrap();
        }
        let file = encoder.finish(300).unwrap();
        let frames = file.windows(4).filter(|name| name == b"ANMF").count();
        assert_eq!((&file[12..16], frames), (&b"VP8X"[..], 3));
    }
}
