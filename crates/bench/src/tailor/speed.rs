use std::time::{Duration, Instant};

use corpus::Corpus;
use serde_json::json;
use tokio::runtime::Builder;

use crate::caller::Caller;
use crate::figures::{Times, time};
use crate::search::service::EmbeddingService;
use crate::search::speed::{wait, write};
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};

/// How long a resume takes for a job, from the request to its answer, in a memory with much else.
pub(super) fn run(settings: &Settings, corpus: &Corpus) -> Outcome<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(measure(settings, corpus))
}

async fn measure(settings: &Settings, corpus: &Corpus) -> Outcome<()> {
    let (chunks, rounds) = if settings.quick { (1_000, 1) } else { (10_000, 6) };
    let service = EmbeddingService::start().await?;
    let mut site = Site::create(settings)?;
    site.set("FOLIA_EMBEDDING__URL", &service.url);
    let server = site.serve()?;
    write(server.address, &site.token, chunks).await?;
    let mut caller = Caller::connect(server.address, &site.token).await?;
    let mut resumes = std::collections::HashMap::new();
    for pair in &corpus.pairs {
        let name = &pair.judgement.resume;
        if !resumes.contains_key(name) {
            let resume = json!({ "title": name, "document": corpus.resume(name)? });
            let kept = caller.send("POST", "/resumes", &resume).await?;
            resumes.insert(name.clone(), kept["id"].clone());
        }
    }
    let stats = caller.send("GET", "/content/stats", &json!({})).await?;
    let total = usize::try_from(stats["total"].as_u64().ok_or("no total")?)?;
    wait(&mut caller, total).await?;

    let (mut whole, mut own) = (Vec::new(), Vec::new());
    let before = server.usage()?;
    for _ in 0..rounds {
        for pair in &corpus.pairs {
            let order = json!({
                "job_description": pair.job, "resume_id": resumes[&pair.judgement.resume],
            });
            let (embedding, started) = (service.busy(), Instant::now());
            caller.send("POST", "/tailor", &order).await?;
            let taken = started.elapsed();
            whole.push(taken);
            own.push(taken.saturating_sub(service.busy().saturating_sub(embedding)));
        }
    }
    let (whole, own) = (Times::new(whole), Times::new(own));
    let cpu = server.usage()?.since(before) / u32::try_from(whole.len())?;

    let title = format!("tailor: {} resumes, one at a time, {total} chunks", whole.len());
    let mut table = Table::new(title, &["", "p50", "p99", "CPU"]);
    let row = |name: &str, times: &Times, cpu: Option<Duration>| {
        let cpu = cpu.map_or_else(String::new, time);
        [name.to_owned(), time(times.median()), time(times.within(0.99)), cpu]
    };
    table.row(row("from request to answer", &whole, Some(cpu)));
    table.row(row("beside embedding", &own, None));
    table.note("The aim is a p50 under 150 ms beside embedding the job's text.");
    say(&table.to_string());
    Ok(())
}
