//! What is handed out with a release.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::service::binary::BINARY;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, below: &Path, found: &mut BTreeMap<String, PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, below, found),
            false => {
                let name = path.strip_prefix(below).unwrap().to_str().unwrap().to_owned();
                found.insert(name, path);
            }
        }
    }
}

/// The names and versions in the lock file, with the checksums of those that come from elsewhere.
fn locked() -> BTreeMap<(String, String), Option<String>> {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let value = |part: &str, key: &str| {
        let line = part.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.map(|value| value.trim_matches('"').to_owned())
    };
    let parts = text.split("[[package]]").skip(1);
    let package = |part: &str| {
        Some(((value(part, "name")?, value(part, "version")?), value(part, "checksum")))
    };
    parts.filter_map(package).collect()
}

/// With the program of the tests, which is as good for this as one of a release.
#[test]
fn a_release_holds_what_its_lists_say() {
    let place = tempfile::tempdir().unwrap();
    let model = place.path().join("model");
    std::fs::create_dir(&model).unwrap();
    std::fs::write(model.join("model.safetensors"), "stands for a model").unwrap();
    let made = Command::new(root().join("tools/dist"))
        .args([Path::new(BINARY), &model, place.path()])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut entries = std::fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().path());
    let release = entries.find(|path| *path != model).unwrap();
    let mut found = BTreeMap::new();
    files(&release, &release, &mut found);
    for name in ["folia", "folia.service", "licences/LICENSE-MIT", "config.default.toml"] {
        assert!(found.contains_key(name), "{name}: {found:?}");
    }

    // Every file but the list itself, with the sum it has.
    let sums = std::fs::read_to_string(release.join("SHA256SUMS")).unwrap();
    let sums: BTreeMap<&str, &str> = sums
        .lines()
        .map(|line| line.split_once("  ").unwrap())
        .map(|(sum, name)| (name, sum))
        .collect();
    found.remove("SHA256SUMS").unwrap();
    assert!(found.keys().map(String::as_str).eq(sums.keys().copied()), "{found:?}");
    for (name, path) in &found {
        let digest = Sha256::digest(std::fs::read(path).unwrap());
        let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(sum, sums[name.as_str()], "{name}");
    }

    // Nothing leads to what was not passed on.
    for (name, path) in found.iter().filter(|(name, _)| name.ends_with(".md")) {
        let text = std::fs::read_to_string(path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_elsewhere = link.starts_with('#') || link.contains("://");
            assert!(is_elsewhere || release.join(link).exists(), "{name} leads to {link}");
        }
    }

    // What is listed is what the lock file names, down to the sums, and each has its terms.
    let list: Value =
        serde_json::from_slice(&std::fs::read(&found["sbom.cdx.json"]).unwrap()).unwrap();
    assert_eq!(list["bomFormat"], "CycloneDX");
    let version = env!("CARGO_PKG_VERSION");
    let own = &list["metadata"]["component"];
    assert_eq!(own["name"], "folia");
    assert_eq!(own["version"], version);
    let components = list["components"].as_array().unwrap();
    let locked = locked();
    let (mut crates, mut foreign) = (BTreeSet::new(), Vec::new());
    for component in components {
        let text = |key: &str| component[key].as_str().unwrap().to_owned();
        assert!(component["licenses"][0]["expression"].is_string(), "{component}");
        if !component["purl"].as_str().is_some_and(|purl| purl.starts_with("pkg:cargo/")) {
            continue;
        }
        let (name, version) = (text("name"), text("version"));
        let sum = locked.get(&(name.clone(), version.clone())).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(component["hashes"][0]["content"].as_str(), sum.as_deref(), "{name}");
        foreign.extend(sum.is_some().then(|| format!("{name} {version}: ")));
        crates.insert(name);
    }
    for needed in ["axum", "tokio", "serde", "kernel", "store"] {
        assert!(crates.contains(needed), "{needed} is not listed");
    }
    for development in ["proptest", "testkit"] {
        assert!(!crates.contains(development), "{development} is in no program");
    }
    let terms = std::fs::read_to_string(&found["licences/THIRD-PARTY.txt"]).unwrap();
    let heads: Vec<&str> = terms.lines().collect();
    for name in foreign {
        assert!(heads.iter().any(|line| line.starts_with(&name)), "{name} has no terms");
    }
}

/// On another kind of machine other packages are needed.
#[test]
fn the_list_of_contents_is_for_the_machine_of_the_compiler() {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = place.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    };
    write("rustc", "echo 'rustc 1.0.0'; echo 'host: riscv64gc-unknown-linux-gnu'");
    write("cargo", "echo \"$@\" >\"$(dirname \"$0\")/asked\"; exit 1");
    let made = Command::new("sh")
        .args(["-c", "PATH=\"$0:$PATH\" exec \"$@\""])
        .arg(place.path())
        .arg(root().join("tools/sbom"))
        .args([place.path().join("list"), place.path().join("licences")])
        .output()
        .unwrap();
    assert!(!made.status.success());
    let asked = std::fs::read_to_string(place.path().join("asked")).unwrap();
    assert!(asked.contains("--filter-platform riscv64gc-unknown-linux-gnu"), "{asked}");
}

#[test]
fn the_unit_file_says_nothing_that_systemd_does_not_know() {
    let place = tempfile::tempdir().unwrap();
    let unit = std::fs::read_to_string(root().join("packaging/folia.service")).unwrap();
    assert!(unit.contains("ExecStart=/usr/local/bin/folia serve"));
    // The program has to be where it says.
    let unit = unit.replace("/usr/local/bin/folia", BINARY);
    let verify = |text: &str| {
        let path = place.path().join("folia.service");
        std::fs::write(&path, text).unwrap();
        let verifying =
            Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&path).output();
        verifying.ok().map(|told| String::from_utf8_lossy(&told.stderr).into_owned())
    };
    let Some(told) = verify(&unit) else {
        eprintln!("NOT RUN: the unit file (no systemd-analyze)");
        return;
    };
    assert_eq!(told, "");
    assert_eq!(verify(&unit.replace("# ReadWritePaths=", "ReadWritePaths=-")).unwrap(), "");
    assert!(
        verify(&unit.replace("RestartSec", "RestartSoon")).is_some_and(|told| !told.is_empty())
    );
}

/// Otherwise it is killed before the database is closed.
#[test]
fn the_unit_file_waits_for_longer_than_a_stop_takes() {
    let seconds = |file: &str, key: &str| {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let mut lines = text.lines();
        let value = lines.find_map(|line| line.strip_prefix(key)).expect(key);
        value.trim().parse::<u32>().unwrap()
    };
    // Requests, the job in hand, a backup; then SQLite's patience with others who have the file open.
    let stop = 3 * seconds("config.default.toml", "drain_timeout =") + 5;
    assert!(seconds("packaging/folia.service", "TimeoutStopSec=") > stop);
}

/// What the unit keeps from being written has to be said where people are told to write there.
#[test]
fn the_unit_file_and_its_description_agree_on_backups_elsewhere() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
    let (unit, told) = (read("packaging/folia.service"), read("docs/operations.md"));
    assert!(unit.contains("\nProtectSystem=strict\n"));
    let folder = told.split("\"file:").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(unit.contains(&format!("\n# ReadWritePaths={folder}\n")), "{folder}");
    assert!(told.contains(&format!("`ReadWritePaths={folder}`")), "{folder}");
}
