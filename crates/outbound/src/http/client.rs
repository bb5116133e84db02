use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::{Request, Response};
use reqwest::redirect;
use rustls::pki_types::CertificateDer;
use tokio::sync::{OnceCell, Semaphore};

use super::HttpError;
use crate::tls;

/// What an exchange may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub connect: Duration,
    /// The longest silence within an answer.
    pub read: Duration,
    /// The whole exchange, also the wait for a turn.
    pub total: Duration,
    pub answer_bytes: usize,
    /// How many exchanges run at a time; further ones wait for their turn.
    pub at_a_time: usize,
    /// How many wait; further ones are refused at once.
    pub waiting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(3),
            read: Duration::from_secs(5),
            total: Duration::from_secs(10),
            answer_bytes: 1024 * 1024,
            at_a_time: 16,
            waiting: 64,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Client(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: Limits,
    turns: Semaphore,
    /// Whoever runs or waits holds one.
    admitted: Semaphore,
    /// Made at the first use: reading the machine's authorities takes longer than starting does.
    connections: OnceCell<reqwest::Client>,
    /// Authorities to trust beside those of the machine.
    trusted: Vec<CertificateDer<'static>>,
}

impl Client {
    pub fn new(limits: Limits) -> Self {
        Self::trusting(limits, Vec::new())
    }

    /// The same, trusting some more authorities than the machine does.
    pub fn trusting(limits: Limits, trusted: Vec<CertificateDer<'static>>) -> Self {
        let turns = Semaphore::new(limits.at_a_time);
        let admitted = Semaphore::new(limits.at_a_time + limits.waiting);
        let connections = OnceCell::new();
        Self(Arc::new(Shared { limits, turns, admitted, connections, trusted }))
    }

    /// Sends a request and waits for the whole answer, whatever its status. Dropping the future
    /// ends the exchange.
    pub async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let mut answer = Response::default();
        self.send_into(request, &mut answer).await?;
        Ok(answer.map(BytesMut::freeze))
    }

    /// The same, into an answer that grows as it arrives: whoever gives up, or is cut off, has what has
    /// come so far.
    pub async fn send_into(
        &self,
        request: Request<Bytes>,
        answer: &mut Response<BytesMut>,
    ) -> Result<(), HttpError> {
        // Whoever could not have their turn in time is told so at once.
        let Ok(_admitted) = self.0.admitted.try_acquire() else { return Err(HttpError::Crowded) };
        // Boxed: the future is large, and is held by many futures that wait for something else.
        let exchange = Box::pin(self.exchange(request, answer));
        tokio::time::timeout(self.0.limits.total, exchange)
            .await
            .unwrap_or(Err(HttpError::TimedOut))
    }

    async fn exchange(
        &self,
        request: Request<Bytes>,
        answer: &mut Response<BytesMut>,
    ) -> Result<(), HttpError> {
        // Within the time of the exchange, so that waiting for a turn cannot last forever either.
        let _turn = self.0.turns.acquire().await.expect("turns are never called off");
        let connections = self.0.connections.get_or_try_init(|| self.0.connect()).await?;
        let request = request.try_into().map_err(HttpError::sending)?;
        let mut arriving = connections.execute(request).await.map_err(HttpError::sending)?;
        *answer.status_mut() = arriving.status();
        *answer.headers_mut() = std::mem::take(arriving.headers_mut());
        read(&mut arriving, answer.body_mut(), self.0.limits.answer_bytes).await
    }
}

/// Counts what arrives, whatever was announced. What is announced as too much is not read at all.
async fn read(
    arriving: &mut reqwest::Response,
    body: &mut BytesMut,
    limit: usize,
) -> Result<(), HttpError> {
    if arriving.content_length().is_some_and(|length| length > limit as u64) {
        return Err(HttpError::TooLarge(limit));
    }
    while let Some(piece) = arriving.chunk().await.map_err(HttpError::receiving)? {
        if body.len() + piece.len() > limit {
            return Err(HttpError::TooLarge(limit));
        }
        body.extend_from_slice(&piece);
    }
    Ok(())
}

impl Shared {
    async fn connect(&self) -> Result<reqwest::Client, HttpError> {
        connections(self.limits, self.trusted.clone()).await
    }
}

async fn connections(
    limits: Limits,
    trusted: Vec<CertificateDer<'static>>,
) -> Result<reqwest::Client, HttpError> {
    // On a thread of its own: it reads the machine's authorities from disk.
    let tls = tokio::task::spawn_blocking(|| tls::client_trusting(trusted))
        .await
        .map_err(|error| HttpError::NoTls(error.to_string()))?
        .map_err(|error| HttpError::NoTls(error.to_string()))?;
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .connect_timeout(limits.connect)
        .read_timeout(limits.read)
        // A redirect could lead a request with its key to another host, or into the private
        // network.
        .redirect(redirect::Policy::none())
        // The environment is not read here; a proxy would have to be a setting.
        .no_proxy()
        .referer(false)
        // Servers close what is idle by themselves, and a request must not meet a connection that
        // was just closed.
        .pool_idle_timeout(Duration::from_secs(30))
        .build()
        .map_err(|error| HttpError::NoTls(error.to_string()))
}
