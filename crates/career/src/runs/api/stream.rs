use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::response::{IntoResponse, Response};
use edge::Problem;
use futures_util::future::BoxFuture;
use futures_util::stream;
use http::HeaderName;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::Career;
use crate::runs::progress::{Event, Progress};
use crate::runs::turns::Turn;
use crate::runs::{Order, RunError};
use crate::tailorings::{Tailoring, TailoringView};

/// Silence after which proxies begin to doubt.
const ALIVE_EVERY: Duration = Duration::from_secs(10);
/// Tells proxies that gather answers before they pass them on to let this one through.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The work as a stream of its steps. The stream owns the work: whoever stops reading ends it.
pub(super) fn stream(career: Career, turn: Turn, order: Order) -> Response {
    let (watcher, steps) = unbounded_channel();
    let work = Box::pin(async move {
        let progress = Progress::told_to(watcher);
        career.tailor(turn, order, progress).await
    });
    let mut alive = interval(ALIVE_EVERY);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick of an interval is at once. Nobody needs a sign of life before the work has
    // begun.
    alive.reset();
    let watched = Watched { work: Some(work), steps, outcome: None, alive };
    let events = stream::unfold(watched, |mut watched| async move {
        let piece = watched.next().await?;
        Some((Ok::<_, Infallible>(piece), watched))
    });
    let headers =
        [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store"), (UNBUFFERED, "no")];
    (headers, Body::from_stream(events)).into_response()
}

struct Watched {
    work: Option<BoxFuture<'static, Result<Tailoring, RunError>>>,
    steps: UnboundedReceiver<Event>,
    outcome: Option<Bytes>,
    alive: Interval,
}

impl Watched {
    /// The next piece to send; none after the outcome.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            // What was told comes before what came of it.
            // Steps that were told before the work ended must be sent before its outcome.
            if let Ok(event) = self.steps.try_recv() {
                return Some(written(&event));
            }
            let Some(work) = &mut self.work else { return self.outcome.take() };
            tokio::select! {
                // In this order: steps before the outcome, the outcome before a sign of life.
                biased;
                event = self.steps.recv() => {
                    if let Some(event) = event {
                        return Some(written(&event));
                    }
                    // Nobody tells any more: the work is about to end.
                    let outcome = work.await;
                    self.end(outcome);
                }
                outcome = &mut *work => self.end(outcome),
                _ = self.alive.tick() => return Some(Bytes::from_static(b": still at it\n\n")),
            }
        }
    }

    fn end(&mut self, outcome: Result<Tailoring, RunError>) {
        self.work = None;
        let event = match outcome {
            Ok(tailoring) => Event::new("done", &TailoringView::from(tailoring)),
            Err(error) => failed(&error.into()),
        };
        self.outcome = Some(written(&event));
    }
}

fn failed(problem: &Problem) -> Event {
    tracing::warn!(?problem, "a watched tailoring failed");
    let data = String::from_utf8_lossy(&problem.to_json()).into_owned();
    Event { name: "failed", data }
}

/// JSON on one line has no line ends in it, so it is one `data` line.
fn written(event: &Event) -> Bytes {
    format!("event: {}\ndata: {}\n\n", event.name, event.data).into()
}
