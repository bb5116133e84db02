//! A service that answers as it likes, and what the client makes of it.

#![cfg(test)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use outbound::http::{Client, HttpError, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Answers every connection with the same bytes and then stays silent.
async fn service(answer: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let answer = answer.clone();
            tokio::spawn(async move {
                let mut head = [0; 4096];
                let _ = stream.read(&mut head).await;
                stream.write_all(&answer).await.ok();
                std::future::pending::<()>().await;
            });
        }
    });
    format!("http://{address}/?secret=canary")
}

async fn ask(limits: Limits, address: &str) -> Result<(u16, Bytes), HttpError> {
    let request = Request::post(address).body(Bytes::from_static(b"question")).unwrap();
    let answer = Client::new(limits).send(request).await?;
    Ok((answer.status().as_u16(), answer.into_body()))
}

fn strict() -> Limits {
    let short = Duration::from_millis(400);
    Limits { read: short, total: short * 2, answer_bytes: 1000, ..Limits::default() }
}

#[tokio::test]
async fn an_answer_arrives_whole_whatever_its_status() {
    let address = service(b"HTTP/1.1 418 x\r\nContent-Length: 5\r\n\r\nhello".to_vec()).await;
    let answer = ask(Limits::default(), &address).await.unwrap();
    assert_eq!(answer, (418, Bytes::from_static(b"hello")));
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let elsewhere = service(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_vec()).await;
    let head = format!("HTTP/1.1 302 x\r\nLocation: {elsewhere}\r\nContent-Length: 0\r\n\r\n");
    let address = service(head.into_bytes()).await;
    assert_eq!(ask(Limits::default(), &address).await.unwrap().0, 302);
}

#[tokio::test]
async fn silence_and_hanging_answers_are_cut_off() {
    for answer in [&b""[..], b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"] {
        let address = service(answer.to_vec()).await;
        assert_eq!(ask(strict(), &address).await, Err(HttpError::TimedOut));
    }
}

#[tokio::test]
async fn an_answer_too_large_is_not_read_to_its_end() {
    let mut endless = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for _ in 0..10 {
        endless.extend_from_slice(b"c8\r\n");
        endless.extend_from_slice(&[b'x'; 200]);
        endless.extend_from_slice(b"\r\n");
    }
    let address = service(endless).await;
    assert_eq!(ask(strict(), &address).await, Err(HttpError::TooLarge(1000)));
}

#[tokio::test]
async fn packed_answers_stay_packed() {
    let head =
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc".to_vec();
    let address = service(head).await;
    assert_eq!(ask(strict(), &address).await.unwrap().1, "abc");
}

#[tokio::test]
async fn errors_do_not_repeat_the_address() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}/?secret=canary", listener.local_addr().unwrap())
    };
    let nonsense = service(b"nonsense\r\n\r\n".to_vec()).await;
    for address in [closed.as_str(), nonsense.as_str(), "nowhere:canary"] {
        let error = ask(strict(), address).await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("canary"), "{error:?}");
    }
}

async fn eventually(mut is_so: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it never was so");
}

/// Of those who ask a service that hangs, so many do and so many wait. The next is told at once.
#[tokio::test]
async fn more_than_can_wait_are_told_so_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let held = seen.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            held.lock().unwrap().push(stream);
        }
    });
    let long = Duration::from_secs(120);
    let limits = Limits { read: long, total: long, at_a_time: 2, waiting: 1, ..Limits::default() };
    let client = Client::new(limits);
    let ask = || {
        let request = Request::get(&address).body(Bytes::new()).unwrap();
        let client = client.clone();
        async move { client.send(request).await.map(|_| ()) }
    };
    let mut asking: Vec<_> = (0..3).map(|_| tokio::spawn(ask())).collect();
    eventually(|| seen.lock().unwrap().len() == 2).await;
    // Before any of them can have run out of time.
    assert_eq!(ask().await, Err(HttpError::Crowded));
    assert_eq!(ask().await, Err(HttpError::Crowded));
    assert_eq!(seen.lock().unwrap().len(), 2, "one of the three waits");
    assert!(asking.iter().all(|one| !one.is_finished()));
    // One gives up: whoever waited has their turn, and somebody else may wait.
    asking.remove(0).abort();
    eventually(|| seen.lock().unwrap().len() == 3).await;
    let waiting = tokio::spawn(ask());
    // It has no way to say that it waits, but its first step is that.
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished());
    assert_eq!(ask().await, Err(HttpError::Crowded));
    assert_eq!(seen.lock().unwrap().len(), 3);
    asking.iter().for_each(tokio::task::JoinHandle::abort);
    waiting.abort();
}
