//! What is wrong with a draft: said by the evaluation, heard by the next attempt.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// A text that is neither verbatim nor approved nor derived from the sources it names.
    Unsupported {
        path: String,
        claims: Vec<String>,
    },
    /// A requirement that the facts could answer and the draft does not.
    Uncovered {
        requirement: String,
    },
    TooLong {
        lines: u32,
        budget: u32,
    },
    /// It takes more pages than were asked for: something that cannot leave is longer by itself.
    MorePages {
        pages: usize,
        asked: usize,
    },
    /// A text of the resume that is not shown, as it is too long for its pages and cannot be parted into sentences.
    LeftOutAsTooLong {
        /// Where it stands in the resume's document, such as `basics/summary` or `work/0/summary`.
        path: String,
        characters: usize,
    },
    /// A statement imitates what the caller has refused.
    AntiPattern {
        path: String,
    },
}
