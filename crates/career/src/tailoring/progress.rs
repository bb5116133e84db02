use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::{Analysis, Evaluation};

/// What has happened so far, for those who watch.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) data: Value,
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
        self.tell("analysed", &json!({ "analysis": analysis }));
    }

    pub(crate) fn retrieved(&self, facts: usize, examples: usize, anti_patterns: usize) {
        let voice = json!({ "examples": examples, "anti_patterns": anti_patterns });
        self.tell("retrieved", &json!({ "facts": facts, "voice": voice }));
    }

    pub(crate) fn generated(&self, attempt: usize, generator: impl Serialize, dropped: usize) {
        let data = json!({ "attempt": attempt, "generator": generator, "dropped": dropped });
        self.tell("generated", &data);
    }

    pub(crate) fn evaluated(&self, attempt: usize, evaluation: &Evaluation) {
        self.tell("evaluated", &json!({ "attempt": attempt, "evaluation": evaluation }));
    }

    fn tell(&self, name: &'static str, data: &Value) {
        if let Some(watcher) = &self.0 {
            watcher.send(Event { name, data: data.clone() }).ok();
        }
    }
}
