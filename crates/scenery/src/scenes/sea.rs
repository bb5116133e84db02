use crate::Canvas;
use crate::colour::{Colour, smooth};
use crate::noise::Noise;

pub(super) fn sea(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    let aspect = canvas.aspect();
    let (sun_x, sun_y, horizon) = (0.61 * aspect, 0.335, 0.43);
    let zenith = Colour::oklch(0.66, 0.055, 232.0);
    let low = Colour::oklch(0.92, 0.055, 75.0);
    let sun = Colour::oklch(0.99, 0.04, 95.0);
    let deep = Colour::oklch(0.33, 0.06, 225.0);
    let shallow = Colour::oklch(0.62, 0.06, 205.0);
    canvas.fill(|x, y| {
        let distance = (x - sun_x).hypot(y - sun_y);
        if y < horizon {
            let mut colour = zenith.mix(low, smooth(0.0, horizon, y));
            let streaks = noise.layered(x * 1.3, y * 11.0, 5);
            colour = colour.mix(sun, smooth(0.52, 0.75, streaks) * 0.45 * smooth(0.05, 0.35, y));
            colour = colour.mix(sun, 0.6 * (-distance * 6.0).exp());
            return colour.mix(sun, smooth(0.038, 0.035, distance));
        }
        // Waves grow with nearness; their slopes decide what they reflect.
        let depth = (y - horizon) / (1.0 - horizon);
        let scale = 1.0 / (0.018 + depth * 0.55);
        let swell = noise.other(1).layered(x * scale * 0.55, depth * scale * 7.0, 5);
        let ripple = noise.other(2).layered(x * scale * 2.4, depth * scale * 26.0, 3);
        let slope = (swell - 0.5) * 1.3 + (ripple - 0.5) * 0.7;
        let mut colour = shallow.mix(deep, smooth(0.0, 0.9, depth) + slope * 0.6);
        colour = colour.mix(low, smooth(0.12, 0.0, depth) * 0.55);
        let path = (-(x - sun_x).abs() / (0.035 + depth * 0.16)).exp();
        let glint = smooth(0.03, 0.28, slope + 0.12 * path) * path;
        colour.mix(sun, glint * 0.9)
    });
}
