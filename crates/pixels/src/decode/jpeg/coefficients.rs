//! What is kept of a progressive picture between its scans, for one component.
//!
//! A picture that is being shrunk uses only the lowest frequencies of each block, so only those
//! are kept with their values. Later scans refine what earlier ones began, and which bits they
//! hold depends on what is not zero already: of all other frequencies that one bit is kept.

use super::bits::Bits;
use super::canvas::Plane;
use super::huffman::Table;

pub(super) struct Coefficients {
    /// The places of the zigzag that are kept.
    kept: u64,
    /// For each place that is kept its number among those.
    slots: [u8; 64],
    per_block: usize,
    values: Vec<i16>,
    /// For each block the places that are not zero, but for the mean; empty if only means are kept.
    filled: Vec<u64>,
}

/// The part of the frequencies a scan tells of.
#[derive(Clone, Copy)]
pub(super) struct Band {
    pub(super) first: usize,
    pub(super) last: usize,
    /// How many of the lowest bits are left to later scans.
    pub(super) low: u8,
}

impl Coefficients {
    pub(super) fn new(plane: &Plane, blocks: usize) -> Self {
        let kept = plane.used;
        let per_block = kept.count_ones() as usize;
        Self {
            kept,
            slots: std::array::from_fn(|place| (kept & ((1 << place) - 1)).count_ones() as u8),
            per_block,
            values: vec![0; blocks * per_block],
            filled: vec![0; if per_block > 1 { blocks } else { 0 }],
        }
    }

    #[inline(always)]
    pub(super) fn means_only(&self) -> bool {
        self.per_block == 1
    }

    #[inline(always)]
    pub(super) fn mean(&self, block: usize) -> i16 {
        self.values[block * self.per_block]
    }

    /// Place and value of what is kept of a block besides the mean and is not zero.
    #[inline(always)]
    pub(super) fn others(&self, block: usize) -> impl Iterator<Item = (usize, i16)> {
        let values = &self.values[block * self.per_block..][..self.per_block];
        let mut filled = self.filled.get(block).map_or(0, |filled| filled & self.kept);
        std::iter::from_fn(move || {
            let place = filled.trailing_zeros() as usize;
            filled &= filled.wrapping_sub(1);
            Some((place, values[usize::from(*self.slots.get(place)?)]))
        })
    }

    #[inline(always)]
    pub(super) fn begin_mean(&mut self, block: usize, mean: i16) {
        self.values[block * self.per_block] = mean;
    }

    #[inline(always)]
    pub(super) fn refine_mean(&mut self, block: usize, bit: i16) {
        self.values[block * self.per_block] |= bit;
    }

    /// Reads the first scan of a band for one block. `ended` blocks more have nothing in it.
    #[inline(always)]
    pub(super) fn begin(
        &mut self,
        block: usize,
        band: Band,
        bits: &mut Bits<'_>,
        table: &Table,
        ended: &mut u32,
    ) -> Option<()> {
        if *ended > 0 {
            *ended -= 1;
            return Some(());
        }
        let mut copy = bits.copy();
        let values = &mut self.values[block * self.per_block..][..self.per_block];
        let mut filled = 0;
        let mut place = band.first;
        let last_kept = self.kept.ilog2() as usize;
        while place <= band.last {
            if place > last_kept {
                let marks = copy.marks(table);
                let ahead = place + usize::from(marks.places);
                if marks.used > 0 && ahead <= band.last + 1 {
                    copy.pass_marks(marks);
                    filled |= u64::from(marks.filled) << place;
                    place = ahead;
                    continue;
                }
            }
            let (run, value) = copy.coefficient(table)?;
            place += run;
            if value != 0 {
                if place > band.last {
                    return None;
                }
                filled |= 1 << place;
                if self.kept >> place & 1 == 1 {
                    values[usize::from(self.slots[place])] = value << band.low;
                }
            } else if run < 15 {
                *ended = (1 << run) - 1 + copy.take(run as u32);
                break;
            }
            place += 1;
        }
        self.filled[block] |= filled;
        *bits = copy;
        Some(())
    }

