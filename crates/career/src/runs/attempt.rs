use kernel::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tailor::Fault;

/// Who has written a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generator {
    /// Chooses, orders and trims the owner's own words.
    Extractive,
    /// The same, with other words for some of them from a chat model.
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
    /// Words of the model that were not taken: unsupported, unreadable or not its own.
    pub dropped: usize,
    /// Why there was nothing to judge.
    pub error: Option<String>,
}

/// A fact that was chosen, as the answer's `sources` lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chosen {
    pub chunk_id: Id,
    pub score: f32,
    /// Paths into the tailored document.
    pub used_in: Vec<String>,
}
