use kernel::FieldErrors;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Feedback, FeedbackType};
use crate::chunks::{LONGEST_TEXT, check_text};

/// What a reviewer says about a text.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend(
    "if" = { "properties": { "feedback_type": { "const": "edited" } } },
    "then" = {
        "required": ["final_text"],
        "properties": { "final_text": { "type": "string", "minLength": 1 } },
    },
))]
pub(crate) struct FeedbackInput {
    /// 1 to 8,000 characters.
    #[schemars(length(min = 1, max = 8000))]
    pub(super) original_text: Option<String>,
    /// Up to 8,000 characters; required when the text was edited.
    #[schemars(length(max = 8000))]
    pub(super) final_text: Option<String>,
    pub(super) feedback_type: Option<FeedbackType>,
    /// What the text was written for: 1 to 20,000 characters.
    #[schemars(length(min = 1, max = 20_000))]
    pub(super) job_context: Option<String>,
    /// Up to 2,000 characters.
    #[schemars(length(max = 2000))]
    pub(super) note: Option<String>,
    /// Up to 100 characters.
    #[schemars(length(max = 100))]
    pub(super) section_type: Option<String>,
    /// The fact that the text words, to the letter: 1 to 8,000 characters. Unless it is given, an
    /// edited text words its `original_text`. What the owner approves or edits becomes an approved
    /// wording of that fact; from anybody else it is voice only.
    #[schemars(length(min = 1, max = 8000))]
    pub(super) source_text: Option<String>,
}

impl FeedbackInput {
    /// The request that would have made an entry.
    pub(crate) fn of(feedback: &Feedback) -> Self {
        Self {
            original_text: Some(feedback.original_text.clone()),
            final_text: feedback.final_text.clone(),
            feedback_type: Some(feedback.feedback_type),
            job_context: Some(feedback.job_context.clone()),
            note: feedback.note.clone(),
            section_type: feedback.section_type.clone(),
            source_text: feedback.source_text.clone(),
        }
    }

    pub(crate) fn check(&self, errors: &mut FieldErrors) {
        let required = [
            ("original_text", &self.original_text, LONGEST_TEXT),
            ("job_context", &self.job_context, 20_000),
        ];
        for (field, value, longest) in required {
            match value {
                Some(text) => drop(errors.keep(field, check_text(text, longest))),
                None => errors.add(field, "is required"),
            }
        }
        if let Some(source) = &self.source_text {
            errors.keep("source_text", check_text(source, LONGEST_TEXT));
        }
        if self.feedback_type.is_none() {
            errors.add("feedback_type", "is required");
        }
        let optional = [
            ("final_text", &self.final_text, LONGEST_TEXT),
            ("note", &self.note, 2000),
            ("section_type", &self.section_type, 100),
        ];
        for (field, value, longest) in optional {
            if value.as_ref().is_some_and(|text| text.chars().count() > longest) {
                errors.add(field, format!("may have up to {longest} characters"));
            }
        }
        let has_final = self.final_text.as_ref().is_some_and(|text| !text.is_empty());
        // Without the final text an edit would teach nothing.
        if self.feedback_type == Some(FeedbackType::Edited) && !has_final {
            errors.add("final_text", "is required when the text was edited");
        }
    }
}
