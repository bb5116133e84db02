use kernel::Timestamp;

use super::Publication;

/// Where something is said.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) name: String,
    /// With the names around it.
    pub(super) path: String,
    pub(super) is_top: bool,
    pub(super) is_in_part: bool,
    pub(super) is_listed: bool,
    /// The owner knows that it says nothing about readers, or what it is in.
    pub(super) is_ignored: bool,
}

impl Place {
    pub(super) fn top(name: &str) -> Self {
        let name = name.to_owned();
        Self {
            path: name.clone(),
            name,
            is_top: true,
            is_in_part: false,
            is_listed: false,
            is_ignored: false,
        }
    }

    pub(super) fn inside(&self, name: &str, is_in_part: bool) -> Self {
        let path = format!("{}.{name}", self.path);
        let (name, is_ignored) = (name.to_owned(), self.is_ignored);
        Self { name, path, is_top: false, is_in_part, is_listed: false, is_ignored }
    }

    pub(super) fn listed(&self) -> Self {
        Self { is_top: false, is_listed: true, ..self.clone() }
    }
}

/// What was heard so far.
#[derive(Default)]
pub(super) struct Found {
    held: Option<String>,
    pub(super) is_draft: bool,
    unknown: Vec<String>,
    pub(super) from: Option<Timestamp>,
}

impl Found {
    /// The first reason is told.
    pub(super) fn hold(&mut self, why: String) {
        self.held.get_or_insert(why);
    }

    pub(super) fn wonder(&mut self, name: &str) {
        if !self.unknown.iter().any(|it| it == name) {
            self.unknown.push(name.to_owned());
        }
    }

    pub(super) fn publication(self) -> Publication {
        match self {
            Self { held: Some(why), .. } => Publication::Held(why),
            Self { is_draft: true, .. } => Publication::Draft,
            Self { unknown, .. } if !unknown.is_empty() => Publication::Unknown(unknown),
            Self { from: Some(date), .. } => Publication::From(date),
            _ => Publication::Open,
        }
    }
}

impl Publication {
    /// What two say of one text: the one that keeps it from more.
    pub(in crate::transfer) fn and(self, other: Self) -> Self {
        match (self, other) {
            (it @ Self::Held(_), _) | (_, it @ Self::Held(_)) => it,
            (Self::Draft, _) | (_, Self::Draft) => Self::Draft,
            (Self::Unknown(mut names), Self::Unknown(more)) => {
                names.extend(more);
                Self::Unknown(names)
            }
            (it @ Self::Unknown(_), _) | (_, it @ Self::Unknown(_)) => it,
            (Self::From(one), Self::From(other)) => Self::From(one.max(other)),
            (it @ Self::From(_), Self::Open) | (Self::Open, it) => it,
        }
    }
}
