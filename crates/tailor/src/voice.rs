use kernel::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A text of the caller's own voice, or one that must not be imitated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VoiceSample {
    pub chunk_id: Id,
    pub text: String,
    /// How close it is to what the job is about.
    pub score: f32,
}

/// How the caller writes, as far as feedback has told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Voice {
    /// What was approved, or written over by the caller.
    pub examples: Vec<VoiceSample>,
    /// What was rejected or flagged.
    pub anti_patterns: Vec<VoiceSample>,
}
