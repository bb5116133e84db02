//! What videos tell beside the video is gone, and the video is where it was.

use std::io::Cursor;

use pixels::{Error, Format, VideoCleaner, probe_video};

const CANARY: &[u8] = b"+48.8584+002.2945/";

fn clean(format: Format, video: &[u8], step: usize) -> Result<Vec<u8>, Error> {
    let mut cleaner = VideoCleaner::new(format)?;
    let mut out = Vec::new();
    for piece in video.chunks(step) {
        out.extend(cleaner.add(piece)?);
    }
    out.extend(cleaner.finish());
    assert_eq!(out.len(), video.len());
    Ok(out)
}

/// The same in pieces of every size.
fn cleaned(format: Format, video: &[u8]) -> Vec<u8> {
    let whole = clean(format, video, video.len()).expect("a good video");
    for step in [1, 2, 3, 7, 16, 100, 4097] {
        assert!(clean(format, video, step).expect("a good video") == whole, "in pieces of {step}");
    }
    whole
}

fn holds(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.windows(sought.len()).any(|window| window == sought)
}

fn boxed(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    [&(payload.len() as u32 + 8).to_be_bytes()[..], name, payload].concat()
}

fn long_boxed(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u64 + 16).to_be_bytes();
    [&1_u32.to_be_bytes()[..], name, &length, payload].concat()
}

fn track(handler: &[u8; 4], extra: &[u8]) -> Vec<u8> {
    let mut header = vec![0, 0, 0, 7];
    header.extend(b"when1234");
    header.extend([0; 64]);
    header.extend((640_u32 << 16).to_be_bytes());
    header.extend((360_u32 << 16).to_be_bytes());
    let handler = boxed(b"hdlr", &[&[0; 8], &handler[..], &[0; 12], CANARY, &[0]].concat());
    let samples = boxed(b"stbl", &[boxed(b"stco", &[9; 40]), boxed(b"udta", CANARY)].concat());
    let media = [handler, boxed(b"minf", &samples)].concat();
    boxed(b"trak", &[boxed(b"tkhd", &header), boxed(b"mdia", &media), extra.to_vec()].concat())
}

fn place() -> Vec<u8> {
    boxed(b"udta", &boxed(b"\xa9xyz", CANARY))
}

fn mp4(tracks: &[u8], tail: &[u8]) -> Vec<u8> {
    let mut header = vec![0; 4];
    header.extend(b"when1234");
    header.extend(600_u32.to_be_bytes());
    header.extend(1200_u32.to_be_bytes());
    header.extend([0; 80]);
    let movie =
        [boxed(b"mvhd", &header), tracks.to_vec(), place(), boxed(b"meta", CANARY)].concat();
    [
        boxed(b"ftyp", b"isom\0\0\0\0isommp42"),
        boxed(b"uuid", CANARY),
        long_boxed(b"meta", CANARY),
        boxed(b"free", CANARY),
        boxed(b"mdat", &[7; 5000]),
        boxed(b"moov", &movie),
        tail.to_vec(),
    ]
    .concat()
}

#[test]
fn an_mp4_forgets_where_and_when_it_was_recorded() {
    let inner = [place(), boxed(b"uuid", CANARY), long_boxed(b"junk", CANARY)].concat();
    let fragment = boxed(
        b"moof",
        &[boxed(b"mfhd", &[1; 8]), boxed(b"traf", &[boxed(b"tfhd", &[2; 8]), place()].concat())]
            .concat(),
    );
    let endless = [&0_u32.to_be_bytes()[..], b"meta", CANARY].concat();
    let video = mp4(&track(b"vide", &inner), &[fragment, endless].concat());
    let clean = cleaned(Format::Mp4, &video);
    assert!(holds(&video, CANARY) && !holds(&clean, CANARY));
    assert!(holds(&video, b"when1234") && !holds(&clean, b"when1234"));
    for kept in [&[7; 5000][..], &[9; 40], b"tfhd", b"isommp42"] {
        let at = |bytes: &[u8]| bytes.windows(kept.len()).position(|window| window == kept);
        assert_eq!(at(&video), at(&clean));
        assert!(at(&clean).is_some());
    }
    let facts = |video: &[u8]| probe_video(&mut Cursor::new(video)).unwrap();
    assert_eq!(facts(&video), facts(&clean));
    assert_eq!(cleaned(Format::Mp4, &clean), clean);
}

