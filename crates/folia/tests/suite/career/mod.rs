//! What tests of resumes and tailoring share: the corpus, and somebody to tailor for.

mod arrangement;
mod cost;
mod drafts;
mod drawings;
mod edits;
mod fitting;
mod foreign;
mod forms;
mod hands;
mod lacking;
mod letters;
mod lives;
mod members;
pub(crate) mod model;
mod printing;
mod process;
mod proposals;
mod resumes;
mod support;
mod tailoring;
mod tailorings;
mod truth;
mod turns;

use std::path::PathBuf;

use serde_json::{Value, json};
use testkit::Engine;

use crate::site::Site;

pub(crate) fn corpus(path: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/career");
    std::fs::read_to_string(PathBuf::from(folder).join(path)).expect("the corpus has it")
}

pub(crate) fn resume(name: &str) -> Value {
    serde_json::from_str(&corpus(&format!("resumes/{name}.json"))).expect("it is JSON")
}

/// Hostile job texts with what a model that obeys them would say, by name. On a server every sixth.
pub(crate) fn hostile() -> Vec<(String, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/career/hostile");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".json"))
        .collect();
    names.sort();
    assert!(names.len() >= 60, "{}", names.len());
    let read = |name: String| {
        let case = serde_json::from_str(&corpus(&format!("hostile/{name}"))).expect("it is JSON");
        (name, case)
    };
    let step = names.len() / Engine::rounds(names.len());
    names.into_iter().step_by(step).map(read).collect()
}

pub(crate) const JOB: &str = "Senior Backend Engineer, Payments\n\nYou bring:\n\
    - Kotlin and PostgreSQL in production\n- Experience with payment systems and ledgers\n\
    - Event-driven services with Kafka\n- Nice to have: C++\n";

/// Stores a resume of the corpus.
pub(crate) async fn store(site: &Site, name: &str) -> String {
    let body = json!({ "title": name, "document": resume(name) });
    let made = site.admin.post("/resumes", body).await.expect(201).json();
    made["id"].as_str().unwrap().to_owned()
}

/// Whether a tailored document is a JSON Resume: the service itself is the judge.
pub(crate) async fn assert_is_resume(site: &Site, document: &Value) {
    let body = json!({ "document": document });
    let made = site.admin.post("/resumes", body).await.expect(201).json();
    site.admin.delete(&format!("/resumes/{}", made["id"].as_str().unwrap())).await.expect(204);
}

/// Every text in a value.
pub(crate) fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(members) => members.values().for_each(|member| texts(member, found)),
        _ => {}
    }
}
