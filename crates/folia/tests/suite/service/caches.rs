//! Shared caches between the site and its visitors: whatever they keep, nobody gets an answer that was
//! written for somebody else.

use std::net::SocketAddr;

use edge::Method;
use serde_json::{Value, json};
use testkit::{CachingProxy, Obeys, RunningSite, TestDatabase, request_at};

use crate::service::binary::{BINARY, make_token};
use crate::site::Site;

/// Somebody who asks, by the headers that tell who it is.
struct Asker {
    name: &'static str,
    headers: Vec<(&'static str, String)>,
}

impl Asker {
    fn get(&self, address: SocketAddr, path: &str) -> testkit::Answer {
        let headers: Vec<_> =
            self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        request_at(address, "GET", path, &headers, b"")
    }
}

/// Somebody whose token does not hold.
const STRANGER: &str = "nobody we know";

/// Words that only some may read.
const SECRETS: [&str; 7] =
    ["zdraft", "zstory", "zchunk", "zresume", "zredirect", "zowner", "zmember"];

fn seen(answer: &testkit::Answer) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(&answer.body);
    SECRETS.into_iter().filter(|secret| text.contains(secret)).collect()
}

/// The paths of a row, with what there is in the place of its parameters.
fn concrete(path: &str, made: &Value) -> String {
    let id = match path.split('/').nth(1).unwrap_or_default() {
        _ if path.starts_with("/content/chunks") => &made["chunk"],
        _ if path.starts_with("/auth/tokens") => &made["token"],
        "sections" => &made["section"],
        "content" => &made["story"],
        "resumes" => &made["resume"],
        "redirects" => &made["redirect"],
        "navlinks" => &made["link"],
        _ => &made["nothing"],
    };
    path.replace("{id}", id.as_str().unwrap_or("nothing"))
        .replace("{content_type}", "story")
        .replace("{slug}", "zdraft")
        .replace("{*full_path}", "zdraft/zstory")
        .replace("{*file}", "nothing.css")
        .replace("{tag}", "some")
        .replace(['{', '}'], "")
}

/// Something of every kind, most of it for some eyes only.
fn furnish(site: &RunningSite, admin: &str, member: &str) -> Value {
    let post = |token: &str, path: &str, body: Value| {
        let answer = site.request("POST", path, Some(token), &body.to_string()).expect(201);
        answer.json()["id"].clone()
    };
    let section = post(admin, "/sections", json!({ "title": "Zdraft", "slug": "zdraft" }));
    let story =
        json!({ "title": "zstory", "slug": "zstory", "section_id": section, "body": "<p>x" });
    let chunk = json!({
        "text": "zchunk", "source": "opinion", "chunk_type": "meta", "purpose": "personality",
    });
    let resume = json!({ "title": "zresume", "document": { "basics": { "name": "Z" } } });
    let voice = |text: &str| json!({ "original_text": text, "feedback_type": "approved", "job_context": "Captain" });
    post(admin, "/voice/feedback", voice("zowner"));
    post(member, "/voice/feedback", voice("zmember"));
    json!({
        "story": post(admin, "/content/story", story),
        "chunk": post(admin, "/content/chunks", chunk),
        "resume": post(admin, "/resumes", resume),
        "redirect": post(
            admin,
            "/redirects",
            json!({ "old_path": "zredirect", "new_path": "https://example.org/" }),
        ),
        "link": post(admin, "/navlinks", json!({ "title": "open", "url": "/" })),
        "section": section,
    })
}

