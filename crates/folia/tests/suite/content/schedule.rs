//! An item that is published ahead of its date: through no door before, through every door from
//! that moment on, without anybody writing anything.

use std::time::Duration;

use folia::app::{App, open_store};
use kernel::{Clock, Randomness, Role, Timestamp};
use serde_json::{Value, json};
use testkit::{Client, Engine, RunningSite, TestDatabase};

use crate::service::binary::{self, BINARY};
use crate::site::{Site, at_home, configure, make_token};

const HTML: (&str, &str) = ("accept", "text/html,*/*;q=0.8");
const HOUR: Duration = Duration::from_secs(60 * 60);

/// A section with a story that appears in an hour, and one that is there already.
async fn plant(site: &Site) -> String {
    let section = json!({ "title": "Writing", "is_published": true, "nav_visibility": "main" });
    let section = site.admin.post("/sections", section).await.expect(201).json();
    let story = |title: &str, words: &str, date: Value| {
        json!({
            "title": title, "section_id": section["id"], "is_published": true,
            "tags": ["dawn"], "featured": true,
            // Beyond what a summary holds, so that only the index knows them.
            "body": format!("<p>{}{words}</p>", "plain text ".repeat(40)),
            "published_at": date,
        })
    };
    let now = story("Today", "Ordinary words", json!("2025-12-31T00:00:00Z"));
    site.admin.post("/content/story", now).await.expect(201);
    let ahead = story("Tomorrow", "Marmalade words", json!("2026-01-01T01:00:00Z"));
    let ahead = site.admin.post("/content/story", ahead).await.expect(201).json();
    ahead["id"].as_str().unwrap().to_owned()
}

/// Lists and pages, all of which are there before and after.
const LISTS: [&str; 16] = [
    "/content/story",
    "/content/story?sort=title",
    "/content/story?q=tomorrow",
    "/content/story?tag=dawn",
    "/content/story?featured=true",
    "/content/find?q=tomorrow",
    "/",
    "/writing",
    "/tags/dawn",
    "/feed.xml",
    "/feed.json",
    "/writing/feed.xml",
    "/tags/dawn/feed.json",
    "/sitemap.xml",
    "/search?q=tomorrow",
    "/search?q=marmalade",
];

/// Whether each door shows the story: to a visitor, or where nobody else is let in, to a member.
async fn doors(anonymous: &Client, member: &Client, id: &str) -> Vec<(String, bool)> {
    let section = anonymous.get("/sections/slug/writing").await.expect(200).json();
    let section = section["id"].as_str().unwrap().to_owned();
    let mut found = Vec::new();
    for list in LISTS.iter().map(|list| (*list).to_owned()).chain([
        format!("/sections/{section}/children"),
        format!("/sections/{section}/children?subtree=true&sort=-published_at"),
        format!("/content/story?section_id={section}"),
    ]) {
        let client = if list.starts_with("/content/find") { member } else { anonymous };
        let answer = client.get_with(&list, &[HTML]).await.expect(200);
        let shown = String::from_utf8(answer.body.to_vec()).unwrap();
        found.push((list, shown.contains("/tomorrow\"") || shown.contains("/tomorrow<")));
    }
    for thing in [
        format!("/content/story/{id}"),
        "/sections/resolve-path/writing/tomorrow".to_owned(),
        "/writing/tomorrow".to_owned(),
    ] {
        let status = anonymous.get_with(&thing, &[HTML]).await.status.as_u16();
        assert!(matches!(status, 200 | 404), "{thing}: {status}");
        found.push((thing, status == 200));
    }
    found
}

/// What the memory holds of it.
async fn remembered(admin: &Client) -> [usize; 2] {
    let chunks = admin.get("/content/chunks?q=marmalade").await.expect(200).json();
    let search = json!({ "query": "marmalade", "mode": "keyword" });
    let search = admin.post("/content/search-preview", search).await.expect(200).json();
    [chunks["items"].as_array().unwrap().len(), search["items"].as_array().unwrap().len()]
}

#[track_caller]
fn assert_doors(found: &[(String, bool)], open: bool, but: &[&str]) {
    for (door, shows) in found {
        if !but.contains(&door.as_str()) {
            assert_eq!(*shows, open, "{door}");
        }
    }
}

async fn work(app: &App) {
    while app.jobs().run_due().await.expect("jobs run") > 0 {}
}

