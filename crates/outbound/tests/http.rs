//! A service that answers as it likes, and what the client makes of it.

#![cfg(test)]

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
