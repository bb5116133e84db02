use kernel::Id;
use serde_json::Value;

use super::{DocumentFact, Place};
use crate::arrangement::Arrangement;
use crate::delivered::Approvals;

/// Everything one tailoring may rest on, as it was when the work began.
#[derive(Clone, Debug, Default)]
pub struct Dossier {
    /// The JSON Resume document that is being tailored.
    pub document: Value,
    pub facts: Vec<Fact>,
    /// The day as `2026-11-16`, where somebody knows it: what begins later is nobody's title yet.
    pub today: Option<String>,
    /// What the owner has confirmed or refused to say.
    pub approvals: Approvals,
    /// What is always shown, and what stands before what. What is hidden is in neither the document nor
    /// the facts any more.
    pub arrangement: Arrangement,
}

/// A statement that a chunk carries.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub chunk_id: Id,
    /// The chunk's text.
    pub text: String,
    /// Where it stands in the document; none when it comes from elsewhere in the memory.
    pub place: Option<Place>,
    /// The employer, the organisation or the project it belongs to.
    pub company: Option<String>,
    pub position: Option<String>,
    pub similarity: Similarity,
}

/// How close a fact is to what the job asks for, by meaning. Nothing is known of a fact that has no
/// vector yet, or while nobody can make vectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarity {
    /// To the job's text as a whole: a cosine.
    pub to_job: Option<f32>,
    /// To each requirement, in the order of the analysis; empty when not known.
    pub to_requirements: Vec<f32>,
}

impl Fact {
    /// What a document states, with the chunk that carries it.
    pub fn new(fact: DocumentFact, chunk_id: Id) -> Self {
        let DocumentFact { place, text, company, position, .. } = fact;
        Self {
            chunk_id,
            text,
            place: Some(place),
            company,
            position,
            similarity: Similarity::default(),
        }
    }
}

impl Dossier {
    pub fn fact(&self, chunk_id: Id) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.chunk_id == chunk_id)
    }

    pub fn at(&self, place: Place) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.place == Some(place))
    }
}
