//! What is left of a site on the disk: nothing that was deleted, and nothing others can read.

use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use contact::Arrival;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{Location, StoreError};
use testkit::{Client, Form, PATIENCE, RunningSite, TestDatabase, ask};

use crate::contact::{expect_received, inbox, site, write};
use crate::media::picture;
use crate::service::binary::{BINARY, make_token};
use crate::site::{Site, person};

fn files(below: &Path) -> Vec<PathBuf> {
    let mut found = vec![below.to_owned()];
    let entries = std::fs::read_dir(below).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

/// Files that hold this. Another process looks: closing a file of SQLite would end the locks that this one has on it.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let grep = Command::new("grep").args(["-rlaF", "--", text]).arg(folder).output().unwrap();
    String::from_utf8(grep.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Tables of which a row says this, on a server: its files are its own.
async fn tables_with(database: &TestDatabase, text: &str) -> Vec<String> {
    let url = database.url();
    let names =
        "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()";
    let mut found = Vec::new();
    for row in ask(&url, names).await {
        let name = row[0].clone().unwrap();
        let rows = format!("SELECT 1 FROM {name} AS it WHERE it::text LIKE '%{text}%' LIMIT 1");
        if !ask(&url, &rows).await.is_empty() {
            found.push(name);
        }
    }
    found
}

/// Where something still is: in files of the site or, on a server, in tables. There it is the server that
/// overwrites what is deleted, when it cleans up.
async fn places_with(database: &TestDatabase, text: &str) -> Vec<String> {
    match database.location {
        Location::File(_) => holding(database.folder.path(), text),
        Location::Server(_) => tables_with(database, text).await,
    }
}

/// Waits until something is nowhere.
async fn expect_nowhere(database: &TestDatabase, text: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let places = places_with(database, text).await;
        if places.is_empty() {
            return;
        }
        assert!(Instant::now() < deadline, "{text:?} is still in {places:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A site on which no moment is quiet: somebody always writes, and others read.
#[tokio::test]
async fn a_deleted_message_is_gone_while_others_write() {
    let site = site().await;
    let text = "a message nobody should find while others write";
    expect_received(write(&site, &site.anonymous, json!({ "message": text })).await);
    site.app.jobs().run_due().await.unwrap();
    assert!(!places_with(&site.database, text).await.is_empty(), "it is kept until then");
    let id = inbox(&site).await[0]["id"].as_str().unwrap().to_owned();
    let busy = async || {
        site.app.store.write(|transaction| transaction.enter("busy")).await.unwrap();
        assert!(inbox(&site).await.len() < 2);
        tokio::time::sleep(Duration::from_millis(150)).await;
    };
    busy().await;
    site.admin.delete(&format!("/contact/messages/{id}")).await.expect(204);
    let deleted = Instant::now();
    loop {
        busy().await;
        let places = places_with(&site.database, text).await;
        if places.is_empty() {
            break;
        }
        // Left alone, the log begins anew only after a thousand pages.
        assert!(deleted.elapsed() < Duration::from_secs(40), "it is still in {places:?}");
    }
}

#[tokio::test]
async fn of_a_deleted_message_nothing_is_left_that_tells_who_sent_it() {
    let site = site().await;
    let address = "198.51.100.77";
    let digest = Sha256::digest(address.as_bytes());
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let words = json!({ "name": "Wilhelmine Vergissmich", "email": "wilhelmine@forget.example",
        "message": "a message nobody should find again" });
    let visitor = site.anonymous.calling_from(address.parse().unwrap());
    expect_received(write(&site, &visitor, words.clone()).await);
    expect_received(write(&site, &site.anonymous, json!({ "message": "another" })).await);
    // Its mail is sent, or printed, before it goes.
    site.app.jobs().run_due().await.unwrap();
    let said = ["name", "email", "message"].map(|name| words[name].as_str().unwrap());
    for text in said.into_iter().chain([hash.as_str()]) {
        assert!(!places_with(&site.database, text).await.is_empty(), "{text} is kept until then");
    }
    // The address itself is nowhere from the first.
    assert_eq!(places_with(&site.database, address).await, [""; 0]);
    let is_it = |it: &serde_json::Value| it["message"] == words["message"];
    let message = inbox(&site).await.into_iter().find(is_it).unwrap();
    let id = message["id"].as_str().unwrap();
    site.admin.delete(&format!("/contact/messages/{id}")).await.expect(204);
    for text in said.into_iter().chain([hash.as_str(), address]) {
        expect_nowhere(&site.database, text).await;
    }
    assert_eq!(inbox(&site).await.len(), 1);

    // That one has come from somewhere is counted for its limit, under a digest that needs the site's
    // key, and forgotten after three hours.
    let counted = || async {
        let read: Result<u64, StoreError> =
            site.app.store.read(|transaction| transaction.count::<Arrival>(&[])).await;
        read.unwrap()
    };
    assert_eq!(counted().await, 2);
    site.clock.advance(Duration::from_secs(3 * 60 * 60 + 1));
    assert_eq!(counted().await, 0);
}

/// Something that is deleted for good: words that nothing else holds, who deletes it, and where.
struct Private {
    words: &'static str,
    by: Client,
    path: String,
}

impl Private {
    /// As it was made under an address of which the id is the last part.
    fn made(words: &'static str, by: &Client, below: &str, made: &Value) -> Self {
        let path = format!("{below}/{}", made["id"].as_str().unwrap());
        Self { words, by: by.clone(), path }
    }
}

const ISSUER: &str = "https://id.example";
const PEOPLE: [(&str, &str); 4] = [
    ("auth.issuer", ISSUER),
    ("auth.client_id", "folia"),
    ("auth.admins", "owner@example.com"),
    ("auth.members", "@forget.example"),
];

/// One of every kind that a deletion promises to remove: what can be restored is kept on purpose.
async fn one_of_each(site: &Site) -> Vec<Private> {
    let mut made = Vec::new();
    // First, so that nothing of the others finds its way into it.
    let resume = crate::career::resume("backend-engineer");
    site.admin.post("/resumes", json!({ "document": resume })).await.expect(201);
    let words = "Harbour pilot for a tailoring nobody should find again";
    let job = format!("{words}\n- Kotlin and PostgreSQL in production\n");
    let job = json!({ "job_description": job, "threshold": 0 });
    let tailoring = site.member.post("/tailor", job).await.expect(200).json();
    made.push(Private::made(words, &site.member, "/tailorings", &tailoring));

    let words = "wilhelmine.vergissmich@forget.example";
    let browser = site.sign_in(person(ISSUER, "forget-me", words)).await.client;
    let sessions = browser.get("/auth/sessions").await.expect(200).json();
    made.push(Private::made(words, &browser, "/auth/sessions", &sessions["items"][0]));

    let words = "a token nobody should find again";
    let token = site.admin.post("/auth/tokens", json!({ "name": words, "role": "member" })).await;
    made.push(Private::made(words, &site.admin, "/auth/tokens", &token.expect(201).json()));

    let words = "a chunk nobody should find again";
    let body = json!({ "text": words, "source": "opinion", "chunk_type": "meta",
        "purpose": "personality" });
    let chunk = site.admin.post("/content/chunks", body).await.expect(201).json();
    made.push(Private::made(words, &site.admin, "/content/chunks", &chunk));

    let words = "a sentence about which nobody should find anything again";
    let body = json!({ "original_text": words, "feedback_type": "flagged",
        "job_context": words, "note": words });
    let feedback = site.member.post("/voice/feedback", body).await.expect(201).json();
    made.push(Private::made(words, &site.member, "/voice/feedback", &feedback));

    let words = "a resume nobody should find again";
    let document = json!({ "basics": { "name": "Wilhelmine", "summary": words },
        "work": [{ "name": "Harbour", "position": "Pilot", "highlights": [words] }] });
    let body = json!({ "title": words, "document": document });
    let resume = site.admin.post("/resumes", body).await.expect(201).json();
    made.push(Private::made(words, &site.admin, "/resumes", &resume));

    let words = "a picture nobody should find again";
    // Originals are kept as they came, with what is behind the picture.
    let bytes = [picture("grey.jpg"), words.into()].concat();
    let form = Form::default().file("a.jpg", &bytes).text("alt", words);
    let upload = site.admin.post_form("/uploads", form).await.expect(201).json();
    made.push(Private::made(words, &site.admin, "/uploads", &upload));

    let words = "a link nobody should find again";
    let link = site.admin.post("/navlinks", json!({ "title": words, "url": "/" })).await;
    made.push(Private::made(words, &site.admin, "/navlinks", &link.expect(201).json()));

    let words = "an-address-nobody-should-find-again";
    let html = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    site.anonymous.get_with(&format!("/{words}"), &html).await.expect(404);
    let misses = site.admin.get("/redirects/misses").await.expect(200).json();
    made.push(Private::made(words, &site.admin, "/redirects/misses", &misses["items"][0]));
    made
}

#[tokio::test]
async fn of_everything_that_is_deleted_for_good_nothing_is_left() {
    let site = Site::start_with(&PEOPLE).await;
    let kept = "a story that can be restored";
    let story = json!({ "title": "Kept", "body": format!("<p>{kept}</p>") });
    let story = site.admin.post("/content/story", story).await.expect(201).json();
    let private = one_of_each(&site).await;
    while site.app.jobs().run_due().await.unwrap() > 0 {}
    for Private { words, .. } in &private {
        assert!(
            !places_with(&site.database, words).await.is_empty(),
            "{words:?} is kept until then"
        );
    }
    for Private { by, path, .. } in &private {
        by.delete(path).await.expect(204);
    }
    let story = format!("/content/story/{}", story["id"].as_str().unwrap());
    site.admin.delete(&story).await.expect(204);
    while site.app.jobs().run_due().await.unwrap() > 0 {}
    for Private { words, .. } in &private {
        expect_nowhere(&site.database, words).await;
    }
    assert!(!places_with(&site.database, kept).await.is_empty(), "it can be restored");
}

/// A request that names itself is answered again as it was the first time, for a day: so long a copy of what it made
/// is kept, also when that is deleted.
#[tokio::test]
async fn what_a_repeated_request_would_be_answered_with_is_gone_after_a_day() {
    let site = Site::start().await;
    let words = "a chunk that somebody may ask for twice";
    let body = json!({ "text": words, "source": "opinion", "chunk_type": "meta",
        "purpose": "personality" });
    let create = async |key: &str, body: &Value| {
        let client = site.admin.with_header("idempotency-key", key);
        client.post("/content/chunks", body.clone()).await.expect(201).json()
    };
    let chunk = create("once", &body).await;
    site.admin
        .delete(&format!("/content/chunks/{}", chunk["id"].as_str().unwrap()))
        .await
        .expect(204);
    while site.app.jobs().run_due().await.unwrap() > 0 {}
    if let Location::Server(_) = site.database.location {
        assert_eq!(places_with(&site.database, words).await, ["outcomes"]);
    }
    site.clock.advance(Duration::from_secs(24 * 60 * 60 + 1));
    // Whatever is remembered next sweeps out what has expired; so does the site, every ten minutes.
    let mut other = body.clone();
    other["text"] = json!("another chunk");
    create("twice", &other).await;
    expect_nowhere(&site.database, words).await;
}

/// Started by somebody whose files are everybody's.
#[tokio::test]
async fn files_are_for_their_owner_alone_whatever_the_umask() {
    let database = TestDatabase::create().await;
    let script = database.folder.path().join("careless");
    let text = format!("#!/bin/sh\numask 000\nexec {BINARY} \"$@\"\n");
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let site = RunningSite::start(script.to_str().unwrap(), &database, &[]);
    let token = make_token(&database, "admin");
    let picture = include_bytes!("../../../../../fixtures/pictures/alpha.png");
    let form = Form::default().file("a.png", picture);
    site.post_form("/uploads", &token, form).expect(201);
    let chunk =
        json!({ "text": "x", "source": "opinion", "chunk_type": "meta", "purpose": "personality" });
    site.request("POST", "/content/chunks", Some(&token), &chunk.to_string()).expect(201);
    let archive = database.folder.path().join("data/backups/backup.tar");
    std::fs::DirBuilder::new().mode(0o700).create(archive.parent().unwrap()).unwrap();
    Command::new(&script)
        .current_dir(database.folder.path())
        .env("FOLIA_DATA__DIR", database.folder.path().join("data"))
        .env("FOLIA_DATABASE__URL", database.url())
        .arg("backup")
        .arg(&archive)
        .output()
        .unwrap();
    let found = files(&database.folder.path().join("data"));
    assert!(found.len() >= 3, "{found:?}");
    for path in found {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode & 0o077, 0, "{} has {mode:o}", path.display());
    }
}
