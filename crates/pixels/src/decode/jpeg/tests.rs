use std::time::Duration;

use super::*;
use crate::budget::{Budget, Spending};
use crate::orient::Orientation;
use crate::probe::{Format, probe_picture};
use crate::raster::Raster;
use crate::resize::Reducer;

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/../../fixtures/pictures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).unwrap()
}

/// Pictures stored as a baseline scan and, with the very same coefficients, as progressive ones.
const TWINS: [(&str, &str); 9] = [
    ("420-baseline", "420-progressive"),
    ("420-baseline", "420-restarts"),
    ("420-baseline", "420-apart"),
    ("422-baseline", "422-progressive"),
    ("440-baseline", "440-progressive"),
    ("444-baseline", "444-progressive"),
    ("444-baseline", "444-apart-restarts"),
    ("fine-baseline", "fine-progressive"),
    ("grey-baseline", "grey-progressive"),
];

fn twin(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/progressive/{name}.jpg", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).unwrap()
}

/// Asked for a size that none of these pictures is too large for.
const TINY: Wanted = Wanted { width: 1, height: 1 };

fn patient() -> Budget<'static> {
    Budget { time: Duration::from_secs(600), ..Budget::default() }
}

/// What the quick decoders make of it at so many eighths.
fn shrunk(bytes: &[u8], eighths: usize, plain_colour: bool) -> Option<Raster> {
    shrunk_with(Level::new(), bytes, eighths, plain_colour)
}

fn shrunk_with(level: Level, bytes: &[u8], eighths: usize, plain_colour: bool) -> Option<Raster> {
    let budget = patient();
    let scale = Scale { eighths, plain_colour, wanted: TINY, level };
    scaled(bytes, &mut header::read(bytes)?, scale, &Spending::begin(&budget)).ok()
}

fn whole(bytes: &[u8]) -> Result<Raster, Error> {
    let budget = patient();
    let facts = probe_picture(bytes, &budget)?;
    let full = Wanted { width: facts.width, height: facts.height };
    Ok(whole::decode(bytes, &facts, full, &Spending::begin(&budget))?.raster)
}

#[test]
fn the_scale_never_falls_below_what_is_wanted() {
    let facts = |width, height| PictureFacts {
        format: Format::Jpeg,
        width,
        height,
        frames: 1,
        orientation: Orientation::Upright,
    };
    for (width, height, wanted, expected) in [
        (6000, 4000, (2048, 1365), 3),
        (4032, 3024, (2048, 1536), 5),
        (4096, 3072, (2048, 1536), 4),
        (6000, 4000, (200, 133), 1),
        (1000, 700, (1000, 700), 8),
    ] {
        let wanted = Wanted { width: wanted.0, height: wanted.1 };
        assert_eq!(eighths(&facts(width, height), wanted), expected, "{width}x{height}");
    }
}

fn mean_difference(left: &Raster, right: &Raster) -> f64 {
    assert_eq!((left.width, left.height, left.layout), (right.width, right.height, right.layout));
    let sum: u64 = left.data.iter().zip(&right.data).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / left.data.len() as f64
}

#[test]
fn every_number_of_eighths_looks_like_the_whole_picture_reduced() {
    for name in [
        "phone-p3-exif6.jpg",
        "grey.jpg",
        "sampling-444.jpg",
        "sampling-422.jpg",
        "progressive.jpg",
    ] {
        let bytes = fixture(name);
        let whole = whole(&bytes).unwrap();
        for eighths in 1..=7 {
            let shrunk = shrunk(&bytes, eighths, false).unwrap();
            let reduced = Reducer::default().reduce(&whole, shrunk.width, shrunk.height);
            let difference = mean_difference(&shrunk, &reduced);
            assert!(difference < 4.0, "{name} at {eighths}/8: {difference}");
        }
    }
}

#[test]
fn at_full_size_both_decoders_agree_where_no_colour_is_enlarged() {
    for name in ["444-progressive", "444-apart-restarts", "grey-progressive"] {
        let bytes = twin(name);
        let difference =
            mean_difference(&shrunk(&bytes, 8, false).unwrap(), &whole(&bytes).unwrap());
        assert!(difference < 0.5, "{name}: {difference}");
    }
}

#[test]
fn progressive_scans_give_the_very_pixels_of_a_baseline_scan() {
    for (baseline, progressive) in TWINS {
        let (baseline, bytes) = (twin(baseline), twin(progressive));
        assert!(header::read(&bytes).unwrap().progressive);
        for eighths in 1..=8 {
            for plain_colour in [false, true] {
                let (left, right) = (
                    shrunk(&baseline, eighths, plain_colour).unwrap(),
                    shrunk(&bytes, eighths, plain_colour).unwrap(),
                );
                assert_eq!((left.width, left.height), (right.width, right.height));
                assert!(left.data == right.data, "{progressive} at {eighths}/8");
            }
        }
    }
}

