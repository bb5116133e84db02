//! Every kind of picture that is taken, through the whole engine.

mod harness;

use harness::{fixture, look};
use pixels::{
    Budget, Error, Filter, Format, Variants, make_previews, make_variants, probe_picture,
};

const RED: [u8; 3] = [255, 0, 0];
const LIME: [u8; 3] = [0, 255, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const WHITE: [u8; 3] = [255, 255, 255];

fn made(name: &str, filter: Filter) -> Variants {
    make_variants(&fixture(name), filter, &harness::patient())
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_fixture_becomes_variants_and_seven_previews() {
    let mut seen = 0;
    for entry in std::fs::read_dir(harness::folder()).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_file() {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        for filter in [Filter::None, Filter::AutoEnhance, Filter::Bw] {
            let made = made(&name, filter);
            let (width, height) = made.original.upright_size();
            let full = made.variants.last().unwrap();
            assert_eq!((full.width, full.height), (width.min(2048), height), "{name}");
            assert!(!made.placeholder.is_empty());
            for variant in &made.variants {
                let seen = look(&variant.bytes);
                assert_eq!((seen.width, seen.height), (variant.width, variant.height), "{name}");
            }
        }
        let previews = make_previews(&fixture(&name), &harness::patient()).unwrap();
        assert_eq!(previews.len(), 7);
        for preview in previews {
            let seen = look(&preview.bytes);
            assert_eq!((seen.width, seen.height), (preview.width, preview.height), "{name}");
            assert!(preview.width <= 200);
        }
        seen += 1;
    }
    assert!(seen > 30);
}

#[test]
fn all_eight_orientations_come_out_upright_in_every_format_that_has_them() {
    // Corners as seen, clockwise from the top left, of a picture stored red, lime / blue, white.
    let expected = [
        [RED, LIME, WHITE, BLUE],
        [LIME, RED, BLUE, WHITE],
        [WHITE, BLUE, RED, LIME],
        [BLUE, WHITE, LIME, RED],
        [RED, BLUE, WHITE, LIME],
        [BLUE, RED, LIME, WHITE],
        [WHITE, LIME, RED, BLUE],
        [LIME, WHITE, BLUE, RED],
    ];
    let mut names: Vec<(usize, String)> = Vec::new();
    for tag in 1..=8 {
        names.push((tag, format!("orientation-{tag}.jpg")));
        names.push((tag, format!("orientation-{tag}.avif")));
    }
    names.push((6, "orientation-6.png".to_owned()));
    names.push((6, "orientation-6.webp".to_owned()));
    for (tag, name) in names {
        let made = made(&name, Filter::None);
        let seen = look(&made.variants.last().unwrap().bytes);
        let size = if tag > 4 { (64, 96) } else { (96, 64) };
        assert_eq!((seen.width, seen.height), size, "{name}");
        let (right, bottom) = (seen.width - 9, seen.height - 9);
        let places = [(8, 8), (right, 8), (right, bottom), (8, bottom)];
        for ((x, y), colour) in places.into_iter().zip(expected[tag - 1]) {
            assert!(seen.is(x, y, colour, 40), "{name} at {x},{y}: {:?}", seen.at(x, y));
        }
    }
}

#[test]
fn transparency_stays_and_pictures_without_it_have_none() {
    for name in [
        "alpha.png",
        "palette-alpha.png",
        "grey-alpha.png",
        "lossless-alpha.webp",
        "lossy-alpha.webp",
        "alpha.avif",
    ] {
        for filter in [Filter::None, Filter::Vivid] {
            let seen = look(&made(name, filter).variants[0].bytes);
            assert!(seen.alpha, "{name}");
            assert_eq!(seen.at(1, 1)[3], 0, "{name}");
            assert!(seen.at(60, 40)[3] >= 250, "{name}");
        }
    }
    for name in ["phone-p3-exif6.jpg", "sixteen-bit-grey.png", "lossy.webp", "still.gif"] {
        assert!(!look(&made(name, Filter::None).variants[0].bytes).alpha, "{name}");
    }
}

#[test]
fn grey_inks_and_deep_colours_look_as_they_should() {
    let ramp = look(&made("sixteen-bit-grey.png", Filter::None).variants[0].bytes);
    for x in [0, 16, 32, 63] {
        assert!(ramp.is(x, 20, [(x * 4) as u8; 3], 6), "{x}: {:?}", ramp.at(x, 20));
    }
    // The same scene through inks and through RGB differs by little.
    let inks = look(&made("cmyk.jpg", Filter::None).variants[0].bytes);
    let plain = look(&made("progressive.jpg", Filter::None).variants[0].bytes);
    let mut difference = 0;
    for (x, y) in [(10, 10), (80, 60), (150, 20), (40, 110), (120, 90)] {
        let (ink, rgb) = (inks.at(x, y), plain.at(x * 2, y * 2));
        difference +=
            (0..3).map(|channel| u32::from(ink[channel].abs_diff(rgb[channel]))).sum::<u32>();
    }
    assert!(difference / 15 < 30, "{difference}");
}

#[test]
fn animations_stay_animated_in_every_variant() {
    for name in ["animated.gif", "animated.webp"] {
        for filter in [Filter::None, Filter::AutoEnhance] {
            let made = made(name, filter);
            assert_eq!(made.original.frames, 6, "{name}");
            for variant in &made.variants {
                assert_eq!(look(&variant.bytes).frames, 6, "{name}");
            }
        }
    }
    // An APNG is its still picture.
    let apng = made("animated.png", Filter::None);
    assert_eq!((apng.original.frames, look(&apng.variants[0].bytes).frames), (1, 1));
    assert_eq!(made("still.gif", Filter::None).original.frames, 1);
}

#[test]
fn no_metadata_reaches_any_served_byte() {
    let canary = b"canary-7f3a";
    for name in [
        "phone-p3-exif6.jpg",
        "orientation-6.png",
        "orientation-6.webp",
        "orientation-6.avif",
        "lossless-alpha.webp",
        "lossy.webp",
    ] {
        let holds = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).any(|at| at == what);
        assert!(holds(&fixture(name), canary), "{name} carries the canary");
        let mut files: Vec<Vec<u8>> =
            made(name, Filter::None).variants.into_iter().map(|variant| variant.bytes).collect();
        let previews = make_previews(&fixture(name), &harness::patient()).unwrap();
        files.extend(previews.into_iter().map(|preview| preview.bytes));
        for file in files {
            for what in [&canary[..], b"EXIF", b"XMP ", b"ICCP"] {
                assert!(!holds(&file, what), "{name}");
            }
        }
    }
}

#[test]
fn bytes_after_the_picture_are_not_served() {
    for name in ["orientation-1.jpg", "alpha.png", "still.gif", "lossy.webp"] {
        let mut bytes = fixture(name);
        bytes.extend(b"PK\x03\x04<script>canary-polyglot</script>".repeat(9));
        let made = make_variants(&bytes, Filter::None, &harness::patient()).unwrap();
        for variant in made.variants {
            assert!(!variant.bytes.windows(15).any(|at| at == b"canary-polyglot"), "{name}");
        }
    }
}

#[test]
fn wide_gamut_is_converted_and_not_just_relabelled() {
    let bytes = fixture("phone-p3-exif6.jpg");
    let facts = probe_picture(&bytes, &harness::patient()).unwrap();
    assert_eq!((facts.format, facts.upright_size()), (Format::Jpeg, (480, 640)));
    // The same file with its profile made unreadable is shown as if it were sRGB.
    let mut unlabelled = bytes.clone();
    let at = unlabelled.windows(4).position(|bytes| bytes == b"acsp").unwrap();
    unlabelled[at..at + 4].copy_from_slice(b"nope");
    let full = |bytes: &[u8]| {
        let made = make_variants(bytes, Filter::None, &harness::patient()).unwrap();
        look(&made.variants.last().unwrap().bytes).rgba
    };
    let (converted, plain) = (full(&bytes), full(&unlabelled));
    let difference: u64 =
        converted.iter().zip(&plain).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    assert!(difference / converted.len() as u64 >= 1, "{difference}");
}

#[test]
fn a_caller_can_stop_the_work_and_time_runs_out() {
    let bytes = fixture("phone-p3-exif6.jpg");
    let stopped = Budget { watch: &|_| false, ..Budget::default() };
    assert_eq!(make_variants(&bytes, Filter::None, &stopped), Err(Error::Stopped));
    let hasty = Budget { time: std::time::Duration::ZERO, ..Budget::default() };
    assert_eq!(make_variants(&bytes, Filter::None, &hasty), Err(Error::OutOfTime));
    let tight = Budget { bytes: 1000, ..Budget::default() };
    assert!(matches!(
        make_variants(&bytes, Filter::None, &tight),
        Err(Error::TooManyBytes { limit: 1000, .. })
    ));
}
