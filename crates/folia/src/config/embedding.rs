//! Who makes vectors, as the configuration says it.

use std::path::{Path, PathBuf};

use memory::embedding::{DEFAULT_MODEL, PreviousService};
use outbound::ModelService;
use outbound::Secret;
use url::Url;

use super::error::ConfigError;
use super::settings::Settings;

/// Who embeds texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Embedding {
    /// A model in this process, and the folders it may be in.
    Local {
        model: String,
        folders: Vec<PathBuf>,
    },
    Service(ModelService),
}

const DEFAULT_SERVICE_MODEL: &str = "text-embedding-3-small";

pub(super) fn read(settings: &Settings<'_>, data_dir: &Path) -> Result<Embedding, ConfigError> {
    let given = |key| Some(settings.text(key)).filter(|text| !text.is_empty());
    let is_service = settings.choice(
        "embedding.provider",
        "\"local\" or \"openai\"",
        // What people call the same thing.
        &[("local", false), ("openai", true), ("openai-compatible", true), ("service", true)],
    )?;
    let url = given("embedding.url");
    if url.is_none() && is_service {
        let expected = "the address of the service that embedding.provider asks for";
        return Err(ConfigError::WrongValue { key: "embedding.url", expected });
    }
    let Some(url) = url else {
        if given("embedding.api_key").is_some() {
            let because = "embedding.api_key";
            return Err(ConfigError::Incomplete { key: "embedding.url", because });
        }
        let model = given("embedding.model").unwrap_or(DEFAULT_MODEL).to_owned();
        let folders = match given("embedding.folder") {
            Some(folder) => vec![PathBuf::from(folder)],
            // The name becomes part of a path below folders that others may write to.
            None if is_plain(&model) => folders(&model, data_dir),
            None => {
                let expected = "the name of a folder, without slashes";
                return Err(ConfigError::WrongValue { key: "embedding.model", expected });
            }
        };
        return Ok(Embedding::Local { model, folders });
    };
    check_address("embedding.url", url)?;
    Ok(Embedding::Service(ModelService {
        url: url.to_owned(),
        model: given("embedding.model").unwrap_or(DEFAULT_SERVICE_MODEL).to_owned(),
        api_key: given("embedding.api_key").map(Secret::new),
    }))
}

/// The service that made the vectors of before.
pub(super) fn read_previous(
    settings: &Settings<'_>,
) -> Result<Option<PreviousService>, ConfigError> {
    let given = |key| Some(settings.text(key)).filter(|text| !text.is_empty());
    let api_key = given("embedding.previous_api_key").map(Secret::new);
    let Some(url) = given("embedding.previous_url") else {
        return match api_key {
            Some(_) => {
                let because = "embedding.previous_api_key";
                Err(ConfigError::Incomplete { key: "embedding.previous_url", because })
            }
            None => Ok(None),
        };
    };
    check_address("embedding.previous_url", url)?;
    Ok(Some(PreviousService { url: url.to_owned(), api_key }))
}

fn check_address(key: &'static str, url: &str) -> Result<(), ConfigError> {
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.host().is_some();
    match Url::parse(url).is_ok_and(|url| is_web(&url)) {
        true => Ok(()),
        false => Err(ConfigError::WrongValue { key, expected: "an http or https address" }),
    }
}

fn is_plain(model: &str) -> bool {
    !model.contains(['/', '\\']) && model != ".." && model != "."
}

/// Where a model may be: with the site, with the user, with the machine.
fn folders(model: &str, data_dir: &Path) -> Vec<PathBuf> {
    let shared = ["/usr/local/share", "/usr/share"].map(PathBuf::from);
    let places = std::iter::once(data_dir.to_owned())
        .chain(user_data().map(|folder| folder.join("folia")))
        .chain(shared.map(|folder| folder.join("folia")));
    places.map(|place| place.join("models").join(model)).collect()
}

#[expect(clippy::disallowed_methods, reason = "this is where the environment is read")]
fn user_data() -> Option<PathBuf> {
    // The convention says to ignore a relative one.
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
}
