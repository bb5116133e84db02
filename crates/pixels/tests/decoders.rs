//! Our JPEG decoder can be switched off. Whoever does so gets the same pictures.

mod harness;

use harness::{fixture, patient};
use pixels::trial::reduced;
use pixels::{Budget, JpegDecoder};

/// Mean difference of a channel, where colour has as many samples as brightness.
const CLOSE: f64 = 4.0;
/// Where it has fewer: ours makes use of all of them at a smaller size, the library's of one for many pixels.
const CLOSE_IN_COLOUR: f64 = 8.0;

#[test]
fn both_decoders_make_the_same_pixels_of_a_picture() {
    for (name, close) in [
        ("grey.jpg", CLOSE),
        ("sampling-444.jpg", CLOSE),
        ("phone-p3-exif6.jpg", CLOSE_IN_COLOUR),
        ("sampling-422.jpg", CLOSE_IN_COLOUR),
        ("progressive.jpg", CLOSE_IN_COLOUR),
        ("restarts.jpg", CLOSE_IN_COLOUR),
        ("orientation-6.jpg", CLOSE_IN_COLOUR),
    ] {
        let bytes = fixture(name);
        // Smaller than a fifth no variant of such a small picture is made; there they are up to 10 apart in colour.
        for divisor in [1, 2, 3, 5] {
            let own = reduced(&bytes, divisor, &patient()).unwrap();
            let budget = Budget { jpeg: JpegDecoder::Library, ..patient() };
            let library = reduced(&bytes, divisor, &budget).unwrap();
            assert_eq!((own.width, own.height), (library.width, library.height), "{name}");
            let apart = own.data.iter().zip(&library.data).map(|(a, b)| u64::from(a.abs_diff(*b)));
            let mean = apart.sum::<u64>() as f64 / own.data.len() as f64;
            assert!(mean < close, "{name} at 1/{divisor}: {mean}");
            // At its own size nobody shrinks while decoding, and the switch changes nothing.
            assert!(divisor > 1 || mean == 0.0, "{name}: {mean}");
        }
    }
}
