use kernel::Id;
use outbound::chat::ChatError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tailor::{Candidate, Fault};

/// Who has written a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generator {
    /// Chooses, orders and trims the owner's own words.
    Extractive,
    /// The same, with choice and order of a chat model, which may propose other words.
    Llm,
}

/// One try at a resume that passes, as the answer tells of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attempt {
    pub generator: Generator,
    /// Null when there was nothing to judge.
    pub score: Option<f32>,
    pub passed: bool,
    pub faults: Vec<Fault>,
    /// Wordings of the model that wait for the owner.
    #[serde(default)]
    pub proposed: usize,
    /// Words of the model that cannot even be proposed: of no fact, refused before, or no plain text.
    pub dropped: usize,
    /// Why there was nothing to judge.
    pub error: Option<String>,
}

impl Attempt {
    pub(super) fn judged(generator: Generator, candidate: &Candidate, dropped: usize) -> Self {
        let evaluation = &candidate.evaluation;
        Self {
            generator,
            score: Some(evaluation.score),
            passed: evaluation.passed,
            faults: evaluation.faults.clone(),
            proposed: candidate.proposals.len(),
            dropped,
            error: None,
        }
    }

    pub(super) fn failed(generator: Generator, error: &ChatError) -> Self {
        Self {
            generator,
            score: None,
            passed: false,
            faults: Vec::new(),
            proposed: 0,
            dropped: 0,
            error: Some(error.to_string()),
        }
    }
}

/// A fact that was chosen, as the answer's `sources` lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chosen {
    pub chunk_id: Id,
    pub score: f32,
    /// Paths into the tailored document.
    pub used_in: Vec<String>,
}
