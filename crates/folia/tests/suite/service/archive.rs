//! Backups and exports of a site that is being written to, and what comes back from them.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testkit::{Form, RunningSite, TestDatabase, run_folia, spawn_folia};

use crate::media::picture;
use crate::service::binary::{BINARY, is_in_order, make_token};

pub(crate) fn folia(database: &TestDatabase, arguments: &[&str]) -> Result<String, String> {
    let output = run_folia(BINARY, database, arguments);
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout).unwrap()),
        false => Err(String::from_utf8(output.stderr).unwrap()),
    }
}

/// What is told of an archive that was written, and from which not all of the site comes back.
pub(crate) fn written_in_part(database: &TestDatabase, arguments: &[&str]) -> String {
    let output = run_folia(BINARY, database, arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{arguments:?}: {complaint}");
    assert!(
        complaint.contains("is written, but some of the site does not come back"),
        "{complaint}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn an_archive_of_a_busy_site_holds_everything_acknowledged_before_it_began() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let (stop, acknowledged) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (site, token, stop, acknowledged) = (&site, &token, &stop, &acknowledged);
            scope.spawn(move || {
                for number in 0.. {
                    if stop.load(Ordering::SeqCst) {
                        break;
                    }
                    let slug = format!("w{writer}-{number}");
                    let body = json!({ "title": slug, "slug": slug, "body": "<p>text</p>" });
                    let made =
                        site.request("POST", "/content/story", Some(token), &body.to_string());
                    assert_eq!(made.status, 201);
                    acknowledged.lock().unwrap().push(slug);
                }
            });
        }
        // Also when a check below fails: the writers would go on for ever.
        let _writers_end = StopOnDrop(&stop);
        for round in 0..6 {
            let before = acknowledged.lock().unwrap().clone();
            let name = format!("archive-{round}");
            let verb = if round % 2 == 0 { "backup" } else { "export" };
            folia(&database, &[verb, &name]).unwrap();
            let path = database.folder.path().join(&name);
            assert_private(&path, &token);
            let slugs = restored(&path);
            let missing: Vec<_> = before.iter().filter(|slug| !slugs.contains(slug)).collect();
            assert!(missing.is_empty(), "round {round}: {missing:?}");
        }
    });
    assert!(acknowledged.lock().unwrap().len() > 50, "the site was hardly busy");
}

pub(crate) struct StopOnDrop<'a>(pub(crate) &'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Brings an archive back into a new site, which must be in order, and tells the slugs in it.
pub(crate) fn restored(archive: &Path) -> Vec<String> {
    let archive = archive.to_owned();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let database = std::thread::spawn(move || runtime.block_on(TestDatabase::create()));
    let database = database.join().unwrap();
    folia(&database, &["import", archive.to_str().unwrap()]).unwrap();
    assert!(is_in_order(&folia(&database, &["check"]).unwrap()));
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let mut slugs = Vec::new();
    loop {
        let path =
            format!("/content/story?include_unpublished=true&limit=500&offset={}", slugs.len());
        let page = site.request("GET", &path, Some(&token), "").expect(200).json();
        let items = page["items"].as_array().unwrap();
        if items.is_empty() {
            return slugs;
        }
        slugs.extend(items.iter().map(|item| item["slug"].as_str().unwrap().to_owned()));
    }
}

/// Nobody else may read it, and it holds no secret.
pub(crate) fn assert_private(path: &Path, secret: &str) {
    let metadata = path.metadata().unwrap();
    if metadata.is_dir() {
        assert_eq!(metadata.permissions().mode() & 0o777, 0o700, "{}", path.display());
        for entry in std::fs::read_dir(path).unwrap() {
            assert_private(&entry.unwrap().path(), secret);
        }
        return;
    }
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{}", path.display());
    let bytes = std::fs::read(path).unwrap();
    assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
}

/// A small site with something of everything, and its token.
pub(crate) async fn furnished() -> (TestDatabase, String) {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let send = |method: &str, path: &str, body: Value| {
        let answer = site.request(method, path, Some(&token), &body.to_string());
        assert!(answer.status.is_success(), "{path}: {:?}", answer.status);
        answer.json()
    };
    send("POST", "/navlinks", json!({ "title": "Home", "url": "/" }));
    send("PUT", "/settings", json!({ "title": "Notes", "profile": { "name": "Mia" } }));
    let home = send("POST", "/sections", json!({ "title": "Home", "is_published": true }));
    let story = json!({ "title": "Ünïcode \u{1f600}", "body": "<p>5 &lt; 6</p>", "section_id": home["id"], "is_published": true });
    send("POST", "/content/story", story);
    let id = home["id"].as_str().unwrap();
    send("PUT", &format!("/sections/{id}"), json!({ "slug": "house" }));
    let form = Form::default().file("Photo.webp", &picture("lossy.webp"));
    site.post_form("/uploads", &token, form).expect(201);
    let media = database.folder.path().join("data/media");
    if media.exists() {
        std::fs::write(media.join("old_500.webp"), b"from before").unwrap();
    }
    (database, token)
}

