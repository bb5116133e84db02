//! What a block of a JPEG has to be, by the formula of the standard in double precision, and how far our decoder and
//! the library's are from it. Blocks are written here, frequency by frequency: no encoder writes those beyond range.

#![cfg(test)]

use std::f64::consts::PI;

use pixels::trial::{jpeg_by_library, jpeg_by_ours, reduced};
use pixels::{Budget, JpegDecoder};

type Frequencies = [i32; 64];

/// The order in which frequencies are written.
fn zigzag() -> [usize; 64] {
    let mut places: Vec<(usize, usize)> = (0..64).map(|place| (place / 8, place % 8)).collect();
    places.sort_by_key(|(row, column)| {
        let diagonal = row + column;
        (diagonal, if diagonal % 2 == 0 { *column } else { *row })
    });
    std::array::from_fn(|at| places[at].0 * 8 + places[at].1)
}

/// A grey picture of one block, its frequencies as they are.
fn jpeg_of(frequencies: &Frequencies) -> Vec<u8> {
    let mut file = vec![0xff, 0xd8];
    let mut segment = |marker: u8, content: &[u8]| {
        file.extend([0xff, marker]);
        file.extend(u16::try_from(content.len() + 2).unwrap().to_be_bytes());
        file.extend_from_slice(content);
    };
    segment(0xdb, &[&[0][..], &[1; 64]].concat());
    segment(0xc0, &[8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
    // Twelve codes of four bits each: the sizes of the mean; the end, and the sizes of what is no mean.
    let lengths = [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let sizes: Vec<u8> = (0..12).collect();
    segment(0xc4, &[&[0x00][..], &lengths, &sizes].concat());
    segment(0xc4, &[&[0x10][..], &lengths, &sizes].concat());
    segment(0xda, &[1, 1, 0, 0, 63, 0]);
    let mut bits = Vec::new();
    let mut write = |value: i32, count: u32| {
        bits.extend((0..count).rev().map(|bit| (value >> bit) & 1));
    };
    let order = zigzag();
    let last = (1..64).rev().find(|at| frequencies[order[*at]] != 0).unwrap_or(0);
    for (at, place) in order.iter().enumerate().take(last + 1) {
        let value = frequencies[*place];
        assert!(at == 0 || value != 0, "no runs of zeros here");
        let size = i32::BITS - value.unsigned_abs().leading_zeros();
        assert!(size < 12);
        write(i32::try_from(size).unwrap(), 4);
        let shown = if value < 0 { value + (1 << size) - 1 } else { value };
        write(shown, size);
    }
    write(0, 4);
    bits.resize(bits.len().next_multiple_of(8), 1);
    for byte in bits.chunks(8).map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | bit)) {
        file.push(u8::try_from(byte).unwrap());
        if byte == 0xff {
            file.push(0);
        }
    }
    file.extend([0xff, 0xd9]);
    file
}

fn scale(frequency: usize) -> f64 {
    if frequency == 0 { (0.125_f64).sqrt() } else { 0.5 }
}

fn cosine(at: usize, frequency: usize) -> f64 {
    scale(frequency) * ((2 * at + 1) as f64 * frequency as f64 * PI / 16.0).cos()
}

/// A.3.3 of the standard, before anything is rounded or cut off.
fn exact(frequencies: &Frequencies) -> [f64; 64] {
    std::array::from_fn(|place| {
        let (y, x) = (place / 8, place % 8);
        let parts =
            (0..64).map(|at| f64::from(frequencies[at]) * cosine(y, at / 8) * cosine(x, at % 8));
        parts.sum::<f64>() + 128.0
    })
}

/// What an encoder makes of pixels.
fn frequencies_of(pixels: &[u8; 64]) -> Frequencies {
    std::array::from_fn(|at| {
        let parts = (0..64).map(|place| {
            (f64::from(pixels[place]) - 128.0)
                * cosine(place / 8, at / 8)
                * cosine(place % 8, at % 8)
        });
        let value = parts.sum::<f64>().round() as i32;
        // Runs of zeros are not written here; a step of one is less than what rounding does.
        if at > 0 && value == 0 { 1 } else { value }
    })
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, end: i32) -> i32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((self.0 >> 33) % u64::try_from(end).unwrap()).unwrap()
    }
}

