//! Files made to hurt: each ends in a typed error or a right picture, and quickly.

mod harness;
#[path = "harness/hostile.rs"]
mod hostile;

use std::time::{Duration, Instant};

use harness::fixture;
use pixels::{
    Error, Filter, Format, Orientation, make_previews, make_variants, probe_picture, sniff,
};

fn made(bytes: &[u8]) -> Result<pixels::Variants, Error> {
    make_variants(bytes, Filter::None, &harness::patient())
}

#[test]
fn claims_of_too_many_pixels_are_refused_from_the_header() {
    let claims = [
        ("png", hostile::png_header(65_535, 65_535)),
        ("png, largest", hostile::png_header(u32::MAX >> 1, u32::MAX >> 1)),
        ("jpeg", hostile::jpeg_header(65_500, 65_500, &[])),
        ("webp", hostile::tiny_webp(16_383, 16_383)),
        ("gif", hostile::gif((65_535, 65_535), (1, 1), (0, 0), 1)),
        ("avif", hostile::avif(b"av01", 65_535, 65_535, &[0; 30])),
    ];
    for (name, bytes) in claims {
        assert!(bytes.len() < 1024, "{name}");
        let began = Instant::now();
        assert!(matches!(made(&bytes), Err(Error::TooManyPixels { .. })), "{name}");
        assert!(matches!(
            make_previews(&bytes, &harness::patient()),
            Err(Error::TooManyPixels { .. })
        ));
        assert!(began.elapsed() < Duration::from_secs(5), "{name}");
    }
}

#[test]
fn fifty_megapixels_are_taken_and_fifty_point_one_are_not() {
    let made = made(&hostile::png(10_000, 5_000, &[])).unwrap();
    assert_eq!((made.variants.len(), made.variants[3].height), (4, 1024));
    assert!(matches!(
        probe_picture(&hostile::png(10_000, 5_010, &[]), &harness::patient()),
        Err(Error::TooManyPixels { width: 10_000, height: 5_010, .. })
    ));
}

#[test]
fn grids_are_refused_and_an_avif_without_a_picture_is_broken() {
    for (kind, data) in [(b"grid", &[0; 8][..]), (b"av01", &[]), (b"av01", &[0xff; 64])] {
        let bytes = hostile::avif(kind, 64, 64, data);
        assert!(matches!(made(&bytes), Err(Error::Malformed { format: Format::Avif, .. })));
    }
}

#[test]
fn animations_are_held_to_frames_times_pixels() {
    for bytes in [
        hostile::gif((4000, 4000), (4000, 4000), (0, 0), 5_000),
        hostile::animated_webp(4000, 4000, 1_000),
    ] {
        assert!(matches!(made(&bytes), Err(Error::TooManyFrames { frames: 1_000.., .. })));
    }
    assert!(matches!(
        made(&hostile::animated_webp(16_383, 16_383, 1_000)),
        Err(Error::TooManyPixels { .. })
    ));
}

#[test]
fn frames_outside_their_canvas_are_cut_or_refused() {
    for place in [(30, 20), (500, 500)] {
        let made = made(&hostile::placed_gif((40, 30), (20, 20), place, 3)).unwrap();
        assert_eq!((made.original.frames, made.variants[0].width), (3, 40));
    }
    assert!(matches!(
        made(&hostile::gif((40, 30), (60_000, 60_000), (0, 0), 1)),
        Err(Error::Malformed { format: Format::Gif, .. })
    ));
}

