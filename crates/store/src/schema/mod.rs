//! How the tables come to be: one list of migrations in a vocabulary of collections and keys, from
//! which each engine's statements are made. A migration is history: once released it is never
//! edited, so it spells out what it creates instead of pointing at today's [`Kind`](crate::Kind).

mod indexes;
mod migrate;
mod shape;
mod table;

pub use indexes::inspect as inspect_indexes;
pub(crate) use migrate::{migrate, unmake};
pub(crate) use shape::read_shape;
pub use shape::{Shape, TableShape};

use crate::{Index, Key};

/// A named change of the tables, applied once, whole or not at all.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    pub name: &'static str,
    pub steps: &'static [Step],
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    CreateCollection {
        name: &'static str,
        expires: bool,
        streamed: bool,
        keys: &'static [Key],
        indexes: &'static [Index],
    },
    /// The key starts absent in the documents that exist, so it has to be nullable. If they say something of it, they
    /// count as damaged until they are written again.
    AddKey {
        collection: &'static str,
        key: Key,
    },
    AddIndex {
        collection: &'static str,
        index: Index,
    },
    DropIndex {
        name: &'static str,
    },
}
