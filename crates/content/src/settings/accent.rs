//! Which lightness makes a colour readable. The owner chooses hue and chroma; on light pages the
//! colour is darkened and on dark pages lightened until it can be read on the darkest, or lightest,
//! surface that text stands on.

use super::Accent;

/// A colour in the oklch space, as style sheets write it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oklch {
    /// 0 is black, 1 is white.
    pub lightness: f64,
    pub chroma: f64,
    /// In degrees.
    pub hue: f64,
}

/// An accent as the pages use it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shades {
    pub light: Oklch,
    pub dark: Oklch,
}

/// What WCAG asks of text in usual sizes.
const READABLE: f64 = 4.5;
/// The surface on which text has the least contrast, on light and on dark pages.
const LIGHT_SURFACE: Oklch = Oklch { lightness: 0.935, chroma: 0.007, hue: 135.0 };
const DARK_SURFACE: Oklch = Oklch { lightness: 0.268, chroma: 0.011, hue: 170.0 };
/// Strong colours glow on dark pages.
const MOST_CHROMA_ON_DARK: f64 = 0.115;
const STEP: f64 = 0.005;

impl Accent {
    pub fn shades(self) -> Shades {
        let Self { hue, chroma } = self;
        // Where the design begins. The loop only moves colours that cannot be read there, mostly
        // yellow and green.
        let mut light = Oklch { lightness: 0.5, chroma, hue };
        while light.contrast(LIGHT_SURFACE) < READABLE && light.lightness > 0.0 {
            light.lightness -= STEP;
        }
        let chroma = chroma.min(MOST_CHROMA_ON_DARK);
        let mut dark = Oklch { lightness: 0.785, chroma, hue };
        while dark.contrast(DARK_SURFACE) < READABLE && dark.lightness < 1.0 {
            dark.lightness += STEP;
        }
        Shades { light, dark }
    }
}

impl Oklch {
    /// The ratio by WCAG 2: 1 for the same lightness, 21 for black on white.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The colour as a screen has it, as red, green, blue.
    pub fn on_screen(self) -> [u8; 3] {
        self.linear().map(|channel| {
            let channel = match channel {
                dark if dark <= 0.003_130_8 => dark * 12.92,
                bright => 1.055 * bright.powf(1.0 / 2.4) - 0.055,
            };
            (channel * 255.0).round() as u8
        })
    }

    fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Shares of light. What lies beyond the colours of a screen is cut off.
    fn linear(self) -> [f64; 3] {
        let (sin, cos) = self.hue.to_radians().sin_cos();
        let (a, b) = (self.chroma * cos, self.chroma * sin);
        // Ottosson's matrices from Oklab through cone responses to linear sRGB.
        let long = (self.lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let medium = (self.lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let short = (self.lightness - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
        let red = 4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short;
        let green = -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short;
        let blue = -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short;
        // A colour that a screen cannot show is judged by what it shows instead.
        [red, green, blue].map(|part| part.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_accent_can_be_read_on_every_surface() {
        for hue in 0..=360 {
            for chroma in 0..=20 {
                let accent = Accent { hue: f64::from(hue), chroma: f64::from(chroma) / 100.0 };
                let Shades { light, dark } = accent.shades();
                assert!(light.contrast(LIGHT_SURFACE) >= READABLE, "{accent:?} {light:?}");
                assert!(dark.contrast(DARK_SURFACE) >= READABLE, "{accent:?} {dark:?}");
                assert!((0.3..=0.5).contains(&light.lightness), "{accent:?} {light:?}");
            }
        }
    }

    #[test]
    fn colours_are_those_of_the_screen() {
        let colour = |lightness, chroma, hue| Oklch { lightness, chroma, hue }.on_screen();
        assert_eq!(colour(1.0, 0.0, 0.0), [255, 255, 255]);
        assert_eq!(colour(0.0, 0.0, 0.0), [0, 0, 0]);
        // The red of a screen, and one that no screen has.
        let [red, green, blue] = colour(0.627_96, 0.257_68, 29.234);
        assert!(red >= 254 && green <= 1 && blue <= 1, "{red} {green} {blue}");
        assert_eq!(colour(0.63, 0.4, 29.0)[0], 255);
    }

    #[test]
    fn contrast_is_what_wcag_says() {
        let grey = |lightness| Oklch { lightness, chroma: 0.0, hue: 0.0 };
        assert!((grey(0.0).contrast(grey(1.0)) - 21.0).abs() < 0.01);
        assert!((grey(0.4).contrast(grey(0.4)) - 1.0).abs() < 0.001);
        // The usual accent on the usual page.
        let leaf = Oklch { lightness: 0.455, chroma: 0.1, hue: 160.0 };
        let paper = Oklch { lightness: 0.988, chroma: 0.003, hue: 120.0 };
        assert!((leaf.contrast(paper) - 6.7).abs() < 0.1, "{}", leaf.contrast(paper));
    }
}