#[test]
fn two_gigabytes_of_text_or_profile_are_never_inflated() {
    let zeros = hostile::inflating(2048);
    let text = [&b"Comment\0\0"[..], &zeros].concat();
    let international = [&b"Comment\0\x01\0\0\0"[..], &zeros].concat();
    for (name, payload) in [(b"zTXt", &text), (b"iTXt", &international), (b"iCCP", &text)] {
        let bytes = hostile::png(64, 48, &hostile::chunk(name, payload));
        let began = Instant::now();
        if let Ok(made) = made(&bytes) {
            assert_eq!(made.variants[0].width, 64);
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{name:?}");
    }
}

#[test]
fn loads_of_metadata_and_nonsense_orientations_change_nothing() {
    let plain = fixture("orientation-1.jpg");
    let mut segments = Vec::new();
    for index in 0..70_u8 {
        segments.extend(hostile::segment(0xe2 + index % 14, &vec![index; 60_000]));
    }
    let stuffed = [&plain[..2], &segments, &plain[2..]].concat();
    assert_eq!(made(&stuffed).unwrap().variants, made(&plain).unwrap().variants);

    for value in [0_u8, 9, 255] {
        // Orientation as a directory that also names itself as the next one.
        let exif = [
            &b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0"[..],
            &[value, 0, 0, 0, 8, 0, 0, 0],
        ]
        .concat();
        let odd = [&plain[..2], &hostile::segment(0xe1, &exif), &plain[2..]].concat();
        let facts = probe_picture(&odd, &harness::patient()).unwrap();
        assert_eq!(facts.orientation, Orientation::Upright);
        assert_eq!(made(&odd).unwrap().variants, made(&plain).unwrap().variants);
    }
}

#[test]
fn a_jpeg_of_endless_scans_is_refused() {
    let mut bytes = hostile::jpeg_header(7_000, 7_000, &[]);
    for _ in 0..5_000 {
        bytes.extend(hostile::segment(0xda, &[1, 1, 0, 1, 63, 0]));
        bytes.extend([0x7f; 4]);
    }
    assert!(matches!(made(&bytes), Err(Error::TooManyScans { .. })));
}

#[test]
fn a_tall_picture_that_is_hardly_reduced_has_all_its_variants_in_grey() {
    let made = made(&hostile::baseline_jpeg(2_200, 10_900)).unwrap();
    let sizes: Vec<_> =
        made.variants.iter().map(|variant| (variant.width, variant.height)).collect();
    assert_eq!(sizes, [(400, 1_982), (768, 3_805), (1_536, 7_610), (2_048, 10_147)]);
    for variant in &made.variants {
        let seen = harness::look(&variant.bytes);
        let (right, bottom) = (variant.width - 1, variant.height - 1);
        let grey = |x, y| seen.is(x, y, [128; 3], 2);
        assert!(grey(0, 0) && grey(right, bottom / 2) && grey(right, bottom), "{:?}", variant.name);
    }
}

#[test]
fn a_few_bytes_that_tell_of_fifty_megapixels_become_a_picture() {
    let made = made(&hostile::progressive_jpeg(8_000, 6_000)).unwrap();
    let seen = harness::look(&made.variants[0].bytes);
    assert_eq!((seen.width, seen.height), (400, 300));
    assert!(seen.is(0, 0, [128; 3], 2) && seen.is(399, 299, [128; 3], 2));
}

#[test]
fn what_is_no_picture_is_unsupported() {
    let others: [&[u8]; 14] = [
        b"",
        b"\xff",
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        b"<?xml version=\"1.0\"?><svg/>",
        b"<html><script>1</script>",
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"#EXTM3U\n",
        b"II*\0\x08\0\0\0",
        b"#?RADIANCE\n",
        b"BM\0\0\0\0",
        b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
        b"RIFF\0\0\0\0WAVEfmt ",
        b"GIF88a\x01\0\x01\0",
    ];
    for bytes in others {
        assert_eq!(sniff(bytes), None);
        assert_eq!(made(bytes), Err(Error::Unsupported));
    }
    assert_eq!(made(b"\0\0\0\x18ftypisom\0\0\0\0isommp42<html>"), Err(Error::Unsupported));
}

/// Every fixture cut at many places and with bytes flipped: never a panic, never a hang.
#[test]
fn cut_and_flipped_files_end_in_an_error_or_a_picture() {
    let budget = harness::patient();
    let mut state = 88_172_645_463_325_252_u64;
    let mut dice = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for name in [
        "orientation-6.jpg",
        "progressive.jpg",
        "cmyk.jpg",
        "alpha.png",
        "palette-alpha.png",
        "lossless-alpha.webp",
        "lossy-alpha.webp",
        "animated.webp",
        "animated.gif",
        "orientation-5.avif",
    ] {
        let whole = fixture(name);
        for end in (0..whole.len()).step_by(whole.len() / 24 + 1).chain(0..40) {
            let _ = make_previews(&whole[..end.min(whole.len())], &budget);
        }
        for _ in 0..40 {
            let mut flipped = whole.clone();
            for _ in 0..3 {
                let at = dice(flipped.len());
                flipped[at] ^= 1 << dice(8);
            }
            // A decoder's panic is an error like another, but worth a look.
            if let Err(Error::Panicked { stage }) = make_previews(&flipped, &budget) {
                println!("{name}: {stage} panicked");
            }
        }
    }
}
