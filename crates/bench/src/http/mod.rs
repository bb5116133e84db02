//! What the house around a request costs: `GET /navlinks` of the real binary beside a bare axum
//! handler in a process of its own that answers the same bytes.
//!
//! The figure that counts is the server's processor time per request. Requests per second and
//! waiting times also hold what the generator and the other users of the machine take.

pub(crate) mod bare;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tempfile::NamedTempFile;
use tokio::runtime::{Builder, Runtime};

use crate::figures::{per_second, ratio, time};
use crate::load::{Get, Load};
use crate::process::Server;
use crate::rounds::{Middle, Plan, Rounds};
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};

pub(crate) const PATH: &str = "/navlinks";
const CLAIM: f64 = 1.5;

pub(crate) fn run(settings: &Settings) -> Outcome<()> {
    let plan = match settings.quick {
        true => Plan { rounds: 5, length: Duration::from_millis(200) },
        false => Plan { rounds: 41, length: Duration::from_millis(500) },
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let site = Site::create(settings)?;
    let folia = site.serve()?;
    let sample = runtime.block_on(Load::connect(folia.address, vec![Get::ok(PATH)], 1))?;
    let (head, body) = split(sample.sample())?;
    let file = NamedTempFile::new()?;
    std::fs::write(file.path(), body)?;
    let bare = start_bare(file.path())?;

    let plain = Get::ok(PATH);
    let tag = header(&head, "etag").ok_or("the list has no tag")?;
    let seen = Get::new(PATH, &[("if-none-match", tag)], b"HTTP/1.1 304");
    let packed = Get::new(PATH, &[("accept-encoding", "gzip, deflate, br, zstd")], b"HTTP/1.1 200");
    let asked = [
        ("plain, 1 connection", &plain, 1),
        ("plain, 64 connections", &plain, 64),
        ("unchanged (304), 64 connections", &seen, 64),
        ("compressed, 64 connections", &packed, 64),
    ];
    let servers = (&folia, &bare);
    let measured = asked
        .into_iter()
        .map(|(name, get, count)| Ok((name, compare(&runtime, plan, servers, get, count)?)))
        .collect::<Outcome<Vec<_>>>()?;

    say(&ratios(&measured).to_string());
    say(&details(&measured, body.len()).to_string());
    Ok(())
}

pub(crate) fn start_bare(body: &Path) -> Outcome<Server> {
    Server::start(Command::new(std::env::current_exe()?).env_clear().arg("bare").arg(body))
}

fn compare(
    runtime: &Runtime,
    plan: Plan,
    (folia, bare): (&Server, &Server),
    get: &Get,
    connections: usize,
) -> Outcome<Rounds> {
    runtime.block_on(async {
        let mut to_folia = Load::connect(folia.address, vec![get.clone()], connections).await?;
        // The bare handler knows nothing but its bytes, whatever is asked.
        let mut to_bare = Load::connect(bare.address, vec![Get::ok(PATH)], connections).await?;
        Rounds::take(plan, (&[folia], &mut to_folia), (&[bare], &mut to_bare)).await
    })
}

fn ratios(measured: &[(&str, Rounds)]) -> Table {
    let columns = ["folia / bare", "CPU per request", "half of the rounds", "time per request"];
    let mut table = Table::new("http: what the house costs beside a bare handler", &columns);
    for (name, rounds) in measured {
        let cost = rounds.cost();
        let half = format!("{} to {}", ratio(cost.low), ratio(cost.high));
        let duration = rounds.duration().middle;
        table.row([(*name).to_owned(), ratio(cost.middle), half, ratio(duration)]);
    }
    let held = measured.iter().take(2).all(|(_, rounds)| rounds.cost().middle <= CLAIM);
    table.claim(format!("a plain request is within {CLAIM}× of the bare handler"), held);
    table
}

fn details(measured: &[(&str, Rounds)], bytes: usize) -> Table {
    let columns = ["server", "requests", "p50", "p99", "CPU each", "server CPUs", "generator CPUs"];
    let mut table = Table::new(format!("http: the figures behind it ({bytes} bytes)"), &columns);
    let mut saturated = Vec::new();
    for (name, rounds) in measured {
        for (server, middle) in [("folia", rounds.folia()), ("bare", rounds.bare())] {
            table.row(row(&format!("{server}: {name}"), &middle));
            if middle.busy > 0.95 || middle.generator > 0.95 {
                saturated.push(format!("{server}: {name} ({:.0} % busy)", middle.busy * 100.0));
            }
        }
    }
    if !saturated.is_empty() {
        let where_ = saturated.join("; ");
        table.note(format!(
            "The generator or the machine was at its limit, so requests per second are not the \
             server's own limit: {where_}."
        ));
    }
    table
}

fn row(name: &str, middle: &Middle) -> Vec<String> {
    vec![
        name.to_owned(),
        per_second(middle.rate),
        time(middle.median),
        time(middle.slowest),
        time(middle.cost),
        format!("{:.2}", middle.server),
        format!("{:.2}", middle.generator),
    ]
}

pub(crate) fn split(answer: &[u8]) -> Outcome<(String, &[u8])> {
    let end = memchr::memmem::find(answer, b"\r\n\r\n").ok_or("an answer without an end")?;
    Ok((String::from_utf8(answer[..end].to_vec())?, &answer[end + 4..]))
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}
