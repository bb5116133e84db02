//! Compares database drivers on the operations a document store does most.

mod bulk;
mod lot;
mod measure;
mod postgres_sql;
mod postgres_sqlx;
mod postgres_tokio;
mod postgres_tokio_bulk;
mod probe;
mod report;
mod sample;
mod server;
mod sqlite_rusqlite;
mod sqlite_sqlx;
mod sqlite_writer;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::Parser;

use crate::bulk::{Bulk, BulkSample};
use crate::measure::{Case, Kind, Sample};
use crate::postgres_tokio::{Address, Admin};
use crate::server::Server;

const TASKS: [usize; 2] = [1, 64];
const BULK_ROUNDS: usize = 5;

#[derive(Debug, Parser)]
struct Args {
    /// An empty folder for the SQLite file, on the disk to be measured.
    #[arg(long)]
    sqlite_dir: PathBuf,
    /// The folder with the PostgreSQL server's socket.
    #[arg(long)]
    pg_socket: String,
    #[arg(long, default_value_t = 5432)]
    pg_port: u16,
    #[arg(long, default_value = "bench")]
    pg_user: String,
    /// The postmaster's process id, for the server's share of the CPU time.
    #[arg(long)]
    pg_pid: Option<u32>,
    /// How long each case runs in each round.
    #[arg(long, default_value_t = 120)]
    millis: u64,
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Connections, or threads, that read from SQLite.
    #[arg(long, default_value_t = 4)]
    readers: usize,
    /// Only the tables whose titles contain this.
    #[arg(long, default_value = "")]
    only: String,
}

struct Bench {
    sqlite: PathBuf,
    admin: Admin,
    server: Option<Server>,
    cases: Vec<Case>,
    bulks: Vec<Bulk>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let bench = Bench::set_up(&args).await?;
        bench.run_cases(&args).await?;
        bench.run_bulks().await?;
        Ok(())
    })
}

impl Bench {
    async fn set_up(args: &Args) -> Result<Self> {
        let sqlite = args.sqlite_dir.join("bench.db");
        let address = Address {
            socket: args.pg_socket.clone(),
            port: args.pg_port,
            user: args.pg_user.clone(),
        };
        sqlite_rusqlite::seed(&sqlite)?;
        let admin = postgres_tokio::seed(&address).await?;
        let mut cases = sqlite_rusqlite::cases(&sqlite, args.readers)?;
        cases.extend(sqlite_sqlx::cases(&sqlite, args.readers).await?);
        cases.extend(postgres_tokio::cases(&address).await?);
        cases.extend(postgres_sqlx::cases(&address).await?);
        cases.retain(|case| case.kind.title().contains(&args.only));
        let mut bulks = sqlite_rusqlite::bulks(&sqlite)?;
        bulks.extend(sqlite_sqlx::bulks(&sqlite).await?);
        bulks.extend(postgres_tokio_bulk::bulks(&address, &admin).await?);
        bulks.extend(postgres_sqlx::bulks(&address, &admin).await?);
        bulks.retain(|bulk| bulk.title.contains(&args.only));
        let server = args.pg_pid.map(Server::new);
        Ok(Self { sqlite, admin, server, cases, bulks })
    }

    /// Round after round through every case, so that a disturbance from outside falls on all of
    /// them alike. The first round only warms caches and prepares statements.
    async fn run_cases(&self, args: &Args) -> Result<()> {
        let mut samples: Vec<(usize, usize, Vec<Sample>)> = Vec::new();
        for index in 0..self.cases.len() {
            samples.extend(TASKS.map(|tasks| (index, tasks, Vec::new())));
        }
        for round in 0..=args.rounds {
            let span = Duration::from_millis(if round == 0 { 50 } else { args.millis });
            for (index, tasks, samples) in &mut samples {
                let case = &self.cases[*index];
                let sample = measure::run(case, *tasks, span, self.server.as_ref()).await?;
                if round > 0 {
                    samples.push(sample);
                }
                if case.kind.is_write() {
                    settle(case.kind, &self.sqlite, &self.admin).await?;
                }
            }
        }
        for kind in [
            Kind::SqlitePoint,
            Kind::SqlitePage,
            Kind::SqliteWrite,
            Kind::PostgresPoint,
            Kind::PostgresPage,
            Kind::PostgresWrite,
        ] {
            for tasks in TASKS {
                let lines: Vec<(&str, &[Sample])> = samples
                    .iter()
                    .filter(|line| self.cases[line.0].kind == kind && line.1 == tasks)
                    .map(|(index, _, samples)| (self.cases[*index].variant, samples.as_slice()))
                    .collect();
                if !lines.is_empty() {
                    report::cases(kind, tasks, &lines);
                }
            }
        }
        Ok(())
    }

    async fn run_bulks(&self) -> Result<()> {
        let mut samples: Vec<Vec<BulkSample>> = self.bulks.iter().map(|_| Vec::new()).collect();
        for round in 0..=BULK_ROUNDS {
            for (bulk, samples) in self.bulks.iter().zip(&mut samples) {
                let sample = bulk::run(bulk, self.server.as_ref()).await?;
                if round > 0 {
                    samples.push(sample);
                }
            }
        }
        let mut titles: Vec<&str> = self.bulks.iter().map(|bulk| bulk.title).collect();
        titles.sort_unstable();
        titles.dedup();
        for title in titles {
            let lines: Vec<(&str, &[BulkSample])> = self
                .bulks
                .iter()
                .zip(&samples)
                .filter(|(bulk, _)| bulk.title == title)
                .map(|(bulk, samples)| (bulk.variant, samples.as_slice()))
                .collect();
            report::bulks(title, &lines);
        }
        Ok(())
    }
}

async fn settle(kind: Kind, sqlite: &Path, admin: &Admin) -> Result<()> {
    if kind.is_postgres() {
        postgres_tokio::settle(admin).await
    } else {
        sqlite_rusqlite::settle(sqlite)
    }
}