#[test]
fn a_track_of_positions_is_refused() {
    let video = mp4(&[track(b"vide", &[]), track(b"meta", &[])].concat(), &[]);
    assert_eq!(clean(Format::Mp4, &video, 1000), Err(Error::RecordedData));
}

#[test]
fn boxes_that_lie_about_their_length_are_refused_and_stumps_are_blank() {
    let start = boxed(b"ftyp", b"isom\0\0\0\0isommp42");
    let short = [&start[..], &[0, 0, 0, 2], b"free"].concat();
    let shorter = [&start[..], &[0, 0, 0, 1], b"free", &[0; 7], &[3]].concat();
    let longer = [&start[..], &boxed(b"moov", &[&[0, 0, 1, 0], &b"trak"[..], CANARY].concat())];
    let far = [&start[..], &[0, 0, 0, 1], b"moov", &[0xff; 8], &[0, 0, 0, 1], b"meta", &[0xff; 8]];
    for video in [short, shorter, longer.concat(), far.concat()] {
        assert!(matches!(clean(Format::Mp4, &video, 5), Err(Error::Malformed { .. })));
    }
    // A list that ends with four zeros, a box that says it reaches to the end, a cut header.
    let list = [&start[..], &boxed(b"moov", &[&boxed(b"mvhd", &[1; 100])[..], b"gps!"].concat())];
    let nested = boxed(b"moov", &[&[0, 0, 0, 0], &b"udta"[..], CANARY].concat());
    for video in [list.concat(), [&start[..], &nested].concat(), [&start[..], b"gps!"].concat()] {
        let clean = cleaned(Format::Mp4, &video);
        assert!(!holds(&clean, b"gps!") && !holds(&clean, CANARY));
    }
    let deep = (0..5000).fold(place(), |inner, _| boxed(b"moov", &inner));
    assert!(!holds(&cleaned(Format::Mp4, &[start, deep].concat()), CANARY));
}

fn element(name: &[u8], payload: &[u8]) -> Vec<u8> {
    let length = payload.len() as u64 | 1 << 56;
    [name, &length.to_be_bytes(), payload].concat()
}

fn short_element(name: &[u8], payload: &[u8]) -> Vec<u8> {
    [name, &[0x80 | payload.len() as u8], payload].concat()
}

const TAGS: [u8; 4] = [0x12, 0x54, 0xc3, 0x67];
const CLUSTER: [u8; 4] = [0x1f, 0x43, 0xb6, 0x75];
const UNKNOWN: [u8; 8] = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

