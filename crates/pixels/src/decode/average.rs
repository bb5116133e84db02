//! Averages boxes of pixels while rows come in, so that a huge picture is never whole in memory.
//!
//! Colours are weighted with their alpha: what cannot be seen does not bleed into what can.

use crate::decoded::Wanted;
use crate::raster::{Layout, Raster};
use crate::rows::Rows;

pub(super) struct Averager {
    width: usize,
    factor: usize,
    layout: Layout,
    sums: Vec<u32>,
    rows_summed: usize,
    rows: Rows,
}

impl Averager {
    /// Boxes of `factor` × `factor`; those at the right and lower edge may be smaller. A factor of
    /// one just collects rows.
    pub(super) fn new(
        width: u32,
        height: u32,
        layout: Layout,
        factor: u32,
        wanted: Wanted,
    ) -> Self {
        let (out_width, out_height) = (width.div_ceil(factor), height.div_ceil(factor));
        Self {
            width: width as usize,
            factor: factor as usize,
            layout,
            sums: vec![0; if factor > 1 { out_width as usize * layout.channels() } else { 0 }],
            rows_summed: 0,
            rows: Rows::new(out_width, out_height, layout, wanted),
        }
    }

    pub(super) fn push(&mut self, row: &[u8]) {
        if self.factor == 1 {
            self.rows.next(1).copy_from_slice(row);
            return;
        }
        match self.layout {
            Layout::Grey => self.add::<1>(row),
            Layout::Rgb => self.add::<3>(row),
            Layout::Cmyk => self.add::<4>(row),
            Layout::Rgba => self.add_weighted(row),
        }
        self.rows_summed += 1;
        if self.rows_summed == self.factor {
            self.emit();
        }
    }

    fn add<const CHANNELS: usize>(&mut self, row: &[u8]) {
        let boxes = row.chunks(self.factor * CHANNELS);
        for (sums, pixels) in self.sums.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(boxes) {
            for pixel in pixels.as_chunks::<CHANNELS>().0 {
                sums.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u32::from(*value));
            }
        }
    }

    fn add_weighted(&mut self, row: &[u8]) {
        let boxes = row.chunks(self.factor * 4);
        for (sums, pixels) in self.sums.as_chunks_mut::<4>().0.iter_mut().zip(boxes) {
            for [red, green, blue, alpha] in pixels.as_chunks::<4>().0 {
                let weight = u32::from(*alpha);
                sums[0] += u32::from(*red) * weight;
                sums[1] += u32::from(*green) * weight;
                sums[2] += u32::from(*blue) * weight;
                sums[3] += weight;
            }
        }
    }

    fn emit(&mut self) {
        let channels = self.layout.channels();
        let boxes =
            self.sums.chunks_exact(channels).zip(self.rows.next(1).chunks_exact_mut(channels));
        for (index, (sums, out)) in boxes.enumerate() {
            // The last box of a row may be narrower.
            let columns = self.factor.min(self.width - index * self.factor);
            let count = (columns * self.rows_summed) as u32;
            if self.layout == Layout::Rgba {
                // What is invisible everywhere has no colour, so any divisor will do.
                let weight = sums[3].max(1);
                for (out, sum) in out.iter_mut().zip(&sums[..3]) {
                    *out = ((sum + weight / 2) / weight) as u8;
                }
                out[3] = ((sums[3] + count / 2) / count) as u8;
            } else {
                for (out, sum) in out.iter_mut().zip(sums) {
                    *out = ((sum + count / 2) / count) as u8;
                }
            }
        }
        self.sums.fill(0);
        self.rows_summed = 0;
    }

    pub(super) fn finish(mut self) -> Raster {
        if self.rows_summed > 0 {
            self.emit();
        }
        self.rows.into_raster()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Wanted = Wanted { width: 1, height: 1 };

    #[test]
    fn boxes_are_averaged_and_smaller_ones_at_the_edge_too() {
        let mut averager = Averager::new(3, 3, Layout::Grey, 2, SMALL);
        for row in [[0, 10, 100], [20, 30, 200], [5, 7, 9]] {
            averager.push(&row);
        }
        assert_eq!(averager.finish(), Raster::new(2, 2, Layout::Grey, vec![15, 150, 6, 9]));
    }

    #[test]
    fn invisible_colour_does_not_bleed() {
        let mut averager = Averager::new(2, 1, Layout::Rgba, 2, SMALL);
        averager.push(&[200, 100, 50, 255, 0, 255, 0, 0]);
        assert_eq!(averager.finish(), Raster::new(1, 1, Layout::Rgba, vec![200, 100, 50, 128]));
    }
}
