//! A bucket that hangs, refuses or breaks off its answers: whoever needs its files is told so before they
//! have had enough of waiting, nobody else notices, and no file is taken for another or for half of one.

use std::time::{Duration, Instant};

use bytes::Bytes;
use testkit::{
    Answer, Bucket, Engine, Form, Line, RunningSite, TestDatabase, eventually, run_folia,
};

use crate::service::binary::{BINARY, make_token};

/// Far more than any single wait for a bucket, far less than clients wait.
const IN_TIME: Duration = Duration::from_secs(45);
const LINK: &str = r#"{"title":"kept in memory","url":"/"}"#;

/// A site whose bucket is at the other end of a line.
struct Place {
    database: TestDatabase,
    line: Line,
    site: RunningSite,
    token: String,
    picture: Vec<u8>,
}

/// An upload with what visitors get of it.
struct Kept {
    path: String,
    url: String,
    whole: Bytes,
}

impl Place {
    async fn start() -> Self {
        let mut database = TestDatabase::create().await;
        let folder = database.folder.path().join("bucket");
        let bucket = database.bucket.get_or_insert_with(|| Bucket::start(&folder));
        let line = Line::to(bucket.address());
        let site = serve(&database, &line);
        let token = make_token(&database, "admin");
        site.request("POST", "/navlinks", Some(&token), LINK).expect(201);
        let picture = crate::media::picture("phone-p3-exif6.jpg");
        Self { database, line, site, token, picture }
    }

    fn upload(&self) -> Answer {
        let form = Form::default().file("x.jpg", &self.picture);
        self.site.post_form("/uploads", &self.token, form)
    }

    /// As large as pictures may be. What is behind the end of a picture is kept with its original.
    fn upload_large(&self) -> Answer {
        let mut picture = self.picture.clone();
        picture.resize(4 << 20, 0);
        let form = Form::default().file("large.jpg", &picture);
        self.site.post_form("/uploads", &self.token, form)
    }

    fn upload_video(&self) -> Answer {
        let form = Form::default().file("x.mp4", &crate::media::mp4(600_000));
        self.site.post_form("/uploads", &self.token, form)
    }

    fn preview(&self) -> Answer {
        let form = Form::default().file("x.jpg", &self.picture);
        self.site.post_form("/uploads/filter-previews", &self.token, form)
    }

    fn keep(&self) -> Kept {
        let made = self.upload().expect(201).json();
        let path = format!("/uploads/{}", made["id"].as_str().unwrap());
        let url = made["url"].as_str().unwrap().to_owned();
        let whole = self.get(&url).expect(200).body;
        assert!(!whole.is_empty());
        Kept { path, url, whole }
    }

    fn delete(&self, kept: &Kept) -> Answer {
        self.site.request("DELETE", &kept.path, Some(&self.token), "")
    }

    fn get(&self, path: &str) -> Answer {
        self.site.request("GET", path, Some(&self.token), "")
    }

    fn total(&self) -> u64 {
        self.get("/uploads").expect(200).json()["total"].as_u64().unwrap()
    }

    fn is_ready(&self) -> bool {
        self.get("/health/ready").status.as_u16() == 200
    }

    async fn wait_until_ready(&self, is_ready: bool) {
        eventually("readiness follows", || self.is_ready() == is_ready).await;
    }

    /// Whoever needs no file.
    fn expect_no_harm(&self) {
        for _ in 0..5 {
            self.get("/health/live").expect(200);
            let links = self.get("/navlinks").expect(200).json();
            assert_eq!(links["items"][0]["title"], "kept in memory");
        }
        self.site.request("POST", "/navlinks", Some(&self.token), LINK).expect(201);
    }
}

fn serve(database: &TestDatabase, line: &Line) -> RunningSite {
    let endpoint = format!("http://{}", line.address);
    RunningSite::start(BINARY, database, &[("FOLIA_MEDIA__ENDPOINT", &endpoint)])
}

/// Runs it and sees that it ends in time.
#[track_caller]
fn in_time(what: &str, work: impl FnOnce() -> Answer) -> Answer {
    let begun = Instant::now();
    let answer = work();
    let taken = begun.elapsed();
    assert!(taken < IN_TIME, "{what} took {taken:?}");
    answer
}

