use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{AT_ONCE, Answer, Bucket, Engine, RunningSite, TestDatabase, run_folia};

use super::caller::Caller;
use super::reader::Reader;
use crate::service::binary::{BINARY, make_token};

/// What the process may grow by, unless a case says less.
const GROWTH: u64 = 256 * MEGABYTE;
pub(crate) const MEGABYTE: u64 = 1024 * 1024;

/// Nobody listens there: services that are configured for their secrets alone.
const NOWHERE: &str = "http://127.0.0.1:1/v1";

/// Of a failure only its answer is for strangers.
const INNER_WORDS: [&str; 12] = [
    ".rs:",
    "/src/",
    "stack backtrace",
    "panicked",
    "SELECT ",
    "INSERT INTO",
    "DELETE FROM",
    "CREATE TABLE",
    "SQLITE_",
    "sqlite_master",
    "syntax error at",
    "pg_catalog",
];

/// The real binary with the common oracle around it: every answer is judged when it comes, and the rest
/// when the case ends.
pub(crate) struct Case {
    id: &'static str,
    pub(crate) database: TestDatabase,
    site: Option<RunningSite>,
    settings: BTreeMap<String, String>,
    admin: String,
    member: String,
    other: String,
    /// In no answer, no log and no export.
    canaries: Mutex<Vec<String>>,
    /// In no log: what an answer has to tell its own browser.
    unlogged: Mutex<Vec<String>>,
    allowed: Mutex<Vec<u16>>,
    growth: u64,
    resident: Option<u64>,
    log_from: usize,
    reader: Reader,
    ended: bool,
}

impl Case {
    pub(crate) async fn begin(id: &'static str) -> Self {
        Self::begin_with(id, &[]).await
    }

    /// With settings as they are written in the file, such as `server.public_url`. A value that begins
    /// with `canary-` is a secret.
    pub(crate) async fn begin_with(id: &'static str, changes: &[(&str, &str)]) -> Self {
        let mut database = TestDatabase::create().await;
        if Engine::chosen() != Engine::Sqlite && database.bucket.is_none() {
            database.bucket = Some(Bucket::start(&database.folder.path().join("buckets")));
        }
        let mut settings = usual();
        settings.extend(changes.iter().map(|(key, value)| (variable(key), (*value).to_owned())));
        let site = start(&database, &settings);
        let admin = make_token(&database, "admin");
        let canaries = settings.values().filter(|value| value.starts_with("canary-")).cloned();
        let secret_keys = database.bucket.iter().flat_map(Bucket::variables).map(|pair| pair.1);
        let canaries = canaries.chain(secret_keys.filter(|key| key.ends_with("secret")));
        let canaries: Vec<_> = canaries.chain([admin.clone()]).collect();
        let mut case = Self {
            id,
            reader: Reader::begin(site.address),
            site: Some(site),
            settings,
            canaries: Mutex::new(canaries),
            unlogged: Mutex::default(),
            allowed: Mutex::default(),
            growth: GROWTH,
            resident: None,
            log_from: 0,
            admin,
            member: String::new(),
            other: String::new(),
            ended: false,
            database,
        };
        case.member = case.token("member", "mia");
        case.other = case.token("member", "max");
        // Once through what fills the caches, so that what grows later grew by the case.
        for path in ["/", "/sections", "/openapi.json"] {
            case.nobody().get(path).expect(200);
        }
        case.resident = case.running().resident();
        case.forget_peak();
        case.log_from = case.running().log().len();
        case
    }

    pub(crate) fn running(&self) -> &RunningSite {
        self.site.as_ref().expect("a case runs until it ends")
    }

