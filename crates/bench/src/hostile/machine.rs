//! The disk fails, the clock jumps, files of the index are lost; meanwhile readers read, and the owner goes on writing
//! and searching as if nothing were. What goes wrong is judged against a machine on which all is well, with the same
//! owner.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use testkit::{DiskError, EmbeddingService, Faults};
use tokio::runtime::Runtime;

use super::asking::{Asking, ask, is_welcome, told};
use super::{Plan, SLOWER, THINKING, read};
use crate::caller::Caller;
use crate::figures::ratio;
use crate::process::Server;
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings};

/// So that an index takes a while to be made again.
const CHUNKS: usize = 500;
const STORIES: usize = 10;
const HOURS: i64 = 60 * 60;

type Wrong = (&'static str, fn(&Faults));
type Lost = (&'static str, fn(&Path) -> std::io::Result<()>);

/// While it runs. Each begins with all well again.
const WRONG: [Wrong; 6] = [
    ("disk full", |faults| faults.fail_writes(Some(DiskError::Full))),
    ("disk read-only", |faults| faults.fail_writes(Some(DiskError::ReadOnly))),
    ("disk broken", |faults| faults.fail_writes(Some(DiskError::Broken))),
    ("nothing reaches the disk", |faults| faults.fail_syncs(Some(DiskError::Broken))),
    ("clock back 2 hours", |faults| faults.shift_clock(-2 * HOURS)),
    ("clock ahead 2 hours", |faults| faults.shift_clock(2 * HOURS)),
];

/// Between a stop and a start, to each file of the index.
const LOST: [Lost; 4] = [
    ("started anew, all is well", |_| Ok(())),
    ("index deleted", |file| fs::remove_file(file)),
    ("index cut in half", |file| {
        let half = fs::metadata(file)?.len() / 2;
        fs::File::options().write(true).open(file)?.set_len(half)
    }),
    ("index with a bit flipped", |file| {
        let mut bytes = fs::read(file)?;
        let middle = bytes.len() / 2;
        if let Some(byte) = bytes.get_mut(middle) {
            *byte ^= 1;
        }
        fs::write(file, bytes)
    }),
];

/// What is read, and what becomes of the owner's questions meanwhile.
struct Watch<'a> {
    plan: &'a Plan,
    reading: &'a Runtime,
    others: &'a Runtime,
    table: Table,
    /// p99 while all is well: of the first look.
    well: Option<f64>,
    slowest: f64,
}

impl Watch<'_> {
    fn look(&mut self, name: &str, server: &Server, owner: &Owner) {
        let asking = self.others.block_on(async { owner.go_on() });
        let seen = self.reading.block_on(read(server.address, self.plan.length, THINKING));
        let (asked, refused) = (asking.asked(), asking.refused());
        self.others.block_on(async { drop(asking) });
        let slower = seen.p99() / *self.well.get_or_insert(seen.p99());
        self.slowest = self.slowest.max(slower);
        let [pages, median, p99] = seen.cells();
        self.table.row([
            name.to_owned(),
            pages,
            median,
            p99,
            ratio(slower),
            seen.failed.to_string(),
            asked.to_string(),
            refused.to_string(),
        ]);
    }
}

