//! What the tests share: the fixture pictures and a look into the files the engine made.
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test file uses its own part of this, so nothing can be expected"
)]

use std::io::Cursor;
use std::path::PathBuf;

use image_webp::WebPDecoder;

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/pictures"))
}

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The usual limits, and time enough for an unoptimised build on a busy machine.
pub(crate) fn patient() -> pixels::Budget<'static> {
    pixels::Budget { time: std::time::Duration::from_secs(600), ..pixels::Budget::default() }
}

/// A decoded WebP: always RGBA, the first frame if there are several.
pub(crate) struct Seen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: u32,
    pub(crate) alpha: bool,
    pub(crate) rgba: Vec<u8>,
}

impl Seen {
    pub(crate) fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let index = (y * self.width + x) as usize * 4;
        self.rgba[index..index + 4].try_into().expect("four bytes")
    }

    /// Whether the pixel is within `slack` of the colour.
    pub(crate) fn is(&self, x: u32, y: u32, colour: [u8; 3], slack: u8) -> bool {
        self.at(x, y)[..3].iter().zip(colour).all(|(seen, want)| seen.abs_diff(want) <= slack)
    }
}

pub(crate) fn look(webp: &[u8]) -> Seen {
    let mut decoder = WebPDecoder::new(Cursor::new(webp)).expect("a WebP file");
    let (width, height) = decoder.dimensions();
    let mut data = vec![0; decoder.output_buffer_size().expect("fits memory")];
    decoder.read_image(&mut data).expect("a whole picture");
    let alpha = decoder.has_alpha();
    let rgba = if alpha {
        data
    } else {
        data.chunks_exact(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect()
    };
    let frames = if decoder.is_animated() { decoder.num_frames() } else { 1 };
    Seen { width, height, frames, alpha, rgba }
}
