//! Huffman codes and the bits they are read from.
//!
//! Sixty-four bits are kept at hand. Most symbols are found with one look at the next bits, and
//! most coefficients together with their value in that same look.

/// How many bits one look sees: more find more at once, until the tables leave the first cache.
const LOOK: u32 = 12;

pub(super) struct Table {
    /// For each look: length of the code and its symbol, or length 0 when the code is longer.
    symbols: [(u8, u8); 1 << LOOK],
    /// For each look that holds a code and the value after it: bits used, run, value. A value of 0
    /// is one of the two symbols that have none. 0 bits when the look is too short.
    whole: [(u8, u8, i16); 1 << LOOK],
    /// For each length: the first code beyond it, left-aligned in 16 bits, and what turns a code
    /// into an index of `values`.
    beyond: [u32; 18],
    offset: [i32; 17],
    values: [u8; 256],
}

impl Table {
    /// `lengths[n]` codes have n + 1 bits; `values` are their symbols in order.
    pub(super) fn new(lengths: &[u8; 16], values: &[u8]) -> Option<Box<Self>> {
        let mut table = Box::new(Self {
            symbols: [(0, 0); 1 << LOOK],
            whole: [(0, 0, 0); 1 << LOOK],
            beyond: [0; 18],
            offset: [0; 17],
            values: [0; 256],
        });
        table.values.get_mut(..values.len())?.copy_from_slice(values);
        let mut code = 0_u32;
        let mut index = 0;
        for length in 1..=16_u32 {
            table.offset[length as usize] = index - code as i32;
            for _ in 0..lengths[length as usize - 1] {
                if length <= LOOK {
                    let first = (code << (LOOK - length)) as usize;
                    let symbol = values[index as usize];
                    table
                        .symbols
                        .get_mut(first..first + (1 << (LOOK - length)))?
                        .fill((length as u8, symbol));
                }
                code += 1;
                index += 1;
            }
            if code > 1 << length {
                return None;
            }
            table.beyond[length as usize] = code << (16 - length);
            code <<= 1;
        }
        table.beyond[17] = u32::MAX;
        table.add_values();
        Some(table)
    }

    fn add_values(&mut self) {
        for look in 0..1 << LOOK {
            let (length, symbol) = self.symbols[look];
            let (run, size) = (symbol >> 4, u32::from(symbol & 15));
            let used = u32::from(length) + size;
            if length > 0 && used <= LOOK {
                let bits = (look as u32 >> (LOOK - used)) & ((1 << size) - 1);
                let value = if size > 0 { extend(bits, size) } else { 0 };
                self.whole[look] = (used as u8, run, value);
            }
        }
    }
}

/// The signed value of `size` bits: those that begin with 0 are negative.
#[inline]
fn extend(bits: u32, size: u32) -> i16 {
    let negative = bits < 1 << (size - 1);
    (bits as i32 - if negative { (1 << size) - 1 } else { 0 }) as i16
}

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

    /// Makes at least 32 bits available.
    #[inline]
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
        self.refill_slowly();
    }

    #[cold]
    fn refill_slowly(&mut self) {
        while self.count <= 56 {
            let byte = match (self.bytes.get(self.at), self.bytes.get(self.at + 1)) {
                (Some(0xff), Some(0)) => {
                    self.at += 2;
                    0xff
                }
                (Some(0xff), _) | (None, _) => {
                    self.invented += 8;
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

    #[inline]
    fn consume(&mut self, count: u32) {
        self.buffer <<= count;
        self.count -= count;
    }

    /// The next symbol; after it at least 16 bits are still at hand.
    #[inline]
    fn symbol(&mut self, table: &Table) -> Option<u8> {
        self.refill();
        let (length, symbol) = table.symbols[(self.buffer >> (64 - LOOK)) as usize];
        if length > 0 {
            self.consume(u32::from(length));
            return Some(symbol);
        }
        let code = (self.buffer >> 48) as u32;
        let length = (LOOK as usize + 1..=17).find(|length| code < table.beyond[*length])?;
        if length > 16 {
            return None;
        }
        let index = table.offset[length] + (code >> (16 - length)) as i32;
        self.consume(length as u32);
        table.values.get(usize::try_from(index).ok()?).copied()
    }

    #[inline]
    fn value(&mut self, size: u32) -> i16 {
        if size == 0 {
            return 0;
        }
        let bits = (self.buffer >> (64 - size)) as u32;
        self.consume(size);
        extend(bits, size)
    }

    /// The difference to the last mean brightness.
    #[inline]
    pub(super) fn difference(&mut self, table: &Table) -> Option<i16> {
        let size = self.symbol(table)?;
        (size <= 15).then(|| self.value(u32::from(size)))
    }

    /// Reads the coefficients after the mean, giving place in the zigzag and value of each that is
    /// not zero; `None` is broken.
    #[inline(always)]
    pub(super) fn coefficients(
        &mut self,
        table: &Table,
        mut found: impl FnMut(usize, i16),
    ) -> Option<()> {
        // A copy the compiler can keep in registers for the length of a block.
        let mut bits = Self { ..*self };
        let mut place = 1;
        while place < 64 {
            bits.refill();
            let (used, run, value) = table.whole[(bits.buffer >> (64 - LOOK)) as usize];
            let (run, value) = if used > 0 {
                bits.consume(u32::from(used));
                (run, value)
            } else {
                let symbol = bits.symbol(table)?;
                (symbol >> 4, bits.value(u32::from(symbol & 15)))
            };
            place += usize::from(run);
            if value == 0 {
                if run == 15 {
                    place += 1;
                    continue;
                }
                break;
            }
            if place >= 64 {
                return None;
            }
            found(place, value);
            place += 1;
        }
        *self = bits;
        Some(())
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
        (self.buffer, self.count, self.invented) = (0, 0, 0);
        // Bits looked at ahead stop at a marker, so it is at or after this place.
        let ahead = self.bytes.get(self.at..)?;
        let skip = ahead.windows(2).position(|pair| pair[0] == 0xff && pair[1] != 0)?;
        if !(0xd0..=0xd7).contains(&ahead[skip + 1]) {
            return None;
        }
        self.at += skip + 2;
        Some(())
    }
}
