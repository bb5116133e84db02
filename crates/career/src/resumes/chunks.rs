use kernel::Id;
use memory::chunks::{ChunkType, Metadata, NewChunk, Origin, Purpose, Source};
use serde_json::Value;
use tailor::facts::{DocumentFact, Part, Place, Section, facts_of};

use super::Resume;

/// What chunks of a resume say they are derived from.
pub const ORIGIN: &str = "resume";
/// Of a descriptive key.
const LONGEST_KEY: usize = 300;

pub(crate) fn origin_of(resume: Id) -> Origin {
    Origin::new(ORIGIN, resume)
}

/// What the memory is to keep of a resume: one chunk per fact. They belong to the whole site.
pub(crate) fn chunks_of(resume: &Resume, tree: &Value) -> Vec<NewChunk> {
    facts_of(tree).into_iter().map(|fact| chunk(resume, fact)).collect()
}

fn chunk(resume: &Resume, fact: DocumentFact) -> NewChunk {
    let mut metadata = Metadata::new();
    let path = Some(fact.place.to_string());
    for (key, value) in [
        ("company", fact.company),
        ("position", fact.position),
        ("start_date", fact.start),
        ("end_date", fact.end),
        ("path", path),
        ("resume", Some(resume.title.clone())),
    ] {
        if let Some(value) = value {
            let value: String = value.chars().take(LONGEST_KEY).collect();
            metadata.insert(key.to_owned(), value.into());
        }
    }
    NewChunk {
        text: fact.text,
        source: Source::Resume,
        chunk_type: type_of(fact.place),
        purpose: vec![purpose_of(fact.place.section)],
        metadata,
        origin: Some(origin_of(resume.id)),
        // The whole site's: facts of the owner are for everybody who may tailor. Only voice belongs
        // to a user.
        user_id: None,
    }
}

fn type_of(place: Place) -> ChunkType {
    if matches!(place.part, Part::Highlight(_)) {
        return ChunkType::Achievement;
    }
    match place.section {
        Section::Work | Section::Volunteer | Section::Projects => ChunkType::RoleSummary,
        Section::Education | Section::Certificates => ChunkType::Education,
        Section::Awards | Section::Publications => ChunkType::Achievement,
        Section::Skills => ChunkType::SkillContext,
        Section::Basics | Section::Languages | Section::Interests | Section::References => {
            ChunkType::Meta
        }
    }
}

fn purpose_of(section: Section) -> Purpose {
    match section {
        Section::Interests | Section::References => Purpose::Personality,
        _ => Purpose::Facts,
    }
}
