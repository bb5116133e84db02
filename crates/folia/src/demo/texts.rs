//! What the sample says, embedded: the files of `fixtures/demo`.

use scenery::Scene;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::DemoError;

/// `site.json`, as it is written.
#[derive(Debug, Deserialize)]
pub(super) struct Sample {
    pub(super) pictures: Vec<Picture>,
    pub(super) settings: Value,
    pub(super) navlinks: Vec<Value>,
    pub(super) sections: Vec<Section>,
}

/// A picture to paint.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Picture {
    pub(super) name: String,
    scene: String,
    pub(super) seed: u64,
    pub(super) alt: String,
}

/// A section with all that is in it. What it says about itself goes to the API as it stands.
#[derive(Debug, Deserialize)]
pub(super) struct Section {
    #[serde(default)]
    pub(super) sections: Vec<Section>,
    #[serde(default)]
    pub(super) items: Vec<Item>,
    #[serde(flatten)]
    pub(super) values: Map<String, Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Item {
    #[serde(rename = "type")]
    pub(super) content_type: String,
    /// The name of a file in `bodies`.
    #[serde(default)]
    pub(super) body: Option<String>,
    /// The name of a picture.
    #[serde(default)]
    pub(super) picture: Option<String>,
    #[serde(flatten)]
    pub(super) values: Map<String, Value>,
}

macro_rules! bodies {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../fixtures/demo/bodies/", $name, ".html")))),*]
    };
}

const BODIES: &[(&str, &str)] = bodies![
    "about",
    "barometer",
    "clouds",
    "colophon",
    "contours",
    "fern",
    "fog",
    "herbarium",
    "hills",
    "sunflowers",
    "tide-clock",
    "tides",
    "year",
];

pub(super) fn sample() -> Result<Sample, DemoError> {
    read(include_str!("../../../../fixtures/demo/site.json"))
}

pub(super) fn resume() -> Result<Value, DemoError> {
    read(include_str!("../../../../fixtures/demo/resume.json"))
}

pub(super) fn opinions() -> Result<Vec<Value>, DemoError> {
    read(include_str!("../../../../fixtures/demo/opinions.json"))
}

pub(super) fn body(name: &str) -> Result<&'static str, DemoError> {
    let found = BODIES.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text).ok_or_else(|| DemoError::Broken(format!("no body {name}")))
}

impl Picture {
    pub(super) fn scene(&self) -> Result<Scene, DemoError> {
        let found = Scene::ALL.into_iter().find(|scene| format!("{scene:?}") == self.scene);
        found.ok_or_else(|| DemoError::Broken(format!("no scene {}", self.scene)))
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, DemoError> {
    serde_json::from_str(text).map_err(|error| DemoError::Broken(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(section: &Section, pictures: &[Picture]) {
        for item in &section.items {
            if let Some(name) = &item.body {
                for part in body(name).unwrap().split("{{picture ").skip(1) {
                    let wanted = part.split("}}").next().unwrap();
                    assert!(pictures.iter().any(|picture| picture.name == wanted), "{wanted}");
                }
            }
            if let Some(wanted) = &item.picture {
                assert!(pictures.iter().any(|picture| picture.name == *wanted), "{wanted}");
            }
        }
        section.sections.iter().for_each(|below| check(below, pictures));
    }

    #[test]
    fn everything_the_sample_names_is_there() {
        let sample = sample().unwrap();
        for picture in &sample.pictures {
            picture.scene().unwrap();
        }
        for section in &sample.sections {
            check(section, &sample.pictures);
        }
        assert!(resume().unwrap()["basics"].is_object());
        assert!(opinions().unwrap().len() > 3);
    }
}
