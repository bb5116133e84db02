use schemars::JsonSchema;
use serde::Deserialize;

/// A value that may be given alone or in a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(rename = "OneOrMore{T}")]
#[serde(untagged, expecting = "must be one of the known values, or a list of them")]
pub(crate) enum OneOrMore<T> {
    One(T),
    More(Vec<T>),
}

impl<T> OneOrMore<T> {
    pub(crate) fn into_list(self) -> Vec<T> {
        match self {
            Self::One(value) => vec![value],
            Self::More(values) => values,
        }
    }
}

/// How the description shows a [`OneOrMore`] whose list must not be empty.
#[derive(JsonSchema)]
#[schemars(rename = "AtLeastOne{T}", untagged)]
#[expect(dead_code, reason = "describes, and is never made")]
pub(crate) enum AtLeastOne<T> {
    One(T),
    More(#[schemars(length(min = 1))] Vec<T>),
}
