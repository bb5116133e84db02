//! Who finds other words for resumes, and what that may cost, as the configuration says it.

use career::runs::Settings as Tailoring;
use outbound::ModelService;
use outbound::Secret;
use outbound::chat::Client;
use url::Url;

use super::error::ConfigError;
use super::settings::Settings;

pub(super) fn read(settings: &Settings<'_>) -> Result<Tailoring, ConfigError> {
    let size = |key| settings.count(key).map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    Ok(Tailoring {
        model: model(settings)?,
        at_a_time: size("tailor.at_a_time")?,
        at_a_time_in_all: size("tailor.at_a_time_in_all")?,
        deadline: settings.seconds("tailor.deadline_seconds")?,
        page_lines: match settings.whole("tailor.page_lines", 1000)? {
            // Below twenty lines not even the shortest resume is a page.
            lines @ 20.. => u32::try_from(lines).unwrap_or(u32::MAX),
            _ => {
                let expected = "between 20 and 1000";
                return Err(ConfigError::WrongValue { key: "tailor.page_lines", expected });
            }
        },
    })
}

fn model(settings: &Settings<'_>) -> Result<Option<Client>, ConfigError> {
    let given = |key| Some(settings.text(key)).filter(|text| !text.is_empty());
    let (url, model) = (given("llm.url"), given("llm.model"));
    let Some(url) = url else {
        let because = match (model, given("llm.api_key")) {
            (None, None) => return Ok(None),
            (Some(_), _) => "llm.model",
            (None, Some(_)) => "llm.api_key",
        };
        return Err(ConfigError::Incomplete { key: "llm.url", because });
    };
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.host().is_some();
    if !Url::parse(url).is_ok_and(|url| is_web(&url)) {
        let expected = "an http or https address";
        return Err(ConfigError::WrongValue { key: "llm.url", expected });
    }
    let Some(model) = model else {
        return Err(ConfigError::Incomplete { key: "llm.model", because: "llm.url" });
    };
    let (url, model) = (url.to_owned(), model.to_owned());
    let api_key = given("llm.api_key").map(Secret::new);
    Ok(Some(Client::new(ModelService { url, model, api_key })))
}
