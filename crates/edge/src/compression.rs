//! Texts made smaller, each as a whole: what is needed for it is given back before anybody reads the result, however
//! slowly that goes.

use std::io::Write;

use bytes::Bytes;

/// As powers of two. Below the smallest the library has a table of 32 MB for every text, however short: of its
/// own tables for small windows none is written yet. From here on it is one of 2 MB.
const WINDOWS: (i32, i32) = (17, 22);

/// From 0 to 11, where more takes longer and makes less of it.
pub fn brotli(bytes: &[u8], quality: i32) -> Bytes {
    let mut compressed = Vec::with_capacity(bytes.len() / 4);
    // A window as large as the text. The usual one of four megabytes is memory that every thread
    // which ever compresses a text would hold on to.
    let window = i32::try_from(usize::BITS - bytes.len().leading_zeros()).unwrap_or(i32::MAX);
    let (smallest, largest) = WINDOWS;
    let parameters = brotli::enc::BrotliEncoderParams {
        quality,
        size_hint: bytes.len(),
        lgwin: window.clamp(smallest, largest),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)
        .expect("a vector takes everything");
    compressed.shrink_to_fit();
    compressed.into()
}

pub fn gzip(bytes: &[u8]) -> Bytes {
    let vector = Vec::with_capacity(bytes.len() / 3);
    let mut encoder = flate2::write::GzEncoder::new(vector, flate2::Compression::default());
    encoder.write_all(bytes).expect("a vector takes everything");
    let mut compressed = encoder.finish().expect("a vector takes everything");
    compressed.shrink_to_fit();
    compressed.into()
}
