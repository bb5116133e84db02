//! Every rule about what is stored: an archive that breaks it is refused, a site that breaks it is told
//! so, and what has one right answer is mended.

use std::collections::BTreeSet;
use std::path::Path;

use contact::messages::Message;
use content::misses::Miss;
use folia::upkeep::Repaired;
use kernel::SitePath;
use serde_json::{Value, json};
use site::counts::PageCount;
use store::{Fault, Options, Store, StoreError};
use testkit::{Form, RunningSite, TestDatabase, run_folia};

use crate::career::{JOB, resume};
use crate::media::picture;
use crate::service::binary::{BINARY, is_in_order, make_token};
use crate::service::broken::{CASES, Case, MENDED, NOTES, OF_VECTORS};
use crate::service::edited::Edited;
use crate::service::restore::assert_nothing_is_there;

pub(crate) fn folia(database: &TestDatabase, arguments: &[&str]) -> Result<String, String> {
    let output = run_folia(BINARY, database, arguments);
    let (told, complaint) = (output.stdout, output.stderr);
    match output.status.success() {
        true => Ok(String::from_utf8(told).unwrap()),
        false => Err(format!(
            "{}{}",
            String::from_utf8_lossy(&told),
            String::from_utf8_lossy(&complaint)
        )),
    }
}

pub(crate) async fn store_of(database: &TestDatabase) -> Store {
    folia::app::open_store(&database.location, Options::default()).await.unwrap()
}

/// A site with something of everything, and its export.
pub(crate) async fn furnished() -> (TestDatabase, Edited) {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let send = |method: &str, path: &str, body: Value| {
        let answer = site.request(method, path, Some(&token), &body.to_string());
        assert!(answer.status.is_success(), "{path}: {:?}", answer.status);
        answer.json()
    };
    let section = |title: &str, parent: &Value| {
        let body = json!({ "title": title, "parent_id": parent, "is_published": true });
        send("POST", "/sections", body)["id"].clone()
    };
    let house = section("Home", &Value::Null);
    let room = section("Room", &house);
    section("Attic", &Value::Null);
    send("PUT", &format!("/sections/{}", house.as_str().unwrap()), json!({ "slug": "house" }));
    let form = Form::default().file("Photo.webp", &picture("lossy.webp"));
    let upload = site.post_form("/uploads", &token, form).expect(201).json();
    let body = format!(
        "<p>One <a href=\"/house\">link</a> and <img src=\"{}\" alt=\"\"></p>",
        upload["url"].as_str().unwrap()
    );
    let story = json!({ "title": "Story", "body": body, "section_id": room, "is_published": true,
        "tags": ["rust"], "links": [{ "title": "x", "url": "https://example.org" }] });
    send("POST", "/content/story", story);
    send("POST", "/content/page", json!({ "title": "Page", "body": "<p>Text</p>" }));
    send("POST", "/content/image", json!({ "title": "Image", "media_id": upload["id"] }));
    send("POST", "/navlinks", json!({ "title": "Home", "url": "/" }));
    send("POST", "/redirects", json!({ "old_path": "/old-a", "new_path": "/nowhere" }));
    send("POST", "/redirects", json!({ "old_path": "/old-b", "new_path": "/nowhere-else" }));
    let elsewhere = json!({ "old_path": "/old-c", "new_path": "https://example.org/" });
    send("POST", "/redirects", elsewhere);
    let home = json!({ "type": "section", "id": room });
    send("PUT", "/settings", json!({ "title": "Notes", "home": home }));
    let chunk =
        json!({ "text": "x", "source": "opinion", "chunk_type": "meta", "purpose": "personality" });
    send("POST", "/content/chunks", chunk);
    let feedback =
        json!({ "original_text": "x", "feedback_type": "approved", "job_context": "a job" });
    send("POST", "/voice/feedback", feedback);
    send("POST", "/resumes", json!({ "title": "R", "document": resume("backend-engineer") }));
    send("POST", "/tailor", json!({ "job_description": JOB, "threshold": 0 }));
    site.stop();

    let store = store_of(&database).await;
    let made = store.write(|transaction| {
        let (now, id) = (transaction.now(), transaction.generate_id());
        transaction.insert(Message {
            id,
            name: "Ann".to_owned(),
            email: "ann@example.net".to_owned(),
            message: "hello".to_owned(),
            ip_hash: "12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0".to_owned(),
            user_id: None,
            created_at: now,
            read: false,
        })?;
        let id = transaction.generate_id();
        let path = SitePath::new("/house/rom");
        transaction.insert(Miss { id, path, count: 3, last_seen: now })?;
        let id = transaction.generate_id();
        transaction.insert(PageCount { id, page: "home".to_owned(), day: now, count: 1 })?;
        Ok::<_, StoreError>(())
    });
    made.await.unwrap();
    store.close().await;
    assert!(is_in_order(&folia(&database, &["check"]).unwrap()));
    folia(&database, &["export", "exported"]).unwrap();
    let edited = Edited::read(&database.folder.path().join("exported"));
    (database, edited)
}