    /// Reads a scan that adds one bit to a band of one block.
    #[inline(always)]
    pub(super) fn refine(
        &mut self,
        block: usize,
        band: Band,
        bits: &mut Bits<'_>,
        table: &Table,
        ended: &mut u32,
    ) -> Option<()> {
        let filled = self.filled[block];
        // The places still to be told of, one bit each.
        let mut ahead = band.places();
        let mut copy = bits.copy();
        while *ended == 0 && ahead != 0 {
            let symbol = copy.symbol(table)?;
            let run = u32::from(symbol >> 4);
            let fresh = match symbol & 15 {
                0 if run < 15 => {
                    *ended = (1 << run) + copy.take(run);
                    break;
                }
                0 => 0,
                1 => copy.take(1) as i16 * 2 - 1,
                _ => return None,
            };
            // The run counts zeros; what is not zero on the way has its next bit here.
            let stop = lowest(without_lowest(ahead & !filled, run));
            let passed = ahead & stop.wrapping_sub(1);
            self.correct(block, filled & passed, band, &mut copy);
            if fresh != 0 {
                if stop == 0 {
                    return None;
                }
                self.filled[block] |= stop;
                if self.kept & stop != 0 {
                    *self.value(block, stop.trailing_zeros()) = fresh << band.low;
                }
            }
            ahead &= !(passed | stop);
        }
        if *ended > 0 {
            *ended -= 1;
            self.correct(block, filled & ahead, band, &mut copy);
        }
        *bits = copy;
        Some(())
    }

    /// Reads the next bit of each of these places, none of which is zero.
    #[inline(always)]
    fn correct(&mut self, block: usize, corrected: u64, band: Band, bits: &mut Bits<'_>) {
        let mut now = corrected;
        let mut count = now.count_ones();
        if count > 32 {
            // As many at a time as a number can hold.
            let rest = (0..32).fold(corrected, |places, _| places & places.wrapping_sub(1));
            now &= !rest;
            let word = bits.take_some(32);
            self.add_bits(block, now, band, (word, 32));
            (now, count) = (rest, count - 32);
        }
        let word = bits.take_some(count);
        self.add_bits(block, now, band, (word, count));
    }

    /// Adds to each of these places its bit of the word.
    #[inline(always)]
    fn add_bits(&mut self, block: usize, places: u64, band: Band, (word, count): (u32, u32)) {
        let mut kept = places & self.kept;
        while kept != 0 {
            let place = lowest(kept);
            kept &= !place;
            let before = (places & (place - 1)).count_ones();
            if word >> (count - 1 - before) & 1 == 1 {
                add_bit(self.value(block, place.trailing_zeros()), band.low);
            }
        }
    }

    #[inline(always)]
    fn value(&mut self, block: usize, place: u32) -> &mut i16 {
        let slot = usize::from(self.slots[place as usize & 63]);
        &mut self.values[block * self.per_block + slot]
    }
}

impl Band {
    #[inline(always)]
    fn places(self) -> u64 {
        u64::MAX << self.first & u64::MAX >> (63 - self.last)
    }
}

/// Away from zero, unless the bit is there already.
#[inline(always)]
fn add_bit(value: &mut i16, low: u8) {
    let bit = 1 << low;
    if *value & bit == 0 {
        *value = value.wrapping_add(if *value < 0 { -bit } else { bit });
    }
}

#[inline(always)]
fn lowest(places: u64) -> u64 {
    places & places.wrapping_neg()
}

/// Without the lowest so many of them. Steps that are taken or not, but never a loop of unknown
/// length: the processor would guess it wrong at every other code.
#[inline(always)]
fn without_lowest(places: u64, count: u32) -> u64 {
    let fewer = |places: u64| places & places.wrapping_sub(1);
    let mut left = places;
    left = if count & 1 > 0 { fewer(left) } else { left };
    left = if count & 2 > 0 { fewer(fewer(left)) } else { left };
    if count > 3 {
        for _ in 0..count / 4 {
            left = fewer(fewer(fewer(fewer(left))));
        }
    }
    left
}