    pub(crate) fn nobody(&self) -> Caller<'_> {
        Caller::new(self)
    }

    pub(crate) fn admin(&self) -> Caller<'_> {
        self.nobody().bearer(&self.admin)
    }

    /// M1.
    pub(crate) fn member(&self) -> Caller<'_> {
        self.nobody().bearer(&self.member)
    }

    /// M2.
    pub(crate) fn other(&self) -> Caller<'_> {
        self.nobody().bearer(&self.other)
    }

    /// A new token, which from now on is a secret.
    pub(crate) fn token(&self, role: &str, user: &str) -> String {
        let input = json!({ "name": user, "role": role, "user_id": user });
        let made = self.admin().post("/auth/tokens", &input).expect(201).json();
        let token = made["token"].as_str().expect("a new token is told").to_owned();
        self.keep_secret(&token);
        token
    }

    pub(crate) fn keep_secret(&self, secret: &str) {
        lock(&self.canaries).push(secret.to_owned());
    }

    /// What a browser is told and no log may hold: cookies, codes, CSRF tokens.
    pub(crate) fn keep_unlogged(&self, secret: &str) {
        assert!(secret.len() >= 8, "{secret:?} would be found everywhere");
        lock(&self.unlogged).push(secret.to_owned());
    }

    /// This case is about a failure of the service, or of one it depends on.
    pub(crate) fn allow(&self, status: u16) {
        lock(&self.allowed).push(status);
    }

    /// The case's own bound for what the process may grow by.
    pub(crate) fn may_grow_by(&mut self, megabytes: u64) {
        self.growth = megabytes * MEGABYTE;
    }

    /// Judges an answer as it comes.
    #[track_caller]
    pub(crate) fn judge(&self, what: &str, asks_for_html: bool, answer: &Answer, took: Took) {
        let (id, status) = (self.id, answer.status.as_u16());
        let body = String::from_utf8_lossy(&answer.body);
        let known = status < 500 || lock(&self.allowed).contains(&status);
        assert!(known, "{id}: {what} answered {status}: {body:.600}");
        assert!(took.0 < took.1, "{id}: {what} took {:?}", took.0);
        let media = answer.header("content-type").unwrap_or_default();
        let is_page = asks_for_html && media.starts_with("text/html");
        if status >= 400 && !what.starts_with("HEAD") && !is_page {
            assert_eq!(media, "application/problem+json", "{id}: {what}: {status} {body:.600}");
            assert_eq!(answer.json()["status"], status, "{id}: {what}");
        }
        let headers =
            answer.headers.values().map(|value| String::from_utf8_lossy(value.as_bytes()));
        // A video is what was sent, and much to read.
        let body = (!media.starts_with("video/")).then_some(body);
        for text in headers.chain(body) {
            if let Some(leak) = self.leak(&text) {
                panic!("{id}: {what} ({status}) tells {leak:?}: {text:.600}");
            }
        }
    }

    /// What a text tells that it should not.
    fn leak(&self, text: &str) -> Option<String> {
        let folder = self.database.folder.path().display().to_string();
        let canaries = lock(&self.canaries).clone();
        let words = INNER_WORDS.map(str::to_owned).into_iter().chain([folder]).chain(canaries);
        words.into_iter().find(|word| text.contains(word))
    }

    /// Ends the process as the system would and starts it again; with other settings, where some are given.
    #[track_caller]
    pub(crate) fn restart(&mut self, changes: &[(&str, &str)]) {
        self.judge_memory();
        self.reader.pause();
        let mut site = self.site.take().expect("a case runs until it ends");
        assert_eq!(site.stop(), Some(0), "{}", site.log());
        self.start_again(changes);
    }

    /// The same after a sudden death.
    #[track_caller]
    pub(crate) fn kill_and_restart(&mut self) {
        self.judge_memory();
        self.reader.pause();
        self.site.take().expect("a case runs until it ends").kill();
        self.start_again(&[]);
    }

    fn start_again(&mut self, changes: &[(&str, &str)]) {
        self.settings
            .extend(changes.iter().map(|(key, value)| (variable(key), (*value).to_owned())));
        let site = start(&self.database, &self.settings);
        self.reader.go_on(site.address);
        self.resident = site.resident();
        self.site = Some(site);
    }

    /// How much more memory than before the process had at its highest while something was done; none
    /// where the system does not tell.
    #[track_caller]
    pub(crate) fn growth_during(&self, act: impl FnOnce()) -> Option<u64> {
        // What was before is forgotten with its peak, so it is judged now.
        self.judge_memory();
        let before = self.running().resident();
        self.forget_peak();
        act();
        Some(self.peak()?.saturating_sub(before?))
    }

    /// What the process has worked since it began, however busy the machine is with others; none where the system
    /// does not tell.
    pub(crate) fn worked(&self) -> Option<Duration> {
        let path = format!("/proc/{}/stat", self.running().process_id());
        let told = std::fs::read_to_string(path).ok()?;
        // After the name, which is in brackets. In hundredths of a second.
        let fields: Vec<_> = told.rsplit_once(')')?.1.split_whitespace().collect();
        let hundredths = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (hundredths(11)? + hundredths(12)?)))
    }

    fn peak(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.running().process_id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }

    fn forget_peak(&self) {
        let path = format!("/proc/{}/clear_refs", self.running().process_id());
        // Where that is not allowed, the peak since the start counts, which is stricter.
        std::fs::write(path, "5").ok();
    }

    /// The lines written since the case began.
    pub(crate) fn log(&self) -> String {
        let log = self.running().log();
        log.get(self.log_from..).unwrap_or_default().to_owned()
    }

    /// Holds what only shows at the end.
    #[track_caller]
    pub(crate) fn end(mut self) {
        self.ended = true;
        self.judge_readers();
        self.nobody().get("/health/live").expect(200);
        self.judge_log();
        self.judge_memory();
        self.judge_stored();
    }

    #[track_caller]
    pub(super) fn judge_readers(&mut self) {
        let slowest = self.reader.end();
        println!("{}: slowest page {slowest:?}", self.id);
    }

    #[track_caller]
    pub(super) fn judge_log(&self) {
        let log = self.log();
        let unlogged = lock(&self.unlogged).clone();
        for line in log.lines() {
            let leak = self.leak(line);
            let leak = leak.or_else(|| unlogged.iter().find(|word| line.contains(*word)).cloned());
            assert_eq!(leak, None, "{}: the log tells it: {line:.2000}", self.id);
        }
    }

    /// What the process has grown by at its highest since it was begun, or since this was asked with a bound of
    /// its own.
    #[track_caller]
    pub(super) fn judge_memory(&self) {
        if let (Some(before), Some(peak)) = (self.resident, self.peak()) {
            let (id, grown) = (self.id, peak.saturating_sub(before));
            println!("{id}: grown by {} MB", grown / MEGABYTE);
            assert!(grown <= self.growth, "{id}: grown by {grown} bytes");
        }
    }

    #[track_caller]
    pub(super) fn judge_stored(&self) {
        let output = run_folia(BINARY, &self.database, &["check"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}{complaint}", self.id);
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        let forgotten = !self.ended && !std::thread::panicking();
        assert!(!forgotten, "{} was not ended, so most of its oracle was not asked", self.id);
    }
}

