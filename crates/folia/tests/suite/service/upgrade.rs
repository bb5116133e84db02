//! From one release to the next: what an earlier one has written is all there, and what a later one has
//! written is left alone.

use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use folia::schema::MIGRATIONS;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::schema::Migration;
use store::{Options, Store};
use testkit::{RunningSite, TestDatabase, run_folia};

use crate::service::binary::BINARY;

fn releases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/releases");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "gz")).collect()
}

/// The versions that a changelog has as released.
fn released(changelog: &str) -> Vec<&str> {
    let heads = changelog.lines().filter_map(|line| line.strip_prefix("## [")?.split(']').next());
    heads.filter(|version| version.starts_with(|it: char| it.is_ascii_digit())).collect()
}

/// Whoever releases keeps what that version writes: `tools/keep-release`.
#[test]
fn every_version_in_the_changelog_has_its_archive() {
    assert_eq!(
        released("## [Unreleased]\n\n## [1.2.0] - 2026-11-17\n## [0.1.0]"),
        ["1.2.0", "0.1.0"]
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let changelog = std::fs::read_to_string(root.join("CHANGELOG.md")).unwrap();
    for version in released(&changelog) {
        let archive = format!("fixtures/releases/{version}.tar.gz");
        assert!(root.join(&archive).is_file(), "{archive} is missing; tools/keep-release makes it");
    }
}

#[tokio::test]
async fn the_data_of_every_release_is_all_there() {
    let releases = releases();
    assert!(!releases.is_empty());
    for release in releases {
        let database = TestDatabase::create().await;
        let packed = std::fs::File::open(&release).unwrap();
        tar::Archive::new(GzDecoder::new(packed)).unpack(database.folder.path()).unwrap();
        let expected = std::fs::read(database.folder.path().join("expected.json")).unwrap();
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        // Kept in the embedded database and in a folder, whatever this run uses otherwise.
        let here = [("FOLIA_DATABASE__URL", "sqlite:"), ("FOLIA_MEDIA__URL", "file:")];
        let site = RunningSite::start(BINARY, &database, &here);
        let token = expected["token"].as_str();
        let get = |path: &str| site.request("GET", path, token, "").expect(200);
        for (path, document) in expected["documents"].as_object().unwrap() {
            expect_within(&release, path, document, &get(path).json());
        }
        for (path, digest) in expected["files"].as_object().unwrap() {
            let found: String =
                Sha256::digest(&get(path).body).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(Some(found.as_str()), digest.as_str(), "{path} of {}", release.display());
        }
        for page in expected["pages"].as_array().unwrap() {
            site.request("GET", page.as_str().unwrap(), None, "").expect(200);
        }
        drop(site);
        let data = database.folder.path().join("data").display().to_string();
        let check = ["check", "--database", "sqlite:", "--data", &data];
        let check = run_folia(BINARY, &database, &check);
        assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
        let export = ["export", "exported", "--database", "sqlite:", "--data", &data];
        let export = run_folia(BINARY, &database, &export);
        assert!(export.status.success(), "{}", String::from_utf8_lossy(&export.stderr));
        comes_back(&database.folder.path().join("exported")).await;
    }
}

/// What an earlier release has written goes by today's rules.
async fn comes_back(archive: &Path) {
    let database = TestDatabase::create().await;
    let import = run_folia(BINARY, &database, &["import", archive.to_str().unwrap()]);
    assert!(import.status.success(), "{}", String::from_utf8_lossy(&import.stderr));
    let check = run_folia(BINARY, &database, &["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}

/// Written anew for each answer, or by what goes on beside it.
const MADE_UP: [&str; 11] = [
    "markup",
    "srcset",
    "sizes",
    "warnings",
    "uses",
    "usage_count",
    "hits",
    "last_hit_at",
    "last_used_at",
    "vector_id",
    "indexed_at",
];

/// Later releases may say more, but not less and nothing else.
#[track_caller]
fn expect_within(release: &Path, place: &str, expected: &Value, found: &Value) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (name, value) in
                expected.iter().filter(|(name, _)| !MADE_UP.contains(&name.as_str()))
            {
                let place = format!("{place} {name}");
                let other = found.get(name).unwrap_or(&Value::Null);
                expect_within(release, &place, value, other);
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            assert_eq!(expected.len(), found.len(), "{place} of {}", release.display());
            for (index, (value, other)) in expected.iter().zip(found).enumerate() {
                expect_within(release, &format!("{place} {index}"), value, other);
            }
        }
        _ => assert_eq!(expected, found, "{place} of {}", release.display()),
    }
}

#[tokio::test]
async fn the_data_of_a_later_release_stops_the_start_with_one_line() {
    let database = TestDatabase::create().await;
    let store = Store::open(&database.location, Options::default()).await.unwrap();
    let later = Migration { name: "9999-from-the-future", steps: &[] };
    let all: Vec<Migration> = MIGRATIONS.iter().copied().chain([later]).collect();
    // Migrations live as long as the program, and this test does no harm by it.
    store.migrate(all.leak()).await.unwrap();
    store.close().await;
    for words in [&["serve", "--listen", "127.0.0.1:0"][..], &["check"], &["token", "list"]] {
        let output = run_folia(BINARY, &database, words);
        assert!(!output.status.success());
        let complaint = String::from_utf8(output.stderr).unwrap();
        let expected = "folia: the database has the migration \"9999-from-the-future\", \
                        which this version does not know\n";
        assert_eq!(complaint, expected, "{words:?}");
    }
}
