//! What a command says of an archive that it writes, and what it does not write over.

use std::os::unix::fs::symlink;
use std::path::Path;

use content::sections::Section;
use kernel::SitePath;
use store::{Location, Query, StoreError};
use testkit::{RunningSite, TestDatabase, run_folia};

use crate::service::archive::{folia, furnished, written_in_part};
use crate::service::binary::{BINARY, is_in_order};
use crate::service::invariants::{self, store_of};

const NEEDS_REPAIR: &str = "bringing it back needs --repair";
const IS_STUCK: &str = "it cannot be brought back, not even with --repair";

/// Past all rules.
async fn alter(database: &TestDatabase, alter: fn(&mut Section)) {
    let store = store_of(database).await;
    let altered: Result<(), StoreError> = store
        .write(move |all| {
            for mut stored in all.list::<Section>(&Query::all())? {
                alter(&mut stored.document);
                all.replace(stored)?;
            }
            Ok(())
        })
        .await;
    altered.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_backup_says_whether_a_repair_brings_it_back() {
    let (database, _) = furnished().await;
    let back_up = || folia(&database, &["backup", "site.tar"]).unwrap();
    let archive = database.folder.path().join("site.tar");
    let import = ["import", "--repair", archive.to_str().unwrap()];
    let told = back_up();
    assert!(!told.contains(NEEDS_REPAIR) && !told.contains(IS_STUCK), "{told}");

    alter(&database, |section| section.path = SitePath::new("elsewhere")).await;
    let told = back_up();
    assert!(told.contains(NEEDS_REPAIR) && !told.contains(IS_STUCK), "{told}");
    folia(&TestDatabase::create().await, &import).unwrap();

    // Nobody but the owner knows a shorter one.
    alter(&database, |section| section.title = "x".repeat(5000)).await;
    std::fs::remove_file(&archive).unwrap();
    let told = written_in_part(&database, &["backup", "site.tar"]);
    assert!(told.contains(IS_STUCK) && !told.contains(NEEDS_REPAIR), "{told}");
    let refused = folia(&TestDatabase::create().await, &import).unwrap_err();
    assert!(refused.contains("title may have up to"), "{refused}");
    assert!(refused.contains("no repair makes this good") && !refused.contains("--repair"));
}

#[tokio::test]
async fn a_backup_of_a_site_that_breaks_a_unique_rule_says_that_no_repair_brings_it_back() {
    let (database, _) = furnished().await;
    let twin = "01939b1e-7c00-7abc-8def-0123456789ab";
    database.store_twice("sections", "sections_place", "place", twin).await;
    let told = invariants::folia(&database, &["check"]).unwrap_err();
    assert!(told.contains("the rule sections_place is not kept"), "{told}");
    let told = written_in_part(&database, &["backup", "site.tar"]);
    assert!(told.contains(IS_STUCK) && !told.contains(NEEDS_REPAIR), "{told}");
    let archive = database.folder.path().join("site.tar");
    let import = ["import", "--repair", archive.to_str().unwrap()];
    let refused = folia(&TestDatabase::create().await, &import).unwrap_err();
    assert!(refused.contains("unique rule sections_place"), "{refused}");
}

#[tokio::test]
async fn files_that_are_missing_are_told_by_whoever_makes_an_archive_and_by_whoever_takes_it() {
    let (database, _) = furnished().await;
    let media = database.folder.path().join("data/media");
    if !media.exists() {
        return;
    }
    std::fs::remove_dir_all(&media).unwrap();
    let made =
        "note: files of media that do not come back from it, as they are missing or not whole: ";
    let taken = "note: files of media that the archive misses: ";
    for (verb, name) in [("backup", "site.tar"), ("export", "site")] {
        let told = written_in_part(&database, &[verb, name]);
        assert!(told.contains(made) && !told.contains(NEEDS_REPAIR), "{verb}: {told}");
        let archive = database.folder.path().join(name);
        let into = TestDatabase::create().await;
        let told = folia(&into, &["import", archive.to_str().unwrap()]).unwrap();
        let lines = told.lines().filter(|line| line.starts_with(taken));
        assert_eq!(lines.count(), 1, "{verb}: {told}");
    }
}

/// A check takes what is there and no file of media for something that belongs to nothing.
#[tokio::test]
async fn nothing_is_archived_into_the_folder_of_media() {
    let (database, _) = furnished().await;
    let data = database.folder.path().join("data");
    if !data.join("media").exists() {
        return;
    }
    std::fs::create_dir(data.join("media/backups")).unwrap();
    std::os::unix::fs::symlink(data.join("media"), data.join("link")).unwrap();
    for (verb, target) in [
        ("backup", "data/media/site.tar"),
        ("backup", "data/media/backups/folia-20261116T125235Z-1f2e3d4c.tar"),
        ("backup", "data/link/site.tar"),
        ("export", "data/media"),
        ("export", "data/media/site"),
    ] {
        let refused = folia(&database, &[verb, target]).unwrap_err();
        let expected = format!(
            "folia: {target} is in the folder of media, where only files of media may be; name another place\n"
        );
        assert_eq!(refused, expected);
    }
    std::fs::create_dir(data.join("backups")).unwrap();
    folia(&database, &["backup", "data/media/../backups/site.tar"]).unwrap();
    assert!(is_in_order(&folia(&database, &["check"]).unwrap()));
}

/// Something of the site is not in order, and what is lost by that in a backup.
struct Harm {
    name: &'static str,
    comes_back: bool,
}

const HARMS: [Harm; 3] = [
    Harm { name: "no files", comes_back: true },
    Harm { name: "other bytes", comes_back: true },
    Harm { name: "a title that is too long", comes_back: false },
];

async fn do_harm(database: &TestDatabase, harm: &Harm) {
    let media = database.folder.path().join("data/media");
    match harm.name {
        "no files" => std::fs::remove_dir_all(media).unwrap(),
        "other bytes" => files_in(&media).iter().for_each(|path| spoil(path)),
        _ => alter(database, |section| section.title = "x".repeat(5000)).await,
    }
}

/// All below a folder, but for marks.
fn files_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(files_in(&entry.path())),
            false if entry.file_name().to_string_lossy().starts_with('.') => {}
            false => found.push(entry.path()),
        }
    }
    found
}

