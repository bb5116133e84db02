//! Whether memory stays as it is while owners and visitors do what they do, for an hour: pages, lists and searches
//! are read, items changed and moved to and fro, pictures, chunks and resumes made and deleted, resumes tailored
//! and printed. What is there is the same at the end, so what the process has grown by nobody needs.

use std::time::{Duration, Instant};

use clap::Args;
use corpus::Corpus;
use serde_json::{Value, json};
use testkit::Form;
use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::caller::Caller;
use crate::figures::{megabytes, ratio};
use crate::process::Server;
use crate::site::Site;
use crate::table::Table;
use crate::tree::plant;
use crate::{Outcome, Settings, say};

const PICTURE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/pictures/phone-p3-exif6.jpg");
const ITEMS: usize = 200;
/// Lines of the table: each is a twelfth of the time.
const PARTS: u32 = 12;
/// What the last part may have more than the third, by which all caches are full.
const GROWTH: f64 = 1.05;
/// So that others on the machine are left something of it.
const PAUSE: Duration = Duration::from_millis(20);

#[derive(Args, Debug, Default)]
pub(crate) struct Wish {
    /// How long [default: 60, or 1 in a short run]
    #[arg(long, value_name = "NUMBER")]
    minutes: Option<u64>,
}

pub(crate) fn run(settings: &Settings, wish: &Wish) -> Outcome<()> {
    let minutes = wish.minutes.unwrap_or(if settings.quick { 1 } else { 60 });
    let runtime = Builder::new_current_thread().enable_all().build()?;
    say(&runtime.block_on(measure(settings, Duration::from_secs(minutes * 60)))?.to_string());
    Ok(())
}

async fn measure(settings: &Settings, length: Duration) -> Outcome<Table> {
    let site = Site::create(settings)?;
    let server = site.serve()?;
    let mut day = Day::begin(&server, &site.token).await?;
    let title = format!("mixed: {} minutes of reading and writing", length.as_secs() / 60);
    let mut table =
        Table::new(title, &["after", "requests", "memory", "written by it alone", "÷ third"]);
    let (mut third, mut last) = (0, 0);
    for part in 1..=PARTS {
        let end = Instant::now() + length / PARTS;
        while Instant::now() < end {
            day.hour().await?;
        }
        let memory = server.memory()?;
        last = memory.private_dirty;
        if part == 3 {
            third = last;
        }
        table.row([
            format!("{part} of {PARTS}"),
            day.requests.to_string(),
            megabytes(memory.resident),
            megabytes(last),
            if part < 3 { String::new() } else { ratio(last as f64 / third as f64) },
        ]);
    }
    let claim = format!("the last has at most {} of the third", ratio(GROWTH));
    table.claim(claim, last as f64 <= third as f64 * GROWTH);
    Ok(table)
}

/// Somebody who looks after a site, and those who read it.
struct Day {
    caller: Caller,
    corpus: Corpus,
    tree: plant::Tree,
    /// Those that are moved between two sections, and whether they are in the first.
    items: Vec<Value>,
    picture: Vec<u8>,
    at: usize,
    requests: usize,
}

impl Day {
    async fn begin(server: &Server, token: &str) -> Outcome<Self> {
        let tree = plant::plant(server.address, token, ITEMS).await?;
        let mut caller = Caller::connect(server.address, token).await?;
        let listed = caller.send("GET", "/content/story?limit=50", &Value::Null).await?;
        let items = listed["items"].as_array().cloned().unwrap_or_default();
        if items.is_empty() {
            return Err("no items were planted".into());
        }
        let corpus = Corpus::open()?;
        let picture = std::fs::read(PICTURE)?;
        Ok(Self { caller, corpus, tree, items, picture, at: 0, requests: 0 })
    }

    /// A little of everything.
    async fn hour(&mut self) -> Outcome<()> {
        self.at += 1;
        for paths in [self.tree.section_paths.clone(), self.tree.item_paths.clone()] {
            for step in 0..10 {
                let path = &paths[(self.at * 7 + step) % paths.len()];
                self.ask("GET", &format!("/{path}")).await?;
            }
        }
        for path in
            ["/", "/sections?limit=50", "/feed.xml", "/sitemap.xml", "/content/story?q=item"]
        {
            self.ask("GET", path).await?;
        }
        let item = self.items[self.at % self.items.len()].clone();
        let id = item["id"].as_str().unwrap_or_default();
        let text = format!("<p>Written {} times.</p>", self.at);
        self.send("PUT", &format!("/content/story/{id}"), &json!({ "body": text })).await?;
        for shelf in [0, 1] {
            let to = json!({ "section_id": self.tree.shelves[shelf] });
            self.send("PUT", &format!("/content/story/{id}/move"), &to).await?;
        }
        let form = Form::default().file("photo.jpg", &self.picture).text("alt", "A picture");
        let made = self.caller.upload(form).await?;
        self.remove("/uploads", &made).await?;
        let chunk = json!({ "text": text, "source": "opinion", "chunk_type": "meta", "purpose": "personality" });
        let made = self.send("POST", "/content/chunks", &chunk).await?;
        self.remove("/content/chunks", &made).await?;
        if self.at % 20 == 1 {
            self.tailor().await?;
        }
        Ok(())
    }

    async fn tailor(&mut self) -> Outcome<()> {
        let pair = &self.corpus.pairs[self.at / 20 % self.corpus.pairs.len()];
        let (document, job) =
            (self.corpus.resume(&pair.judgement.resume)?.clone(), pair.job.clone());
        let resume = self.send("POST", "/resumes", &json!({ "document": document })).await?;
        let order = json!({ "job_description": job, "resume_id": resume["id"], "threshold": 0 });
        let made = self.send("POST", "/tailor", &order).await?;
        let id = made["id"].as_str().unwrap_or_default();
        self.ask("GET", &format!("/tailorings/{id}/resume.pdf")).await?;
        self.ask("DELETE", &format!("/tailorings/{id}")).await?;
        self.remove("/resumes", &resume).await
    }

    async fn ask(&mut self, method: &str, path: &str) -> Outcome<()> {
        self.requests += 1;
        sleep(PAUSE).await;
        self.caller
            .expect(method, path)
            .await
            .map_err(|error| format!("{method} {path}: {error}").into())
    }

    async fn send(&mut self, method: &str, path: &str, body: &Value) -> Outcome<Value> {
        self.requests += 1;
        sleep(PAUSE).await;
        self.caller.send(method, path, body).await
    }

    async fn remove(&mut self, list: &str, made: &Value) -> Outcome<()> {
        let id = made["id"].as_str().unwrap_or_default();
        self.ask("DELETE", &format!("{list}/{id}")).await
    }
}
