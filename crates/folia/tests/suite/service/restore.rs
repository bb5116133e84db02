//! `folia restore`: from a backup to a site, in one command, or nothing at all.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use folia::schema::{COLLECTIONS, MIGRATIONS};
use media::blobs::{Blobs, Bucket as BucketPlace, Location as Place};
use serde_json::json;
use store::{Location, Options, RawRow, Store};
use testkit::{
    Bucket, Engine, Line, PATIENCE, RunningSite, TestDatabase, ask, eventually, run_folia,
};

use crate::service::archive::{StopOnDrop, furnished, wait_for_chunks};
use crate::service::binary::{BINARY, is_in_order, make_token};

fn restore(database: &TestDatabase, archive: &Path) -> Result<String, String> {
    fill(database, "restore", archive)
}

fn fill(database: &TestDatabase, verb: &str, archive: &Path) -> Result<String, String> {
    told(run_folia(BINARY, database, &[verb, archive.to_str().unwrap()]))
}

fn told(output: Output) -> Result<String, String> {
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout).unwrap()),
        false => Err(String::from_utf8(output.stderr).unwrap()),
    }
}

/// The backups that a site has made of itself. A bucket of the tests is a folder, too.
pub(crate) fn backups(database: &TestDatabase) -> Vec<PathBuf> {
    let folder = match &database.bucket {
        None => "data/backups",
        Some(_) => "buckets/site/some/prefix/backups",
    };
    let entries = std::fs::read_dir(database.folder.path().join(folder)).into_iter().flatten();
    let paths = entries.flatten().map(|entry| entry.path());
    let mut backups: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "tar")).collect();
    backups.sort();
    backups
}

#[tokio::test]
async fn a_busy_site_backs_itself_up_and_comes_back_elsewhere() {
    let (first, token) = furnished().await;
    let (stop, written) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let mut site = RunningSite::start(BINARY, &first, &[]);
    wait_for_chunks(&site, &token);
    site.stop();
    let site = RunningSite::start(BINARY, &first, &[("FOLIA_BACKUP__EVERY", "1h")]);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0.. {
                if stop.load(Ordering::SeqCst) {
                    break;
                }
                let slug = format!("busy-{number}");
                let body = json!({ "title": slug, "slug": slug, "body": "<p>text</p>" });
                let made = site.request("POST", "/content/story", Some(&token), &body.to_string());
                assert_eq!(made.status, 201, "requests go on meanwhile");
                written.lock().unwrap().push(slug);
            }
        });
        let _writer_ends = StopOnDrop(&stop);
        let deadline = std::time::Instant::now() + testkit::PATIENCE;
        loop {
            let is_made = site.log().contains("a backup was written and read back");
            if is_made && !written.lock().unwrap().is_empty() {
                break;
            }
            assert!(std::time::Instant::now() < deadline, "{}", site.log());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    let archive = backups(&first).pop().expect("it has its name when it is told of");

    let second = TestDatabase::create().await;
    let told = restore(&second, &archive).unwrap();
    assert!(told.ends_with("files are restored; `folia serve` runs the site\n"), "{told}");
    let checked = run_folia(BINARY, &second, &["check"]);
    assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");
    let restored = RunningSite::start(BINARY, &second, &[]);
    let uploads = site.request("GET", "/uploads", Some(&token), "").expect(200).json();
    let picture = uploads["items"][0]["url"].as_str().unwrap();
    for path in [
        picture,
        "/uploads",
        "/navlinks",
        "/settings",
        "/sections",
        "/redirects",
        "/sections/resolve-path/house/unicode-grinning",
        "/sections/resolve-path/home/unicode-grinning",
    ] {
        let ask = |site: &RunningSite| {
            let answer = site.request("GET", path, Some(&token), "");
            (answer.status, answer.headers.get("etag").cloned(), answer.body)
        };
        assert_eq!(ask(&site), ask(&restored), "{path}");
    }
    // What search goes by is in no backup, and is made again.
    wait_for_chunks(&restored, &token);
    let query = json!({ "query": "unicode", "mode": "keyword" }).to_string();
    let ask = || restored.request("POST", "/content/search-preview", Some(&token), &query);
    testkit::eventually("the story is found again", || {
        ask().json()["items"].as_array().is_some_and(|items| !items.is_empty())
    })
    .await;
}

