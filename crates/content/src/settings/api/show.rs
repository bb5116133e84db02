use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Tag};

use crate::settings::{Settings, SiteSettings};

pub fn show(settings: Settings) -> Endpoint {
    Endpoint::new("Read the site's settings", handle, settings)
        .details("All of them are public. A site that nobody has set up answers with defaults.")
        .answers::<SiteSettings>("The settings")
        .conditional()
}

async fn handle(State(settings): State<Settings>, conditions: Conditions) -> Response {
    settings.read(|snapshot| {
        conditions.answer_json(&Tag::of_version(snapshot.version), || snapshot.json.clone())
    })
}
