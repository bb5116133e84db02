//! What it takes to have the service at all: the time from starting the binary to its first
//! answer on a folder that exists, the memory it holds while nobody asks, the size of the file.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::figures::{Times, megabytes, time};
use crate::load::{Get, Load, Until};
use crate::process::{Memory, Server};
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};

const SOONEST_ANSWER: Duration = Duration::from_millis(300);
const MOST_MEMORY: u64 = 60_000_000;
const REQUESTS: usize = 10_000;

pub(crate) fn run(settings: &Settings) -> Outcome<()> {
    let site = Site::create(settings)?;
    let starts = if settings.quick { 3 } else { 10 };
    say(&starting(&site, starts)?.to_string());
    say(&holding(&site)?.to_string());
    Ok(())
}

fn starting(site: &Site, starts: usize) -> Outcome<Table> {
    let title = format!("start: from starting the binary to its first answer, {starts} starts");
    let mut table = Table::new(title, &["the last one was", "median", "longest"]);
    let stopped = answer_times(site, starts, Server::stop)?;
    // Dropping a server kills it.
    let killed = answer_times(site, starts, |_| Ok(()))?;
    for (name, times) in [("stopped in order", &stopped), ("killed", &killed)] {
        table.row([name.to_owned(), time(times.median()), time(times.within(1.0))]);
    }
    table.claim(format!("under {}", time(SOONEST_ANSWER)), stopped.median() < SOONEST_ANSWER);
    Ok(table)
}

fn answer_times(site: &Site, starts: usize, end: impl Fn(Server) -> Outcome<()>) -> Outcome<Times> {
    let mut times = Vec::new();
    // The first one finds the folder as somebody else left it.
    for attempt in 0..=starts {
        let started = Instant::now();
        let server = site.serve()?;
        ask_once(server.address)?;
        if attempt > 0 {
            times.push(started.elapsed());
        }
        end(server)?;
    }
    Ok(Times::new(times))
}

fn ask_once(address: SocketAddr) -> Outcome<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(b"GET /navlinks HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    match answer.starts_with("HTTP/1.1 200") {
        true => Ok(()),
        false => Err(answer.into()),
    }
}

fn holding(site: &Site) -> Outcome<Table> {
    let mut table = Table::new("start: memory and size", &["what", "resident", "private dirty"]);
    let server = site.serve()?;
    ask_once(server.address)?;
    let fresh = server.memory()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut load = Load::connect(server.address, vec![Get::ok("/navlinks")], 64).await?;
        load.run(Until::Answered(REQUESTS)).await
    })?;
    let used = server.memory()?;
    let mut row = |name: String, memory: Memory| {
        table.row([name, megabytes(memory.resident), megabytes(memory.private_dirty)]);
    };
    row("idle after the first answer".to_owned(), fresh);
    row(format!("after {REQUESTS} requests"), used);
    let claim = format!("resident memory is under {}", megabytes(MOST_MEMORY));
    table.claim(claim, fresh.resident.max(used.resident) < MOST_MEMORY);
    let (file, loaded) = size(&site.binary)?;
    let (file, loaded) = (megabytes(file), megabytes(loaded));
    table.note(format!(
        "The binary has {file}, of which {loaded} are code and data and the rest \
                        names and line numbers for backtraces."
    ));
    Ok(table)
}

/// The size of a binary, and of the part of it that is loaded to run it: the file sizes of the
/// loadable segments that its program headers name.
fn size(binary: &Path) -> Outcome<(u64, u64)> {
    let bytes = std::fs::read(binary)?;
    let number = |at: usize, length: usize| -> Outcome<usize> {
        let field = bytes.get(at..at + length).ok_or("the binary is cut off")?;
        Ok(field.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    };
    let (headers, length, count) = (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?);
    let mut loaded = 0;
    for header in (0..count).map(|index| headers + index * length) {
        if number(header, 4)? == 1 {
            loaded += number(header + 0x20, 8)?;
        }
    }
    Ok((bytes.len() as u64, loaded as u64))
}
