//! Pillow's `Image.blend` beyond 1: away from a plain picture ("degenerate") through the real one.
//!
//! Pillow computes `plain + factor * (value - plain)` in single precision, clips and cuts off the
//! fraction. Where the plain value is one number for the whole picture this is a table of 256
//! bytes; where it differs by pixel it is [`stretch`].

/// Pillow's blend of two bytes, literally.
pub(crate) fn blend(plain: u8, value: u8, factor: f32) -> u8 {
    let mixed = f32::from(plain) + factor * f32::from(i16::from(value) - i16::from(plain));
    // A float cast clips at both ends and cuts off the fraction, as Pillow does.
    mixed as u8
}

/// One byte-to-byte table per channel, red first.
#[derive(Clone)]
pub(crate) struct Tables {
    channels: Option<Box<[[u8; 256]; 3]>>,
}

impl Tables {
    pub(crate) fn identity() -> Self {
        Self { channels: None }
    }

    fn each(function: impl Fn(usize, u8) -> u8) -> Self {
        let channels =
            [0, 1, 2].map(|channel| std::array::from_fn(|value| function(channel, value as u8)));
        Self { channels: Some(Box::new(channels)) }
    }

    /// What this table and then `next` make of a byte.
    pub(crate) fn then(&mut self, next: Self) {
        *self = Self::each(|channel, value| next.get(channel, self.get(channel, value)));
    }

    pub(crate) fn take(&mut self) -> Self {
        std::mem::replace(self, Self::identity())
    }

    #[inline]
    pub(crate) fn get(&self, channel: usize, value: u8) -> u8 {
        self.channels.as_ref().map_or(value, |tables| tables[channel][usize::from(value)])
    }

    pub(crate) fn channels(&self) -> Option<&[[u8; 256]; 3]> {
        self.channels.as_deref()
    }

    #[inline(always)]
    pub(crate) fn apply<const CHANNELS: usize>(&self, data: &mut [u8]) {
        let Some([red, green, blue]) = self.channels.as_deref() else { return };
        for pixel in data.as_chunks_mut::<CHANNELS>().0 {
            pixel[0] = red[usize::from(pixel[0])];
            pixel[1] = green[usize::from(pixel[1])];
            pixel[2] = blue[usize::from(pixel[2])];
        }
    }
}

pub(crate) fn contrast(anchor: u8, factor: f32) -> Tables {
    Tables::each(|_, value| blend(anchor, value, factor))
}

pub(crate) fn brightness(factor: f32) -> Tables {
    Tables::each(|_, value| blend(0, value, factor))
}

pub(crate) fn curves(red: i16, green: i16, blue: i16) -> Tables {
    let add = [red, green, blue];
    Tables::each(|channel, value| (i16::from(value) + add[channel]).clamp(0, 255) as u8)
}

/// [`blend`] for many pairs: the same single precision, in a form the compiler can do four at a
/// time. Integers would be quicker still, but Pillow's rounding near whole numbers depends on how
/// large the sum is, and the last bit would differ.
#[inline(always)]
pub(crate) fn stretch(plain: f32, value: f32, factor: f32) -> u8 {
    let mixed = plain + factor * (value - plain);
    // Written out, because `clamp` and casts also care for values that are no numbers.
    let mixed = if mixed > 0.0 { mixed } else { 0.0 };
    floor(if mixed < 255.0 { mixed } else { 255.0 })
}

/// Cuts off the fraction of a number from 0 to 255. Beyond 2²³ single precision has no fractions:
/// adding that much rounds, and leaves the whole number in the lowest bits.
#[inline(always)]
pub(crate) fn floor(value: f32) -> u8 {
    const WHOLE: f32 = 8_388_608.0;
    let rounded = value + WHOLE;
    let too_high = u32::from(rounded - WHOLE > value);
    rounded.to_bits().wrapping_sub(too_high) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_form_gives_the_same_bytes_for_every_pair() {
        for factor in [1.1, 1.15, 1.2, 1.5] {
            for plain in 0..=255_u8 {
                for value in 0..=255_u8 {
                    assert_eq!(
                        stretch(f32::from(plain), f32::from(value), factor),
                        blend(plain, value, factor),
                        "{plain} {value} {factor}"
                    );
                }
            }
        }
    }

    #[test]
    fn tables_follow_one_another() {
        let mut tables = curves(10, 0, -10);
        tables.then(brightness(1.5));
        assert_eq!(tables.get(0, 100), 165);
        assert_eq!(tables.get(1, 100), 150);
        assert_eq!(tables.get(2, 5), 0);
    }
}
