//! One closed loop for every driver: so many tasks, each asking again as soon as it is answered.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures_util::future::BoxFuture;
use nix::sys::resource::{UsageWho, getrusage};

use crate::probe::Probe;
use crate::sample::mix;
use crate::server::Server;

/// One operation, given a random number to choose its document with.
pub type Op = Arc<dyn Fn(u64) -> BoxFuture<'static, Result<()>> + Send + Sync>;

pub fn op<F, Fut>(f: F) -> Op
where
    F: Fn(u64) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send + 'static,
{
    Arc::new(move |pick| Box::pin(f(pick)))
}

/// What a case exercises. Cases of one kind and one number of tasks share a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    SqlitePoint,
    SqlitePage,
    SqliteWrite,
    PostgresPoint,
    PostgresPage,
    PostgresWrite,
}

impl Kind {
    pub fn is_write(self) -> bool {
        matches!(self, Self::SqliteWrite | Self::PostgresWrite)
    }

    pub fn is_postgres(self) -> bool {
        matches!(self, Self::PostgresPoint | Self::PostgresPage | Self::PostgresWrite)
    }

    /// Only where the question is how SQLite reads share threads with everything else.
    pub fn is_probed(self) -> bool {
        matches!(self, Self::SqlitePoint | Self::SqlitePage)
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::SqlitePoint => "SQLite, point read",
            Self::SqlitePage => "SQLite, page of 20",
            Self::SqliteWrite => "SQLite, durable write",
            Self::PostgresPoint => "PostgreSQL, point read",
            Self::PostgresPage => "PostgreSQL, page of 20",
            Self::PostgresWrite => "PostgreSQL, durable write",
        }
    }
}

pub struct Case {
    pub kind: Kind,
    pub variant: &'static str,
    pub op: Op,
}

impl Case {
    pub fn new(kind: Kind, variant: &'static str, op: Op) -> Self {
        Self { kind, variant, op }
    }
}

/// What one run of one case gave; times in nanoseconds.
#[derive(Debug, Default)]
pub struct Sample {
    pub wall: Duration,
    pub cpu: Duration,
    pub server_cpu: Duration,
    pub latencies: Vec<u64>,
    pub probe: Vec<u64>,
}

impl Sample {
    pub fn count(&self) -> f64 {
        self.latencies.len() as f64
    }
}

pub async fn run(
    case: &Case,
    tasks: usize,
    span: Duration,
    server: Option<&Server>,
) -> Result<Sample> {
    let probe = case.kind.is_probed().then(Probe::start);
    let server = server.filter(|_| case.kind.is_postgres());
    let server_before = server.map(Server::cpu).transpose()?;
    let cpu_before = process_cpu()?;
    let start = Instant::now();
    let deadline = start + span;
    let running: Vec<_> = (0..tasks)
        .map(|n| tokio::spawn(client(Arc::clone(&case.op), n as u64, deadline)))
        .collect();
    let mut sample = Sample::default();
    for task in running {
        sample.latencies.extend(task.await?.with_context(|| case.variant)?);
    }
    sample.wall = start.elapsed();
    sample.cpu = process_cpu()? - cpu_before;
    if let (Some(server), Some(before)) = (server, server_before) {
        sample.server_cpu = server.cpu()?.saturating_sub(before);
    }
    if let Some(probe) = probe {
        sample.probe = probe.finish().await?;
    }
    Ok(sample)
}

/// The yield counts as part of the operation: it is the wait for a turn on the runtime that any
/// request has, and without it an operation that never waits would keep its worker to itself.
async fn client(op: Op, n: u64, deadline: Instant) -> Result<Vec<u64>> {
    let mut latencies = Vec::new();
    let mut state = mix(n ^ 0x0f01_1a00);
    loop {
        state = mix(state);
        let start = Instant::now();
        tokio::task::yield_now().await;
        op(state).await?;
        let end = Instant::now();
        latencies.push(u64::try_from((end - start).as_nanos())?);
        if end >= deadline {
            return Ok(latencies);
        }
    }
}

pub fn process_cpu() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let micros = |t: nix::sys::time::TimeVal| t.tv_sec() as u64 * 1_000_000 + t.tv_usec() as u64;
    Ok(Duration::from_micros(micros(usage.user_time()) + micros(usage.system_time())))
}
