//! What anonymous peers can do to the others: nothing. They are slow, silent, greedy or false, and
//! honest readers do not notice.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use testkit::{AT_ONCE, CachingProxy, Obeys, RunningSite, TestDatabase, request_at};

use crate::service::binary::{BINARY, make_token};

const PLACES: usize = 60;

fn few_places() -> [(&'static str, &'static str); 1] {
    [("FOLIA_SERVER__MAX_CONNECTIONS", "60")]
}

/// An honest reader, on a connection of its own.
fn expect_served(site: &RunningSite, what: &str) {
    let started = Instant::now();
    site.request("GET", "/health/live", None, "").expect(200);
    let took = started.elapsed();
    // Those who hold the places could keep them for the fifteen seconds that a head may take.
    assert!(took < AT_ONCE, "{what}: {took:?}");
}

#[tokio::test]
async fn peers_that_hold_every_place_give_way_to_newcomers() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &few_places());
    let pipelined = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
    let body = "POST /contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 60000\r\n\r\n{";
    for (what, start) in [
        ("silent", ""),
        ("half a head", "GET / HTTP"),
        ("no reading", &pipelined),
        ("a body", body),
    ] {
        let held: Vec<TcpStream> = (0..PLACES + 20)
            .map(|_| {
                let mut stream = site.connect();
                stream.write_all(start.as_bytes()).ok();
                stream
            })
            .collect();
        // Nobody has to leave before they could show what they want.
        std::thread::sleep(Duration::from_millis(700));
        for _ in 0..5 {
            expect_served(&site, what);
        }
        drop(held);
    }
    assert!(!site.log().contains("panicked"));
}

#[tokio::test]
async fn a_message_has_the_size_of_a_message_and_is_kept_compactly() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    expect_served(&site, "warm");
    let before = site.resident().unwrap_or_default();
    let head = "POST /contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                transfer-encoding: chunked\r\n\r\n";
    // One byte in each chunk, as much as is taken.
    let drips = "1\r\n \r\n".repeat(64 * 1024);
    let held: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = site.connect();
            stream.write_all(head.as_bytes()).ok();
            stream.write_all(drips.as_bytes()).ok();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    let grown = site.resident().unwrap_or_default().saturating_sub(before);
    assert!(grown < 64 * 1024 * 1024, "{grown}");
    drop(held);
    // Beyond that the answer comes before the body, and is heard.
    for length in [64 * 1024 + 1, 1024 * 1024] {
        let body = vec![b' '; length];
        let headers = [("content-type", "application/json")];
        let answer = request_at(site.address, "POST", "/contact", &headers, &body);
        answer.expect_problem(400, "rejected");
    }
}

/// Each was compressed with a table of 32 MB, as many at once as came.
#[tokio::test]
async fn many_new_pages_at_once_cost_little_memory() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    site.request("GET", "/", None, "").expect(200);
    let before = site.resident().unwrap_or_default();
    let address = site.address;
    let readers: Vec<_> = (0..32)
        .map(|reader| {
            std::thread::spawn(move || {
                for number in 0..8 {
                    // Full addresses stand in a page, so it is another one for each of these.
                    let host = format!("localhost:{}", 1 + reader * 8 + number);
                    let headers = [("host", host.as_str()), ("accept", "text/html")];
                    request_at(address, "GET", "/", &headers, b"").expect(200);
                }
            })
        })
        .collect();
    let mut most = before;
    while readers.iter().any(|reader| !reader.is_finished()) {
        most = most.max(site.resident().unwrap_or_default());
        std::thread::sleep(Duration::from_millis(5));
    }
    for reader in readers {
        reader.join().expect("every reader gets every page");
    }
    let grown = most.saturating_sub(before);
    assert!(grown < 96 * 1024 * 1024, "{grown}");
}

/// As forms with files, bodies had five minutes.
#[tokio::test]
async fn a_body_that_drips_is_cut_by_its_rate_whatever_it_says_it_is() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let mut stream = site.connect();
    let head = "POST /contact HTTP/1.1\r\nhost: localhost\r\n\
                content-type: multipart/form-data; boundary=b\r\ncontent-length: 60000\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let started = Instant::now();
    let mut dripping = stream.try_clone().unwrap();
    std::thread::spawn(move || {
        while dripping.write_all(b"x").is_ok() {
            std::thread::sleep(Duration::from_millis(200));
        }
    });
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    let took = started.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
}

