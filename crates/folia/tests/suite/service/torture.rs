//! Killed at any moment, with files of the index damaged in between: what was acknowledged is there,
//! nothing is half done, and the index is what it is when it is made anew. `TORTURE_KILLS` says how often;
//! `make torture` says often, and then everything is checked after each. It also names the program of a release
//! (`TORTURE_PROGRAM`), whose starts are judged by their time; a build for tests promises none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kernel::Randomness;
use serde_json::Value;
use testkit::{EmbeddingService, PATIENCE, RunningSite, TestDatabase, eventually, run_folia};

use crate::service::acknowledged::{Expected, Told, Until, write_until_killed};
use crate::service::binary::{BINARY, make_token};
use crate::service::disk::{find, without_index};
use crate::service::moving::Moving;

/// Without a wish, which is in `make test`.
const FEW: usize = 10;
/// A start takes no longer, where that is judged.
const READY: Duration = Duration::from_secs(2);
/// So many facts of earlier rounds are looked at in each, and all of them at the end.
const SAMPLE: u64 = 150;
/// So many chunks are looked for in the index.
const SEARCHES: u64 = 20;

/// What somebody wishes of this test.
#[expect(clippy::disallowed_methods, reason = "how a test runs is no setting of the site")]
fn wish(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_is_killed_again_and_again_keeps_what_it_said_it_kept() {
    let database = TestDatabase::create().await;
    let embedding = EmbeddingService::start(16).await;
    let settings = [
        ("FOLIA_EMBEDDING__URL", embedding.url.as_str()),
        ("FOLIA_CONTACT__MIN_SECONDS", "0"),
        ("FOLIA_CONTACT__PER_HOUR", "1000000"),
        ("FOLIA_CHALLENGE__DIFFICULTY", "2"),
    ];
    let randomness = Randomness::system();
    let number = |below: u64| u64::from_le_bytes(randomness.bytes()) % below.max(1);
    let wished = wish("TORTURE_KILLS").and_then(|text| text.parse().ok());
    let kills = wished.unwrap_or(FEW);
    let release = wish("TORTURE_PROGRAM");
    let program = release.as_deref().unwrap_or(BINARY);
    let index = database.folder.path().join("data/index");
    let mut site = RunningSite::start(program, &database, &settings);
    let token = make_token(&database, "admin");
    let moving = Moving::prepare(&site, &token);
    let (mut told, mut slowest, mut damaged) = (Told::default(), Duration::ZERO, 0);
    for round in 0..kills {
        if round % 3 == 2 {
            eventually("there is an index", || !files_below(&index).is_empty()).await;
        }
        let pause = Duration::from_millis(50 + number(700));
        // The first time until all kinds of writes were heard of once, however slow that is.
        let until = Until { pause, all_kinds: round == 0 };
        let last = write_until_killed(&mut site, &token, round, until, &moving);
        if round % 3 == 2 {
            damage_index(&index, &number);
            damaged += 1;
        }
        let started = Instant::now();
        site = RunningSite::start(program, &database, &settings);
        site.request("GET", "/health/ready", None, "").expect(200);
        let start = started.elapsed();
        slowest = slowest.max(start);
        let what = format!("after {} kills", round + 1);
        let limit = if release.is_some() { READY } else { PATIENCE };
        assert!(slowest <= limit, "ready after {slowest:?} {what}");
        let all = told.facts.len() as u64;
        let sampled: BTreeSet<u64> = (0..SAMPLE).map(|_| number(all)).collect();
        let sampled = told.facts.iter().zip(0..).filter(|(_, at)| sampled.contains(at));
        for (fact, expected) in last.facts.iter().chain(sampled.map(|(fact, _)| fact)) {
            expect_kept(&site, &token, fact, expected, &what);
        }
        told.facts.extend(last.facts);
        told.messages.extend(last.messages);
        moving.expect_whole(&site, &token);
        expect_whole_tree(&site, &token);
        if wished.is_some() {
            expect_in_order(program, &database, &what);
            println!("{what} ready after {start:?}, {} facts", told.facts.len());
        }
    }
    println!(
        "killed {kills} times: slowest start {slowest:?}, {} facts, {damaged} files of the index damaged",
        told.facts.len()
    );
    assert_eq!(told.lacks(), None);
    assert!(damaged > 0 || kills < 3, "no index was ever damaged");
    for (fact, expected) in &told.facts {
        expect_kept(&site, &token, fact, expected, "at the end");
    }
    expect_messages(&site, &token, &told.messages);
    expect_index(site, &database, &settings, &token, &told, &number).await;
    expect_in_order(program, &database, "at the end");
}

#[track_caller]
fn expect_kept(
    site: &RunningSite,
    token: &str,
    (address, member): &(String, &'static str),
    expected: &Expected,
    what: &str,
) {
    let answer = site.request("GET", address, Some(token), "");
    let (status, value) = match expected {
        Expected::There => (200, None),
        Expected::Gone => (404, None),
        Expected::Is(value) => (200, Some(value)),
    };
    assert_eq!(answer.status, status, "{address} {what}");
    if let Some(value) = value {
        assert_eq!(answer.json().pointer(member), Some(value), "{member} of {address} {what}");
    }
}

/// Everything of a list, page after page.
fn listed(site: &RunningSite, token: &str, path: &str) -> Vec<Value> {
    let mut listed: Vec<Value> = Vec::new();
    loop {
        let sign = if path.contains('?') { '&' } else { '?' };
        let page = format!("{path}{sign}limit=500&offset={}", listed.len());
        let page = site.request("GET", &page, Some(token), "").expect(200).json();
        let items = page["items"].as_array().expect("a list").clone();
        if items.is_empty() {
            return listed;
        }
        listed.extend(items);
    }
}

/// Each is there, and once.
fn expect_messages(site: &RunningSite, token: &str, told: &[String]) {
    let mut there = BTreeMap::<String, u32>::new();
    for message in listed(site, token, "/contact/messages") {
        *there.entry(message["message"].as_str().expect("a text").to_owned()).or_default() += 1;
    }
    for message in told {
        assert_eq!(there.get(message), Some(&1), "{message}");
    }
}

/// What the index finds is what it finds when it is made from the documents.
async fn expect_index(
    site: RunningSite,
    database: &TestDatabase,
    settings: &[(&str, &str)],
    token: &str,
    told: &Told,
    number: &dyn Fn(u64) -> u64,
) {
    let texts = told.facts.iter().filter_map(|((address, member), expected)| match expected {
        Expected::Is(Value::String(text)) if *member == "/text" => Some((address, text)),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    let some = (0..SEARCHES).map(|_| number(texts.len() as u64));
    let some: BTreeSet<_> = some.filter_map(|at| usize::try_from(at).ok()).collect();
    let mut found = Vec::new();
    for (address, text) in some.iter().map(|at| texts[*at]) {
        let hits = find(&site, token, text).await;
        let id = address.rsplit('/').next().expect("an address").to_owned();
        assert!(hits.iter().all(|hits| hits.contains(&id)), "{text} of {address}: {hits:?}");
        found.push((text, hits));
    }
    assert!(!found.is_empty(), "nothing was looked for");
    let site = without_index(site, database, settings);
    for (text, hits) in found {
        assert_eq!(find(&site, token, text).await, hits, "{text} in the index that was made again");
    }
}

fn expect_in_order(program: &str, database: &TestDatabase, what: &str) {
    let check = run_folia(program, database, &["check"]);
    assert!(check.status.success(), "{what}: {}", String::from_utf8_lossy(&check.stdout));
}

/// Every section is where its parent says it is, and has one unless it is at the top.
fn expect_whole_tree(site: &RunningSite, token: &str) {
    let sections = listed(site, token, "/sections?include_unpublished=true");
    let by_id: BTreeMap<_, _> =
        sections.iter().map(|section| (section["id"].as_str(), section)).collect();
    for section in &sections {
        let slug = section["slug"].as_str().expect("a slug");
        let expected = match by_id.get(&section["parent_id"].as_str()) {
            Some(above) => format!("{}/{slug}", above["path"].as_str().expect("a path")),
            None => {
                assert_eq!(section["parent_id"], Value::Null, "an orphan: {section}");
                slug.to_owned()
            }
        };
        assert_eq!(section["path"], expected.as_str());
    }
}

/// Cuts, turns over or removes one file of the index, which is made again from the documents.
fn damage_index(folder: &Path, number: &dyn Fn(u64) -> u64) {
    let files = files_below(folder);
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
