//! 256 colours for a card, chosen from its own by cutting the space of colours at medians.

/// Colours are counted with five bits for each of red, green and blue.
const BINS: usize = 1 << 15;

pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    /// For each bin the colour that is nearest to it, once somebody has asked.
    nearest: Vec<Option<u8>>,
}

#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

fn bin_of([red, green, blue]: [u8; 3]) -> usize {
    (usize::from(red >> 3) << 10) | (usize::from(green >> 3) << 5) | usize::from(blue >> 3)
}

/// The channels of a bin, from 0 to 31.
fn place_of(bin: usize) -> [usize; 3] {
    [bin >> 10, (bin >> 5) & 31, bin & 31]
}

impl Palette {
    /// Takes pixels of four bytes.
    pub(super) fn of(pixels: &[u8]) -> Self {
        let mut bins = vec![Bin::default(); BINS];
        for pixel in pixels.chunks_exact(4) {
            let bin = &mut bins[bin_of([pixel[0], pixel[1], pixel[2]])];
            bin.count += 1;
            for (sum, channel) in bin.sums.iter_mut().zip(pixel) {
                *sum += u64::from(*channel);
            }
        }
        let used: Vec<usize> = (0..BINS).filter(|bin| bins[*bin].count > 0).collect();
        // Worked out once for each box: there are thousands of bins in the first ones.
        let weighed = |group: Vec<usize>| {
            let (_, length) = longest_side(&group);
            let count: u64 = group.iter().map(|bin| bins[*bin].count).sum();
            (length as f64 * (count as f64).sqrt(), group)
        };
        let mut boxes = vec![weighed(used)];
        while boxes.len() < 256 {
            // The box in which most is lost is cut.
            let Some(index) = (0..boxes.len())
                .filter(|index| boxes[*index].1.len() > 1)
                .max_by(|left, right| boxes[*left].0.total_cmp(&boxes[*right].0))
            else {
                break;
            };
            let (_, mut group) = boxes.swap_remove(index);
            let (side, _) = longest_side(&group);
            group.sort_by_key(|bin| place_of(*bin)[side]);
            let half: u64 = group.iter().map(|bin| bins[*bin].count).sum::<u64>() / 2;
            let mut seen = 0;
            let middle = group.iter().position(|bin| {
                seen += bins[*bin].count;
                seen > half
            });
            // At least one bin on each side, or the same box would be cut forever.
            let upper = group.split_off(middle.unwrap_or_default().clamp(1, group.len() - 1));
            boxes.push(weighed(group));
            boxes.push(weighed(upper));
        }
        let colours: Vec<_> = boxes.iter().map(|(_, group)| mean(group, &bins)).collect();
        Self { colours, nearest: vec![None; BINS] }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// An index for each pixel. From the column `dithered_from` on, what a colour is off by is
    /// handed to its neighbours (Floyd and Steinberg), so that skies have no steps.
    pub(super) fn index(&mut self, pixels: &[u8], width: usize, dithered_from: usize) -> Vec<u8> {
        let mut indexed = Vec::with_capacity(pixels.len() / 4);
        // One more at each end, so that the first and the last pixel have neighbours to hand to.
        let mut below = vec![[0_i32; 3]; width + 2];
        for row in pixels.chunks_exact(width * 4) {
            let mut here = std::mem::replace(&mut below, vec![[0; 3]; width + 2]);
            for (x, pixel) in row.chunks_exact(4).enumerate() {
                let mut wanted = [pixel[0], pixel[1], pixel[2]];
                let dithers = x >= dithered_from;
                if dithers {
                    for (channel, carried) in wanted.iter_mut().zip(here[x + 1]) {
                        *channel = (i32::from(*channel) + carried / 16).clamp(0, 255) as u8;
                    }
                }
                let bin = bin_of(wanted);
                let colours = &self.colours;
                let index = *self.nearest[bin].get_or_insert_with(|| nearest(colours, bin));
                indexed.push(index);
                if dithers {
                    let chosen = self.colours[usize::from(index)];
                    for channel in 0..3 {
                        let off = i32::from(wanted[channel]) - i32::from(chosen[channel]);
                        here[x + 2][channel] += off * 7;
                        below[x][channel] += off * 3;
                        below[x + 1][channel] += off * 5;
                        below[x + 2][channel] += off;
                    }
                }
            }
        }
        indexed
    }
}

/// The channel in which these bins differ most, and by how much.
fn longest_side(group: &[usize]) -> (usize, usize) {
    let mut least = [usize::MAX; 3];
    let mut most = [0; 3];
    for bin in group {
        for (side, value) in place_of(*bin).into_iter().enumerate() {
            least[side] = least[side].min(value);
            most[side] = most[side].max(value);
        }
    }
    let lengths = [most[0] - least[0], most[1] - least[1], most[2] - least[2]];
    // Eyes see green best.
    let side = (0..3).max_by_key(|side| lengths[*side] * [3, 4, 2][*side]).unwrap_or_default();
    (side, lengths[side])
}

fn mean(group: &[usize], bins: &[Bin]) -> [u8; 3] {
    let count: u64 = group.iter().map(|bin| bins[*bin].count).sum();
    let channel = |side: usize| {
        let sum: u64 = group.iter().map(|bin| bins[*bin].sums[side]).sum();
        (sum / count.max(1)) as u8
    };
    [channel(0), channel(1), channel(2)]
}

fn nearest(colours: &[[u8; 3]], bin: usize) -> u8 {
    // The middle of the bin stands for all colours in it.
    let place = place_of(bin).map(|value| (value * 8 + 4) as i32);
    let distance = |colour: &[u8; 3]| {
        let off = |side: usize| (i32::from(colour[side]) - place[side]).pow(2);
        3 * off(0) + 4 * off(1) + 2 * off(2)
    };
    let index = (0..colours.len()).min_by_key(|index| distance(&colours[*index]));
    index.unwrap_or_default() as u8
}
