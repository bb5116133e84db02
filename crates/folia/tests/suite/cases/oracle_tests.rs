//! An oracle that sees nothing would let every case pass.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::time::{Duration, Instant};

use testkit::{AT_ONCE, Answer, Form};

use super::oracle::{Case, Took};
use super::upl;
use crate::media::picture;

fn answer(status: u16, media: &str, body: &str) -> Answer {
    let headers = [(http::header::CONTENT_TYPE, media.parse().expect("a header"))];
    Answer {
        status: http::StatusCode::from_u16(status).expect("a status"),
        headers: headers.into_iter().collect(),
        body: body.to_owned().into(),
    }
}

fn holds(act: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(act)).is_ok()
}

/// Each with a fault of its own, and without it.
#[tokio::test(flavor = "multi_thread")]
async fn the_oracle_refuses_what_only_shows_at_the_end() {
    let mut case = Case::begin("the oracle's end").await;
    case.keep_unlogged("a-cookie-of-somebody");
    assert!(holds(|| case.judge_log()));
    let log = case.database.folder.path().join("log.txt");
    let folder = case.database.folder.path().display().to_string();
    for line in ["panicked at x", "canary-llm-key", &folder, "a-cookie-of-somebody"] {
        let whole = std::fs::metadata(&log).expect("there is a log").len();
        let mut file = std::fs::File::options().append(true).open(&log).expect("it can be written");
        writeln!(file, "{line}").expect("a line can be written");
        assert!(!holds(|| case.judge_log()), "{line}");
        file.set_len(whole).expect("it can be cut");
        assert!(holds(|| case.judge_log()), "{line}");
    }
    let form = Form::default().file("x.gif", &picture("still.gif"));
    case.admin().upload(form).expect(201);
    assert!(holds(|| case.judge_stored()));
    let file = upl::files(&case).into_iter().find(|file| file.ends_with(".webp"));
    let file = file.expect("a picture has files");
    let bytes = std::fs::read(&file).expect("it can be read");
    std::fs::remove_file(&file).expect("it can be removed");
    assert!(!holds(|| case.judge_stored()), "a file that is missing");
    std::fs::write(&file, bytes).expect("it can be written");
    assert!(holds(|| case.judge_stored()));

    // Whatever comes next, it has grown by more than nothing until then.
    assert!(holds(|| case.judge_memory()));
    case.may_grow_by(0);
    assert!(!holds(|| case.judge_memory()));
    assert!(!holds(|| assert!(case.growth_during(|| ()).is_some())));
    assert!(!holds(|| case.restart(&[])));
    assert!(!holds(|| case.kill_and_restart()));
    case.may_grow_by(256);
    case.restart(&[]);
    let id = case.running().process_id().to_string();
    Command::new("kill").args(["-KILL", &id]).status().expect("kill can be run");
    std::thread::sleep(Duration::from_millis(500));
    assert!(!holds(|| case.judge_readers()), "nobody answers");
    assert!(!holds(|| case.end()));
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
