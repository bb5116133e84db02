use crate::Canvas;
use crate::colour::Colour;
use crate::noise::Noise;

const PAPER: (f32, f32, f32) = (0.985, 0.004, 120.0);

fn blank(canvas: &mut Canvas) -> (Colour, Colour, Colour) {
    let (lightness, chroma, hue) = PAPER;
    let paper = Colour::oklch(lightness, chroma, hue);
    canvas.fill(|_, _| paper);
    (
        Colour::oklch(0.86, 0.008, 140.0),
        Colour::oklch(0.45, 0.1, 160.0),
        Colour::oklch(0.48, 0.095, 255.0),
    )
}

/// Two weeks of water in a harbour: the sums of a few tides, hour by hour, with the mean of each
/// day.
pub(super) fn tide(canvas: &mut Canvas, seed: u64) {
    let (line, leaf, slate) = blank(canvas);
    let noise = Noise::new(seed);
    // Speeds in degrees an hour: the moon's and the sun's half-day tides, and the two daily ones.
    let parts = [(1.20, 28.984), (0.42, 30.0), (0.24, 28.44), (0.30, 15.041), (0.21, 13.943)];
    let water = |hour: f32| -> f32 {
        let waves = parts.iter().enumerate().map(|(number, (height, speed))| {
            let phase = 360.0 * noise.at(number as i64, 1);
            height * (speed * hour + phase).to_radians().cos()
        });
        waves.sum()
    };
    let (left, right) = (0.07, canvas.aspect() - 0.07);
    let hours = 14.0 * 24.0;
    let place = |hour: f32, level: f32| (left + (right - left) * hour / hours, 0.5 - level * 0.175);
    for day in 0..=14 {
        let hour = day as f32 * 24.0;
        canvas.stroke(place(hour, 2.35), place(hour, -2.35), 0.0007, line, 1.0);
    }
    for level in -2..=2 {
        let width = if level == 0 { 0.0013 } else { 0.0007 };
        canvas.stroke(place(0.0, level as f32), place(hours, level as f32), width, line, 1.0);
    }
    let steps = 1400;
    for step in 0..steps {
        let hour = |step: u32| hours * step as f32 / steps as f32;
        let (one, two) = (hour(step), hour(step + 1));
        canvas.stroke(place(one, 0.0), place(one, water(one)), 0.0008, leaf, 0.16);
        canvas.stroke(place(one, water(one)), place(two, water(two)), 0.0021, leaf, 1.0);
    }
    for day in 0..14 {
        let begin = day as f32 * 24.0;
        let mean = (0..24).map(|hour| water(begin + hour as f32)).sum::<f32>() / 24.0;
        let (x, y) = place(begin + 12.0, mean);
        canvas.dot(x, y, 0.0068, slate, 1.0);
    }
}

/// A year of days: a bar from the coldest to the warmest hour of each.
pub(super) fn year(canvas: &mut Canvas, seed: u64) {
    let (line, _, _) = blank(canvas);
    let noise = Noise::new(seed);
    let (left, right) = (0.06, canvas.aspect() - 0.06);
    let place = |day: f32, degrees: f32| {
        (left + (right - left) * day / 365.0, 0.80 - (degrees + 2.0) / 30.0 * 0.62)
    };
    for degrees in [-10, 0, 10, 20, 30] {
        let width = if degrees == 0 { 0.0013 } else { 0.0007 };
        canvas.stroke(place(-2.0, degrees as f32), place(367.0, degrees as f32), width, line, 1.0);
    }
    for day in 0..365 {
        let at = day as f32;
        let season = -((at + 11.0) / 365.25 * std::f32::consts::TAU).cos();
        let weather = (noise.layered(at * 0.16, 0.5, 4) - 0.5) * 17.0;
        let middle = 9.5 + 9.5 * season + weather;
        let span = 2.4 + 3.2 * noise.other(1).surface(at * 0.5, 0.5) + 1.6 * (season + 1.0);
        // From slate in the cold to ochre in the warmth.
        let warmth = ((middle + 6.0) / 32.0).clamp(0.0, 1.0);
        let cold = Colour::oklch(0.55, 0.09, 250.0);
        let mild = Colour::oklch(0.62, 0.10, 160.0);
        let warm = Colour::oklch(0.68, 0.15, 60.0);
        let colour = match warmth < 0.5 {
            true => cold.mix(mild, warmth * 2.0),
            false => mild.mix(warm, warmth * 2.0 - 1.0),
        };
        let (from, to) = (place(at, middle - span), place(at, middle + span));
        canvas.stroke(from, to, (right - left) / 365.0 * 0.36, colour, 1.0);
    }
}
