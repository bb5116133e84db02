//! A few hundred rows stored together: the unit that is copied when a writer changes a row that a
//! reader may be looking at.

use fearless_simd::Level;
use kernel::Id;

use super::quantised::{Coding, code_length, encode};
use super::sketch::Signs;
use crate::Stamp;
use crate::payload::{Columns, Payload};

/// Rows per block: at 384 dimensions a copy moves half a megabyte, tens of microseconds.
pub(crate) const BLOCK_ROWS: usize = 256;

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) ids: Vec<Id>,
    pub(crate) stamps: Vec<Stamp>,
    pub(crate) columns: Columns,
    pub(crate) signs: Signs,
    pub(crate) codes: Vec<u8>,
    pub(crate) codings: Vec<Coding>,
    /// No row's rounding error is longer; it may have been that of a row now gone.
    pub(crate) largest_error: f32,
    pub(crate) values: Vec<f32>,
}

/// Everything stored about one chunk.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) id: Id,
    pub(crate) stamp: Stamp,
    pub(crate) payload: Payload,
    pub(crate) values: &'a [f32],
}

impl Block {
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn push(&mut self, level: Level, row: Row<'_>) {
        self.ids.push(row.id);
        self.stamps.push(row.stamp);
        self.columns.push(row.payload);
        self.signs.push(row.values);
        let coding = encode(level, row.values, &mut self.codes);
        self.largest_error = self.largest_error.max(coding.error);
        self.codings.push(coding);
        self.values.extend_from_slice(row.values);
    }

    pub(crate) fn set(&mut self, level: Level, index: usize, row: Row<'_>) {
        let dimension = row.values.len();
        self.ids[index] = row.id;
        self.stamps[index] = row.stamp;
        self.columns.set(index, row.payload);
        self.signs.set(index, row.values);
        let mut codes = Vec::with_capacity(code_length(dimension));
        let coding = encode(level, row.values, &mut codes);
        self.largest_error = self.largest_error.max(coding.error);
        self.codings[index] = coding;
        self.codes[index * codes.len()..][..codes.len()].copy_from_slice(&codes);
        self.values[index * dimension..][..dimension].copy_from_slice(row.values);
    }

    pub(crate) fn row(&self, index: usize) -> Row<'_> {
        Row {
            id: self.ids[index],
            stamp: self.stamps[index],
            payload: self.columns.get(index),
            values: self.values(index),
        }
    }

    pub(crate) fn values(&self, index: usize) -> &[f32] {
        let dimension = self.values.len() / self.ids.len();
        &self.values[index * dimension..][..dimension]
    }

    /// Drops the last row.
    pub(crate) fn pop(&mut self) {
        let rows = self.ids.len();
        if rows == 0 {
            return;
        }
        let dimension = self.values.len() / rows;
        self.ids.pop();
        self.stamps.pop();
        self.columns.pop();
        self.signs.pop();
        self.codings.pop();
        self.codes.truncate((rows - 1) * code_length(dimension));
        self.values.truncate((rows - 1) * dimension);
    }
}