pub(super) fn measure(
    settings: &Settings,
    plan: &Plan,
    reading: &Runtime,
    others: &Runtime,
) -> Outcome<Table> {
    let mut site = Site::create(settings)?;
    let faults = Faults::of(site.folder());
    let embedding = others.block_on(EmbeddingService::start(16));
    for (name, value) in faults.settings() {
        site.set(name, value);
    }
    site.set("FOLIA_EMBEDDING__URL", &embedding.url);
    site.set("FOLIA_LOG__LEVEL", "error");
    let mut server = site.serve()?;
    let mut owner = others.block_on(Owner::furnish(&site, &server))?;
    let title = "hostile: while disk, clock or index go wrong, and the owner goes on writing";
    let columns = ["what", "pages", "p50", "p99", "÷ well", "not answered", "asked", "refused"];
    let table = Table::new(title, &columns);
    let mut watch = Watch { plan, reading, others, table, well: None, slowest: 0.0 };
    reading.block_on(read(server.address, plan.length, THINKING));
    watch.look("all is well", &server, &owner);
    for (name, begin) in WRONG {
        begin(&faults);
        watch.look(name, &server, &owner);
        faults.fail_writes(None);
        faults.fail_syncs(None);
        faults.shift_clock(0);
    }
    // A start is felt by itself, so these are judged against one at which nothing is lost.
    watch.well = None;
    for (name, lose) in LOST {
        server.stop()?;
        for file in files_below(&site.folder().join("data/index"))? {
            lose(&file)?;
        }
        server = site.serve()?;
        owner.address = server.address;
        watch.look(name, &server, &owner);
    }
    let Watch { mut table, slowest, .. } = watch;
    table.note(
        "Asked: to change a story, to make a chunk and delete it, and a search of the memory.",
    );
    table.note(format!("An index is of {CHUNKS} chunks and is made again while readers read."));
    table.claim(
        format!("p99 at most {} of that while all is well", ratio(SLOWER)),
        slowest <= SLOWER,
    );
    Ok(table)
}

fn files_below(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => files.extend(files_below(&entry.path())?),
            false => files.push(entry.path()),
        }
    }
    Ok(files)
}

/// Whoever writes, and does not stop.
struct Owner {
    address: SocketAddr,
    token: Arc<str>,
    stories: Arc<[String]>,
}

impl Owner {
    async fn furnish(site: &Site, server: &Server) -> Outcome<Self> {
        let mut caller = Caller::connect(server.address, &site.token).await?;
        let mut stories = Vec::new();
        for number in 0..STORIES {
            let story = json!({ "title": format!("Story {number}"), "body": "<p>Begun.</p>" });
            let made = caller.send("POST", "/content/story", &story).await?;
            stories.push(made["id"].as_str().ok_or("a story has an id")?.to_owned());
        }
        for number in 0..CHUNKS {
            caller.send("POST", "/content/chunks", &chunk(number)).await?;
        }
        let (token, stories) = (site.token.as_str().into(), stories.into());
        Ok(Self { address: server.address, token, stories })
    }

    fn go_on(&self) -> Asking {
        let (address, mut asking) = (self.address, Asking::default());
        let (token, stories) = (self.token.clone(), self.stories.clone());
        asking.add(move |number| {
            let (token, stories) = (token.clone(), stories.clone());
            async move {
                let path = format!("/content/story/{}", stories[number % STORIES]);
                let text = json!({ "body": format!("<p>Written {number} times.</p>") });
                Ok(is_welcome(&ask(address, "PUT", &path, &token, &text).await?))
            }
        });
        let token = self.token.clone();
        asking.add(move |number| {
            let token = token.clone();
            async move {
                let answer =
                    ask(address, "POST", "/content/chunks", &token, &chunk(number)).await?;
                let made = told(&answer).filter(|_| is_welcome(&answer));
                let Some(id) = made.as_ref().and_then(|made| made["id"].as_str()) else {
                    return Ok(false);
                };
                let path = format!("/content/chunks/{id}");
                Ok(is_welcome(&ask(address, "DELETE", &path, &token, &Value::Null).await?))
            }
        });
        let token = self.token.clone();
        asking.add(move |_| {
            let token = token.clone();
            async move {
                let query = json!({ "query": "mills", "mode": "hybrid" });
                let path = "/content/search-preview";
                Ok(is_welcome(&ask(address, "POST", path, &token, &query).await?))
            }
        });
        asking
    }
}

fn chunk(number: usize) -> Value {
    json!({ "text": format!("Mill {number} ran for {} years.", number % 90), "source": "opinion",
        "chunk_type": "meta", "purpose": ["facts"] })
}
