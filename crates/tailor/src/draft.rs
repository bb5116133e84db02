use kernel::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::delivered::{Delivered, Edit, Kind};

/// A tailored document before anybody has judged it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// JSON Resume.
    pub document: Value,
    /// Every statement of the document, in its order.
    pub statements: Vec<Statement>,
    /// For each statement the texts it was put together from, by which it can be proved again.
    pub(crate) parts: Vec<Vec<Delivered>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// Where it stands in the tailored document, such as `work/0/highlights/1` or `basics/summary`.
    pub path: String,
    pub text: String,
    /// How the text came to be. Absent in results that were kept before this was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The owner's words that it stands for, where they are others and of one text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What was done to the owner's words, when it was derived from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
    pub receipts: Vec<Receipt>,
}

/// What a statement rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Receipt {
    pub chunk_id: Id,
    /// The parts of the chunk's text that carry the statement; the whole of it when empty.
    pub spans: Vec<Span>,
}

/// A part of a text, counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    pub start: usize,
    /// The position after the last character.
    pub end: usize,
}
