//! What only the real process shows about media: sockets, sudden death, memory, the commands.

use std::io::{Read, Write};
use std::time::Duration;

use testkit::{Answer, Engine, Form, RunningSite, TestDatabase, run_folia, soon};

use crate::media::{mp4, picture};
use crate::service::binary::{BINARY, make_token};

#[track_caller]
fn expect_order(database: &TestDatabase) {
    let output = run_folia(BINARY, database, &["check"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
}

fn memory_of(site: &RunningSite) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", site.process_id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix("kB").unwrap().trim().parse::<u64>().unwrap() * 1024
}

fn fetch(site: &RunningSite, path: &str) -> Answer {
    site.request("GET", path, None, "")
}

#[tokio::test]
async fn an_upload_survives_a_restart_and_the_commands_know_it() {
    let database = TestDatabase::create().await;
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let form = Form::default().file("Photo.avif", &picture("photo.avif"));
    let made = site.post_form("/uploads", &token, form).expect(201).json();
    let url = made["url"].as_str().unwrap();
    let before = fetch(&site, url).expect(200).body;
    let ready = fetch(&site, "/health/ready").expect(200).json();
    assert_eq!(ready["dependencies"]["media"], "ok");
    site.kill();
    expect_order(&database);
    let rebuilt = run_folia(BINARY, &database, &["media", "rebuild"]);
    assert_eq!(String::from_utf8_lossy(&rebuilt.stdout), "1 of 1 pictures made again\n");
    let site = RunningSite::start(BINARY, &database, &[]);
    assert_eq!(fetch(&site, url).expect(200).body, before);
    expect_order(&database);
    assert!(!site.log().contains("panicked"));
}

/// S-UPL-05: lying, missing and true lengths over a socket.
#[tokio::test]
async fn reading_stops_at_the_limit_whatever_the_length_says() {
    let database = TestDatabase::create().await;
    let site =
        RunningSite::start(BINARY, &database, &[("FOLIA_MEDIA__MAX_VIDEO_BYTES", "9000000")]);
    let token = make_token(&database, "admin");
    let mut jpeg = picture("grey.jpg");
    jpeg.resize(200_000_000, 0);
    let body = Form::default().file("x.jpg", &jpeg).into_bytes();
    let head = |length: &str| {
        format!(
            "POST /uploads HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             content-type: {}\r\n{length}\r\n\r\n",
            Form::CONTENT_TYPE
        )
    };
    let declared = format!("content-length: {}", body.len());
    for (length, chunked) in [
        (declared.as_str(), false),
        ("content-length: 8000000", false),
        ("transfer-encoding: chunked", true),
    ] {
        let mut stream = site.connect();
        stream.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(head(length).as_bytes()).unwrap();
        let mut sent = 0;
        for piece in body.chunks(16_384) {
            let framed = match chunked {
                true => [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat(),
                false => piece.to_vec(),
            };
            if stream.write_all(&framed).is_err() {
                break;
            }
            sent += piece.len();
        }
        // What the two kernels hold between us was sent, but not read.
        assert!(sent < 60_000_000, "{length}: {sent}");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok();
        // A client that goes on sending may lose the answer, as on any server.
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer:.100}");
    }
    // A client that sends all it has before it listens still learns why it was refused.
    for (token, status) in [(token.as_str(), 413), ("folia_nonsense", 401)] {
        for _ in 0..5 {
            let form = Form::default().file("x.jpg", &jpeg[..5_900_000]);
            site.post_form("/uploads", token, form).expect(status);
        }
    }
    // A client that waits for the answer gets it.
    let mut stream = site.connect();
    stream.write_all(head(&declared).as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    expect_order(&database);
}

#[tokio::test]
async fn memory_stays_flat_while_videos_come_and_go() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let video = mp4(90_000_000);
    fetch(&site, "/navlinks").expect(200);
    let before = memory_of(&site);
    let form = Form::default().file("x.mp4", &video);
    let made = site.post_form("/uploads", &token, form).expect(201).json();
    let after_upload = memory_of(&site);
    assert!(after_upload < before + (40 << 20), "{before} {after_upload}");
    let url = made["url"].as_str().unwrap();
    let mut stream = site.connect();
    let request = format!("GET {url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let (mut received, mut most) = (0, 0);
    let mut buffer = vec![0; 1 << 20];
    loop {
        let count = stream.read(&mut buffer).unwrap();
        if count == 0 {
            break;
        }
        received += count;
        most = most.max(memory_of(&site));
    }
    assert!(received > video.len(), "{received}");
    assert!(most < after_upload + (16 << 20), "{after_upload} {most}");
    expect_order(&database);
}

/// S-MEDIA-03, and what decision 20 promises.
#[tokio::test]
async fn sudden_death_leaves_nothing_that_is_not_seen_and_cleaned_up() {
    let database = TestDatabase::create().await;
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let bytes = Form::default().file("x.mp4", &mp4(20_000_000)).into_bytes();
    for round in 0..6_usize {
        let request = format!(
            "POST /uploads HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             content-type: {}\r\ncontent-length: {}\r\n\r\n",
            Form::CONTENT_TYPE,
            bytes.len()
        );
        let mut stream = site.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let sent = bytes.len() * (round + 1) / 6;
        stream.write_all(&bytes[..sent]).unwrap();
        std::thread::sleep(Duration::from_millis(40 * round as u64));
        site.kill();
        site = RunningSite::start(BINARY, &database, &[]);
    }
    // Parts that a bucket holds of an upload that never ended are not files.
    expect_order(&database);
    let list = site.request("GET", "/uploads", Some(&token), "").expect(200).json();
    for item in list["items"].as_array().unwrap() {
        let video = fetch(&site, item["url"].as_str().unwrap()).expect(200);
        assert_eq!(item["bytes"], video.body.len());
        let path = format!("/uploads/{}", item["id"].as_str().unwrap());
        site.request("DELETE", &path, Some(&token), "").expect(204);
    }
    // With a server other nodes may be at work, so what is unfinished is given an hour.
    if Engine::chosen() != Engine::Sqlite {
        return;
    }
    let media = database.folder.path().join("data/media");
    let left: Vec<_> = std::fs::read_dir(&media).into_iter().flatten().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// S-MEDIA-03: killed at ten moments of a preview; what is left expires like all others.
#[tokio::test]
async fn a_preview_that_is_killed_leaves_nothing_that_does_not_expire() {
    let database = TestDatabase::create().await;
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let form = || Form::default().file("x.jpg", &picture("phone-p3-exif6.jpg"));
    let bytes = form().into_bytes();
    for round in 0..10 {
        let request = format!(
            "POST /uploads/filter-previews HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             content-type: {}\r\ncontent-length: {}\r\n\r\n",
            Form::CONTENT_TYPE,
            bytes.len()
        );
        let mut stream = site.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream.write_all(&bytes).unwrap();
        std::thread::sleep(Duration::from_millis(15 * round));
        site.kill();
        site = RunningSite::start(BINARY, &database, &[]);
    }
    expect_order(&database);
    let list = site.request("GET", "/uploads", Some(&token), "").expect(200).json();
    assert_eq!(list["total"], 0);
    let previews = database.folder.path().join("data/media/previews");
    if !previews.is_dir() {
        // In a bucket; what is there has the same names.
        return;
    }
    // Ten minutes are in the folders' names: made older, they are what the clock would make them.
    let folders = || std::fs::read_dir(&previews).unwrap().flatten().map(|entry| entry.path());
    for folder in folders() {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let (expires_at, secret) = name.split_once('-').unwrap();
        let expired = i64::from_str_radix(expires_at, 16).unwrap() - 601_000_000;
        std::fs::rename(&folder, previews.join(format!("{expired:x}-{secret}"))).unwrap();
    }
    site.post_form("/uploads/filter-previews", &token, form()).expect(200);
    assert_eq!(folders().count(), 1);
    assert_eq!(std::fs::read_dir(folders().next().unwrap()).unwrap().count(), 7);
    expect_order(&database);
}

#[tokio::test]
async fn a_client_that_goes_away_leaves_nothing() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let bytes = Form::default().file("x.mp4", &mp4(20_000_000)).into_bytes();
    let mut stream = site.connect();
    let request = format!(
        "POST /uploads HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: {}\r\ncontent-length: {}\r\n\r\n",
        Form::CONTENT_TYPE,
        bytes.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    stream.write_all(&bytes[..12_000_000]).unwrap();
    drop(stream);
    let media = database.folder.path().join("data/media");
    let left = || std::fs::read_dir(&media).into_iter().flatten().flatten().count();
    soon("nothing is left of it", || left() == 0).await;
    expect_order(&database);
}
