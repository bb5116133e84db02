use serde::Serialize;
use serde_json::json;
use tailor::{Analysis, Evaluation};
use tokio::sync::mpsc::UnboundedSender;

use super::Generator;

/// What has happened so far, for those who watch.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    /// JSON on one line.
    pub(crate) data: String,
}

/// Tells each step to whoever watches, if anybody does. There are a handful of steps, so nobody has
/// to wait for a slow reader.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress(Option<UnboundedSender<Event>>);

impl Progress {
    pub(crate) fn told_to(watcher: UnboundedSender<Event>) -> Self {
        Self(Some(watcher))
    }

    pub(crate) fn analysed(&self, analysis: &Analysis) {
        #[derive(Serialize)]
        struct Analysed<'a> {
            analysis: &'a Analysis,
        }
        self.tell("analysed", &Analysed { analysis });
    }

    pub(crate) fn retrieved(&self, facts: usize, examples: usize, anti_patterns: usize) {
        let voice = json!({ "examples": examples, "anti_patterns": anti_patterns });
        self.tell("retrieved", &json!({ "facts": facts, "voice": voice }));
    }

    pub(crate) fn generated(&self, attempt: usize, generator: Generator, dropped: usize) {
        let data = json!({ "attempt": attempt, "generator": generator, "dropped": dropped });
        self.tell("generated", &data);
    }

    pub(crate) fn evaluated(&self, attempt: usize, evaluation: &Evaluation) {
        #[derive(Serialize)]
        struct Evaluated<'a> {
            attempt: usize,
            evaluation: &'a Evaluation,
        }
        self.tell("evaluated", &Evaluated { attempt, evaluation });
    }

    fn tell(&self, name: &'static str, data: &impl Serialize) {
        if let Some(watcher) = &self.0 {
            watcher.send(Event::new(name, data)).ok();
        }
    }
}

impl Event {
    /// Written at once, as answers are: a detour over a tree would spell numbers differently.
    pub(crate) fn new(name: &'static str, data: &impl Serialize) -> Self {
        Self { name, data: serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned()) }
    }
}