/// A refusal, or a body that ends before its length: what no client takes for a file.
#[track_caller]
fn expect_no_file(answer: &Answer) {
    let length = answer.header("content-length").and_then(|length| length.parse().ok());
    let is_short = length.is_some_and(|length: usize| answer.body.len() < length);
    let is_refusal = (500..599).contains(&answer.status.as_u16());
    assert!(is_refusal || is_short, "{} {:?}", answer.status, answer.headers);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_hangs_holds_nobody_for_long() {
    let mut place = Place::start().await;
    let (kept, gone) = (place.keep(), place.keep());
    assert!(place.is_ready());
    place.line.freeze();
    place.wait_until_ready(false).await;
    let in_need: [(&str, &(dyn Fn() -> Answer + Sync)); 6] = [
        ("reading", &|| place.get(&kept.url)),
        ("an upload", &|| place.upload()),
        ("another upload", &|| place.upload()),
        ("a large upload", &|| place.upload_large()),
        ("a video", &|| place.upload_video()),
        ("a preview", &|| place.preview()),
    ];
    std::thread::scope(|threads| {
        for (what, work) in in_need {
            threads.spawn(move || {
                in_time(what, work).expect_problem(503, "unavailable");
            });
        }
        // The record is gone when this is answered. Its files follow.
        threads.spawn(|| in_time("a deletion", || place.delete(&gone)).expect(204));
        place.expect_no_harm();
    });
    place.get(&gone.path).expect(404);
    assert_eq!(place.total(), 1, "nothing of what was refused stays");
    place.line.thaw();
    place.wait_until_ready(true).await;
    eventually("the file is there", || place.get(&kept.url).body == kept.whole).await;
    let after = place.keep();
    assert_eq!(place.total(), 2);

    // What could not be removed is not forgotten.
    assert_eq!(place.site.stop(), Some(0));
    assert!(!place.site.log().contains("panicked"));
    place.site = serve(&place.database, &place.line);
    let checked = run_folia(BINARY, &place.database, &["check"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    assert!(place.get(&after.url).expect(200).body == after.whole);
    // With a server there may be others at work, so notes are young for an hour.
    if Engine::chosen() == Engine::Sqlite {
        let id = gone.path.rsplit('/').next().unwrap();
        assert_eq!(files_of(&place.database, id), Vec::<String>::new());
        let id = kept.path.rsplit('/').next().unwrap();
        assert_ne!(files_of(&place.database, id), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_refuses_or_breaks_off_harms_nothing_but_its_files() {
    let place = Place::start().await;
    let kept = place.keep();
    place.line.cut();
    place.wait_until_ready(false).await;
    in_time("reading", || place.get(&kept.url)).expect_problem(503, "unavailable");
    in_time("an upload", || place.upload()).expect_problem(503, "unavailable");
    in_time("a video", || place.upload_video()).expect_problem(503, "unavailable");
    place.expect_no_harm();
    place.line.mend();
    place.wait_until_ready(true).await;
    eventually("the file is there", || place.get(&kept.url).body == kept.whole).await;

    let gone = place.keep();
    place.line.break_answers(true);
    for _ in 0..3 {
        expect_no_file(&in_time("reading", || place.get(&kept.url)));
    }
    in_time("an upload", || place.upload()).expect_problem(503, "unavailable");
    in_time("a large upload", || place.upload_large()).expect_problem(503, "unavailable");
    in_time("a video", || place.upload_video()).expect_problem(503, "unavailable");
    in_time("a deletion", || place.delete(&gone)).expect(204);
    place.get(&gone.path).expect(404);
    assert_eq!(place.total(), 1);
    place.expect_no_harm();
    place.line.break_answers(false);
    eventually("the file is whole again", || place.get(&kept.url).body == kept.whole).await;
    place.keep();
    assert!(!place.site.log().contains("panicked"));
}

/// The files in the bucket whose path names an upload.
fn files_of(database: &TestDatabase, id: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![database.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            match path.is_dir() {
                true => folders.push(path),
                // The server writes notes of its own beside them.
                false if name.starts_with('.') => {}
                false => found.push(path.to_string_lossy().into_owned()),
            }
        }
    }
    found.retain(|path| path.contains(id));
    found
}
