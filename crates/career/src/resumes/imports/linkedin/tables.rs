//! Which columns of which table become which members.

/// A table that becomes a list.
#[derive(Clone, Copy)]
pub(super) struct List {
    pub(super) file: &'static str,
    pub(super) known_by: &'static str,
    pub(super) section: &'static str,
    pub(super) members: &'static [(&'static str, As)],
}

/// What a column becomes.
#[derive(Clone, Copy)]
pub(super) enum As {
    Text(&'static str),
    Date(&'static str),
    /// Prose whose listed lines are highlights.
    Told,
}

use As::{Date, Text, Told};

/// Members that JSON Resume does not know are kept: the owner may want them elsewhere.
pub(super) const LISTS: &[List] = &[
    List {
        file: "Positions.csv",
        known_by: "Company Name",
        section: "work",
        members: &[
            ("Company Name", Text("name")),
            ("Title", Text("position")),
            ("Location", Text("location")),
            ("Started On", Date("startDate")),
            ("Finished On", Date("endDate")),
            ("Description", Told),
        ],
    },
    List {
        file: "Volunteering.csv",
        known_by: "Role",
        section: "volunteer",
        members: &[
            ("Company Name", Text("organization")),
            ("Role", Text("position")),
            ("Cause", Text("cause")),
            ("Started On", Date("startDate")),
            ("Finished On", Date("endDate")),
            ("Description", Told),
        ],
    },
    List {
        file: "Education.csv",
        known_by: "School Name",
        section: "education",
        members: &[
            ("School Name", Text("institution")),
            ("Degree Name", Text("studyType")),
            ("Field Of Study", Text("area")),
            ("Start Date", Date("startDate")),
            ("End Date", Date("endDate")),
            ("Notes", Text("notes")),
            ("Activities", Text("activities")),
        ],
    },
    List {
        file: "Honors.csv",
        known_by: "Title",
        section: "awards",
        members: &[
            ("Title", Text("title")),
            ("Issued On", Date("date")),
            ("Issuer", Text("awarder")),
            ("Description", Text("summary")),
        ],
    },
    List {
        file: "Certifications.csv",
        known_by: "Name",
        section: "certificates",
        members: &[
            ("Name", Text("name")),
            ("Authority", Text("issuer")),
            ("Started On", Date("date")),
            ("Url", Text("url")),
            ("Finished On", Date("validUntil")),
            ("License Number", Text("licenseNumber")),
        ],
    },
    List {
        file: "Publications.csv",
        known_by: "Name",
        section: "publications",
        members: &[
            ("Name", Text("name")),
            ("Publisher", Text("publisher")),
            ("Published On", Date("releaseDate")),
            ("Url", Text("url")),
            ("Description", Text("summary")),
        ],
    },
    List {
        file: "Skills.csv",
        known_by: "Name",
        section: "skills",
        members: &[("Name", Text("name"))],
    },
    List {
        file: "Languages.csv",
        known_by: "Name",
        section: "languages",
        members: &[("Name", Text("language")), ("Proficiency", Text("fluency"))],
    },
    List {
        file: "Projects.csv",
        known_by: "Title",
        section: "projects",
        members: &[
            ("Title", Text("name")),
            ("Description", Text("description")),
            ("Url", Text("url")),
            ("Started On", Date("startDate")),
            ("Finished On", Date("endDate")),
        ],
    },
];