pub(crate) async fn assert_nothing_is_there(database: &TestDatabase, what: &str) {
    assert!(!database.folder.path().join("data").exists(), "{what}: the data folder is left");
    match &database.location {
        Location::File(file) => assert!(!file.exists(), "{what}: the database is left"),
        Location::Server(_) => {
            let store = Store::open(&database.location, Options::default()).await.unwrap();
            assert!(!store.has_tables().await.unwrap(), "{what}: tables are left");
            store.close().await;
        }
    }
    if let Some(bucket) = &database.bucket {
        let place = Place::Bucket(BucketPlace {
            name: bucket.name().to_owned(),
            prefix: "some/prefix".to_owned(),
            endpoint: Some(bucket.endpoint().parse().unwrap()),
            variables: bucket.variables(),
        });
        assert_eq!(Blobs::open(&place).unwrap().list().await.unwrap(), [], "{what}");
    }
}

#[tokio::test]
async fn what_cannot_be_restored_leaves_nothing_behind() {
    let (first, _) = furnished().await;
    let folder = first.folder.path();
    told(run_folia(BINARY, &first, &["backup", "whole.tar"])).unwrap();
    let whole = std::fs::read(folder.join("whole.tar")).unwrap();
    let altered = |name: &str, word: &[u8]| {
        let mut bytes = whole.clone();
        let at = bytes.windows(word.len()).position(|window| window == word).unwrap();
        bytes[at + 3] ^= 1;
        std::fs::write(folder.join(name), bytes).unwrap();
    };
    altered("documents.tar", b"\"Home\"");
    altered("picture.tar", b"RIFF");
    std::fs::write(folder.join("cut.tar"), &whole[..whole.len() / 2]).unwrap();
    for verb in ["restore", "import"] {
        let second = TestDatabase::create().await;
        for name in ["documents.tar", "picture.tar", "cut.tar", "absent.tar"] {
            let refused = fill(&second, verb, &folder.join(name)).unwrap_err();
            assert!(refused.lines().last().unwrap().starts_with("folia: "), "{name}: {refused}");
            assert_nothing_is_there(&second, &format!("{verb} {name}")).await;
        }
        fill(&second, verb, &folder.join("whole.tar")).unwrap();
    }
}

#[tokio::test]
async fn an_import_that_fails_takes_nothing_away_that_was_there() {
    let (first, _) = furnished().await;
    told(run_folia(BINARY, &first, &["backup", "whole.tar"])).unwrap();
    let path = |name: &str| first.folder.path().join(name);
    let whole = std::fs::read(path("whole.tar")).unwrap();
    std::fs::write(path("cut.tar"), &whole[..whole.len() / 2]).unwrap();
    // A site that was only started, and something else beside it.
    let second = TestDatabase::create().await;
    RunningSite::start(BINARY, &second, &[]).stop();
    let thesis = second.folder.path().join("data/thesis.txt");
    std::fs::write(&thesis, "mine").unwrap();
    fill(&second, "import", &path("cut.tar")).unwrap_err();
    assert!(thesis.exists());
    let checked = run_folia(BINARY, &second, &["check"]);
    assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");
    fill(&second, "import", &path("whole.tar")).unwrap();
    // And one that is full.
    fill(&second, "import", &path("whole.tar")).unwrap_err();
    let checked = run_folia(BINARY, &second, &["check"]);
    assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");
    assert!(thesis.exists());
}

