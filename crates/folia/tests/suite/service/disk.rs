//! A disk that is full, read-only, or does not keep what it is given: nothing is acknowledged that is not
//! there, reading goes on, and so does writing when the disk is well again, without a restart.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{
    Answer, DiskError, EmbeddingService, Engine, Faults, Form, RunningSite, SmallDisk,
    TestDatabase, eventually, run_folia,
};

use crate::media::picture;
use crate::memory::process::index;
use crate::service::archive::restored;
use crate::service::backups::metric_of;
use crate::service::binary::{BINARY, make_token};
use crate::service::killed::unfinished;
use crate::site::Site;

/// What the site has said of one moment.
#[derive(Default)]
struct Said {
    /// Addresses that it said are there.
    kept: Vec<String>,
    /// The words of what it refused.
    refused: Vec<String>,
}

/// A disk, from the point of view of a test.
struct Trouble<'a> {
    begin: &'a dyn Fn(),
    end: &'a dyn Fn(),
}

struct Endurance<'a> {
    database: &'a TestDatabase,
    settings: Vec<(&'a str, &'a str)>,
    token: String,
    kept: Vec<String>,
    number: usize,
}

impl Endurance<'_> {
    /// One write of every kind. Each is acknowledged, or refused as a failure that passes.
    fn write(&mut self, site: &RunningSite) -> Said {
        self.number += 1;
        let words = format!("moment{} of trouble", self.number);
        let mut said = Said::default();
        let text = "reading ".repeat(2000);
        let chunk = json!({ "text": words, "source": "opinion", "chunk_type": "meta",
                            "purpose": ["facts"] });
        for (path, body) in [
            ("/sections", json!({ "title": words })),
            ("/content/story", json!({ "title": words, "body": format!("<p>{text}</p>") })),
            ("/content/chunks", chunk),
            ("/navlinks", json!({ "title": words, "url": "/" })),
        ] {
            let answer = site.request("POST", path, Some(&self.token), &body.to_string());
            said.hear(path, &words, answer);
        }
        let form = Form::default().file("x.png", &picture("palette-alpha.png"));
        let answer = site.post_form("/uploads", &self.token, form);
        said.hear("/uploads", &words, answer);
        self.kept.extend(said.kept.iter().cloned());
        said
    }

    /// What is in memory, and what was acknowledged.
    fn read(&self, site: &RunningSite) {
        for path in ["/", "/health/live", "/sections", "/navlinks", "/content/story", "/feed.xml"] {
            site.request("GET", path, None, "").expect(200);
        }
        for address in &self.kept {
            site.request("GET", address, Some(&self.token), "").expect(200);
        }
    }

    /// Before, in, and after the trouble; then dead, and there again.
    async fn pass(&mut self, trouble: &Trouble<'_>) {
        let mut site = RunningSite::start(BINARY, self.database, &self.settings);
        self.token = make_token(self.database, "admin");
        let said = self.write(&site);
        assert_eq!(said.refused, Vec::<String>::new(), "all is well");
        for _ in 0..2 {
            (trouble.begin)();
            let mut refused = Vec::new();
            for _ in 0..3 {
                refused.extend(self.write(&site).refused);
                self.read(&site);
            }
            // Files are on this disk with both databases.
            assert!(refused.iter().any(|what| what.starts_with("/uploads")), "{refused:?}");
            let documents = refused.iter().any(|what| what.starts_with("/navlinks"));
            assert_eq!(documents, Engine::chosen() == Engine::Sqlite, "{refused:?}");
            (trouble.end)();
            let writes_again = || self.write(&site).refused.is_empty();
            eventually("writes go on", writes_again).await;
            self.read(&site);
            self.expect_refused_are_not_there(&site, &refused);
        }
        let found = self.find(&site).await;
        assert!(!site.log().contains("panicked"), "{}", site.log());
        site.kill();
        let site = RunningSite::start(BINARY, self.database, &self.settings);
        self.read(&site);
        assert_eq!(self.find(&site).await, found, "after a restart");
        self.expect_rebuilt(site, &found).await;
        let check = run_folia(BINARY, self.database, &["check"]);
        assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    }

    /// The index is what it is when it is made from the documents.
    async fn expect_rebuilt(&self, site: RunningSite, found: &[Vec<String>; 2]) {
        let mut site = without_index(site, self.database, &self.settings);
        assert_eq!(&self.find(&site).await, found, "made again");
        assert_eq!(site.stop(), Some(0));
    }

    async fn find(&self, site: &RunningSite) -> [Vec<String>; 2] {
        let found = find(site, &self.token, "trouble").await;
        let chunks = self.kept.iter().filter_map(|path| path.strip_prefix("/content/chunks/"));
        let mut chunks: Vec<String> = chunks.map(str::to_owned).collect();
        chunks.sort();
        assert_eq!(found[0], chunks);
        found
    }

    fn expect_refused_are_not_there(&self, site: &RunningSite, refused: &[String]) {
        for what in refused {
            let Some((path @ "/navlinks", words)) = what.split_once(' ') else { continue };
            let listed = site.request("GET", path, Some(&self.token), "").expect(200).json();
            let items = listed["items"].as_array().expect("a list");
            assert!(items.iter().all(|item| item["title"] != words), "{words}");
        }
    }
}

