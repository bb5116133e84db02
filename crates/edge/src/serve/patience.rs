//! How long a connection may take to send the head of its next request.
//!
//! hyper starts a timer for every head and drops it when the head has arrived, each of which goes
//! through the runtime's list of all timers. The deadlines of one connection only ever move into
//! the future, so one alarm for each connection is enough: it rings at the deadline of some head
//! that arrived long ago, and only then is set to the deadline of the one that is waited for.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

use super::wire::Noticed;

/// How much longer, when the peer still reads the answer before.
const WHILE_READING: Duration = Duration::from_secs(5);

type Alarm = Option<Pin<Box<tokio::time::Sleep>>>;

/// The timer of one connection.
#[derive(Clone, Debug)]
pub(super) struct Patience {
    alarm: Arc<Mutex<Alarm>>,
    noticed: Arc<Noticed>,
}

impl Patience {
    pub(super) fn new(noticed: Arc<Noticed>) -> Self {
        Self { alarm: Arc::default(), noticed }
    }
}

impl Timer for Patience {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        let (alarm, noticed) = (self.alarm.clone(), self.noticed.clone());
        Box::pin(Wait { deadline: deadline.into(), alarm, noticed })
    }

    fn now(&self) -> Instant {
        tokio::time::Instant::now().into()
    }
}

#[derive(Debug)]
struct Wait {
    deadline: tokio::time::Instant,
    alarm: Arc<Mutex<Alarm>>,
    noticed: Arc<Noticed>,
}

impl Sleep for Wait {}

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut alarm = self.alarm.lock().unwrap_or_else(PoisonError::into_inner);
        let set = || Box::pin(tokio::time::sleep_until(self.deadline));
        let alarm = alarm.get_or_insert_with(set);
        // Does not happen while all timeouts are the same. Ringing too early is harmless, ringing
        // too late is not.
        if alarm.deadline() > self.deadline {
            alarm.as_mut().reset(self.deadline);
        }
        // An alarm from an earlier head rings early. It is set to this deadline and waited for
        // again.
        loop {
            ready!(alarm.as_mut().poll(context));
            let now = tokio::time::Instant::now();
            match now >= self.deadline {
                // Who is still reading cannot ask for more yet. How slowly they may read is the
                // business of the pace.
                true if self.noticed.is_behind() => alarm.as_mut().reset(now + WHILE_READING),
                true => return Poll::Ready(()),
                false => alarm.as_mut().reset(self.deadline),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::serve::places::Places;

    #[tokio::test]
    async fn an_alarm_that_rings_for_an_earlier_head_is_set_to_the_later_one() {
        let place = Places::new(1).take().await;
        let patience = Patience::new(Arc::new(Noticed::new(place.turn.clone())));
        let (past, future) = (patience.now() - TEN_SECONDS, patience.now() + TEN_SECONDS);
        let deadline = || patience.alarm.lock().unwrap().as_ref().map(|alarm| alarm.deadline());
        assert!(patience.sleep_until(past).now_or_never().is_some());
        assert!(patience.sleep_until(future).now_or_never().is_none());
        assert_eq!(deadline(), Some(future.into()));
        // A later head alone does not move the alarm, an earlier one does.
        assert!(patience.sleep_until(future + TEN_SECONDS).now_or_never().is_none());
        assert_eq!(deadline(), Some(future.into()));
        assert!(patience.sleep_until(past).now_or_never().is_some());
    }

    const TEN_SECONDS: Duration = Duration::from_secs(10);
}
