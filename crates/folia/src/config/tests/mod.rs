//! Each section as its owner meets it: through the whole configuration.

mod auth;
mod contact;
mod media;
mod model;
mod sources;
mod tailoring;

use super::{Config, Flags, model as whole, sources as merging};

/// The configuration that these settings make, with an empty environment.
fn with(settings: &[(&'static str, &str)]) -> Result<Config, String> {
    let settings = settings.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
    let merged = merging::merge(&Flags { file: None, settings }, std::iter::empty());
    merged.and_then(|merged| whole::read(merged, Vec::new())).map_err(|error| error.to_string())
}
