//! What is kept of a progressive picture between its scans, for one component.
//!
//! A picture that is being shrunk uses only the lowest frequencies of each block, so only those
//! are kept with their values. Later scans refine what earlier ones began, and which bits they
//! hold depends on what is not zero already: of all other frequencies that one bit is kept.

use super::bits::Bits;
use super::canvas::Plane;
use super::corrections::{Corrections, Group, LANES};
use super::huffman::Table;

pub(super) struct Coefficients {
    /// The places of the zigzag that are kept.
    kept: u64,
    /// For each place that is kept its number among those.
    slots: [u8; 64],
    per_block: usize,
    /// The last place that is kept.
    last: u32,
    /// Those that are kept, but for the mean, by lanes.
    groups: Vec<Group>,
    /// With room for whole lanes behind the last block.
    values: Vec<i16>,
    /// For each block the places that are not zero, but for the mean; empty if only means are kept.
    filled: Vec<u64>,
}

/// In values, of two bytes each. Pictures that are reduced a lot keep less than this and are spared
/// the calls.
const WORTH_GIVING_BACK: usize = 2 << 20;

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
            last: kept.ilog2(),
            groups: Group::all(kept & !1),
            values: vec![0; blocks * per_block + LANES],
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

    /// All that is kept of a block, in the order of the zigzag.
    #[inline(always)]
    pub(super) fn all(&self, block: usize) -> &[i16] {
        &self.values[block * self.per_block..][..self.per_block]
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

    /// Gives back what is kept of all blocks but the first so many, once it is worth the call.
    pub(super) fn let_go_beyond(&mut self, blocks: usize) {
        let enough = blocks * self.per_block + LANES;
        if self.values.len() - enough > WORTH_GIVING_BACK {
            self.values.truncate(enough);
            self.values.shrink_to_fit();
            self.filled.truncate(blocks);
            self.filled.shrink_to_fit();
        }
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
        let last_kept = self.last as usize;
        while place <= band.last {
            if place > last_kept {
                let marks = copy.marks(table);
                let ahead = place + usize::from(marks.places);
                // Only while the band surely goes on: what is beyond it belongs to the next block.
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
        let corrected = filled & ahead;
        let mut corrections = Corrections::default();
        // Of those that were zero until now, all that are not, and those below zero.
        let (mut fresh, mut negative) = (0, 0);
        let mut copy = bits.copy();
        while *ended == 0 && ahead != 0 {
            let (run, value) = copy.coefficient(table)?;
            if value == 0 && run < 15 {
                *ended = (1 << run) + copy.take(run as u32);
                break;
            }
            // The run counts zeros; what is not zero on the way has its next bit here.
            let stop = lowest(without_lowest(ahead & !filled, run as u32));
            let passed = ahead & stop.wrapping_sub(1);
            corrections.read((filled & passed).count_ones(), &mut copy);
            if value != 0 {
                if stop == 0 || value.abs() != 1 {
                    return None;
                }
                fresh |= stop;
                negative |= if value < 0 { stop } else { 0 };
            }
            ahead &= !(passed | stop);
        }
        if *ended > 0 {
            *ended -= 1;
            corrections.read((filled & ahead).count_ones(), &mut copy);
        }
        *bits = copy;
        self.filled[block] = filled | fresh;
        let ones = corrections.spread(corrected, self.last);
        self.add(block, ones | fresh, negative, band.low);
        Some(())
    }

    /// Adds a bit to each of these places: away from zero, where there is something already, unless
    /// the bit is there, too; else upwards, but for the negative. Whole lanes, since where they are
    /// is nothing a processor could guess.
    #[inline(always)]
    fn add(&mut self, block: usize, places: u64, negative: u64, low: u8) {
        let bit = 1_i16 << low;
        let mut start = block * self.per_block + 1;
        for group in &self.groups {
            let (places, negative) = (places >> group.first, (negative >> group.first) as u32);
            if places == 0 {
                return;
            }
            if let Some(values) = self.values[start..].first_chunk_mut::<LANES>() {
                for (lane, value) in values.iter_mut().enumerate() {
                    let place = group.places[lane];
                    let wanted = places as u32 & place != 0 && *value & bit == 0;
                    let added = if wanted { bit } else { 0 };
                    let below = if negative & place != 0 { -1 } else { *value >> 15 };
                    *value = value.wrapping_add((added ^ below).wrapping_sub(below));
                }
            }
            start += LANES;
        }
    }
}

impl Band {
    #[inline(always)]
    fn places(self) -> u64 {
        u64::MAX << self.first & u64::MAX >> (63 - self.last)
    }
}

#[inline(always)]
fn lowest(places: u64) -> u64 {
    places & places.wrapping_neg()
}

/// Without the lowest so many of them, at most fifteen. Steps that are taken or not, but never a
/// loop of unknown length: the processor would guess it wrong at every other code.
#[inline(always)]
fn without_lowest(places: u64, count: u32) -> u64 {
    let fewer = |places: u64| places & places.wrapping_sub(1);
    let four = |places: u64| fewer(fewer(fewer(fewer(places))));
    let mut left = places;
    left = if count & 1 > 0 { fewer(left) } else { left };
    left = if count & 2 > 0 { fewer(fewer(left)) } else { left };
    if count > 3 {
        left = if count & 4 > 0 { four(left) } else { left };
        left = if count & 8 > 0 { four(four(left)) } else { left };
    }
    left
}
