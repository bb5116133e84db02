use axum::extract::State;
use edge::{Endpoint, Json, Problem};
use kernel::Code;
use schemars::JsonSchema;
use serde::Serialize;

use crate::readiness::Readiness;

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

pub(crate) fn ready(readiness: Readiness) -> Endpoint {
    Endpoint::new("Whether the service can do its work", answer_ready, readiness)
        .details("When it cannot, `errors` names the dependencies that do not answer.")
        .reports::<Ready>(200, "Everything it depends on answers")
        .fails(&[Code::Unavailable])
}

async fn answer_live() -> Json<Live> {
    Json(Live { status: "ok" })
}

async fn answer_ready(State(readiness): State<Readiness>) -> Result<Json<Ready>, Problem> {
    let seen = readiness.look().await;
    if let Err(error) = seen.database {
        return Err(Problem::unavailable("database", "does not answer").caused_by(error));
    }
    if let Err(error) = seen.media {
        return Err(Problem::unavailable("media", "cannot be reached").caused_by(error));
    }
    Ok(Json(Ready { status: "ok", dependencies: Dependencies { database: "ok", media: "ok" } }))
}
