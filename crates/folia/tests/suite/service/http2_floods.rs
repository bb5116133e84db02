//! Very many frames that cost the sender nothing: others are answered meanwhile, and memory stays.

use std::time::Duration;

use testkit::{AT_ONCE, Secure};

use crate::service::binary::make_token;
use crate::service::http2::{
    CONTINUATION, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PING, Raw, SETTINGS, expect_served,
    frame, get,
};
use crate::service::http2_rows::{Opening, PRIORITY, data, setting, window};
use crate::service::tls::SecureSite;

const MEGABYTE: u64 = 1024 * 1024;
/// What answering the others takes, and what the memory's keeper holds back.
const SPARE: u64 = 48 * MEGABYTE;
const CALM_DOWN: u32 = 11;

/// What somebody sends for the stream of this number.
type Fault = fn(u32) -> Vec<u8>;

/// Sends the same frames again and again, and reads nothing, until so much has gone or nothing goes.
async fn flood(client: Secure, start: Vec<u8>, frames: Vec<u8>, most: usize) {
    let mut raw = Raw::connect(&client).await;
    raw.send(&start).await;
    let piece = frames.repeat(4096_usize.div_ceil(frames.len()));
    let mut sent = 0;
    while sent < most {
        let sending = raw.send(&piece);
        match tokio::time::timeout(Duration::from_secs(5), sending).await {
            Ok(true) => sent += piece.len(),
            // Cut off, or not heard any more.
            Ok(false) | Err(_) => break,
        }
    }
    // It stays, so that what was held for it would still be held.
    tokio::time::sleep(Duration::from_secs(2)).await;
}

#[tokio::test]
async fn frames_that_want_an_answer_or_nothing_keep_nobody_from_anything() {
    let secure = SecureSite::start(&[]).await;
    let open = Opening::new(&make_token(&secure.database, "admin"));
    expect_served(&secure).await;
    let before = secure.site.resident();
    let floods = [
        (Vec::new(), frame(PING, 0, 0, &[5; 8])),
        (Vec::new(), frame(SETTINGS, 0, 0, &[])),
        (Vec::new(), [setting(4, 0), setting(4, 65_535)].concat()),
        (Vec::new(), setting(1, 0)),
        (Vec::new(), window(0, 1)),
        (open.at(1), window(1, 1)),
        (Vec::new(), frame(PRIORITY, 0, 1, &[0, 0, 0, 3, 9])),
        (Vec::new(), frame(0x16, 0, 0, &[])),
        (Vec::new(), frame(PING, 1, 0, &[5; 8])),
    ];
    let floods = floods.map(|(start, frames)| {
        tokio::spawn(flood(secure.client.clone(), start, frames, 2 * 1024 * 1024))
    });
    while !floods.iter().all(tokio::task::JoinHandle::is_finished) {
        tokio::time::timeout(6 * AT_ONCE, expect_served(&secure)).await.expect("others are served");
        tokio::time::sleep(Duration::from_millis(50)).await;
        expect_little(&secure, before);
    }
    // Hundreds of thousands of frames, and others' requests.
    let lines = secure.site.log().lines().count();
    assert!(lines < 1000, "{lines} lines in the log");
}

#[track_caller]
fn expect_little(secure: &SecureSite, before: Option<u64>) {
    // Where the system does not tell, there is nothing to compare.
    let (Some(before), Some(after)) = (before, secure.site.resident()) else { return };
    assert!(after < before + SPARE, "{} MB more", (after - before) / MEGABYTE);
}

/// Whether the connection was ended with a word to calm down.
async fn is_calmed(secure: &SecureSite, bytes: &[u8]) -> bool {
    let mut raw = Raw::connect(&secure.client).await;
    raw.send(bytes).await;
    let frames = raw.read_to_end().await;
    let goaway = frames.iter().find(|(kind, ..)| *kind == GOAWAY);
    goaway.and_then(|(.., payload)| payload.get(4..8)) == Some(&CALM_DOWN.to_be_bytes()[..])
}

#[tokio::test]
async fn frames_in_which_nothing_is_end_the_connection() {
    let secure = SecureSite::start(&[]).await;
    let open = Opening::new(&make_token(&secure.database, "admin"));
    let half = frame(HEADERS, END_STREAM, 1, &get()[..3]);
    // A head that cannot be a request, on one stream after the other.
    let heads: Vec<u8> =
        (0..500).flat_map(|at| frame(HEADERS, END_STREAM | END_HEADERS, 2 * at + 1, &[])).collect();
    for (name, bytes) in [
        ("DATA", [open.at(1), data(0, &[]).repeat(2000)].concat()),
        ("DATA of padding", [open.at(1), data(8, &[1, 0]).repeat(2000)].concat()),
        ("CONTINUATION", [half, frame(CONTINUATION, 0, 1, &[]).repeat(2000)].concat()),
        ("HEADERS", heads),
    ] {
        assert!(is_calmed(&secure, &bytes).await, "{name}");
        expect_served(&secure).await;
    }
}

/// Streams that we are made to reset: they no longer count as open, but what was begun for them is
/// still being done. More than a few in a lifetime end the connection.
#[tokio::test]
async fn streams_that_we_are_made_to_reset_end_the_connection() {
    let secure = SecureSite::start(&[]).await;
    let open = Opening::new(&make_token(&secure.database, "admin"));
    let before = secure.site.resident();
    let pairs = |fault: Fault| -> Vec<u8> {
        (0..300).flat_map(|at| [open.at(2 * at + 1), fault(2 * at + 1)].concat()).collect()
    };
    let faults: [(&str, Fault); 3] = [
        // More room than there can be.
        ("window", |at| window(at, 0x7fff_ffff)),
        // Another head that does not end the request.
        ("head", |at| frame(HEADERS, END_HEADERS, at, &[0x82])),
        // Behind itself.
        ("priority", |at| frame(PRIORITY, 0, at, &[&at.to_be_bytes()[..], &[1]].concat())),
    ];
    for (name, fault) in faults {
        assert!(is_calmed(&secure, &pairs(fault)).await, "{name}");
        expect_served(&secure).await;
    }
    expect_little(&secure, before);
}

/// A head of a few kilobytes that unpacks to very many: one long header, and then its number.
#[tokio::test]
async fn heads_that_swell_when_they_are_unpacked_are_refused_before_they_have() {
    let secure = SecureSite::start(&[]).await;
    expect_served(&secure).await;
    let before = secure.site.resident();
    let bomb = |times: usize| {
        // To be kept: `x` with 3,900 letters. It then is entry 62.
        let mut block = get();
        block.extend([0x40, 1, b'x', 127, 0xbd, 0x1d]);
        block.extend([b'y'; 3900]);
        block.extend(vec![0xbe; times]);
        frame(HEADERS, END_STREAM | END_HEADERS, 1, &block)
    };
    // Above what a head may have: said for this request alone.
    let mut raw = Raw::connect(&secure.client).await;
    raw.send(&bomb(30)).await;
    let refused = loop {
        match raw.next().await.expect("an answer") {
            (HEADERS, 1, payload) => break payload,
            (GOAWAY, _, payload) => panic!("{payload:?}"),
            _ => {}
        }
    };
    // `:status: 431`, whose name is entry 8.
    assert!(refused.windows(3).any(|it| it == b"431") || refused.contains(&0x48), "{refused:?}");
    // Far above it: nothing good can be meant.
    for _ in 0..20 {
        assert!(is_calmed(&secure, &bomb(12_000)).await);
    }
    expect_little(&secure, before);
    expect_served(&secure).await;
}
