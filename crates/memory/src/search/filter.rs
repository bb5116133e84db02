use recall::{Filter, Owner};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::chunks::{Chunk, ChunkType, Purpose, Source};
use crate::indexing::{purposes_tag, source_tag, type_tag, user_key};

/// What a search goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// By meaning and by word; the usual choice.
    #[default]
    Hybrid,
    Vector,
    Keyword,
}

/// Whose chunks a search may see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    #[default]
    Anyones,
    /// Those of the whole site, which belong to no user.
    TheSites,
    /// Those of one user and nobody else.
    Users(String),
}

/// What is looked for; empty lists ask for nothing in particular.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchFilter {
    pub sources: Vec<Source>,
    pub chunk_types: Vec<ChunkType>,
    /// At least one of them.
    pub purposes: Vec<Purpose>,
    pub whose: Whose,
}

impl SearchFilter {
    /// In the words of the engine.
    pub(super) fn for_indexes(&self) -> Filter {
        let asked = |asks: bool| asks.then_some(());
        Filter {
            sources: asked(!self.sources.is_empty())
                .map(|()| self.sources.iter().copied().map(source_tag).collect()),
            chunk_types: asked(!self.chunk_types.is_empty())
                .map(|()| self.chunk_types.iter().copied().map(type_tag).collect()),
            purposes: asked(!self.purposes.is_empty()).map(|()| purposes_tag(&self.purposes)),
            owner: match &self.whose {
                Whose::Anyones => Owner::Anyone,
                Whose::TheSites => Owner::Shared,
                Whose::Users(user_id) => Owner::Only(user_key(user_id)),
            },
        }
    }

    /// The same question to the document itself, which may have changed since it was indexed.
    pub(super) fn accepts(&self, chunk: &Chunk) -> bool {
        let purposes = &self.purposes;
        (self.sources.is_empty() || self.sources.contains(&chunk.source))
            && (self.chunk_types.is_empty() || self.chunk_types.contains(&chunk.chunk_type))
            && (purposes.is_empty() || chunk.purpose.iter().any(|has| purposes.contains(has)))
            && match &self.whose {
                Whose::Anyones => true,
                Whose::TheSites => chunk.user_id.is_none(),
                Whose::Users(user_id) => chunk.user_id.as_ref() == Some(user_id),
            }
    }
}