/// What the index knows of, by words and by vectors, when it has caught up.
pub(super) async fn find(site: &RunningSite, token: &str, query: &str) -> [Vec<String>; 2] {
    let is_done = || {
        let status = index(site, token);
        status["pending"] == 0 && status["rebuilding"] == false
    };
    eventually("all is indexed", is_done).await;
    ["keyword", "vector"].map(|mode| {
        // What was written by hand: what follows from stories comes when its turn comes.
        let body = json!({ "query": query, "mode": mode, "source": "opinion", "limit": 100 });
        let path = "/content/search-preview";
        ids(&site.request("POST", path, Some(token), &body.to_string()).expect(200).json())
    })
}

/// The site after it has died and its index was taken away.
pub(super) fn without_index(
    mut site: RunningSite,
    database: &TestDatabase,
    settings: &[(&str, &str)],
) -> RunningSite {
    site.kill();
    let folder = database.folder.path().join("data/index");
    std::fs::remove_dir_all(folder).expect("there is an index");
    RunningSite::start(BINARY, database, settings)
}

fn ids(found: &Value) -> Vec<String> {
    let items = found["items"].as_array().expect("a list").iter();
    let ids = items.map(|item| item["chunk"]["id"].as_str().expect("an id").to_owned());
    let mut ids: Vec<String> = ids.collect();
    ids.sort();
    ids
}

impl Said {
    #[track_caller]
    fn hear(&mut self, path: &str, words: &str, answer: Answer) {
        match answer.status.as_u16() {
            201 => {
                let id = answer.json()["id"].as_str().expect("an id").to_owned();
                self.kept.push(format!("{path}/{id}"));
            }
            _ => {
                answer.expect_problem(503, "unavailable");
                self.refused.push(format!("{path} {words}"));
            }
        }
    }
}

