//! The protocol: shapes of failures, headers, requests that are none, peers that are slow.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use testkit::{Answer, Form, eventually};

use super::oracle::{Case, MEGABYTE, Took};
use super::{section, story};
use crate::media::picture;

/// Sends bytes as they are; the one answer to them is judged like any other.
#[track_caller]
fn exchange(case: &Case, bytes: &[u8]) -> Answer {
    let started = Instant::now();
    let text = case.running().exchange(bytes);
    let shown: String = String::from_utf8_lossy(bytes).chars().take(60).collect();
    assert_eq!(text.matches("HTTP/1.1 ").count(), 1, "{shown:?}: {text:.600}");
    assert!(!text.contains("\"ok\""), "the hidden request was served: {shown:?}: {text:.600}");
    let (head, body) = text.split_once("\r\n\r\n").expect("a whole head");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status");
    let headers = lines.filter_map(|line| {
        let (name, value) = line.split_once(": ")?;
        Some((name.parse().ok()?, value.parse().ok()?))
    });
    let answer = Answer {
        status: status.parse().expect("a number"),
        headers: headers.collect(),
        body: body.to_owned().into_bytes().into(),
    };
    case.judge(&shown, false, &answer, Took::since(started));
    assert!(answer.header("x-request-id").is_some(), "{shown:?}: {head}");
    answer
}

