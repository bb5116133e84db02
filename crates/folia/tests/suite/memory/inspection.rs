//! What `folia check` tells of vectors: in the files of a node or in the database, each chunk has its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use folia::app::open_store;
use kernel::Id;
use memory::chunks::Chunk;
use serde_json::json;
use store::{Options, StoreError};
use testkit::{EmbeddingService, Manner, RunningSite, TestDatabase, ask, eventually, run_folia};

use super::indexing::{BOATS, add, start, work};
use super::process::{CHUNK, index};
use crate::service::binary::{BINARY, make_token};

const IN_ORDER: &str = "everything is in order";
const MISSING: &str = "note: chunks: 1 without a vector, which the service makes";
const OLD: &str = "note: vectors: 1 of an earlier text, which the service makes again";
const STRANGE: &str = "note: vectors: 1 of chunks that are not there, which the next start drops";

/// What it says, and whether it is content.
fn check(database: &TestDatabase, arguments: &[&str]) -> (Vec<String>, bool) {
    let output = run_folia(BINARY, database, &[&["check"][..], arguments].concat());
    let told = String::from_utf8(output.stdout).unwrap();
    (told.lines().map(ToOwned::to_owned).collect(), output.status.success())
}

fn told(database: &TestDatabase) -> Vec<String> {
    check(database, &[]).0
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => drop(all.insert(path.clone(), std::fs::read(&path).unwrap())),
        }
    }
    all
}

async fn delete_chunk(database: &TestDatabase, id: Id) {
    let store = open_store(&database.location, Options::default()).await.unwrap();
    let deleted: Result<(), StoreError> =
        store.write(move |transaction| transaction.delete::<Chunk>(id)).await;
    deleted.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vectors_that_are_missing_old_or_of_nothing_are_counted_and_pass() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let add = |site: &RunningSite, text: &str| {
        let body = CHUNK.replace("TEXT", text);
        let made = site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
        made.json()["id"].as_str().unwrap().to_owned()
    };
    let ids = BOATS.map(|text| add(&site, text));
    eventually("all are indexed", || index(&site, &token)["indexed"] == 3).await;
    // Beside the service, which is at rest.
    eventually("nothing is to be told", || told(&database) == [IN_ORDER]).await;

    service.answer(Manner::Status(503));
    add(&site, "late boat");
    assert_eq!(told(&database), [MISSING, IN_ORDER]);
    let body = json!({ "text": "a train by now" }).to_string();
    let path = format!("/content/chunks/{}", ids[0]);
    site.request("PUT", &path, Some(&token), &body).expect(200);
    assert_eq!(told(&database), [MISSING, OLD, IN_ORDER]);
    site.kill();
    assert_eq!(told(&database), [MISSING, OLD, IN_ORDER]);
    delete_chunk(&database, ids[1].parse().unwrap()).await;
    match database.shares_vectors {
        false => assert_eq!(told(&database), [MISSING, OLD, STRANGE, IN_ORDER]),
        true => {
            // Nobody looks through all of them there, so it would stay.
            let fault = format!("vectors {}: is of a chunk that is not there", ids[1]);
            assert_eq!(check(&database, &[]), (vec![MISSING.into(), OLD.into(), fault], false));
            let mended = format!("mended: vectors {}: it is removed", ids[1]);
            let (told, is_content) = check(&database, &["--repair"]);
            assert!(told.contains(&mended) && is_content, "{told:?}");
        }
    }

    service.answer(Manner::Well);
    let site = RunningSite::start(BINARY, &database, &settings);
    eventually("all are indexed", || index(&site, &token)["indexed"] == 3).await;
    eventually("nothing is to be told", || told(&database) == [IN_ORDER]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_files_of_a_node_are_read_and_left_as_they_are() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    if database.shares_vectors {
        return;
    }
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    for text in BOATS {
        let body = CHUNK.replace("TEXT", text);
        site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
    }
    eventually("all are indexed", || index(&site, &token)["indexed"] == 3).await;
    site.kill();
    let folder = database.folder.path().join("data/index");
    let journal = folder.join("000001/journal");
    let intact = std::fs::read(&journal).unwrap();
    // As in the middle of a write.
    let torn: Vec<u8> = intact.iter().copied().chain([1, 2, 3]).collect();
    let mut flipped = intact.clone();
    flipped[9] ^= 1;
    for (bytes, expected) in [(&intact, None), (&torn, None), (&flipped, Some("note: vectors: "))] {
        std::fs::write(&journal, bytes).unwrap();
        let before = files(&folder);
        let (told, is_content) = check(&database, &[]);
        assert!(is_content, "{told:?}");
        assert_eq!(told.len(), 1 + usize::from(expected.is_some()), "{told:?}");
        assert!(told[0].starts_with(expected.unwrap_or(IN_ORDER)), "{told:?}");
        assert_eq!(files(&folder), before);
    }
    // What cannot be read is made again, and then there is nothing to tell.
    let site = RunningSite::start(BINARY, &database, &settings);
    eventually("all are indexed", || index(&site, &token)["indexed"] == 3).await;
    eventually("nothing is to be told", || told(&database) == [IN_ORDER]).await;
}

#[tokio::test]
async fn a_set_of_vectors_without_its_table_is_told_and_forgotten() {
    let (site, _service) = start().await;
    if !site.database.shares_vectors {
        return;
    }
    for text in BOATS {
        add(&site, text).await;
    }
    work(&site).await;
    assert_eq!(told(&site.database), [IN_ORDER]);
    let names = "SELECT table_name FROM information_schema.tables \
         WHERE table_schema = current_schema() AND table_name LIKE 'vectors\\_%'";
    let url = site.database.url();
    let name = ask(&url, names).await[0][0].clone().unwrap();
    ask(&url, &format!("DROP TABLE {name}")).await;
    let (told, is_content) = check(&site.database, &[]);
    assert!(!is_content);
    assert!(told.iter().any(|line| line.starts_with("vector_sets ")), "{told:?}");
    let (told, is_content) = check(&site.database, &["--repair"]);
    assert!(is_content, "{told:?}");
    assert!(told.iter().any(|line| line.ends_with(": it is forgotten")), "{told:?}");
    assert!(told.iter().any(|line| line.ends_with("3 are to be indexed again")), "{told:?}");
}
