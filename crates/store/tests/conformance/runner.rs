//! The runner does what is due, and survives its handlers.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::outbox::{Backoff, Claimed, Handler, JobError, Runner, Summary};
use store::{Store, StoreError};
use tokio::sync::watch;

use crate::engines::{Place, soon, stories};
use crate::verbs::{enqueue, enqueue_at};

stories! {
    the_runner_does_everything_that_is_due_once,
    a_job_that_fails_is_retried_with_growing_pauses,
    a_job_that_is_too_old_is_buried,
    a_job_that_cannot_succeed_is_buried_at_once,
    a_handler_that_panics_is_retried,
    a_handler_that_takes_too_long_is_cut_off_and_retried,
    a_long_attempt_keeps_its_job_until_its_process_dies,
    who_has_lost_a_job_is_cut_off,
    a_running_runner_notices_new_jobs_and_stops_when_told,
    a_running_runner_outlives_a_panic,
    a_clock_that_was_set_back_puts_no_job_off,
    a_job_for_a_certain_time_waits_for_it_whatever_the_clock_did,
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn a_clock_that_was_set_back_puts_no_job_off(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |attempt| match attempt {
        1 => Step::Retry,
        _ => Step::Succeed,
    });
    let runner = runner(&store, &handler);
    // One that was tried in vain, one that was never tried, one in the hand of somebody who died.
    place.hand.advance(DAY);
    enqueue(&store, "work", 1).await;
    assert_eq!(runner.run_due().await.unwrap(), 1);
    enqueue(&store, "work", 2).await;
    enqueue(&store, "held", 3).await;
    assert_eq!(store.claim_jobs("held", 1, Duration::from_secs(65)).await.unwrap().len(), 1);
    place.hand.set_back(DAY);
    let other = Scripted::new("held", |_| Step::Succeed);
    let held = Runner::new(store.clone(), vec![other]);
    assert_eq!(held.run_due().await.unwrap(), 1);
    assert_eq!(runner.run_due().await.unwrap(), 2);
    // The second has failed once by now, and waits for as long as it would have.
    assert_eq!(runner.run_due().await.unwrap(), 0);
    place.hand.advance(Duration::from_secs(2));
    assert_eq!(runner.run_due().await.unwrap(), 1);
    assert_eq!(store.job_summary("work").await.unwrap(), Summary::default());
}

async fn a_job_for_a_certain_time_waits_for_it_whatever_the_clock_did(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::Succeed);
    let runner = runner(&store, &handler);
    let moment = place.now().plus(DAY * 3);
    place.hand.advance(DAY);
    enqueue_at(&store, "work", 1, Some(moment)).await;
    place.hand.set_back(DAY);
    assert_eq!(runner.run_due().await.unwrap(), 0);
    place.hand.advance(DAY * 3);
    assert_eq!(runner.run_due().await.unwrap(), 1);
}

async fn the_runner_does_everything_that_is_due_once(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::Succeed);
    for number in 0..40 {
        enqueue(&store, "work", number).await;
    }
    enqueue_at(&store, "work", 99, Some(place.now().plus(Duration::from_secs(60)))).await;
    enqueue(&store, "nobody's", 7).await;
    let runner = runner(&store, &handler);
    assert_eq!(runner.run_due().await.unwrap(), 40);
    let mut seen = handler.seen();
    seen.sort_unstable();
    assert_eq!(seen, (0..40).map(|number| (number, 1)).collect::<Vec<_>>());
    assert_eq!(runner.run_due().await.unwrap(), 0);
    place.hand.advance(Duration::from_secs(60));
    assert_eq!(runner.run_due().await.unwrap(), 1);
    assert_eq!(store.job_summary("nobody's").await.unwrap().pending, 1);
}

