//! Backups and imports that are killed in the middle: what has its name is whole, and the next one finds its way.

use std::path::{Path, PathBuf};
use std::time::Duration;

use folia::app::open_store;
use folia::backups::BackupState;
use serde_json::json;
use store::{Options, StoreError};
use testkit::{Form, RunningSite, TestDatabase, eventually, run_folia, spawn_folia};

use crate::media::picture;
use crate::service::archive::{furnished, restored};
use crate::service::binary::{BINARY, is_in_order};
use crate::service::restore::backups;

const HOURLY: [(&str, &str); 1] = [("FOLIA_BACKUP__EVERY", "1h")];
const MADE: &str = "a backup was written and read back";

/// Enough to be at it for a while.
async fn full() -> (TestDatabase, String) {
    let (database, token) = furnished().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    for number in 0..60 {
        let title = format!("Story {number}");
        let body = format!("<p>{}</p>", "many words ".repeat(500));
        let story = json!({ "title": title, "body": body }).to_string();
        site.request("POST", "/content/story", Some(&token), &story).expect(201);
    }
    for _ in 0..6 {
        let form = Form::default().file("Photo.webp", &picture("lossy.webp"));
        site.post_form("/uploads", &token, form).expect(201);
    }
    (database, token)
}

/// What work in hand is called, or work that was left.
pub(super) fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_it = |path: &PathBuf| path.to_string_lossy().contains("/.folia-backup-");
    entries.map(|entry| entry.path()).filter(is_it).collect()
}

/// The next one is due at once, whatever became of the last.
async fn forget_backups(database: &TestDatabase) {
    let store = open_store(&database.location, Options::default()).await.unwrap();
    let forgotten: Result<u64, StoreError> =
        store.write(|transaction| transaction.delete_where::<BackupState>(&[])).await;
    forgotten.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_killed_has_no_name_and_the_next_cleans_up() {
    let (database, token) = full().await;
    let data = database.folder.path().join("data");
    let left = || [unfinished(&data), unfinished(&data.join("backups"))].concat();
    let mut killed = 0;
    for round in 0..8 {
        forget_backups(&database).await;
        let mut site = RunningSite::start(BINARY, &database, &HOURLY);
        let made = site.log().matches(MADE).count();
        let is_over = || site.log().matches(MADE).count() > made;
        eventually("it begins", || !left().is_empty() || is_over()).await;
        tokio::time::sleep(Duration::from_millis(12 * round)).await;
        site.kill();
        killed += usize::from(!left().is_empty());
    }
    assert!(killed > 0, "none was killed in the middle");
    forget_backups(&database).await;
    let mut site = RunningSite::start(BINARY, &database, &HOURLY);
    let is_good = || {
        let metrics = site.request("GET", "/metrics", Some(&token), "").expect(200);
        let text = String::from_utf8_lossy(&metrics.body).into_owned();
        !text.lines().any(|line| line == "folia_backup_last_good_seconds 0")
    };
    eventually("the next is made", is_good).await;
    assert_eq!(site.stop(), Some(0));
    assert_eq!(left(), Vec::<PathBuf>::new());
    let kept = backups(&database);
    assert!(!kept.is_empty());
    for archive in kept {
        assert_eq!(restored(&archive).len(), 61, "{}", archive.display());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_import_that_was_killed_the_place_is_mended_and_takes_another() {
    let (first, _) = full().await;
    assert!(run_folia(BINARY, &first, &["backup", "site.tar"]).status.success());
    let archive = first.folder.path().join("site.tar");
    let archive = archive.to_str().unwrap();
    let mut killed = 0;
    for round in 0..6 {
        // A restore is simply repeated.
        let verb = ["import", "restore"][round % 2];
        let database = TestDatabase::create().await;
        let media = match &database.bucket {
            None => database.folder.path().join("data/media"),
            Some(_) => database.folder.path().join("buckets/site/some/prefix"),
        };
        let mut import = spawn_folia(BINARY, &database, &[verb, archive]);
        let has_files = || std::fs::read_dir(&media).is_ok_and(|mut all| all.next().is_some());
        eventually("files come in", || has_files() || import.try_wait().unwrap().is_some()).await;
        tokio::time::sleep(Duration::from_millis(20 * round as u64)).await;
        import.kill().unwrap();
        if import.wait().unwrap().success() {
            continue;
        }
        if verb == "import" {
            let mended = run_folia(BINARY, &database, &["check", "--repair"]);
            let told = String::from_utf8_lossy(&mended.stdout);
            assert!(mended.status.success(), "{told}{}", String::from_utf8_lossy(&mended.stderr));
        }
        let mut again = run_folia(BINARY, &database, &[verb, archive]);
        // A server takes a moment to notice that the one that was killed is gone.
        eventually("the claim is free", || {
            let is_claimed = String::from_utf8_lossy(&again.stderr).contains("is at work in this");
            if is_claimed {
                again = run_folia(BINARY, &database, &[verb, archive]);
            }
            !is_claimed
        })
        .await;
        let told = String::from_utf8_lossy(&again.stderr);
        // Killed in its last moment, it has brought all in.
        let is_whole = ["the site here is not empty", "there are documents in the database"]
            .iter()
            .any(|words| told.contains(words));
        assert!(again.status.success() || is_whole, "{told}");
        killed += usize::from(!is_whole);
        let checked = run_folia(BINARY, &database, &["check"]);
        assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");
    }
    assert!(killed > 0, "none was killed in the middle");
}
