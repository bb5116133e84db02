//! How long a task that is ready waits for a runtime thread while a case keeps them busy.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

const EVERY: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub struct Probe {
    stop: Arc<AtomicBool>,
    waits: JoinHandle<Vec<u64>>,
}

impl Probe {
    /// A thread of its own knocks at a steady pace; a task notes how late it could answer.
    pub fn start() -> Self {
        let (knock, mut knocks) = mpsc::unbounded_channel::<Instant>();
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        thread::spawn(move || {
            while !seen.load(Ordering::Relaxed) {
                thread::sleep(EVERY);
                if knock.send(Instant::now()).is_err() {
                    return;
                }
            }
        });
        let waits = tokio::spawn(async move {
            let mut waits = Vec::new();
            while let Some(at) = knocks.recv().await {
                waits.push(u64::try_from(at.elapsed().as_nanos()).unwrap_or(u64::MAX));
            }
            waits
        });
        Self { stop, waits }
    }

    pub async fn finish(self) -> Result<Vec<u64>> {
        self.stop.store(true, Ordering::Relaxed);
        Ok(self.waits.await?)
    }
}
