/// What the specification asks of generated markup.
pub const SIZES: &str =
    "(max-width: 400px) 400px, (max-width: 768px) 768px, (max-width: 1536px) 1536px, 2048px";

/// A picture as an `<img>`, with the room it will take and what stands there until it is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub src: String,
    pub srcset: Option<String>,
    /// Which width the browser is to choose by; [`SIZES`] in text.
    pub sizes: &'static str,
    /// The address of the largest variant, which the zoom view shows.
    pub full: String,
    pub alt: String,
    /// Width and height, when they are known.
    pub size: Option<(u32, u32)>,
    pub placeholder: Option<Placeholder>,
    pub loading: Loading,
    pub focus: Focus,
}

/// What must stay in sight where a part of the picture is shown: steps of five per cent from the left
/// and from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Focus {
    x: u8,
    y: u8,
}

impl Focus {
    /// The nearest step to a point in per cent.
    pub fn at(x: f64, y: f64) -> Self {
        let step = |place: f64| {
            let steps = (place.clamp(0.0, 100.0) / 5.0).round();
            // From 0 to 20: it fits.
            (0..=20_u8).find(|step| f64::from(*step) >= steps).unwrap_or(20) * 5
        };
        Self { x: step(x), y: step(y) }
    }

    /// Across and down, from 0 to 1.
    pub fn place(self) -> (f64, f64) {
        (f64::from(self.x) / 100.0, f64::from(self.y) / 100.0)
    }

    /// The classes that say it to the style sheet, with a blank before each; none for the middle.
    pub fn classes(self) -> String {
        let class = |axis: &str, place: u8| match place {
            50 => String::new(),
            place => format!(" f{axis}{place}"),
        };
        class("x", self.x) + &class("y", self.y)
    }
}

impl Default for Focus {
    fn default() -> Self {
        Self { x: 50, y: 50 }
    }
}

/// A tiny picture that stands in while the real one loads. The policy forbids styles in the
/// markup, so it is a picture of its own below the real one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder(pub String);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loading {
    /// The first picture of a page is what a reader waits for.
    First,
    #[default]
    Later,
}

impl Picture {
    /// A picture of which nothing but its address is known.
    pub fn plain(path: &str, alt: &str) -> Self {
        Self {
            src: path.to_owned(),
            srcset: None,
            sizes: SIZES,
            full: path.to_owned(),
            alt: alt.to_owned(),
            size: None,
            placeholder: None,
            loading: Loading::Later,
            focus: Focus::default(),
        }
    }

    pub fn is_first(&self) -> bool {
        self.loading == Loading::First
    }

    /// Width over height; 3:2 when nothing is known.
    pub fn ratio(&self) -> f64 {
        match self.size {
            Some((width, height)) if width > 0 && height > 0 => {
                f64::from(width) / f64::from(height)
            }
            _ => 1.5,
        }
    }

    /// The class that says the ratio to the style sheet, in steps of a twentieth: `r150` for 3:2.
    /// Very long ones stand a little cropped in a gallery, so that a row stays a row.
    pub fn ratio_class(&self) -> String {
        let steps = (self.ratio().clamp(0.4, 3.0) * 20.0).round();
        format!("r{:.0}", steps * 5.0)
    }

    pub fn is_upright(&self) -> bool {
        self.ratio() < 1.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_focus_is_told_in_steps_of_five_and_the_middle_needs_no_word() {
        for (x, y, classes) in [
            (50.0, 50.0, ""),
            (0.0, 100.0, " fx0 fy100"),
            (52.4, 12.6, " fy15"),
            (52.6, 50.0, " fx55"),
            (-3.0, 140.0, " fx0 fy100"),
            (f64::NAN, 50.0, " fx100"),
        ] {
            assert_eq!(Focus::at(x, y).classes(), classes, "{x} {y}");
        }
    }

    /// A class that no style sheet knows would be ignored without a word.
    #[test]
    fn every_step_has_its_line_in_the_style_sheet() {
        let sheet = include_str!("../../styles/96-focus.css");
        for step in (0..=20).map(|step| step * 5) {
            let has =
                |axis: &str| sheet.contains(&format!(".f{axis}{step} {{ --f{axis}: {step}% }}"));
            assert!(step == 50 || (has("x") && has("y")), "{step}");
        }
    }
}
