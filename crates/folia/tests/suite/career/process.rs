//! What only the real process can show of tailoring: clients that leave, and what the log says.

use std::io::{Read, Write};

use serde_json::json;
use testkit::{ChatService, Reply, RunningSite, TestDatabase, eventually, soon};

use crate::career::{JOB, resume};
use crate::service::binary::{BINARY, make_token};

const KEY: &str = "sk-canary-folia-0001";

fn request(token: &str, accept: &str, body: &str) -> String {
    format!(
        "POST /tailor HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: {accept}\r\n\
         authorization: Bearer {token}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_is_left_when_the_client_leaves_and_the_key_is_in_no_log() {
    let model = ChatService::start().await;
    let database = TestDatabase::create().await;
    let settings = [
        ("FOLIA_LLM__URL", model.url.as_str()),
        ("FOLIA_LLM__MODEL", "m"),
        ("FOLIA_LLM__API_KEY", KEY),
        ("FOLIA_LOG__LEVEL", "trace"),
    ];
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let body = json!({ "document": resume("nurse") }).to_string();
    site.request("POST", "/resumes", Some(&token), &body).expect(201);
    let body = json!({ "job_description": JOB, "threshold": 0 }).to_string();
    model.answer(Reply::Never);
    for accept in ["application/json", "text/event-stream"] {
        // More often than there are turns: whoever leaves gives the turn back.
        for _ in 0..4 {
            let mut stream = site.connect();
            stream.write_all(request(&token, accept, &body).as_bytes()).unwrap();
            if accept == "text/event-stream" {
                // Steps arrive while the work goes on.
                let mut seen = String::new();
                let mut piece = [0; 4096];
                while !seen.contains("event: retrieved") {
                    let count = stream.read(&mut piece).unwrap();
                    assert!(count > 0, "{seen}");
                    seen += &String::from_utf8_lossy(&piece[..count]);
                }
            }
            eventually("the model is asked", || model.waiting() == 1).await;
            drop(stream);
            soon("the model is left", || model.waiting() == 0).await;
        }
    }
    assert_eq!(model.requests(), 8);
    model.answer(Reply::Status(401));
    let answer = site.request("POST", "/tailor", Some(&token), &body);
    assert_eq!(answer.expect(200).json()["generator"], "extractive");
    model.answer(Reply::Says("{}".to_owned()));
    site.request("POST", "/tailor", Some(&token), &body).expect(200);
    let list = site.request("GET", "/tailorings", Some(&token), "").expect(200).json();
    assert_eq!(list["total"], 2);
    let log = site.log();
    assert!(!log.contains(KEY) && !log.contains("canary-key"), "a secret is in the log");
    assert!(!log.contains("panicked"));
}
