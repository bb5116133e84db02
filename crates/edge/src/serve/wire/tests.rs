use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use super::super::places::Places;
use super::*;

#[tokio::test]
async fn how_long_a_line_was_behind_is_added_up() {
    let place = Places::new(1).take().await;
    let line = Noticed::new(place.turn.clone());
    let a_while = Duration::from_millis(50);
    line.catch_up();
    tokio::time::sleep(a_while).await;
    assert_eq!(line.behind_for(), Duration::ZERO);
    for times in 1..4 {
        line.fall_behind();
        tokio::time::sleep(a_while).await;
        line.fall_behind();
        assert!(line.behind_for() >= times * a_while - Duration::from_millis(5));
        line.catch_up();
        let known = line.behind_for();
        tokio::time::sleep(a_while).await;
        assert_eq!(line.behind_for(), known);
    }
}

/// Whether a peer who takes what we write has done something by that.
async fn renews(wire: fn(TcpStream, Arc<Noticed>) -> Wire<TcpStream>) -> bool {
    let place = Places::new(1).take().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let _theirs = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (ours, _) = listener.accept().await.unwrap();
    let mut wire = wire(ours, Arc::new(Noticed::new(place.turn.clone())));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let since = || place.turn.keeps_waiting(Duration::ZERO);
    let before = since().expect("it has been here for a while");
    wire.write_all(b"an answer").await.unwrap();
    since() != Some(before)
}

#[tokio::test]
async fn what_goes_in_frames_may_be_no_answer() {
    assert!(renews(Wire::new).await);
    assert!(!renews(Wire::of_frames).await);
}

#[test]
fn two_lengths_in_one_head_are_noticed() {
    let both = b"POST / HTTP/1.1\r\nContent-Length: 4\r\ntransfer-encoding: chunked\r\n\r\n";
    assert!(tells_two_lengths(both));
    assert!(!tells_two_lengths(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n"));
    let in_body = b"POST / HTTP/1.1\r\ncontent-length: 30\r\n\r\n\ntransfer-encoding: x";
    assert!(!tells_two_lengths(in_body));
}

#[test]
fn only_a_bare_head_is_taken_for_one() {
    let bare = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    assert_eq!(bare_failure(bare), Some(400));
    let ours = b"HTTP/1.1 404 Not Found\r\nx-request-id: 1\r\ncontent-length: 0\r\n\r\n";
    assert_eq!(bare_failure(ours), None);
    let with_body = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}";
    assert_eq!(bare_failure(with_body), None);
    assert_eq!(bare_failure(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), None);
    assert_eq!(bare_failure(b"HTTP/1.1 4"), None);
}

/// A line on which so many bytes go, and the last record of TLS does not.
struct Stuck {
    takes: usize,
}

impl Watched for Stuck {
    fn is_gone(&self) -> bool {
        false
    }
}

impl AsyncRead for Stuck {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        _: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Poll::Pending
    }
}

impl AsyncWrite for Stuck {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        match bytes.len().min(self.takes) {
            0 => Poll::Pending,
            taken => Poll::Ready(Ok(taken)),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Pending
    }
}

#[tokio::test]
async fn whoever_takes_nothing_of_an_answer_is_cut_off() {
    for wire in [Wire::new, Wire::of_frames] {
        let place = Places::new(1).take().await;
        let mut wire = wire(Stuck { takes: 0 }, Arc::new(Noticed::new(place.turn.clone())));
        wire.pace = Pace::with_stretches_of(Duration::from_millis(50));
        let ended = tokio::time::timeout(Duration::from_secs(5), wire.write_all(b"an answer"));
        let error = ended.await.expect("it does not wait for ever").unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
    }
}

#[tokio::test]
async fn whoever_does_not_take_the_end_is_cut_off_like_whoever_does_not_read() {
    let place = Places::new(1).take().await;
    let mut wire =
        Wire::new(Stuck { takes: usize::MAX }, Arc::new(Noticed::new(place.turn.clone())));
    wire.pace = Pace::with_stretches_of(Duration::from_millis(50));
    let ended = tokio::time::timeout(Duration::from_secs(5), wire.shutdown()).await;
    assert!(ended.expect("it does not wait for ever").is_err());
}
