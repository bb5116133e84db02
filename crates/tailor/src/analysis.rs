use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// What is to be done in the job, in the order of the text.
    #[serde(default)]
    pub responsibilities: Vec<String>,
    #[serde(default)]
    pub conditions: Conditions,
}

/// The terms of a job, as far as its text tells them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Conditions {
    /// Years of experience that are asked for, at the least.
    pub years: Option<u32>,
    /// Languages of people, in the words of the text.
    pub languages: Vec<String>,
    pub places: Vec<String>,
    /// The sentence that names the pay.
    pub pay: Option<String>,
}

/// The lower rank first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
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

impl Seniority {
    pub const ALL: [Self; 7] = [
        Self::Intern,
        Self::Junior,
        Self::Mid,
        Self::Senior,
        Self::Lead,
        Self::Principal,
        Self::Executive,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Intern => "intern",
            Self::Junior => "junior",
            Self::Mid => "mid",
            Self::Senior => "senior",
            Self::Lead => "lead",
            Self::Principal => "principal",
            Self::Executive => "executive",
        }
    }
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
    /// Paths of the statements that answer it, the best first; empty for a gap, and before there is a
    /// resume.
    #[serde(default)]
    pub answered_by: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Must,
    Nice,
}
