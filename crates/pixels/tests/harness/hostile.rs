//! Pictures that lie, made here because some would be large in the tree.
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test file uses its own part of this, so nothing can be expected"
)]

use std::io::Write;

use flate2::{Compress, Compression, FlushCompress};

/// A PNG chunk with its checksum.
pub(crate) fn chunk(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(name);
    crc.update(payload);
    let mut bytes =
        u32::try_from(payload.len()).expect("made for this test").to_be_bytes().to_vec();
    bytes.extend(name);
    bytes.extend(payload);
    bytes.extend(crc.sum().to_be_bytes());
    bytes
}

/// A PNG of one-bit pixels, all black, with `extra` chunks before the pixels.
pub(crate) fn png(width: u32, height: u32, extra: &[u8]) -> Vec<u8> {
    let mut bytes = png_header(width, height);
    bytes.extend(extra);
    let mut pixels = flate2::write::ZlibEncoder::new(Vec::new(), Compression::best());
    let row = vec![0; 1 + (width as usize).div_ceil(8)];
    for _ in 0..height {
        pixels.write_all(&row).expect("made for this test");
    }
    bytes.extend(chunk(b"IDAT", &pixels.finish().expect("made for this test")));
    bytes.extend(chunk(b"IEND", &[]));
    bytes
}

pub(crate) fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut header = width.to_be_bytes().to_vec();
    header.extend(height.to_be_bytes());
    header.extend([1, 0, 0, 0, 0]);
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    bytes.extend(chunk(b"IHDR", &header));
    bytes
}

/// A zlib stream of `megabytes` of zeros, cheap to make: one flushed megabyte, repeated.
pub(crate) fn inflating(megabytes: usize) -> Vec<u8> {
    let mut compress = Compress::new(Compression::best(), true);
    let zeros = vec![0; 1 << 20];
    let mut part = || {
        let mut out = Vec::with_capacity(64 << 10);
        compress.compress_vec(&zeros, &mut out, FlushCompress::Sync).expect("made for this test");
        out
    };
    let (first, second) = (part(), part());
    let mut stream = first;
    for _ in 1..megabytes {
        stream.extend(&second);
    }
    stream
}

/// Start of image, the given segments, a frame header of that size, and then nothing.
pub(crate) fn jpeg_header(width: u16, height: u16, segments: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8];
    bytes.extend(segments);
    bytes.extend([0xff, 0xc2, 0, 11, 8]);
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend([1, 1, 0x11, 0]);
    bytes
}

/// A JPEG segment.
pub(crate) fn segment(marker: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0xff, marker];
    bytes.extend(u16::try_from(payload.len() + 2).expect("made for this test").to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// A whole progressive JPEG with colour at half the resolution, all of one grey: every code is a
/// zero bit and every number after it zeros, so that a few bytes tell of all blocks.
pub(crate) fn progressive_jpeg(width: u16, height: u16) -> Vec<u8> {
    // The end of 16,384 blocks.
    let mut bytes = jpeg_of_zeros(0xc2, width, height, 0xe0);
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    bytes.extend(segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]));
    bytes.extend(vec![0; blocks / 4]);
    for component in 1..=3 {
        bytes.extend(segment(0xda, &[1, component, 0, 1, 63, 0]));
        bytes.extend(vec![0; blocks / 8192 + 2]);
    }
    bytes.extend([0xff, 0xd9]);
    bytes
}

/// A grey area as one baseline scan.
pub(crate) fn baseline_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = jpeg_of_zeros(0xc0, width, height, 0);
    bytes.extend(segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0]));
    // Six blocks of two bits each in a unit.
    let units = usize::from(width).div_ceil(16) * usize::from(height).div_ceil(16);
    bytes.extend(vec![0; (units * 12).div_ceil(8)]);
    bytes.extend([0xff, 0xd9]);
    bytes
}

/// The head of a picture whose every code is one bit, 0: no difference of means, and `other` of
/// the other frequencies.
fn jpeg_of_zeros(frame: u8, width: u16, height: u16, other: u8) -> Vec<u8> {
    let table = |kind: u8, symbol: u8| {
        let mut lengths = [0; 16];
        lengths[0] = 1;
        segment(0xc4, &[&[kind][..], &lengths, &[symbol]].concat())
    };
    let mut bytes = vec![0xff, 0xd8];
    bytes.extend(segment(0xdb, &[&[0][..], &[1; 64]].concat()));
    let [tall, high] = height.to_be_bytes();
    let [broad, wide] = width.to_be_bytes();
    let described = [8, tall, high, broad, wide, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0];
    bytes.extend(segment(frame, &described));
    bytes.extend(table(0x00, 0x00));
    bytes.extend(table(0x10, other));
    bytes
}

