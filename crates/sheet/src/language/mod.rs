//! What a resume says of itself in each language: headings, months, how dates and lists are written.
//! What its owner wrote is never touched.

mod dates;
mod letters;
mod spoken;
mod table;

pub use dates::{Period, days_of};
pub use letters::Phrases;
pub(crate) use spoken::spoken_in;
pub use table::Words;

/// The languages with headings of their own, and all others as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
    Danish,
    Chinese,
    Japanese,
    /// Any without words of its own here. Headings are English; dates are figures, and nothing says "present".
    Other,
}

impl Language {
    /// Those with headings of their own.
    pub const ALL: [Self; 10] = [
        Self::English,
        Self::German,
        Self::French,
        Self::Spanish,
        Self::Italian,
        Self::Portuguese,
        Self::Dutch,
        Self::Danish,
        Self::Chinese,
        Self::Japanese,
    ];

    /// By a tag such as `de` or `pt-BR`; none for a language without words of its own.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let first = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        Self::ALL.into_iter().find(|language| language.tag() == first)
    }

    /// Of its words.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English | Self::Other => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Italian => "it",
            Self::Portuguese => "pt",
            Self::Dutch => "nl",
            Self::Danish => "da",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
        }
    }

    pub fn words(self) -> &'static Words {
        table::of(self)
    }

    /// The same signs are drawn differently in China and in Japan.
    pub(crate) fn locale(self) -> &'static str {
        match self {
            Self::Chinese => "zh-Hans",
            Self::Other => "und",
            other => other.tag(),
        }
    }

    /// By whose rules words are parted at the end of a line; none where they are not.
    pub(crate) fn hyphens(self) -> Option<hypher::Lang> {
        Some(match self {
            Self::English => hypher::Lang::English,
            Self::German => hypher::Lang::German,
            Self::French => hypher::Lang::French,
            Self::Spanish => hypher::Lang::Spanish,
            Self::Italian => hypher::Lang::Italian,
            Self::Portuguese => hypher::Lang::Portuguese,
            Self::Dutch => hypher::Lang::Dutch,
            Self::Danish => hypher::Lang::Danish,
            Self::Chinese | Self::Japanese | Self::Other => return None,
        })
    }
}
