//! Pictures and videos, as uploads bring them.

use std::time::Duration;

use pixels::trial::{Pixels, jpeg_by_both_decoders, reduced};
use pixels::{AvifPicture, Budget, Error, Filter, JpegDecoder, VideoCleaner};

/// Small: what grows with the size of a picture is tried by other tests.
fn budget() -> Budget<'static> {
    Budget {
        bytes: 1 << 20,
        pixels: 1 << 18,
        animation_pixels: 1 << 20,
        frames: 50,
        time: Duration::from_secs(60),
        ..Budget::default()
    }
}

/// Mean difference of a channel between our decoder and the library's, where both read a file whole.
const CLOSE: f64 = 1.0;

/// Ours and the library's make the same pixels of what both can read, and neither fails in a way that is not
/// said.
pub fn jpeg(bytes: &[u8]) {
    if !bytes.starts_with(&[0xff, 0xd8]) {
        return;
    }
    if let Some((own, library)) = jpeg_by_both_decoders(bytes, &budget()) {
        assert_eq!((own.width, own.height), (library.width, library.height));
        assert_eq!(own.data.len(), library.data.len());
        let mean = mean_difference(&own, &library);
        assert!(mean <= CLOSE, "the decoders are {mean} apart");
    }
    for divisor in [2, 3, 8, 16] {
        let own = reduced(bytes, divisor, &budget());
        let library = reduced(bytes, divisor, &Budget { jpeg: JpegDecoder::Library, ..budget() });
        assert_said(&own);
        assert_said(&library);
        if let (Ok(own), Ok(library)) = (&own, &library) {
            assert_eq!((own.width, own.height), (library.width, library.height));
        }
        // What the library reads, ours reads or leaves to it.
        assert!(own.is_ok() || library.is_err(), "{own:?}");
    }
}

/// Over the blocks in which nothing is as dark, bright or colourful as can be. In others frequencies are beyond
/// what an encoder writes: ours counts on, and the library's runs over.
fn mean_difference(own: &Pixels, library: &Pixels) -> f64 {
    let (width, height) = (own.width as usize, own.height as usize);
    let channels = own.data.len() / (width * height).max(1);
    let (mut sum, mut count) = (0_u64, 0_u64);
    for (top, left) in
        (0..height).step_by(8).flat_map(|top| (0..width).step_by(8).map(move |left| (top, left)))
    {
        let rows = top..(top + 8).min(height);
        let across = (8.min(width - left)) * channels;
        let rows = rows.map(|row| (row * width + left) * channels);
        let rows: Vec<_> =
            rows.map(|at| (&own.data[at..at + across], &library.data[at..at + across])).collect();
        if rows.iter().any(|(own, _)| own.chunks_exact(channels).any(is_extreme)) {
            continue;
        }
        for (own, library) in rows {
            sum += own.iter().zip(library).map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
            count += own.len() as u64;
        }
    }
    sum as f64 / count.max(1) as f64
}

/// Whether brightness or a colour difference is at the end of its range.
fn is_extreme(pixel: &[u8]) -> bool {
    let at_end = |value: f64| !(3.0..=252.0).contains(&value);
    let [red, green, blue] = match pixel {
        [grey] => return at_end(f64::from(*grey)),
        [red, green, blue] => [*red, *green, *blue].map(f64::from),
        _ => return true,
    };
    let brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    let differences = [(blue - brightness) / 1.772 + 128.0, (red - brightness) / 1.402 + 128.0];
    at_end(brightness)
        || differences.into_iter().any(at_end)
        || pixel.iter().any(|it| matches!(it, 0 | 255))
}

fn assert_said<T: std::fmt::Debug>(result: &Result<T, Error>) {
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

/// A video is cleaned alike in whatever pieces it comes, stays as long as it was, and is clean afterwards. What
/// is cut off in the middle of something ends in zeros, which mean something else when they are read again.
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
    assert!(
        *is_cut || cleaned(format, whole, 4096).as_ref() == Some(&cleaned_once),
        "cleaned again"
    );
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