/// Texts are found when the index has them, which a job sees to soon after the moment.
const BY_TEXT: &[&str] = &["/search?q=marmalade"];

#[tokio::test]
async fn it_shows_through_every_door_at_its_moment_and_through_none_before() {
    let site = Site::start().await;
    let id = plant(&site).await;
    work(&site.app).await;
    // A date ahead is no work that waits: the index says that it is done.
    let jobs = site.app.store.job_summary(content::reading::CHANGED).await.unwrap();
    assert_eq!(jobs.pending, 0);
    // Whatever is kept in memory is kept from before.
    for _ in 0..2 {
        assert_doors(&doors(&site.anonymous, &site.member, &id).await, false, &[]);
    }
    assert_eq!(remembered(&site.admin).await, [0, 0]);
    site.clock.advance(HOUR - Duration::from_micros(1));
    work(&site.app).await;
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, false, &[]);
    assert_eq!(remembered(&site.admin).await, [0, 0]);
    site.clock.advance(Duration::from_micros(1));
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, true, BY_TEXT);
    work(&site.app).await;
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, true, &[]);
    assert_eq!(remembered(&site.admin).await, [1, 1]);
    // Feeds say when it appeared, not when it was written.
    let feed = site.anonymous.get("/feed.json").await.expect(200).json();
    assert_eq!(feed["items"][0]["date_published"], "2026-01-01T01:00:00Z");
}

#[tokio::test]
async fn a_clock_that_is_set_back_closes_every_door_again() {
    let site = Site::start().await;
    let id = plant(&site).await;
    for _ in 0..2 {
        site.clock.advance(2 * HOUR);
        work(&site.app).await;
        assert_doors(&doors(&site.anonymous, &site.member, &id).await, true, &[]);
        site.clock.set_back(2 * HOUR);
        work(&site.app).await;
        assert_doors(&doors(&site.anonymous, &site.member, &id).await, false, &[]);
    }
}

#[tokio::test]
async fn a_date_that_is_moved_moves_the_moment() {
    let site = Site::start().await;
    let id = plant(&site).await;
    work(&site.app).await;
    let address = format!("/content/story/{id}");
    let later = json!({ "published_at": "2026-01-01T02:00:00Z" });
    site.admin.put(&address, later).await.expect(200);
    work(&site.app).await;
    site.clock.advance(HOUR + HOUR / 2);
    work(&site.app).await;
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, false, &[]);
    assert_eq!(remembered(&site.admin).await, [0, 0]);
    let sooner = json!({ "published_at": "2026-01-01T01:45:00Z" });
    site.admin.put(&address, sooner).await.expect(200);
    work(&site.app).await;
    assert_eq!(remembered(&site.admin).await, [0, 0]);
    site.clock.advance(HOUR / 4);
    work(&site.app).await;
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, true, &[]);
    assert_eq!(remembered(&site.admin).await, [1, 1]);
    // And back into the future.
    site.admin.put(&address, json!({ "published_at": "2026-01-01T03:00:00Z" })).await.expect(200);
    work(&site.app).await;
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, false, &[]);
    assert_eq!(remembered(&site.admin).await, [0, 0]);
}

/// Another process on the same database, as far as one process can have two.
async fn node(site: &Site, time: Timestamp) -> (App, [Client; 3], kernel::ManualClock) {
    let (clock, hand) = Clock::manual(time);
    let options = store::Options { clock, randomness: Randomness::system() };
    let store = open_store(&site.database.location, options).await.unwrap();
    let mut config = at_home(configure(&[]), &site.database);
    // An index is one node's own.
    config.data_dir = site.database.folder.path().join("other");
    let app = App::new(store, &config).await.unwrap();
    let anonymous = Client::new(app.http_service(), site.contract.clone());
    let (_, member) = make_token(&app, Role::Member, "mia").await;
    let (_, admin) = make_token(&app, Role::Admin, "owner").await;
    let clients = [anonymous.clone(), anonymous.with_token(&member), anonymous.with_token(&admin)];
    (app, clients, hand)
}

