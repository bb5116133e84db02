use std::borrow::Cow;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Params, Problem};
use http::header::CACHE_CONTROL;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::Site;
use crate::counts::{MOST_DAYS, Visits};

const USUAL_DAYS: u32 = 30;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ShowVisits {
    days: Option<Days>,
}

/// How far to look back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Days(u32);

/// How often pages were looked at.
pub fn visits(site: Site) -> Endpoint {
    Endpoint::new("Read how often pages were looked at", handle, site)
        .details(
            "By day and by page, for up to a year. Pages are counted, not readers: nothing is known \
             about who looked.",
        )
        .query::<ShowVisits>()
        .reports::<Visits>(200, "The counts")
}

async fn handle(
    State(site): State<Site>,
    Params(query): Params<ShowVisits>,
) -> Result<Response, Problem> {
    let days = query.days.map_or(USUAL_DAYS, |days| days.0);
    let visits = site.visits(days).await?;
    Ok(([(CACHE_CONTROL, "private, no-cache")], Json(visits)).into_response())
}

impl<'de> Deserialize<'de> for Days {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let days = text.parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
        days.map(Self).ok_or_else(|| serde::de::Error::custom("must be from 1 to 366"))
    }
}

impl JsonSchema for Days {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Days".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "integer", "minimum": 1, "maximum": MOST_DAYS, "default": USUAL_DAYS,
            "description": "How many days to look back, today among them."
        })
    }
}