/// Each byte is something, and all together are never a head.
#[tokio::test]
async fn a_head_that_drips_has_the_time_of_a_head_and_no_more() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[("FOLIA_SERVER__HEAD_TIMEOUT", "2")]);
    for earlier in ["", "GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n"] {
        let mut stream = site.connect();
        let start = format!("{earlier}GET / HTTP/1.1\r\nhost: localhost\r\nx: ");
        stream.write_all(start.as_bytes()).unwrap();
        let started = Instant::now();
        let mut dripping = stream.try_clone().unwrap();
        std::thread::spawn(move || {
            while dripping.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok();
        let took = started.elapsed();
        assert!(took < 3 * AT_ONCE, "{took:?}");
    }
}

/// Requests that are refused at the door, and good ones, through the proxy of docs/operations.md.
#[tokio::test]
async fn a_proxy_can_go_on_with_a_connection_on_which_somebody_was_refused() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let proxy = CachingProxy::start(site.address, Obeys::Everything);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let address = proxy.address;
            std::thread::spawn(move || {
                let json = [("content-type", "application/json")];
                let body = vec![b' '; 2000];
                let mut statuses = Vec::new();
                for round in 0..40 {
                    let refused = request_at(address, "PUT", "/navlinks/x", &json, &body);
                    let path = format!("/health/live?{round}");
                    let good = request_at(address, "GET", &path, &[], b"");
                    statuses.push((refused.status.as_u16(), good.status.as_u16()));
                }
                statuses
            })
        })
        .collect();
    for thread in threads {
        let statuses = thread.join().unwrap();
        assert!(statuses.iter().all(|both| *both == (401, 200)), "{statuses:?}");
    }
}

#[tokio::test]
async fn a_request_is_for_this_site_and_says_so_once() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let ask = |hosts: &str| {
        let request = format!("GET /health/live HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
        site.exchange(request.as_bytes())
    };
    for good in ["host: localhost\r\n", "host: 127.0.0.1:8080\r\n", "host: [::1]\r\n"] {
        assert!(ask(good).starts_with("HTTP/1.1 200 "), "{good}");
    }
    for bad in
        ["", "host: evil.example\r\n", "host: localhost\r\nhost: localhost\r\n", "host: a b\r\n"]
    {
        let answer = ask(bad);
        assert!(answer.starts_with("HTTP/1.1 400 "), "{bad:?}: {answer}");
        assert!(answer.contains("application/problem+json"), "{bad:?}");
    }
    // With a public name, that and no other is known where not everybody may call.
    let other = TestDatabase::create().await;
    let settings = [("FOLIA_SERVER__PUBLIC_URL", "https://site.example")];
    let site = RunningSite::start(BINARY, &other, &settings);
    for (host, status) in [("site.example", 401), ("evil.example", 400), ("localhost", 401)] {
        let answer = request_at(site.address, "GET", "/redirects", &[("host", host)], b"");
        assert_eq!(answer.status, status, "{host}");
    }
}

/// A site that anybody can reach and that was not told its name, and one behind a proxy that was not.
#[tokio::test]
async fn without_a_public_address_guarded_routes_answer_to_names_that_nobody_can_own() {
    let (first, second) = (TestDatabase::create().await, TestDatabase::create().await);
    let everywhere = RunningSite::start_at("0.0.0.0:0", BINARY, &first, &[]);
    let proxies = [("FOLIA_SERVER__TRUSTED_PROXIES", "127.0.0.1")];
    let proxied = RunningSite::start(BINARY, &second, &proxies);
    for (site, database) in [(&everywhere, &first), (&proxied, &second)] {
        let credential = format!("Bearer {}", make_token(database, "admin"));
        let ask = |path: &str, host: &str| {
            let headers = [("host", host), ("authorization", credential.as_str())];
            request_at(site.address, "GET", path, &headers, b"")
        };
        for host in ["127.0.0.1:8080", "localhost", "nas", "nas.local:8080", "192.0.2.7"] {
            assert_eq!(ask("/redirects", host).status, 200, "{host}");
        }
        for host in ["evil.example", "nas.evil.example:8080", "localhost:80@evil.example"] {
            let refused = ask("/redirects", host).expect_problem(400, "malformed");
            // Whoever only forgot to tell it learns what to do.
            let detail = refused["detail"].as_str().unwrap();
            assert!(detail.contains("server.public_url"), "{detail}");
            // What everybody may read is there by any name.
            assert_eq!(ask("/navlinks", host).status, 200, "{host}");
        }
        // No browser speaks HTTP/1.0, and without a name there is none to be misled by.
        let old = |head: &str| site.exchange(format!("{head}\r\n\r\n").as_bytes());
        assert!(old("GET /redirects HTTP/1.0").contains(" 401 "));
        assert!(old("GET /redirects HTTP/1.0\r\nhost: evil.example").contains(" 400 "));
        assert!(site.log().contains("server.public_url is not set"));
    }
}
