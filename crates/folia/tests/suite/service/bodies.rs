//! Bodies that take all the space there is for bodies, over sockets: whoever has kept us waiting for longest gives
//! way, and whoever sends is served.

use std::io::{Read, Write};
use std::net::TcpStream;

use testkit::{RunningSite, TestDatabase};

use crate::memory::process::CHUNK;
use crate::service::binary::{BINARY, make_token};

/// One byte short of the longest that is taken.
const ALMOST: usize = 4 * 1024 * 1024 - 1;
/// Of 128 MiB.
const FIT: usize = 32;
const SENDERS: usize = 40;

fn send_all_but_the_end(site: &RunningSite, token: &str) -> TcpStream {
    let mut stream = site.connect();
    let head = format!(
        "POST /content/chunks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        ALMOST + 1
    );
    stream.write_all(head.as_bytes()).unwrap();
    // Whoever has to leave in the middle is told below.
    stream.write_all(&vec![b' '; ALMOST]).ok();
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_bodies_give_way_to_whoever_sends() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let chunk = |text: &str| CHUNK.replace("TEXT", text);
    site.request("POST", "/content/chunks", Some(&token), &chunk("before")).expect(201);
    let held: Vec<_> = (0..SENDERS).map(|_| send_all_but_the_end(&site, &token)).collect();
    for round in 0..3 {
        let long = format!("{round}{}", " word".repeat(1500));
        site.request("POST", "/content/chunks", Some(&token), &chunk(&long)).expect(201);
        let wrong = "x".repeat(60 * 1024);
        site.request("POST", "/contact", None, &wrong).expect_problem(400, "rejected");
    }
    // Those for whom there is no room have left, the last has not: what it holds is its until it is needed.
    let (left, stayed) = held.split_at(SENDERS - FIT);
    for mut stream in left {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok();
        assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        assert!(answer.contains("\"busy\""), "{answer}");
    }
    let mut last = stayed.last().unwrap();
    last.write_all(b" ").unwrap();
    let mut start = [0; 12];
    last.read_exact(&mut start).unwrap();
    assert_eq!(start, *b"HTTP/1.1 400", "whole, and no JSON");
}