/// As a disk does that gives back nothing but zeros.
fn spoil(path: &Path) {
    let size = path.metadata().unwrap().len();
    std::fs::write(path, vec![0; size as usize]).unwrap();
}

/// By hand, over the last one, as some do every night.
#[tokio::test]
async fn a_backup_by_hand_never_takes_the_place_of_a_better_one() {
    for harm in HARMS {
        let (database, _) = furnished().await;
        if !database.folder.path().join("data/media").exists() {
            return;
        }
        let file = database.folder.path().join("site.tar");
        folia(&database, &["backup", "site.tar"]).unwrap();
        let good = std::fs::read(&file).unwrap();
        do_harm(&database, &harm).await;
        let output = run_folia(BINARY, &database, &["backup", "site.tar"]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{}: {told}", harm.name);
        let said = "site.tar holds a better backup, which stays, and nothing was written";
        assert!(told.contains(said) && told.contains("name another file"), "{}: {told}", harm.name);
        assert!(std::fs::read(&file).unwrap() == good, "{}", harm.name);

        // Under another name it is better than none, and twice as bad is not worse.
        for _ in 0..2 {
            written_in_part(&database, &["backup", "other.tar"]);
        }
        let other = database.folder.path().join("other.tar");
        let import = ["import", "--repair", other.to_str().unwrap()];
        let brought = folia(&TestDatabase::create().await, &import);
        assert_eq!(brought.is_ok(), harm.comes_back, "{}: {brought:?}", harm.name);

        // What nobody can read cannot be compared.
        let mut cut = good.clone();
        let middle = cut.len() / 2;
        cut[middle] ^= 1;
        std::fs::write(&file, &cut).unwrap();
        let told = folia(&database, &["backup", "site.tar"]).unwrap_err();
        assert!(told.contains("site.tar"), "{}: {told}", harm.name);
        assert!(std::fs::read(&file).unwrap() == cut, "{}", harm.name);
    }
}

/// The size is right, so only who reads them knows.
#[tokio::test]
async fn files_with_other_bytes_are_told_and_do_not_come_back() {
    let (database, _) = furnished().await;
    let media = database.folder.path().join("data/media");
    if !media.exists() {
        return;
    }
    let spoiled = files_in(&media).remove(0);
    let key = spoiled.strip_prefix(&media).unwrap().to_str().unwrap().to_owned();
    spoil(&spoiled);
    for (verb, name) in [("backup", "site.tar"), ("export", "site")] {
        let told = written_in_part(&database, &[verb, name]);
        let made =
            "do not come back from it, as they are missing or not whole: 1; `folia check --bytes`";
        assert!(told.contains(made), "{verb}: {told}");
        let into = TestDatabase::create().await;
        let archive = database.folder.path().join(name);
        let told = folia(&into, &["import", archive.to_str().unwrap()]).unwrap();
        let taken = format!("note: files of media that the archive misses: 1 ({key})");
        assert!(told.contains(&taken), "{verb}: {told}");
        let there = into.folder.path().join("data/media");
        assert!(!there.join(&key).exists(), "{verb}");
        let [all, came] = [&media, &there].map(|folder| files_in(folder).len());
        assert_eq!(came + 1, all, "{verb}: the others came");
    }
    // Who has no better finds the bytes in it.
    let kept = database.folder.path().join("site/media").join(&key);
    assert_eq!(std::fs::read(kept).unwrap(), std::fs::read(&spoiled).unwrap());
}

/// An empty file may be the log of a database, in which the next write is looked for.
#[tokio::test]
async fn no_archive_goes_among_the_own_files_of_a_site() {
    let (database, token) = furnished().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let path = |name: &str| database.folder.path().join(name);
    symlink(path("data"), path("link")).unwrap();
    std::fs::create_dir_all(path("data/index")).unwrap();
    std::fs::create_dir_all(path("data/backups")).unwrap();
    let before = files_in(&path("data"));
    let of_database = ["", "-wal", "-shm", "-journal"].map(|end| format!("folia.db{end}"));
    let others = ["folia.lock", "index", "x.tar", "index/x.tar", "backups"].map(str::to_owned);
    for name in of_database.iter().chain(&others) {
        let own = format!("{}/data/{name}", database.folder.path().display());
        for target in [
            format!("data/{name}"),
            format!("link/{name}"),
            format!("./data/backups/../{name}"),
            own,
        ] {
            let told = folia(&database, &["backup", &target]).unwrap_err();
            assert!(told.contains("is in the data folder"), "{target}: {told}");
        }
    }
    for folder in ["data/x", "data/index", "link/x/y"] {
        let told = folia(&database, &["export", folder]).unwrap_err();
        assert!(told.contains("is in the data folder"), "{folder}: {told}");
    }
    assert_eq!(files_in(&path("data")).len(), before.len());
    folia(&database, &["backup", "data/backups/x.tar"]).unwrap();
    // What was written since is there after a kill.
    let body = r#"{"title": "Kept", "slug": "kept", "is_published": true}"#;
    site.request("POST", "/content/story", Some(&token), body).expect(201);
    drop(site);
    let site = RunningSite::start(BINARY, &database, &[]);
    site.request("GET", "/kept", None, "").expect(200);
}

/// Also where the database is elsewhere, and what leads out of the program.
#[tokio::test]
async fn neither_links_nor_streams_nor_what_belongs_to_a_database_is_a_target() {
    let (database, _) = furnished().await;
    let path = |name: &str| database.folder.path().join(name);
    symlink("/proc/self/fd/1", path("stdout")).unwrap();
    symlink(path("none"), path("dangling")).unwrap();
    for name in ["empty", "other.db"] {
        std::fs::write(path(name), "").unwrap();
    }
    for (target, said) in [
        ("-", "not to standard output"),
        ("stdout", "it is a link"),
        ("dangling", "it is a link"),
        ("/dev/stdout", "it is a link"),
        ("empty", "there is an empty file"),
        ("other.db-wal", "a database is beside it"),
        ("other.db-journal", "a database is beside it"),
    ] {
        let told = folia(&database, &["backup", target]).unwrap_err();
        assert!(told.contains(said), "{target}: {told}");
    }
    assert!(!path("-").exists() && !path("none").exists() && !path("other.db-wal").exists());
    assert_eq!(std::fs::read_link(path("stdout")).unwrap(), Path::new("/proc/self/fd/1"));
    if let Location::File(file) = &database.location {
        let beside = format!("{}-journal", file.display());
        folia(&database, &["backup", &beside]).unwrap_err();
        assert!(!Path::new(&beside).exists());
    }
    folia(&database, &["backup", "./-"]).unwrap();
}
