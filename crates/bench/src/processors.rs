//! Who runs on which processor, so that whoever measures takes no time from what is measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::Outcome;

/// The processors of this process, divided: one for the server, all others for whoever asks it.
#[derive(Debug)]
pub(crate) struct Processors {
    all: CpuSet,
    server: CpuSet,
    visitors: CpuSet,
}

impl Processors {
    /// Nothing where there is only one.
    pub(crate) fn divide() -> Outcome<Option<Self>> {
        let all = sched_getaffinity(None)?;
        let Some(first) = (0..CpuSet::MAX_CPU).find(|&number| all.is_set(number)) else {
            return Ok(None);
        };
        let (mut server, mut visitors) = (CpuSet::new(), all);
        server.set(first);
        visitors.unset(first);
        Ok((visitors.count() > 0).then_some(Self { all, server, visitors }))
    }

    /// Threads and processes that are started meanwhile stay on the server's processor.
    pub(crate) fn as_server<T>(&self, start: impl FnOnce() -> T) -> Outcome<T> {
        self.on(&self.server, start)
    }

    /// Work of this thread that leaves the server's processor alone.
    pub(crate) fn as_visitor<T>(&self, work: impl FnOnce() -> T) -> Outcome<T> {
        self.on(&self.visitors, work)
    }

    fn on<T>(&self, processors: &CpuSet, work: impl FnOnce() -> T) -> Outcome<T> {
        sched_setaffinity(None, processors)?;
        let done = work();
        sched_setaffinity(None, &self.all)?;
        Ok(done)
    }
}

/// Threads that are always busy, until they are dropped. Each takes as much of its processor as the server does.
#[derive(Debug)]
pub(crate) struct Neighbours {
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Neighbours {
    pub(crate) fn start(count: usize) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let threads = (0..count).map(|_| {
            let is_over = is_over.clone();
            std::thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        });
        Self { threads: threads.collect(), is_over }
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            thread.join().ok();
        }
    }
}
