use std::ops::{Add, Mul};

/// A colour in linear light, where mixing is adding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Colour {
    pub(crate) red: f32,
    pub(crate) green: f32,
    pub(crate) blue: f32,
}

impl Colour {
    /// From lightness, chroma and hue in degrees, as style sheets write oklch.
    pub(crate) fn oklch(lightness: f32, chroma: f32, hue: f32) -> Self {
        let (sin, cos) = hue.to_radians().sin_cos();
        let (a, b) = (chroma * cos, chroma * sin);
        let long = (lightness + 0.396_337_8 * a + 0.215_803_76 * b).powi(3);
        let medium = (lightness - 0.105_561_35 * a - 0.063_854_17 * b).powi(3);
        let short = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
        Self {
            red: 4.076_741_7 * long - 3.307_711_6 * medium + 0.230_969_93 * short,
            green: -1.268_438 * long + 2.609_757_4 * medium - 0.341_319_4 * short,
            blue: -0.004_196_086 * long - 0.703_418_6 * medium + 1.707_614_7 * short,
        }
    }

    /// This at 0, the other at 1.
    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        self * (1.0 - share) + other * share
    }

    /// As bytes of sRGB, each channel moved by `dither` of a step so that gradients show no bands.
    pub(crate) fn to_bytes(self, dither: f32) -> [u8; 3] {
        [self.red, self.green, self.blue].map(|light| {
            let light = light.clamp(0.0, 1.0);
            let value = match light <= 0.003_130_8 {
                true => 12.92 * light,
                false => 1.055 * light.powf(1.0 / 2.4) - 0.055,
            };
            (value * 255.0 + dither + 0.5).clamp(0.0, 255.0) as u8
        })
    }
}

impl Add for Colour {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            red: self.red + other.red,
            green: self.green + other.green,
            blue: self.blue + other.blue,
        }
    }
}

impl Mul<f32> for Colour {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        Self { red: self.red * factor, green: self.green * factor, blue: self.blue * factor }
    }
}

/// From 0 to 1 between two edges, without corners.
pub(crate) fn smooth(from: f32, to: f32, value: f32) -> f32 {
    let share = ((value - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