fn budget() -> Budget<'static> {
    Budget::default()
}

/// The largest difference of ours and of the library's from the formula.
fn distances(frequencies: &Frequencies) -> (f64, f64) {
    let file = jpeg_of(frequencies);
    let own = jpeg_by_ours(&file, 8, false, &budget()).expect("a JPEG").pixels;
    let library = jpeg_by_library(&file, 8, &budget()).expect("a JPEG");
    let exact = exact(frequencies).map(|level| level.clamp(0.0, 255.0));
    let far = |pixels: &[u8]| {
        assert_eq!(pixels.len(), 64);
        let apart =
            pixels.iter().zip(exact).map(|(pixel, exact)| (f64::from(*pixel) - exact).abs());
        apart.fold(0.0, f64::max)
    };
    (far(&own.data), far(&library.data))
}

/// Ours is the level next to what the formula gives.
const NEXT: f64 = 0.51;
/// A decoder may be off by one for rounding, and the formula is between two levels.
const ROUNDED: f64 = 1.5;

#[test]
fn what_an_encoder_writes_both_decoders_read_as_the_standard_says() {
    let mut dice = Dice(1);
    for _ in 0..300 {
        let pixels = std::array::from_fn(|_| u8::try_from(dice.below(256)).unwrap());
        let (own, library) = distances(&frequencies_of(&pixels));
        assert!(own <= NEXT, "ours: {own}");
        assert!(library <= ROUNDED, "the library's: {library}");
    }
}

#[test]
fn beyond_range_ours_still_follows_the_formula() {
    let mut dice = Dice(2);
    for most in [100, 200, 300, 400, 500, 600, 800, 1000, 1500, 2047] {
        let mut farthest = (0.0_f64, 0.0_f64);
        for _ in 0..100 {
            let frequencies = std::array::from_fn(|_| match dice.below(2) {
                0 => 1 + dice.below(most),
                _ => -1 - dice.below(most),
            });
            let (own, library) = distances(&frequencies);
            farthest = (farthest.0.max(own), farthest.1.max(library));
        }
        // What the library does there is measured, and promised by nobody.
        println!("up to {most}: ours {:.2}, the library's {:.2} apart", farthest.0, farthest.1);
        assert!(farthest.0 <= NEXT, "ours, up to {most}: {}", farthest.0);
    }
}

/// At an eighth both take a block for its mean, whatever its other frequencies are: ours rounds it, the library's
/// cuts it off.
#[test]
fn at_an_eighth_both_decoders_take_the_mean_of_a_block() {
    let mut dice = Dice(3);
    for turn in 0..200 {
        let mut frequencies: Frequencies = match turn % 2 {
            0 => frequencies_of(&std::array::from_fn(|_| u8::try_from(dice.below(256)).unwrap())),
            _ => std::array::from_fn(|_| 1 + dice.below(600)),
        };
        frequencies[0] = dice.below(2000) - 1000;
        let file = jpeg_of(&frequencies);
        let of = |jpeg| {
            let made = reduced(&file, 8, &Budget { jpeg, ..budget() }).expect("a picture");
            f64::from(made.data[0])
        };
        let mean = (f64::from(frequencies[0]) / 8.0 + 128.0).clamp(0.0, 255.0);
        let (own, library) = (of(JpegDecoder::Own), of(JpegDecoder::Library));
        assert!((own - mean).abs() <= 0.5, "{turn}: ours {own}, formula {mean}");
        assert!((library - mean).abs() <= 1.0, "{turn}: the library's {library}, formula {mean}");
    }
}
