//! The bits by which a refining scan corrects what is not zero in a block.
//!
//! They lie between the codes of what the scan adds, a few at a time, in the order of the places.
//! All of a block are gathered first and then spread over their places at once.

use super::bits::Bits;

/// How many values are corrected at a time.
pub(super) const LANES: usize = 8;

/// How many places are looked up at a time.
const STEP: u32 = 6;

/// For each six places, one bit each and the lowest first, and each six bits of the file, the first
/// topmost: the places whose bit is one.
static SPREAD: [[u8; 1 << STEP]; 1 << STEP] = spread_table();

/// Places that are kept one after the other.
pub(super) struct Group {
    pub(super) first: u32,
    /// One bit each, counted from the first; none where there are fewer than lanes. Eight places that
    /// are kept in a row lie within 32, but for a column of eight alone, which no sampling gives.
    pub(super) places: [u32; LANES],
}

impl Group {
    /// The places in their order, so many lanes at a time.
    pub(super) fn all(mut kept: u64) -> Vec<Self> {
        let mut groups = Vec::new();
        while kept != 0 {
            let first = kept.trailing_zeros();
            let places = std::array::from_fn(|_| {
                let place = kept & kept.wrapping_neg();
                kept &= !place;
                (place >> first) as u32
            });
            groups.push(Self { first, places });
        }
        groups
    }
}

/// At most 63 bits, the latest lowest.
#[derive(Default)]
pub(super) struct Corrections {
    word: u64,
    count: u32,
}

impl Corrections {
    #[inline(always)]
    pub(super) fn read(&mut self, mut count: u32, bits: &mut Bits<'_>) {
        if count > 32 {
            self.add(bits.take_some(32), 32);
            count -= 32;
        }
        self.add(bits.take_some(count), count);
    }

    #[inline(always)]
    fn add(&mut self, word: u32, count: u32) {
        self.word = self.word << count | u64::from(word);
        self.count += count;
    }

    /// Those of the places up to `last` whose bit is one, the first bit being that of the lowest.
    #[inline(always)]
    pub(super) fn spread(self, places: u64, last: u32) -> u64 {
        let mut word = self.word << 1 << (63 - self.count);
        let mut ones = 0;
        // The mean has no such bit.
        let mut places = places >> 1;
        let mut shift = 1;
        while shift <= last {
            let some = places & ((1 << STEP) - 1);
            let spread = SPREAD[some as usize][(word >> (64 - STEP)) as usize];
            ones |= u64::from(spread) << shift;
            word <<= some.count_ones();
            places >>= STEP;
            shift += STEP;
            if shift > 2 * STEP && places == 0 {
                break;
            }
        }
        ones
    }
}

const fn spread_table() -> [[u8; 1 << STEP]; 1 << STEP] {
    let mut table = [[0; 1 << STEP]; 1 << STEP];
    let mut places = 0;
    while places < 1 << STEP {
        let mut word = 0;
        while word < 1 << STEP {
            let (mut left, mut next) = (places, STEP);
            while left != 0 {
                next -= 1;
                if word >> next & 1 == 1 {
                    table[places][word] |= 1 << left.trailing_zeros();
                }
                left &= left - 1;
            }
            word += 1;
        }
        places += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One place after the other, each taking the next bit.
    fn plainly(word: u64, count: u32, places: u64) -> u64 {
        let mut left = count;
        (0..64).filter(|place| places >> place & 1 == 1).fold(0, |ones, place| {
            left -= 1;
            ones | (word >> left & 1) << place
        })
    }

    #[test]
    fn bits_are_spread_in_the_order_of_the_places() {
        let mut noise = 1_u64;
        let mut next = || {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            noise ^ noise >> 29
        };
        for density in 0..4 {
            for _ in 0..2_000 {
                let places = (0..density).fold(next(), |places, _| places & next()) & !1;
                let count = places.count_ones();
                let word = next() & ((1 << count) - 1);
                let all = plainly(word, count, places);
                for last in [1, 5, 6, 12, 24, 60, 63] {
                    let below = u64::MAX >> (63 - last);
                    let spread = Corrections { word, count }.spread(places, last);
                    assert_eq!(spread & below, all & below, "{places:b} {last}");
                }
            }
        }
    }

    #[test]
    fn groups_hold_every_place_once() {
        // Also the frequencies of a few columns, whose places lie far apart.
        for kept in [0, 0b1_0001_1011_1110, 0x000c_1030_c106_0e9e, !1] {
            let groups = Group::all(kept);
            let places = groups.iter().flat_map(|group| {
                group.places.iter().map(|place| u64::from(*place) << group.first)
            });
            assert_eq!(places.fold(0, |all, place| all | place), kept);
            assert_eq!(groups.len(), (kept.count_ones() as usize).div_ceil(LANES));
        }
    }
}
