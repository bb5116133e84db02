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
