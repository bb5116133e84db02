//! A large raster to a file and to the next smaller raster, letting go of its rows on the way: all
//! three together would be twice as much as the largest of them.

use webp_encoder::{Settings, Strips};

use crate::Error;
use crate::budget::{Spending, Stage};
use crate::raster::{Layout, Raster};
use crate::resize::Reducer;
use crate::rows::LARGE;

/// Rows of the smaller raster made at a time.
const BAND: usize = 64;

/// Whether it takes so much that its rows should go as soon as they are used. One that can be seen
/// through is kept: libwebp looks at the whole of it before it knows how to take it in.
pub(crate) fn too_large_to_keep(raster: &Raster) -> bool {
    raster.layout == Layout::Rgb && raster.data.len() > LARGE
}

/// From the bottom up, so that what is let go is the end of the memory.
pub(crate) fn encode_letting_go(
    mut raster: Raster,
    (width, height): (u32, u32),
    settings: Settings,
    reducer: &mut Reducer,
    spending: &Spending<'_>,
) -> Result<(Vec<u8>, Raster), Error> {
    let mut strips = Strips::new(raster.width, raster.height)?;
    let row_bytes = raster.row_bytes();
    let size = width as usize * height as usize * raster.layout.channels();
    let mut smaller = Raster::new(width, height, raster.layout, vec![0; size]);
    let step = f64::from(raster.height) / f64::from(height);
    let reach = Reducer::reach(step) + 1.0;
    let mut left = height as usize;
    while left > 0 {
        spending.enter(Stage::Resize)?;
        let first = left.saturating_sub(BAND);
        let top = first as f64 * step;
        let shown = ((left - first) as f64 * step).min(f64::from(raster.height) - top);
        let source = (raster.width, raster.height, &raster.data[..]);
        reducer.reduce_band(source, (top, shown), &mut smaller, first..left);
        left = first;
        spending.enter(Stage::Encode)?;
        // What the filter still has to see for the rows above.
        let seen = if left == 0 { 0.0 } else { left as f64 * step + reach };
        // The encoder takes rows in pairs.
        let keep = (seen as u32).next_multiple_of(2);
        if keep >= raster.height {
            continue;
        }
        let kept_bytes = keep as usize * row_bytes;
        strips.add(&raster.data[kept_bytes..])?;
        raster.data.truncate(kept_bytes);
        raster.data.shrink_to_fit();
        raster.height = keep;
    }
    let file = strips.encode(settings, &|| spending.go_on());
    // Out of time and stopped by the caller look alike to the encoder; the budget knows which.
    spending.check()?;
    Ok((file?, smaller))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::encode::SETTINGS;

    #[test]
    fn letting_go_changes_neither_the_file_nor_the_smaller_picture() {
        let (width, height) = (1_300_u32, 2_001_u32);
        let data = (0..width * height * 3).map(|at| (at / 7 * 31 % 253) as u8).collect();
        let raster = Raster::new(width, height, Layout::Rgb, data);
        let budget = Budget::default();
        let spending = Spending::begin(&budget);
        let file = super::super::encode(&raster, SETTINGS, &spending).unwrap();
        let smaller = Reducer::default().reduce(&raster, 975, 1_501);
        let (poured, reduced) =
            encode_letting_go(raster, (975, 1_501), SETTINGS, &mut Reducer::default(), &spending)
                .unwrap();
        assert!(poured == file);
        let mut differences = reduced.data.iter().zip(&smaller.data).map(|(a, b)| a.abs_diff(*b));
        assert!(differences.all(|difference| difference <= 1));
    }
}
