//! Two real nodes on one database server: whatever one of them is told holds on the other. Sessions, tokens, forms that
//! may be sent once, views of pages, settings, preview links.

use std::sync::Barrier;

use contact::challenge::solve;
use serde_json::{Value, json};
use testkit::{Answer, Browser, Engine, RunningSite, TestDatabase, eventually, request_at};

use crate::service::binary::{BINARY, make_token};

const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

struct Two {
    here: RunningSite,
    there: RunningSite,
    token: String,
    _databases: [TestDatabase; 2],
}

impl Two {
    /// None where a database belongs to one process.
    async fn start(settings: &[(&str, &str)]) -> Option<Self> {
        let Engine::Postgres(_) = Engine::chosen() else { return None };
        let database = TestDatabase::create().await;
        let databases = [database.elsewhere(), database];
        let there = RunningSite::start(BINARY, &databases[0], settings);
        // The last one to start has the owner's link.
        let here = RunningSite::start(BINARY, &databases[1], settings);
        let token = make_token(&databases[1], "admin");
        Some(Self { here, there, token, _databases: databases })
    }

    fn send(&self, site: &RunningSite, method: &str, path: &str, body: Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        site.request(method, path, Some(&self.token), &body)
    }

    fn get(&self, site: &RunningSite, path: &str) -> Value {
        self.send(site, "GET", path, Value::Null).expect(200).json()
    }
}

