//! Many rows in one transaction: timed as a whole, with the preparation left out.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures_util::future::BoxFuture;

use crate::measure::process_cpu;
use crate::server::Server;

pub type Job = Arc<dyn Fn() -> BoxFuture<'static, Result<()>> + Send + Sync>;

pub fn job<F, Fut>(f: F) -> Job
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send + 'static,
{
    Arc::new(move || Box::pin(f()))
}

pub struct Bulk {
    pub title: &'static str,
    pub variant: &'static str,
    pub prepare: Job,
    pub run: Job,
}

#[derive(Debug, Clone, Copy)]
pub struct BulkSample {
    pub wall: Duration,
    pub cpu: Duration,
    pub server_cpu: Duration,
}

pub async fn run(bulk: &Bulk, server: Option<&Server>) -> Result<BulkSample> {
    (bulk.prepare)().await.with_context(|| bulk.variant)?;
    let server_before = server.map(Server::cpu).transpose()?;
    let cpu_before = process_cpu()?;
    let start = Instant::now();
    tokio::spawn((bulk.run)()).await?.with_context(|| bulk.variant)?;
    let wall = start.elapsed();
    let cpu = process_cpu()? - cpu_before;
    let server_cpu = server.map(Server::cpu).transpose()?.unwrap_or_default();
    let server_cpu = server_cpu.saturating_sub(server_before.unwrap_or_default());
    Ok(BulkSample { wall, cpu, server_cpu })
}
