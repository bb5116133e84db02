//! MP4 and WebM containers, built box by box.

use std::io::Cursor;
use std::time::Duration;

use pixels::{Error, Format, VideoFacts, probe_video, sniff};

fn boxed(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let mut bytes = (payload.len() as u32 + 8).to_be_bytes().to_vec();
    bytes.extend(name);
    bytes.extend(payload);
    bytes
}

fn track(handler: &[u8; 4], width: u32, height: u32, turned: bool) -> Vec<u8> {
    let mut header = vec![0; 40];
    let unit: [u32; 9] = if turned {
        [0, 1 << 16, 0, (-65_536_i32) as u32, 0, 0, 0, 0, 1 << 30]
    } else {
        [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]
    };
    unit.iter().for_each(|value| header.extend(value.to_be_bytes()));
    header.extend((width << 16).to_be_bytes());
    header.extend((height << 16).to_be_bytes());
    let media = boxed(b"hdlr", &[&[0; 8][..], handler, &[0; 12]].concat());
    boxed(b"trak", &[boxed(b"tkhd", &header), boxed(b"mdia", &media)].concat())
}

fn mp4(tracks: &[Vec<u8>], ticks: u32) -> Vec<u8> {
    let mut header = vec![0; 12];
    header.extend(600_u32.to_be_bytes());
    header.extend(ticks.to_be_bytes());
    header.extend([0; 80]);
    let movie = [boxed(b"mvhd", &header), tracks.concat()].concat();
    [boxed(b"ftyp", b"isom\0\0\0\0isommp42"), boxed(b"mdat", &[7; 5000]), boxed(b"moov", &movie)]
        .concat()
}

#[test]
fn an_mp4_tells_size_and_duration_with_the_movie_at_the_end() {
    let sound = track(b"soun", 0, 0, false);
    let video = track(b"vide", 1920, 1080, false);
    let bytes = mp4(&[sound.clone(), video], 900);
    assert_eq!(sniff(&bytes[..64]), Some(Format::Mp4));
    assert_eq!(
        probe_video(&mut Cursor::new(&bytes)),
        Ok(VideoFacts {
            format: Format::Mp4,
            width: 1920,
            height: 1080,
            duration: Some(Duration::from_millis(1500)),
        })
    );
    let upright = mp4(&[track(b"vide", 1920, 1080, true)], 0);
    let facts = probe_video(&mut Cursor::new(&upright)).unwrap();
    assert_eq!((facts.width, facts.height, facts.duration), (1080, 1920, None));
    assert!(matches!(
        probe_video(&mut Cursor::new(mp4(&[sound], 900))),
        Err(Error::Malformed { format: Format::Mp4, .. })
    ));
}

#[test]
fn an_mp4_that_is_no_video_is_refused() {
    let html = [boxed(b"ftyp", b"isom\0\0\0\0isommp42"), b"<html><script>1</script>".repeat(50)];
    assert!(matches!(probe_video(&mut Cursor::new(html.concat())), Err(Error::Malformed { .. })));
    for bytes in [&b"#EXTM3U"[..], b"", b"\0\0\0\x14ftypqt  \0\0\0\0qt  "] {
        assert_eq!(probe_video(&mut Cursor::new(bytes)), Err(Error::Unsupported));
    }
    // A box that claims to be as short as nothing would be walked for ever.
    let endless =
        [boxed(b"ftyp", b"isom\0\0\0\0isommp42"), vec![0, 0, 0, 2, b'f', b'r', b'e', b'e']];
    assert!(probe_video(&mut Cursor::new(endless.concat())).is_err());
    // Very many tiny boxes are walked only so far.
    let many =
        [boxed(b"ftyp", b"isom\0\0\0\0isommp42"), boxed(b"free", &[]).repeat(1_000_000)].concat();
    assert!(matches!(probe_video(&mut Cursor::new(many)), Err(Error::Malformed { .. })));
}

fn element(name: &[u8], payload: &[u8]) -> Vec<u8> {
    let length = payload.len() as u64 | 1 << 56;
    [name, &length.to_be_bytes(), payload].concat()
}

fn webm(duration: Option<f64>, unknown_length: bool) -> Vec<u8> {
    let head = [0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, b'w', b'e', b'b', b'm'];
    let mut information = element(&[0x2a, 0xd7, 0xb1], &[0x0f, 0x42, 0x40]);
    if let Some(duration) = duration {
        information.extend(element(&[0x44, 0x89], &duration.to_be_bytes()));
    }
    let video = [element(&[0xb0], &[5, 0]), element(&[0xba], &[2, 208])].concat();
    let sound = element(&[0xae], &element(&[0xd7], &[2]));
    let tracks = [sound, element(&[0xae], &element(&[0xe0], &video))].concat();
    let body = [
        element(&[0xec], &[0; 40]),
        element(&[0x15, 0x49, 0xa9, 0x66], &information),
        element(&[0x16, 0x54, 0xae, 0x6b], &tracks),
        element(&[0x1f, 0x43, 0xb6, 0x75], &[0; 3000]),
    ]
    .concat();
    let segment = if unknown_length {
        [&[0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff][..], &body]
            .concat()
    } else {
        element(&[0x18, 0x53, 0x80, 0x67], &body)
    };
    [&head[..], &segment].concat()
}

#[test]
fn a_webm_tells_size_and_duration_even_when_it_was_streamed() {
    for (duration, unknown_length) in [(Some(2500.0), false), (Some(2500.0), true), (None, true)] {
        let bytes = webm(duration, unknown_length);
        assert_eq!(sniff(&bytes[..64]), Some(Format::WebM));
        assert_eq!(
            probe_video(&mut Cursor::new(&bytes)),
            Ok(VideoFacts {
                format: Format::WebM,
                width: 1280,
                height: 720,
                duration: duration.map(|_| Duration::from_millis(2500)),
            })
        );
    }
    for nonsense in [f64::NAN, f64::INFINITY, -5.0, 1e300] {
        assert_eq!(
            probe_video(&mut Cursor::new(webm(Some(nonsense), false))).unwrap().duration,
            None
        );
    }
}

#[test]
fn containers_cut_or_flipped_anywhere_end() {
    let videos = [mp4(&[track(b"vide", 640, 480, false)], 900), webm(Some(1.0), true)];
    for video in videos {
        for end in (0..video.len()).step_by(7) {
            let _ = probe_video(&mut Cursor::new(&video[..end]));
        }
        for at in (0..video.len()).step_by(3) {
            let mut flipped = video.clone();
            flipped[at] ^= 0xff;
            let _ = probe_video(&mut Cursor::new(&flipped));
        }
    }
}
