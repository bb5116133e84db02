//! The site over TLS, with a certificate of its owner's: the same answers and limits as in the clear.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use testkit::certificate::{Certificate, Made, make};
use testkit::{
    Faults, PATIENCE, Port, RunningSite, Secure, TestDatabase, eventually, request_at, run_folia,
};

use crate::service::binary::{BINARY, make_token};

/// A site that speaks https, with its certificate in files.
pub(crate) struct SecureSite {
    pub(crate) site: RunningSite,
    pub(crate) client: Secure,
    pub(crate) address: SocketAddr,
    redirect: SocketAddr,
    files: [PathBuf; 2],
    pub(crate) database: TestDatabase,
    _ports: [Port; 2],
}

impl SecureSite {
    pub(crate) async fn start(more: &[(&str, &str)]) -> Self {
        Self::start_showing(&make(Certificate::Good), more).await
    }

    pub(crate) async fn start_showing(made: &Made, more: &[(&str, &str)]) -> Self {
        Self::start_in(TestDatabase::create().await, made, more).await
    }

    async fn start_in(database: TestDatabase, made: &Made, more: &[(&str, &str)]) -> Self {
        let files = ["site.pem", "site.key"].map(|name| database.folder.path().join(name));
        write(&files, made);
        let ports = [Port::reserve(), Port::reserve()];
        let [address, redirect] = [ports[0].address(), ports[1].address()];
        let own = settings(&files, address, redirect);
        let own = own.iter().map(|(name, value)| (*name, value.as_str()));
        let all: Vec<_> = own.chain(more.iter().copied()).collect();
        let site = RunningSite::start(BINARY, &database, &all);
        // The other ways in are told of after the first line.
        eventually("https is listened for", || site.printed().contains("https://")).await;
        let client = Secure::new(address, "localhost", &made.authority);
        Self { site, client, address, redirect, files, database, _ports: ports }
    }
}

fn write(files: &[PathBuf; 2], made: &Made) {
    std::fs::write(&files[0], &made.certificate).unwrap();
    std::fs::write(&files[1], &made.key).unwrap();
}

fn settings(
    files: &[PathBuf; 2],
    address: SocketAddr,
    redirect: SocketAddr,
) -> [(&'static str, String); 5] {
    [
        ("FOLIA_TLS__CERTIFICATE", files[0].display().to_string()),
        ("FOLIA_TLS__KEY", files[1].display().to_string()),
        ("FOLIA_TLS__LISTEN", address.to_string()),
        ("FOLIA_TLS__REDIRECT_LISTEN", redirect.to_string()),
        ("FOLIA_SERVER__PUBLIC_URL", format!("https://localhost:{}", address.port())),
    ]
}

#[tokio::test]
async fn the_same_site_is_there_in_the_clear_and_over_tls_in_both_protocols() {
    let secure = SecureSite::start(&[]).await;
    let token = make_token(&secure.database, "admin");
    let credential = format!("Bearer {token}");
    let json = [("authorization", credential.as_str()), ("content-type", "application/json")];
    let link = br#"{"title":"x","url":"/"}"#;
    secure.client.request("POST", "/navlinks", &json, link).await.expect(201);
    let http2 = secure.client.http2().await;
    http2.request("POST", "/navlinks", &json, link).await.unwrap().expect(201);
    http2.request("POST", "/navlinks", &json, b"{}").await.unwrap().expect_problem(422, "invalid");
    http2
        .request("GET", "/metrics", &[], b"")
        .await
        .unwrap()
        .expect_problem(401, "unauthenticated");
    let plain = secure.site.request("GET", "/navlinks", None, "").expect(200);
    let first = secure.client.request("GET", "/navlinks", &[], b"").await.expect(200);
    let second = http2.request("GET", "/navlinks", &[], b"").await.unwrap().expect(200);
    assert_eq!(plain.json()["total"], 2);
    assert_eq!((&first.body, &second.body), (&plain.body, &plain.body));
    for answer in [&first, &second] {
        let strict = answer.header("strict-transport-security");
        assert_eq!(strict, Some("max-age=63072000"), "for this name alone");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.header("x-request-id").is_some());
    }
    // A body of several windows, whole.
    let docs = http2.request("GET", "/docs", &[], b"").await.unwrap().expect(200);
    assert_eq!(docs.body, secure.site.request("GET", "/docs", None, "").expect(200).body);
    let metrics = http2.request("GET", "/metrics", &json[..1], b"").await.unwrap().expect(200);
    let metrics = String::from_utf8_lossy(&metrics.body).into_owned();
    assert!(metrics.contains("folia_certificate_end_seconds "), "{metrics}");
}

