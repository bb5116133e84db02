//! Work on pages that takes a processor for a while: composing a long text, compressing it, writing a feed.

use std::sync::LazyLock;

use edge::Workers;
use tokio::task::JoinError;

static WORKERS: LazyLock<Workers> = LazyLock::new(Workers::of_this_machine);

/// Done on a thread of its own, in which nobody else has to be answered, as soon as there is a place.
pub(crate) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    WORKERS.work(work).await
}
