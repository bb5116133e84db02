//! The adversarial cases of `docs/cases.md`, one test for each, named by its id, on the real binary: with
//! SQLite and files on disk, or with PostgreSQL and files in a bucket (`TEST_DATABASE=postgres`).
//!
//! Around each of them is the common oracle ([`oracle`]): no 5xx that the case does not name, every failure
//! a problem document, nothing of the inside in an answer or in the log, which is written at its most
//! talkative and with canaries for secrets, the same process from beginning to end, memory within bounds,
//! `folia check` clean. Meanwhile a visitor reads the start page every 100 ms ([`reader`]) and always gets
//! it. That this takes less than 250 ms is a speed, and machines of tests are slow: the slowest
//! is printed.
//!
//! What takes thousands of rounds or a clock that can be moved is shown in depth by tests of the wings; the
//! case then does the literal thing at a smaller count, and names the deeper test.

mod authn;
mod authz;
mod caller;
mod conf;
mod form;
mod html;
mod http;
mod injection;
mod llm;
mod media;
mod moves;
mod oracle;
mod oracle_tests;
mod places;
mod rate;
mod read;
mod reader;
mod sess;
mod sign_in;
mod state;
mod store;
mod upl;
mod values;
mod vec;
mod voice;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use oracle::{Case, id};

/// A published section.
#[track_caller]
fn section(case: &Case, title: &str, parent: Option<&str>) -> String {
    let body = json!({ "title": title, "parent_id": parent, "is_published": true });
    id(&case.admin().post("/sections", &body).expect(201).json())
}

/// A published story with more of its members.
#[track_caller]
fn story(case: &Case, more: Value) -> Value {
    let mut body = json!({ "title": "story", "is_published": true });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    case.admin().post("/content/story", &body).expect(201).json()
}

#[track_caller]
fn total(answer: &testkit::Answer) -> u64 {
    answer.json()["total"].as_u64().expect("a list has a total")
}

/// What so many do at once. A few are under way at any time: with all of them the last would wait for a
/// connection to the database until it is given up, on a slow machine.
fn at_once<T: Send>(times: usize, act: impl Fn(usize) -> T + Sync) -> Vec<T> {
    with_under_way(12, times, act)
}

fn with_under_way<T: Send>(
    under_way: usize,
    times: usize,
    act: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..under_way.min(times) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= times {
                        break;
                    }
                    let outcome = act(number);
                    oracle::lock(&done).push((number, outcome));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

/// A path parameter or query value, percent-encoded.
fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// All cases there are. A test has the name of its case, and there is one for each.
const CASES: &str = "\
    S-READ-01 S-READ-02 S-READ-03 S-READ-04 \
    S-HTML-01 S-HTML-02 S-HTML-03 S-HTML-04 S-HTML-05 S-HTML-06 \
    S-AUTHN-01 S-AUTHN-02 S-AUTHN-03 S-AUTHN-04 S-AUTHN-05 S-AUTHN-06 \
    S-SESS-01 S-SESS-02 S-SESS-03 S-SESS-04 S-SESS-05 \
    S-AUTHZ-01 S-AUTHZ-02 S-AUTHZ-03 S-AUTHZ-04 S-AUTHZ-05 \
    S-MOVE-01 S-MOVE-02 S-MOVE-03 S-MOVE-04 \
    S-UPL-01 S-UPL-02 S-UPL-03 S-UPL-04 S-UPL-05 S-UPL-06 S-UPL-07 \
    S-MEDIA-01 S-MEDIA-02 S-MEDIA-03 S-MEDIA-04 \
    S-FORM-01 S-FORM-02 S-FORM-03 S-FORM-04 S-FORM-05 \
    S-RATE-01 S-RATE-02 S-RATE-03 S-RATE-04 S-RATE-05 S-RATE-06 \
    S-VOICE-01 S-VOICE-02 S-VOICE-03 \
    S-VEC-01 S-VEC-02 S-VEC-03 S-VEC-04 \
    S-LLM-01 S-LLM-02 S-LLM-03 S-LLM-04 \
    S-STORE-01 S-STORE-02 S-STORE-03 S-STORE-04 \
    S-HTTP-01 S-HTTP-02 S-HTTP-03 S-HTTP-04 \
    S-CONF-01 S-CONF-02 S-CONF-03";

#[test]
fn every_case_has_one_test_and_a_line_in_the_table() {
    let ids: Vec<_> = CASES.split_whitespace().collect();
    assert_eq!(ids.len(), 74);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/cases");
    let files = std::fs::read_dir(folder).expect("the room is a folder");
    let code: String = files
        .map(|entry| std::fs::read_to_string(entry.expect("it has entries").path()).expect("code"))
        .collect();
    let table = include_str!("../../../../../docs/cases.md");
    let tests: Vec<_> = code
        .lines()
        .filter_map(|line| line.trim_start().trim_start_matches("async ").strip_prefix("fn s_"))
        .collect();
    assert_eq!(tests.len(), 74, "{tests:?}");
    for id in ids {
        let name = id.to_lowercase().replace('-', "_");
        let named =
            tests.iter().filter(|test| format!("s_{test}").starts_with(&format!("{name}_")));
        assert_eq!(named.count(), 1, "{id}");
        assert_eq!(table.matches(&format!("| {id} |")).count(), 1, "{id} in the table");
    }
}
