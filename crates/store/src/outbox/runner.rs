use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::time::Instant;

use super::{Backoff, Claimed, Horizon, JobError};
use crate::{Store, StoreError};

/// Does the jobs of one topic.
pub trait Handler: Send + Sync + 'static {
    fn topic(&self) -> &'static str;

    fn run<'a>(
        &'a self,
        job: &'a Claimed,
    ) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>>;

    fn backoff(&self) -> Backoff {
        Backoff::default()
    }

    /// How long one attempt may take. A longer one is cut off and retried.
    fn longest_attempt(&self) -> Duration {
        Duration::from_secs(60)
    }
}

/// Claims due jobs and hands them to their handlers, one topic beside the other.
#[derive(Clone)]
pub struct Runner {
    store: Store,
    handlers: Vec<Arc<dyn Handler>>,
}

/// How often to look for work nobody announced: retries coming due, jobs of other nodes.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How often to look whether the clock was set back.
const LOOK_AT_CLOCK_EVERY: Duration = Duration::from_secs(60);

/// For how long a job is in hand without another word of who has it. Short, however long an attempt may take: so
/// long the job of a node that was killed waits for another.
const LEASE: Duration = Duration::from_secs(30);

/// How often the word is given.
const HOLD_EVERY: Duration = Duration::from_secs(5);

/// An attempt ends by so much sooner than its lease. Who is cut off may still be at its last step.
const LAST_STEP: Duration = Duration::from_secs(5);

impl Runner {
    pub fn new(store: Store, handlers: Vec<Arc<dyn Handler>>) -> Self {
        Self { store, handlers }
    }

    /// Works until told to stop; the job in hand is finished first.
    pub async fn run(self, stop: watch::Receiver<bool>) {
        let workers: Vec<_> = self
            .handlers
            .iter()
            .map(|handler| tokio::spawn(work(self.store.clone(), handler.clone(), stop.clone())))
            .collect();
        for worker in workers {
            if let Err(error) = worker.await {
                tracing::error!(%error, "a job worker ended early");
            }
        }
    }

    /// Does everything that is due now and tells how many jobs that were. For tests and for
    /// commands that want to finish the work before they exit.
    pub async fn run_due(&self) -> Result<usize, StoreError> {
        let mut done = 0;
        for handler in &self.handlers {
            bring_back(&self.store, handler.as_ref()).await?;
            loop {
                let count = run_next(&self.store, handler.as_ref()).await?;
                if count == 0 {
                    break;
                }
                done += count;
            }
        }
        Ok(done)
    }
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let topics: Vec<_> = self.handlers.iter().map(|handler| handler.topic()).collect();
        f.debug_struct("Runner").field("topics", &topics).finish_non_exhaustive()
    }
}

async fn work(store: Store, handler: Arc<dyn Handler>, mut stop: watch::Receiver<bool>) {
    let mut announced = store.jobs_announced();
    let mut looked: Option<Instant> = None;
    while !*stop.borrow() {
        if looked.is_none_or(|looked| looked.elapsed() >= LOOK_AT_CLOCK_EVERY) {
            looked = Some(Instant::now());
            if let Err(error) = bring_back(&store, handler.as_ref()).await {
                tracing::warn!(topic = handler.topic(), %error, "cannot look at jobs to come");
            }
        }
        match run_next(&store, handler.as_ref()).await {
            // At once, without waiting: there may be more.
            Ok(count) if count > 0 => continue,
            Ok(_) => {}
            Err(error) => tracing::warn!(topic = handler.topic(), %error, "cannot claim jobs"),
        }
        tokio::select! {
            _ = stop.changed() => {}
            _ = announced.changed() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

/// What a clock that was ahead has noted for later, and what it has lent for too long.
async fn bring_back(store: &Store, handler: &dyn Handler) -> Result<(), StoreError> {
    let topic = handler.topic();
    // Programs of before lent a job for as long as an attempt may take, and may run beside us.
    let lease = handler.longest_attempt() + LAST_STEP;
    let horizon = Horizon::of(lease.max(LEASE), handler.backoff());
    let count = store.bring_jobs_back(topic, horizon).await?;
    if count > 0 {
        tracing::warn!(topic, count, "the clock was set back; jobs that it had put off are due");
    }
    Ok(())
}

/// Does one job, if one is due. One at a time, so that a process that dies holds up only that one.
async fn run_next(store: &Store, handler: &dyn Handler) -> Result<usize, StoreError> {
    let claiming = Instant::now();
    let claimed = store.claim_jobs(handler.topic(), 1, LEASE).await?;
    let Some(job) = claimed.into_iter().next() else { return Ok(0) };
    // The handler is called inside, too: it may panic before it returns its future.
    let attempt = AssertUnwindSafe(async { handler.run(&job).await }).catch_unwind();
    let outcome = tokio::select! {
        ended = tokio::time::timeout(handler.longest_attempt(), attempt) => match ended {
            Ok(Ok(outcome)) => outcome,
            // Retried: a panic may come from the state of the world, and giving up is bounded by
            // the job's age.
            Ok(Err(_)) => Err(JobError::Retry("panicked".to_owned())),
            Err(_) => Err(JobError::Retry("took too long".to_owned())),
        },
        () = hold(store, &job, claiming) => Err(JobError::Retry("was out of hand".to_owned())),
    };
    settle(store, handler, job, outcome).await?;
    Ok(1)
}

/// Says again and again that the job is in hand. Returns when somebody else has it, and before somebody else
/// could because nobody was heard.
async fn hold(store: &Store, job: &Claimed, claimed: Instant) {
    let mut heard = claimed;
    loop {
        tokio::time::sleep(HOLD_EVERY).await;
        let (saying, end) = (Instant::now(), heard + LEASE - LAST_STEP);
        let held = store.hold_job(job.clone(), LEASE);
        match tokio::time::timeout_at(end, held).await {
            Ok(Ok(true)) => heard = saying,
            Ok(Err(error)) if saying < end => {
                tracing::warn!(topic = job.topic, %error, "cannot say that a job is in hand");
            }
            Ok(_) | Err(_) => return,
        }
    }
}

async fn settle(
    store: &Store,
    handler: &dyn Handler,
    job: Claimed,
    outcome: Result<(), JobError>,
) -> Result<(), StoreError> {
    let now = store.clock().now();
    let backoff = handler.backoff();
    let (topic, attempt) = (handler.topic(), job.attempt);
    match outcome {
        Ok(()) => store.complete_job(job).await,
        // By age and not by number of attempts: an owner thinks in hours, not in tries.
        Err(JobError::Retry(error)) if now.since(job.created_at) < backoff.give_up_after => {
            tracing::warn!(topic, attempt, %error, "a job will be tried again");
            let due_at = now.plus(backoff.pause(attempt));
            store.retry_job(job, due_at, error).await
        }
        Err(JobError::Retry(error) | JobError::Fail(error)) => {
            tracing::error!(topic, attempt, %error, "a job failed for good");
            store.bury_job(job, error).await
        }
    }
}
