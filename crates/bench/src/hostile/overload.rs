//! Three times as many visitors as can be served. They come when they come, whatever has become of those before
//! them, and whoever has no page after a second has gone. Only who got one counts.
//!
//! A visitor who waits for an answer before the next one comes would make it a load that the server sets itself.
//!
//! To come costs this machine about as much as to be served. Visitors who took their time from the server would
//! make it answer less whatever it does, so it has a processor that they do not use, and only a third of that, as
//! one thread cannot make three times of what a whole one serves.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::Plan;
use crate::caller::Caller;
use crate::figures::{Times, per_second, ratio, time};
use crate::process::Server;
use crate::processors::{Neighbours, Processors};
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings};

/// How many ask without a pause to find out what the server can do.
const FULL_LOAD: usize = 64;
const TIMES: f64 = 3.0;
const DEADLINE: Duration = Duration::from_secs(1);
const GOODPUT: f64 = 0.8;
/// As many may be there at a time. Who comes then finds no way in, and counts as sent.
pub(super) const MOST_AT_ONCE: usize = 15_000;
/// They share the processor of the server with it.
const NEIGHBOURS: usize = 2;
/// What the machine has not sent was no overload.
const ENOUGH: f64 = 2.5;
/// Visitors come from as many addresses, since ports are few for one.
const ADDRESSES: usize = 64;
const STORIES: usize = 200;

/// A page out of memory, and one that is made for each who asks.
const PAGES: [(&str, &str); 2] = [("the start page", "/"), ("a search", "/search?q=reading")];

/// What became of those who came.
struct Came {
    sent: usize,
    times: Times,
    elapsed: Duration,
    /// The processor time of the server.
    worked: Duration,
}

impl Came {
    fn rate(&self) -> f64 {
        self.times.len() as f64 / self.elapsed.as_secs_f64()
    }

    fn sent(&self) -> f64 {
        self.sent as f64 / self.elapsed.as_secs_f64()
    }

    /// Answers for each second that the server had a processor.
    fn yielded(&self) -> f64 {
        self.times.len() as f64 / self.worked.as_secs_f64()
    }
}

pub(super) fn measure(settings: &Settings, plan: &Plan, reading: &Runtime) -> Outcome<Table> {
    let site = Site::create(settings)?;
    let Some(processors) = Processors::divide()? else {
        return Err("the server and its visitors need a processor each".into());
    };
    let server = processors.as_server(|| site.serve())??;
    reading.block_on(write(server.address, &site.token))?;
    let _neighbours = processors.as_server(|| Neighbours::start(NEIGHBOURS))?;
    processors.as_visitor(|| compare(&server, plan, reading))?
}

fn compare(server: &Server, plan: &Plan, reading: &Runtime) -> Outcome<Table> {
    let address = server.address;
    let title = "hostile: three times as much as can be served, and gone after a second";
    let columns = [
        "visitors",
        "sent",
        "÷ full",
        "answered in time",
        "÷ full",
        "for a second of CPU",
        "÷ full",
        "p50",
        "p99",
    ];
    let mut table = Table::new(title, &columns);
    let (mut worst, mut least_sent) = (f64::INFINITY, f64::INFINITY);
    for (name, path) in PAGES {
        let get = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let get: Arc<[u8]> = get.into_bytes().into();
        reading.block_on(closed(address, &get, Duration::from_millis(500)));
        let before = server.usage()?;
        let mut full = reading.block_on(closed(address, &get, plan.length));
        let between = server.usage()?;
        let mut open = reading.block_on(open(address, &get, full.rate() * TIMES, plan.length));
        full.worked = between.since(before);
        open.worked = server.usage()?.since(between);
        for (manner, came) in [("at full load", &full), ("three times as many", &open)] {
            table.row([
                format!("{name}, {manner}"),
                per_second(came.sent()),
                ratio(came.sent() / full.rate()),
                per_second(came.rate()),
                ratio(came.rate() / full.rate()),
                per_second(came.yielded()),
                ratio(came.yielded() / full.yielded()),
                time(came.times.median()),
                time(came.times.within(0.99)),
            ]);
        }
        let sent = open.sent() / full.rate();
        least_sent = least_sent.min(sent);
        if sent >= ENOUGH {
            worst = worst.min(open.yielded() / full.yielded());
        }
    }
    if least_sent < ENOUGH {
        table.note(
            "Where fewer were sent, this machine cannot make more beside the server: not judged.",
        );
    }
    let (share, within) = (ratio(GOODPUT), time(DEADLINE));
    let claim = format!(
        "at least {share} of what it answers at full load, for the same processor time and within {within}"
    );
    match worst.is_infinite() {
        true => table.note(format!("Claim: {claim}: not judged.")),
        false => table.claim(claim, worst >= GOODPUT),
    }
    Ok(table)
}