#[tokio::test]
async fn a_restart_before_the_moment_changes_nothing() {
    let site = Site::start().await;
    let id = plant(&site).await;
    work(&site.app).await;
    let start = "2026-01-01T00:59:00Z".parse().unwrap();
    let (app, [anonymous, member, admin], clock) = node(&site, start).await;
    for _ in 0..2 {
        assert_doors(&doors(&anonymous, &member, &id).await, false, &[]);
    }
    clock.advance(Duration::from_secs(60));
    assert_doors(&doors(&anonymous, &member, &id).await, true, BY_TEXT);
    work(&app).await;
    assert_doors(&doors(&anonymous, &member, &id).await, true, &[]);
    assert_eq!(remembered(&admin).await, [1, 1]);
    // A start after the moment, with nothing left to do.
    let late = "2026-01-02T00:00:00Z".parse().unwrap();
    let (_, [anonymous, member, _], _) = node(&site, late).await;
    assert_doors(&doors(&anonymous, &member, &id).await, true, BY_TEXT);
}

#[tokio::test]
async fn every_node_shows_it_at_the_moment_of_its_own_clock() {
    let site = Site::start().await;
    let start = "2026-01-01T00:00:00Z".parse().unwrap();
    let (app, [anonymous, member, _], clock) = node(&site, start).await;
    app.start_background();
    let id = plant(&site).await;
    work(&site.app).await;
    // The other node hears of the writes of the first.
    for attempt in 0.. {
        let known = anonymous.get("/content/story").await.expect(200).json()["total"] == 1;
        if known {
            break;
        }
        assert!(attempt < 200, "the other node never heard of the stories");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_doors(&doors(&anonymous, &member, &id).await, false, &[]);
    site.clock.advance(HOUR);
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, true, BY_TEXT);
    assert_doors(&doors(&anonymous, &member, &id).await, false, &[]);
    clock.advance(HOUR);
    assert_doors(&doors(&anonymous, &member, &id).await, true, BY_TEXT);
    // One of them does the work, and both find the words.
    work(&site.app).await;
    assert_doors(&doors(&site.anonymous, &site.member, &id).await, true, &[]);
    for attempt in 0.. {
        let found = doors(&anonymous, &member, &id).await;
        if found.iter().all(|(_, shows)| *shows) {
            break;
        }
        assert!(attempt < 200, "{found:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn seen(site: &RunningSite, path: &str) -> bool {
    let answer = site.request("GET", path, None, "");
    let body = String::from_utf8_lossy(&answer.body).into_owned();
    answer.status == 200 && (body.contains("/tomorrow\"") || body.contains("/tomorrow<"))
}

const PROCESS_DOORS: [&str; 7] = [
    "/sections/resolve-path/writing/tomorrow",
    "/content/story",
    "/writing/tomorrow",
    "/writing",
    "/feed.xml",
    "/sitemap.xml",
    "/search?q=marmalade",
];

/// The real thing, by the clock on the wall: killed and started again before the moment, and on a
/// server two of them at a time.
#[tokio::test]
async fn real_processes_show_it_when_the_time_has_come() {
    let database = TestDatabase::create().await;
    let token = binary::make_token(&database, "admin");
    let mut first = RunningSite::start(BINARY, &database, &[]);
    let ahead = Duration::from_secs(12);
    let moment = Clock::system().now().plus(ahead);
    let send = |path: &str, body: Value| {
        first.request("POST", path, Some(&token), &body.to_string()).expect(201).json()
    };
    let section = send("/sections", json!({ "title": "Writing", "is_published": true }));
    send(
        "/content/story",
        json!({
            "title": "Tomorrow", "section_id": section["id"], "is_published": true,
            "body": "<p>Marmalade words</p>", "published_at": moment,
        }),
    );
    first.kill();
    let second_folder =
        TestDatabase { location: database.location.clone(), ..TestDatabase::create().await };
    let mut nodes = vec![RunningSite::start(BINARY, &database, &[])];
    if Engine::chosen() != Engine::Sqlite {
        nodes.push(RunningSite::start(BINARY, &second_folder, &[]));
    }
    assert!(Clock::system().now() < moment, "the machine is too slow to tell");
    let mut open = vec![[false; PROCESS_DOORS.len()]; nodes.len()];
    let deadline = moment.plus(Duration::from_secs(60));
    while open.iter().flatten().any(|open| !open) {
        for (node, open) in nodes.iter().zip(&mut open) {
            for (door, open) in PROCESS_DOORS.iter().zip(open) {
                let shows = seen(node, door);
                let now = Clock::system().now();
                assert!(!shows || now >= moment, "{door} shows it too soon");
                assert!(shows || !*open, "{door} shows it no more");
                *open = shows;
            }
        }
        assert!(Clock::system().now() < deadline, "{open:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
