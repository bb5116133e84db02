use std::time::Duration;

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

/// A stamp or a challenge that has served, by its id. Kept until it would be refused for its age.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    id: Id,
    expires_at: Timestamp,
}

/// That a message was accepted from a network. Apart from the message, so that deleting one from
/// the inbox makes no room for another. The network is kept as a digest nobody else can make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arrival {
    pub(super) id: Id,
    pub(super) network: String,
    pub(super) accepted_at: Timestamp,
}

/// How long arrivals and what is spent are kept beyond their use, since the clocks of several nodes
/// may differ.
const SLACK: Duration = Duration::from_secs(2 * 60 * 60);

impl Spent {
    /// To be remembered for as long as it would be accepted otherwise.
    pub(super) fn until(id: Id, ends_at: Timestamp) -> Self {
        Self { id, expires_at: ends_at.plus(SLACK) }
    }
}

pub static SPENT: Kind = Kind { name: "contact_spent", expires: true, ..Kind::PLAIN };

pub static ARRIVALS: Kind = Kind {
    name: "contact_arrivals",
    keys: &[Key::text("network"), Key::time("accepted_at")],
    indexes: &[Index {
        name: "contact_arrivals_network",
        keys: &["network", "accepted_at"],
        unique: false,
    }],
    expires: true,
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "contact",
    steps: &[
        Step::CreateCollection {
            name: "contact_spent",
            expires: true,
            streamed: false,
            keys: &[],
            indexes: &[],
        },
        Step::CreateCollection {
            name: "contact_arrivals",
            expires: true,
            streamed: false,
            keys: &[Key::text("network"), Key::time("accepted_at")],
            indexes: &[Index {
                name: "contact_arrivals_network",
                keys: &["network", "accepted_at"],
                unique: false,
            }],
        },
    ],
};

impl Document for Spent {
    const KIND: &'static Kind = &SPENT;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at)
    }
}

impl Document for Arrival {
    const KIND: &'static Kind = &ARRIVALS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.network.as_str()), self.accepted_at.into()]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.accepted_at.plus(super::HOUR).plus(SLACK))
    }
}
