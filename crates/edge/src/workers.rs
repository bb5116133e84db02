use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinHandle, spawn_blocking};

/// More than there are processors, so that a few who take long do not hold up all others; few enough that
/// whoever asks for much at once costs little memory, which every thread holds on to.
const FOR_EACH_PROCESSOR: usize = 2;

/// Threads for work that takes a processor for a while, so many at a time. A thread is taken until its work is
/// done, also when nobody waits for it any more: who asks and hangs up, again and again, gets no more of them.
#[derive(Clone, Debug)]
pub struct Workers(Arc<Semaphore>);

impl Workers {
    pub fn of_this_machine() -> Self {
        let processors = available_parallelism().map_or(1, NonZero::get);
        Self::of(FOR_EACH_PROCESSOR * processors)
    }

    /// So many, for work that mostly waits, as for a disk.
    pub fn of(count: usize) -> Self {
        Self(Arc::new(Semaphore::new(count)))
    }

    /// Done on a thread in which nobody else has to be answered, as soon as there is one.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let place = self.0.clone().acquire_owned().await.expect("it is never closed");
        begin(place, work).await
    }

    /// The same if there is a thread at once. For what can be left undone.
    pub(crate) fn work_if_idle<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<JoinHandle<T>> {
        let place = self.0.clone().try_acquire_owned().ok()?;
        Some(begin(place, work))
    }
}

fn begin<T: Send + 'static>(
    place: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    spawn_blocking(move || {
        let _place = place;
        work()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn work_that_nobody_waits_for_keeps_its_thread_until_it_is_done() {
        let workers = Workers::of(2);
        let mut gates = Vec::new();
        for _ in 0..2 {
            let (gate, opened) = channel::<()>();
            gates.push(gate);
            let work = workers.work(move || opened.recv().ok());
            // Begun, and left alone.
            assert!(tokio::time::timeout(Duration::from_millis(50), work).await.is_err());
        }
        let next = workers.work(|| ());
        assert!(tokio::time::timeout(Duration::from_millis(50), next).await.is_err());
        assert_eq!(workers.0.available_permits(), 0);
        drop(gates);
        workers.work(|| ()).await.unwrap();
    }
}
