//! Huffman codes, spread out so that one look at the next bits finds as much as possible: a
//! symbol, a coefficient with its value, or several coefficients that nobody wants to know.

/// How many bits one look sees: more find more at once, until the tables leave the first cache.
pub(super) const LOOK: u32 = 12;

pub(super) struct Table {
    /// For each look: length of the code and its symbol, or length 0 when the code is longer.
    symbols: [(u8, u8); 1 << LOOK],
    coefficients: [Coefficient; 1 << LOOK],
    strides: [Stride; 1 << LOOK],
    marks: [Marks; 1 << LOOK],
    /// For each length: the first code beyond it, left-aligned in 16 bits, and what turns a code
    /// into an index of `values`.
    beyond: [u32; 18],
    offset: [i32; 17],
    values: [u8; 256],
}

/// A code with the value after it. A value of 0 is one of the symbols that have none.
#[derive(Clone, Copy)]
pub(super) struct Coefficient {
    /// How many bits both take; 0 when they are longer than a look.
    pub(super) used: u8,
    pub(super) run: u8,
    pub(super) value: i16,
}

/// As many whole coefficients as one look sees.
#[derive(Clone, Copy)]
pub(super) struct Stride {
    /// How many bits they take; 0 when not even one is seen whole.
    pub(super) used: u8,
    /// How many places they move on; the highest bit when the block ends after them.
    places: u8,
}

/// As many whole coefficients as one look sees, and which of them are not zero.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    /// How many bits they take; 0 when not even one is seen whole.
    pub(super) used: u8,
    /// How many places they move on, at most sixteen.
    pub(super) places: u8,
    pub(super) filled: u16,
}

const ENDS: u8 = 0x80;

impl Stride {
    #[inline(always)]
    pub(super) fn places(self) -> usize {
        usize::from(self.places & !ENDS)
    }

    #[inline(always)]
    pub(super) fn ends(self) -> bool {
        self.places & ENDS != 0
    }
}

impl Table {
    /// `lengths[n]` codes have n + 1 bits; `values` are their symbols in order.
    pub(super) fn new(lengths: &[u8; 16], values: &[u8]) -> Option<Box<Self>> {
        let mut table = Box::new(Self {
            symbols: [(0, 0); 1 << LOOK],
            coefficients: [Coefficient { used: 0, run: 0, value: 0 }; 1 << LOOK],
            strides: [Stride { used: 0, places: 0 }; 1 << LOOK],
            marks: [Marks { used: 0, places: 0, filled: 0 }; 1 << LOOK],
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
        for look in 0..1 << LOOK {
            table.coefficients[look] = table.coefficient_in(look);
        }
        // After all coefficients, because a stride is put together from them.
        for look in 0..1 << LOOK {
            table.strides[look] = table.stride_in(look);
            table.marks[look] = table.marks_in(look);
        }
        Some(table)
    }

    /// Length and symbol of the code that begins a look; length 0 when it is longer.
    #[inline(always)]
    pub(super) fn symbol(&self, look: usize) -> (u8, u8) {
        self.symbols[look]
    }

    #[inline(always)]
    pub(super) fn coefficient(&self, look: usize) -> Coefficient {
        self.coefficients[look]
    }

    #[inline(always)]
    pub(super) fn stride(&self, look: usize) -> Stride {
        self.strides[look]
    }

    #[inline(always)]
    pub(super) fn marks(&self, look: usize) -> Marks {
        self.marks[look]
    }

    /// Whether one of its symbols ends two blocks or more, which only progressive scans do.
    pub(super) fn ends_several(&self) -> bool {
        self.values.iter().any(|symbol| symbol & 15 == 0 && (1..15).contains(&(symbol >> 4)))
    }

    /// Length and symbol of a code longer than a look, from the next sixteen bits.
    #[cold]
    pub(super) fn long_symbol(&self, next: u32) -> Option<(u32, u8)> {
        let length = (LOOK as usize + 1..=16).find(|length| next < self.beyond[*length])?;
        let index = self.offset[length] + (next >> (16 - length)) as i32;
        Some((length as u32, *self.values.get(usize::try_from(index).ok()?)?))
    }

    fn coefficient_in(&self, look: usize) -> Coefficient {
        let (length, symbol) = self.symbols[look];
        let (run, size) = (symbol >> 4, u32::from(symbol & 15));
        let used = u32::from(length) + size;
        if length == 0 || used > LOOK {
            return Coefficient { used: 0, run: 0, value: 0 };
        }
        let bits = (look as u32 >> (LOOK - used)) & ((1 << size) - 1);
        let value = if size > 0 { extend(bits, size) } else { 0 };
        Coefficient { used: used as u8, run, value }
    }

    fn stride_in(&self, look: usize) -> Stride {
        let mut stride = Stride { used: 0, places: 0 };
        loop {
            // The bits that follow the look are not known; nothing that would need them is taken.
            let rest = (look << stride.used) & ((1 << LOOK) - 1);
            let next = self.coefficients[rest];
            if next.used == 0 || u32::from(stride.used + next.used) > LOOK {
                return stride;
            }
            let ends = next.value == 0 && next.run < 15;
            let places = if ends { stride.places } else { stride.places + next.run + 1 };
            if places > 63 {
                return stride;
            }
            stride = Stride { used: stride.used + next.used, places };
            if ends {
                return Stride { places: places | ENDS, ..stride };
            }
        }
    }

    fn marks_in(&self, look: usize) -> Marks {
        let mut marks = Marks { used: 0, places: 0, filled: 0 };
        loop {
            let rest = (look << marks.used) & ((1 << LOOK) - 1);
            let next = self.coefficients[rest];
            let ends = next.value == 0 && next.run < 15;
            let seen = next.used > 0 && u32::from(marks.used + next.used) <= LOOK;
            if !seen || ends || marks.places + next.run >= 16 {
                return marks;
            }
            marks.filled |= u16::from(next.value != 0) << (marks.places + next.run);
            marks.used += next.used;
            marks.places += next.run + 1;
        }
    }
}

/// The signed value of `size` bits: those that begin with 0 are negative.
#[inline(always)]
pub(super) fn extend(bits: u32, size: u32) -> i16 {
    let negative = bits < 1 << (size - 1);
    (bits as i32 - if negative { (1 << size) - 1 } else { 0 }) as i16
}
