use kernel::{Id, SitePath, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How often a path was asked for at which nothing is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Miss {
    pub id: Id,
    pub path: SitePath,
    pub count: u64,
    /// To the minute.
    pub last_seen: Timestamp,
}

/// A path asked for in vain, as clients see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Miss")]
pub struct MissView {
    pub id: Id,
    /// Fit for `old_path` of a redirect.
    pub path: String,
    pub count: u64,
    /// Kept to the minute.
    pub last_seen: Timestamp,
    /// The path of the published page that is most like it, if any is: fit for `new_path`.
    pub nearest: Option<String>,
}
