//! An owned `WebPPicture`: filled from a slice, freed on drop.
//!
//! It knows nothing of files; the two encoders next door hand it to libwebp.

use libwebp_sys::{
    WebPEncodingError, WebPPicture, WebPPictureFree, WebPPictureImportRGB, WebPPictureImportRGBA,
};

use crate::{Channels, EncodeError, LONGEST_SIDE};

pub(crate) struct Picture {
    pub(crate) raw: WebPPicture,
}

impl Picture {
    /// Copies `pixels` into libwebp's own planes: YUV, or ARGB when `argb` is asked for.
    pub(crate) fn import(
        pixels: &[u8],
        width: u32,
        height: u32,
        channels: Channels,
        argb: bool,
    ) -> Result<Self, EncodeError> {
        if !(1..=LONGEST_SIDE).contains(&width) || !(1..=LONGEST_SIDE).contains(&height) {
            return Err(EncodeError::Dimensions { width, height });
        }
        let stride = width as usize * channels.count();
        let expected = stride * height as usize;
        if pixels.len() != expected {
            return Err(EncodeError::Size { width, height, expected, given: pixels.len() });
        }
        let raw = WebPPicture::new().map_err(|()| EncodeError::Settings)?;
        // From here on drop frees what the import allocates, even when the import fails.
        let mut picture = Self { raw };
        picture.raw.use_argb = i32::from(argb);
        picture.raw.width = width as i32;
        picture.raw.height = height as i32;
        let import = match channels {
            Channels::Rgb => WebPPictureImportRGB,
            Channels::Rgba => WebPPictureImportRGBA,
        };
        // SAFETY: `pixels` holds exactly height rows of `stride` bytes (checked above) and is only
        // read; the picture is initialised and carries the same width and height.
        let imported =
            unsafe { import(&raw mut picture.raw, pixels.as_ptr(), stride as core::ffi::c_int) };
        if imported == 0 { Err(picture.error()) } else { Ok(picture) }
    }

    /// What libwebp noted as the reason of its last failure.
    pub(crate) fn error(&self) -> EncodeError {
        match self.raw.error_code {
            WebPEncodingError::VP8_ENC_ERROR_USER_ABORT => EncodeError::Stopped,
            code => EncodeError::Library(format!("{code:?}")),
        }
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        // SAFETY: the picture was initialised by libwebp and is freed once, here.
        unsafe { WebPPictureFree(&raw mut self.raw) }
    }
}
