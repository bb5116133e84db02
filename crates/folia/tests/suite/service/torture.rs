//! Killed at any moment, with files of the index damaged in between: what was acknowledged is there,
//! and nothing is half done. `TORTURE_KILLS` says how often; `make torture` says often.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kernel::Randomness;
use serde_json::{Value, json};
use testkit::{PATIENCE, RunningSite, TestDatabase, run_folia};

use crate::service::binary::{BINARY, make_token};

/// What a round was told, by address: whether something has to be there now.
type Told = Mutex<Vec<(String, bool)>>;

#[expect(clippy::disallowed_methods, reason = "how long a test runs is no setting of the site")]
fn kills() -> usize {
    let wanted = std::env::var("TORTURE_KILLS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(10)
}

#[tokio::test]
async fn a_site_that_is_killed_again_and_again_keeps_what_it_said_it_kept() {
    let database = TestDatabase::create().await;
    let randomness = Randomness::system();
    let number = |below: u64| u64::from_le_bytes(randomness.bytes()) % below;
    let mut told: Vec<(String, bool)> = Vec::new();
    let mut token = String::new();
    for round in 0..=kills() {
        let started = Instant::now();
        let mut site = RunningSite::start(BINARY, &database, &[]);
        if token.is_empty() {
            token = make_token(&database, "admin");
        }
        site.request("GET", "/health/ready", None, "").expect(200);
        assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
        for (address, is_there) in &told {
            let answer = site.request("GET", address, Some(&token), "");
            let expected = if *is_there { 200 } else { 404 };
            assert_eq!(answer.status, expected, "{address} after {round} kills");
        }
        expect_whole_tree(&site, &token);
        if round == kills() {
            break;
        }
        let until = Duration::from_millis(50 + number(700));
        told.extend(write_until_killed(&mut site, &token, round, until));
        if round % 3 == 2 {
            damage_index(&database.folder.path().join("data/index"), &number);
        }
    }
    let check = run_folia(BINARY, &database, &["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    assert!(!told.is_empty(), "nothing was written");
}

/// Several who write at once, until the power fails.
fn write_until_killed(
    site: &mut RunningSite,
    token: &str,
    round: usize,
    until: Duration,
) -> Vec<(String, bool)> {
    let (stop, made, told) = (AtomicBool::new(false), AtomicU64::new(0), Told::default());
    let address = site.address;
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (stop, made, told) = (&stop, &made, &told);
            scope.spawn(move || {
                let bearer = format!("Bearer {token}");
                let headers =
                    [("authorization", bearer.as_str()), ("content-type", "application/json")];
                let send = |method: &str, path: &str, body: Value| {
                    let answer = testkit::try_request_at(
                        address,
                        method,
                        path,
                        &headers,
                        body.to_string().as_bytes(),
                    )?;
                    // An answer that broke off was not heard.
                    match answer.status.as_u16() {
                        204 => Some(Value::Null),
                        200..300 => serde_json::from_slice(&answer.body).ok(),
                        _ => None,
                    }
                };
                let mut parent = Value::Null;
                while !stop.load(Ordering::SeqCst) {
                    let name = format!("r{round}w{writer}n{}", made.fetch_add(1, Ordering::SeqCst));
                    mixed_writes(&send, &name, &mut parent, told);
                }
            });
        }
        std::thread::sleep(until);
        site.kill();
        stop.store(true, Ordering::SeqCst);
    });
    told.into_inner().expect("no writer has panicked")
}

/// A section, a story in it, a move of both, a chunk, and something that is deleted again. Each is told
/// once its answer has come.
fn mixed_writes(
    send: &dyn Fn(&str, &str, Value) -> Option<Value>,
    name: &str,
    parent: &mut Value,
    told: &Told,
) {
    let tell =
        |address: String, is_there| told.lock().expect("nobody panics").push((address, is_there));
    let make = |path: &str, body: Value| -> Option<String> {
        let id = send("POST", path, body)?["id"].as_str()?.to_owned();
        tell(format!("{path}/{id}"), true);
        Some(id)
    };
    let Some(section) = make("/sections", json!({ "title": name })) else { return };
    make("/content/story", json!({ "title": name, "section_id": section, "body": "<p>x" }));
    if send("PUT", &format!("/sections/{section}/move"), json!({ "parent_id": parent })).is_some() {
        *parent = json!(section);
    }
    make(
        "/content/chunks",
        json!({ "text": name, "source": "opinion", "chunk_type": "meta", "purpose": "personality" }),
    );
    // Told only when it is sure to be gone: an answer that never came says nothing.
    let link = send("POST", "/navlinks", json!({ "title": name, "url": "/" }));
    let link = link.and_then(|link| Some(link["id"].as_str()?.to_owned()));
    if let Some(link) = link {
        let address = format!("/navlinks/{link}");
        if send("DELETE", &address, Value::Null).is_some() {
            tell(address, false);
        }
    }
}

/// Every section is where its parent says it is.
fn expect_whole_tree(site: &RunningSite, token: &str) {
    let mut sections: Vec<Value> = Vec::new();
    loop {
        let path =
            format!("/sections?include_unpublished=true&limit=500&offset={}", sections.len());
        let page = site.request("GET", &path, Some(token), "").expect(200).json();
        let items = page["items"].as_array().expect("a list").clone();
        if items.is_empty() {
            break;
        }
        sections.extend(items);
    }
    for section in &sections {
        let slug = section["slug"].as_str().expect("a slug");
        let above = sections.iter().find(|above| above["id"] == section["parent_id"]);
        let expected = match above {
            Some(above) => format!("{}/{slug}", above["path"].as_str().expect("a path")),
            None => slug.to_owned(),
        };
        assert_eq!(section["path"], expected.as_str());
    }
}

/// Cuts, turns over or removes one file of the index, which is made again from the documents.
fn damage_index(folder: &Path, number: &dyn Fn(u64) -> u64) {
    let files = files_below(folder);
    if files.is_empty() {
        return;
    }
    let file = &files[usize::try_from(number(files.len() as u64)).expect("few files")];
    let mut bytes = std::fs::read(file).unwrap_or_default();
    let place = usize::try_from(number(bytes.len().max(1) as u64)).expect("a small file");
    match number(3) {
        0 => std::fs::remove_file(file).expect("a file can be removed"),
        1 => std::fs::write(file, &bytes[..place]).expect("a file can be cut"),
        _ => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte ^= 0xff;
            }
            std::fs::write(file, bytes).expect("a file can be written");
        }
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let nested = entries.map(|entry| entry.path()).flat_map(|path| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    });
    nested.collect()
}