/// As a site moves to another database with the data folder it has.
#[tokio::test]
async fn an_import_that_fails_leaves_the_files_of_the_site_whose_media_it_shares() {
    let (site, _) = furnished().await;
    let path = |name: &str| site.folder.path().join(name);
    for copy in ["whole", "damaged"] {
        told(run_folia(BINARY, &site, &["export", copy])).unwrap();
    }
    // Found out when all files are copied.
    std::fs::write(path("damaged/documents/bodies.jsonl"), "").unwrap();
    let is_in_order = || {
        let checked = run_folia(BINARY, &site, &["check"]);
        assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");
    };
    let elsewhere = format!("sqlite:{}", path("elsewhere.db").display());
    let import =
        |from: &str| told(run_folia(BINARY, &site, &["import", from, "--database", &elsewhere]));
    assert!(import("damaged").unwrap_err().contains("damaged"));
    is_in_order();
    assert!(!path("elsewhere.db").exists());
    import("whole").unwrap();
    // The files are the other's from now on. All of them are there.
    let checked = run_folia(BINARY, &site, &["check"]);
    let told = String::from_utf8_lossy(&checked.stdout);
    let faults: Vec<_> = told.lines().filter(|line| line.starts_with("media: ")).collect();
    assert!(matches!(faults[..], [one] if one.contains("another site")), "{told}");
}

/// Also what no record names: a file that is listed has to be there.
#[tokio::test]
async fn a_file_from_before_there_were_records_is_missed() {
    let (first, _) = furnished().await;
    let (folder, media) = match &first.bucket {
        None => (first.folder.path().to_owned(), "data/media"),
        Some(_) => (first.folder.path().to_owned(), "buckets/site/some/prefix"),
    };
    std::fs::create_dir_all(folder.join(media).join("__MACOSX")).unwrap();
    for old in ["cat_500.webp", "__MACOSX/img_500.webp"] {
        std::fs::write(folder.join(media).join(old), "old").unwrap();
    }
    told(run_folia(BINARY, &first, &["export", "copy"])).unwrap();
    let copy = folder.join("copy");
    fill(&TestDatabase::create().await, "restore", &copy).unwrap();
    std::fs::remove_file(copy.join("media/cat_500.webp")).unwrap();
    let refused = fill(&TestDatabase::create().await, "restore", &copy).unwrap_err();
    assert!(refused.contains("media/cat_500.webp is missing"), "{refused}");
}

#[tokio::test]
async fn a_place_that_is_not_empty_is_refused_with_one_line() {
    let (first, _) = furnished().await;
    told(run_folia(BINARY, &first, &["backup", "site.tar"])).unwrap();
    let archive = first.folder.path().join("site.tar");
    let refused = restore(&first, &archive).unwrap_err();
    let expected = "folia: this place is not empty: there are documents in the database; restore into a new one \
                    (another --data folder, --database, media.url)\n";
    assert_eq!(refused, expected);
    // And nothing of it was touched.
    let checked = run_folia(BINARY, &first, &["check"]);
    assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");

    let second = TestDatabase::create().await;
    let data = second.folder.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(data.join("thesis.txt"), "mine").unwrap();
    let refused = restore(&second, &archive).unwrap_err();
    assert!(refused.contains("data holds thesis.txt;"), "{refused}");
    assert_eq!(refused.lines().count(), 1, "{refused}");
    std::fs::remove_file(data.join("thesis.txt")).unwrap();
    if second.bucket.is_none() {
        std::fs::create_dir_all(data.join("media")).unwrap();
        std::fs::write(data.join("media/old_500.webp"), "mine").unwrap();
        let refused = restore(&second, &archive).unwrap_err();
        assert!(refused.contains("there are 1 files of media;"), "{refused}");
        assert_eq!(std::fs::read(data.join("media/old_500.webp")).unwrap(), b"mine");
        std::fs::remove_file(data.join("media/old_500.webp")).unwrap();
    }
    // A site that was only started is empty.
    let mut started = RunningSite::start(BINARY, &second, &[]);
    let refused = restore(&second, &archive).unwrap_err();
    assert!(refused.contains("in use by another folia"), "{refused}");
    started.stop();
    restore(&second, &archive).unwrap();
}