#[tokio::test]
async fn http_leads_to_https_and_serves_nothing() {
    let secure = SecureSite::start(&[]).await;
    let port = secure.address.port();
    let ask = |method: &str, host: &str| {
        request_at(secure.redirect, method, "/navlinks?limit=1", &[("host", host)], b"")
    };
    for (method, host, status) in
        [("GET", "localhost", 301), ("HEAD", "elsewhere.example", 301), ("POST", "localhost", 308)]
    {
        let answer = ask(method, host).expect(status);
        let expected = format!("https://localhost:{port}/navlinks?limit=1");
        assert_eq!(answer.header("location"), Some(expected.as_str()));
    }
    let address = "/.well-known/acme-challenge/anything";
    request_at(secure.redirect, "GET", address, &[], b"").expect_problem(404, "not-found");
    let long = format!("/{}", "x".repeat(9000));
    request_at(secure.redirect, "GET", &long, &[], b"").expect_problem(414, "uri-too-long");
}

#[tokio::test]
async fn a_new_certificate_is_shown_and_a_bad_one_is_not() {
    let secure = SecureSite::start(&[]).await;
    let asks = |authority: String| async move {
        let client = Secure::new(secure.address, "localhost", &authority);
        client.connect(&["http/1.1"]).await.is_ok()
    };
    let first = make(Certificate::Good);
    write(&secure.files, &first);
    wait_for("the new one is shown", || asks(first.authority.clone())).await;
    // Of a pair whose halves do not belong together, and of what is no certificate, nothing is shown.
    std::fs::write(&secure.files[0], make(Certificate::Good).certificate).unwrap();
    eventually("it is said", || secure.site.log().contains("the old one stays")).await;
    assert!(asks(first.authority.clone()).await);
    std::fs::write(&secure.files[1], "nothing").unwrap();
    let told = || secure.site.log().matches("the old one stays").count() >= 2;
    eventually("it is said again", told).await;
    assert!(asks(first.authority.clone()).await);
    // Nor of one that has ended, while the old one has not.
    write(&secure.files, &make(Certificate::Expired));
    let told = || secure.site.log().contains("it has ended");
    eventually("that it has ended is said, too", told).await;
    assert!(asks(first.authority.clone()).await);
    let last = make(Certificate::Good);
    write(&secure.files, &last);
    wait_for("the next good one is shown", || asks(last.authority.clone())).await;
}

/// The clock of the site is behind, so that what is good for everybody is not good yet for it.
#[tokio::test]
async fn a_certificate_that_is_not_good_yet_waits_until_it_is() {
    let database = TestDatabase::create().await;
    let faults = Faults::prepare(&database);
    faults.shift_clock(-2 * 24 * 60 * 60);
    let mut secure =
        SecureSite::start_in(database, &make(Certificate::Good), &faults.settings()).await;
    let next = make(Certificate::Young);
    let shows_next = || async {
        let client = Secure::new(secure.address, "localhost", &next.authority);
        client.connect(&["http/1.1"]).await.is_ok()
    };
    let waits = "the new certificate is not good yet; the old one stays until then";
    write(&secure.files, &next);
    eventually("it is said", || secure.site.log().contains(waits)).await;
    secure.client.request("GET", "/health/live", &[], b"").await.expect(200);
    assert!(!shows_next().await);
    // Another one that is of no use, and what it replaces is not forgotten for that.
    std::fs::write(&secure.files[0], "nothing").unwrap();
    eventually("it is said", || secure.site.log().contains("the new certificate is not used"))
        .await;
    faults.shift_clock(0);
    wait_for("its time has come", shows_next).await;
    assert!(secure.site.log().contains("the certificate that was waited for is shown"));
    // Where there is no other one it is shown, and said.
    secure.site.kill();
    faults.shift_clock(-2 * 24 * 60 * 60);
    write(&secure.files, &next);
    let refused = "the certificate is not good yet; browsers refuse the site";
    assert!(!secure.site.log().contains(refused), "{}", secure.site.log());
    let own = settings(&secure.files, secure.address, secure.redirect);
    let own = own.iter().map(|(name, value)| (*name, value.as_str()));
    let all: Vec<_> = own.chain(faults.settings()).collect();
    secure.site = RunningSite::start(BINARY, &secure.database, &all);
    eventually("it is said", || secure.site.log().contains(refused)).await;
}

/// It would be waited for without end, by all who wait for that.
#[tokio::test]
async fn a_pipe_in_place_of_a_certificate_holds_up_nobody() {
    let secure = SecureSite::start(&[]).await;
    std::fs::remove_file(&secure.files[0]).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&secure.files[0]).status().unwrap();
    assert!(made.success());
    let told = || {
        let log = secure.site.log();
        log.contains("the old one stays") && log.contains("not a regular file")
    };
    eventually("it is said", told).await;
    secure.client.request("GET", "/navlinks", &[], b"").await.expect(200);
    secure.site.request("GET", "/health/ready", None, "").expect(200);
    let next = make(Certificate::Good);
    std::fs::remove_file(&secure.files[0]).unwrap();
    write(&secure.files, &next);
    let client = Secure::new(secure.address, "localhost", &next.authority);
    wait_for("the next good one is shown", || async {
        client.connect(&["http/1.1"]).await.is_ok()
    })
    .await;
}