fn broken(whole: &Edited, case: &Case) -> Edited {
    let mut edited = whole.clone();
    (case.edit)(&mut edited);
    edited
}

/// What was found of an archive that was written straight into the store, and what a repair leaves of
/// it. Nothing of it stays.
struct Seen {
    found: Vec<(String, String)>,
    notes: Vec<(String, String)>,
    repaired: Vec<String>,
    left: Vec<String>,
}

enum Ended {
    Seen(Box<Seen>),
    Failed(StoreError),
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

async fn look_at(store: &Store, edited: Edited) -> Seen {
    let looked: Result<(), Ended> = store
        .write(move |transaction| {
            edited.put_in(transaction)?;
            let findings = folia::upkeep::inspect(transaction)?;
            let named = |it: &Fault| (it.rule.to_owned(), it.to_string());
            let found = findings.faults().map(named).collect();
            let notes = findings.list.iter().filter(|it| it.is_allowed);
            let notes = notes.map(|it| named(&it.fault)).collect();
            let Repaired { done: repaired, mut left, notes: noted, .. } =
                folia::upkeep::repair(transaction)?;
            left.extend(noted);
            let seen = Seen { found, notes, repaired, left };
            // An error, so that the next one finds the store empty.
            Err(Ended::Seen(Box::new(seen)))
        })
        .await;
    match looked {
        Err(Ended::Seen(seen)) => *seen,
        Err(Ended::Failed(error)) => panic!("{error}"),
        Ok(()) => unreachable!("it always ends so"),
    }
}

#[tokio::test]
async fn a_site_that_breaks_a_rule_is_told_so_and_mended_where_there_is_one_answer() {
    let (_first, whole) = furnished().await;
    let database = TestDatabase::create().await;
    let store = store_of(&database).await;
    let seen = look_at(&store, whole.clone()).await;
    assert_eq!((seen.found, seen.repaired), (Vec::new(), Vec::new()));
    for case in CASES {
        let Seen { found, repaired, left, .. } = look_at(&store, broken(&whole, case)).await;
        let named = found.iter().find(|(rule, _)| rule == case.rule);
        let Some((_, told)) = named else { panic!("{}: {found:?}", case.rule) };
        assert!(told.contains(case.says), "{}: {told}", case.rule);
        match case.mended == MENDED {
            true => {
                assert!(!repaired.is_empty(), "{} {}", case.rule, case.says);
                assert_eq!(left, [""; 0], "{} {}: {repaired:?}", case.rule, case.says);
            }
            false => {
                let is_left = left.iter().any(|it| it.contains(case.says));
                assert!(is_left, "{}: {left:?}", case.rule);
            }
        }
    }
}

#[tokio::test]
async fn what_a_request_may_bring_about_is_told_and_no_fault() {
    let (first, whole) = furnished().await;
    let database = TestDatabase::create().await;
    let store = store_of(&database).await;
    for case in NOTES {
        let edited = broken(&whole, case);
        let Seen { found, notes, repaired, left } = look_at(&store, edited.clone()).await;
        assert!(found.is_empty(), "{}: {found:?}", case.rule);
        let told = notes.iter().find(|(rule, _)| rule == case.rule);
        assert!(told.is_some_and(|(_, told)| told.contains(case.says)), "{notes:?}");
        assert_eq!(repaired.len(), 1, "{}: {repaired:?}", case.rule);
        assert_eq!(left, [""; 0], "{}: {repaired:?}", case.rule);
        let archive = first.folder.path().join("edited");
        edited.write(&archive);
        let elsewhere = TestDatabase::create().await;
        folia(&elsewhere, &["import", archive.to_str().unwrap()]).unwrap();
        let told = folia(&elsewhere, &["check"]).unwrap();
        assert!(told.lines().any(|line| line.starts_with("note: ") && line.contains(case.says)));
    }
}

/// The names of rules in the source, where the wings say what must hold.
fn rules_in(folder: &Path, is_upkeep: bool, rules: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap();
        let is_upkeep = is_upkeep || stem == "upkeep" || stem == "verify";
        if path.is_dir() {
            rules_in(&path, is_upkeep, rules);
        } else if is_upkeep {
            let source = std::fs::read_to_string(&path).unwrap();
            let literals = source.split('"').filter(|text| is_rule(text));
            rules.extend(literals.map(ToOwned::to_owned));
        }
    }
}

