use crate::Canvas;
use crate::colour::{Colour, smooth};
use crate::noise::Noise;

/// A hilly country with a lake, its contour lines, and light from the north-west.
pub(super) fn contours(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    let height = |x: f32, y: f32| {
        let bend = noise.other(2).layered(x * 1.3, y * 1.3, 3) - 0.5;
        noise.layered(x * 1.9 + bend * 0.5, y * 1.9 - bend * 0.4, 5)
    };
    let paper = Colour::oklch(0.965, 0.016, 100.0);
    let meadow = Colour::oklch(0.915, 0.045, 130.0);
    let rock = Colour::oklch(0.90, 0.03, 75.0);
    let water = Colour::oklch(0.845, 0.045, 225.0);
    let brown = Colour::oklch(0.52, 0.085, 60.0);
    let blue = Colour::oklch(0.50, 0.09, 240.0);
    let pixel = 1.0 / canvas.height as f32;
    let (shore, lines) = (0.40, 46.0);
    canvas.fill(|x, y| {
        let here = height(x, y);
        let (east, south) = (height(x + pixel, y) - here, height(x, y + pixel) - here);
        let steep = east.hypot(south).max(1e-7);
        // How many pixels away the nearest contour is.
        let line = |every: f32| {
            let level = here * lines / every;
            (level - level.round()).abs() * every / lines / steep
        };
        if here < shore {
            let near_shore = smooth(0.006, 0.0, shore - here);
            let depth = smooth(1.0, 0.4, line(1.0)) * 0.25;
            let edge = smooth(1.3, 0.5, (shore - here) / steep);
            return water.mix(paper, near_shore * 0.35).mix(blue, depth).mix(blue, edge);
        }
        let ground = paper
            .mix(meadow, smooth(shore, shore + 0.06, here) * smooth(0.62, 0.5, here))
            .mix(rock, smooth(0.56, 0.70, here));
        let light = ((-east - south) / pixel * 0.09).clamp(-0.22, 0.16);
        let thin = smooth(0.95, 0.35, line(1.0)) * 0.55;
        let thick = smooth(1.5, 0.7, line(5.0)) * 0.9;
        (ground * (1.0 + light)).mix(brown, thin.max(thick))
    });
}
