use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ORIGIN;
use crate::chunks::{ChunkType, Metadata, NewChunk, Origin, Purpose, Source};

/// What the reviewer made of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackType {
    Approved,
    Rejected,
    Edited,
    Flagged,
}

impl FeedbackType {
    pub fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Edited => "edited",
            Self::Flagged => "flagged",
        }
    }
}

/// One entry, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feedback {
    pub id: Id,
    pub user_id: String,
    pub original_text: String,
    pub final_text: Option<String>,
    pub feedback_type: FeedbackType,
    pub job_context: String,
    pub note: Option<String>,
    pub section_type: Option<String>,
    /// The fact that the text words, to the letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_text: Option<String>,
    /// Where that fact stood, when that is known: the same words below another employer are another
    /// fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_home: Option<SourceHome>,
    /// Whether the owner of the site has said it. Entries from before this was asked are voice only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_owner: bool,
    /// The chunk it became.
    pub chunk_id: Option<Id>,
    pub created_at: Timestamp,
}

/// The entry that a fact is told of, with its employer and post where it has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceHome {
    pub company: Option<String>,
    pub position: Option<String>,
    /// What tells the entry of the resume from all others. Feedback from before has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

impl Feedback {
    /// What is worth remembering of it.
    pub(super) fn chunk(&self) -> NewChunk {
        let (text, chunk_type) = match self.feedback_type {
            FeedbackType::Approved => (&self.original_text, ChunkType::VoiceExample),
            FeedbackType::Edited => {
                (self.final_text.as_ref().unwrap_or(&self.original_text), ChunkType::VoiceExample)
            }
            // A flagged text counts as a bad one: nobody flags what they would say.
            FeedbackType::Rejected | FeedbackType::Flagged => {
                (&self.original_text, ChunkType::AntiPattern)
            }
        };
        let mut metadata = Metadata::new();
        metadata.insert("feedback_type".to_owned(), self.feedback_type.name().into());
        for (key, value) in [("section_type", &self.section_type), ("note", &self.note)] {
            if let Some(value) = value {
                metadata.insert(key.to_owned(), value.clone().into());
            }
        }
        NewChunk {
            text: text.clone(),
            source: Source::VoiceFeedback,
            chunk_type,
            purpose: vec![Purpose::Personality],
            metadata,
            origin: Some(Origin::new(ORIGIN, self.id)),
            user_id: Some(self.user_id.clone()),
        }
    }
}

/// An entry as its user sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "VoiceFeedback")]
pub struct FeedbackView {
    pub id: Id,
    pub user_id: String,
    pub original_text: String,
    pub final_text: Option<String>,
    pub feedback_type: FeedbackType,
    pub job_context: String,
    pub note: Option<String>,
    pub section_type: Option<String>,
    /// The fact that the text words, when it was given.
    pub source_text: Option<String>,
    /// The stored vector; null until it is stored.
    pub vector_id: Option<Id>,
    pub created_at: Timestamp,
}

impl FeedbackView {
    pub(super) fn new(feedback: Feedback, vector_id: Option<Id>) -> Self {
        let Feedback { id, user_id, original_text, final_text, feedback_type, .. } = feedback;
        let Feedback { job_context, note, section_type, source_text, created_at, .. } = feedback;
        Self {
            id,
            user_id,
            original_text,
            final_text,
            feedback_type,
            job_context,
            note,
            section_type,
            source_text,
            vector_id,
            created_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edited_text_is_the_example_and_refused_text_a_warning() {
        let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        for (feedback_type, text, chunk_type) in [
            (FeedbackType::Approved, "before", ChunkType::VoiceExample),
            (FeedbackType::Edited, "after", ChunkType::VoiceExample),
            (FeedbackType::Rejected, "before", ChunkType::AntiPattern),
            (FeedbackType::Flagged, "before", ChunkType::AntiPattern),
        ] {
            let feedback = Feedback {
                id,
                user_id: "mia".to_owned(),
                original_text: "before".to_owned(),
                final_text: Some("after".to_owned()),
                feedback_type,
                job_context: "x".to_owned(),
                note: None,
                section_type: None,
                source_text: None,
                source_home: None,
                by_owner: false,
                chunk_id: None,
                created_at: Timestamp::from_micros(0),
            };
            let chunk = feedback.chunk();
            assert_eq!((chunk.text.as_str(), chunk.chunk_type), (text, chunk_type));
            assert_eq!(chunk.user_id.as_deref(), Some("mia"));
        }
    }
}
