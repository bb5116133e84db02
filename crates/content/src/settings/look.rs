use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the pages look.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Look {
    pub accent: Accent,
    pub text_face: TextFace,
    pub text_size: TextSize,
    /// About how many characters a line of text has.
    #[schemars(range(min = 50, max = 80))]
    pub width: u8,
    pub header: Header,
    pub colour_scheme: ColourScheme,
    /// Whether visitors may choose between light and dark themselves.
    pub theme_switch: bool,
    /// Dates and notes stand beside the text where there is room.
    pub margin_notes: bool,
    /// "Made with Folia" at the foot of the pages.
    pub credit: bool,
}

/// The colour of links and of the current place, as hue and chroma in oklch. Its lightness follows,
/// so that it can be read on every background: see [`Accent::shades`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Accent {
    /// In degrees.
    #[schemars(range(min = 0, max = 360))]
    pub hue: f64,
    /// 0 is grey.
    #[schemars(range(min = 0, max = Accent::MOST_CHROMA))]
    pub chroma: f64,
}

impl Accent {
    /// Screens show little more than this at the lightness of text.
    pub const MOST_CHROMA: f64 = 0.2;
}

/// The face of running text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextFace {
    /// A serif for books.
    #[default]
    Book,
    /// The machine's own sans serif.
    Plain,
    /// Every letter as wide as the others.
    Typed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextSize {
    Small,
    #[default]
    Normal,
    Large,
}

/// Where the site's name and the main sections stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Header {
    /// In one line.
    #[default]
    Line,
    /// In the middle, below each other.
    Centred,
    /// In the margin beside the text.
    Margin,
}

/// What visitors see who have chosen nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColourScheme {
    /// What their system says.
    #[default]
    System,
    Light,
    Dark,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            accent: Accent { hue: 160.0, chroma: 0.1 },
            text_face: TextFace::default(),
            text_size: TextSize::default(),
            width: 66,
            header: Header::default(),
            colour_scheme: ColourScheme::default(),
            theme_switch: true,
            margin_notes: true,
            credit: true,
        }
    }
}
