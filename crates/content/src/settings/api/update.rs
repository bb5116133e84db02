use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Problem, Versioned};

use crate::settings::{Settings, SettingsChange, SiteSettings};

pub fn update(settings: Settings) -> Endpoint {
    Endpoint::new("Change the site's settings", handle, settings)
        .details(
            "What the body leaves out stays as it is, also inside `profile`, `look` and `resume`. \
             Lists and `home` are replaced as a whole.",
        )
        .body::<SettingsChange>()
        .answers::<SiteSettings>("The changed settings")
        .conditional()
}

async fn handle(
    State(settings): State<Settings>,
    conditions: Conditions,
    Json(change): Json<SettingsChange>,
) -> Result<Response, Problem> {
    let stored = settings.update(change, conditions.expected_version()).await?;
    Ok(Versioned(stored.version, stored.document).into_response())
}