#[tokio::test]
async fn a_restored_site_answers_as_the_first_one_did_to_the_byte() {
    let (first, token) = furnished().await;
    folia(&first, &["backup", "site.folia"]).unwrap();
    let second = TestDatabase::create().await;
    let archive = first.folder.path().join("site.folia");
    let told = folia(&second, &["import", archive.to_str().unwrap()]).unwrap();
    assert!(told.ends_with("files were brought back\n"), "{told}");
    let (one, two) =
        (RunningSite::start(BINARY, &first, &[]), RunningSite::start(BINARY, &second, &[]));
    let uploads = one.request("GET", "/uploads", Some(&token), "").expect(200).json();
    let picture = uploads["items"][0]["url"].as_str().unwrap();
    let stories = one.request("GET", "/content/story", Some(&token), "").expect(200).json();
    let story = format!("/content/story/{}", stories["items"][0]["id"].as_str().unwrap());
    let (revisions, revision) = (format!("{story}/revisions"), format!("{story}/revisions/1"));
    one.request("GET", &revision, Some(&token), "").expect(200);
    for path in [
        picture,
        &revisions,
        &revision,
        "/uploads",
        "/navlinks",
        "/settings",
        "/sections",
        "/content/story",
        "/redirects",
        "/sections/resolve-path/house/unicode-grinning",
        "/sections/resolve-path/home/unicode-grinning",
    ] {
        let ask = |site: &RunningSite| {
            let answer = site.request("GET", path, Some(&token), "");
            (answer.status, answer.headers.get("etag").cloned(), answer.body)
        };
        assert_eq!(ask(&one), ask(&two), "{path}");
    }
    let old = |site: &RunningSite| site.request("GET", "/media/old_500.webp", None, "").body;
    assert_eq!(old(&one), old(&two));
    assert!(is_in_order(&folia(&second, &["check"]).unwrap()));
}

