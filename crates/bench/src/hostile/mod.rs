//! What honest readers see beside peers that mean no good, beside thousands who do nothing, when three times as
//! many come as can be served, while everybody outside misbehaves, and while disk and clock do. Readers connect anew
//! for each page, as visitors do: whoever stays connected would not notice that places are short.

mod asking;
mod machine;
mod overload;
mod world;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use testkit::{Crowd, Malice, allow_many_files};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};

use crate::figures::{Times, megabytes, ratio, time};
use crate::process::Server;
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};

const READERS: usize = 8;
const P99: Duration = Duration::from_millis(100);
/// What p99 may be beside what goes wrong, of what it is while all goes well.
const SLOWER: f64 = 1.5;
/// Where the site has work beside, readers think between pages, so that the processors have time for both. Readers in
/// a hurry would take all of it, and what they saw would be how the kernel shares it.
const THINKING: Duration = Duration::from_millis(10);

struct Plan {
    length: Duration,
    hostile: usize,
    idle: usize,
}

pub(crate) fn run(settings: &Settings) -> Outcome<()> {
    let plan = match settings.quick {
        true => Plan { length: Duration::from_secs(1), hostile: 300, idle: 1000 },
        false => Plan { length: Duration::from_secs(10), hostile: 3000, idle: 10_000 },
    };
    allow_many_files(plan.hostile.max(plan.idle).max(overload::MOST_AT_ONCE) as u64 + 1000);
    // Two threads: the one that reads and measures does not wait for the others.
    let reading = Builder::new_current_thread().enable_all().build()?;
    let others = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    say(&crowds(settings, &plan, &reading, &others)?.to_string());
    say(&overload::measure(settings, &plan, &reading)?.to_string());
    say(&world::measure(settings, &plan, &reading, &others)?.to_string());
    say(&machine::measure(settings, &plan, &reading, &others)?.to_string());
    Ok(())
}

/// What readers saw.
struct Seen {
    times: Times,
    failed: usize,
}

impl Seen {
    /// How each table here begins.
    fn cells(&self) -> [String; 3] {
        let times = &self.times;
        [times.len().to_string(), time(times.median()), time(times.within(0.99))]
    }

    fn p99(&self) -> f64 {
        self.times.within(0.99).as_secs_f64()
    }
}

/// Each reader thinks about a page for so long before the next.
async fn read(address: SocketAddr, length: Duration, pause: Duration) -> Seen {
    let until = Instant::now() + length;
    let readers = (0..READERS).map(|_| async move {
        let (mut times, mut failed) = (Vec::new(), 0);
        while Instant::now() < until {
            let asked = Instant::now();
            match ask(address).await {
                Ok(true) => times.push(asked.elapsed()),
                _ => failed += 1,
            }
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
        }
        (times, failed)
    });
    let (times, failed): (Vec<_>, Vec<_>) = join_all(readers).await.into_iter().unzip();
    Seen { times: Times::new(times.concat()), failed: failed.iter().sum() }
}

/// Whether a page was had on a connection of its own.
async fn ask(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer.starts_with(b"HTTP/1.1 200"))
}

fn crowds(settings: &Settings, plan: &Plan, reading: &Runtime, others: &Runtime) -> Outcome<Table> {
    let mut table = Table::new(
        format!("hostile: {READERS} readers, a new connection for each page"),
        &["beside", "pages", "p50", "p99", "÷ alone", "not answered", "memory"],
    );
    let mut p99 = Duration::ZERO;
    for (name, kinds, of_each, places) in [
        ("six kinds of hostile peers", &Malice::ALL[..], plan.hostile / 6, "1000"),
        ("idle peers", &[Malice::Silent][..], plan.idle, "12000"),
    ] {
        let mut site = Site::create(settings)?;
        site.set("FOLIA_SERVER__MAX_CONNECTIONS", places);
        let server = site.serve()?;
        let read = |length| reading.block_on(read(server.address, length, Duration::ZERO));
        read(Duration::from_millis(500));
        let alone = read(plan.length);
        let crowd = others.block_on(Crowd::gather(server.address, kinds, of_each));
        let beside = read(plan.length);
        show(&mut table, "nobody", &alone, &alone, &server)?;
        let count = of_each * kinds.len();
        show(&mut table, &format!("{count} {name}"), &beside, &alone, &server)?;
        p99 = p99.max(beside.times.within(0.99));
        others.block_on(async { drop(crowd) });
    }
    table.claim(format!("p99 at most {} beside any of them", time(P99)), p99 <= P99);
    Ok(table)
}

fn show(table: &mut Table, name: &str, seen: &Seen, alone: &Seen, server: &Server) -> Outcome<()> {
    let [pages, median, p99] = seen.cells();
    table.row([
        name.to_owned(),
        pages,
        median,
        p99,
        ratio(seen.p99() / alone.p99()),
        seen.failed.to_string(),
        megabytes(server.memory()?.resident),
    ]);
    Ok(())
}
