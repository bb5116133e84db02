//! Places for connections, when there are fewer than those who want one: whoever holds theirs by doing a little all
//! the time keeps no newcomer out, and neither does a lack of descriptors.

use std::fs::Permissions;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use testkit::{
    AT_ONCE, Crowd, Malice, RunningSite, TestDatabase, allow_many_files, try_request_at,
};

use crate::service::binary::BINARY;

/// Well below the time after which somebody who asks for nothing gives way.
const OFTEN: Duration = Duration::from_millis(200);
const PLACES: usize = 8;

/// Newcomers, one after the other, are answered.
fn newcomers_are_answered(address: SocketAddr, times: usize) {
    for _ in 0..times {
        let started = Instant::now();
        let answer = try_request_at(address, "GET", "/health/live", &[], b"");
        assert_eq!(answer.expect("a newcomer is answered").status, 200);
        assert!(started.elapsed() < AT_ONCE, "{:?}", started.elapsed());
    }
}

/// One answer without a body; none when the connection has ended.
fn read_head(stream: &mut BufReader<TcpStream>) -> Option<()> {
    let mut line = String::new();
    while stream.read_line(&mut line).ok()? > 0 {
        if line == "\r\n" {
            return Some(());
        }
        line.clear();
    }
    None
}

/// As many as there are places, each of whom comes back when it has to leave, while newcomers come.
fn held_by(site: &RunningSite, occupy: fn(&mut BufReader<TcpStream>) -> Option<()>) {
    let (is_over, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..PLACES {
            scope.spawn(|| {
                while !is_over.load(Ordering::SeqCst) {
                    let stream = TcpStream::connect(site.address).expect("the site listens");
                    stream.set_read_timeout(Some(Duration::from_secs(1))).expect("it can be set");
                    let mut stream = BufReader::new(stream);
                    while !is_over.load(Ordering::SeqCst) && occupy(&mut stream).is_some() {
                        asked.fetch_add(1, Ordering::SeqCst);
                    }
                }
            });
        }
        while asked.load(Ordering::SeqCst) < 2 * PLACES {
            std::thread::sleep(Duration::from_millis(10));
        }
        let answered = std::panic::catch_unwind(|| newcomers_are_answered(site.address, 10));
        is_over.store(true, Ordering::SeqCst);
        answered.expect("newcomers are answered");
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_ask_again_and_again_keep_no_newcomer_out() {
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_SERVER__MAX_CONNECTIONS", "8")];
    let site = RunningSite::start(BINARY, &database, &settings);
    held_by(&site, |stream| {
        stream
            .get_mut()
            .write_all(b"HEAD /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n")
            .ok()?;
        read_head(stream)?;
        std::thread::sleep(OFTEN);
        Some(())
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn those_whose_bodies_come_late_keep_no_newcomer_out() {
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_SERVER__MAX_CONNECTIONS", "8")];
    let site = RunningSite::start(BINARY, &database, &settings);
    held_by(&site, |stream| {
        let head = b"HEAD /health/live HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\n\r\n";
        stream.get_mut().write_all(head).ok()?;
        std::thread::sleep(Duration::from_millis(900));
        stream.get_mut().write_all(b"x").ok()?;
        read_head(stream)
    });
}

#[tokio::test]
async fn an_answer_is_the_last_of_its_connection_only_while_somebody_waits() {
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_SERVER__MAX_CONNECTIONS", "1")];
    let site = RunningSite::start(BINARY, &database, &settings);
    let mut stream = BufReader::new(site.connect());
    for _ in 0..20 {
        // All places are taken, and nobody wants one.
        let head = b"HEAD /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n";
        stream.get_mut().write_all(head).expect("the connection is open");
        read_head(&mut stream).expect("it is answered");
    }
    drop(stream);
    newcomers_are_answered(site.address, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn places_fit_into_the_descriptors_that_the_system_allows() {
    let database = TestDatabase::create().await;
    let program = database.folder.path().join("few-descriptors");
    let script = format!("#!/bin/sh\nulimit -n 128\nexec '{BINARY}' \"$@\"\n");
    std::fs::write(&program, script).expect("the folder can be written to");
    std::fs::set_permissions(&program, Permissions::from_mode(0o700)).expect("it is ours");
    let program = program.to_str().expect("the folder has a plain name");
    let site = RunningSite::start(program, &database, &[]);
    site.logs("fewer connections than server.max_connections").await;
    let crowd = Crowd::gather(site.address, &[Malice::Silent], 300).await;
    let address = site.address;
    tokio::task::spawn_blocking(move || newcomers_are_answered(address, 20)).await.unwrap();
    assert!(!site.log().contains("cannot accept"), "{}", site.log());
    drop(crowd);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn without_a_descriptor_for_a_newcomer_the_slowest_gives_way() {
    allow_many_files(1024);
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    newcomers_are_answered(site.address, 1);
    // Fewer than it was told at its start.
    let process = i32::try_from(site.process_id()).expect("it is a number of a process");
    rlimit::prlimit(process, rlimit::Resource::NOFILE, Some((128, 128)), None)
        .expect("the process is ours");
    let crowd = Crowd::gather(site.address, &[Malice::Silent], 300).await;
    let address = site.address;
    tokio::task::spawn_blocking(move || newcomers_are_answered(address, 20)).await.unwrap();
    assert!(site.log().contains("cannot accept a connection"));
    drop(crowd);
}