async fn a_job_that_fails_is_retried_with_growing_pauses(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |attempt| match attempt {
        1..=3 => Step::Retry,
        _ => Step::Succeed,
    });
    enqueue(&store, "work", 1).await;
    let runner = runner(&store, &handler);
    for pause in [2, 4, 8] {
        assert_eq!(runner.run_due().await.unwrap(), 1);
        assert_eq!(store.job_summary("work").await.unwrap(), standing(1, 0, "not yet"));
        place.hand.advance(Duration::from_secs(pause) - Duration::from_micros(1));
        assert_eq!(runner.run_due().await.unwrap(), 0);
        place.hand.advance(Duration::from_micros(1));
    }
    assert_eq!(runner.run_due().await.unwrap(), 1);
    assert_eq!(handler.seen(), [(1, 1), (1, 2), (1, 3), (1, 4)]);
    assert_eq!(store.job_summary("work").await.unwrap(), Summary::default());
}

async fn a_job_that_is_too_old_is_buried(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::Retry);
    enqueue(&store, "work", 1).await;
    let runner = runner(&store, &handler);
    assert_eq!(runner.run_due().await.unwrap(), 1);
    place.hand.advance(Backoff::default().give_up_after);
    assert_eq!(runner.run_due().await.unwrap(), 1);
    assert_eq!(store.job_summary("work").await.unwrap(), standing(0, 1, "not yet"));
    assert_eq!(runner.run_due().await.unwrap(), 0);
}

async fn a_job_that_cannot_succeed_is_buried_at_once(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::Fail);
    enqueue(&store, "work", 1).await;
    assert_eq!(runner(&store, &handler).run_due().await.unwrap(), 1);
    assert_eq!(store.job_summary("work").await.unwrap(), standing(0, 1, "never"));
}

async fn a_handler_that_panics_is_retried(place: &Place) {
    let store = place.store().await;
    for (topic, step) in [("later", Step::Panic), ("at once", Step::PanicAtOnce)] {
        let handler = Scripted::new(topic, move |attempt| match attempt {
            1 => step,
            _ => Step::Succeed,
        });
        enqueue(&store, topic, 1).await;
        let runner = runner(&store, &handler);
        assert_eq!(runner.run_due().await.unwrap(), 1);
        assert_eq!(store.job_summary(topic).await.unwrap(), standing(1, 0, "panicked"));
        place.hand.advance(Duration::from_secs(2));
        assert_eq!(runner.run_due().await.unwrap(), 1);
        assert_eq!(store.job_summary(topic).await.unwrap(), Summary::default());
    }
}

async fn a_handler_that_takes_too_long_is_cut_off_and_retried(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::Hang);
    enqueue(&store, "work", 1).await;
    assert_eq!(runner(&store, &handler).run_due().await.unwrap(), 1);
    assert_eq!(store.job_summary("work").await.unwrap(), standing(1, 0, "took too long"));
}

/// However long an attempt may take.
const LEASE: Duration = Duration::from_secs(30);

async fn a_long_attempt_keeps_its_job_until_its_process_dies(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |attempt| match attempt {
        1 => Step::Linger,
        _ => Step::Succeed,
    });
    enqueue(&store, "work", 1).await;
    let runner = runner(&store, &handler);
    let process = runner.clone();
    let running = tokio::spawn(async move { process.run_due().await });
    patiently("the job is begun", async || handler.seen() == [(1, 1)]).await;
    // The first lease is over, so another one was taken.
    place.hand.advance(LEASE);
    patiently("it is still in hand", async || is_in_hand(&store).await).await;
    running.abort();
    running.await.unwrap_err();
    let taken_over = async || {
        // Its last word may be on its way.
        place.hand.advance(LEASE);
        runner.run_due().await.unwrap() == 1
    };
    patiently("somebody else does it", taken_over).await;
    assert_eq!(handler.seen(), [(1, 1), (1, 2)]);
    assert_eq!(store.job_summary("work").await.unwrap(), Summary::default());
}

