//! What is left of a site on the disk: nothing that was deleted, and nothing others can read.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use store::Location;
use testkit::{Form, PATIENCE, RunningSite, TestDatabase};

use crate::contact::{expect_received, inbox, site, write};
use crate::service::binary::{BINARY, make_token};

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

fn holds(folder: &Path, text: &str) -> Option<PathBuf> {
    files(folder).into_iter().find(|path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

/// On PostgreSQL it is the server that overwrites what is deleted, when it cleans up.
#[tokio::test]
async fn a_deleted_message_is_in_no_file_of_the_site() {
    let site = site().await;
    if !matches!(site.database.location, Location::File(_)) {
        return;
    }
    let words = "a message nobody should find again";
    expect_received(write(&site, &site.anonymous, json!({ "message": words })).await);
    expect_received(write(&site, &site.anonymous, json!({ "message": "another" })).await);
    let folder = site.database.folder.path();
    assert!(holds(folder, words).is_some());
    let message = inbox(&site).await.into_iter().find(|it| it["message"] == words).unwrap();
    site.admin
        .delete(&format!("/contact/messages/{}", message["id"].as_str().unwrap()))
        .await
        .expect(204);
    let deadline = Instant::now() + PATIENCE;
    while let Some(file) = holds(folder, words) {
        assert!(Instant::now() < deadline, "it is still in {}", file.display());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(inbox(&site).await.len(), 1);
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
    let archive = database.folder.path().join("data/backup.tar");
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
