//! A database server that hangs, under two nodes that many read from and write to: whoever needs it is told so in time,
//! nobody else notices, and what was acknowledged is there afterwards.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{
    AT_ONCE, Answer, Engine, Line, PATIENCE, RunningSite, TestDatabase, eventually, request_at,
};

use crate::service::binary::{BINARY, make_token};

/// The same database, by a line that can be frozen or cut.
pub(super) fn line_to(server: &str, database: &TestDatabase) -> (Line, String) {
    let host = server.split('@').nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let line = Line::to(host.parse().unwrap());
    let url = database.url().replace(host, &line.address.to_string());
    (line, url)
}

const HTML: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
/// Pages as browsers ask for them, and the same for programs: what no visit needs the database for.
const IN_MEMORY: [(&str, &str); 5] = [
    ("/", "Field notes"),
    ("/writing/plates", "Of clay"),
    ("/sections/navigation", "Writing"),
    ("/sections/resolve-path/writing/plates", "Of clay"),
    ("/navlinks", "kept in memory"),
];
/// The server has 35 seconds for a statement that writes, after 5 for a connection.
const IN_TIME: Duration = Duration::from_secs(58);

/// What those at work have seen.
#[derive(Default)]
pub(super) struct Seen {
    stop: AtomicBool,
    read: [AtomicUsize; 2],
    /// Where what was acknowledged is.
    written: [Mutex<Vec<String>>; 2],
    refused: [AtomicUsize; 2],
    made: AtomicUsize,
    slowest: Mutex<Duration>,
    slowest_to_tell: Mutex<Duration>,
}

impl Seen {
    pub(super) fn written(&self, node: usize) -> usize {
        self.written[node].lock().unwrap().len()
    }