fn sign_in(site: &RunningSite) -> String {
    let link = site.link();
    let path = link.split_once(&site.address.to_string()).expect("a link of this site").1;
    let host = site.address.to_string();
    let answer = request_at(site.address, "GET", path, &[("host", &host)], b"").expect(303);
    let cookie = answer.header("set-cookie").expect("a session");
    cookie.split(';').next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn no_cache_hands_anybody_an_answer_that_was_written_for_somebody_else() {
    let beside = Site::start().await;
    let table = folia::routes::table(&beside.app);
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let (admin, member) = (make_token(&database, "admin"), make_token(&database, "member"));
    let made = furnish(&site, &admin, &member);
    let bearer = |name, token: &str| Asker {
        name,
        headers: vec![("authorization", format!("Bearer {token}"))],
    };
    let askers = [
        bearer("admin", &admin),
        Asker { name: "session", headers: vec![("cookie", sign_in(&site))] },
        bearer("member", &member),
        bearer(STRANGER, "folia_nonsense"),
        Asker { name: "anonymous", headers: Vec::new() },
    ];
    let mut paths = Vec::new();
    for (method, path, _) in table.lines().filter(|(method, ..)| *method == Method::Get) {
        debug_assert_eq!(method.name(), "GET");
        let path = concrete(path, &made);
        paths.extend([format!("{path}?include_unpublished=true"), format!("/api{path}")]);
    }
    paths.extend(table.pages().map(|(_, path, _)| concrete(path, &made)));
    paths.extend(["/zdraft", "/zdraft/zstory", "/zredirect", "/nowhere"].map(str::to_owned));
    // Using a sign-in link up would change who is who.
    paths.retain(|path| !path.contains("/auth/link"));
    let mut kept = 0;
    for obeys in [Obeys::Everything, Obeys::VaryAlone] {
        for backwards in [false, true] {
            let proxy = CachingProxy::start(site.address, obeys);
            let mut order: Vec<_> = askers.iter().collect();
            if backwards {
                order.reverse();
            }
            for path in &paths {
                for asker in &order {
                    let what =
                        format!("{} at {path}, {obeys:?}, backwards: {backwards}", asker.name);
                    let direct = asker.get(site.address, path);
                    for _ in 0..2 {
                        let passed_on = asker.get(proxy.address, path);
                        assert_eq!(seen(&passed_on), seen(&direct), "{what}");
                        // What is the same for all may also reach those whose token does not hold.
                        let is_common = asker.name == STRANGER && passed_on.status.is_success();
                        assert!(is_common || passed_on.status == direct.status, "{what}");
                        kept += u32::from(passed_on.header("x-kept") == Some("HIT"));
                    }
                    if asker.name == "anonymous" {
                        assert_eq!(seen(&direct), [] as [&str; 0], "{what}");
                    }
                }
            }
        }
    }
    // Otherwise nothing was shown.
    assert!(kept > 100, "{kept}");
}

#[tokio::test]
async fn every_answer_that_depends_on_who_asks_says_so() {
    let site = Site::start().await;
    let table = folia::routes::table(&site.app);
    let lines: Vec<_> = table.lines().chain(table.pages()).collect();
    for (method, path, access) in lines {
        let path = crate::service::access::concrete(path);
        let body = matches!(method, Method::Post | Method::Put).then(|| b"{}".to_vec());
        for client in [&site.admin, &site.member, &site.anonymous] {
            let answer = client.send(method.name(), &path, &[], body.clone()).await;
            let what = format!("{} {path}: {}", method.name(), answer.status);
            let caching = answer.header("cache-control").expect(&what);
            let vary = answer.header("vary").unwrap_or_default();
            let by_asker = vary.contains("authorization") && vary.contains("cookie");
            let is_private = caching == "no-store" || caching.starts_with("private");
            assert_eq!(answer.headers.get_all("vary").iter().count().max(1), 1, "{what}");
            assert!(by_asker || answer.status.is_success(), "{what}: {vary}");
            if access != edge::Access::Anyone {
                assert!(is_private && by_asker, "{what}: {caching}; {vary}");
            }
            // Whatever is the same for all says nothing of who asks, and is the same.
            if by_asker {
                let asked_as_somebody = !std::ptr::eq(client, &site.anonymous);
                assert!(is_private || !asked_as_somebody, "{what}: {caching}");
            }
        }
    }
}
