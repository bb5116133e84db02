//! HTTP/2 in the hands of those who do not keep to it: what ends, and what goes on.

use std::time::Duration;

use crate::service::binary::make_token;
use crate::service::http2::{
    CONTINUATION, Came, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PING, PREFACE, RESET, Raw,
    SETTINGS, frame, get,
};
use crate::service::http2_rows::Expected::{self, Answered, Closed, Goaway, Reset};
use crate::service::http2_rows::{
    NO_ERROR, Opening, PRIORITY, PROTOCOL, STREAM_CLOSED, all, asked, data, number, setting, window,
};
use crate::service::tls::SecureSite;

const FORGOTTEN: Duration = Duration::from_millis(200);

/// What comes of some bytes, and of asking once more.
async fn outcome(secure: &SecureSite, start: &[u8], bytes: &[u8]) -> Expected {
    let mut raw = Raw::begin(&secure.client, start).await;
    raw.send(&[bytes, &asked(1001)].concat()).await;
    let mut reset = None;
    while let Some((kind, stream, payload)) = raw.next().await {
        match (kind, stream) {
            (GOAWAY, _) => {
                let reason = u32::from_be_bytes(payload[4..8].try_into().unwrap());
                // Whoever says it also does it.
                raw.read_to_end().await;
                return Goaway(reason);
            }
            // A request that is answered before its body has come is left in peace.
            (RESET, _) if payload != number(NO_ERROR) => {
                reset = Some(u32::from_be_bytes(payload.try_into().unwrap()));
            }
            (HEADERS, 1001) => {
                assert_eq!(payload[0], 0x88, "200");
                // It may be said behind the answer.
                raw.send(&frame(PING, 0, 0, &[7; 8])).await;
            }
            (PING, _) if payload == [7; 8] => return reset.map_or(Answered, Reset),
            _ => {}
        }
    }
    Closed
}

#[tokio::test]
async fn every_frame_that_should_not_be_ends_what_it_has_to_and_nothing_else() {
    let secure = SecureSite::start(&[]).await;
    let open = Opening::new(&make_token(&secure.database, "admin"));
    let usual = [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat();
    let mut wrong = Vec::new();
    for (section, name, bytes, expected) in all(&open) {
        let came = outcome(&secure, &usual, &bytes).await;
        if !expected.is_met_by(came) {
            wrong.push(format!("{section} {name}: {came:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The beginning itself.
    for (name, start, expected) in [
        ("another beginning", &b"INVALID CONNECTION PREFACE\r\n\r\n"[..], Closed),
        ("HTTP/1.1", b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", Closed),
        // Whoever says nothing of their settings has the usual ones.
        ("no settings", PREFACE, Answered),
    ] {
        assert_eq!(outcome(&secure, start, &[]).await, expected, "3.5 {name}");
    }
}

/// Waits until everything that was asked before is done and said.
async fn settle(raw: &mut Raw) -> Vec<Came> {
    let mut came = Vec::new();
    raw.send(&frame(PING, 0, 0, &[3; 8])).await;
    loop {
        match raw.next().await.expect("a frame") {
            (PING, _, payload) if payload == [3; 8] => return came,
            other => came.push(other),
        }
    }
}

/// Closed by its end, and not by a fault.
#[tokio::test]
async fn what_comes_after_an_answer_is_late() {
    let secure = SecureSite::start(&[]).await;
    for (name, bytes, expected) in [
        ("DATA", data(END_STREAM, b"x"), Reset(STREAM_CLOSED)),
        ("HEADERS", asked(1), Goaway(PROTOCOL)),
        ("CONTINUATION", frame(CONTINUATION, END_HEADERS, 1, &get()), Goaway(PROTOCOL)),
        ("WINDOW_UPDATE", window(1, 1), Answered),
        ("RST_STREAM", frame(RESET, 0, 1, &number(8)), Answered),
        ("PRIORITY", frame(PRIORITY, 0, 1, &[0, 0, 0, 0, 9]), Answered),
    ] {
        let mut raw = Raw::connect(&secure.client).await;
        raw.send(&asked(1)).await;
        let mut is_done = false;
        while !is_done {
            // A short answer comes in one piece, and its end behind it or with it.
            is_done = matches!(raw.next().await.expect("an answer"), (DATA, 1, _));
        }
        settle(&mut raw).await;
        // A moment after its end the request is forgotten. Before that it is half closed, of which other rows tell.
        tokio::time::sleep(FORGOTTEN).await;
        raw.send(&[bytes, asked(1001)].concat()).await;
        let said = loop {
            match raw.next().await.expect("a word") {
                (GOAWAY, _, payload) => break Goaway(u32::from(payload[7])),
                (RESET, 1, payload) => break Reset(u32::from(payload[3])),
                (HEADERS, 1001, _) => break Answered,
                _ => {}
            }
        };
        assert_eq!(said, expected, "5.1, closed: {name}");
    }
    // Section 6.8: whoever says goodbye, for whatever reason, still gets what was asked for.
    let mut raw = Raw::connect(&secure.client).await;
    let goodbye = frame(GOAWAY, 0, 0, &[0, 0, 0, 0, 0, 0, 0, 0xff]);
    raw.send(&[asked(1), goodbye].concat()).await;
    let came = raw.read_to_end().await;
    assert!(came.iter().any(|(kind, stream, _)| (*kind, *stream) == (HEADERS, 1)), "{came:?}");
    let last = came.iter().rfind(|(kind, ..)| *kind == GOAWAY).expect("a word");
    assert_eq!(last.2[4..8], number(NO_ERROR));
}

/// Section 6.9: no more goes than there is room for, and the rest when there is.
#[tokio::test]
async fn nobody_is_sent_more_than_they_have_room_for() {
    let secure = SecureSite::start(&[]).await;
    let mut raw = Raw::begin(&secure.client, &[PREFACE, &setting(4, 3)].concat()).await;
    raw.send(&asked(1)).await;
    for room in [3_usize, 1, 7] {
        let mut taken = 0;
        while taken < room {
            let (kind, _, payload) = raw.next().await.expect("a frame");
            taken += if kind == DATA { payload.len() } else { 0 };
        }
        assert_eq!(taken, room);
        // Nothing more comes before there is room again.
        let came = settle(&mut raw).await;
        assert!(came.iter().all(|(kind, ..)| *kind != DATA), "{came:?}");
        let next = match room {
            3 => 1,
            _ => 7,
        };
        raw.send(&window(1, next)).await;
    }
}
