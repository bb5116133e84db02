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
    /// Rows read from a file: their descriptions, and their values one after the other.
    pub(crate) fn restored(
        level: Level,
        descriptions: impl ExactSizeIterator<Item = (Id, Stamp, Payload)>,
        values: Vec<f32>,
    ) -> Self {
        let mut block = Self::default();
        let rows = descriptions.len();
        let dimension = values.len().checked_div(rows).unwrap_or(0);
        block.ids.reserve_exact(rows);
        block.stamps.reserve_exact(rows);
        block.codings.reserve_exact(rows);
        block.codes.reserve_exact(rows * code_length(dimension));
        for ((id, stamp, payload), values) in descriptions.zip(values.chunks(dimension.max(1))) {
            block.ids.push(id);
            block.stamps.push(stamp);
            block.columns.push(payload);
            block.code(level, values);
        }
        block.values = values;
        block
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn push(&mut self, level: Level, row: Row<'_>) {
        self.ids.push(row.id);
        self.stamps.push(row.stamp);
        self.columns.push(row.payload);
        self.code(level, row.values);
        self.values.extend_from_slice(row.values);
    }

    /// Appends what a scan reads of a row.
    fn code(&mut self, level: Level, values: &[f32]) {
        self.signs.push(level, values);
        let coding = encode(level, values, &mut self.codes);
        // Only grows. A row that is gone may have had it, and a margin that is too wide costs a few
        // comparisons and no hit.
        self.largest_error = self.largest_error.max(coding.error);
        self.codings.push(coding);
    }

    pub(crate) fn set(&mut self, level: Level, index: usize, row: Row<'_>) {
        let dimension = row.values.len();
        self.ids[index] = row.id;
        self.stamps[index] = row.stamp;
        self.columns.set(index, row.payload);
        self.signs.set(level, index, row.values);
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