/// As a browser asks, signed in or not.
fn look(site: &RunningSite, path: &str) -> Answer {
    request_at(site.address, "GET", path, &[BROWSER], b"")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_in_or_out_on_one_node_does_so_on_all() {
    let Some(two) = Two::start(&[]).await else { return };
    let (here, there) = (two.here.origin(), two.there.origin());
    let mut browser = Browser::default();
    browser.get(&two.here.link()).expect(303);
    let secret = browser.cookie(&here, "folia_session").unwrap().to_owned();
    browser.set_cookie(&there, "folia_session", &secret);
    let mut known = Value::Null;
    for origin in [&here, &there] {
        known = browser.get(&format!("{origin}/auth/session")).expect(200).json();
        assert_eq!(
            (&known["authenticated"], &known["user"]["role"]),
            (&json!(true), &json!("admin"))
        );
        browser.get(&format!("{origin}/auth/tokens")).expect(200);
    }
    // The link was used, on whichever node.
    let key = two.here.link().split("key=").nth(1).unwrap().to_owned();
    Browser::default().get(&format!("{there}/auth/link?key={key}")).expect(403);

    let csrf_token = known["csrf_token"].as_str().unwrap().to_owned();
    let headers = [("origin", here.as_str()), ("x-csrf-token", csrf_token.as_str())];
    browser.send("POST", &format!("{here}/auth/logout"), &headers, "").expect(204);
    for origin in [&there, &here] {
        // The cookie goes with the refusal, so it is set again.
        browser.set_cookie(origin, "folia_session", &secret);
        browser.get(&format!("{origin}/auth/tokens")).expect(401);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_good_and_bad_on_all_nodes_at_once() {
    let Some(two) = Two::start(&[]).await else { return };
    for _ in 0..3 {
        let wanted = json!({ "name": "laptop", "role": "admin" });
        let made = two.send(&two.here, "POST", "/auth/tokens", wanted).expect(201).json();
        let secret = made["token"].as_str().unwrap();
        for site in [&two.there, &two.here] {
            site.request("GET", "/resumes", Some(secret), "").expect(200);
        }
        let path = format!("/auth/tokens/{}", made["id"].as_str().unwrap());
        two.send(&two.here, "DELETE", &path, Value::Null).expect(204);
        for site in [&two.there, &two.here] {
            site.request("GET", "/resumes", Some(secret), "").expect(401);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_accepted_once_by_whichever_node() {
    const EACH: usize = 3;
    let settings = [
        ("FOLIA_CONTACT__MIN_SECONDS", "0"),
        ("FOLIA_CONTACT__PER_HOUR", "100"),
        ("FOLIA_CHALLENGE__DIFFICULTY", "2"),
    ];
    let Some(two) = Two::start(&settings).await else { return };
    for round in 1..=4 {
        let form = two.here.request("GET", "/contact/form", None, "").expect(200).json();
        let challenge = &form["challenge"];
        let bits = u32::try_from(challenge["bits"].as_u64().unwrap()).unwrap();
        let solved = solve(challenge["challenge"].as_str().unwrap(), bits).unwrap();
        let message = json!({
            "rendered_at": form["rendered_at"], "challenge_token": solved, "topic": "",
            "name": "Ann", "email": "ann@example.net", "message": format!("hello {round}"),
        })
        .to_string();
        let (together, message) = (Barrier::new(2 * EACH), message.as_str());
        let mut statuses: Vec<u16> = std::thread::scope(|threads| {
            let sites = [&two.here, &two.there].into_iter().cycle().take(2 * EACH);
            let senders: Vec<_> = sites
                .map(|site| {
                    let together = &together;
                    threads.spawn(move || {
                        together.wait();
                        site.request("POST", "/contact", None, message).status.as_u16()
                    })
                })
                .collect();
            senders.into_iter().map(|sender| sender.join().unwrap()).collect()
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [&[202][..], &[400; 2 * EACH - 1]].concat());
        assert_eq!(two.get(&two.there, "/contact/messages")["total"], round);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_previews_and_views_are_those_of_the_site() {
    let Some(two) = Two::start(&[]).await else { return };
    two.send(&two.here, "PUT", "/settings", json!({ "title": "Field notes" })).expect(200);
    let title = |site| two.get(site, "/settings")["title"].clone();
    assert_eq!(title(&two.here), "Field notes");
    eventually("the other node has it", || title(&two.there) == "Field notes").await;
    let home = String::from_utf8(look(&two.there, "/").expect(200).body.to_vec()).unwrap();
    assert!(home.contains("Field notes"), "{home}");

    let draft = json!({ "title": "A draft", "body": "<p>Words to come</p>" });
    let draft = two.send(&two.here, "POST", "/content/story", draft).expect(201).json();
    let links = format!("/content/story/{}/preview-links", draft["id"].as_str().unwrap());
    let made = two.send(&two.here, "POST", &links, json!({})).expect(201).json();
    let url = made["url"].as_str().unwrap();
    let preview = &url[url.find("/preview/").unwrap()..];
    eventually("the other node shows the draft", || {
        let shown = look(&two.there, preview);
        shown.status == 200 && String::from_utf8_lossy(&shown.body).contains("Words to come")
    })
    .await;
    let link = format!("{links}/{}", made["id"].as_str().unwrap());
    two.send(&two.here, "DELETE", &link, Value::Null).expect(204);
    for site in [&two.there, &two.here] {
        look(site, preview).expect(404);
    }

    let section = json!({ "title": "Writing", "is_published": true });
    let section = two.send(&two.here, "POST", "/sections", section).expect(201).json();
    let story = json!({ "title": "Plates", "section_id": section["id"], "is_published": true });
    two.send(&two.here, "POST", "/content/story", story).expect(201);
    let resolve = "/sections/resolve-path/writing/plates";
    eventually("the other node has the story", || {
        two.there.request("GET", resolve, None, "").status == 200
    })
    .await;
    // At the same time, so that both have something to write down about the same page.
    for (site, times) in [(&two.here, 3), (&two.there, 2), (&two.here, 4), (&two.there, 5)] {
        for _ in 0..times {
            look(site, "/writing/plates").expect(200);
        }
    }
    let views = |site| {
        let visits = two.get(site, "/visits?days=2");
        let pages = visits["pages"].as_array().unwrap().clone();
        let page = pages.into_iter().find(|page| page["path"] == "writing/plates");
        page.map_or(0, |page| page["views"].as_u64().unwrap())
    };
    for site in [&two.here, &two.there] {
        eventually("views on both nodes count", || views(site) == 14).await;
    }
}
