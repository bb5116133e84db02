//! Databases that are broken in themselves: what is not found is not gone, and no backup hides it.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use store::Location;
use testkit::{Form, RunningSite, run_folia};

use crate::media::picture;
use crate::service::archive::{folia, furnished, written_in_part};
use crate::service::binary::{BINARY, is_in_order};
use crate::service::invariants;

/// The index in which documents of a collection are found by their ids.
fn index_of(collection: &str) -> String {
    format!("sqlite_autoindex_{collection}_1")
}

fn lines_in(archive: &Path, name: &str) -> usize {
    let listed = Command::new("tar").arg("-xOf").arg(archive).arg(name).output();
    listed.expect("tar is there").stdout.iter().filter(|byte| **byte == b'\n').count()
}

#[tokio::test]
async fn a_row_that_an_index_does_not_know_is_in_every_backup_and_stays_in_a_repair() {
    for collection in ["items", "bodies", "uploads", "navlinks", "settings"] {
        let (database, _) = furnished().await;
        if !matches!(database.location, Location::File(_)) {
            return;
        }
        folia(&database, &["backup", "good.tar"]).unwrap();
        std::fs::copy(
            database.folder.path().join("good.tar"),
            database.folder.path().join("site.tar"),
        )
        .unwrap();
        database.forget_in_index(&index_of(collection));
        let told = invariants::folia(&database, &["check"]).unwrap_err();
        assert!(told.contains("missing from index"), "{collection}: {told}");
        let proposed = folia(&database, &["check"]).unwrap_err();
        assert!(proposed.contains("`folia check --repair` mends"), "{collection}: {proposed}");

        // Nobody knows what else is broken, so it is not whole, and everything is in it.
        let refused = folia(&database, &["backup", "site.tar"]).unwrap_err();
        assert!(refused.contains("holds a better backup"), "{collection}: {refused}");
        let told = written_in_part(&database, &["backup", "broken.tar"]);
        assert!(told.contains("the file of the database is damaged"), "{collection}: {told}");
        let name = format!("documents/{collection}.jsonl");
        let [good, broken] =
            ["good.tar", "broken.tar"].map(|it| lines_in(&database.folder.path().join(it), &name));
        assert!(good > 0 && good == broken, "{collection}: {good} {broken}");
        let told = written_in_part(&database, &["export", "broken"]);
        assert!(told.contains("the file of the database is damaged"), "{collection}: {told}");

        let told = folia(&database, &["check", "--repair"]).unwrap();
        assert!(told.contains("mended: database: its indexes were made again"), "{told}");
        assert!(!told.contains("it is removed"), "{collection}: {told}");
        folia(&database, &["backup", "site.tar"]).unwrap();
        assert_eq!(lines_in(&database.folder.path().join("site.tar"), &name), good, "{collection}");
        assert!(is_in_order(&folia(&database, &["check"]).unwrap()), "{collection}");
    }
}

/// A repair makes it good by removing what the others have left.
#[tokio::test]
async fn a_backup_without_what_its_documents_belong_to_is_not_whole() {
    let (database, _) = furnished().await;
    let file = database.folder.path().join("site.tar");
    folia(&database, &["backup", "site.tar"]).unwrap();
    let good = std::fs::read(&file).unwrap();
    database.lose_all("items").await;
    let refused = folia(&database, &["backup", "site.tar"]).unwrap_err();
    assert!(refused.contains("holds a better backup"), "{refused}");
    assert!(std::fs::read(&file).unwrap() == good);
    let told = written_in_part(&database, &["backup", "other.tar"]);
    assert!(told.contains("bringing it back needs --repair, which removes"), "{told}");
}

/// An id that is no text, and as a text would be another.
#[tokio::test]
async fn an_id_that_is_no_text_holds_up_nobody() {
    let (database, _) = furnished().await;
    if !matches!(database.location, Location::File(_)) {
        return;
    }
    database.spoil_id("items").await;
    let ended = tokio::task::spawn_blocking(move || {
        let told = invariants::folia(&database, &["check"]).unwrap_err();
        assert!(told.contains("which is no id"), "{told}");
        let output = run_folia(BINARY, &database, &["check", "--repair"]);
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(!told.contains("it is removed"), "{told}");
        written_in_part(&database, &["backup", "site.tar"]);
        assert_eq!(lines_in(&database.folder.path().join("site.tar"), "damaged.jsonl"), 1);
    });
    tokio::time::timeout(Duration::from_secs(120), ended).await.expect("it ends").unwrap();
}

/// As many files are lost as before, and others.
#[tokio::test]
async fn a_backup_without_one_file_is_not_replaced_by_one_without_another() {
    let (database, token) = furnished().await;
    let media = database.folder.path().join("data/media");
    if !media.exists() {
        return;
    }
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let form = Form::default().file("Other.webp", &picture("lossy.webp"));
    site.post_form("/uploads", &token, form).expect(201);
    site.stop();
    let file = database.folder.path().join("site.tar");
    let listed =
        Command::new("find").arg(&media).args(["-mindepth", "2", "-name", "*.webp"]).output();
    let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
    let [first, second] = [0, 1].map(|at| Path::new(listed.lines().nth(at).unwrap()).to_owned());
    let away = database.folder.path().join("away");
    std::fs::rename(&first, &away).unwrap();
    written_in_part(&database, &["backup", "site.tar"]);
    written_in_part(&database, &["backup", "site.tar"]);
    let without_first = std::fs::read(&file).unwrap();
    std::fs::rename(&away, &first).unwrap();
    std::fs::rename(&second, &away).unwrap();
    let refused = folia(&database, &["backup", "site.tar"]).unwrap_err();
    assert!(refused.contains("holds a better backup"), "{refused}");
    assert!(std::fs::read(&file).unwrap() == without_first);
    std::fs::rename(&away, &second).unwrap();
    folia(&database, &["backup", "site.tar"]).unwrap();
}
