//! What stands in a resume: plain text and dates, in the resume's language, without a word about how
//! it looks.

use std::fmt;
use std::sync::Arc;

use crate::language::{Language, Period};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    pub language: Language,
    pub name: String,
    /// What the person is, below the name.
    pub label: String,
    pub contacts: Vec<Contact>,
    pub summary: String,
    pub sections: Vec<Section>,
    /// Beside the name, where the owner wants it.
    pub photo: Option<Photo>,
}

/// A picture of the person, cut to its place.
#[derive(Clone, PartialEq, Eq)]
pub struct Photo {
    /// Where browsers find it.
    pub address: String,
    /// Red, green and blue of [`Photo::WIDTH`] by [`Photo::HEIGHT`] pixels.
    pub rgb: Arc<[u8]>,
}

impl Photo {
    /// Enough for 24 mm on paper.
    pub const WIDTH: u32 = 240;
    pub const HEIGHT: u32 = 300;

    /// None when there are too few or too many pixels.
    pub fn new(address: String, rgb: Vec<u8>) -> Option<Self> {
        let expected = 3 * (Self::WIDTH * Self::HEIGHT) as usize;
        (rgb.len() == expected).then(|| Self { address, rgb: rgb.into() })
    }
}

impl fmt::Debug for Photo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Photo").field("address", &self.address).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    pub text: String,
    /// Where it leads: to the web or to a mailbox, or nowhere.
    pub href: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub kind: Part,
    /// Instead of the usual heading of this part.
    pub title: Option<String>,
    pub entries: Vec<Entry>,
}

/// The parts of a resume that have a usual heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    Profile,
    Experience,
    Projects,
    Volunteering,
    Skills,
    Education,
    Certificates,
    Awards,
    Publications,
    Languages,
    Interests,
    References,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub title: String,
    /// With whom, and where.
    pub place: String,
    pub period: Period,
    pub text: String,
    pub points: Vec<String>,
    /// Where the title leads.
    pub href: Option<String>,
}

impl Section {
    pub fn new(kind: Part, entries: Vec<Entry>) -> Self {
        Self { kind, title: None, entries }
    }

    pub fn heading(&self, language: Language) -> &str {
        self.title.as_deref().unwrap_or_else(|| language.words().heading(self.kind))
    }
}

impl Entry {
    /// A name and a few words: a group of skills, a language, an interest.
    pub fn is_line(&self) -> bool {
        self.place.is_empty() && self.period == Period::None && self.points.is_empty()
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Document {
    /// Every text, for whoever has to know which letters are needed.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let titles = self.sections.iter().map(|section| section.heading(self.language));
        self.own_texts().chain(titles)
    }

    /// Those that are no words of a look.
    pub(crate) fn own_texts(&self) -> impl Iterator<Item = &str> {
        let contacts = self.contacts.iter().map(|contact| contact.text.as_str());
        let entries = self.sections.iter().flat_map(|section| &section.entries);
        let told = entries.flat_map(|entry| {
            let own = [entry.title.as_str(), entry.place.as_str(), entry.text.as_str()];
            let points = entry.points.iter().map(String::as_str);
            own.into_iter().chain(entry.period.dates()).chain(points)
        });
        [self.name.as_str(), self.label.as_str(), self.summary.as_str()]
            .into_iter()
            .chain(contacts)
            .chain(told)
    }
}
