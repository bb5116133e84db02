//! What can be done to others with HTTP/2 that could not be done with HTTP/1.1: nothing.

use std::time::Duration;

use testkit::{PATIENCE, Secure};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::service::binary::make_token;
use crate::service::tls::SecureSite;

pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const RESET: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
pub(crate) const GOAWAY: u8 = 7;
pub(crate) const CONTINUATION: u8 = 9;
pub(crate) const END_STREAM: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;

/// A frame (RFC 9113, 4.1).
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = vec![length[1], length[2], length[3], kind, flags];
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// `GET / https://localhost`, in the fewest bytes of HPACK.
pub(crate) fn get() -> Vec<u8> {
    let mut block = vec![0x82, 0x84, 0x87, 0x41, 9];
    block.extend(b"localhost");
    block
}

pub(crate) struct Raw(tokio_rustls::client::TlsStream<TcpStream>);

/// A frame that came: its kind, its stream and what is in it.
pub(crate) type Came = (u8, u32, Vec<u8>);

impl Raw {
    pub(crate) async fn connect(client: &Secure) -> Self {
        Self::begin(client, &[PREFACE, &frame(SETTINGS, 0, 0, &[])].concat()).await
    }

    /// A connection on which these bytes are the first.
    pub(crate) async fn begin(client: &Secure, bytes: &[u8]) -> Self {
        let mut stream = client.connect(&["h2"]).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        stream.flush().await.unwrap();
        Self(stream)
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> bool {
        self.0.write_all(bytes).await.is_ok() && self.0.flush().await.is_ok()
    }

    /// The next frame; none when the other side has closed. One of the two has to happen.
    pub(crate) async fn next(&mut self) -> Option<Came> {
        let reading = async {
            let mut head = [0; 9];
            self.0.read_exact(&mut head).await.ok()?;
            let [a, b, c, kind, _flags, d, e, f, g] = head;
            let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
            self.0.read_exact(&mut payload).await.ok()?;
            Some((kind, u32::from_be_bytes([d & 0x7f, e, f, g]), payload))
        };
        tokio::time::timeout(PATIENCE, reading).await.expect("a frame, or the end")
    }

    /// For those who read and write at the same time.
    pub(crate) fn split(self) -> (impl AsyncRead + Send, impl AsyncWrite + Send) {
        tokio::io::split(self.0)
    }

    /// All frames until the other side closes. It has to close.
    pub(crate) async fn read_to_end(&mut self) -> Vec<Came> {
        let mut frames = Vec::new();
        while let Some(frame) = self.next().await {
            frames.push(frame);
        }
        frames
    }
}

pub(crate) async fn expect_served(secure: &SecureSite) {
    secure.client.request("GET", "/health/live", &[], b"").await.expect(200);
    let http2 = secure.client.http2().await;
    http2.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
}

#[tokio::test]
async fn the_limits_of_a_request_are_those_of_http1_and_said_in_the_same_way() {
    let secure = SecureSite::start(&[]).await;
    let token = make_token(&secure.database, "admin");
    let credential = format!("Bearer {token}");
    let http2 = secure.client.http2().await;
    let ask = async |path: &str, headers: &[(&str, &str)], body: &[u8]| {
        let method = if body.is_empty() { "GET" } else { "POST" };
        http2.request(method, path, headers, body).await.unwrap()
    };
    let heavy = "x".repeat(40_000);
    ask("/navlinks", &[("x-heavy", &heavy)], b"").await.expect_problem(431, "headers-too-large");
    let many: Vec<(String, &str)> = (0..101).map(|n| (format!("x-{n}"), "y")).collect();
    let many: Vec<(&str, &str)> =
        many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    ask("/navlinks", &many, b"").await.expect_problem(431, "headers-too-large");
    let long = format!("/{}", "x".repeat(9000));
    ask(&long, &[], b"").await.expect_problem(414, "uri-too-long");
    ask("/navlinks/%zz", &[], b"").await.expect_problem(400, "malformed");
    let json = [("authorization", credential.as_str()), ("content-type", "application/json")];
    ask("/navlinks", &json, b"{").await.expect_problem(400, "malformed");
    let large = vec![b' '; 4 * 1024 * 1024 + 1];
    ask("/navlinks", &json, &large).await.expect_problem(413, "too-large");
    ask("/navlinks", &[("host", "other.example")], b"").await.expect_problem(400, "malformed");
    // The same connection has borne it all.
    ask("/health/live", &[], b"").await.expect(200);
}

#[tokio::test]
async fn a_session_holds_though_browsers_send_each_cookie_by_itself() {
    let secure = SecureSite::start(&[]).await;
    let http2 = secure.client.http2().await;
    let theme = async |headers: &[(&str, &str)]| {
        let page = http2.request("GET", "/", headers, b"").await.unwrap().expect(200);
        String::from_utf8_lossy(&page.body).into_owned()
    };
    let together = theme(&[("accept", "text/html"), ("cookie", "a=1; theme=dark")]).await;
    let apart =
        theme(&[("accept", "text/html"), ("cookie", "a=1"), ("cookie", "theme=dark")]).await;
    assert_eq!(together, apart);
    assert!(apart != theme(&[("accept", "text/html"), ("cookie", "a=1")]).await, "it is looked at");
}

#[tokio::test]
async fn half_a_head_and_silence_have_an_end_that_is_said() {
    // Long enough for a handshake on a machine that is busy with other things.
    let secure = SecureSite::start(&[("FOLIA_SERVER__HEAD_TIMEOUT", "6")]).await;
    let half_a_head = frame(HEADERS, END_STREAM, 1, &[0x82]);
    let starts = [Vec::new(), half_a_head, frame(PING, 0, 0, &[0; 8])];
    let endings = starts.map(|start| {
        let client = secure.client.clone();
        async move {
            let mut raw = Raw::connect(&client).await;
            raw.send(&start).await;
            let frames = raw.read_to_end().await;
            assert!(frames.iter().any(|(kind, ..)| *kind == GOAWAY), "it is said: {frames:?}");
        }
    });
    futures_util::future::join_all(endings).await;
    // A connection that was used and then is not.
    let mut raw = Raw::connect(&secure.client).await;
    raw.send(&frame(HEADERS, END_STREAM | END_HEADERS, 1, &get())).await;
    let frames = raw.read_to_end().await;
    assert!(frames.iter().any(|(kind, stream, _)| (*kind, *stream) == (HEADERS, 1)));
    assert!(frames.iter().any(|(kind, ..)| *kind == GOAWAY));
}

#[tokio::test]
async fn a_body_that_does_not_come_is_a_408_of_its_own_stream() {
    let secure = SecureSite::start(&[("FOLIA_SERVER__BODY_TIMEOUT", "1")]).await;
    let token = make_token(&secure.database, "admin");
    let http2 = secure.client.http2().await;
    let request = http::Request::post("https://localhost/navlinks")
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .body(())
        .unwrap();
    let mut sender = http2.sender().ready().await.unwrap();
    let (response, _sending) = sender.send_request(request, false).unwrap();
    assert_eq!(response.await.unwrap().status(), 408);
    // The connection goes on.
    http2.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
}

#[tokio::test]
async fn a_flood_of_continuations_ends_the_connection_and_nothing_else() {
    let secure = SecureSite::start(&[]).await;
    let mut raw = Raw::connect(&secure.client).await;
    raw.send(&frame(HEADERS, END_STREAM, 1, &get())).await;
    // A header of which no end is in sight.
    let piece = frame(CONTINUATION, 0, 1, &[0; 1024]);
    let mut sent = 0;
    while sent < 100_000 && raw.send(&piece).await {
        sent += 1;
    }
    assert!(sent < 100_000, "it is not taken for ever");
    raw.read_to_end().await;
    expect_served(&secure).await;
}

#[tokio::test]
async fn streams_that_are_reset_as_fast_as_they_are_opened_end_the_connection() {
    let secure = SecureSite::start(&[]).await;
    let mut raw = Raw::connect(&secure.client).await;
    let mut pairs = Vec::new();
    for number in 0..2000_u32 {
        let stream = 2 * number + 1;
        pairs.extend(frame(HEADERS, END_STREAM | END_HEADERS, stream, &get()));
        pairs.extend(frame(RESET, 0, stream, &8_u32.to_be_bytes()));
    }
    // In one piece, so that they are there before any of them can be answered.
    raw.send(&pairs).await;
    let frames = raw.read_to_end().await;
    let goaway = frames.iter().find(|(kind, ..)| *kind == GOAWAY).expect("it is said");
    let calm_down = 11_u32.to_be_bytes();
    assert_eq!(goaway.2.get(4..8), Some(&calm_down[..]), "{goaway:?}");
    expect_served(&secure).await;
}

#[tokio::test]
async fn no_more_streams_than_are_offered_are_taken() {
    let secure = SecureSite::start(&[]).await;
    let token = make_token(&secure.database, "admin");
    let http2 = secure.client.http2().await;
    http2.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
    assert_eq!(http2.sender().current_max_send_streams(), 100);
    // All of them wait for their bodies; others are not kept from anything.
    let mut held = Vec::new();
    for _ in 0..90 {
        let request = http::Request::post("https://localhost/navlinks")
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .body(())
            .unwrap();
        held.push(http2.sender().ready().await.unwrap().send_request(request, false).unwrap());
    }
    expect_served(&secure).await;
    http2.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
    drop(held);
}

#[tokio::test]
async fn connections_full_of_requests_that_wait_give_way_to_others() {
    // Fewer places than two connections can have requests.
    let secure = SecureSite::start(&[("FOLIA_SERVER__MAX_CONNECTIONS", "120")]).await;
    let token = make_token(&secure.database, "admin");
    let mut held = Vec::new();
    for _ in 0..2 {
        let http2 = secure.client.http2().await;
        http2.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
        for _ in 0..60 {
            let request = http::Request::post("https://localhost/navlinks")
                .header("authorization", format!("Bearer {token}"))
                .header("content-type", "application/json")
                .body(())
                .unwrap();
            held.push(http2.sender().ready().await.unwrap().send_request(request, false).unwrap());
        }
    }
    let other = secure.client.http2().await;
    for _ in 0..3 {
        let answering = other.request("GET", "/health/live", &[], b"");
        let answer = tokio::time::timeout(Duration::from_secs(60), answering).await;
        answer.expect("it does not wait for them").unwrap().expect(200);
    }
}

#[tokio::test]
async fn an_answer_that_is_not_taken_is_given_up() {
    let secure = SecureSite::start(&[("FOLIA_SERVER__HEAD_TIMEOUT", "6")]).await;
    let mut raw = Raw::connect(&secure.client).await;
    // No room for anything, and many questions.
    raw.send(&frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0])).await;
    for number in 0..50_u32 {
        raw.send(&frame(HEADERS, END_STREAM | END_HEADERS, 2 * number + 1, &get())).await;
    }
    // Without a limit this would never end: first each answer, and then what is quiet.
    let frames = raw.read_to_end().await;
    let count = |kind: u8| frames.iter().filter(|frame| frame.0 == kind).count();
    assert_eq!((count(DATA), count(RESET)), (0, 50), "nothing could be sent");
    expect_served(&secure).await;
}