/// Something to search in.
async fn write(address: SocketAddr, token: &str) -> Outcome<()> {
    let mut owner = Caller::connect(address, token).await?;
    for number in 0..STORIES {
        let text = "Reading by the lake, and what came of it. ".repeat(20);
        let story = json!({ "title": format!("Reading {number}"), "is_published": true,
            "body": format!("<p>{text}</p>") });
        owner.send("POST", "/content/story", &story).await?;
    }
    Ok(())
}

/// Each comes back as soon as it has its page.
async fn closed(address: SocketAddr, get: &[u8], length: Duration) -> Came {
    let started = Instant::now();
    let visitors = (0..FULL_LOAD).map(|number| async move {
        let (mut sent, mut times) = (0, Vec::new());
        while started.elapsed() < length {
            sent += 1;
            times.extend(visit(address, get, number).await);
        }
        (sent, times)
    });
    let (sent, times): (Vec<usize>, Vec<_>) = join_all(visitors).await.into_iter().unzip();
    let times = Times::new(times.concat());
    Came { sent: sent.iter().sum(), times, elapsed: started.elapsed(), worked: Duration::ZERO }
}

/// So many come in a second, at their times.
async fn open(address: SocketAddr, get: &Arc<[u8]>, rate: f64, length: Duration) -> Came {
    let (started, mut due, mut times) = (Instant::now(), 0, Vec::new());
    let (mut visitors, sent) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
    while started.elapsed() < length {
        let known = due;
        due = (started.elapsed().as_secs_f64() * rate) as usize;
        for number in known..due {
            let (get, sent) = (get.clone(), sent.clone());
            let is_full = visitors.len() >= MOST_AT_ONCE;
            visitors.spawn(async move {
                // Where this thread cannot keep up, fewer come than were to.
                if started.elapsed() < length {
                    sent.fetch_add(1, Ordering::Relaxed);
                }
                if is_full { None } else { visit(address, &get, number).await }
            });
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
        while let Some(left) = visitors.try_join_next() {
            times.extend(left.ok().flatten());
        }
    }
    // Who is still there would be one more than can be served in this time.
    let elapsed = started.elapsed();
    visitors.shutdown().await;
    Came {
        sent: sent.load(Ordering::Relaxed),
        times: Times::new(times),
        elapsed,
        worked: Duration::ZERO,
    }
}

/// How long it took until the page was there, if it was there in time.
async fn visit(address: SocketAddr, get: &[u8], number: usize) -> Option<Duration> {
    let asked = Instant::now();
    let page = tokio::time::timeout(DEADLINE, fetch(address, get, number)).await;
    matches!(page, Ok(Ok(true))).then(|| asked.elapsed())
}

async fn fetch(address: SocketAddr, get: &[u8], number: usize) -> std::io::Result<bool> {
    let socket = TcpSocket::new_v4()?;
    let last = u8::try_from(number % ADDRESSES + 1).unwrap_or(1);
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0)))?;
    // Who leaves early leaves nothing behind that would keep a port.
    socket.set_zero_linger()?;
    let mut stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(get).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer.starts_with(b"HTTP/1.1 200"))
}
