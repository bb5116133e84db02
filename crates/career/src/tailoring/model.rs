use std::collections::BTreeMap;

use kernel::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::facts::Place;

/// What a job asks for, as far as its text tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Analysis {
    /// The job's title; empty when the text names none.
    pub title: String,
    pub seniority: Option<Seniority>,
    /// Heaviest first.
    pub keywords: Vec<Keyword>,
    /// In the order of the text.
    pub requirements: Vec<Requirement>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seniority {
    Intern,
    Junior,
    Mid,
    Senior,
    Lead,
    Principal,
    Executive,
}

/// A word or a short phrase that matters to the job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Keyword {
    pub term: String,
    /// Above 0, and 1 for the heaviest.
    pub weight: f32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requirement {
    pub text: String,
    pub level: Level,
    /// The terms by which it is looked for.
    pub keywords: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Must,
    Nice,
}

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

/// What an attempt is to keep to.
#[derive(Clone, Debug, PartialEq)]
pub struct Brief {
    /// How many lines the resume may take, headings among them.
    pub page_lines: u32,
    /// What the attempt before did wrong; empty for the first one.
    pub faults: Vec<Fault>,
}

impl Default for Brief {
    fn default() -> Self {
        // What a page of A4 holds at a readable size.
        Self { page_lines: 58, faults: Vec::new() }
    }
}

/// A generator's decision. Everything in it points at facts; employers, titles and dates are not
/// in it, since they are copied from the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The sentences of the summary, in order.
    pub summary: Vec<Wording>,
    /// Work, volunteering and projects, in the order in which they are to be shown; entries
    /// that are not named are left out.
    pub entries: Vec<EntryChoice>,
    pub skills: Vec<SkillChoice>,
    /// Entries of the other lists that are kept, such as `education/0`.
    pub kept: Vec<Place>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EntryChoice {
    /// Such as `work/0`.
    pub entry: Place,
    /// Whether the entry's own summary is kept.
    pub with_summary: bool,
    pub highlights: Vec<Wording>,
}

/// A group of skills with the keywords to show, by position in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillChoice {
    pub entry: usize,
    pub keywords: Vec<usize>,
}

/// A sentence, and the facts it says again.
#[derive(Clone, Debug, PartialEq)]
pub struct Wording {
    pub text: String,
    /// The chunks of the facts, the main one first. Never empty.
    pub rests_on: Vec<Id>,
}

/// A tailored document before anybody has judged it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// JSON Resume.
    pub document: Value,
    /// Every statement of the document, in its order.
    pub statements: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// Where it stands in the tailored document, such as `work/0/highlights/1` or `basics/summary`.
    pub path: String,
    pub text: String,
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

/// How good a draft is, and whether it may be delivered as passed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evaluation {
    /// 0 to 100.
    pub score: f32,
    pub threshold: f32,
    /// The score reaches the threshold and every statement is supported.
    pub passed: bool,
    pub criteria: Criteria,
    /// What went wrong, for the next attempt and for the reader.
    pub faults: Vec<Fault>,
}

/// Each 0 to 100.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Criteria {
    /// Share of statements of which every claim is found in the cited sources.
    pub support: f32,
    /// Weighted share of the requirements that something in the resume answers.
    pub coverage: f32,
    pub relevance: f32,
    /// How well it fills its page and no more.
    pub length: f32,
    /// How close it is to the caller's voice; absent when there are no examples.
    pub voice: Option<f32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// A statement claims what none of its sources carries.
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
    /// A statement imitates what the caller has refused.
    AntiPattern {
        path: String,
    },
}

/// For the log and the answer: names of criteria beside their values.
impl Criteria {
    pub fn by_name(&self) -> BTreeMap<&'static str, f32> {
        let named = [
            ("support", Some(self.support)),
            ("coverage", Some(self.coverage)),
            ("relevance", Some(self.relevance)),
            ("length", Some(self.length)),
            ("voice", self.voice),
        ];
        named.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
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
