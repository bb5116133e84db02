/// A kind of document: the name of its collection and what of it is promoted to columns.
///
/// Declared once per room, as a `static`. The tables themselves come from the migrations
/// ([`crate::schema`]); a test of the binary holds the two against each other.
#[derive(Debug)]
pub struct Kind {
    /// The collection's name: a plural noun in lower case.
    pub name: &'static str,
    /// The form of the documents written today. Older ones are upgraded as they are read.
    pub form: u32,
    pub keys: &'static [Key],
    pub indexes: &'static [Index],
    /// Whether documents may carry a time after which they no longer exist.
    pub expires: bool,
    /// The stream this kind belongs to, when a snapshot in memory follows its changes.
    pub stream: Option<&'static str>,
    /// Turns a document of an older form into today's. Called only for older forms.
    pub upgrade: fn(form: u32, document: serde_json::Value) -> serde_json::Value,
}

impl Kind {
    /// What most kinds have in common. A declaration says what is special about its own, and takes
    /// the rest from here.
    pub const PLAIN: Self = Self {
        name: "",
        form: 1,
        keys: &[],
        indexes: &[],
        expires: false,
        stream: None,
        upgrade: Self::never_changed,
    };

    /// For kinds that have only ever had one form.
    pub const fn never_changed(_form: u32, document: serde_json::Value) -> serde_json::Value {
        document
    }

    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    Text,
    Integer,
    Real,
    Flag,
}

/// A value of the document that is also a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub name: &'static str,
    pub holds: KeyType,
    pub nullable: bool,
}

impl Key {
    pub const fn text(name: &'static str) -> Self {
        Self { name, holds: KeyType::Text, nullable: false }
    }

    pub const fn integer(name: &'static str) -> Self {
        Self { name, holds: KeyType::Integer, nullable: false }
    }

    /// A point in time, kept as microseconds.
    pub const fn time(name: &'static str) -> Self {
        Self::integer(name)
    }

    pub const fn real(name: &'static str) -> Self {
        Self { name, holds: KeyType::Real, nullable: false }
    }

    pub const fn flag(name: &'static str) -> Self {
        Self { name, holds: KeyType::Flag, nullable: false }
    }

    /// The key may be absent. Absent values are all different from each other in a unique index,
    /// which is how a rule is made to skip some documents.
    pub const fn nullable(self) -> Self {
        Self { nullable: true, ..self }
    }
}

/// Keys that are looked up together. A unique one is a rule, and its name is what
/// [`crate::StoreError::Taken`] reports when a write would break it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    pub name: &'static str,
    pub keys: &'static [&'static str],
    pub unique: bool,
}
