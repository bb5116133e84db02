use std::ffi::OsString;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::error::ConfigError;

/// The defaults, with a comment for each.
pub const DEFAULT: &str = include_str!("../../../../config.default.toml");

/// What was typed on the command line: a file to read, and settings that win over everything.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    pub file: Option<PathBuf>,
    /// Dotted keys with their values as typed.
    pub settings: Vec<(&'static str, String)>,
}

const USUAL_FILE: &str = "folia.toml";
const PREFIX: &str = "FOLIA_";

/// The defaults with everything else laid over them.
#[derive(Debug)]
pub(super) struct Merged {
    pub(super) settings: Table,
    pub(super) ignored_variables: Vec<String>,
}

pub(super) fn merge(
    flags: &Flags,
    environment: impl Iterator<Item = (OsString, OsString)>,
) -> Result<Merged, ConfigError> {
    let mut settings: Table = DEFAULT.parse().expect("the embedded defaults are valid");
    if let Some((file, table)) = read_file(flags.file.as_deref())? {
        let origin = file.display().to_string();
        overlay(&mut settings, table, &origin, "")?;
    }
    let mut ignored_variables = Vec::new();
    for (name, value) in environment {
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        let name = format!("{PREFIX}{rest}");
        // Kubernetes alone sets FOLIA_PORT, FOLIA_SERVICE_HOST and more for a service called folia.
        if !rest.contains("__") {
            ignored_variables.push(name);
            continue;
        }
        let key = rest.to_ascii_lowercase().replace("__", ".");
        let Some(value) = value.to_str() else {
            return Err(ConfigError::WrongType { origin: name, key, expected: "text" });
        };
        set_text(&mut settings, &key, value, &name)?;
    }
    for (key, value) in &flags.settings {
        set_text(&mut settings, key, value, "command line")?;
    }
    ignored_variables.sort_unstable();
    Ok(Merged { settings, ignored_variables })
}

/// What the environment says about buckets, in the words that every such program reads.
pub(super) fn bucket_variables(environment: &[(OsString, OsString)]) -> Vec<(String, String)> {
    let text = |text: &OsString| text.to_str().map(str::to_owned);
    environment
        .iter()
        .filter_map(|(name, value)| Some((text(name)?, text(value)?)))
        .filter(|(name, _)| name.starts_with("AWS_"))
        .collect()
}

fn read_file(given: Option<&Path>) -> Result<Option<(PathBuf, Table)>, ConfigError> {
    let file = given.unwrap_or(Path::new(USUAL_FILE)).to_owned();
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        // Only the usual file may be missing. One that was named is meant.
        Err(error) if given.is_none() && error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(None);
        }
        Err(error) => return Err(ConfigError::Unreadable { file, reason: error.to_string() }),
    };
    match text.parse::<Table>() {
        Ok(table) => Ok(Some((file, table))),
        Err(error) => {
            let before = error.span().map_or(0, |span| span.start);
            let line = text.get(..before).map_or(1, |text| text.matches('\n').count() + 1);
            Err(ConfigError::NotToml { file, line, reason: error.message().to_owned() })
        }
    }
}

fn overlay(
    settings: &mut Table,
    changes: Table,
    origin: &str,
    prefix: &str,
) -> Result<(), ConfigError> {
    for (name, change) in changes {
        let key = format!("{prefix}{name}");
        match (settings.get_mut(&name), change) {
            // Rather than pass over a misspelt name: a limit that was not set is found when it is
            // too late.
            (None, _) => return Err(unknown(origin, key)),
            (Some(Value::Table(section)), Value::Table(change)) => {
                overlay(section, change, origin, &format!("{key}."))?;
            }
            (Some(current), change) if current.same_type(&change) => *current = change,
            (Some(current), _) => return Err(wrong_type(origin, key, current)),
        }
    }
    Ok(())
}

/// Sets one key from text, read as the type the default has.
fn set_text(settings: &mut Table, key: &str, text: &str, origin: &str) -> Result<(), ConfigError> {
    let current = key
        .split_once('.')
        .and_then(|(section, name)| settings.get_mut(section)?.as_table_mut()?.get_mut(name));
    let Some(current) = current else { return Err(unknown(origin, key.to_owned())) };
    let read = match current {
        Value::String(_) => Some(Value::String(text.to_owned())),
        Value::Integer(_) => text.trim().parse().ok().map(Value::Integer),
        Value::Float(_) => text.trim().parse().ok().map(Value::Float),
        Value::Boolean(_) => text.trim().parse().ok().map(Value::Boolean),
        Value::Array(_) => Some(list(text)),
        Value::Table(_) | Value::Datetime(_) => None,
    };
    match read {
        Some(value) => *current = value,
        None => return Err(wrong_type(origin, key.to_owned(), current)),
    }
    Ok(())
}

/// `a, b` or `["a", "b"]`.
pub(super) fn list(text: &str) -> Value {
    // First as TOML, so that texts with commas can be said.
    let written_out = format!("list = {text}").parse::<Table>().ok();
    if let Some(Value::Array(items)) = written_out.and_then(|mut table| table.remove("list")) {
        return Value::Array(items);
    }
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
}

fn wrong_type(origin: &str, key: String, current: &Value) -> ConfigError {
    let expected = match current {
        Value::String(_) => "a text in quotes",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::Array(_) => "a list",
        Value::Table(_) => "a section of settings",
        Value::Datetime(_) => "a time",
    };
    ConfigError::WrongType { origin: origin.to_owned(), key, expected }
}

fn unknown(origin: &str, key: String) -> ConfigError {
    let nearest = nearest(&key);
    ConfigError::UnknownKey { origin: origin.to_owned(), key, nearest }
}

/// The setting somebody most likely meant: the one that shares most with what was typed.
fn nearest(typed: &str) -> Option<String> {
    let defaults: Table = DEFAULT.parse().expect("the embedded defaults are valid");
    let keys = defaults.iter().flat_map(|(section, settings)| {
        let names = settings.as_table().into_iter().flat_map(|table| table.keys());
        names.map(move |name| format!("{section}.{name}"))
    });
    let plain = |key: &str| key.replace(['.', '_', '-'], "");
    keys.map(|key| (distance(&plain(&key), &plain(typed)), key))
        // Beyond a third of its letters, a guess says less than none.
        .filter(|(distance, key)| *distance <= key.len() / 3)
        .min()
        .map(|(_, key)| key)
}

/// How many single letters have to change to get from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        // The letter before in the row before, which the row is about to forget.
        let mut diagonal = row[0];
        row[0] = index + 1;
        for column in 0..to.len() {
            let replaced = diagonal + usize::from(letter != to[column]);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}