/// How long an answer took, and how long it might have.
#[derive(Clone, Copy)]
pub(crate) struct Took(pub(crate) Duration, pub(crate) Duration);

impl Took {
    pub(crate) fn since(started: Instant) -> Self {
        Self(started.elapsed(), AT_ONCE)
    }
}

/// Every secret that can be set without changing what a case is about is a canary.
fn usual() -> BTreeMap<String, String> {
    let settings = [
        ("log.level", "trace"),
        ("challenge.difficulty", "2"),
        ("llm.url", NOWHERE),
        ("llm.model", "m"),
        ("llm.api_key", "canary-llm-key"),
        ("embedding.url", NOWHERE),
        ("embedding.api_key", "canary-embedding-key"),
        ("smtp.host", "127.0.0.1"),
        ("smtp.port", "1"),
        ("smtp.username", "folia"),
        ("smtp.password", "canary-smtp-password"),
        ("smtp.from", "folia@example.org"),
        ("smtp.to", "owner@example.org"),
        ("smtp.timeout", "1"),
    ];
    settings.iter().map(|(key, value)| (variable(key), (*value).to_owned())).collect()
}

fn variable(key: &str) -> String {
    format!("FOLIA_{}", key.to_ascii_uppercase().replace('.', "__"))
}

fn start(database: &TestDatabase, settings: &BTreeMap<String, String>) -> RunningSite {
    let settings: Vec<_> =
        settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    RunningSite::start(BINARY, database, &settings)
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The id of something that was made.
#[track_caller]
pub(crate) fn id(made: &Value) -> String {
    made["id"].as_str().expect("what was made has an id").to_owned()
}
