use std::path::PathBuf;

/// Why the configuration cannot be used, in one line that names the key. Values are not repeated:
/// they may be secrets.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("cannot read {}: {reason}", file.display())]
    Unreadable { file: PathBuf, reason: String },
    #[error("{}, line {line}: {reason}", file.display())]
    NotToml { file: PathBuf, line: usize, reason: String },
    #[error("{origin}: there is no setting {key}{}", suggest(.nearest))]
    UnknownKey { origin: String, key: String, nearest: Option<String> },
    #[error("{origin}: {key} must be {expected}")]
    WrongType { origin: String, key: String, expected: &'static str },
    #[error("{key} must be {expected}")]
    WrongValue { key: &'static str, expected: &'static str },
    #[error("{key} must be set when {because} is")]
    Incomplete { key: &'static str, because: &'static str },
}

fn suggest(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |key| format!(" (did you mean {key}?)"))
}