async fn who_has_lost_a_job_is_cut_off(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::Linger);
    enqueue(&store, "work", 1).await;
    let runner = runner(&store, &handler);
    let running = tokio::spawn(async move { runner.run_due().await });
    patiently("the job is begun", async || handler.seen() == [(1, 1)]).await;
    let taken = async || {
        place.hand.advance(LEASE);
        !store.claim_jobs("work", 1, DAY).await.unwrap().is_empty()
    };
    patiently("it is somebody else's", taken).await;
    let ran = tokio::time::timeout(Duration::from_secs(60), running).await;
    assert_eq!(ran.expect("it ends").unwrap().unwrap(), 1);
    let in_hand = Summary { pending: 1, failed: 0, last_error: None };
    assert_eq!(store.job_summary("work").await.unwrap(), in_hand);
    assert!(is_in_hand(&store).await);
}

/// Whether nobody could claim what there is.
async fn is_in_hand(store: &Store) -> bool {
    store.complete_done_jobs("work", 9, |_, _| Err(StoreError::Panicked)).await.is_ok()
}

/// As `soon`, for what comes every few seconds.
async fn patiently(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..1200 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("within a minute: {what}");
}

async fn a_running_runner_notices_new_jobs_and_stops_when_told(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::Succeed);
    let (stop, stopped) = watch::channel(false);
    let running = tokio::spawn(runner(&store, &handler).run(stopped));
    enqueue(&store, "work", 1).await;
    soon("the job is done", async || handler.seen().len() == 1).await;
    // From another process, too.
    enqueue(&place.open().await, "work", 2).await;
    soon("the other job is done", async || handler.seen().len() == 2).await;
    stop.send(true).unwrap();
    tokio::time::timeout(Duration::from_secs(3), running).await.unwrap().unwrap();
}

async fn a_running_runner_outlives_a_panic(place: &Place) {
    let store = place.store().await;
    let handler = Scripted::new("work", |_| Step::PanicAtOnce);
    let (stop, stopped) = watch::channel(false);
    let running = tokio::spawn(runner(&store, &handler).run(stopped));
    for number in 1..=3 {
        enqueue(&store, "work", number).await;
        let tried = usize::try_from(number).unwrap();
        soon("the job was tried", async || handler.seen().len() == tried).await;
    }
    stop.send(true).unwrap();
    running.await.unwrap();
}

fn runner(store: &Store, handler: &Arc<Scripted>) -> Runner {
    Runner::new(store.clone(), vec![handler.clone()])
}

fn standing(pending: u64, failed: u64, error: &str) -> Summary {
    Summary { pending, failed, last_error: Some(error.to_owned()) }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Succeed,
    Retry,
    Fail,
    Panic,
    PanicAtOnce,
    Hang,
    /// For minutes, which may be.
    Linger,
}

/// Does at each attempt what the script says, and remembers number and attempt.
struct Scripted {
    topic: &'static str,
    script: Box<dyn Fn(i64) -> Step + Send + Sync>,
    seen: Mutex<Vec<(u64, i64)>>,
}

impl Scripted {
    fn new(topic: &'static str, script: impl Fn(i64) -> Step + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { topic, script: Box::new(script), seen: Mutex::default() })
    }

    fn seen(&self) -> Vec<(u64, i64)> {
        self.seen.lock().unwrap().clone()
    }
}

impl Handler for Scripted {
    fn topic(&self) -> &'static str {
        self.topic
    }

    fn run<'a>(
        &'a self,
        job: &'a Claimed,
    ) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>> {
        self.seen.lock().unwrap().push((job.payload.as_u64().unwrap(), job.attempt));
        let step = (self.script)(job.attempt);
        if matches!(step, Step::PanicAtOnce) {
            panic!("on purpose");
        }
        Box::pin(async move {
            match step {
                Step::Succeed => Ok(()),
                Step::Retry => Err(JobError::Retry("not yet".to_owned())),
                Step::Fail => Err(JobError::Fail("never".to_owned())),
                Step::Panic | Step::PanicAtOnce => panic!("on purpose"),
                Step::Hang | Step::Linger => std::future::pending().await,
            }
        })
    }

    fn longest_attempt(&self) -> Duration {
        match (self.script)(1) {
            Step::Hang => Duration::from_millis(50),
            Step::Linger => Duration::from_secs(600),
            _ => Duration::from_secs(60),
        }
    }
}
