use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::delivered::Kind;
use crate::draft::Statement;
use crate::fault::Fault;

/// How good a draft is, and whether it may be delivered as passed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evaluation {
    /// 0 to 100.
    pub score: f32,
    pub threshold: f32,
    /// The score reaches the threshold and every statement is supported. What is only proposed has
    /// no part in it.
    pub passed: bool,
    pub criteria: Criteria,
    /// How the statements of the resume came to be.
    #[serde(default)]
    pub delivered: Counts,
    /// How many wordings wait for the owner.
    #[serde(default)]
    pub proposed: usize,
    /// What went wrong, for the next attempt and for the reader.
    pub faults: Vec<Fault>,
}

/// Statements by how they came to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    pub verbatim: usize,
    pub approved: usize,
    pub derived: usize,
}

impl Counts {
    pub fn of(statements: &[Statement]) -> Self {
        let of = |kind: Kind| statements.iter().filter(|one| one.kind == Some(kind)).count();
        Self {
            verbatim: of(Kind::Verbatim),
            approved: of(Kind::Approved),
            derived: of(Kind::Derived),
        }
    }
}

/// Each 0 to 100.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Criteria {
    /// Share of texts that are verbatim, approved or derived: 100 in whatever is delivered.
    pub support: f32,
    /// Weighted share of the requirements that something in the resume answers.
    pub coverage: f32,
    pub relevance: f32,
    /// How well it fills its page and no more.
    pub length: f32,
    /// How close it is to the caller's voice; absent when there are no examples.
    pub voice: Option<f32>,
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
