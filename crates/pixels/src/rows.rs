//! Rows of pixels as a decoder makes them, gathered to a picture.
//!
//! A large picture that will be reduced anyway is reduced on the way, a band at a time: of the
//! source only the rows under the window of the filter are in memory, and what comes out has the
//! wanted size.

use crate::decoded::Wanted;
use crate::raster::{Layout, Raster};
use crate::resize::Reducer;

/// Pictures of more bytes than this are reduced on the way.
pub(crate) const LARGE: usize = 32 << 20;

/// How many rows of the result are made at a time: enough for the rows that neighbouring bands
/// share not to matter.
const BAND: usize = 64;

pub(crate) struct Rows {
    width: u32,
    height: u32,
    layout: Layout,
    /// The rows at hand, of which the first `filled` bytes are pixels.
    data: Vec<u8>,
    filled: usize,
    reduction: Option<Reduction>,
}

struct Reduction {
    reducer: Reducer,
    result: Raster,
    /// How many rows of the result are made.
    made: usize,
    /// How many rows of the source are gone.
    passed: usize,
}

impl Rows {
    pub(crate) fn new(width: u32, height: u32, layout: Layout, wanted: Wanted) -> Self {
        let row = width as usize * layout.channels();
        let bytes = row * height as usize;
        let smaller = wanted.width < width || wanted.height < height;
        if bytes <= LARGE || !smaller {
            return Self {
                width,
                height,
                layout,
                data: vec![0; bytes],
                filled: 0,
                reduction: None,
            };
        }
        let size = wanted.width as usize * wanted.height as usize * layout.channels();
        let result = Raster::new(wanted.width, wanted.height, layout, vec![0; size]);
        let reduction = Reduction { reducer: Reducer::default(), result, made: 0, passed: 0 };
        Self { width, height, layout, data: Vec::new(), filled: 0, reduction: Some(reduction) }
    }

    /// Room for the next rows, at most so many; all of them must be written before the next call.
    pub(crate) fn next(&mut self, rows: usize) -> &mut [u8] {
        self.reduce(false);
        let start = self.filled;
        self.filled += rows * self.row_bytes();
        if self.reduction.is_none() {
            self.filled = self.filled.min(self.data.len());
        } else if self.data.len() < self.filled {
            self.data.resize(self.filled, 0);
        }
        &mut self.data[start..self.filled]
    }

    pub(crate) fn into_raster(mut self) -> Raster {
        self.reduce(true);
        match self.reduction {
            Some(reduction) => reduction.result,
            None => Raster::new(self.width, self.height, self.layout, self.data),
        }
    }

    fn row_bytes(&self) -> usize {
        self.width as usize * self.layout.channels()
    }

    /// Makes the rows of the result for which everything is at hand, if they fill a band.
    fn reduce(&mut self, complete: bool) {
        let row_bytes = self.row_bytes();
        let Some(reduction) = &mut self.reduction else { return };
        let result_rows = reduction.result.height as usize;
        let step = f64::from(self.height) / result_rows as f64;
        let rows = self.filled / row_bytes;
        // A row more than the filter sees on either side, whatever is rounded.
        let reach = Reducer::reach(step) + 1.0;
        let until = if complete {
            result_rows
        } else {
            let seen = (reduction.passed + rows) as f64 - reach;
            ((seen / step - 0.5).max(0.0) as usize).min(result_rows)
        };
        if until <= reduction.made || (!complete && until < reduction.made + BAND) {
            return;
        }
        let top = reduction.made as f64 * step - reduction.passed as f64;
        let height = ((until - reduction.made) as f64 * step).min(rows as f64 - top);
        let source = (self.width, rows as u32, &self.data[..self.filled]);
        let band = reduction.made..until;
        reduction.reducer.reduce_band(source, (top, height), &mut reduction.result, band);
        reduction.made = until;
        // What the filter will look at for the next band has to stay.
        let first = ((until as f64 + 0.5) * step - reach).max(0.0) as usize;
        let gone = first.saturating_sub(reduction.passed).min(rows);
        self.data.copy_within(gone * row_bytes..self.filled, 0);
        self.filled -= gone * row_bytes;
        reduction.passed += gone;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bands change nothing but, at the edges, how finely the filter's weights are rounded.
    #[test]
    fn reducing_on_the_way_is_reducing_the_whole() {
        for (layout, size, wanted) in [
            (Layout::Rgb, (2_200, 5_600), (2_048, 5_213)),
            (Layout::Rgb, (5_600, 2_200), (2_048, 805)),
            (Layout::Rgba, (2_100, 4_500), (2_048, 4_389)),
            (Layout::Grey, (9_000, 4_001), (8_999, 4_001)),
        ] {
            let row = size.0 as usize * layout.channels();
            let mut noise = 1_u32;
            let data: Vec<u8> = (0..row * size.1 as usize)
                .map(|_| {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (noise >> 24) as u8
                })
                .collect();
            assert!(data.len() > LARGE);
            let mut rows =
                Rows::new(size.0, size.1, layout, Wanted { width: wanted.0, height: wanted.1 });
            for strip in data.chunks(row * 16) {
                rows.next(strip.len() / row).copy_from_slice(strip);
                assert!(rows.data.len() < data.len() / 4);
            }
            let banded = rows.into_raster();
            let whole = Raster::new(size.0, size.1, layout, data);
            let whole = Reducer::default().reduce(&whole, wanted.0, wanted.1);
            let differences = banded.data.iter().zip(&whole.data).map(|(a, b)| a.abs_diff(*b));
            let (most, count) = differences
                .fold((0, 0), |(most, count), d| (d.max(most), count + usize::from(d > 0)));
            // Alpha is divided out again, which makes more of a difference in what is hardly seen.
            let allowed = if layout == Layout::Rgba { 255 } else { 1 };
            assert!(most <= allowed, "{layout:?}: {most}");
            assert!(count < banded.data.len() / 20, "{layout:?}: {count}");
        }
    }

    #[test]
    fn small_pictures_and_those_of_the_wanted_size_are_gathered_as_they_are() {
        for (height, wanted) in [(10, 5), (12_000, 12_000)] {
            let mut rows =
                Rows::new(1_000, height, Layout::Rgb, Wanted { width: 1_000, height: wanted });
            for value in 0..height {
                rows.next(1).fill(value as u8);
            }
            let raster = rows.into_raster();
            assert_eq!((raster.width, raster.height), (1_000, height));
            assert_eq!(raster.data[3_000 * 9], 9);
        }
    }
}
