//! How far our decoder is from the library's and from the formula on real pictures, at every size; that the bound
//! notices what is wrong; and the reasons for which the two read a file that is none in different ways.

#![cfg(test)]

use std::path::Path;

use pixels::trial::{Pixels, jpeg_by_library, jpeg_by_ours};
use pixels::{Budget, JpegDecoder};
use trials::jpeg_distances;

/// Real pictures: of cameras' kind and drawn ones, baseline and progressive, of each sampling.
fn pictures() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folders = ["fixtures/pictures", "crates/pixels/tests/progressive"];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension() == Some("jpg".as_ref())).collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

fn picture(name: &str) -> Vec<u8> {
    pictures().into_iter().find(|(found, _)| found == name).unwrap().1
}

#[test]
fn real_pictures_are_within_the_bound_at_every_size() {
    let budget = Budget { jpeg: JpegDecoder::Own, ..Budget::default() };
    let (mut judged, mut of) = (0, 0);
    for (name, bytes) in pictures() {
        let distances = jpeg_distances(&bytes, &bytes, &budget);
        // Inks are the library's alone.
        assert_eq!(distances.is_empty(), name == "cmyk", "{name}");
        for distance in distances {
            println!("{name}: {distance:.2?}");
            assert!(distance.farthest <= 1.0, "{name}: {distance:?}");
            judged += distance.judged;
            of += distance.of;
        }
    }
    assert!(judged > of / 2, "{judged} of {of}");
}

/// With the step of one frequency twice as large, everything is as before but for that frequency.
#[test]
fn a_frequency_that_is_wrong_is_noticed_at_every_size_that_shows_it() {
    for name in ["grey-baseline", "grey-progressive", "444-baseline", "444-progressive"] {
        let file = picture(name);
        let table = file.windows(2).position(|pair| pair == [0xff, 0xdb]).unwrap() + 5;
        for (place, shown_from) in [(0, 1), (1, 2), (3, 3), (11, 4)] {
            let mut wrong = file.clone();
            wrong[table + place] = wrong[table + place].saturating_mul(2);
            let distances = jpeg_distances(&file, &wrong, &Budget::default());
            for distance in distances.iter().filter(|it| it.eighths >= shown_from) {
                assert!(distance.farthest > 1.0, "{name}, place {place}: {distance:?}");
            }
        }
    }
}

fn mean_difference(own: &Pixels, library: &Pixels) -> f64 {
    assert_eq!((own.width, own.height), (library.width, library.height));
    let apart = own.data.iter().zip(&library.data).map(|(a, b)| u64::from(a.abs_diff(*b)));
    apart.sum::<u64>() as f64 / own.data.len() as f64
}

/// What both make of a file, and whether it is in order.
fn by_both(bytes: &[u8], eighths: u32) -> Option<(f64, bool)> {
    let budget = Budget::default();
    let own = jpeg_by_ours(bytes, eighths, false, &budget)?;
    let library = jpeg_by_library(bytes, eighths, &budget)?;
    Some((mean_difference(&own.pixels, &library), own.orderly))
}

/// Bytes of scans, changed one at a time. Of other frequencies than the mean nothing is read for an eighth, so ours
/// does not see damage there; the library's does its best with it; and both have the means.
#[test]
fn means_are_the_same_however_the_other_frequencies_are_damaged() {
    let mut unseen = 0;
    for name in ["grey-progressive", "444-progressive", "444-apart-restarts"] {
        let file = picture(name);
        let first_scan = file.windows(2).position(|pair| pair == [0xff, 0xda]).unwrap();
        for at in (first_scan + 40..file.len() - 2).step_by(11) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x24;
            // Bytes of all ones are markers, and another matter.
            if damaged[at] == 0xff || file[at] == 0xff || file[at - 1] == 0xff {
                continue;
            }
            // Read whole it is noticed; or it made another picture, which the trial compares.
            if jpeg_by_ours(&damaged, 8, false, &Budget::default()).is_some() {
                continue;
            }
            for distance in jpeg_distances(&damaged, &damaged, &Budget::default()) {
                assert!(distance.farthest <= 1.0, "{name} at {at}: {distance:?}");
                unseen += usize::from(distance.eighths == 1 && distance.judged > 0);
            }
        }
    }
    println!("{unseen} with damage that is not seen at an eighth");
    assert!(unseen > 20, "{unseen}");
}