    pub(super) fn goes_on(&self) -> bool {
        !self.stop.load(SeqCst)
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    /// Every address that somebody was told of.
    pub(super) fn all_written(&self) -> Vec<String> {
        self.written.iter().flat_map(|written| written.lock().unwrap().clone()).collect()
    }

    /// A draft more, if the node can.
    pub(super) fn write(&self, node: usize, site: &RunningSite, token: &str) {
        let draft = format!("Draft {}", self.made.fetch_add(1, SeqCst));
        let draft = json!({ "title": draft }).to_string();
        let begun = Instant::now();
        let answer = site.request("POST", "/content/story", Some(token), &draft);
        if self.judge(node, begun, &answer) {
            let id = answer.json()["id"].as_str().unwrap().to_owned();
            self.written[node].lock().unwrap().push(format!("/content/story/{id}"));
        }
    }

    /// True if it was answered, false if it was refused as it should be.
    fn judge(&self, node: usize, begun: Instant, answer: &Answer) -> bool {
        let taken = begun.elapsed();
        self.slowest.lock().map(|mut slowest| *slowest = taken.max(*slowest)).unwrap();
        if answer.status.is_success() {
            return true;
        }
        answer.clone().expect_problem(503, "unavailable");
        self.refused[node].fetch_add(1, SeqCst);
        false
    }
}

/// What is not answered as it should be.
fn lacking(site: &RunningSite) -> Option<String> {
    IN_MEMORY.iter().find_map(|(path, holds)| {
        let answer = request_at(site.address, "GET", path, &[HTML], b"");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        let is_right = answer.status == 200 && text.contains(holds);
        (!is_right).then(|| format!("{path}: {} {text}", answer.status))
    })
}

pub(super) fn read_from_memory(site: &RunningSite) {
    assert_eq!(lacking(site), None);
    site.request("GET", "/health/live", None, "").expect(200);
}

/// Waits until it is so on both nodes. Does not panic, as others would be left at work for ever.
pub(super) fn on_both(is_so: &dyn Fn(usize) -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while !(is_so(0) && is_so(1)) {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Something to read on all nodes.
pub(super) async fn prepare(nodes: &[RunningSite; 2], token: &str) {
    let site = &nodes[0];
    let send = |method: &str, path: &str, body: Value| -> Value {
        let answer = site.request(method, path, Some(token), &body.to_string());
        assert!(answer.status.is_success(), "{}", answer.status);
        answer.json()
    };
    send("PUT", "/settings", json!({ "title": "Field notes" }));
    send("POST", "/navlinks", json!({ "title": "kept in memory", "url": "/" }));
    let section = json!({ "title": "Writing", "nav_visibility": "main", "is_published": true });
    let section = send("POST", "/sections", section);
    let story = json!({
        "title": "Plates", "section_id": section["id"], "is_published": true, "body": "<p>Of clay</p>",
    });
    send("POST", "/content/story", story);
    for node in nodes {
        eventually("every node has all of it", || lacking(node).is_none()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_server_holds_up_nobody_who_does_not_need_it() {
    let Engine::Postgres(server) = Engine::chosen() else { return };
    let database = TestDatabase::create().await;
    let databases = [database.elsewhere(), database];
    let token = make_token(&databases[1], "admin");
    let (line, url) = line_to(&server, &databases[1]);
    let settings = [("FOLIA_DATABASE__URL", url.as_str())];
    let nodes = databases.each_ref().map(|one| RunningSite::start(BINARY, one, &settings));
    prepare(&nodes, &token).await;
    let seen = Seen::default();
    let ready = |node: &RunningSite| {
        let begun = Instant::now();
        let status = node.request("GET", "/health/ready", None, "").status.as_u16();
        let mut slowest = seen.slowest_to_tell.lock().unwrap();
        *slowest = begun.elapsed().max(*slowest);
        status
    };
    assert_eq!(nodes.each_ref().map(&ready), [200, 200]);
    std::thread::scope(|threads| {
        for (number, site) in nodes.iter().enumerate() {
            let (seen, token) = (&seen, token.as_str());
            for _ in 0..3 {
                threads.spawn(move || {
                    while seen.goes_on() {
                        read_from_memory(site);
                        seen.read[number].fetch_add(1, SeqCst);
                    }
                });
                threads.spawn(move || {
                    while seen.goes_on() {
                        seen.write(number, site, token);
                    }
                });
            }
            for path in ["/contact/messages", "/resumes"] {
                threads.spawn(move || {
                    while seen.goes_on() {
                        let begun = Instant::now();
                        let answer = site.request("GET", path, Some(token), "");
                        seen.judge(number, begun, &answer);
                    }
                });
            }
        }
        let worked = on_both(&|node| seen.written(node) > 5 && seen.read[node].load(SeqCst) > 2);
        line.freeze();
        let was_noticed = on_both(&|node| ready(&nodes[node]) == 503);
        let reads = seen.read.each_ref().map(|count| count.load(SeqCst));
        // Each of those who need it more than once.
        let was_told = on_both(&|node| seen.refused[node].load(SeqCst) > 7);
        let went_on = on_both(&|node| seen.read[node].load(SeqCst) > reads[node] + 10);
        line.thaw();
        let is_ready = on_both(&|node| ready(&nodes[node]) == 200);
        let before = [0, 1].map(|node| seen.written(node));
        let writes_again = on_both(&|node| seen.written(node) > before[node] + 5);
        seen.stop();
        assert!(worked && was_noticed && was_told, "{worked} {was_noticed} {was_told}");
        assert!(went_on && is_ready && writes_again, "{went_on} {is_ready} {writes_again}");
    });
    let slowest = *seen.slowest.lock().unwrap();
    assert!(slowest < IN_TIME, "somebody waited for {slowest:?}");
    let slowest = *seen.slowest_to_tell.lock().unwrap();
    assert!(slowest < AT_ONCE, "readiness took {slowest:?}");
    for path in seen.all_written() {
        for node in &nodes {
            let found = || node.request("GET", &path, Some(&token), "").status == 200;
            eventually("what was acknowledged is there", found).await;
        }
    }
    nodes.iter().for_each(read_from_memory);
    assert!(nodes.iter().all(|node| !node.log().contains("panicked")));
}
