//! The coded bits of a scan, sixty-four of them at hand, and what is read from them.

use super::huffman::{LOOK, Marks, Table, extend};

pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The next bits, topmost first.
    buffer: u64,
    count: u32,
    /// Zero bits that were made up after the data ended.
    invented: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, buffer: 0, count: 0, invented: 0 }
    }

    /// The same place, for the compiler to keep in registers for the length of a block.
    #[inline(always)]
    pub(super) fn copy(&self) -> Self {
        Self { ..*self }
    }

    /// Where the next marker is to be looked for: bits looked at ahead stop at a marker.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Makes at least 32 bits available.
    #[inline(always)]
    fn refill(&mut self) {
        if self.count >= 32 {
            return;
        }
        if let Some(next) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk::<4>) {
            let word = u32::from_be_bytes(*next);
            // No byte of all ones: none is escaped and none begins a marker.
            let inverted = !word;
            if inverted.wrapping_sub(0x0101_0101) & word & 0x8080_8080 == 0 {
                self.buffer |= u64::from(word) << (32 - self.count);
                self.count += 32;
                self.at += 4;
                return;
            }
        }
        let mut bits = self.copy();
        bits.refill_slowly();
        *self = bits;
    }

    #[cold]
    #[inline(never)]
    fn refill_slowly(&mut self) {
        while self.count <= 56 {
            let byte = match (self.bytes.get(self.at), self.bytes.get(self.at + 1)) {
                (Some(0xff), Some(0)) => {
                    self.at += 2;
                    0xff
                }
                (Some(0xff), _) | (None, _) => {
                    // Zeros are made up, so that no read has to look for the end. `overran` tells
                    // afterwards.
                    self.invented = self.invented.saturating_add(8);
                    0
                }
                (Some(byte), _) => {
                    self.at += 1;
                    *byte
                }
            };
            self.buffer |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    #[inline(always)]
    fn consume(&mut self, count: u32) {
        self.buffer <<= count;
        self.count -= count;
    }

    #[inline(always)]
    fn look(&self) -> usize {
        (self.buffer >> (64 - LOOK)) as usize
    }

    /// The next symbol; after it at least 16 bits are still at hand.
    #[inline(always)]
    pub(super) fn symbol(&mut self, table: &Table) -> Option<u8> {
        self.refill();
        let (length, symbol) = table.symbol(self.look());
        if length > 0 {
            self.consume(u32::from(length));
            return Some(symbol);
        }
        let (length, symbol) = table.long_symbol((self.buffer >> 48) as u32)?;
        self.consume(length);
        Some(symbol)
    }

    /// The next bits as a number; at most 32, and at most 16 right after a symbol.
    #[inline(always)]
    pub(super) fn take(&mut self, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        self.refill();
        let bits = (self.buffer >> (64 - count)) as u32;
        self.consume(count);
        bits
    }

    /// The next bits as a number; at most 32, often none, and so without a decision.
    #[inline(always)]
    pub(super) fn take_some(&mut self, count: u32) -> u32 {
        self.refill();
        let bits = (self.buffer >> 1 >> (63 - count)) as u32;
        self.consume(count);
        bits
    }

    /// What the next bits say of the first scan of a band, if only zero or not is of interest.
    #[inline(always)]
    pub(super) fn marks(&mut self, table: &Table) -> Marks {
        self.refill();
        table.marks(self.look())
    }

    #[inline(always)]
    pub(super) fn pass_marks(&mut self, marks: Marks) {
        self.consume(u32::from(marks.used));
    }

    /// The next run of zeros and the value after it. A value of 0 is a symbol without one: sixteen
    /// zeros when the run is 15, else the end of a block, or of two to the run of them.
    #[inline(always)]
    pub(super) fn coefficient(&mut self, table: &Table) -> Option<(usize, i16)> {
        self.refill();
        let found = table.coefficient(self.look());
        if found.used > 0 {
            self.consume(u32::from(found.used));
            return Some((usize::from(found.run), found.value));
        }
        let mut bits = self.copy();
        let found = bits.long_coefficient(table);
        *self = bits;
        found
    }

    #[cold]
    #[inline(never)]
    fn long_coefficient(&mut self, table: &Table) -> Option<(usize, i16)> {
        let symbol = self.symbol(table)?;
        let size = u32::from(symbol & 15);
        let value = if size > 0 { extend(self.take(size), size) } else { 0 };
        Some((usize::from(symbol >> 4), value))
    }

    /// The difference to the last mean.
    #[inline(always)]
    pub(super) fn difference(&mut self, table: &Table) -> Option<i16> {
        let (run, difference) = self.coefficient(table)?;
        (run == 0).then_some(difference)
    }

    /// Reads the coefficients after the mean, giving place in the zigzag and value of each that is
    /// not zero, up to the place `last`; the others are only passed. `None` is broken.
    #[inline(always)]
    pub(super) fn coefficients(
        &mut self,
        table: &Table,
        last: usize,
        mut found: impl FnMut(usize, i16),
    ) -> Option<()> {
        let mut bits = self.copy();
        let mut place = 1;
        loop {
            if place > last {
                place = bits.pass(table, place);
            }
            if place >= 64 {
                break;
            }
            let (run, value) = bits.coefficient(table)?;
            place += run;
            if value == 0 {
                if run < 15 {
                    break;
                }
            } else if place >= 64 {
                return None;
            } else {
                found(place, value);
            }
            place += 1;
        }
        *self = bits;
        Some(())
    }

    /// Passes coefficients, several at a time, as long as they surely are of this block; gives the
    /// place after them, 64 when the block ended.
    #[inline(always)]
    fn pass(&mut self, table: &Table, mut place: usize) -> usize {
        loop {
            self.refill();
            let stride = table.stride(self.look());
            let ahead = place + stride.places();
            // Not taken when it might reach beyond the block. The slow way decides.
            if stride.used == 0 || ahead >= 64 {
                return place;
            }
            self.consume(u32::from(stride.used));
            if stride.ends() {
                return 64;
            }
            place = ahead;
        }
    }

    /// Whether more was read than there was: a little may be looked at, not used.
    pub(super) fn overran(&self) -> bool {
        self.invented > self.count
    }

    /// Past the restart marker that must come next.
    pub(super) fn restart(&mut self) -> Option<()> {
        if self.overran() {
            return None;
        }
        // What was read ahead belongs to what is before the marker.
        (self.buffer, self.count, self.invented) = (0, 0, 0);
        let ahead = self.bytes.get(self.at..)?;
        let skip = ahead.windows(2).position(|pair| pair[0] == 0xff && pair[1] != 0)?;
        if !(0xd0..=0xd7).contains(&ahead[skip + 1]) {
            return None;
        }
        self.at += skip + 2;
        Some(())
    }
}
