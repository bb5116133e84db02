//! An oracle that sees nothing would let every case pass.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use testkit::{AT_ONCE, Answer};

use super::oracle::{Case, Took};

fn answer(status: u16, media: &str, body: &str) -> Answer {
    let headers = [(http::header::CONTENT_TYPE, media.parse().expect("a header"))];
    Answer {
        status: http::StatusCode::from_u16(status).expect("a status"),
        headers: headers.into_iter().collect(),
        body: body.to_owned().into(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oracle_refuses_what_no_case_may_show() {
    let case = Case::begin("the oracle").await;
    let judged = |answer: &Answer, took: Took| {
        let judging = AssertUnwindSafe(|| case.judge("GET /", false, answer, took));
        catch_unwind(judging).is_ok()
    };
    let soon = Took::since(Instant::now());
    let problem = "application/problem+json";
    assert!(judged(&answer(200, "application/json", "{}"), soon));
    assert!(judged(&answer(404, problem, r#"{"status":404}"#), soon));
    let folder = format!("in {}", case.database.folder.path().display());
    let header = {
        let mut told = answer(200, "text/plain", "");
        let secret = http::HeaderValue::from_static("canary-llm-key");
        told.headers.insert("x-told", secret);
        told
    };
    for (what, wrong) in [
        ("a fault", answer(500, problem, r#"{"status":500}"#)),
        ("no problem document", answer(404, "text/plain", "nothing here")),
        ("another status", answer(404, problem, r#"{"status":400}"#)),
        ("the data folder", answer(200, "text/plain", &folder)),
        ("a source file", answer(200, "text/plain", "at serve.rs:70")),
        ("SQL", answer(200, "text/plain", "SELECT id FROM sections")),
        ("a secret", answer(200, "text/plain", "canary-smtp-password")),
        ("a secret in a header", header),
    ] {
        assert!(!judged(&wrong, soon), "{what}");
    }
    assert!(!judged(
        &answer(200, "text/plain", ""),
        Took(AT_ONCE + Duration::from_secs(1), AT_ONCE)
    ));
    case.allow(503);
    assert!(judged(&answer(503, problem, r#"{"status":503}"#), soon));
    // The state notices a change.
    let before = case.state();
    case.expect_unchanged(&before);
    let link = serde_json::json!({ "title": "x", "url": "/" });
    case.admin().post("/navlinks", &link).expect(201);
    assert!(catch_unwind(AssertUnwindSafe(|| case.expect_unchanged(&before))).is_err());
    // Nor may a case go without having been ended.
    assert!(catch_unwind(AssertUnwindSafe(|| drop(case))).is_err());
}