fn webm(track_type: u8, streamed: bool) -> Vec<u8> {
    let head = short_element(&[0x1a, 0x45, 0xdf, 0xa3], b"\x42\x82\x84webm");
    let pointer = |name: &[u8]| {
        let target = [short_element(&[0x53, 0xab], name), short_element(&[0x53, 0xac], &[77])];
        short_element(&[0x4d, 0xbb], &target.concat())
    };
    let information = [
        short_element(&[0x2a, 0xd7, 0xb1], &[0x0f, 0x42, 0x40]),
        short_element(&[0x4d, 0x80], CANARY),
        short_element(&[0x7b, 0xa9], CANARY),
        element(&[0x44, 0x61], CANARY),
        element(&[0x44, 0x89], &2500_f64.to_be_bytes()),
    ];
    let size = [element(&[0xb0], &[5, 0]), element(&[0xba], &[2, 208])].concat();
    let track = [
        short_element(&[0x83], &[track_type]),
        short_element(&[0x53, 0x6e], CANARY),
        element(&[0xe0], &size),
    ];
    let blocks =
        [short_element(&[0xe7], &[0]), element(&[0xec], CANARY), element(&[0xa3], &[7; 3000])]
            .concat();
    let cluster = if streamed {
        [&CLUSTER[..], &UNKNOWN, &blocks].concat()
    } else {
        element(&CLUSTER, &blocks)
    };
    let body = [
        element(&[0x11, 0x4d, 0x9b, 0x74], &[pointer(&TAGS), pointer(&CLUSTER)].concat()),
        element(&[0xec], CANARY),
        element(&[0x15, 0x49, 0xa9, 0x66], &information.concat()),
        element(&[0x16, 0x54, 0xae, 0x6b], &element(&[0xae], &track.concat())),
        cluster.clone(),
        short_element(&TAGS, CANARY),
        cluster,
        element(&TAGS, &CANARY.repeat(100)),
        element(&[0x19, 0x41, 0xa4, 0x69], CANARY),
    ]
    .concat();
    let segment = [0x18, 0x53, 0x80, 0x67];
    let segment =
        if streamed { [&segment[..], &UNKNOWN, &body].concat() } else { element(&segment, &body) };
    [head, segment].concat()
}

#[test]
fn a_webm_forgets_its_tags_and_who_wrote_it() {
    for streamed in [false, true] {
        let video = webm(1, streamed);
        let clean = cleaned(Format::WebM, &video);
        assert!(holds(&video, CANARY) && !holds(&clean, CANARY));
        assert!(!holds(&clean, &TAGS) && holds(&clean, &CLUSTER));
        let blocks = |bytes: &[u8]| -> Vec<usize> {
            let found = bytes.windows(3000).enumerate().filter(|(_, window)| *window == [7; 3000]);
            found.map(|(at, _)| at).collect()
        };
        assert_eq!(blocks(&video), blocks(&clean));
        assert_eq!(blocks(&clean).len(), 2);
        let facts = |video: &[u8]| probe_video(&mut Cursor::new(video)).unwrap();
        assert_eq!(facts(&video), facts(&clean));
        assert_eq!(cleaned(Format::WebM, &clean), clean);
    }
    assert_eq!(clean(Format::WebM, &webm(0x21, false), 1000), Err(Error::RecordedData));
}

#[test]
fn elements_that_lie_are_refused() {
    let head = short_element(&[0x1a, 0x45, 0xdf, 0xa3], b"\x42\x82\x84webm");
    let endless_tags = [&head[..], &[0x18, 0x53, 0x80, 0x67], &UNKNOWN, &TAGS, &UNKNOWN, CANARY];
    let longer = element(&[0x18, 0x53, 0x80, 0x67], &[&TAGS[..], &[0xc0], CANARY].concat());
    let nameless = [&head[..], &[0x18, 0x53, 0x80, 0x67], &UNKNOWN, &[0, 0, 0]];
    for video in [endless_tags.concat(), [head.clone(), longer].concat(), nameless.concat()] {
        assert!(matches!(clean(Format::WebM, &video, 4), Err(Error::Malformed { .. })));
    }
}

#[test]
fn videos_cut_or_flipped_anywhere_end_and_keep_their_length() {
    let videos = [
        (Format::Mp4, mp4(&track(b"vide", &place()), &place())),
        (Format::WebM, webm(1, true)),
        (Format::WebM, webm(1, false)),
    ];
    for (format, video) in videos {
        for end in 0..video.len() {
            let clean = clean(format, &video[..end], 64).unwrap();
            assert!(!holds(&clean, CANARY), "cut at {end}");
        }
        for at in 0..video.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut flipped = video.clone();
                flipped[at] ^= flip;
                let _ = clean(format, &flipped, 1000);
            }
        }
    }
    assert_eq!(VideoCleaner::new(Format::Jpeg).err(), Some(Error::Unsupported));
}