/// Data folders are locked, but two of them may name one database.
#[tokio::test]
async fn of_two_restores_into_one_database_at_once_one_is_whole() {
    let (first, _) = furnished().await;
    told(run_folia(BINARY, &first, &["backup", "site.tar"])).unwrap();
    let archive = first.folder.path().join("site.tar");
    let archive = archive.to_str().unwrap();
    for _ in 0..3 {
        let second = TestDatabase::create().await;
        let folders = ["data", "other"];
        let both = std::thread::scope(|scope| {
            let begin = |data| {
                let into = &second;
                scope.spawn(move || run_folia(BINARY, into, &["restore", archive, "--data", data]))
            };
            folders.map(begin).map(|one| one.join().unwrap())
        });
        let whole: Vec<_> = both.iter().map(|one| one.status.success()).collect();
        let winner = match whole[..] {
            [true, false] => folders[0],
            [false, true] => folders[1],
            _ => panic!("{both:?}"),
        };
        let checked = run_folia(BINARY, &second, &["check", "--data", winner]);
        assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");
    }
}

/// One file in one folder by several names, also one that is not there yet.
#[tokio::test]
async fn two_names_of_one_file_are_one_database_and_two_files_in_one_folder_are_two() {
    let (first, _) = furnished().await;
    // One bucket for both is not empty for the second.
    if Engine::chosen() != Engine::Sqlite || first.bucket.is_some() {
        return;
    }
    told(run_folia(BINARY, &first, &["backup", "site.tar"])).unwrap();
    let path = |name: &str| first.folder.path().join(name);
    std::fs::create_dir_all(path("real")).unwrap();
    std::os::unix::fs::symlink("real", path("linked")).unwrap();
    let restore_both = |files: [&str; 2]| {
        std::thread::scope(|scope| {
            let begin = |(data, file): (&'static str, &str)| {
                let url = format!("sqlite:{}", path(file).display());
                let into = &first;
                let words =
                    ["restore", "site.tar", "--data", data, "--database"].map(str::to_owned);
                scope.spawn(move || {
                    let words: Vec<&str> = words.iter().chain([&url]).map(|it| &**it).collect();
                    run_folia(BINARY, into, &words)
                })
            };
            let both = [("one", files[0]), ("two", files[1])].map(begin);
            both.map(|one| one.join().unwrap())
        })
    };
    let whole = |both: &[Output; 2]| both.iter().filter(|one| one.status.success()).count();
    let both = restore_both(["real/one.db", "linked/one.db"]);
    assert_eq!(whole(&both), 1, "{both:?}");
    for data in ["one", "two"] {
        std::fs::remove_dir_all(path(data)).ok();
    }
    let both = restore_both(["real/two.db", "real/three.db"]);
    assert_eq!(whole(&both), 2, "{both:?}");
}

