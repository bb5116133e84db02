//! The CPU time a PostgreSQL cluster spends, from the kernel's per-process counters.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

#[derive(Debug, Clone, Copy)]
pub struct Server {
    postmaster: u32,
}

impl Server {
    pub fn new(postmaster: u32) -> Self {
        Self { postmaster }
    }

    /// The postmaster and its children. Sessions stay open for the whole run, so none is lost.
    pub fn cpu(&self) -> Result<Duration> {
        let mut nanos = 0;
        for entry in fs::read_dir("/proc").context("reading /proc")? {
            let entry = entry?;
            let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok())
            else {
                continue;
            };
            if pid == self.postmaster || parent(pid) == Some(self.postmaster) {
                nanos += run_time(pid).unwrap_or(0);
            }
        }
        Ok(Duration::from_nanos(nanos))
    }
}

/// A process may end between being listed and being read; then it has no parent to tell.
fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(1)?.parse().ok()
}

fn run_time(pid: u32) -> Option<u64> {
    let schedstat = fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    schedstat.split_whitespace().next()?.parse().ok()
}
