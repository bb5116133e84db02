use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Where a chunk comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Professional history, skills, education.
    Resume,
    /// Published writing.
    Blog,
    /// Curated views, entered by hand.
    Opinion,
    /// Approved past exchanges.
    Conversation,
    /// Corrections and approvals of tailored text.
    VoiceFeedback,
}

/// What a chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChunkType {
    /// A specific accomplishment with its context.
    Achievement,
    /// An overview of a position.
    RoleSummary,
    /// A technology, and where or how it was used.
    SkillContext,
    /// Degrees and institutions.
    Education,
    /// A summary, a list of skills, an overview.
    Meta,
    /// A curated anchor of tone.
    VoiceExample,
    /// Text that must not be imitated.
    AntiPattern,
}

/// What a chunk is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Verifiable history, dates, titles, technologies.
    Facts,
    /// Voice, tone, opinions, style.
    Personality,
    /// Rules and heuristics for specific outputs.
    Strategy,
}

impl Source {
    pub const ALL: [Self; 5] =
        [Self::Resume, Self::Blog, Self::Opinion, Self::Conversation, Self::VoiceFeedback];

    pub fn name(self) -> &'static str {
        match self {
            Self::Resume => "resume",
            Self::Blog => "blog",
            Self::Opinion => "opinion",
            Self::Conversation => "conversation",
            Self::VoiceFeedback => "voice_feedback",
        }
    }
}

impl ChunkType {
    pub const ALL: [Self; 7] = [
        Self::Achievement,
        Self::RoleSummary,
        Self::SkillContext,
        Self::Education,
        Self::Meta,
        Self::VoiceExample,
        Self::AntiPattern,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Achievement => "achievement",
            Self::RoleSummary => "role_summary",
            Self::SkillContext => "skill_context",
            Self::Education => "education",
            Self::Meta => "meta",
            Self::VoiceExample => "voice_example",
            Self::AntiPattern => "anti_pattern",
        }
    }
}

impl Purpose {
    pub const ALL: [Self; 3] = [Self::Facts, Self::Personality, Self::Strategy];

    /// Also the name of the key that says whether a chunk has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Facts => "facts",
            Self::Personality => "personality",
            Self::Strategy => "strategy",
        }
    }
}

/// What a chunk was derived from, and follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// The kind of thing, such as `content` or `voice_feedback`.
    #[serde(rename = "type")]
    pub kind: String,
    pub id: Id,
}

/// The kind of originals that are published writing.
pub const WRITING: &str = "content";

impl Origin {
    pub fn new(kind: &str, id: Id) -> Self {
        Self { kind: kind.to_owned(), id }
    }

    /// As it is looked up.
    pub(crate) fn key(&self) -> String {
        format!("{}:{}", self.kind, self.id)
    }
}

/// The descriptive keys of a chunk.
pub type Metadata = Map<String, Value>;

/// A unit of memory, as it is stored. Nothing here says whether it has been indexed: that is
/// another document, so that indexing never makes an editor's version stale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    pub id: Id,
    pub text: String,
    pub source: Source,
    pub chunk_type: ChunkType,
    pub purpose: Vec<Purpose>,
    pub metadata: Metadata,
    pub origin: Option<Origin>,
    /// Whose it is; none when it belongs to the whole site.
    pub user_id: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A chunk that somebody wants remembered.
#[derive(Clone, Debug, PartialEq)]
pub struct NewChunk {
    pub text: String,
    pub source: Source,
    pub chunk_type: ChunkType,
    pub purpose: Vec<Purpose>,
    pub metadata: Metadata,
    pub origin: Option<Origin>,
    pub user_id: Option<String>,
}

impl NewChunk {
    pub(crate) fn into_chunk(self, id: Id, now: Timestamp) -> Chunk {
        let Self { text, source, chunk_type, purpose, metadata, origin, user_id } = self;
        Chunk {
            id,
            text,
            source,
            chunk_type,
            purpose,
            metadata,
            origin,
            user_id,
            created_at: now,
            updated_at: now,
        }
    }
}

/// A chunk as clients see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Chunk")]
pub struct ChunkView {
    pub id: Id,
    pub text: String,
    pub source: Source,
    pub chunk_type: ChunkType,
    pub purpose: Vec<Purpose>,
    /// Descriptive keys, such as `company`.
    pub metadata: Metadata,
    /// What it was derived from; null when it was entered by hand.
    pub origin: Option<Origin>,
    /// When the vector of this text was stored; null until then.
    pub indexed_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl ChunkView {
    pub(crate) fn new(chunk: Chunk, indexed_at: Option<Timestamp>) -> Self {
        let Chunk { id, text, source, chunk_type, purpose, metadata, origin, .. } = chunk;
        let (created_at, updated_at) = (chunk.created_at, chunk.updated_at);
        Self {
            id,
            text,
            source,
            chunk_type,
            purpose,
            metadata,
            origin,
            indexed_at,
            created_at,
            updated_at,
        }
    }
}