/// Colour of which there are fewer samples: ours reads it off at as many places as it has frequencies for, the
/// library's shows one sample for several pixels. Files in which nothing is damaged.
#[test]
fn colour_that_is_enlarged_is_apart_in_whole_files_too() {
    for name in ["420-baseline", "422-baseline", "440-baseline", "orientation-6"] {
        let apart = [1, 2, 4, 8].map(|eighths| by_both(&picture(name), eighths).unwrap().0);
        println!("{name}: {apart:.2?} apart at 1, 2, 4, 8 eighths");
        assert!(apart[0] > 1.5, "{name}: {apart:?}");
    }
    for name in ["grey-baseline", "444-baseline", "444-progressive"] {
        let (apart, is_orderly) = by_both(&picture(name), 1).unwrap();
        assert!(is_orderly && apart < 1.5, "{name}: {apart}");
    }
}

/// A grey picture of some blocks in a row, whose steps are all 64: its frame, and then scans with their bits. All
/// codes have four bits: of means 0 to 11 bits, of others the given symbols.
struct Drawn(Vec<u8>);

impl Drawn {
    fn new(frame: u8, blocks: u8, symbols: &[u8]) -> Self {
        let mut drawn = Self(vec![0xff, 0xd8]);
        drawn.segment(0xdb, &[&[0][..], &[64; 64]].concat());
        drawn.segment(frame, &[8, 0, 8, 0, 8 * blocks, 1, 1, 0x11, 0]);
        let means: Vec<u8> = (0..12).collect();
        for (table, values) in [(0x00, &means[..]), (0x10, symbols)] {
            let mut lengths = [0; 16];
            lengths[3] = u8::try_from(values.len()).unwrap();
            drawn.segment(0xc4, &[&[table][..], &lengths, values].concat());
        }
        drawn
    }

    fn segment(&mut self, marker: u8, content: &[u8]) {
        self.0.extend([0xff, marker]);
        self.0.extend(u16::try_from(content.len() + 2).unwrap().to_be_bytes());
        self.0.extend_from_slice(content);
    }

    /// A scan of the places from the first to the last, and its bits.
    fn scan(mut self, first: u8, last: u8, precision: u8, bits: &str) -> Self {
        self.segment(0xda, &[1, 1, 0, first, last, precision]);
        let bits: Vec<u8> = bits.bytes().filter(|bit| *bit != b' ').map(|bit| bit - b'0').collect();
        for byte in bits.chunks(8) {
            let padded = byte.iter().chain(std::iter::repeat(&1)).take(8);
            let byte = padded.fold(0, |byte, bit| byte << 1 | bit);
            assert_ne!(byte, 0xff);
            self.0.push(byte);
        }
        self
    }

    fn end(mut self) -> Vec<u8> {
        self.0.extend([0xff, 0xd9]);
        self.0
    }
}

/// A symbol that only progressive scans have, in a baseline one. By libjpeg it ends the block; the library's reads
/// how many blocks more are to be passed over, and from there on other codes.
#[test]
fn ends_of_several_blocks_are_read_in_two_ways_where_they_must_not_be() {
    let several = "0001";
    let bits = ["0000", several, "0001 1 0000", "0000 0000"].join("");
    let file = Drawn::new(0xc0, 3, &[0x00, 0x10]).scan(0, 63, 0, &bits).end();
    for eighths in [1, 2, 4, 8] {
        let (apart, is_orderly) = by_both(&file, eighths).unwrap();
        assert!(!is_orderly && apart > 9.0, "{eighths}: {apart}");
    }
    trials::jpeg(&file);
}

/// A scan that tells of a component when all was told: ours and libjpeg take it in, the library's has painted already.
#[test]
fn scans_behind_the_last_are_shown_by_one_decoder_alone() {
    let whole =
        || Drawn::new(0xc2, 2, &[0x00]).scan(0, 0, 0, "0000 0000").scan(1, 63, 0, "0000 0000");
    let (apart, is_orderly) = by_both(&whole().end(), 1).unwrap();
    assert!(is_orderly && apart == 0.0, "{apart}");
    let file = whole().scan(0, 0, 0x43, "11 000000").end();
    for eighths in [1, 2, 4, 8] {
        let (apart, is_orderly) = by_both(&file, eighths).unwrap();
        assert!(!is_orderly && apart > 9.0, "{eighths}: {apart}");
    }
    trials::jpeg(&file);
}
