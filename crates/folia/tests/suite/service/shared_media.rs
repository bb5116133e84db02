//! Two databases that know one folder or bucket of media: neither takes away what is the other's.

use std::path::{Path, PathBuf};

use testkit::{SmallDisk, TestDatabase, eventually, run_folia, spawn_folia};

use crate::service::archive::furnished;
use crate::service::binary::{BINARY, is_in_order};
use crate::service::restore::assert_nothing_is_there;

fn media_of(database: &TestDatabase) -> PathBuf {
    database.folder.path().join(match &database.bucket {
        None => "data/media",
        Some(_) => "buckets/site/some/prefix",
    })
}

fn count_files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.file_type().is_ok_and(|it| it.is_dir()) {
            true => count_files(&entry.path()),
            false => 1,
        })
        .sum()
}

fn run(database: &TestDatabase, arguments: &[&str]) -> Result<String, String> {
    let ran = run_folia(BINARY, database, arguments);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    match ran.status.success() {
        true => Ok(text(ran.stdout)),
        false => Err(text(ran.stdout) + &text(ran.stderr)),
    }
}

/// An import into one database is killed; one into another comes to its end; then the first is tried again, and fails.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_import_has_left_is_of_whoever_took_it_over() {
    let (first, _) = furnished().await;
    for copy in ["whole", "damaged"] {
        run(&first, &["export", copy]).unwrap();
    }
    let path = |name: &str| first.folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("damaged/documents/bodies.jsonl"), "").unwrap();
    let site = TestDatabase::create().await;
    let media = media_of(&site);
    let mut killed = false;
    // Where it was quicker than we were, once more with another database.
    for round in 0..20 {
        let other = format!("sqlite:{}/other{round}.db", site.folder.path().display());
        let arguments = ["import", &path("whole"), "--database", &other];
        let mut import = spawn_folia(BINARY, &site, &arguments);
        let is_begun = || count_files(&media) > 0 || import.try_wait().unwrap().is_some();
        eventually("files come in", is_begun).await;
        import.kill().unwrap();
        import.wait().unwrap();
        killed = run(&site, &["check", "--database", &other])
            .is_err_and(|told| told.contains("was interrupted"));
        if !killed {
            std::fs::remove_dir_all(&media).unwrap();
            continue;
        }
        run(&site, &["import", &path("whole")]).unwrap();
        let brought = count_files(&media);
        let expect_whole = |what: &str| {
            let checked = run(&site, &["check"]);
            assert!(checked.as_ref().is_ok_and(|told| is_in_order(told)), "{what}: {checked:?}");
            assert_eq!(count_files(&media), brought, "{what}");
        };
        expect_whole("taken over");
        run(&site, &["import", &path("damaged"), "--database", &other]).unwrap_err();
        expect_whole("an import beside it has failed");
        let told = run(&site, &["check", "--repair", "--database", &other]).unwrap_err();
        assert!(told.contains("another site"), "{told}");
        expect_whole("a repair beside it has been tried");
        break;
    }
    assert!(killed, "none was killed in the middle");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_fills_the_disk_leaves_nothing_and_works_when_there_is_room() {
    let name = "service::shared_media::a_restore_that_fills_the_disk_leaves_nothing_and_works_when_there_is_room";
    let Some(disk) = SmallDisk::here(name, 32) else { return };
    let (first, _) = furnished().await;
    // The bucket of the tests is a folder on the same disk.
    let large = media_of(&first).join("zz_1200.webp");
    std::fs::write(&large, vec![7; 5 << 20]).unwrap();
    run(&first, &["backup", "site.tar"]).unwrap();
    std::fs::remove_file(&large).unwrap();
    let archive = first.folder.path().join("site.tar");
    let archive = archive.to_str().unwrap();
    let second = TestDatabase::create().await;
    for verb in ["restore", "import"] {
        disk.leave(3 << 20);
        let told = run(&second, &[verb, archive]).unwrap_err();
        // A bucket has its own words for it.
        assert!(told.contains("No space left") || second.bucket.is_some(), "{told}");
        assert_nothing_is_there(&second, verb).await;
        disk.clear();
    }
    run(&second, &["restore", archive]).unwrap();
    let checked = run(&second, &["check"]).unwrap();
    assert!(is_in_order(&checked), "{checked}");
}

/// A `--database` that is mistyped, and one whose import was killed when the place was taken over already: neither knows
/// these files, and neither touches them.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_documents_sets_nothing_aside() {
    let (site, _) = furnished().await;
    let media = media_of(&site);
    let before = count_files(&media);
    let other = format!("sqlite:{}/other.db", site.folder.path().display());
    run(&site, &["export", "whole"]).unwrap();
    let empty = TestDatabase::create().await;
    run(&empty, &["token", "create", "--role", "admin", "--database", &other]).unwrap();
    let told = run(&site, &["check", "--repair", "--database", &other]).unwrap_err();
    assert!(told.contains("whose these files are"), "{told}");
    assert!(!told.contains("--repair"), "what was just done is no advice: {told}");
    assert_eq!(count_files(&media), before);
    // The mark of whoever takes it over, as a killed import leaves it.
    let mark = media.join(".folia-site");
    let taken = "01939b1e-7c00-7abc-8def-0123456789ab\ntaken over from 01939b1e-7c00-7abc-8def-0123456789ac\n";
    std::fs::write(&mark, taken).unwrap();
    for database in [&[][..], &["--database", &other]] {
        let told = run(&site, &[&["check", "--repair"], database].concat()).unwrap_err();
        assert!(told.contains("another site"), "{told}");
        assert_eq!(count_files(&media), before + 1);
    }
    std::fs::remove_file(&mark).unwrap();
    // What the site itself does not know is set aside, and comes back when it is missed.
    std::fs::write(media.join("stray.bin"), "x").unwrap();
    let told = run(&site, &["check", "--repair"]).unwrap();
    assert!(told.contains("set-aside"), "{told}");
    assert_eq!(count_files(&media.join("set-aside")), 1);
    let checked = run(&site, &["check"]).unwrap();
    assert!(is_in_order(&checked), "{checked}");
}

/// A place within the place of another site is that site's own.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_below_with_a_mark_of_its_own_is_left_alone() {
    let (site, _) = furnished().await;
    let media = media_of(&site);
    let inner = media.join("inner/01939b1e-7c00-7abc-8def-0123456789ab");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(media.join("inner/.folia-site"), "somebody\n").unwrap();
    std::fs::write(inner.join("x.webp"), "x").unwrap();
    run(&site, &["check", "--repair"]).unwrap();
    assert!(inner.join("x.webp").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_writes_over_nothing_but_a_backup() {
    let (site, _) = furnished().await;
    let path = |name: &str| site.folder.path().join(name);
    std::fs::write(path("letter.txt"), "words").unwrap();
    for name in ["letter.txt", ".folia-backup-mine.tar"] {
        run(&site, &["backup", name]).unwrap_err();
    }
    assert_eq!(std::fs::read(path("letter.txt")).unwrap(), b"words");
    for _ in 0..2 {
        run(&site, &["backup", "site.tar"]).unwrap();
    }
}