async fn endure(database: &TestDatabase, faults: Option<&Faults>, trouble: &Trouble<'_>) {
    let embedding = EmbeddingService::start(16).await;
    let mut settings = faults.map(Faults::settings).unwrap_or_default();
    settings.push(("FOLIA_EMBEDDING__URL", &embedding.url));
    let (token, kept) = (String::new(), Vec::new());
    Endurance { database, settings, token, kept, number: 0 }.pass(trouble).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_takes_nothing_and_goes_on_when_there_is_room() {
    let name = "service::disk::a_full_disk_takes_nothing_and_goes_on_when_there_is_room";
    let Some(disk) = SmallDisk::here(name, 32) else { return };
    let database = TestDatabase::create().await;
    // Its log is on that disk, too.
    endure(&database, None, &Trouble { begin: &|| disk.fill(), end: &|| disk.clear() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_turns_read_only_is_read_and_written_when_it_turns_back() {
    for error in [DiskError::ReadOnly, DiskError::Full, DiskError::Broken] {
        let database = TestDatabase::create().await;
        let faults = Faults::prepare(&database);
        let begin = || faults.fail_writes(Some(error));
        let end = || faults.fail_writes(None);
        endure(&database, Some(&faults), &Trouble { begin: &begin, end: &end }).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_brought_to_the_disk_is_not_acknowledged() {
    let database = TestDatabase::create().await;
    let faults = Faults::prepare(&database);
    let begin = || faults.fail_syncs(Some(DiskError::Broken));
    let end = || faults.fail_syncs(None);
    endure(&database, Some(&faults), &Trouble { begin: &begin, end: &end }).await;
}

/// What backups that failed have left on the disk.
fn left_over(site: &Site) -> Vec<std::path::PathBuf> {
    let data = site.database.folder.path().join("data");
    [data.join("backups"), data].iter().flat_map(|folder| unfinished(folder)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_on_a_full_disk_is_told_and_the_next_is_made_when_there_is_room() {
    let name =
        "service::disk::a_backup_on_a_full_disk_is_told_and_the_next_is_made_when_there_is_room";
    let Some(disk) = SmallDisk::here(name, 48) else { return };
    let site = Site::start_with(&[("backup.every", "1h"), ("backup.keep", "1")]).await;
    let path = |name: &str| site.database.folder.path().join(name);
    if site.database.bucket.is_none() {
        std::fs::create_dir_all(path("media")).unwrap();
        std::fs::write(path("media/large_500.webp"), vec![1; 4 << 20]).unwrap();
    }
    assert!(site.app.backups.run_due().await.unwrap());
    let good = metric_of(&site.admin, "folia_backup_last_good_seconds").await;
    let mut failures = 0;
    // Without any room, and with some for a note, but not for a backup.
    for room in [0, 2 << 20] {
        site.clock.advance(Duration::from_secs(60 * 60));
        std::fs::write(path("reserve"), vec![1; room]).unwrap();
        disk.fill();
        std::fs::remove_file(path("reserve")).unwrap();
        let made = site.app.backups.run_due().await;
        let is_noted = room > 0 || Engine::chosen() != Engine::Sqlite;
        assert_eq!(made.is_ok(), is_noted, "{made:?}");
        failures += 1;
        assert_eq!(metric_of(&site.admin, "folia_backup_failures_total").await, failures);
        assert_eq!(metric_of(&site.admin, "folia_backup_last_good_seconds").await, good);
        assert_eq!(left_over(&site), [""; 0].map(std::path::PathBuf::from));
        for path in ["/", "/health/live", "/navlinks"] {
            site.anonymous.get(path).await.expect(200);
        }
        disk.clear();
    }
    let link = json!({ "title": "there is room", "url": "/" });
    site.admin.post("/navlinks", link).await.expect(201);
    site.clock.advance(Duration::from_secs(60 * 60));
    assert!(site.app.backups.run_due().await.unwrap());
    assert_eq!(metric_of(&site.admin, "folia_backup_failures_total").await, failures);
    let later = metric_of(&site.admin, "folia_backup_last_good_seconds").await;
    assert_eq!(later, good + 3 * 60 * 60);
}

/// The moment in which one is wanted most.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_goes_to_another_disk_while_that_of_the_data_is_full() {
    let name = "service::disk::a_backup_goes_to_another_disk_while_that_of_the_data_is_full";
    let Some(disk) = SmallDisk::here(name, 48) else { return };
    let database = TestDatabase::create().await;
    let other = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let link = json!({ "title": "kept", "url": "/" }).to_string();
    site.request("POST", "/navlinks", Some(&token), &link).expect(201);
    disk.fill();
    let ran = run_folia(BINARY, &database, &["backup", "here.tar"]);
    let complained = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{complained}");
    assert!(complained.contains("No space left"), "{complained}");
    let archive = other.path().join("site.tar");
    let ran = run_folia(BINARY, &database, &["backup", archive.to_str().unwrap()]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    site.request("GET", "/navlinks", None, "").expect(200);
    for folder in [database.folder.path(), &database.folder.path().join("data"), other.path()] {
        assert_eq!(unfinished(folder), [""; 0].map(std::path::PathBuf::from));
    }
    disk.clear();
    restored(&archive);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_on_a_read_only_disk_says_why_it_ends() {
    let name = "service::disk::a_start_on_a_read_only_disk_says_why_it_ends";
    let Some(disk) = SmallDisk::here(name, 32) else { return };
    let database = TestDatabase::create().await;
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    let link = json!({ "title": "kept", "url": "/" }).to_string();
    site.request("POST", "/navlinks", Some(&token), &link).expect(201);
    site.stop();
    disk.make_read_only();
    for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["check"], &["token", "list"]] {
        let ran = run_folia(BINARY, &database, command);
        let complained = String::from_utf8_lossy(&ran.stderr);
        assert!(!complained.contains("panicked"), "{complained}");
        // Looking is no writing, but SQLite cannot look at a log without its shared memory.
        if command[0] == "serve" {
            assert_eq!(ran.status.code(), Some(1), "{complained}");
            assert!(complained.contains("Read-only file system"), "{complained}");
        }
    }
    disk.make_writable();
    let site = RunningSite::start(BINARY, &database, &[]);
    let listed = site.request("GET", "/navlinks", None, "").expect(200).json();
    assert_eq!(listed["items"][0]["title"], "kept");
}
