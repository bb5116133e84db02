//! Tailoring with a real chat model on this machine: a very small one, which obeys badly. What is
//! measured is that it costs nothing: no text that is not the owner's, no result below the one
//! without it, no request that outlives its deadline.

use std::process::Command;
use std::time::{Duration, Instant};

use clap::Args;
use corpus::Corpus;
use serde_json::{Value, json};
use tokio::runtime::Builder;

use crate::caller::Caller;
use crate::figures::{Times, time};
use crate::process::Server;
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};

const TOOL: &str = "tools/local-chat-model";
/// Seconds for one resume: small models on a busy machine take their time.
const PATIENT: u32 = 600;
const IMPATIENT: u32 = 1;

/// How much is tried.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Effort {
    /// Resumes that are tailored with a real chat model [default: 6, or 1 in a short run]
    #[arg(long)]
    resumes: Option<usize>,
    /// Seconds for each of them [default: 600]
    #[arg(long)]
    seconds: Option<u32>,
}

pub(super) fn run(settings: &Settings, corpus: &Corpus, effort: Effort) -> Outcome<()> {
    let model = match Server::start(&mut Command::new(TOOL)) {
        Ok(model) => model,
        Err(_) => {
            say(
                "tailor: no real chat model, its packages cannot be had (tools/local-chat-model).\n",
            );
            return Ok(());
        }
    };
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(measure(settings, corpus, &model, effort))
}

/// What some resumes came to.
#[derive(Default)]
struct Sum {
    times: Vec<Duration>,
    scores: Vec<f64>,
    /// Answers of the model that were understood, to the end or as far as they went.
    heard: usize,
    of_model: usize,
    proposed: u64,
    dropped: u64,
    unsupported: usize,
    errors: Vec<String>,
    /// Steps that were told while the work went on.
    steps: usize,
}

async fn measure(
    settings: &Settings,
    corpus: &Corpus,
    model: &Server,
    effort: Effort,
) -> Outcome<()> {
    let pairs = effort.resumes.unwrap_or(if settings.quick { 1 } else { 6 });
    let url = format!("http://{}/v1", model.address);
    let columns = [
        "",
        "resumes",
        "score",
        "heard",
        "by the model",
        "proposed",
        "dropped",
        "unsupported",
        "p50",
    ];
    let mut table =
        Table::new("tailor: with a real chat model of 135 million parameters", &columns);
    let mut plain: Vec<f64> = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    let patient = effort.seconds.unwrap_or(PATIENT);
    for (name, deadline) in
        [("without", None), ("with", Some(patient)), ("with, one second each", Some(IMPATIENT))]
    {
        let mut site = Site::create(settings)?;
        if let Some(deadline) = deadline {
            site.set("FOLIA_LLM__URL", &url);
            site.set("FOLIA_LLM__MODEL", "local");
            site.set("FOLIA_TAILOR__DEADLINE_SECONDS", &deadline.to_string());
        }
        let sum = tailor(&site, corpus, pairs).await?;
        let mean = sum.scores.iter().sum::<f64>() / sum.scores.len().max(1) as f64;
        let worse = sum.scores.iter().zip(&plain).filter(|(with, without)| with < without).count();
        notes.push(format!("{name}: {worse} worse than without; {} steps told", sum.steps));
        notes.extend(sum.errors.iter().map(|error| format!("{name}: {error}")));
        if plain.is_empty() {
            plain.clone_from(&sum.scores);
        }
        table.row([
            name.to_owned(),
            sum.scores.len().to_string(),
            format!("{mean:.1}"),
            sum.heard.to_string(),
            sum.of_model.to_string(),
            sum.proposed.to_string(),
            sum.dropped.to_string(),
            sum.unsupported.to_string(),
            time(Times::new(sum.times).median()),
        ]);
    }
    notes.dedup();
    for note in notes {
        table.note(note);
    }
    say(&table.to_string());
    Ok(())
}

async fn tailor(site: &Site, corpus: &Corpus, pairs: usize) -> Outcome<Sum> {
    let server = site.serve()?;
    let mut caller = Caller::connect(server.address, &site.token).await?;
    let mut sum = Sum::default();
    // From each end of the corpus, so that they differ.
    let step = (corpus.pairs.len() / pairs).max(1);
    for pair in corpus.pairs.iter().step_by(step).take(pairs) {
        let name = &pair.judgement.resume;
        let resume = json!({ "title": name, "document": corpus.resume(name)? });
        let kept = caller.send("POST", "/resumes", &resume).await?;
        let order = json!({
            "job_description": pair.job, "resume_id": kept["id"], "max_attempts": 1,
        });
        let started = Instant::now();
        let (steps, answer) = caller.watch("/tailor", &order).await?;
        sum.times.push(started.elapsed());
        sum.steps += steps;
        sum.add(&answer);
    }
    Ok(sum)
}

impl Sum {
    fn add(&mut self, answer: &Value) {
        self.scores.push(answer["evaluation"]["score"].as_f64().unwrap_or_default());
        self.of_model += usize::from(answer["generator"] == "llm");
        self.proposed += answer["evaluation"]["proposed"].as_u64().unwrap_or_default();
        let statements = answer["statements"].as_array().map_or(&[][..], Vec::as_slice);
        self.unsupported += statements.iter().filter(|one| one["kind"].is_null()).count();
        let attempts = answer["attempts"].as_array().map_or(&[][..], Vec::as_slice);
        let by_model = attempts.iter().filter(|it| it["generator"] == "llm");
        self.heard += by_model.clone().filter(|it| it["error"].is_null()).count();
        self.dropped += by_model.filter_map(|it| it["dropped"].as_u64()).sum::<u64>();
        self.errors
            .extend(attempts.iter().filter_map(|it| it["error"].as_str()).map(str::to_owned));
    }
}