/// Two data folders may name one database, and only imports keep each other out. Whoever has begun to use it need not have
/// documents: they may have signed in.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_fails_leaves_the_database_to_whoever_uses_it_by_now() {
    let (first, _) = furnished().await;
    told(run_folia(BINARY, &first, &["backup", "site.tar"])).unwrap();
    let archive = first.folder.path().join("site.tar");
    let second = TestDatabase::create().await;
    // Its media do not answer, so that it stands still when it has made its tables, and fails in the end.
    let bucket = Bucket::start(&second.folder.path().join("frozen"));
    let line = Line::to(bucket.address());
    line.freeze();
    let mut command = Command::new(BINARY);
    command.current_dir(second.folder.path()).envs(bucket.variables());
    command.env("FOLIA_DATA__DIR", second.folder.path().join("data"));
    command.env("FOLIA_DATABASE__URL", second.url());
    command.env("FOLIA_MEDIA__URL", format!("s3://{}/site", bucket.name()));
    command.env("FOLIA_MEDIA__ENDPOINT", format!("http://{}", line.address));
    command.arg("import").arg(archive);
    let importing = tokio::task::spawn_blocking(move || command.output().unwrap());
    if let Location::File(file) = &second.location {
        eventually("the database is made", || file.exists()).await;
    }
    let store = Store::open(&second.location, Options::default()).await.unwrap();
    let deadline = Instant::now() + PATIENCE;
    while !store.has_tables().await.unwrap() {
        assert!(Instant::now() < deadline && !importing.is_finished(), "it makes no tables");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let sessions = COLLECTIONS.iter().find(|it| it.kind.name == "sessions").unwrap();
    assert!(!sessions.archived, "the test would not notice");
    let signing_in = store.write(move |transaction| {
        let row = RawRow {
            collection: sessions.kind.name.to_owned(),
            id: transaction.generate_id().to_string(),
            version: 1,
            form: sessions.kind.form.into(),
            body: "{}".to_owned(),
            columns: BTreeMap::new(),
        };
        sessions.restore_damaged(transaction, row).map(drop)
    });
    signing_in.await.unwrap();
    store.close().await;
    assert!(!importing.is_finished(), "the test came too late");
    let failed = told(importing.await.unwrap()).unwrap_err();
    let store = Store::open(&second.location, Options::default()).await.unwrap();
    assert!(store.has_tables().await.unwrap(), "{failed}");
    let is_empty = store.read(move |transaction| sessions.is_empty(transaction)).await;
    assert!(!is_empty.unwrap(), "{failed}");
    store.close().await;
}

/// A service with another data folder has made it while the backup was on its way, or was not there.
#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_fails_before_it_has_opened_a_database_takes_none_away() {
    let second = TestDatabase::create().await;
    let bucket = Bucket::start(&second.folder.path().join("far"));
    let line = Line::to(bucket.address());
    line.freeze();
    let data = second.folder.path().join("data");
    let mut command = Command::new(BINARY);
    command.current_dir(second.folder.path()).envs(bucket.variables());
    command.env("FOLIA_DATA__DIR", &data);
    command.env("FOLIA_DATABASE__URL", second.url());
    command.env("FOLIA_MEDIA__URL", format!("s3://{}/site", bucket.name()));
    command.env("FOLIA_MEDIA__ENDPOINT", format!("http://{}", line.address));
    command.arg("restore").arg(format!("s3://{}/site/none.tar", bucket.name()));
    let restoring = tokio::task::spawn_blocking(move || command.output().unwrap());
    eventually("the place was looked at", || data.join("folia.lock").exists()).await;
    let store = Store::open(&second.location, Options::default()).await.unwrap();
    store.migrate(MIGRATIONS).await.unwrap();
    assert!(!restoring.is_finished(), "the test came too late");
    line.thaw();
    let failed = told(restoring.await.unwrap()).unwrap_err();
    assert!(failed.contains("there is no s3://"), "{failed}");
    store.close().await;
    if let Location::File(file) = &second.location {
        assert!(file.exists(), "the database of somebody else is gone");
    }
    let store = Store::open(&second.location, Options::default()).await.unwrap();
    assert!(store.has_tables().await.unwrap());
    store.close().await;
}