async fn wait_for<F: Future<Output = bool>>(what: &str, mut is_so: impl FnMut() -> F) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so().await {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn a_certificate_that_cannot_be_used_stops_the_start_with_one_line() {
    let database = TestDatabase::create().await;
    let file = |name: &str| database.folder.path().join(name).display().to_string();
    std::fs::write(file("site.pem"), make(Certificate::Good).certificate).unwrap();
    std::fs::write(file("other.key"), make(Certificate::Good).key).unwrap();
    let write = |key: &str, more: &str| {
        let text = format!(
            "[server]\nlisten = \"127.0.0.1:0\"\n{more}\n[tls]\nlisten = \"127.0.0.1:0\"\n\
             redirect_listen = \"\"\ncertificate = \"{}\"\nkey = \"{key}\"\n",
            file("site.pem")
        );
        std::fs::write(file("folia.toml"), text).unwrap();
    };
    let public = "public_url = \"https://localhost\"";
    for (key, more, expected) in [
        (file("missing.key"), public, "the certificate cannot be read from"),
        (file("other.key"), public, "cannot be used: certificate and key cannot be used together"),
        (file("site.pem"), public, "there is no private key in it"),
        (String::new(), public, "tls.key must be set when tls.certificate is"),
        (file("other.key"), "", "server.public_url must be set when tls.certificate is"),
        (
            file("other.key"),
            "public_url = \"http://x\"",
            "server.public_url must be an https address",
        ),
    ] {
        write(&key, more);
        let output = run_folia(BINARY, &database, &["serve"]);
        let complaint = String::from_utf8(output.stderr).unwrap();
        let line = complaint.lines().find(|line| line.starts_with("folia: ")).unwrap_or_default();
        assert!(line.contains(expected), "{expected}: {complaint}");
        assert!(!output.status.success());
    }
}

#[tokio::test]
async fn what_is_no_http_is_a_problem_document_over_tls_too() {
    let secure = SecureSite::start(&[]).await;
    let problem = |bytes: Vec<u8>| {
        let client = secure.client.clone();
        async move { String::from_utf8_lossy(&client.exchange(&bytes).await).into_owned() }
    };
    let headers = "x: y\r\n".repeat(150);
    let large = format!("x: {}\r\n", "y".repeat(100_000));
    for (request, status) in [
        ("NONSENSE\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\n{large}\r\n"), 431),
    ] {
        let answer = problem(request.into_bytes()).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(answer.contains("application/problem+json"), "{answer}");
    }
}

#[tokio::test]
async fn whoever_is_slow_in_the_handshake_or_after_it_is_cut_off() {
    let timeouts = [("FOLIA_SERVER__HEAD_TIMEOUT", "6"), ("FOLIA_SERVER__BODY_TIMEOUT", "1")];
    let secure = SecureSite::start(&timeouts).await;
    let token = make_token(&secure.database, "admin");
    // Silent from the first byte, in the middle of a greeting, and not speaking TLS at all.
    let greeting = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    for start in [&[][..], &greeting, b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"] {
        let mut stream = TcpStream::connect(secure.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(start).unwrap();
        let mut rest = Vec::new();
        // Returns when the other side has closed, which without a limit it never would.
        stream.read_to_end(&mut rest).ok();
    }
    let half = secure.client.exchange(b"GET /health").await;
    assert!(half.is_empty() || half.starts_with(b"HTTP/1.1 408 "));
    let slow = format!(
        "POST /navlinks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    );
    let answer = secure.client.exchange(slow.as_bytes()).await;
    assert!(answer.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test]
async fn handshakes_that_never_end_give_way_to_newcomers() {
    let secure = SecureSite::start(&[("FOLIA_SERVER__MAX_CONNECTIONS", "40")]).await;
    let held: Vec<TcpStream> =
        (0..60).map(|_| TcpStream::connect(secure.address).unwrap()).collect();
    for _ in 0..5 {
        secure.client.request("GET", "/health/live", &[], b"").await.expect(200);
        secure.site.request("GET", "/health/live", None, "").expect(200);
    }
    drop(held);
}

#[tokio::test]
async fn it_stops_in_order_while_people_are_connected() {
    let mut secure = SecureSite::start(&[]).await;
    let http2 = secure.client.http2().await;
    http2.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
    assert!(run_folia(BINARY, &secure.database, &["health"]).status.success());
    let _handshaking = TcpStream::connect(secure.address).unwrap();
    let started = Instant::now();
    assert_eq!(secure.site.stop(), Some(0));
    // Nothing was in hand, so nothing was waited for.
    assert!(!secure.site.log().contains("were cut off"), "{:?}", started.elapsed());
    assert!(http2.request("GET", "/health/live", &[], b"").await.is_err());
    assert!(!run_folia(BINARY, &secure.database, &["health"]).status.success());
}
