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
