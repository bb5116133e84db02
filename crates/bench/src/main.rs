//! What the project claims, measured. Each room measures one part and prints plain tables; what
//! the rows mean, and the figures of one run, are in `docs/benchmarks.md`.
//!
//! Machines differ and are shared, so a figure is worth something only beside another one of the
//! same run: the rooms take what they compare in turns and report ratios. Only with `--strict` a
//! run fails because something was slow.

mod caller;
mod figures;
mod fleet;
mod hostile;
mod http;
mod load;
mod mixed;
mod postgres;
mod postings;
mod print;
mod process;
mod processors;
mod rounds;
mod search;
mod site;
mod start;
mod store;
mod table;
mod tailor;
mod tree;
mod vectors;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Any failure ends the run: half a comparison is none.
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Measures what the project claims. Build it and the service with --release.
#[derive(Debug, Parser)]
#[command(name = "bench", disable_help_subcommand = true)]
struct Arguments {
    #[command(flatten)]
    settings: Settings,
    /// Everything, when no room is named
    #[command(subcommand)]
    room: Option<Room>,
}

#[derive(Debug, Args)]
struct Settings {
    /// A short run, to see that everything works
    #[arg(long, global = true)]
    quick: bool,
    /// The service to measure [default: the `folia` beside this program]
    #[arg(long, global = true, value_name = "FILE")]
    folia: Option<PathBuf>,
    /// Fail at the end where a claim does not hold: for machines that do nothing else
    #[arg(long, global = true)]
    strict: bool,
}

#[derive(Debug, Subcommand)]
enum Room {
    /// Everything, one room after the other
    All,
    /// What a request costs beside a bare handler that answers the same bytes
    Http,
    /// Time to the first answer, memory and size of the binary
    Start,
    /// Reads and durable writes through the document store, on each engine
    Store,
    /// A tree of a thousand sections with a thousand, ten and a hundred thousand items
    Tree(tree::Wish),
    /// One node and three behind a balancer, on PostgreSQL and a bucket, beside one on SQLite, at three sizes
    Fleet(fleet::Wish),
    /// Searching ten thousand to a million chunks, and how good the answers are
    Search(search::Wish),
    /// Vectors in the database beside those in memory, up to a million
    Vectors(vectors::Wish),
    /// Which highlights are chosen, which lies get through, what feedback saves, how long it takes
    Tailor(tailor::Wish),
    /// How postings of others are read, and whom they fit
    Postings(postings::Wish),
    /// Resumes as PDF: time for a page, many at once, memory
    Print,
    /// Readers beside hostile and idle peers, under three times the load, and while others misbehave
    Hostile,
    /// Memory over an hour of reading and writing
    Mixed(mixed::Wish),
    /// The bare handler itself, which `http` runs beside the service
    #[command(hide = true)]
    Bare { body: PathBuf },
}

impl Settings {
    fn folia(&self) -> Outcome<PathBuf> {
        let path = match &self.folia {
            Some(given) => given.clone(),
            None => std::env::current_exe()?.with_file_name("folia"),
        };
        match path.is_file() {
            true => Ok(path),
            false => Err(format!("{} is missing: build it, or name it", path.display()).into()),
        }
    }
}

fn main() -> Outcome<()> {
    let Arguments { settings, room } = Arguments::parse();
    let room = room.unwrap_or(Room::All);
    if cfg!(debug_assertions) && !matches!(room, Room::Bare { .. }) {
        say("This is a debug build: its figures mean nothing.\n");
    }
    measure(room, &settings)?;
    match table::broken_claims() {
        broken @ 1.. if settings.strict => Err(format!("claims that do not hold: {broken}").into()),
        _ => Ok(()),
    }
}

fn measure(room: Room, settings: &Settings) -> Outcome<()> {
    match room {
        Room::All => {
            http::run(settings)?;
            start::run(settings)?;
            store::run(settings)?;
            tree::run(settings, &tree::Wish::default())?;
            fleet::run(settings, &fleet::Wish::default())?;
            search::run(settings, &search::Wish::default())?;
            tailor::run(settings, &tailor::Wish::default())?;
            print::run(settings)?;
            hostile::run(settings)
        }
        Room::Http => http::run(settings),
        Room::Start => start::run(settings),
        Room::Store => store::run(settings),
        Room::Tree(wish) => tree::run(settings, &wish),
        Room::Fleet(wish) => fleet::run(settings, &wish),
        Room::Search(wish) => search::run(settings, &wish),
        Room::Vectors(wish) => vectors::run(settings, &wish),
        Room::Tailor(wish) => tailor::run(settings, &wish),
        Room::Postings(wish) => postings::run(&wish),
        Room::Print => print::run(settings),
        Room::Hostile => hostile::run(settings),
        Room::Mixed(wish) => mixed::run(settings, &wish),
        Room::Bare { body } => http::bare::serve(&body),
    }
}

#[expect(clippy::print_stdout, reason = "the tables are what this program is for")]
fn say(text: &str) {
    println!("{text}");
}
