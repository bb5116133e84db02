//! The three looks, as tables of measures. Lengths are points; a table says millimetres where its
//! drawing does.

mod tables;

use tables::{CLASSIC, COMPACT, MODERN};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// One column with serifs, room around everything.
    #[default]
    Classic,
    /// Headings in a column of their own, one colour.
    Modern,
    /// Much on a page, for long lives.
    Compact,
}

impl Look {
    pub const ALL: [Self; 3] = [Self::Classic, Self::Modern, Self::Compact];

    pub fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Modern => "modern",
            Self::Compact => "compact",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|look| look.name() == name)
    }

    /// The look of ours that is nearest to a theme that other programs know. None for a theme with a
    /// character of its own.
    pub fn of_theme(theme: &str) -> Option<Self> {
        let theme = theme.trim().to_ascii_lowercase();
        let theme = theme.strip_prefix("jsonresume-theme-").unwrap_or(&theme);
        let known = |names: &[&str]| names.contains(&theme);
        match theme {
            _ if let Some(look) = Self::of_name(theme) => Some(look),
            _ if known(&["kendall", "flat", "elegant", "even", "paper", "stackoverflow"]) => {
                Some(Self::Modern)
            }
            _ if known(&["onepage", "onepage-plus", "short", "tan-responsive", "caffeine"]) => {
                Some(Self::Compact)
            }
            _ if known(&["classy", "class", "straightforward", "macchiato", "professional"]) => {
                Some(Self::Classic)
            }
            _ => None,
        }
    }

    pub(crate) fn measures(self) -> &'static Measures {
        match self {
            Self::Classic => &CLASSIC,
            Self::Modern => &MODERN,
            Self::Compact => &COMPACT,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    #[default]
    A4,
    Letter,
}

impl Paper {
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// Width and height in points.
    pub fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (mm(210.0), mm(297.0)),
            Self::Letter => (612.0, 792.0),
        }
    }
}

pub(crate) const fn mm(length: f32) -> f32 {
    length * 72.0 / 25.4
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Ink {
    #[default]
    Full,
    Soft,
    Faint,
    Edge,
    Line,
    /// The one colour, which the owner may choose.
    Accent,
}

/// Which cut of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    Text,
    /// For large letters.
    Name,
}

/// How letters look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Type {
    pub(crate) cut: Cut,
    pub(crate) size: f32,
    /// From line to line.
    pub(crate) leading: f32,
    pub(crate) weight: f32,
    pub(crate) italic: bool,
    /// Between letters, in sizes.
    pub(crate) tracking: f32,
    pub(crate) ink: Ink,
}

impl Type {
    pub(crate) const fn ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    pub(crate) const fn weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    pub(crate) const fn italic(self) -> Self {
        Self { italic: true, ..self }
    }

    /// Where letters stand in their line, from its top: in its middle, whatever face they are from,
    /// so that a page has the same lines in every face.
    pub(crate) fn baseline(&self) -> f32 {
        self.leading / 2.0 + self.size * 0.35
    }
}

/// All that differs between looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    pub(crate) serifs: bool,
    /// Top, sides, bottom.
    pub(crate) margins: (f32, f32, f32),
    pub(crate) name: Type,
    pub(crate) label: Type,
    pub(crate) label_above: f32,
    pub(crate) contact: Type,
    pub(crate) contact_above: f32,
    pub(crate) contacts: Contacts,
    /// Width and height of a picture beside the name.
    pub(crate) photo: (f32, f32),
    pub(crate) body: Type,
    pub(crate) heading: Type,
    pub(crate) headings: Headings,
    /// How far entries are set in from the left edge.
    pub(crate) indent: f32,
    pub(crate) title: Type,
    pub(crate) place: Type,
    /// Whether the place stands in the title's line.
    pub(crate) place_in_line: bool,
    pub(crate) dates: Type,
    pub(crate) entry_above: f32,
    /// Of the first line below an entry's head.
    pub(crate) told_above: f32,
    pub(crate) bullet: Ink,
    pub(crate) hang: f32,
    pub(crate) point_above: f32,
    pub(crate) term: Type,
    pub(crate) terms: Terms,
    pub(crate) term_above: f32,
    /// Whether skills come before what was done.
    pub(crate) skills_first: bool,
    pub(crate) running: Type,
    pub(crate) running_below: f32,
    pub(crate) foot: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Contacts {
    /// In lines, with points between them.
    Dotted,
    /// In lines, with so much room between them.
    Spaced(f32),
    /// At the right of the name.
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Headings {
    /// With a rule below; room above the heading, above the rule, and below it.
    RuleBelow { above: f32, rule: f32, below: f32 },
    /// With a rule above; room above the rule and below it.
    RuleAbove { above: f32, rule: f32 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Terms {
    /// `Tools: hammer, saw` as one text.
    RunIn,
    /// Names in a column of that width.
    Column(f32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_and_papers_have_names() {
        for look in Look::ALL {
            assert_eq!(Look::of_name(look.name()), Some(look));
        }
        assert_eq!(Look::of_theme("jsonresume-theme-Even"), Some(Look::Modern));
        assert_eq!(Look::of_theme(" compact"), Some(Look::Compact));
        assert_eq!(Look::of_theme("neon-arcade"), None);
        let (width, height) = Paper::A4.size();
        assert!((width - 595.28).abs() < 0.01 && (height - 841.89).abs() < 0.01);
    }
}
