//! The documents of the stories. Together their kinds use everything a kind can declare.

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

/// A key of every type, some of them nullable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Specimen {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) note: Option<String>,
    pub(crate) number: i64,
    pub(crate) weight: Option<f64>,
    pub(crate) alive: bool,
}

impl Specimen {
    pub(crate) fn new(id: Id, name: impl Into<String>) -> Self {
        Self { id, name: name.into(), note: None, number: 0, weight: None, alive: true }
    }
}

const SPECIMEN_KEYS: &[Key] = &[
    Key::text("name"),
    Key::text("note").nullable(),
    Key::integer("number"),
    Key::real("weight").nullable(),
    Key::flag("alive"),
];
const SPECIMEN_INDEXES: &[Index] =
    &[Index { name: "specimens_number", keys: &["number", "alive"], unique: false }];

impl Document for Specimen {
    const KIND: &'static Kind = &Kind {
        name: "specimens",
        form: 1,
        keys: SPECIMEN_KEYS,
        indexes: SPECIMEN_INDEXES,
        expires: false,
        stream: None,
        upgrade: Kind::never_changed,
    };

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![
            self.name.as_str().into(),
            self.note.clone().into(),
            self.number.into(),
            self.weight.into(),
            self.alive.into(),
        ]
    }
}

/// Unique rules: one key, a key that may be absent, two keys of which one may be absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Label {
    pub(crate) id: Id,
    pub(crate) slug: String,
    pub(crate) alias: Option<String>,
    pub(crate) shelf: Option<String>,
    pub(crate) position: i64,
}

impl Label {
    pub(crate) fn new(id: Id, slug: impl Into<String>) -> Self {
        Self { id, slug: slug.into(), alias: None, shelf: None, position: 0 }
    }
}

const LABEL_KEYS: &[Key] = &[
    Key::text("slug"),
    Key::text("alias").nullable(),
    Key::text("shelf").nullable(),
    Key::integer("position"),
];
const LABEL_INDEXES: &[Index] = &[
    Index { name: "labels_slug", keys: &["slug"], unique: true },
    Index { name: "labels_alias", keys: &["alias"], unique: true },
    Index { name: "labels_place", keys: &["shelf", "position"], unique: true },
];

impl Document for Label {
    const KIND: &'static Kind = &Kind {
        name: "labels",
        form: 1,
        keys: LABEL_KEYS,
        indexes: LABEL_INDEXES,
        expires: false,
        stream: None,
        upgrade: Kind::never_changed,
    };

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![
            self.slug.as_str().into(),
            self.alias.clone().into(),
            self.shelf.clone().into(),
            self.position.into(),
        ]
    }
}

pub(crate) const GARDEN: &str = "garden";

/// Followed by snapshots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Leaf {
    pub(crate) id: Id,
    pub(crate) title: String,
}

impl Document for Leaf {
    const KIND: &'static Kind = &Kind {
        name: "leaves",
        form: 1,
        keys: &[Key::text("title")],
        indexes: &[],
        expires: false,
        stream: Some(GARDEN),
        upgrade: Kind::never_changed,
    };

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.title.as_str().into()]
    }
}

/// Ceases to exist at its time, and its code can be used again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pass {
    pub(crate) id: Id,
    pub(crate) code: String,
    pub(crate) until: Option<Timestamp>,
}

const PASS_INDEXES: &[Index] = &[Index { name: "passes_code", keys: &["code"], unique: true }];

impl Document for Pass {
    const KIND: &'static Kind = &Kind {
        name: "passes",
        form: 1,
        keys: &[Key::text("code")],
        indexes: PASS_INDEXES,
        expires: true,
        stream: None,
        upgrade: Kind::never_changed,
    };

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.code.as_str().into()]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        self.until
    }
}

pub(crate) const MIGRATIONS: &[Migration] = &[Migration {
    name: "0001-samples",
    steps: &[
        Step::CreateCollection {
            name: "specimens",
            expires: false,
            streamed: false,
            keys: SPECIMEN_KEYS,
            indexes: SPECIMEN_INDEXES,
        },
        Step::CreateCollection {
            name: "labels",
            expires: false,
            streamed: false,
            keys: LABEL_KEYS,
            indexes: LABEL_INDEXES,
        },
        Step::CreateCollection {
            name: "leaves",
            expires: false,
            streamed: true,
            keys: &[Key::text("title")],
            indexes: &[],
        },
        Step::CreateCollection {
            name: "passes",
            expires: true,
            streamed: false,
            keys: &[Key::text("code")],
            indexes: PASS_INDEXES,
        },
        Step::CreateCollection {
            name: "letters",
            expires: false,
            streamed: false,
            keys: &[],
            indexes: &[],
        },
    ],
}];
