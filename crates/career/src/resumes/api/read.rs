use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Multipart, Problem};
use http::header::CACHE_CONTROL;
use kernel::Code;
use schemars::JsonSchema;

use crate::Career;
use crate::resumes::draft::DraftView;
use crate::resumes::imports::MOST_FILE_BYTES;

#[derive(JsonSchema)]
#[schemars(rename = "ResumeFile", extend("additionalProperties" = false))]
#[expect(dead_code, reason = "described here, read part by part")]
struct Form {
    /// JSON Resume as JSON or YAML of up to 256 KiB, or the data export of LinkedIn as a ZIP archive of up
    /// to 16 MiB, or one of its tables.
    #[schemars(extend("format" = "binary"))]
    file: String,
}

pub fn read(career: Career) -> Endpoint {
    Endpoint::new("Read a file as a draft of a resume", handle, career)
        .details(
            "Nothing is stored: the answer is what the file says as a JSON Resume document, to be looked \
             at and then created like any other. What was not understood is in `warnings`. In YAML every \
             value is a text, dates too; aliases are copies, `<<` adds what is absent, and of two members \
             with one name the later one counts.",
        )
        .multipart::<Form>("application/json, application/yaml, application/zip")
        .reports::<DraftView>(200, "The draft")
        .fails(&[Code::TooLarge])
}

async fn handle(State(career): State<Career>, mut form: Multipart) -> Result<Response, Problem> {
    form.refuse_beyond(MOST_FILE_BYTES)?;
    form.allow(MOST_FILE_BYTES);
    let mut file = None;
    while let Some(part) = form.next().await? {
        if part.name != "file" {
            continue;
        }
        if file.is_some() {
            return Err(Problem::malformed("A form may hold one file."));
        }
        file = Some(part.read().await?);
    }
    let file = file.ok_or_else(|| Problem::invalid_field("file", "is required"))?;
    let draft = career.read_draft(file).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(draft)).into_response())
}
