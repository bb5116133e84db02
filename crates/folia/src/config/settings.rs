//! The merged settings, read by their type. Every section of the configuration reads through this.

use std::time::Duration;

use toml::Table;
use url::Url;

use super::error::ConfigError;

/// The merged table. Presence and types were checked while merging.
pub(super) struct Settings<'a>(&'a Table);

impl<'a> Settings<'a> {
    pub(super) fn new(merged: &'a Table) -> Self {
        Self(merged)
    }

    pub(super) fn value(&self, key: &str) -> &toml::Value {
        // A wrong key is a mistake in the program, and any test that loads a configuration finds
        // it.
        let (section, name) = key.split_once('.').expect("keys have a section");
        &self.0[section][name]
    }

    pub(super) fn text(&self, key: &str) -> &str {
        self.value(key).as_str().expect("a text, like its default")
    }

    pub(super) fn parse<T: std::str::FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
    ) -> Result<T, ConfigError> {
        self.text(key).parse().map_err(|_| ConfigError::WrongValue { key, expected })
    }

    /// A number from 0 to the largest that makes sense.
    pub(super) fn whole(&self, key: &'static str, largest: u64) -> Result<u64, ConfigError> {
        let number = self.value(key).as_integer().expect("a whole number, like its default");
        let expected = "a whole number, neither negative nor that large";
        let number = u64::try_from(number).ok().filter(|number| *number <= largest);
        number.ok_or(ConfigError::WrongValue { key, expected })
    }

    /// A list of texts; anything else in it is not what was asked for.
    pub(super) fn texts(&self, key: &'static str) -> Option<Vec<&str>> {
        let list = self.value(key).as_array().expect("a list, like its default");
        list.iter().map(toml::Value::as_str).collect()
    }

    pub(super) fn count(&self, key: &'static str) -> Result<u64, ConfigError> {
        let expected = "between 1 and 1000000";
        match self.whole(key, 1_000_000) {
            Ok(count @ 1..) => Ok(count),
            _ => Err(ConfigError::WrongValue { key, expected }),
        }
    }

    pub(super) fn seconds(&self, key: &'static str) -> Result<Duration, ConfigError> {
        self.count(key).map(Duration::from_secs)
    }

    pub(super) fn choice<T: Copy>(
        &self,
        key: &'static str,
        expected: &'static str,
        choices: &[(&str, T)],
    ) -> Result<T, ConfigError> {
        let given = self.text(key);
        let chosen = choices.iter().find(|(name, _)| *name == given).map(|(_, value)| *value);
        chosen.ok_or(ConfigError::WrongValue { key, expected })
    }
}

pub(super) fn address(text: &str, key: &'static str) -> Result<Option<Url>, ConfigError> {
    if text.is_empty() {
        return Ok(None);
    }
    let expected = "an address such as https://example.org";
    let wrong = ConfigError::WrongValue { key, expected };
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.host().is_some() => {
            Ok(Some(url))
        }
        _ => Err(wrong),
    }
}
