//! Room for many requests on few connections, and answers that are read slowly or not at all: who waits keeps nobody
//! else waiting, and one answer that is left does not take others with it.

use std::io::Cursor;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::join_all;
use testkit::{AT_ONCE, PATIENCE, Secure};
use tokio::io::AsyncWriteExt;

use crate::service::binary::make_token;
use crate::service::http2::{
    DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PING, PREFACE, RESET, Raw, SETTINGS, frame, get,
};
use crate::service::http2_rows::{setting, window};
use crate::service::tls::SecureSite;

const MOST: u32 = 0x7fff_ffff;

/// `GET` for this path.
fn ask(stream: u32, path: &str) -> Vec<u8> {
    let mut block = vec![0x82, 0x04, u8::try_from(path.len()).unwrap()];
    block.extend(path.bytes());
    block.extend(&get()[2..]);
    frame(HEADERS, END_STREAM | END_HEADERS, stream, &block)
}

/// A message of which the body never comes.
fn begin_message(stream: u32) -> Vec<u8> {
    let mut block = vec![0x83, 0x04, 8];
    block.extend(b"/contact");
    block.extend(&get()[2..]);
    // `content-type` is entry 31.
    block.extend([0x0f, 16, 16]);
    block.extend(b"application/json");
    frame(HEADERS, END_HEADERS, stream, &block)
}

/// One on each stream that a connection may have.
fn on_each_stream(of: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    (0..100).flat_map(|number| of(2 * number + 1)).collect()
}

#[tokio::test]
async fn requests_whose_bodies_never_come_keep_no_other_visitor_waiting() {
    const PLACES: usize = 40;
    let secure = SecureSite::start(&[("FOLIA_SERVER__MAX_CONNECTIONS", "40")]).await;
    let mut held = Vec::new();
    for _ in 0..PLACES {
        let mut raw = Raw::connect(&secure.client).await;
        raw.send(&on_each_stream(begin_message)).await;
        held.push(raw);
    }
    for _ in 0..5 {
        // A place, and then room.
        let visit = async {
            let other = secure.client.http2().await;
            for _ in 0..3 {
                other.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
            }
        };
        tokio::time::timeout(3 * AT_ONCE, visit).await.expect("it does not wait for them");
    }
}

#[tokio::test]
async fn answers_that_nobody_takes_give_their_room_to_others_and_their_connections_go_on() {
    let secure = SecureSite::start(&[("FOLIA_SERVER__MAX_CONNECTIONS", "40")]).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut raw = Raw::connect(&secure.client).await;
        raw.send(&[setting(4, 0), on_each_stream(|stream| ask(stream, "/"))].concat()).await;
        held.push(raw);
    }
    let other = secure.client.http2().await;
    // What it has to itself is taken by what it has begun.
    let message = http::Request::post("https://localhost/contact")
        .header("content-type", "application/json")
        .body(())
        .unwrap();
    let _begun = other.sender().ready().await.unwrap().send_request(message, false).unwrap();
    for _ in 0..5 {
        // As many as are its share of forty.
        let asking = (0..4).map(|_| other.request("GET", "/health/live", &[], b""));
        let answers = tokio::time::timeout(3 * AT_ONCE, join_all(asking)).await;
        for answer in answers.expect("it does not wait for them") {
            answer.unwrap().expect(200);
        }
    }
    let mut ended = 0;
    for raw in &mut held {
        assert!(raw.send(&frame(PING, 0, 0, &[7; 8])).await);
        loop {
            match raw.next().await.expect("the connection goes on") {
                (PING, _, payload) if payload == [7; 8] => break,
                (RESET, ..) => ended += 1,
                (kind, ..) => assert!(kind != DATA && kind != GOAWAY, "{kind}"),
            }
        }
    }
    assert!(ended > 0, "room comes from somebody");
}

/// All rooms are held, and as many requests wait for what is left as may.
#[tokio::test]
async fn a_page_with_all_that_is_on_it_comes_though_strangers_hold_and_wait_for_all_there_is() {
    let secure = SecureSite::start(&[("FOLIA_SERVER__MAX_CONNECTIONS", "40")]).await;
    let mut held = Vec::new();
    for _ in 0..12 {
        let mut raw = Raw::connect(&secure.client).await;
        raw.send(&[setting(4, 0), on_each_stream(|stream| ask(stream, "/"))].concat()).await;
        held.push(raw);
    }
    let other = secure.client.http2().await;
    let asking = (0..30).map(|_| other.request("GET", "/health/live", &[], b""));
    let answers = tokio::time::timeout(6 * AT_ONCE, join_all(asking)).await;
    for answer in answers.expect("one after the other, if need be") {
        answer.unwrap().expect(200);
    }
}

