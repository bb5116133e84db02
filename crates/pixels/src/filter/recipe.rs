//! Names and steps of the filters: the table of the product, nothing computed here.

/// What an upload may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Filter {
    #[default]
    None,
    AutoEnhance,
    Warm,
    Cool,
    HighContrast,
    Bw,
    Vivid,
}

/// One operation. Factors are those of Pillow's `ImageEnhance`: 1 changes nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Step {
    Contrast(f32),
    Sharpness(f32),
    Colour(f32),
    Brightness(f32),
    /// Added to each channel and clipped.
    Curves {
        red: i16,
        green: i16,
        blue: i16,
    },
    Grey,
}

impl Filter {
    /// In the order they are offered.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::AutoEnhance,
        Self::Warm,
        Self::Cool,
        Self::HighContrast,
        Self::Bw,
        Self::Vivid,
    ];

    /// The name in forms and answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::AutoEnhance => "auto_enhance",
            Self::Warm => "warm",
            Self::Cool => "cool",
            Self::HighContrast => "high_contrast",
            Self::Bw => "bw",
            Self::Vivid => "vivid",
        }
    }

    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|filter| filter.name() == name)
    }

    pub(crate) fn steps(self) -> &'static [Step] {
        use Step::{Brightness, Colour, Contrast, Curves, Grey, Sharpness};
        match self {
            Self::None => &[],
            Self::AutoEnhance => &[Contrast(1.15), Sharpness(1.2), Colour(1.1)],
            Self::Warm => &[Colour(1.15), Curves { red: 10, green: 5, blue: -10 }],
            Self::Cool => &[Curves { red: -10, green: 0, blue: 15 }, Contrast(1.1)],
            Self::HighContrast => &[Contrast(1.4), Sharpness(1.15)],
            Self::Bw => &[Grey, Contrast(1.2)],
            Self::Vivid => &[Colour(1.5), Contrast(1.15), Brightness(1.05)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_filter_and_nothing_else_does() {
        for filter in Filter::ALL {
            assert_eq!(Filter::find(filter.name()), Some(filter));
        }
        for name in ["", "sepia", "NONE", "bw ", "auto-enhance"] {
            assert_eq!(Filter::find(name), None);
        }
    }
}