/// Waits until the memory has made of the story what follows from it.
pub(crate) fn wait_for_chunks(site: &RunningSite, token: &str) {
    for _ in 0..300 {
        let stats = site.request("GET", "/content/stats", Some(token), "").expect(200).json();
        if stats["by_source"]["blog"] == 1 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the story was not remembered");
}

#[tokio::test]
async fn what_was_published_is_remembered_again_after_an_import() {
    let (first, token) = furnished().await;
    let mut site = RunningSite::start(BINARY, &first, &[]);
    wait_for_chunks(&site, &token);
    site.request("DELETE", "/content/chunks?source=blog", Some(&token), "").expect(202);
    site.stop();
    folia(&first, &["backup", "site.tar"]).unwrap();
    let second = TestDatabase::create().await;
    let archive = first.folder.path().join("site.tar");
    folia(&second, &["import", archive.to_str().unwrap()]).unwrap();
    wait_for_chunks(&RunningSite::start(BINARY, &second, &[]), &token);
}

#[tokio::test]
async fn an_import_goes_only_into_an_empty_site_that_nobody_serves() {
    let (database, _) = furnished().await;
    folia(&database, &["export", "out"]).unwrap();
    let refused = folia(&database, &["import", "out"]).unwrap_err();
    assert!(refused.contains("the site here is not empty"), "{refused}");
    let refused = folia(&database, &["export", "out"]).unwrap_err();
    assert!(refused.contains("is not empty; name a new folder"), "{refused}");
    let empty = TestDatabase::create().await;
    let _serving = RunningSite::start(BINARY, &empty, &[]);
    let out = database.folder.path().join("out");
    let refused = folia(&empty, &["import", out.to_str().unwrap()]).unwrap_err();
    assert!(refused.contains("in use by another folia"), "{refused}");
}

#[tokio::test]
async fn a_damaged_archive_brings_nothing_back() {
    let (first, _) = furnished().await;
    let folder = first.folder.path();
    folia(&first, &["backup", "whole"]).unwrap();
    let whole = std::fs::read(folder.join("whole")).unwrap();
    std::fs::write(folder.join("cut"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(folder.join("nonsense"), b"nonsense").unwrap();
    std::fs::write(folder.join("nothing"), b"").unwrap();
    let mut altered = whole.clone();
    let home = altered.windows(6).position(|window| window == b"\"Home\"").unwrap();
    altered[home + 3] = b'v';
    std::fs::write(folder.join("altered"), altered).unwrap();
    // A picture of the same length with another byte in it.
    let mut blurred = whole.clone();
    let riff = blurred.windows(4).position(|window| window == b"RIFF").unwrap();
    blurred[riff + 20] ^= 1;
    std::fs::write(folder.join("blurred"), blurred).unwrap();
    folia(&first, &["export", "half"]).unwrap();
    std::fs::remove_file(folder.join("half/documents/sections.jsonl")).unwrap();
    folia(&first, &["export", "dark"]).unwrap();
    std::fs::remove_dir_all(folder.join("dark/media")).unwrap();
    folia(&first, &["export", "newer"]).unwrap();
    let manifest = std::fs::read_to_string(folder.join("newer/manifest.json")).unwrap();
    let manifest = manifest.replace("\"format\": 1", "\"format\": 3");
    std::fs::write(folder.join("newer/manifest.json"), manifest).unwrap();

    let second = TestDatabase::create().await;
    for (name, complaint) in [
        ("absent", "No such file"),
        ("cut", "cut off"),
        ("nonsense", "not an archive"),
        ("nothing", "not an archive"),
        ("altered", "is not what the manifest says"),
        ("blurred", "is not what was written"),
        ("half", "is not what the manifest says"),
        ("dark", "is missing"),
        ("newer", "newer folia"),
    ] {
        let path = folder.join(name);
        let refused = folia(&second, &["import", path.to_str().unwrap()]).unwrap_err();
        assert!(refused.contains(complaint), "{name}: {refused}");
        assert!(refused.lines().last().unwrap().starts_with("folia: "), "{refused}");
    }
    folia(&second, &["import", folder.join("whole").to_str().unwrap()]).unwrap();
}

#[tokio::test]
async fn an_archive_that_was_unpacked_and_packed_again_comes_back() {
    let (database, _) = furnished().await;
    let (path, run) = (|name: &str| database.folder.path().join(name), std::process::Command::new);
    folia(&database, &["export", "exported"]).unwrap();
    for (name, words) in [
        ("dots.tar", &["-C", "exported", "."][..]),
        ("folder.tar", &["exported"]),
        ("pax.tar", &["--format=pax", "-C", "exported", "."]),
    ] {
        let packed = run("tar").arg("-cf").arg(name).args(words).current_dir(path("")).status();
        assert!(packed.unwrap().success());
        assert_eq!(restored(&path(name)), restored(&path("exported")), "{name}");
    }
}

/// A Mac leaves its own files in folders that were looked at, and a second half of each file in what it packs.
#[tokio::test]
async fn what_desktops_and_editors_leave_in_an_archive_is_passed_over() {
    let (database, _) = furnished().await;
    let path = |name: &str| database.folder.path().join(name);
    folia(&database, &["export", "exported"]).unwrap();
    let slugs = restored(&path("exported"));
    std::fs::create_dir_all(path("exported/__MACOSX/documents")).unwrap();
    for name in [
        ".DS_Store",
        "documents/.DS_Store",
        "documents/._items.jsonl",
        "documents/Thumbs.db",
        "media/desktop.ini",
        "__MACOSX/documents/items.jsonl",
        "manifest.json~",
        "files.jsonl~",
        "documents/items.jsonl~",
        "documents/items copy.jsonl",
    ] {
        std::fs::write(path("exported").join(name), "\0\u{5}\u{16}\u{7}").unwrap();
    }
    let pack = |name: &str| {
        let mut tar = std::process::Command::new("tar");
        let packed = tar.args(["-cf", name, "exported"]).current_dir(path("")).status();
        assert!(packed.unwrap().success());
    };
    pack("packed.tar");
    for archive in ["exported", "packed.tar"] {
        assert_eq!(restored(&path(archive)), slugs, "{archive}");
    }
    // Whatever else is among the documents is of a newer folia if the manifest has it.
    std::fs::write(path("exported/documents/notes.jsonl"), "").unwrap();
    pack("strange.tar");
    let manifest = std::fs::read_to_string(path("exported/manifest.json")).unwrap();
    let listed = manifest.replacen(
        "\"documents\": {",
        "\"documents\": { \"notes\": { \"count\": 0, \"sha256\": \"\" },",
        1,
    );
    std::fs::write(path("exported/manifest.json"), listed).unwrap();
    let empty = TestDatabase::create().await;
    for (archive, expected) in [
        ("exported", "newer folia: documents/notes.jsonl is not known here"),
        ("strange.tar", "documents/notes.jsonl does not belong to the archive; take it out"),
    ] {
        let refused = folia(&empty, &["import", path(archive).to_str().unwrap()]).unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
}

/// Packed along with others, or with another one.
#[tokio::test]
async fn an_archive_is_found_beside_other_things_and_of_two_none_is_taken() {
    let (database, _) = furnished().await;
    let path = |name: &str| database.folder.path().join(name);
    let pack = |name: &str, words: &[&str]| {
        let mut tar = std::process::Command::new("tar");
        let packed = tar.args(["-cf", name]).args(words).current_dir(path("")).status();
        assert!(packed.unwrap().success());
    };
    for copy in ["site", "0old"] {
        folia(&database, &["export", copy]).unwrap();
    }
    let slugs = restored(&path("site"));
    std::fs::create_dir_all(path("0app")).unwrap();
    std::fs::write(path("0app/manifest.json"), "{}").unwrap();
    std::fs::create_dir_all(path("__MACOSX")).unwrap();
    std::fs::write(path("__MACOSX/manifest.json"), "\0").unwrap();
    pack("beside.tar", &["__MACOSX", "0app", "site"]);
    pack(
        "inside.tar",
        &["0old", "-C", "site", "././manifest.json", ".//documents", "files.jsonl", "media"],
    );
    for archive in ["beside.tar", "inside.tar"] {
        assert_eq!(restored(&path(archive)), slugs, "{archive}");
    }
    pack("two.tar", &["0old", "site"]);
    let into = TestDatabase::create().await;
    let refused = folia(&into, &["import", path("two.tar").to_str().unwrap()]).unwrap_err();
    let expected = "folia: there is more than one archive of a site in it, in 0old/ and site/; unpack it and name one of them\n";
    assert_eq!(refused, expected);
    // Added to a file that has it, of which `tar` itself unpacks the last.
    for twice in ["manifest.json", "files.jsonl", "documents/uploads.jsonl"] {
        pack("twice.tar", &["site"]);
        let again = format!("site/{twice}");
        let mut tar = std::process::Command::new("tar");
        let added = tar.args(["-rf", "twice.tar", &again]).current_dir(path("")).status();
        assert!(added.unwrap().success());
        let refused = folia(&into, &["import", path("twice.tar").to_str().unwrap()]).unwrap_err();
        assert!(
            refused.contains(&format!("{twice} is in the archive more than once")),
            "{refused}"
        );
        assert!(refused.contains("unpack it and name the folder"), "{refused}");
    }
}

/// As of a database that a disk has damaged all over.
#[tokio::test]
async fn of_rows_that_nobody_can_read_one_is_in_memory_at_a_time() {
    const LARGE: usize = 4 << 20;
    let (database, _) = furnished().await;
    let path = |name: &str| database.folder.path().join(name);
    folia(&database, &["export", "damaged"]).unwrap();
    let manifest = path("damaged/manifest.json");
    let whole: Value = serde_json::from_slice(&std::fs::read(&manifest).unwrap()).unwrap();
    let into = TestDatabase::create().await;
    let mut peaks = Vec::new();
    for count in [2, 42] {
        let mut file = std::fs::File::create(path("damaged/damaged.jsonl")).unwrap();
        let mut sum = Sha256::new();
        let body = "x".repeat(LARGE);
        for number in 0..count {
            let start = r#"{"collection":"messages","version":1,"form":1,"columns":{},"#;
            let line = format!("{start}\"id\":\"broken {number}\",\"body\":\"{body}\"}}\n");
            sum.update(&line);
            file.write_all(line.as_bytes()).unwrap();
        }
        let sum: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let mut told = whole.clone();
        told["format"] = 2.into();
        told["damaged"] = json!({ "count": count, "sha256": sum });
        std::fs::write(&manifest, told.to_string()).unwrap();
        let refused = folia(&into, &["import", path("damaged").to_str().unwrap()]).unwrap_err();
        assert_eq!(refused.matches("cannot be read").count(), count, "{refused}");
        let mut importing =
            spawn_folia(BINARY, &into, &["import", path("damaged").to_str().unwrap()]);
        let mut peak = 0;
        while importing.try_wait().unwrap().is_none() {
            peak = peak.max(peak_of(&importing).unwrap_or(0));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        peaks.push(peak);
    }
    let more = peaks[1].saturating_sub(peaks[0]);
    assert!(more < 10 * LARGE as u64, "{peaks:?}");
}

/// The most memory it has had, in bytes; none where the system does not tell.
fn peak_of(process: &std::process::Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

#[tokio::test]
async fn pipes_and_devices_are_no_archives() {
    let database = TestDatabase::create().await;
    let pipe = database.folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for strange in [pipe.display().to_string(), "/dev/zero".to_owned(), "/dev/null".to_owned()] {
        let refused = folia(&database, &["import", &strange]).unwrap_err();
        let expected =
            "folia: this is not an archive of a site: it is neither a file nor a folder\n";
        assert_eq!(refused, expected, "{strange}");
    }
}
