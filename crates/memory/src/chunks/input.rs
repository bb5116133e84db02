use kernel::{FieldErrors, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::rules::{LONGEST_TEXT, check_text, read_metadata, tidy_purposes};
use super::{Chunk, ChunkType, Metadata, NewChunk, Purpose, Source};
use crate::choice::{AtLeastOne, OneOrMore};

/// What a client may say about a chunk. A new one needs all but `metadata`; in a change, what is
/// absent stays as it is.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ChunkInput {
    /// 1 to 8,000 characters.
    #[schemars(length(min = 1, max = 8000))]
    text: Option<String>,
    source: Option<Source>,
    chunk_type: Option<ChunkType>,
    /// One purpose, or a list of them.
    #[schemars(with = "Option<AtLeastOne<Purpose>>")]
    purpose: Option<OneOrMore<Purpose>>,
    /// Descriptive keys: up to 16 KiB, 8 levels and 200 keys.
    #[schemars(with = "Option<kernel::PlainObject>")]
    metadata: Option<Box<RawValue>>,
}

/// An input whose values are all in order.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    text: Option<String>,
    source: Option<Source>,
    chunk_type: Option<ChunkType>,
    purpose: Option<Vec<Purpose>>,
    metadata: Option<Metadata>,
}

impl ChunkInput {
    /// The request that would say this of a chunk that was entered by hand.
    pub(crate) fn whole(
        text: String,
        purpose: Vec<Purpose>,
        metadata: Option<Box<RawValue>>,
    ) -> Self {
        let purpose = Some(OneOrMore::More(purpose));
        Self { text: Some(text), purpose, metadata, ..Self::default() }
    }

    /// Checks each value that was given.
    pub(crate) fn check(self, errors: &mut FieldErrors) -> Checked {
        if let Some(text) = &self.text {
            errors.keep("text", check_text(text, LONGEST_TEXT));
        }
        let purpose = self
            .purpose
            .and_then(|purposes| errors.keep("purpose", tidy_purposes(purposes.into_list())));
        let metadata = self.metadata.and_then(|raw| errors.keep("metadata", read_metadata(&raw)));
        let Self { text, source, chunk_type, .. } = self;
        Checked { text, source, chunk_type, purpose, metadata }
    }

    pub(crate) fn check_complete(&self, errors: &mut FieldErrors) {
        for (field, given) in [
            ("text", self.text.is_some()),
            ("source", self.source.is_some()),
            ("chunk_type", self.chunk_type.is_some()),
            ("purpose", self.purpose.is_some()),
        ] {
            if !given {
                errors.add(field, "is required");
            }
        }
    }
}

impl Checked {
    /// The chunk these values make; none unless they are complete.
    pub(crate) fn into_new(self) -> Option<NewChunk> {
        Some(NewChunk {
            text: self.text?,
            source: self.source?,
            chunk_type: self.chunk_type?,
            purpose: self.purpose?,
            metadata: self.metadata.unwrap_or_default(),
            origin: None,
            user_id: None,
        })
    }

    pub(crate) fn apply(self, chunk: &mut Chunk, now: Timestamp) {
        let Self { text, source, chunk_type, purpose, metadata } = self;
        if let Some(text) = text {
            chunk.text = text;
        }
        chunk.source = source.unwrap_or(chunk.source);
        chunk.chunk_type = chunk_type.unwrap_or(chunk.chunk_type);
        if let Some(purpose) = purpose {
            chunk.purpose = purpose;
        }
        if let Some(metadata) = metadata {
            chunk.metadata = metadata;
        }
        chunk.updated_at = now;
    }
}
