//! Pictures and videos, as uploads bring them.

use std::time::Duration;

use pixels::{AvifPicture, Budget, Error, Filter, VideoCleaner};

/// Small: what grows with the size of a picture is tried by other tests.
pub(crate) fn budget() -> Budget<'static> {
    Budget {
        bytes: 1 << 20,
        pixels: 1 << 18,
        animation_pixels: 1 << 20,
        frames: 50,
        time: Duration::from_secs(60),
        ..Budget::default()
    }
}

pub(crate) fn assert_said<T: std::fmt::Debug>(result: &Result<T, Error>) {
    assert!(!matches!(result, Err(Error::Panicked { .. })), "{result:?}");
}

/// Any picture is made into files that can be read again, or refused in words.
pub fn picture(bytes: &[u8]) {
    let budget = budget();
    let made = pixels::make_variants(bytes, Filter::None, &budget);
    assert_said(&made);
    let Ok(made) = made else { return };
    let judged = pixels::probe_picture(bytes, &budget).expect("what was made was judged");
    assert!(u64::from(judged.width) * u64::from(judged.height) <= budget.pixels);
    for variant in &made.variants {
        let again = pixels::probe_picture(&variant.bytes, &Budget::default());
        let again = again.expect("what we write can be read");
        assert_eq!((again.width, again.height), (variant.width, variant.height));
        // Frames that look the same become one.
        assert!(again.frames <= judged.frames, "{judged:?}");
    }
}

/// What the child that decodes AVIF may say when it was taken over: within the pixels asked for, or nothing.
pub fn avif_answer(bytes: &[u8]) {
    const MOST: u64 = 1 << 16;
    if let Ok(picture) = AvifPicture::read_from(&mut &bytes[..], MOST) {
        let mut written = Vec::new();
        picture.write_to(&mut written).expect("memory takes what it is given");
        let again =
            AvifPicture::read_from(&mut written.as_slice(), MOST).expect("read once, read again");
        let mut twice = Vec::new();
        again.write_to(&mut twice).expect("memory takes what it is given");
        assert!(written == twice);
        assert!(written.len() <= bytes.len() + 1);
    }
}

/// What stands before something blank has at most so many bytes.
const LONGEST_HEADER: usize = 16;

/// A video is cleaned alike in whatever pieces it comes, stays as long as it was, and is clean afterwards. What
/// is cut off in the middle of something ends in zeros, which mean something else when they are read again. What is cut off
/// right where it became blank ends in the stump of a header, which becomes zeros when it is read again.
pub fn video(bytes: &[u8]) {
    let Some(format) = pixels::sniff(bytes) else { return };
    let Some(cleaned_once) = cleaned(format, bytes, bytes.len().max(1)) else { return };
    let (whole, is_cut) = &cleaned_once;
    assert_eq!(whole.len(), bytes.len());
    for piece in [1, 7] {
        assert!(
            cleaned(format, bytes, piece).as_ref() == Some(&cleaned_once),
            "in pieces of {piece}"
        );
    }
    if !is_cut {
        let (again, is_stump) = cleaned(format, whole, 4096).expect("clean, and so readable");
        let header = if is_stump { LONGEST_HEADER } else { 0 };
        let (kept, stump) = again.split_at(again.len().saturating_sub(header));
        assert!(whole.starts_with(kept), "cleaned again");
        let now_or_before = stump.iter().zip(&whole[kept.len()..]);
        assert!(now_or_before.into_iter().all(|(now, before)| *now == 0 || now == before));
    }
    let _ = pixels::probe_video(&mut std::io::Cursor::new(bytes));
}

/// What is left, and whether the file ended in the middle of something.
fn cleaned(format: pixels::Format, bytes: &[u8], piece: usize) -> Option<(Vec<u8>, bool)> {
    let mut cleaner = VideoCleaner::new(format).ok()?;
    let mut clean = Vec::new();
    for piece in bytes.chunks(piece) {
        clean.extend(cleaner.add(piece).ok()?);
    }
    let rest = cleaner.finish();
    clean.extend_from_slice(&rest);
    Some((clean, !rest.is_empty()))
}
