//! One picture to one WebP file.

use core::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use libwebp_sys::{WebPEncode, WebPPicture};

use crate::picture::Picture;
use crate::{Channels, EncodeError, Settings, config};

/// What libwebp calls back into: where the bytes go, and whether to go on.
struct Session<'a> {
    file: Vec<u8>,
    go_on: &'a dyn Fn() -> bool,
}

/// Encodes `pixels`; `go_on` is asked many times on the way, and `false` ends the encode with
/// [`EncodeError::Stopped`].
pub fn encode(
    pixels: &[u8],
    width: u32,
    height: u32,
    channels: Channels,
    settings: Settings,
    go_on: &dyn Fn() -> bool,
) -> Result<Vec<u8>, EncodeError> {
    encode_picture(Picture::import(pixels, width, height, channels, false)?, settings, go_on)
}

/// Encodes what is in libwebp's planes already.
pub(crate) fn encode_picture(
    mut picture: Picture,
    settings: Settings,
    go_on: &dyn Fn() -> bool,
) -> Result<Vec<u8>, EncodeError> {
    let config = config(settings)?;
    let mut session = Session { file: Vec::new(), go_on };
    let pointer: *mut c_void = (&raw mut session).cast();
    picture.raw.writer = Some(write);
    picture.raw.custom_ptr = pointer;
    picture.raw.progress_hook = Some(progress);
    picture.raw.user_data = pointer;
    // SAFETY: config and picture are initialised; `session` outlives the call and is reached
    // through the pointer only by the two callbacks below, which libwebp calls on this thread
    // (thread_level is 0) one at a time.
    let encoded = unsafe { WebPEncode(&raw const config, &raw mut picture.raw) };
    if encoded == 0 { Err(picture.error()) } else { Ok(session.file) }
}

/// libwebp hands over the next bytes of the file.
unsafe extern "C" fn write(data: *const u8, size: usize, picture: *const WebPPicture) -> c_int {
    // SAFETY: libwebp passes the picture given to WebPEncode, whose custom_ptr is the Session.
    let session = unsafe { &mut *(*picture).custom_ptr.cast::<Session<'_>>() };
    if size > 0 {
        // SAFETY: libwebp promises `size` readable bytes at `data` for the length of this call.
        session.file.extend_from_slice(unsafe { core::slice::from_raw_parts(data, size) });
    }
    1
}

/// libwebp reports progress; zero stops it. A panic must not cross into C: it also stops.
unsafe extern "C" fn progress(_percent: c_int, picture: *const WebPPicture) -> c_int {
    // SAFETY: libwebp passes the picture given to WebPEncode, whose user_data is the Session.
    let session = unsafe { &*(*picture).user_data.cast::<Session<'_>>() };
    c_int::from(catch_unwind(AssertUnwindSafe(|| (session.go_on)())).unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings =
        Settings { quality: 81.0, method: 2, smoothing: 60, shaping: 50, even: false };

    #[test]
    fn a_picture_becomes_a_webp_file() {
        let pixels = vec![120; 40 * 30 * 3];
        let file = encode(&pixels, 40, 30, Channels::Rgb, SETTINGS, &|| true).unwrap();
        assert_eq!((&file[..4], &file[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
    }

    #[test]
    fn the_wrong_number_of_bytes_never_reaches_the_library() {
        let answer = encode(&[0; 10], 40, 30, Channels::Rgb, SETTINGS, &|| true);
        assert!(matches!(answer, Err(EncodeError::Size { expected: 3600, given: 10, .. })));
    }

    #[test]
    fn the_caller_can_stop_an_encode_and_so_does_its_panic() {
        let pixels = vec![120; 64 * 64 * 4];
        let stopped = encode(&pixels, 64, 64, Channels::Rgba, SETTINGS, &|| false);
        assert_eq!(stopped, Err(EncodeError::Stopped));
        let panicked =
            encode(&pixels, 64, 64, Channels::Rgba, SETTINGS, &|| panic!("asked too often"));
        assert_eq!(panicked, Err(EncodeError::Stopped));
    }
}
