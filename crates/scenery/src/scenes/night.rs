use crate::Canvas;
use crate::colour::{Colour, smooth};
use crate::noise::Noise;

pub(super) fn stars(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    let aspect = canvas.aspect();
    let high = Colour::oklch(0.17, 0.045, 265.0);
    let low = Colour::oklch(0.38, 0.06, 245.0);
    canvas.fill(|x, y| {
        let band = noise.other(3).layered(x * 1.4 + y, y * 1.4 - x * 0.6, 6);
        let glow = Colour::oklch(0.5, 0.04, 300.0);
        high.mix(low, smooth(0.2, 1.0, y)).mix(glow, smooth(0.5, 0.8, band) * 0.22)
    });
    // The sky turns around the pole while the shutter is open.
    let pole = (0.36 * aspect, 0.30);
    for star in 0..900 {
        let pick = |number: i64| noise.other(9).at(star, number);
        let radius = 1.45 * pick(0).sqrt();
        let begin = pick(1) * std::f32::consts::TAU;
        let bright = 0.15 + 0.85 * pick(2).powi(5);
        let colour = Colour::oklch(0.95, 0.05, if pick(3) < 0.3 { 60.0 } else { 250.0 });
        let steps = (radius * 130.0) as u32 + 3;
        let point = |step: u32| {
            let angle = begin + 0.42 * step as f32 / steps as f32;
            (pole.0 + radius * angle.cos(), pole.1 + radius * angle.sin())
        };
        for step in 0..steps {
            let width = 0.0004 + 0.0007 * bright;
            canvas.stroke(point(step), point(step + 1), width, colour, bright);
        }
    }
    let ground = Colour::oklch(0.12, 0.02, 250.0);
    let height = canvas.height as f32;
    for column in 0..canvas.width {
        let x = (column as f32 + 0.5) / height;
        let hill = 0.80 + 0.10 * (x * 1.7 + 0.4).sin() - 0.05 * noise.layered(x * 3.0, 0.5, 5);
        let tree = noise.other(20).crests(x * 26.0, 0.5, 4).powi(3) * 0.035;
        canvas.stroke((x, hill - tree), (x, 1.01), 0.6 / height, ground, 1.0);
    }
}

pub(super) fn moon(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    let aspect = canvas.aspect();
    let (middle, radius) = ((0.5 * aspect, 0.5), 0.36);
    let dark = Colour::oklch(0.16, 0.02, 265.0);
    // The sun stands to the right and a little behind us.
    let sun = (0.83_f32, -0.20_f32, 0.52_f32);
    canvas.fill(|x, y| {
        let (across, down) = ((x - middle.0) / radius, (y - middle.1) / radius);
        let distance = across.hypot(down);
        let halo = (-(distance - 1.0).max(0.0) * 3.2).exp() * 0.10;
        let sky = dark.mix(Colour::oklch(0.75, 0.02, 250.0), halo * smooth(-1.2, 1.2, across));
        if distance >= 1.01 {
            return sky;
        }
        let toward = (1.0 - distance * distance).max(0.0).sqrt();
        // Craters and plains, read off a sphere.
        let (u, v) = (across / (0.55 + toward), down / (0.55 + toward));
        let plains = smooth(0.42, 0.62, noise.layered(u * 1.6 + 5.0, v * 1.6, 4));
        let rough = noise.other(4).crests(u * 7.0, v * 7.0, 5);
        let rough_aside = noise.other(4).crests(u * 7.0 + 0.07, v * 7.0 - 0.02, 5);
        let relief = (rough - rough_aside) * 1.9;
        let light = (across * sun.0 + down * sun.1 + toward * sun.2 + relief * 0.5).max(0.0);
        let ground =
            Colour::oklch(0.92, 0.012, 85.0).mix(Colour::oklch(0.62, 0.012, 250.0), plains);
        let shown = ground * (light * (0.85 + 0.3 * rough)) + dark * 0.35;
        sky.mix(shown, smooth(1.005, 0.995, distance))
    });
}