/// The server gives a claim to others when the connection is cut that has it.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_has_lost_its_claim_brings_nothing_in() {
    if Engine::chosen() == Engine::Sqlite {
        return;
    }
    let (first, _) = furnished().await;
    told(run_folia(BINARY, &first, &["backup", "site.tar"])).unwrap();
    let archive = first.folder.path().join("site.tar");
    let second = TestDatabase::create().await;
    let url = second.url();
    let cutting = tokio::spawn(async move {
        // A moment later: cut within the claim itself, it is told in the words of the database.
        let cut = "DO $$ BEGIN FOR look IN 1..6000 LOOP \
                   PERFORM 1 FROM pg_locks WHERE locktype = 'advisory' \
                   AND classid = 7305520 AND objid = hashtext(current_schema())::oid; \
                   IF FOUND THEN PERFORM pg_sleep(0.02); \
                   PERFORM pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' \
                   AND classid = 7305520 AND objid = hashtext(current_schema())::oid; \
                   IF FOUND THEN RETURN; END IF; END IF; PERFORM pg_sleep(0.01); \
                   END LOOP; RAISE 'nobody claims it'; END $$";
        ask(&url, cut).await;
    });
    let refused = fill(&second, "import", &archive).unwrap_err();
    cutting.await.unwrap();
    assert!(refused.contains("kept others out of this database was cut"), "{refused}");
    let store = Store::open(&second.location, Options::default()).await.unwrap();
    assert!(store.has_tables().await.unwrap(), "they may be somebody else's by now");
    store.close().await;
    fill(&second, "import", &archive).unwrap();
    let checked = run_folia(BINARY, &second, &["check"]);
    assert!(is_in_order(&String::from_utf8_lossy(&checked.stdout)), "{checked:?}");
}

/// Media and backups in one bucket, restored beside them.
#[tokio::test]
async fn a_backup_in_a_bucket_is_restored_from_there() {
    let (first, second) = (TestDatabase::create().await, TestDatabase::create().await);
    let bucket = Bucket::start(&first.folder.path().join("common"));
    let settings = |prefix: &str, every: &str| {
        let mut all = bucket.variables();
        all.push(("FOLIA_MEDIA__URL".to_owned(), format!("s3://{}/{prefix}", bucket.name())));
        all.push(("FOLIA_MEDIA__ENDPOINT".to_owned(), bucket.endpoint()));
        all.push(("FOLIA_BACKUP__EVERY".to_owned(), every.to_owned()));
        all
    };
    let token = make_token(&first, "admin");
    let start = |database: &TestDatabase, prefix: &str, every: &str| {
        let all = settings(prefix, every);
        let all: Vec<_> = all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        RunningSite::start(BINARY, database, &all)
    };
    let mut site = start(&first, "one", "");
    let form = testkit::Form::default().file("Photo.webp", &crate::media::picture("lossy.webp"));
    let upload = site.post_form("/uploads", &token, form).expect(201).json();
    site.stop();
    let mut site = start(&first, "one", "1d");
    site.logs("a backup was written and read back").await;
    site.stop();
    let folia = |database: &TestDatabase, prefix: &str, arguments: &[&str]| {
        let mut command = Command::new(BINARY);
        command.current_dir(database.folder.path());
        command.env("FOLIA_DATA__DIR", database.folder.path().join("data"));
        command.env("FOLIA_DATABASE__URL", database.url()).envs(settings(prefix, ""));
        told(command.args(arguments).output().unwrap())
    };
    let listed = std::fs::read_dir(first.folder.path().join("common/site/one/backups")).unwrap();
    let name = listed.flatten().next().unwrap().file_name().into_string().unwrap();
    let address = format!("s3://{}/one/backups/{name}", bucket.name());
    let none = folia(&second, "two", &["restore", "s3://site/one/backups/none.tar"]).unwrap_err();
    assert_eq!(none, "folia: there is no s3://site/one/backups/none.tar\n");
    let refused = folia(&second, "one", &["restore", &address]).unwrap_err();
    assert!(refused.contains("files of media;"), "{refused}");
    let done = folia(&second, "two", &["restore", &address]).unwrap();
    assert!(done.contains("are restored"), "{done}");
    assert!(is_in_order(&folia(&first, "one", &["check"]).unwrap()));
    let restored = start(&second, "two", "");
    restored.request("GET", upload["url"].as_str().unwrap(), None, "").expect(200);
    // Whoever knows the name of a backup does not get it by that.
    restored.request("GET", &format!("/media/backups/{name}"), Some(&token), "").expect(404);
}