/// What this processor can do beyond the least of all processors changes no pixel.
#[test]
fn the_pixels_are_the_same_whatever_instructions_there_are() {
    for (baseline, progressive) in TWINS {
        for name in [baseline, progressive] {
            let bytes = twin(name);
            for eighths in 1..=8 {
                let plainly = shrunk_with(Level::baseline(), &bytes, eighths, eighths % 2 == 0);
                let better = shrunk(&bytes, eighths, eighths % 2 == 0);
                assert!(plainly.unwrap().data == better.unwrap().data, "{name} at {eighths}/8");
            }
        }
    }
}

#[test]
fn colour_from_means_alone_looks_the_same_once_reduced() {
    let bytes = fixture("phone-p3-exif6.jpg");
    let (fine, plain) = (shrunk(&bytes, 1, false).unwrap(), shrunk(&bytes, 1, true).unwrap());
    let half =
        |raster: &Raster| Reducer::default().reduce(raster, raster.width / 2, raster.height / 2);
    let difference = mean_difference(&half(&fine), &half(&plain));
    assert!(difference < 2.0, "{difference}");
}

#[test]
fn restarts_are_followed_and_a_cut_scan_is_left_to_the_general_decoder() {
    let bytes = fixture("restarts.jpg");
    assert!(header::read(&bytes).unwrap().tables.restart_interval > 0);
    assert!(shrunk(&bytes, 4, false).is_some());
    assert!(shrunk(&bytes[..bytes.len() * 2 / 3], 4, false).is_none());
}

/// Cut anywhere, the end mark is missing at least; whatever the general decoder then says is said.
#[test]
fn cut_progressive_scans_are_left_to_the_general_decoder() {
    for (_, name) in TWINS {
        let bytes = twin(name);
        for end in (0..bytes.len() - 2).step_by(7) {
            assert!(shrunk(&bytes[..end], 3, false).is_none(), "{name} cut at {end}");
        }
    }
}

/// Any byte may be anything: the end is a picture of the right size or none, never a panic.
#[test]
fn broken_scans_end_in_a_picture_or_in_none() {
    let mut state = 2_463_534_242_u64;
    let mut dice = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for (baseline, progressive) in TWINS {
        for name in [baseline, progressive] {
            let whole = twin(name);
            for _ in 0..400 {
                let mut bytes = whole.clone();
                for _ in 0..=dice(3) {
                    // Behind the size, which may not lie: it was judged before.
                    let at = 200 + dice(bytes.len() - 200);
                    bytes[at] = dice(256) as u8;
                }
                let eighths = 1 + dice(8);
                let _ = shrunk(&bytes, eighths, dice(2) == 0);
            }
        }
    }
}

#[test]
fn the_brake_ends_the_scans() {
    let budget = Budget { watch: &|_| false, ..Budget::default() };
    let bytes = twin("420-progressive");
    let scale = Scale { eighths: 3, plain_colour: false, wanted: TINY, level: Level::new() };
    let mut header = header::read(&bytes).unwrap();
    assert!(scaled(&bytes, &mut header, scale, &Spending::begin(&budget)).is_err());
}

#[test]
fn inks_are_left_to_the_general_decoder() {
    assert!(header::read(&fixture("cmyk.jpg")).is_none());
}

/// A cut progressive file keeps going to the general decoder, unless that would take too much.
#[test]
fn damage_is_refused_at_once_where_the_general_decoder_would_take_too_much() {
    let whole = twin("420-progressive");
    let wanted = Wanted { width: 40, height: 30 };
    let decoded = |bytes: &[u8], decoder_bytes| {
        let budget = Budget { decoder_bytes, ..patient() };
        let facts = probe_picture(bytes, &budget).unwrap();
        decode(bytes, &facts, wanted, &Spending::begin(&budget)).map(|_| ())
    };
    let cut = &whole[..whole.len() * 2 / 3];
    let refused = decoded(cut, 0).unwrap_err();
    assert!(refused.to_string().contains("damaged or cut off"), "{refused}");
    let said = decoded(cut, u64::MAX);
    assert!(said.is_ok() || !said.unwrap_err().to_string().contains("damaged or cut off"));
    assert_eq!(decoded(&whole, 0), Ok(()));
}
