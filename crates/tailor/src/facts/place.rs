use std::fmt;

/// The lists of a JSON Resume document that hold facts, and its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    Basics,
    Work,
    Volunteer,
    Projects,
    Education,
    Certificates,
    Awards,
    Publications,
    Skills,
    Languages,
    Interests,
    References,
}

/// What of an entry a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The entry itself: who, what, where, when, and its summary.
    Entry,
    Highlight(usize),
}

/// Where a fact stands in its document. Written as a path, such as `work/0/highlights/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub section: Section,
    /// The position in the list; 0 for the head.
    pub entry: usize,
    pub part: Part,
}

impl Section {
    pub const ALL: [Self; 12] = [
        Self::Basics,
        Self::Work,
        Self::Volunteer,
        Self::Projects,
        Self::Education,
        Self::Certificates,
        Self::Awards,
        Self::Publications,
        Self::Skills,
        Self::Languages,
        Self::Interests,
        Self::References,
    ];

    /// The member of the document.
    pub fn name(self) -> &'static str {
        match self {
            Self::Basics => "basics",
            Self::Work => "work",
            Self::Volunteer => "volunteer",
            Self::Projects => "projects",
            Self::Education => "education",
            Self::Certificates => "certificates",
            Self::Awards => "awards",
            Self::Publications => "publications",
            Self::Skills => "skills",
            Self::Languages => "languages",
            Self::Interests => "interests",
            Self::References => "references",
        }
    }
}

impl Section {
    /// The members by which people tell two entries apart.
    pub fn naming(self) -> &'static [&'static str] {
        match self {
            Self::Basics => &[],
            Self::Work => &["name", "position"],
            Self::Volunteer => &["organization", "position"],
            Self::Education => &["institution", "studyType", "area"],
            Self::Certificates => &["name", "issuer"],
            Self::Awards => &["title", "awarder"],
            Self::Publications => &["name", "publisher"],
            Self::Languages => &["language"],
            Self::Projects | Self::Skills | Self::Interests | Self::References => &["name"],
        }
    }

    /// The members that the fact of an entry holds as they are, in the order in which it names them.
    pub(crate) fn texts(self) -> &'static [&'static str] {
        match self {
            Self::Basics => &[],
            Self::Work => &["position", "name", "location", "description"],
            Self::Volunteer => &["position", "organization"],
            Self::Projects => &["name", "entity", "type", "description"],
            Self::Education => &["studyType", "area", "institution", "score"],
            Self::Certificates => &["name", "issuer", "date"],
            Self::Awards => &["title", "awarder", "date"],
            Self::Publications => &["name", "publisher", "releaseDate"],
            Self::Skills => &["name", "level"],
            Self::Languages => &["language", "fluency"],
            Self::Interests | Self::References => &["name"],
        }
    }
}

impl Place {
    pub fn entry(section: Section, entry: usize) -> Self {
        Self { section, entry, part: Part::Entry }
    }

    pub fn highlight(section: Section, entry: usize, highlight: usize) -> Self {
        Self { section, entry, part: Part::Highlight(highlight) }
    }

    /// Reads what [`fmt::Display`] writes.
    pub fn parse(path: &str) -> Option<Self> {
        let mut steps = path.split('/');
        let name = steps.next()?;
        let section = Section::ALL.into_iter().find(|section| section.name() == name)?;
        let entry = match (section, steps.next()) {
            (Section::Basics, None) => 0,
            (Section::Basics, Some(_)) | (_, None) => return None,
            (_, Some(entry)) => entry.parse().ok()?,
        };
        match (steps.next(), steps.next(), steps.next()) {
            (None, None, None) => Some(Self::entry(section, entry)),
            (Some("highlights"), Some(highlight), None) => {
                Some(Self::highlight(section, entry, highlight.parse().ok()?))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.section.name())?;
        if self.section != Section::Basics {
            write!(f, "/{}", self.entry)?;
        }
        match self.part {
            Part::Entry => Ok(()),
            Part::Highlight(highlight) => write!(f, "/highlights/{highlight}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        for path in ["basics", "work/0", "work/12/highlights/3", "skills/1"] {
            assert_eq!(Place::parse(path).unwrap().to_string(), path);
        }
        for path in ["", "basics/0", "work", "work/x", "work/0/highlights", "work/0/name", "toys/0"]
        {
            assert_eq!(Place::parse(path), None, "{path}");
        }
    }
}
