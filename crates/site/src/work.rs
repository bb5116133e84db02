//! Work on pages that takes a processor for a while: composing a long text, compressing it, writing a feed.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

/// More than there are processors, so that a few long texts do not hold up all short ones; few enough that
/// whoever asks for many pages at once costs little memory, which every thread holds on to.
const FOR_EACH_PROCESSOR: usize = 2;

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(FOR_EACH_PROCESSOR * available_parallelism().map_or(1, NonZero::get))
});

/// Done on a thread of its own, in which nobody else has to be answered, as soon as there is a place.
pub(crate) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    let place = PLACES.acquire().await.expect("it is never closed");
    spawn_blocking(move || {
        // Held until it is done, also when nobody waits for it any more.
        let _place = place;
        work()
    })
    .await
}
