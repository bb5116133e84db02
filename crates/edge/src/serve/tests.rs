//! What comes of requests on real sockets, whatever their handlers do.

use std::convert::Infallible;

use axum::Router;
use axum::body::Body;
use axum::routing::{get, post};
use bytes::Bytes;
use futures_util::stream;
use kernel::Randomness;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;
use crate::{Credentials, ServiceOptions};

/// Where something listens that answers with this router, until the end of the test.
async fn start(router: Router) -> (SocketAddr, watch::Sender<bool>) {
    let metrics = Metrics::default();
    let service = HttpService::new(
        router,
        Arc::new(|parts| Box::pin(async { (parts, Ok(Credentials::default())) })),
        &metrics,
        Randomness::seeded(1),
        ServiceOptions::default(),
    );
    let listener = listen(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let address = listener.local_addr().unwrap();
    let seconds = Duration::from_secs(5);
    let limits = Limits {
        connections: 10,
        head_timeout: seconds,
        body_timeout: seconds,
        upload_timeout: seconds,
        drain_timeout: seconds,
    };
    let (stop, stopped) = watch::channel(false);
    let entrances = vec![Entrance { listener, service, tls: None }];
    tokio::spawn(serve(entrances, metrics, limits, stopped));
    (address, stop)
}

fn head(method: &str, path: &str) -> Vec<u8> {
    format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

/// Reads until this has come.
async fn read_until(client: &mut TcpStream, end: &str) -> String {
    let mut read = Vec::new();
    while !read.ends_with(end.as_bytes()) {
        let more = tokio::time::timeout(Duration::from_secs(5), client.read_buf(&mut read)).await;
        assert!(more.unwrap().unwrap() > 0, "{}", String::from_utf8_lossy(&read));
    }
    String::from_utf8(read).unwrap()
}

async fn breaks() -> &'static str {
    panic!("the key under the mat")
}

#[tokio::test]
async fn a_connection_goes_on_after_a_handler_that_panics() {
    let router = Router::new().route("/breaks", get(breaks)).route("/well", get(async || "well"));
    let (address, _stop) = start(router).await;
    let mut client = TcpStream::connect(address).await.unwrap();
    for _ in 0..2 {
        client.write_all(&head("GET", "/breaks")).await.unwrap();
        let answer = read_until(&mut client, "}").await;
        assert!(answer.starts_with("HTTP/1.1 500 "), "{answer}");
    }
    client.write_all(&head("GET", "/well")).await.unwrap();
    assert!(read_until(&mut client, "well").await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn an_answer_that_is_made_while_it_is_sent_ends_with_its_client_whatever_lies_behind() {
    let work = Arc::new(());
    let held = work.clone();
    let endless = move || {
        let held = held.clone();
        async move {
            Body::from_stream(stream::unfold((held, true), |(held, is_first)| async move {
                if !is_first {
                    std::future::pending::<()>().await;
                }
                Some((Ok::<_, Infallible>(Bytes::from_static(b"first")), (held, false)))
            }))
        }
    };
    let (address, _stop) = start(Router::new().route("/endless", post(endless))).await;
    // The router holds one, too.
    let idle = Arc::strong_count(&work);
    for behind in ["", "G"] {
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(&[&head("POST", "/endless"), behind.as_bytes()].concat()).await.unwrap();
        read_until(&mut client, "first\r\n").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(Arc::strong_count(&work), idle + 1, "its client is there");
        drop(client);
        let began = Instant::now();
        while Arc::strong_count(&work) > idle {
            assert!(began.elapsed() < Duration::from_secs(20), "{behind:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

#[tokio::test]
async fn whoever_sends_too_large_a_head_gets_to_see_why_it_is_refused() {
    let (address, _stop) = start(Router::new()).await;
    for length in [66_000, 80_000, 1_000_000] {
        let socket = TcpSocket::new_v4().unwrap();
        // What the system takes at once need not be read by anybody.
        socket.set_send_buffer_size(16 * 1024).unwrap();
        let mut client = socket.connect(address).await.unwrap();
        let head =
            format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "x".repeat(length));
        client.write_all(head.as_bytes()).await.unwrap();
        // All is sent before an answer is looked for.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.expect("it is not reset");
        assert!(answer.starts_with("HTTP/1.1 431 "), "{length}: {answer}");
        assert!(answer.ends_with('}'), "{length}: {answer}");
    }
}
