//! The words of the memory over restarts of the real binary.

use serde_json::json;
use testkit::{EmbeddingService, RunningSite, TestDatabase, eventually};

use crate::memory::process::{CHUNK, index, search};
use crate::service::binary::{BINARY, make_token};

const CHUNKS: usize = 120;

fn total(site: &RunningSite, token: &str, query: &str) -> u64 {
    search(site, token, query, "keyword")["total"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_kept_in_a_file_that_is_never_believed_blindly() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let mut paths = Vec::new();
    for number in 0..CHUNKS {
        let body = CHUNK.replace("TEXT", &format!("boat number{number}"));
        let created = site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
        paths.push(format!("/content/chunks/{}", created.json()["id"].as_str().unwrap()));
    }
    eventually("all are indexed", || index(&site, &token)["indexed"] == CHUNKS).await;
    let file = database.folder.path().join("data/index/words");
    // Whatever else is written meanwhile, without a pause.
    let link = r#"{"title":"About","url":"/about","icon":"bookmark"}"#;
    let created = site.request("POST", "/navlinks", Some(&token), link).expect(201).json();
    let link_path = format!("/navlinks/{}", created["id"].as_str().unwrap());
    let is_written = || {
        site.request("PUT", &link_path, Some(&token), link).expect(200);
        file.is_file()
    };
    eventually("the words are written down", is_written).await;
    let asked = service.texts().len();

    // What changes now is not in the file when the process dies.
    let body = json!({ "text": "a train by now" }).to_string();
    site.request("PUT", &paths[0], Some(&token), &body).expect(200);
    site.request("DELETE", &paths[1], Some(&token), "").expect(204);
    let body = CHUNK.replace("TEXT", "another train");
    site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
    let is_so = |site: &RunningSite, what: &str| {
        assert_eq!(total(site, &token, "train"), 2, "{what}");
        assert_eq!(total(site, &token, "boat"), CHUNKS as u64 - 2, "{what}");
        assert_eq!(total(site, &token, "number0"), 0, "{what}");
        assert_eq!(total(site, &token, "number1"), 0, "{what}");
        assert_eq!(total(site, &token, "number77"), 1, "{what}");
    };
    is_so(&site, "before");
    eventually("the new ones are indexed", || index(&site, &token)["indexed"] == CHUNKS).await;
    site.kill();

    let intact = std::fs::read(&file).unwrap();
    let mut flipped = intact.clone();
    flipped[intact.len() / 2] ^= 1;
    for (what, bytes) in [
        ("older than the documents", intact.as_slice()),
        ("torn", &intact[..intact.len() / 2]),
        ("garbled", &flipped),
        ("empty", &[]),
    ] {
        std::fs::write(&file, bytes).unwrap();
        let mut site = RunningSite::start(BINARY, &database, &settings);
        is_so(&site, what);
        assert_eq!(index(&site, &token)["indexed"], CHUNKS, "{what}");
        site.kill();
    }
    std::fs::remove_file(&file).unwrap();
    let site = RunningSite::start(BINARY, &database, &settings);
    is_so(&site, "missing");
    // No start has embedded anything again but the two that changed.
    assert!(service.texts().len() <= asked + 2 + 8, "{} texts", service.texts().len() - asked);
}
