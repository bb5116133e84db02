//! Vectors that the database itself keeps and searches, where it can: PostgreSQL with the extension
//! `vector` (pgvector). They are derived from documents and can be thrown away.
//!
//! Vectors of one model are a table of their own, for an index needs to know how long they are. A row
//! carries the few labels that a search filters by, so that the filter is part of the search. Which
//! tables there are, and which of them counts, is told by documents, not here.
//!
//! The names of the extension are always spelled out with its schema: it need not be on the search
//! path of whoever uses it.

mod search;
pub(crate) mod support;
mod table;

use kernel::Id;

pub use search::{LabelFilter, NearVector, Owner, Way};
pub use support::{VectorSupport, Vectors};

/// The vectors of one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorTable {
    pub id: Id,
    pub dimension: usize,
}

/// What a search can ask about a vector. The numbers are the caller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    pub source: u8,
    pub chunk_type: u8,
    /// One bit for each.
    pub purposes: u64,
    pub owner: Option<Id>,
}

/// A vector with what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorRow {
    pub stamp: VectorStamp,
    pub labels: Labels,
    pub values: Vec<f32>,
}

/// Which text a vector was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorStamp {
    pub id: Id,
    /// Of the document.
    pub version: i64,
    /// Of the text.
    pub fingerprint: u128,
}

impl VectorTable {
    /// Letters and digits alone, so it can stand in a statement.
    fn name(&self) -> String {
        let digits: String = self.id.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("vectors_{digits}")
    }
}

/// As the extension reads and writes it. The shortest digits that give the same number again.
fn as_text(values: &[f32]) -> String {
    let values: Vec<String> = values.iter().map(f32::to_string).collect();
    format!("[{}]", values.join(","))
}

fn from_text(text: &str) -> Option<Vec<f32>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    inner.split(',').map(|value| value.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_vector_is_read_as_it_was_written(
            values in proptest::collection::vec(-1.0_f32..1.0, 1..50)
        ) {
            prop_assert_eq!(from_text(&as_text(&values)), Some(values));
        }
    }

    #[test]
    fn a_table_is_named_by_letters_and_digits() {
        let id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        let table = VectorTable { id, dimension: 3 };
        assert_eq!(table.name(), "vectors_01939b1e7c007abc8def0123456789ab");
    }
}
