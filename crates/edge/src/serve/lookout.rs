//! Whether the client is gone while its request is in hand. hyper reads on, and so hears of the end, and drops the
//! request. It does not where something lies before the end: the beginning of a next request, or a body that
//! nobody reads. Then we look from time to time.
//!
//! A client that only says that nothing more will come counts as gone, too, as it does to hyper.

use std::future::Future;
use std::io::{ErrorKind, Result};
use std::pin::Pin;
use std::task::Context;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;

const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A connection that can be asked whether the client has closed it, whatever it has sent before that.
pub(super) trait Watched {
    fn is_gone(&self) -> bool;
}

impl Watched for TcpStream {
    fn is_gone(&self) -> bool {
        // The system tells of the end as it comes, beside what is still to be read.
        let ready = self.ready(Interest::READABLE).now_or_never();
        ready.is_some_and(|ready| ready.is_ok_and(|ready| ready.is_read_closed()))
    }
}

impl<S: Watched> Watched for TlsStream<S> {
    fn is_gone(&self) -> bool {
        self.get_ref().0.is_gone()
    }
}

#[derive(Debug, Default)]
pub(super) struct Lookout {
    /// hyper waits for what is read next.
    listens: bool,
    next: Option<Pin<Box<Sleep>>>,
}

impl Lookout {
    /// hyper has tried to read, and waits for more or has got something.
    pub(super) fn heard(&mut self, waits: bool) {
        self.listens = waits;
    }

    /// An error when the client is gone while its request is in hand. To be asked after each time that hyper
    /// had the chance to read.
    pub(super) fn look(
        &mut self,
        connection: &impl Watched,
        is_in_hand: bool,
        context: &mut Context<'_>,
    ) -> Result<()> {
        let hears_itself = std::mem::take(&mut self.listens);
        if hears_itself || !is_in_hand {
            self.next = None;
            return Ok(());
        }
        let after = || Instant::now() + LOOK_EVERY;
        let next = self.next.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(after())));
        // A loop, because a timer that was reset has to be polled once to be heard.
        while next.as_mut().poll(context).is_ready() {
            if connection.is_gone() {
                return Err(ErrorKind::ConnectionAborted.into());
            }
            next.as_mut().reset(after());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hyper::body::Incoming;
    use hyper::server::conn::http1;
    use hyper::service::service_fn;
    use hyper_util::rt::TokioIo;
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::super::places::Places;
    use super::super::wire::{Noticed, Wire};
    use super::*;

    /// What a client writes, whether it goes at once, and whether its request ends before it is answered.
    async fn ends_early(written: &[u8], goes: fn(TcpStream) -> Option<TcpStream>) -> bool {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        let place = Places::new(1).take().await;
        let noticed = Arc::new(Noticed::new(place.turn.clone()));
        let wire = Wire::new(server, noticed.clone());
        let (begun, mut has_begun) = tokio::sync::mpsc::channel(1);
        let answering = service_fn(move |_: hyper::Request<Incoming>| {
            noticed.begin();
            begun.try_send(()).unwrap();
            std::future::pending::<Result<hyper::Response<String>>>()
        });
        let serving = http1::Builder::new().serve_connection(TokioIo::new(wire), answering);
        let serving = tokio::spawn(serving);
        client.write_all(written).await.unwrap();
        has_begun.recv().await.unwrap();
        let _rest = goes(client);
        tokio::time::timeout(5 * LOOK_EVERY, serving).await.is_ok()
    }

    #[tokio::test]
    async fn a_request_ends_when_the_client_is_gone_whatever_was_sent_behind_it() {
        let head = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
        let with_body = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n123456789";
        let much = head.repeat(2000);
        for behind in ["", "G", head, &much] {
            let written = format!("{head}{behind}");
            assert!(ends_early(written.as_bytes(), |_| None).await, "{}", behind.len());
            assert!(!ends_early(written.as_bytes(), Some).await, "{}", behind.len());
        }
        // A body that nobody reads hides it as well.
        assert!(ends_early(with_body.as_bytes(), |_| None).await);
        assert!(!ends_early(with_body.as_bytes(), Some).await);
        // Whoever says that there is nothing more to come counts as gone, with and without something behind.
        let says_so = |client: TcpStream| {
            let client = client.into_std().unwrap();
            client.shutdown(std::net::Shutdown::Write).unwrap();
            Some(TcpStream::from_std(client).unwrap())
        };
        for behind in ["", "G"] {
            assert!(ends_early(format!("{head}{behind}").as_bytes(), says_so).await);
        }
    }
}