#[tokio::test]
async fn a_name_that_is_not_ours_or_none_opens_no_guarded_route() {
    let secure = SecureSite::start(&[]).await;
    let ask = async |fields: &[u8]| {
        let mut block = vec![0x82, 0x87, 0x04, 10];
        block.extend(b"/redirects");
        block.extend(fields);
        let mut raw = Raw::connect(&secure.client).await;
        raw.send(&frame(HEADERS, END_STREAM | END_HEADERS, 1, &block)).await;
        loop {
            let (kind, _, payload) = raw.next().await.expect("an answer");
            if kind == HEADERS {
                break payload;
            }
        }
    };
    // `:status: 400` is entry 12 of what everybody knows.
    let refused = 0x8c;
    let named = |name: &[u8]| [&[0x41, u8::try_from(name.len()).unwrap()][..], name].concat();
    let host = |name: &[u8]| [&[0x66, u8::try_from(name.len()).unwrap()][..], name].concat();
    for (what, fields) in [
        ("another", named(b"evil.example")),
        ("none", Vec::new()),
        ("another in Host", host(b"evil.example")),
        ("two", [named(b"localhost"), host(b"evil.example")].concat()),
        ("ours before another's", named(b"localhost@evil.example")),
    ] {
        assert_eq!(ask(&fields).await.first(), Some(&refused), "{what}");
    }
    for fields in [named(b"localhost"), host(b"localhost")] {
        assert_ne!(ask(&fields).await.first(), Some(&refused), "who it is, is asked next");
    }
}
