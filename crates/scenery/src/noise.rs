use crate::colour::smooth;

/// Hills and clouds without end, by a seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise(u64);

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Another one that has nothing to do with this one.
    pub(crate) fn other(self, number: u64) -> Self {
        Self(scramble(self.0 ^ number.wrapping_mul(0xa076_1d64_78bd_642f)))
    }

    /// Any number from 0 to 1 for each place of a grid.
    pub(crate) fn at(self, x: i64, y: i64) -> f32 {
        let place = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (scramble(place ^ self.0) >> 40) as f32 / (1 << 24) as f32
    }

    /// A smooth surface between 0 and 1 through those numbers.
    pub(crate) fn surface(self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (smooth(0.0, 1.0, x - left), smooth(0.0, 1.0, y - top));
        let (left, top) = (left as i64, top as i64);
        let upper = mix(self.at(left, top), self.at(left + 1, top), across);
        let lower = mix(self.at(left, top + 1), self.at(left + 1, top + 1), across);
        mix(upper, lower, down)
    }

    /// Surfaces upon each other, each twice as fine and half as high. Around 0.5, from 0 to 1.
    pub(crate) fn layered(self, x: f32, y: f32, layers: u64) -> f32 {
        let (mut sum, mut height, mut scale, mut whole) = (0.0, 1.0, 1.0, 0.0);
        for layer in 0..layers {
            sum += height * self.other(layer).surface(x * scale, y * scale);
            whole += height;
            height *= 0.5;
            scale *= 2.03;
        }
        sum / whole
    }

    /// As [`Noise::layered`], with sharp crests instead of round ones.
    pub(crate) fn crests(self, x: f32, y: f32, layers: u64) -> f32 {
        let (mut sum, mut height, mut scale, mut whole) = (0.0, 1.0, 1.0, 0.0);
        for layer in 0..layers {
            let surface = self.other(layer).surface(x * scale, y * scale);
            sum += height * (1.0 - (2.0 * surface - 1.0).abs());
            whole += height;
            height *= 0.48;
            scale *= 2.07;
        }
        sum / whole
    }
}

fn mix(one: f32, two: f32, share: f32) -> f32 {
    one + (two - one) * share
}

/// SplitMix64's last step.
fn scramble(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
