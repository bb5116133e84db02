use kernel::{FieldErrors, Id, Invalid, Patch, Role};
use schemars::JsonSchema;
use serde::Deserialize;
use tailor::without_turns;

use crate::resumes::{Language, Paths};
use crate::tailorings::{Look, Options, OptionsInput, Pages, Paper};

/// What a client asks for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct TailorInput {
    /// The text of the job: 1 to 20,000 characters.
    #[schemars(length(max = 20_000), regex(pattern = kernel::pattern::FILLED_TEXT))]
    job_description: Option<String>,
    /// The resume to tailor; the default one unless it is given.
    resume_id: Option<Id>,
    /// The score from which a resume passes: 0 to 100, and 60 unless it is given.
    #[schemars(range(min = 0, max = 100))]
    threshold: Option<f32>,
    /// How often to try: 1 to 5, and 3 unless it is given.
    #[schemars(range(min = 1, max = 5))]
    #[serde(deserialize_with = "kernel::whole_number")]
    max_attempts: Option<i64>,
    /// What this result hides, shows and puts in order, beside what the resume says for all.
    arrangement: Option<Paths>,
    /// How many pages the resume may take as printed: 1, 2 or `any`; 1 unless it is given.
    pages: Option<Pages>,
    /// A4 unless it is given.
    paper: Option<Paper>,
    /// Null leaves it to the document's `meta.theme`.
    look: Patch<Look>,
    /// Whether the owner's picture is shown; not unless it is given.
    photo: Option<bool>,
    /// The language of headings and months; that of the resume unless it is given.
    language: Patch<Language>,
}

/// A request whose values are all in order.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) job_description: String,
    pub(crate) resume_id: Option<Id>,
    pub(crate) threshold: f32,
    pub(crate) max_attempts: usize,
    pub(crate) arrangement: Paths,
    pub(crate) options: Options,
    /// Whether the result may show all of the owner's resume, and not only what visitors see of it.
    pub(crate) sees_all: bool,
}

const LONGEST_JOB: usize = 20_000;
const USUAL_THRESHOLD: f32 = 60.0;
const USUAL_ATTEMPTS: i64 = 3;
const MOST_ATTEMPTS: i64 = 5;

impl TailorInput {
    pub(super) fn check(self, role: Role) -> Result<Order, Invalid> {
        let mut errors = FieldErrors::default();
        // Of a post that turns its text, a title would be read otherwise than it is written.
        let job_description = self.job_description.unwrap_or_default();
        let job_description = without_turns(&job_description).into_owned();
        if job_description.trim().is_empty() {
            errors.add("job_description", "is required");
        } else if job_description.chars().count() > LONGEST_JOB {
            errors.add("job_description", format!("may have up to {LONGEST_JOB} characters"));
        }
        let threshold = self.threshold.unwrap_or(USUAL_THRESHOLD);
        if !(0.0..=100.0).contains(&threshold) {
            errors.add("threshold", "must be between 0 and 100");
        }
        let max_attempts = self.max_attempts.unwrap_or(USUAL_ATTEMPTS);
        if !(1..=MOST_ATTEMPTS).contains(&max_attempts) {
            errors.add("max_attempts", format!("must be between 1 and {MOST_ATTEMPTS}"));
        }
        errors.finish()?;
        let Self { pages, paper, look, photo, language, .. } = self;
        let options = OptionsInput { pages, paper, look, photo, language };
        Ok(Order {
            job_description,
            resume_id: self.resume_id,
            threshold,
            max_attempts: usize::try_from(max_attempts).unwrap_or(1),
            arrangement: self.arrangement.unwrap_or_default(),
            sees_all: role == Role::Admin,
            options: options.change(Options::default()),
        })
    }
}
