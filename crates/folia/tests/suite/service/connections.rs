//! Connections that are used again: where little of a body was left unread it is taken, and the
//! connection goes on; an answer before much of it says that it is the last one.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use testkit::{RunningSite, TestDatabase};

use crate::service::binary::{BINARY, make_token};

/// A client that keeps its connection for the next request unless it is told not to.
struct Reusing<'a> {
    site: &'a RunningSite,
    open: Option<BufReader<TcpStream>>,
    opened: u32,
}

impl<'a> Reusing<'a> {
    fn new(site: &'a RunningSite) -> Self {
        Self { site, open: None, opened: 0 }
    }

    /// The status of the answer, and whether it was said to be the last.
    fn ask(&mut self, request: &str, body: &[u8]) -> (u16, bool) {
        let mut stream = self.open.take().unwrap_or_else(|| {
            self.opened += 1;
            BufReader::new(self.site.connect())
        });
        stream.get_mut().write_all(request.as_bytes()).expect("an open connection takes a head");
        stream.get_mut().write_all(body).expect("an open connection takes a body");
        let (mut status, mut length, mut last) = (0, 0, false);
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).expect("an open connection gives an answer");
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().unwrap();
            } else if line == "connection: close" {
                last = true;
            } else if line.is_empty() {
                break;
            }
        }
        let mut rest = vec![0; length];
        stream.read_exact(&mut rest).expect("the answer comes whole");
        if !last {
            self.open = Some(stream);
        }
        (status, last)
    }
}

#[tokio::test]
async fn an_answer_before_the_body_was_read_is_the_last_of_its_connection_and_says_so() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let mut client = Reusing::new(&site);
    let health = "GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let post = |credential: &str, length: usize| {
        format!(
            "POST /navlinks HTTP/1.1\r\nhost: localhost\r\n{credential}content-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        )
    };
    let admin = format!("authorization: Bearer {token}\r\n");
    let link = br#"{"title":"x","url":"/"}"#;
    for round in 0..20 {
        // Read to the end: the connection goes on, whether the answer is good or not.
        assert_eq!(client.ask(health, b""), (200, false));
        assert_eq!(client.ask(&post(&admin, link.len()), link), (201, false), "{round}");
        assert_eq!(client.ask(&post(&admin, 2), b"{}"), (422, false));
        // Too much, of which only a start is sent: refused before it is read.
        let huge = 64 * 1024 * 1024;
        assert_eq!(client.ask(&post(&admin, huge), &[b' '; 2000]), (413, true));
        // Turned away at the door.
        assert_eq!(client.ask(&post("", huge), &[b' '; 2000]), (401, true));
        assert_eq!(client.ask(&post("", link.len()), link), (401, false));
    }
    assert_eq!(client.opened, 41);
}