#[tokio::test]
async fn one_answer_that_is_paused_ends_alone_and_an_upload_beside_it_goes_on() {
    let secure = SecureSite::start(&[]).await;
    let credential = format!("Bearer {}", make_token(&secure.database, "admin"));
    let stream = secure.client.connect(&["h2"]).await.unwrap();
    let (sender, connection) = h2::client::Builder::new()
        .initial_window_size(1024)
        .initial_connection_window_size(1 << 20)
        .handshake::<_, Cursor<Vec<u8>>>(stream)
        .await
        .unwrap();
    tokio::spawn(connection);
    let begin = async |request: http::request::Builder, is_whole| {
        let mut sender = sender.clone().ready().await.unwrap();
        sender.send_request(request.body(()).unwrap(), is_whole).unwrap()
    };
    let read = begin(http::Request::get("https://localhost/docs"), true).await;
    let mut paused = read.0.await.unwrap().into_body();
    let request = http::Request::post("https://localhost/navlinks")
        .header("authorization", credential)
        .header("content-type", "application/json");
    let (answer, mut upload) = begin(request, false).await;
    // More quickly than a body has to come, and for longer than one has that comes at once.
    let sending = async {
        loop {
            upload.send_data(Cursor::new(vec![b' '; 3 * 1024]), false).unwrap();
            tokio::time::sleep(Duration::from_millis(100)).await;
            match paused.data().now_or_never() {
                // As much as there is room for.
                None | Some(Some(Ok(_))) => {}
                Some(Some(Err(error))) => break error,
                Some(None) => panic!("it is not whole"),
            }
        }
    };
    let error = tokio::time::timeout(PATIENCE, sending).await.expect("it is given up");
    assert!(error.is_reset() && error.reason() == Some(h2::Reason::CANCEL), "{error}");
    let link = br#"{"title":"x","url":"/"}"#;
    upload.send_data(Cursor::new(link.to_vec()), true).unwrap();
    assert_eq!(answer.await.unwrap().status(), 201);
    let another = begin(http::Request::get("https://localhost/health/live"), true).await;
    assert_eq!(another.0.await.unwrap().status(), 200);
}

/// The end of an answer was dropped that had not gone yet.
#[tokio::test]
async fn a_slow_reader_gets_the_whole_answer_when_the_service_stops_meanwhile() {
    let mut secure = SecureSite::start(&[("FOLIA_SERVER__DRAIN_TIMEOUT", "120")]).await;
    let whole = secure.client.request("GET", "/openapi.json", &[], b"").await.expect(200).body;
    let mut raw = Raw::connect(&secure.client).await;
    let room = [setting(4, MOST), window(0, MOST - 65_535)].concat();
    raw.send(&[room, ask(1, "/openapi.json")].concat()).await;
    while raw.next().await.expect("an answer").0 != HEADERS {}
    let stopping = tokio::task::spawn_blocking(move || secure.site.stop());
    let mut read = Vec::new();
    while let Some((kind, stream, payload)) = raw.next().await {
        if (kind, stream) == (DATA, 1) {
            read.extend(payload);
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
    }
    assert!(read == whole, "{} of {} bytes", read.len(), whole.len());
    assert_eq!(stopping.await.unwrap(), Some(0));
}

/// Whether a connection ends on which these bytes come one by one, before all of them have.
async fn ends(client: &Secure, start: &[u8], drips: &[u8], every: Duration) -> bool {
    let (mut reading, mut writing) = Raw::begin(client, start).await.split();
    let reading = tokio::spawn(async move {
        tokio::io::copy(&mut reading, &mut tokio::io::sink()).await.ok();
    });
    for drip in drips.chunks(1) {
        tokio::time::sleep(every).await;
        let is_sent = writing.write_all(drip).await.is_ok() && writing.flush().await.is_ok();
        if !is_sent || reading.is_finished() {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn a_beginning_and_a_head_that_drip_have_an_end() {
    let secure = SecureSite::start(&[("FOLIA_SERVER__HEAD_TIMEOUT", "6")]).await;
    let client = &secure.client;
    let seconds = Duration::from_secs;
    // Each would take a minute and a half.
    let beginning = ends(client, &PREFACE[..1], &PREFACE[1..], seconds(4));
    let head = frame(HEADERS, END_STREAM | END_HEADERS, 1, &[0; 16_000]);
    let start = [PREFACE, &frame(SETTINGS, 0, 0, &[]), &head[..9]].concat();
    let head = ends(client, &start, &head[9..509], Duration::from_millis(200));
    let (beginning, head) = tokio::join!(beginning, head);
    assert!(beginning && head, "{beginning} {head}");
}
