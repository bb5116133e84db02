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
    let budget = Budget { time: Duration::from_secs(600), ..Budget::default() };
    let spending = Spending::begin(&budget);
    for name in ["phone-p3-exif6.jpg", "grey.jpg", "sampling-444.jpg", "sampling-422.jpg"] {
        let bytes = fixture(name);
        let facts = probe_picture(&bytes, &budget).unwrap();
        let full = Wanted { width: facts.width, height: facts.height };
        let whole = whole::decode(&bytes, &facts, full, &spending).unwrap().raster;
        let header = header::read(&bytes).unwrap();
        for eighths in 1..=7 {
            let scaled = scaled::decode(&bytes, &header, eighths, &spending).unwrap().unwrap();
            let scaled = scaled.raster;
            let reduced = Reducer::default().reduce(&whole, scaled.width, scaled.height);
            let difference = mean_difference(&scaled, &reduced);
            assert!(difference < 4.0, "{name} at {eighths}/8: {difference}");
        }
    }
}

#[test]
fn restarts_are_followed_and_a_cut_scan_is_left_to_the_general_decoder() {
    let budget = Budget { time: Duration::from_secs(600), ..Budget::default() };
    let spending = Spending::begin(&budget);
    let bytes = fixture("restarts.jpg");
    let header = header::read(&bytes).unwrap();
    assert!(header.restart_interval > 0);
    assert!(scaled::decode(&bytes, &header, 4, &spending).unwrap().is_some());
    let cut = &bytes[..bytes.len() * 2 / 3];
    assert!(scaled::decode(cut, &header, 4, &spending).unwrap().is_none());
}

#[test]
fn what_is_not_plain_baseline_is_left_to_the_general_decoder() {
    for name in ["progressive.jpg", "cmyk.jpg"] {
        assert!(header::read(&fixture(name)).is_none(), "{name}");
    }
}