fn is_rule(text: &str) -> bool {
    let Some((collection, name)) = text.split_once('.') else { return false };
    let mut known = folia::schema::COLLECTIONS.iter().map(|it| it.kind.name);
    let is_known =
        known.any(|it| it == collection) || ["documents", "vectors"].contains(&collection);
    is_known && !name.is_empty() && name.chars().all(|it| it.is_ascii_lowercase() || it == '_')
}

#[test]
fn every_rule_has_a_case_that_breaks_it() {
    let mut rules = BTreeSet::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for entry in std::fs::read_dir(crates).unwrap() {
        let source = entry.unwrap().path().join("src");
        if source.is_dir() {
            rules_in(&source, false, &mut rules);
        }
    }
    assert!(rules.len() > 40, "the rules are elsewhere by now: {rules:?}");
    let cases = CASES.iter().chain(NOTES).map(|case| case.rule).chain(OF_VECTORS);
    let cases: BTreeSet<String> = cases.map(ToOwned::to_owned).collect();
    assert_eq!(rules, cases);
}

#[tokio::test]
async fn an_archive_that_breaks_a_rule_brings_nothing_in() {
    let (first, whole) = furnished().await;
    let second = TestDatabase::create().await;
    let archive = first.folder.path().join("edited");
    let path = archive.to_str().unwrap();
    for case in CASES {
        broken(&whole, case).write(&archive);
        let refused = folia(&second, &["import", path]).unwrap_err();
        assert!(refused.contains(case.says), "{}: {refused}", case.rule);
        assert!(refused.contains("nothing was brought in"), "{}: {refused}", case.rule);
    }
    assert_nothing_is_there(&second, "broken rules").await;
    whole.write(&archive);
    folia(&second, &["import", path]).unwrap();
    assert!(is_in_order(&folia(&second, &["check"]).unwrap()));
}

type Edit<'a> = &'a dyn Fn(&mut Edited);