/// A handler that panics is in no released program: `edge` shows in its own tests that one becomes a 500 of
/// this shape, and `folia`'s log that its message is one line.
#[tokio::test(flavor = "multi_thread")]
async fn s_http_01_every_failure_has_the_one_shape() {
    let case = Case::begin("S-HTTP-01").await;
    let (nobody, admin) = (case.nobody(), case.admin());
    for (answer, status) in [
        (nobody.get("/nowhere"), 404),
        (nobody.get("/api/nowhere"), 404),
        (nobody.get("/navlinks/%zz"), 400),
        (admin.send("POST", "/navlinks", b"{"), 400),
        (admin.send("POST", "/navlinks", b"\xff"), 400),
        (admin.send("POST", "/navlinks", b"[]"), 400),
        (admin.post("/navlinks", &json!({ "title": 7, "url": [] })), 422),
        (admin.with("content-type", "text/plain").send("POST", "/navlinks", b"{}"), 415),
        (admin.send("POST", "/navlinks", &vec![b' '; 4 * MEGABYTE as usize + 1]), 413),
        (nobody.get(&format!("/navlinks?x={}", "x".repeat(9000))), 414),
    ] {
        assert!(answer.header("x-request-id").is_some());
        let accepted = answer.status == status || (status == 400 && answer.status == 422);
        assert!(accepted, "{status}: {}", String::from_utf8_lossy(&answer.body));
    }
    for method in ["PATCH", "TRACE", "OPTIONS", "BREW"] {
        let answer = nobody.send(method, "/navlinks", b"").expect(405);
        assert_eq!(answer.header("allow"), Some("GET,HEAD,POST"), "{method}");
    }
    let host = case.running().address;
    let many: String = (0..1000).map(|number| format!("x-{number}: 1\r\n")).collect();
    for (request, statuses) in [
        (format!("GET /{} HTTP/1.1\r\nhost: {host}\r\n\r\n", "x".repeat(65_600)), [414, 431]),
        (
            format!("GET / HTTP/1.1\r\nhost: {host}\r\nx: {}\r\n\r\n", "x".repeat(65_600)),
            [431, 431],
        ),
        (format!("GET / HTTP/1.1\r\nhost: {host}\r\n{many}\r\n"), [431, 431]),
        ("GARBAGE\r\n\r\n".to_owned(), [400, 400]),
    ] {
        let answer = exchange(&case, request.as_bytes());
        assert!(statuses.contains(&answer.status.as_u16()), "{}", answer.status);
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_http_02_every_answer_has_the_headers_that_protect() {
    for public_url in ["", "https://site.example"] {
        let case = Case::begin_with("S-HTTP-02", &[("server.public_url", public_url)]).await;
        let home = section(&case, "home", None);
        story(&case, json!({ "title": "old", "section_id": home }));
        case.admin().put(&format!("/sections/{home}"), &json!({ "slug": "house" })).expect(200);
        let form = Form::default().file("x.gif", &picture("still.gif"));
        let upload = case.admin().upload(form).expect(201).json();
        let media = upload["url"].as_str().expect("an address");
        let html = case.nobody().with("accept", "text/html");
        let tag = case.nobody().get("/navlinks").header("etag").expect("a tag").to_owned();
        let css = case.nobody().get("/look.css");
        for origin in ["", "https://evil.example", "null"] {
            let (nobody, html) = match origin {
                "" => (case.nobody(), html.clone()),
                origin => (case.nobody().with("origin", origin), html.with("origin", origin)),
            };
            let asked = nobody.with("access-control-request-method", "PUT");
            for (what, answer) in [
                ("page", html.get("/house/old").expect(200)),
                ("start", html.get("/").expect(200)),
                ("sign-in", html.get("/auth").expect(200)),
                ("form", html.get("/contact").expect(200)),
                ("JSON", nobody.get("/navlinks").expect(200)),
                ("session", nobody.get("/auth/session").expect(200)),
                ("error", nobody.get("/nowhere").expect(404)),
                ("error page", html.get("/nowhere").expect(404)),
                ("refusal", nobody.get("/metrics").expect(401)),
                ("media", nobody.get(media).expect(200)),
                ("redirect", html.get("/home/old").expect(301)),
                ("unchanged", nobody.with("if-none-match", &tag).get("/navlinks").expect(304)),
                ("preflight", asked.send("OPTIONS", "/navlinks", b"").expect(405)),
            ] {
                let is = |name: &str| answer.header(name).unwrap_or_default();
                assert_eq!(is("x-content-type-options"), "nosniff", "{what}");
                let policy = is("content-security-policy");
                assert!(policy.contains("default-src 'none'"), "{what}: {policy}");
                assert!(!policy.contains("unsafe"), "{what}: {policy}");
                if is("content-type").starts_with("text/html") {
                    for part in ["base-uri 'none'", "frame-ancestors 'none'"] {
                        assert!(policy.contains(part), "{what}: {policy}");
                    }
                }
                assert!(!is("referrer-policy").is_empty(), "{what}");
                assert_eq!(is("cross-origin-opener-policy"), "same-origin", "{what}");
                assert_eq!(
                    !is("strict-transport-security").is_empty(),
                    !public_url.is_empty(),
                    "{what}"
                );
                for absent in [
                    "server",
                    "x-powered-by",
                    "access-control-allow-origin",
                    "access-control-allow-credentials",
                ] {
                    assert_eq!(answer.header(absent), None, "{what}");
                }
            }
        }
        assert_eq!(css.header("x-content-type-options"), Some("nosniff"));
        case.end();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn s_http_03_what_could_be_read_in_two_ways_is_read_in_none() {
    let case = Case::begin("S-HTTP-03").await;
    let host = case.running().address;
    let hidden = format!("GET /health/live HTTP/1.1\r\nhost: {host}\r\n\r\n");
    let post = |headers: &str, body: &str| {
        format!("POST /navlinks HTTP/1.1\r\nhost: {host}\r\n{headers}\r\n\r\n{body}")
    };
    for (what, request) in [
        (
            "both lengths",
            post("content-length: 4\r\ntransfer-encoding: chunked", &format!("0\r\n\r\n{hidden}")),
        ),
        ("two lengths", post("content-length: 5\r\ncontent-length: 6", &hidden)),
        ("a length of two", post("content-length: 5, 6", &hidden)),
        ("identity", post("transfer-encoding: identity, chunked", &format!("0\r\n\r\n{hidden}"))),
        ("unknown", post("transfer-encoding: xchunked", &format!("0\r\n\r\n{hidden}"))),
        ("a signed length", post("content-length: +4", &hidden)),
        ("a folded line", format!("GET / HTTP/1.1\r\nhost: {host}\r\nx: a\r\n b\r\n\r\n{hidden}")),
        (
            "a blank in a name",
            format!("GET / HTTP/1.1\r\nhost: {host}\r\nbad name: x\r\n\r\n{hidden}"),
        ),
        ("a line in a name", format!("GET / HTTP/1.1\r\nhost: {host}\r\nx\ry: x\r\n\r\n{hidden}")),
        ("two hosts", format!("GET / HTTP/1.1\r\nhost: {host}\r\nhost: evil\r\n\r\n")),
    ] {
        let answer = exchange(&case, request.as_bytes());
        assert_eq!(answer.status, 400, "{what}");
    }
    // HTTP/0.9 has no head: whatever comes, it is no page.
    let old = case.running().exchange(b"GET /\r\n\r\n");
    assert!(old.is_empty() || old.starts_with("HTTP/1.1 400"), "{old:.200}");
    // A chunk whose size does not fit.
    // By whoever may send one: others are turned away before it is read.
    let token = case.token("admin", "sender");
    let overflow = post(
        &format!(
            "transfer-encoding: chunked\r\ncontent-type: application/json\r\nauthorization: Bearer {token}"
        ),
        &format!("ffffffffffffffff1\r\n{hidden}"),
    );
    assert_eq!(exchange(&case, overflow.as_bytes()).status, 400);

    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&vec![b' '; 64 * MEGABYTE as usize]).expect("memory takes all");
    let bomb = packer.finish().expect("memory takes all");
    let grown = case.growth_during(|| {
        for encoding in ["gzip", "br", "zstd", "deflate", "gzip, gzip"] {
            for _ in 0..5 {
                let sender = case.admin().with("content-encoding", encoding);
                sender.send("POST", "/navlinks", &bomb).expect(415);
                // The form of strangers tells nobody why.
                let stranger = case.nobody().with("content-encoding", encoding);
                let status = stranger.send("POST", "/contact", &bomb).status.as_u16();
                assert!([400, 413, 415].contains(&status), "{status}");
            }
        }
    });
    assert!(grown.is_none_or(|grown| grown <= 16 * MEGABYTE), "{grown:?}");
    case.end();
}

/// How often the slow send a byte: several times within the limits of S-HTTP-04.
const DRIP: Duration = Duration::from_millis(300);
const CUT_OFF: Duration = Duration::from_secs(30);

/// Whether the other side has not closed it yet, whatever it says.
fn is_open(stream: &mut TcpStream) -> bool {
    let mut told = [0; 4096];
    loop {
        match stream.read(&mut told) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        }
    }
}

fn descriptors(case: &Case) -> usize {
    let path = format!("/proc/{}/fd", case.running().process_id());
    std::fs::read_dir(path).map_or(0, |entries| entries.count())
}

/// When all places are taken: `service::endurance`. The limits are lowered, as waiting for them is all that
/// happens here.
#[tokio::test(flavor = "multi_thread")]
async fn s_http_04_who_is_slow_is_cut_off_and_nobody_notices() {
    let settings = [("server.head_timeout", "2"), ("server.body_timeout", "2")];
    let case = Case::begin_with("S-HTTP-04", &settings).await;
    let before = descriptors(&case);
    let host = case.running().address;
    let body = format!(
        "POST /contact HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{{"
    );
    // Silent ones, and those who send one more byte of a head, or of a body, again and again.
    let mut peers: Vec<_> = ["", "GET /hea", &body]
        .iter()
        .flat_map(|start| std::iter::repeat_n(start, 200))
        .map(|start| {
            let mut stream = case.running().connect();
            stream.write_all(start.as_bytes()).expect("a start can be sent");
            stream.set_nonblocking(true).expect("it need not wait");
            (stream, !start.is_empty(), Instant::now())
        })
        .collect();
    case.nobody().get("/health/live").expect(200);
    while !peers.is_empty() {
        tokio::time::sleep(DRIP).await;
        peers.retain_mut(|(stream, drips, begun)| {
            if *drips {
                stream.write_all(b"x").ok();
            }
            let is_open = is_open(stream);
            // Far more than the two seconds. A limit that began anew with every byte would never end.
            assert!(!is_open || begun.elapsed() < CUT_OFF, "open after {:?}", begun.elapsed());
            is_open
        });
    }
    if before > 0 {
        eventually("nothing is left open", || descriptors(&case) <= before + 4).await;
    }
    case.nobody().get("/health/live").expect(200);
    case.end();
}
