//! How long tests wait. Machines are shared and disks are slow, so no test measures speed: these
//! are far beyond what anything takes, and far below what would be forever.

use std::time::{Duration, Instant};

/// What happens in the background has happened by then.
pub const PATIENCE: Duration = Duration::from_secs(180);
/// What waits for nothing is answered by then; what waits for something that hangs is not.
pub const AT_ONCE: Duration = Duration::from_secs(10);

/// Waits for something that happens in the background.
pub async fn eventually(what: &str, is_so: impl FnMut() -> bool) {
    wait(what, PATIENCE, is_so).await;
}

/// Waits for something that would also happen much later, if nobody cared.
pub async fn soon(what: &str, is_so: impl FnMut() -> bool) {
    wait(what, AT_ONCE, is_so).await;
}

async fn wait(what: &str, most: Duration, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + most;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
