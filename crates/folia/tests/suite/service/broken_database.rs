//! Databases that are broken in themselves: what is not found is not gone, and no backup hides it.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use store::Location;
use testkit::{Form, RunningSite, TestDatabase, run_folia};

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
        assert!(proposed.contains("`folia check --repair` may mend"), "{collection}: {proposed}");

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

/// Adds pages at the end of a file that nothing uses. SQLite tells of each before it tells of rows.
fn add_unused_pages(database: &TestDatabase, count: u32) {
    let Location::File(file) = &database.location else { panic!("a server keeps its own files") };
    let file = OpenOptions::new().read(true).write(true).open(file).unwrap();
    let mut header = [0; 32];
    file.read_exact_at(&mut header, 0).unwrap();
    let size = u64::from(u16::from_be_bytes(header[16..18].try_into().unwrap()));
    let pages = u32::from_be_bytes(header[28..32].try_into().unwrap()) + count;
    file.write_all_at(&pages.to_be_bytes(), 28).unwrap();
    file.set_len(u64::from(pages) * size).unwrap();
}

#[tokio::test]
async fn room_that_nothing_uses_hides_no_row_that_is_not_found() {
    let (database, _) = furnished().await;
    if !matches!(database.location, Location::File(_)) {
        return;
    }
    let file = database.folder.path().join("site.tar");
    folia(&database, &["backup", "site.tar"]).unwrap();
    let good = ["items", "bodies"].map(|it| lines_in(&file, &format!("documents/{it}.jsonl")));
    database.forget_in_index(&index_of("items"));
    add_unused_pages(&database, 150);
    let told = invariants::folia(&database, &["check"]).unwrap_err();
    assert!(told.contains("missing from index sqlite_autoindex_items_1"), "{told}");
    assert!(told.contains("note: database: and 50 more of this sort"), "{told}");
    let refused = folia(&database, &["backup", "site.tar"]).unwrap_err();
    assert!(refused.contains("holds a better backup"), "{refused}");
    let told = folia(&database, &["check", "--repair"]).unwrap();
    assert!(told.contains("mended: database: its indexes were made again"), "{told}");
    assert!(!told.contains("it is removed"), "{told}");
    folia(&database, &["backup", "site.tar"]).unwrap();
    let now = ["items", "bodies"].map(|it| lines_in(&file, &format!("documents/{it}.jsonl")));
    assert_eq!(now, good);
}

/// The table has lost rows that its index still knows. Whoever makes that anew makes the loss whole.
#[tokio::test]
async fn an_index_that_knows_of_lost_rows_stays_and_nothing_goes_with_them() {
    let (database, _) = furnished().await;
    if !matches!(database.location, Location::File(_)) {
        return;
    }
    let file = database.folder.path().join("site.tar");
    folia(&database, &["backup", "site.tar"]).unwrap();
    let good = lines_in(&file, "documents/bodies.jsonl");
    // A table is a tree like an index.
    database.forget_in_index("items");
    let found = invariants::folia(&database, &["check"]).unwrap_err();
    assert!(found.contains("wrong # of entries in index"), "{found}");
    let refused = folia(&database, &["check", "--repair"]).unwrap_err();
    assert!(refused.contains("knows of rows that are not in their table"), "{refused}");
    assert!(refused.contains("and nothing was mended"), "{refused}");
    let of_file = |told: &str| -> Vec<String> {
        let lines = told.lines().filter(|line| line.starts_with("database: "));
        lines.map(ToOwned::to_owned).collect()
    };
    let left = invariants::folia(&database, &["check"]).unwrap_err();
    assert_eq!(of_file(&left), of_file(&found));
    let refused = folia(&database, &["backup", "site.tar"]).unwrap_err();
    assert!(refused.contains("holds a better backup"), "{refused}");
    written_in_part(&database, &["backup", "broken.tar"]);
    let broken = database.folder.path().join("broken.tar");
    assert_eq!(lines_in(&broken, "documents/bodies.jsonl"), good);
}

/// SQLite ends its look where it cannot read on, and every row is there.
#[tokio::test]
async fn an_index_that_cannot_be_read_is_told_and_every_row_is_in_a_backup() {
    for collection in ["items", "bodies", "uploads"] {
        let (database, _) = furnished().await;
        if !matches!(database.location, Location::File(_)) {
            return;
        }
        let file = database.folder.path().join("site.tar");
        folia(&database, &["backup", "site.tar"]).unwrap();
        let name = format!("documents/{collection}.jsonl");
        let good = lines_in(&file, &name);
        database.lose_index(&index_of(collection));
        let told = invariants::folia(&database, &["check"]).unwrap_err();
        assert!(told.contains("database: "), "{collection}: {told}");
        let told = folia(&database, &["check"]).unwrap_err();
        assert!(told.contains("may mend") || told.contains("its file is damaged"), "{told}");
        let refused = folia(&database, &["check", "--repair"]).unwrap_err();
        assert!(refused.contains("and nothing was mended"), "{collection}: {refused}");
        let refused = folia(&database, &["backup", "site.tar"]).unwrap_err();
        assert!(refused.contains("holds a better backup"), "{collection}: {refused}");
        let told = written_in_part(&database, &["backup", "broken.tar"]);
        assert!(told.contains("the file of the database is damaged"), "{collection}: {told}");
        let broken = database.folder.path().join("broken.tar");
        assert_eq!(lines_in(&broken, &name), good, "{collection}");
    }
}

/// Nobody knows which of the two is right, so it counts as one that cannot be read.
#[tokio::test]
async fn a_document_that_names_another_than_its_column_stays_with_all_that_is_its_own() {
    const NOBODY: &str = "01939b1e-7c00-7abc-8def-0123456789ab";
    let (database, _) = invariants::furnished().await;
    if !matches!(database.location, Location::File(_)) {
        return;
    }
    folia(&database, &["backup", "site.tar"]).unwrap();
    let names = ["documents/revisions.jsonl", "documents/revision_bodies.jsonl"];
    let [revisions, bodies] =
        names.map(|it| lines_in(&database.folder.path().join("site.tar"), it));
    assert!(revisions > 0);
    database.say_otherwise("revisions", "item_id", NOBODY).await;
    for _ in 0..2 {
        let told = invariants::folia(&database, &["check", "--repair"]).unwrap_err();
        assert!(told.contains("names another item_id than its column does"), "{told}");
        assert!(!told.contains("it is removed"), "{told}");
    }
    written_in_part(&database, &["backup", "other.tar"]);
    let other = database.folder.path().join("other.tar");
    assert_eq!(lines_in(&other, "damaged.jsonl"), revisions);
    assert_eq!(lines_in(&other, names[1]), bodies);
    // It comes back as it was.
    let back = TestDatabase::create().await;
    let brought = run_folia(BINARY, &back, &["restore", &other.display().to_string(), "--repair"]);
    assert!(brought.status.success(), "{}", String::from_utf8_lossy(&brought.stderr));
    written_in_part(&back, &["backup", "back.tar"]);
    let back = back.folder.path().join("back.tar");
    assert_eq!(lines_in(&back, "damaged.jsonl"), revisions);
    assert_eq!(lines_in(&back, names[1]), bodies);
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
