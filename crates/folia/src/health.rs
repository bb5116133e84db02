use axum::extract::State;
use edge::{Endpoint, Json, Problem};
use kernel::Code;
use media::Media;
use schemars::JsonSchema;
use serde::Serialize;
use store::Store;

/// That the process runs.
#[derive(Serialize, JsonSchema)]
struct Live {
    status: &'static str,
}

/// That it can do its work, with the state of everything it depends on.
#[derive(Serialize, JsonSchema)]
struct Ready {
    status: &'static str,
    dependencies: Dependencies,
}

#[derive(Serialize, JsonSchema)]
struct Dependencies {
    database: &'static str,
    media: &'static str,
}

pub(crate) fn live() -> Endpoint {
    Endpoint::new("Whether the service runs", answer_live, ())
        .reports::<Live>(200, "It runs")
        .same_for_all()
}

pub(crate) fn ready(store: Store, media: Media) -> Endpoint {
    Endpoint::new("Whether the service can do its work", answer_ready, (store, media))
        .details("When it cannot, `errors` names the dependencies that do not answer.")
        .reports::<Ready>(200, "Everything it depends on answers")
        .fails(&[Code::Unavailable])
}

async fn answer_live() -> Json<Live> {
    Json(Live { status: "ok" })
}

async fn answer_ready(
    State((store, media)): State<(Store, Media)>,
) -> Result<Json<Ready>, Problem> {
    // Both are asked for real. A pool that still has connections says nothing about the server
    // behind it.
    if let Err(error) = store.ping().await {
        return Err(Problem::unavailable("database", "does not answer").caused_by(error));
    }
    if let Err(error) = media.ping().await {
        return Err(Problem::unavailable("media", "cannot be reached").caused_by(error));
    }
    Ok(Json(Ready { status: "ok", dependencies: Dependencies { database: "ok", media: "ok" } }))
}
