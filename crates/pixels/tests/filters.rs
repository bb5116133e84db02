//! The filters against Pillow: recorded answers always, a living Pillow when there is one.

mod harness;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use pixels::{Filter, apply_to_rgb};

fn read_png(name: &str) -> (u32, u32, Vec<u8>) {
    let bytes = harness::fixture(&format!("filters/{name}"));
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a good fixture");
    let (width, height) = reader.info().size();
    let mut data = vec![0; reader.output_buffer_size().expect("a good fixture")];
    reader.next_frame(&mut data).expect("a good fixture");
    if reader.output_color_type().0 == png::ColorType::Grayscale {
        data = data.iter().flat_map(|grey| [*grey; 3]).collect();
    }
    (width, height, data)
}

fn fnv(data: &[u8]) -> u64 {
    data.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn every_filter_gives_the_bytes_pillow_gave() {
    let expected = std::fs::read_to_string(harness::folder().join("filters/expected.txt")).unwrap();
    let mut pictures = std::collections::BTreeSet::new();
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let (width, _, mut data) = read_png(words[0]);
        apply_to_rgb(Filter::find(words[1]).unwrap(), &mut data, width);
        assert_eq!(format!("{:016x}", fnv(&data)), words[2], "{} {}", words[0], words[1]);
        pictures.insert(words[0].to_owned());
    }
    assert!(pictures.len() >= 5);
}

/// Runs when `PILLOW_PYTHON` names an interpreter that has Pillow; says so when it does not.
#[test]
fn a_living_pillow_agrees_on_pictures_nobody_has_seen() {
    #[expect(clippy::disallowed_methods, reason = "a test asks whether Pillow is at hand")]
    let Some(python) = std::env::var_os("PILLOW_PYTHON") else {
        println!("PILLOW_PYTHON is not set: only the recorded answers were compared");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pillow/reference.py");
    let mut pillow = Command::new(python)
        .args([script, "serve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = pillow.stdin.take().unwrap();
    let mut answers = BufReader::new(pillow.stdout.take().unwrap());
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut dice = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for (width, height) in [(64, 64), (127, 33), (3, 3), (1, 200), (200, 1), (255, 120)] {
        // Slopes with noise on them, stretched differently each time, so that values clip too.
        let (slope, noise) = (dice() % 7, dice() % 200 + 1);
        let plain: Vec<u8> = (0..width * height * 3)
            .map(|index| (index as u64 * slope / 9 % 256 + dice() % noise).min(255) as u8)
            .collect();
        for filter in Filter::ALL {
            let mut ours = plain.clone();
            apply_to_rgb(filter, &mut ours, width);
            writeln!(questions, "{} {width} {height}", filter.name()).unwrap();
            questions.write_all(&plain).unwrap();
            questions.flush().unwrap();
            let mut theirs = vec![0; plain.len()];
            answers.read_exact(&mut theirs).unwrap();
            let worst = ours.iter().zip(&theirs).map(|(a, b)| a.abs_diff(*b)).max();
            assert_eq!(worst, Some(0), "{} {width}x{height}", filter.name());
        }
    }
    drop(questions);
    assert!(answers.fill_buf().unwrap().is_empty());
    assert!(pillow.wait().unwrap().success());
}
