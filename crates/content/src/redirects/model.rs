use kernel::{Id, SitePath, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::items::ContentType;

/// Something with an address of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thing {
    Section(Id),
    Item(ContentType, Id),
}

/// Where a redirect leads. One that leads to a thing follows it wherever it moves, so it can
/// neither go stale nor become part of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    Thing(Thing),
    /// Nothing of ours was there when the redirect was made by hand.
    Path(SitePath),
    /// Another site.
    Elsewhere(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "RedirectOrigin")]
pub enum Origin {
    /// Written because something moved away.
    Move,
    /// Made by hand.
    Manual,
}

/// A redirect as it is stored. A removed one stays for a while, so that other nodes hear of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirect {
    pub id: Id,
    pub old_path: SitePath,
    pub target: Target,
    pub origin: Origin,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub removed: bool,
}

/// How often a redirect was followed. Kept apart, because counting is not changing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hits {
    pub id: Id,
    pub count: u64,
    pub last: Timestamp,
}

/// A redirect as clients see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Redirect")]
pub struct RedirectView {
    pub id: Id,
    pub old_path: String,
    /// A path of this site, or the address of another one.
    pub new_path: String,
    pub origin: Origin,
    pub created_at: Timestamp,
    /// Never, when null.
    pub expires_at: Option<Timestamp>,
    pub hits: u64,
    pub last_hit_at: Option<Timestamp>,
}