#[tokio::test]
async fn an_archive_that_is_no_archive_of_a_site_is_refused_before_it_is_in_memory() {
    let (first, whole) = furnished().await;
    let second = TestDatabase::create().await;
    let archive = first.folder.path().join("edited");
    let long = |edited: &mut Edited| {
        edited.any("sections")["title"] = "x".repeat(50_000_000).into();
    };
    let twice = |edited: &mut Edited| {
        let mut twin = edited.find("sections", "slug", "attic").clone();
        twin["id"] = json!("01939b1e-7c00-7abc-8def-0123456789ab");
        edited.add("sections", twin);
    };
    let misfiled = |edited: &mut Edited| {
        edited.lines("sections")[0]["id"] = json!("01939b1e-7c00-7abc-8def-0123456789ab");
    };
    let settings = |edited: &mut Edited| {
        let mut twin = edited.lines("settings")[0].clone();
        twin["id"] = json!("01939b1e-7c00-7abc-8def-0123456789ab");
        edited.lines("settings").push(twin);
    };
    let nul = |edited: &mut Edited| edited.any("navlinks")["title"] = json!("a\0b");
    let id = whole.clone().any("navlinks")["id"].as_str().unwrap().to_owned();
    let named = format!("navlinks {id}: holds a NUL character");
    let cases: [(Edit<'_>, &str); 5] = [
        (&long, "has a line of more than 16777216 bytes"),
        (&twice, "unique rule sections_place"),
        (&misfiled, "says that it has another id"),
        (&settings, "says that it has another id"),
        (&nul, &named),
    ];
    for (edit, complaint) in cases {
        let mut edited = whole.clone();
        edit(&mut edited);
        edited.write(&archive);
        let refused = folia(&second, &["import", archive.to_str().unwrap()]).unwrap_err();
        assert!(refused.contains(complaint), "{complaint}: {refused}");
    }
    assert_nothing_is_there(&second, "no archives").await;
}

#[tokio::test]
async fn check_mends_a_site_that_is_there_and_import_what_it_brings_in() {
    let (first, whole) = furnished().await;
    let mut edited = whole.clone();
    edited.find("sections", "slug", "room")["path"] = json!("elsewhere");
    let script = "<p>a</p><script>alert(1)</script>";
    edited.any("bodies")["html"] = json!(script);
    edited.find("items", "slug", "image")["extra"]["media_id"] =
        json!("01939b1e-7c00-7abc-8def-0123456789ab");
    let second = TestDatabase::create().await;
    let store = store_of(&second).await;
    let direct = edited.clone();
    let put: Result<(), StoreError> =
        store.write(move |transaction| direct.put_in(transaction)).await;
    put.unwrap();
    store.close().await;
    // The files of the upload were not copied.
    let told = folia(&second, &["check"]).unwrap_err();
    assert!(told.contains("has the path elsewhere and should have house/room"), "{told}");
    assert!(told.contains("holds what the sanitiser takes out"), "{told}");
    assert!(told.contains("note: items ") && told.contains("which is not there"), "{told}");
    assert!(told.contains(" found; `folia check --repair` mends"), "{told}");
    let told = folia(&second, &["check", "--repair"]).unwrap_err();
    assert!(told.contains("mended: sections "), "{told}");
    assert!(told.contains("mended: bodies "), "{told}");
    assert!(!told.contains("sanitiser takes out"), "{told}");
    let is_progress = |line: &str| line.starts_with("checking ") || line.starts_with("comparing ");
    let is_left = |line: &&str| !line.starts_with("mended: ") && !is_progress(line);
    let left: Vec<&str> = told.lines().filter(is_left).collect();
    let is_about_files = |line: &&str| line.starts_with("media: ") || line.starts_with("folia: ");
    assert!(left.iter().all(is_about_files), "{left:?}");
    // Not the same once more.
    let by_hand = "no repair makes good: change, replace or delete what is named";
    let again = folia(&second, &["check"]).unwrap_err();
    for told in [told.as_str(), &again] {
        assert!(told.contains(by_hand) && !told.contains("--repair"), "{told}");
    }

    let archive = first.folder.path().join("edited");
    edited.write(&archive);
    let third = TestDatabase::create().await;
    let path = archive.to_str().unwrap();
    let refused = folia(&third, &["import", path]).unwrap_err();
    assert!(refused.contains("with --repair"), "{refused}");
    let told = folia(&third, &["import", path, "--repair"]).unwrap();
    assert!(told.contains("mended: bodies "), "{told}");
    assert!(is_in_order(&folia(&third, &["check"]).unwrap()));
    let token = make_token(&third, "admin");
    let site = RunningSite::start(BINARY, &third, &[]);
    let room = site.request("GET", "/sections/resolve-path/house/room", Some(&token), "");
    assert_eq!(room.expect(200).json()["section"]["path"], "house/room");
}
