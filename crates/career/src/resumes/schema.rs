//! The schema of JSON Resume 1.0 as a table: which member has which form. Members that are not in
//! it are nobody's business and stay as they are.

/// The form a member has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Text,
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    Date,
    /// A web or mail address.
    Address,
    Email,
    Texts,
    Object(&'static [(&'static str, Form)]),
    List(&'static [(&'static str, Form)]),
}

use Form::{Address, Date, Email, List, Object, Text, Texts};

pub(super) const DOCUMENT: &[(&str, Form)] = &[
    ("$schema", Address),
    ("basics", Object(BASICS)),
    ("work", List(WORK)),
    ("volunteer", List(VOLUNTEER)),
    ("education", List(EDUCATION)),
    ("awards", List(AWARD)),
    ("certificates", List(CERTIFICATE)),
    ("publications", List(PUBLICATION)),
    ("skills", List(SKILL)),
    ("languages", List(&[("language", Text), ("fluency", Text)])),
    ("interests", List(&[("name", Text), ("keywords", Texts)])),
    ("references", List(&[("name", Text), ("reference", Text)])),
    ("projects", List(PROJECT)),
    ("meta", Object(&[("canonical", Address), ("version", Text), ("lastModified", Text)])),
];

const BASICS: &[(&str, Form)] = &[
    ("name", Text),
    ("label", Text),
    ("image", Text),
    ("email", Email),
    ("phone", Text),
    ("url", Address),
    ("summary", Text),
    ("location", Object(LOCATION)),
    ("profiles", List(&[("network", Text), ("username", Text), ("url", Address)])),
];

const LOCATION: &[(&str, Form)] = &[
    ("address", Text),
    ("postalCode", Text),
    ("city", Text),
    ("countryCode", Text),
    ("region", Text),
];

const WORK: &[(&str, Form)] = &[
    ("name", Text),
    ("location", Text),
    ("description", Text),
    ("position", Text),
    ("url", Address),
    ("startDate", Date),
    ("endDate", Date),
    ("summary", Text),
    ("highlights", Texts),
];

const VOLUNTEER: &[(&str, Form)] = &[
    ("organization", Text),
    ("position", Text),
    ("url", Address),
    ("startDate", Date),
    ("endDate", Date),
    ("summary", Text),
    ("highlights", Texts),
];

const EDUCATION: &[(&str, Form)] = &[
    ("institution", Text),
    ("url", Address),
    ("area", Text),
    ("studyType", Text),
    ("startDate", Date),
    ("endDate", Date),
    ("score", Text),
    ("courses", Texts),
];

const AWARD: &[(&str, Form)] =
    &[("title", Text), ("date", Date), ("awarder", Text), ("summary", Text)];

const CERTIFICATE: &[(&str, Form)] =
    &[("name", Text), ("date", Date), ("url", Address), ("issuer", Text)];

const PUBLICATION: &[(&str, Form)] = &[
    ("name", Text),
    ("publisher", Text),
    ("releaseDate", Date),
    ("url", Address),
    ("summary", Text),
];

const SKILL: &[(&str, Form)] = &[("name", Text), ("level", Text), ("keywords", Texts)];

const PROJECT: &[(&str, Form)] = &[
    ("name", Text),
    ("description", Text),
    ("highlights", Texts),
    ("keywords", Texts),
    ("startDate", Date),
    ("endDate", Date),
    ("url", Address),
    ("roles", Texts),
    ("entity", Text),
    ("type", Text),
];
