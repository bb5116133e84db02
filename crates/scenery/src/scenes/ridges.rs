use crate::Canvas;
use crate::colour::{Colour, smooth};
use crate::noise::Noise;

/// How a landscape is lit.
struct Light {
    zenith: Colour,
    horizon: Colour,
    far: Colour,
    near: Colour,
    sun: Colour,
    /// Where the sun stands: to the right in widths, down in heights.
    place: (f32, f32),
}

const LAYERS: u32 = 7;

pub(super) fn morning(canvas: &mut Canvas, seed: u64) {
    let light = Light {
        zenith: Colour::oklch(0.78, 0.06, 235.0),
        horizon: Colour::oklch(0.93, 0.06, 80.0),
        far: Colour::oklch(0.80, 0.045, 220.0),
        near: Colour::oklch(0.24, 0.045, 165.0),
        sun: Colour::oklch(0.98, 0.06, 95.0),
        place: (0.68, 0.30),
    };
    let country = Country::new(canvas, seed, light, 0.36, 0.60);
    canvas.fill(|x, y| country.colour(x, y));
}

pub(super) fn lake(canvas: &mut Canvas, seed: u64) {
    let light = Light {
        zenith: Colour::oklch(0.42, 0.07, 285.0),
        horizon: Colour::oklch(0.80, 0.13, 50.0),
        far: Colour::oklch(0.60, 0.08, 330.0),
        near: Colour::oklch(0.20, 0.04, 280.0),
        sun: Colour::oklch(0.95, 0.10, 70.0),
        place: (0.34, 0.42),
    };
    let near = light.near;
    let country = Country::new(canvas, seed, light, 0.30, 0.36);
    let (noise, shore) = (country.noise, 0.66);
    canvas.fill(|x, y| {
        if y < shore {
            return country.colour(x, y);
        }
        // The water shows what is above it, upside down, torn by small waves.
        let depth = (y - shore) / (1.0 - shore);
        let fine = 60.0 / (0.12 + depth);
        let waves = noise.other(90).layered(x * fine * 0.25, y * fine, 3) - 0.5;
        let mirrored = shore - (y - shore) * 0.95 + waves * 0.10 * (0.2 + depth);
        let shown = country.colour(x + waves * 0.03, mirrored);
        shown.mix(near, 0.22 + 0.35 * depth) * (1.0 + waves * 0.25)
    });
}

/// The sky, and before it ridges that grow darker as they come nearer.
struct Country {
    noise: Noise,
    light: Light,
    aspect: f32,
    /// Where the farthest ridge begins, counted from the top.
    top: f32,
    /// How high each ridge reaches, column by column.
    ridges: Vec<[f32; LAYERS as usize]>,
    columns: f32,
}

impl Country {
    fn new(canvas: &Canvas, seed: u64, light: Light, top: f32, span: f32) -> Self {
        let noise = Noise::new(seed);
        let columns = canvas.height as f32;
        let ridges = (0..=canvas.width).map(|column| {
            let x = column as f32 / columns;
            std::array::from_fn(|layer| {
                let nearness = nearness(layer);
                let scale = 0.9 + 1.9 * (1.0 - nearness) + 0.5 * nearness;
                let ridge = noise.other(layer as u64);
                let crest = ridge.crests(x * scale + 3.7 * layer as f32, 0.5, 6);
                top + span * nearness.powf(1.35) - (crest - 0.5) * (0.30 - 0.10 * nearness)
            })
        });
        Self { noise, light, aspect: canvas.aspect(), top, ridges: ridges.collect(), columns }
    }

    fn ridge(&self, layer: usize, x: f32) -> f32 {
        let place = (x * self.columns).clamp(0.0, (self.ridges.len() - 2) as f32);
        let left = place.floor();
        let (one, two) = (self.ridges[left as usize], self.ridges[left as usize + 1]);
        one[layer] + (two[layer] - one[layer]) * (place - left)
    }

    fn colour(&self, x: f32, y: f32) -> Colour {
        let light = &self.light;
        let (sun_x, sun_y) = (light.place.0 * self.aspect, light.place.1);
        let distance = (x - sun_x).hypot(y - sun_y);
        let mut colour = light.zenith.mix(light.horizon, smooth(0.0, self.top + 0.2, y));
        colour = colour.mix(light.sun, 0.55 * (-distance * 4.5).exp());
        colour = colour.mix(light.sun, smooth(0.047, 0.044, distance));
        let veil = self.noise.other(50).layered(x * 1.6, y * 9.0, 4);
        colour = colour.mix(light.sun, smooth(0.55, 0.8, veil) * 0.28 * smooth(0.5, 0.1, y));
        for layer in 0..LAYERS as usize {
            let nearness = nearness(layer);
            let height = self.ridge(layer, x);
            let edge = 0.0012 + 0.0006 * nearness;
            let cover = smooth(height - edge, height + edge, y);
            if cover <= 0.0 {
                continue;
            }
            // Haze lies in the valleys, so a ridge pales towards its foot.
            let below = ((y - height) / 0.26).clamp(0.0, 1.0);
            let ground = light.far.mix(light.near, nearness.powf(0.85));
            let grain = self.noise.other(layer as u64).layered(x * 60.0, y * 60.0, 2) - 0.5;
            let haze = below * 0.55 * (1.0 - nearness);
            let shade = ground.mix(light.horizon, haze) * (1.0 + grain * 0.10 * nearness);
            colour = colour.mix(shade, cover);
        }
        colour
    }
}

/// 0 for the farthest ridge, 1 for the one in front.
fn nearness(layer: usize) -> f32 {
    layer as f32 / (LAYERS - 1) as f32
}
