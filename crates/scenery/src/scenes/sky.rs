use crate::Canvas;
use crate::colour::{Colour, smooth};
use crate::noise::Noise;

pub(super) fn clouds(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    let high = Colour::oklch(0.55, 0.095, 245.0);
    let low = Colour::oklch(0.80, 0.05, 225.0);
    let lit = Colour::oklch(0.985, 0.012, 90.0);
    let shade = Colour::oklch(0.70, 0.025, 260.0);
    canvas.fill(|x, y| {
        // Seen from below, clouds shrink towards the horizon.
        let far = 1.0 / (1.12 - y);
        let (across, along) = (x * far * 1.25, far * 1.9);
        let bend = noise.other(7).layered(across * 0.7, along * 0.7, 3) - 0.5;
        let density = noise.layered(across + bend, along + bend, 7);
        // Light comes from the upper left: what has more cloud there lies in shade.
        let behind = noise.layered(across + bend - 0.07, along + bend - 0.05, 7);
        let cover = smooth(0.47, 0.62, density);
        let shadow = smooth(-0.03, 0.09, behind - density + (density - 0.5) * 0.35);
        let sky = high.mix(low, smooth(0.0, 1.0, y));
        let haze = smooth(0.75, 1.0, y) * 0.6;
        sky.mix(lit.mix(shade, shadow * 0.85), cover).mix(low, haze)
    });
}
