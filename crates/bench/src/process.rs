//! A server in a process of its own, and what the kernel knows about it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::Outcome;

/// Killed when dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server that prints `listening on http://…` as its first line.
    pub(crate) fn start(command: &mut Command) -> Outcome<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
        let stdout = child.stdout.take().expect("piped above");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on http://");
        match address.and_then(|address| address.parse().ok()) {
            Some(address) => Ok(Self { child, address }),
            None => {
                child.kill().ok();
                child.wait()?;
                Err(format!("{line:?} is not the address of a server").into())
            }
        }
    }

    pub(crate) fn usage(&self) -> Outcome<Usage> {
        Usage::of(&self.child.id().to_string())
    }

    pub(crate) fn memory(&self) -> Outcome<Memory> {
        Memory::of(self.child.id())
    }

    /// As a service manager would, and waits for the end.
    pub(crate) fn stop(mut self) -> Outcome<()> {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The processor time a process has taken so far, in its own code and in the kernel for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage(Duration);

/// The unit of `/proc/…/stat` on every Linux that matters here.
const TICK: Duration = Duration::from_millis(10);

impl Usage {
    /// Of this process.
    pub(crate) fn own() -> Outcome<Self> {
        Self::of("self")
    }

    fn of(process: &str) -> Outcome<Self> {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
        parse_usage(&text).ok_or_else(|| format!("{text:?} has no times").into())
    }

    pub(crate) fn so_far(self) -> Duration {
        self.0
    }

    pub(crate) fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// The 14th and 15th fields, counted behind the name, which may hold anything.
fn parse_usage(stat: &str) -> Option<Usage> {
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |position: usize| fields.get(position)?.parse::<u32>().ok();
    Some(Usage(TICK * (ticks(11)? + ticks(12)?)))
}

/// How busy all processors together have been, whoever used them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    idle: u64,
    total: u64,
}

impl Machine {
    pub(crate) fn now() -> Outcome<Self> {
        let text = std::fs::read_to_string("/proc/stat")?;
        let first = text.lines().next().unwrap_or_default();
        // User, nice, system, idle, waiting for disks, two kinds of interrupts, taken by the host.
        let ticks: Vec<u64> =
            first.split_whitespace().skip(1).take(8).filter_map(|word| word.parse().ok()).collect();
        Ok(Self { idle: ticks.iter().skip(3).take(2).sum(), total: ticks.iter().sum() })
    }

    /// The share of the time since then in which the processors had something to do.
    pub(crate) fn busy_since(self, earlier: Self) -> f64 {
        let total = self.total.saturating_sub(earlier.total).max(1);
        let idle = self.idle.saturating_sub(earlier.idle);
        1.0 - idle as f64 / total as f64
    }
}

/// What a process holds in memory, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// With the pages of the binary and its libraries that happen to be mapped.
    pub(crate) resident: u64,
    /// What it has written and shares with nobody: what it costs to run one more.
    pub(crate) private_dirty: u64,
}

impl Memory {
    pub(crate) fn of(process: u32) -> Outcome<Self> {
        let field = |file: &str, name: &str| -> Outcome<u64> {
            let text = std::fs::read_to_string(format!("/proc/{process}/{file}"))?;
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            let kilobytes = line.and_then(|value| value.trim().strip_suffix(" kB")?.parse().ok());
            kilobytes.map(|kilobytes: u64| kilobytes * 1024).ok_or_else(|| "no such field".into())
        };
        Ok(Self {
            resident: field("status", "VmRSS")?,
            private_dirty: field("smaps_rollup", "Private_Dirty")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_behind_any_name() {
        let stat = "7 (a) b (c)) S 1 7 7 0 -1 4194560 9 0 0 0 150 50 0 0 20 0 1 0 9 9 9";
        assert_eq!(parse_usage(stat).map(|usage| usage.0), Some(Duration::from_secs(2)));
        assert!(parse_usage("7 (a) S 1").is_none());
    }

    #[test]
    fn this_process_has_memory() {
        let memory = Memory::of(std::process::id()).unwrap();
        assert!(memory.resident > 0 && memory.private_dirty <= memory.resident);
    }
}
