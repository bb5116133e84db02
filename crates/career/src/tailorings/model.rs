use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use tailor::{Analysis, Evaluation, LeftOut, Statement, Voice};

use super::{Accepted, EditedLine, KeptProposal, Options};
use crate::resumes::{Language, Paths};
use crate::runs::{Attempt, Chosen, Generator};

/// A tailored resume as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tailoring {
    pub id: Id,
    pub user_id: String,
    /// The resume it was made from; none when the memory had to do.
    pub resume_id: Option<Id>,
    pub job_description: String,
    pub resume: Value,
    pub analysis: Analysis,
    /// None in results from before it was told.
    #[serde(default)]
    pub fit: Option<f32>,
    pub evaluation: Evaluation,
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    pub attempts: Vec<Attempt>,
    pub sources: Vec<Chosen>,
    pub statements: Vec<Statement>,
    #[serde(default)]
    pub proposals: Vec<KeptProposal>,
    /// What accepting has changed. Absent in results from before it could be taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<Accepted>,
    /// Lines that its owner has worded since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edited: Vec<EditedLine>,
    /// From 1; one more with each edit.
    #[serde(default = "first_version")]
    pub version: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(default)]
    pub options: Options,
    /// Of the resume it was made from, whatever the options say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume_language: Option<Language>,
    /// What was asked for with the request.
    #[serde(default, skip_serializing_if = "Paths::is_empty")]
    pub arrangement: Paths,
    /// The sections in the order that the owner wants; empty where nobody has said one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<String>,
    /// Requirements of the job that its owner has not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<String>,
    pub voice: Voice,
    pub generator: Generator,
    pub created_at: Timestamp,
}

fn first_version() -> i64 {
    1
}

/// A tailored resume as clients see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Tailoring")]
pub(crate) struct TailoringView {
    id: Id,
    /// The tailored resume: a JSON Resume document.
    #[schemars(with = "Map<String, Value>")]
    resume: Value,
    analysis: Analysis,
    /// How much of the job the owner's sources can answer, 0 to 100, apart from how good the tailoring
    /// is. Null in results from before it was told.
    fit: Option<f32>,
    evaluation: Evaluation,
    /// Work that the resume does not show, in the order of the document it was made from.
    left_out: Vec<LeftOut>,
    /// Every try, the last one last.
    attempts: Vec<Attempt>,
    /// The chunks the resume rests on.
    sources: Vec<Chosen>,
    /// Every statement of the resume with how it came to be and what it rests on.
    statements: Vec<Statement>,
    /// The paths of statements whose source was changed or deleted since. They are left out of everything that is made
    /// to be sent.
    unsupported: Vec<String>,
    /// What a model would say otherwise. No part of the resume until the owner accepts it.
    proposals: Vec<KeptProposal>,
    /// What of the caller's feedback was near the job.
    voice: Voice,
    generator: Generator,
    /// From 1; one more with each edit by the owner.
    version: i64,
    /// When it was last edited; null when it never was.
    edited_at: Option<Timestamp>,
    /// How it is to be set.
    options: Options,
    /// What was asked for with the request, as paths into the document of the resume.
    arrangement: Paths,
    /// The sections in the order that the owner wants; empty where nobody has said one.
    sections: Vec<String>,
    /// Requirements of the job, in its words, that you have said you have not.
    lacking: Vec<String>,
    /// The resume it was made from; null when there was none and the memory had to do.
    resume_id: Option<Id>,
    job_description: String,
    created_at: Timestamp,
    links: Links,
}

/// Where the result can be fetched.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Links {
    #[serde(rename = "self")]
    own: String,
    json: String,
    markdown: String,
    html: String,
    pdf: String,
    text: String,
    /// How many pages it has.
    pages: String,
    /// A letter for the same job, with what it rests on.
    letter: String,
    letter_html: String,
    letter_pdf: String,
    letter_text: String,
}

/// A tailored resume as lists show it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TailoringSummary {
    id: Id,
    /// The job's title; empty when its text names none.
    title: String,
    score: f32,
    /// How much of the job the sources can answer; null in results from before it was told.
    fit: Option<f32>,
    passed: bool,
    generator: Generator,
    resume_id: Option<Id>,
    created_at: Timestamp,
    links: Links,
}

impl Links {
    fn to(id: Id) -> Self {
        let own = format!("/tailorings/{id}");
        Self {
            json: format!("{own}/resume.json"),
            markdown: format!("{own}/resume.md"),
            html: format!("{own}/resume.html"),
            pdf: format!("{own}/resume.pdf"),
            text: format!("{own}/resume.txt"),
            pages: format!("{own}/pages"),
            letter: format!("{own}/letter.json"),
            letter_html: format!("{own}/letter.html"),
            letter_pdf: format!("{own}/letter.pdf"),
            letter_text: format!("{own}/letter.txt"),
            own,
        }
    }
}

impl TailoringView {
    pub(super) fn of(tailoring: Tailoring, unsupported: Vec<String>) -> Self {
        let Tailoring { id, resume, analysis, evaluation, attempts, sources, .. } = tailoring;
        Self {
            id,
            resume,
            analysis,
            fit: tailoring.fit,
            evaluation,
            left_out: tailoring.left_out,
            attempts,
            sources,
            statements: tailoring.statements,
            unsupported,
            proposals: tailoring.proposals,
            voice: tailoring.voice,
            generator: tailoring.generator,
            version: tailoring.version,
            edited_at: tailoring.edited_at,
            options: tailoring.options,
            arrangement: tailoring.arrangement,
            sections: tailoring.sections,
            lacking: tailoring.lacking,
            resume_id: tailoring.resume_id,
            job_description: tailoring.job_description,
            created_at: tailoring.created_at,
            links: Links::to(id),
        }
    }
}

/// A result that was just made rests on what it was made from.
impl From<Tailoring> for TailoringView {
    fn from(tailoring: Tailoring) -> Self {
        Self::of(tailoring, Vec::new())
    }
}

impl From<Tailoring> for TailoringSummary {
    fn from(tailoring: Tailoring) -> Self {
        Self {
            id: tailoring.id,
            title: tailoring.analysis.title,
            score: tailoring.evaluation.score,
            fit: tailoring.fit,
            passed: tailoring.evaluation.passed,
            generator: tailoring.generator,
            resume_id: tailoring.resume_id,
            created_at: tailoring.created_at,
            links: Links::to(tailoring.id),
        }
    }
}
