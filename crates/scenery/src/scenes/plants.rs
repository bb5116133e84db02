use crate::Canvas;
use crate::colour::{Colour, smooth};
use crate::noise::Noise;

/// Paper with a little life in it.
fn paper(canvas: &mut Canvas, noise: Noise, hue: f32) {
    let aspect = canvas.aspect();
    canvas.fill(|x, y| {
        let fibre = noise.layered(x * 240.0, y * 90.0, 2) - 0.5;
        let stain = noise.other(1).layered(x * 2.2, y * 2.2, 4) - 0.5;
        let corner = (x / aspect - 0.5).hypot(y - 0.5);
        Colour::oklch(0.945 + fibre * 0.012 + stain * 0.03 - corner * 0.05, 0.018, hue)
    });
}

/// Barnsley's fern: four maps, drawn by lot, whose attractor is a plant.
pub(super) fn fern(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    paper(canvas, noise, 95.0);
    let middle = 0.47 * canvas.aspect();
    let (mut x, mut y) = (0.0_f32, 0.0_f32);
    for step in 0..420_000 {
        let lot = noise.other(8).at(step, 0);
        (x, y) = match lot {
            lot if lot < 0.01 => (0.0, 0.16 * y),
            lot if lot < 0.86 => (0.85 * x + 0.04 * y, -0.04 * x + 0.85 * y + 1.6),
            lot if lot < 0.93 => (0.20 * x - 0.26 * y, 0.23 * x + 0.22 * y + 1.6),
            _ => (-0.15 * x + 0.28 * y, 0.26 * x + 0.24 * y + 0.44),
        };
        let age = y / 10.0;
        let ink = Colour::oklch(0.36 + 0.16 * age, 0.075 + 0.03 * age, 150.0 - 22.0 * age);
        canvas.dot(middle + x * 0.086, 0.955 - y * 0.0895, 0.0009, ink, 0.42);
    }
}

/// A seed every 137.5 degrees, a little further out each time.
pub(super) fn seed_head(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    let aspect = canvas.aspect();
    let ground = Colour::oklch(0.22, 0.02, 60.0);
    canvas.fill(|x, y| {
        let distance = (x - 0.5 * aspect).hypot(y - 0.5);
        let blur = noise.layered(x * 3.0, y * 3.0, 4) - 0.5;
        ground.mix(Colour::oklch(0.40, 0.05, 130.0), smooth(0.35, 0.95, distance + blur * 0.3))
    });
    let golden = std::f32::consts::PI * (3.0 - 5.0_f32.sqrt());
    let seeds = 1500;
    for number in 0..seeds {
        let share = number as f32 / seeds as f32;
        let (angle, radius) = (number as f32 * golden, 0.455 * share.sqrt());
        let (x, y) = (0.5 * aspect + radius * angle.cos(), 0.5 + radius * angle.sin());
        let size = 0.0052 + 0.0042 * share;
        let ripe = smooth(0.25, 0.9, share + 0.12 * (noise.at(number, 5) - 0.5));
        let hull = Colour::oklch(0.30, 0.05, 55.0).mix(Colour::oklch(0.78, 0.14, 82.0), ripe);
        canvas.dot(x + 0.0015, y + 0.002, size * 1.12, ground, 0.55);
        canvas.dot(x, y, size, hull, 1.0);
        canvas.dot(
            x - size * 0.3,
            y - size * 0.35,
            size * 0.4,
            Colour::oklch(0.95, 0.06, 90.0),
            0.5,
        );
    }
}

/// A stem that forks and forks again, with leaves at its ends.
pub(super) fn herbarium(canvas: &mut Canvas, seed: u64) {
    let noise = Noise::new(seed);
    paper(canvas, noise, 85.0);
    let middle = 0.5 * canvas.aspect();
    let upwards = -std::f32::consts::FRAC_PI_2;
    grow(
        canvas,
        noise,
        Shoot { x: middle, y: 0.95, angle: upwards, length: 0.17, level: 0, number: 1 },
    );
}

#[derive(Clone, Copy)]
struct Shoot {
    x: f32,
    y: f32,
    angle: f32,
    length: f32,
    level: u32,
    number: i64,
}

const LEVELS: u32 = 6;

fn grow(canvas: &mut Canvas, noise: Noise, shoot: Shoot) {
    let pick = |which: i64| noise.other(40).at(shoot.number, which);
    let ink = Colour::oklch(0.36 + 0.03 * shoot.level as f32, 0.055, 125.0);
    let width = 0.0042 * 0.68_f32.powi(shoot.level as i32);
    let (mut x, mut y, mut angle) = (shoot.x, shoot.y, shoot.angle);
    for _ in 0..12 {
        let (from, step) = ((x, y), shoot.length / 12.0);
        angle += (pick(3) - 0.5) * 0.05;
        x += step * angle.cos();
        y += step * angle.sin();
        canvas.stroke(from, (x, y), width, ink, 0.95);
    }
    if shoot.level == LEVELS {
        leaf(canvas, x, y, angle, 0.016 + 0.012 * pick(6), pick(7));
        return;
    }
    for (side, fork) in [(-1.0_f32, 0), (1.0, 1)] {
        let turn = side * (0.22 + 0.34 * pick(fork));
        let length = shoot.length * (0.70 + 0.16 * pick(fork + 4));
        let (level, number) = (shoot.level + 1, shoot.number * 2 + fork);
        grow(canvas, noise, Shoot { x, y, angle: angle + turn, length, level, number });
    }
}

/// Widest before its middle, with a rib.
fn leaf(canvas: &mut Canvas, x: f32, y: f32, angle: f32, length: f32, age: f32) {
    let green = Colour::oklch(0.50, 0.09, 140.0).mix(Colour::oklch(0.62, 0.10, 80.0), age * age);
    let along = |share: f32| (x + length * share * angle.cos(), y + length * share * angle.sin());
    for step in 0..24 {
        let share = step as f32 / 23.0;
        let width = length * 0.30 * (share * std::f32::consts::PI).sin().powf(0.8) * (1.15 - share);
        let (px, py) = along(share);
        canvas.dot(px, py, width.max(0.0005), green, 0.8);
    }
    canvas.stroke(along(0.0), along(0.92), 0.0004, Colour::oklch(0.38, 0.06, 130.0), 0.8);
}