/// The 38-byte WebP that claims the largest canvas a WebP can have.
pub(crate) fn tiny_webp(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"RIFF\x1e\0\0\0WEBPVP8 \x12\0\0\0".to_vec();
    bytes.extend([0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a]);
    bytes.extend((width as u16).to_le_bytes());
    bytes.extend((height as u16).to_le_bytes());
    bytes.extend([0; 8]);
    bytes
}

/// An animated WebP of `frames` frames that each claim the whole canvas and hold nothing.
pub(crate) fn animated_webp(width: u32, height: u32, frames: usize) -> Vec<u8> {
    let u24 = |value: u32| value.to_le_bytes()[..3].to_vec();
    let mut body = b"WEBPVP8X\x0a\0\0\0\x02\0\0\0".to_vec();
    body.extend(u24(width - 1));
    body.extend(u24(height - 1));
    body.extend(b"ANIM\x06\0\0\0\0\0\0\0\0\0");
    for _ in 0..frames {
        let bitstream = (width - 1) | (height - 1) << 14;
        let mut frame = [u24(0), u24(0), u24(width - 1), u24(height - 1), u24(0)].concat();
        frame.push(0);
        frame.extend(b"VP8L\x06\0\0\0\x2f");
        frame.extend(bitstream.to_le_bytes());
        frame.push(0);
        body.extend(b"ANMF");
        body.extend((frame.len() as u32).to_le_bytes());
        body.extend(frame);
    }
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// A GIF whose `frames` frames have a size and a place of their own and almost no data.
pub(crate) fn gif(canvas: (u16, u16), frame: (u16, u16), at: (u16, u16), frames: usize) -> Vec<u8> {
    let mut bytes = b"GIF89a".to_vec();
    bytes.extend(canvas.0.to_le_bytes());
    bytes.extend(canvas.1.to_le_bytes());
    bytes.extend([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    for _ in 0..frames {
        bytes.extend([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);
        bytes.push(0x2c);
        for number in [at.0, at.1, frame.0, frame.1] {
            bytes.extend(number.to_le_bytes());
        }
        // Clear, one pixel, end: the decoder fills the rest.
        bytes.extend([0, 2, 2, 0x4c, 0x01, 0]);
    }
    bytes.push(0x3b);
    bytes
}

/// A GIF of whole frames at any place, without delays.
pub(crate) fn placed_gif(
    canvas: (u16, u16),
    frame: (u16, u16),
    at: (u16, u16),
    frames: u8,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, canvas.0, canvas.1, &[0, 0, 0, 255, 255, 255])
        .expect("made for this test");
    for index in 0..frames {
        let pixels = vec![index % 2; usize::from(frame.0) * usize::from(frame.1)];
        let mut picture = gif::Frame::from_indexed_pixels(frame.0, frame.1, pixels, None);
        (picture.left, picture.top) = at;
        encoder.write_frame(&picture).expect("made for this test");
    }
    drop(encoder);
    bytes
}

/// An AVIF container around nothing, whose primary item claims a kind and a size.
pub(crate) fn avif(kind: &[u8; 4], width: u32, height: u32, data: &[u8]) -> Vec<u8> {
    let boxed = |name: &[u8; 4], payload: &[u8]| {
        let mut bytes = (payload.len() as u32 + 8).to_be_bytes().to_vec();
        bytes.extend(name);
        bytes.extend(payload);
        bytes
    };
    let file_type = boxed(b"ftyp", b"avif\0\0\0\0avifmif1miaf");
    let entry = [&[2, 0, 0, 0, 0, 1, 0, 0][..], kind, b"\0"].concat();
    let size = [&[0; 4][..], &width.to_be_bytes(), &height.to_be_bytes()].concat();
    let properties = [
        boxed(b"ipco", &boxed(b"ispe", &size)),
        boxed(b"ipma", &[0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1]),
    ]
    .concat();
    let meta = |offset: u32| {
        let place = [
            &[0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1][..],
            &offset.to_be_bytes(),
            &(data.len() as u32).to_be_bytes(),
        ]
        .concat();
        let parts = [
            vec![0; 4],
            boxed(b"pitm", &[0, 0, 0, 0, 0, 1]),
            boxed(b"iinf", &[&[0, 0, 0, 0, 0, 1][..], &boxed(b"infe", &entry)].concat()),
            boxed(b"iloc", &place),
            boxed(b"iprp", &properties),
        ];
        boxed(b"meta", &parts.concat())
    };
    let offset = file_type.len() + meta(0).len() + 8;
    [file_type, meta(offset as u32), boxed(b"mdat", data)].concat()
}
