//! Sessions of browsers: their cookies, what a change needs, how they end.

use std::collections::BTreeSet;
use std::time::Duration;

use auth::Identity;
use serde_json::json;
use testkit::{Answer, run_folia};

use super::caller::Caller;
use super::oracle::Case;
use super::places::Description;
use super::sign_in::{ORIGIN, SignedIn, Stage, cookie};
use crate::service::access::concrete;
use crate::service::binary::BINARY;
use crate::site::Site;

/// Which look a browser wants: about nobody, so that its name says nothing of where it was set.
const OF_NOBODY: &str = "theme";

/// Every cookie of an answer is kept from scripts and other sites. What they are called.
#[track_caller]
fn safe_cookies(what: &str, answer: &Answer, is_https: bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for set in answer.headers.get_all("set-cookie") {
        let set = set.to_str().expect("cookies are text");
        assert!(set.len() < 4096, "{what}: {set}");
        let (pair, attributes) = set.split_once(';').expect("it has attributes");
        let has = |wanted: &str| attributes.split(';').any(|known| known.trim() == wanted);
        assert!(has("SameSite=Lax") && has("Path=/"), "{what}: {set}");
        assert!(!attributes.contains("Domain"), "{what}: {set}");
        let (name, value) = pair.split_once('=').expect("it has a name");
        assert!(has("HttpOnly"), "{what}: {set}");
        assert_eq!(has("Secure"), is_https, "{what}: {set}");
        match name {
            OF_NOBODY => assert!(["", "light", "dark"].contains(&value), "{what}: {set}"),
            _ => assert_eq!(name.starts_with("__Host-"), is_https, "{what}: {set}"),
        }
        names.insert(name.trim_start_matches("__Host-").to_owned());
    }
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn s_sess_01_a_cookie_is_bound_to_its_browser_and_site() {
    let beside = Site::start().await;
    let pages = folia::routes::table(&beside.app);
    for (public_url, prefix) in [("", ""), ("https://site.example", "__Host-")] {
        let is_https = !prefix.is_empty();
        let mut case = Case::begin_with("S-SESS-01", &[("server.public_url", public_url)]).await;
        let planted = format!("{prefix}folia_session={}", "ab".repeat(32));
        // As often as somebody is needed who is signed in.
        let enter = |case: &mut Case| {
            let address = case.running().address.to_string();
            let link = case.running().link();
            let path = link.split_once(&address).expect("a link of this site").1;
            let answer = case.nobody().with("cookie", &planted).get(path).expect(303);
            assert_eq!(safe_cookies("/auth/link", &answer, is_https).len(), 1);
            let own = cookie(&answer, &format!("{prefix}folia_session")).expect("a session");
            case.keep_unlogged(own.split_once('=').expect("it has a value").1);
            own
        };
        let own = enter(&mut case);
        assert_ne!(own, planted);
        let secret = own.split_once('=').expect("it has a value").1;
        assert!(secret.len() >= 32, "at least 128 bits");
        let who = |cookie: &str| {
            let session = case.nobody().with("cookie", cookie).get("/auth/session").expect(200);
            safe_cookies("/auth/session", &session, is_https);
            session.json()["authenticated"].clone()
        };
        assert_eq!((who(&planted), who(&own)), (json!(false), json!(true)));
        // Over https a cookie of the plain name is none of ours: anybody on the way could plant it.
        if is_https {
            assert_eq!(who(own.trim_start_matches("__Host-")), json!(false));
        }
        let mut names = BTreeSet::new();
        let mut look = |what: &str, answer: &Answer| {
            names.extend(safe_cookies(what, answer, is_https));
        };
        let places = pages.pages().map(|(_, path, _)| concrete(&path.replace("{*file}", "x")));
        let themes = ["dark", "light", "auto", "%3Cx%3E"].map(|word| format!("/?theme={word}"));
        for path in places.chain(themes) {
            for cookie in [&planted, &own] {
                let browser = case.nobody().with("accept", "text/html").with("cookie", cookie);
                look(&path, &browser.get(&path));
            }
        }
        let session = case.nobody().with("cookie", &own).get("/auth/session").expect(200).json();
        let csrf_token = session["csrf_token"].as_str().expect("a session has one").to_owned();
        case.keep_unlogged(&csrf_token);
        let origin = match is_https {
            true => public_url.to_owned(),
            false => case.running().origin(),
        };
        let own_page = |cookie: &str| {
            let browser = case.nobody().with("cookie", cookie).with("x-csrf-token", &csrf_token);
            browser.with("origin", &origin)
        };
        let mut rows = Description(case.nobody().get("/openapi.json").expect(200).json()).rows();
        // What ends the session comes last, the plainest end of all.
        rows.sort_by_key(|row| (row.path == "/auth/logout", row.method != "GET"));
        for row in &rows {
            let path = concrete(&row.path.replace("{full_path}", "x").replace("{n}", "1"));
            for cookie in [&planted, &own] {
                let answer = row.send(&own_page(cookie).patient(), &path);
                look(&format!("{} {path}", row.method), &answer);
                assert!(row.path != "/auth/logout" || answer.status == 204 || *cookie != own);
            }
        }
        // Whose session has ended is told so, by whatever door.
        look("an ended session", &own_page(&own).get("/auth/session"));
        let expected = ["folia_session", OF_NOBODY].map(str::to_owned);
        assert_eq!(names, BTreeSet::from(expected));
        case.end();
    }
    // To the provider and back.
    for origin in [ORIGIN, "https://site.example:8080"] {
        let stage = Stage::begin_at("S-SESS-01", origin).await;
        let is_https = origin.starts_with("https:");
        let underway = stage.depart("");
        assert_eq!(safe_cookies("/auth/login", &underway.answer, is_https).len(), 1);
        let planted = format!("{}folia_session={}", stage.prefix(), "ab".repeat(32));
        let cookies = format!("{}; {planted}", underway.cookie);
        stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
        let browser = stage.visitor(&underway.address).with("cookie", &cookies);
        let path = format!("/auth/callback?state={}&code=canary-code", underway.state);
        let answer = browser.get(&path).expect(303);
        let names = safe_cookies("/auth/callback", &answer, is_https);
        assert_eq!(names, BTreeSet::from(["folia_login", "folia_session"].map(str::to_owned)));
        let own = cookie(&answer, &format!("{}folia_session", stage.prefix()));
        let own = own.expect("a session");
        assert_ne!(own, planted);
        stage.case.keep_unlogged(own.split_once('=').expect("it has a value").1);
        // One that was refused, and one that ended.
        for query in ["?error=x&state=x", "?code=x"] {
            let answer = browser.with("accept", "text/html").get(&format!("/auth/callback{query}"));
            safe_cookies(query, &answer, is_https);
        }
        stage.case.end();
    }
}

/// Every route that changes something, as the description lists them.
fn changes(case: &Case) -> Vec<(String, String)> {
    let described = case.nobody().get("/openapi.json").expect(200).json();
    let mut found = Vec::new();
    for (path, methods) in described["paths"].as_object().expect("paths") {
        let path = concrete(&path.replace("{n}", "1"));
        let methods = methods.as_object().expect("methods").keys();
        for method in methods.filter(|method| ["post", "put", "delete"].contains(&method.as_str()))
        {
            found.push((method.to_ascii_uppercase(), path.clone()));
        }
    }
    assert!(found.len() > 40, "{found:?}");
    found
}

fn is_cross_site(answer: &Answer) -> bool {
    answer.status == 403 && answer.json()["code"] == "cross-site"
}

/// The caller with one more header, where there is a value for it.
fn dress<'a>(caller: &Caller<'a>, name: &str, value: Option<&str>) -> Caller<'a> {
    value.map_or_else(|| caller.clone(), |value| caller.with(name, value))
}

/// With every content type at every combination: `service::csrf`.
#[tokio::test(flavor = "multi_thread")]
async fn s_sess_02_a_change_by_cookie_comes_from_a_page_of_the_site() {
    let case = Case::begin("S-SESS-02").await;
    let link = case.running().link();
    let own = SignedIn::by_link(&case, &link);
    let renewed = run_folia(BINARY, &case.database, &["login-link"]);
    let renewed = String::from_utf8(renewed.stdout).expect("a link");
    let other = SignedIn::by_link(&case, renewed.trim());
    let port = case.running().address.port();
    let (other_port, other_scheme) =
        (format!("http://127.0.0.1:{}", port ^ 1), format!("https://127.0.0.1:{port}"));
    let origins = [
        Some(own.origin()),
        None,
        Some("null"),
        Some("http://evil.example"),
        Some("https://127.0.0.1.evil.example"),
        Some(other_port.as_str()),
        Some(other_scheme.as_str()),
    ];
    let tokens =
        [None, Some("wrong"), Some(other.csrf_token.as_str()), Some(own.csrf_token.as_str())];
    let types = [
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
    ];
    let bare = own.bare(&case);
    let routes = changes(&case);
    let before = case.state();
    let mut tried = 0;
    for (method, path) in &routes {
        for (origin, token) in origins.iter().flat_map(|o| tokens.iter().map(move |t| (*o, *t))) {
            if origin == Some(own.origin()) && token == Some(own.csrf_token.as_str()) {
                continue;
            }
            tried += 1;
            let caller = dress(&bare, "origin", origin);
            let caller = dress(&caller, "x-csrf-token", token);
            let answer = caller.with("content-type", types[tried % 4]).send(method, path, b"{}");
            assert!(
                is_cross_site(&answer),
                "{method} {path} {origin:?} {token:?}: {}",
                answer.status
            );
        }
        let in_query = format!("{path}?csrf_token={0}&X-CSRF-Token={0}", own.csrf_token);
        let answer = bare.with("origin", own.origin()).send(method, &in_query, b"{}");
        assert!(is_cross_site(&answer), "{in_query}");
    }
    case.expect_unchanged(&before);
    for (method, path) in routes.iter().filter(|(_, path)| !path.starts_with("/auth")) {
        let right = own.caller(&case).send(method, path, b"{}");
        assert!(!is_cross_site(&right), "{method} {path}");
        // A bearer token is nothing a browser sends by itself.
        let bearer = case.admin().with("origin", "null").send(method, path, b"{}");
        assert!(!is_cross_site(&bearer), "{method} {path}");
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_sess_03_a_session_that_was_ended_is_over_at_once() {
    let case = Case::begin("S-SESS-03").await;
    let link = case.running().link();
    let own = SignedIn::by_link(&case, &link);
    let renewed = run_folia(BINARY, &case.database, &["login-link"]);
    let renewed = String::from_utf8(renewed.stdout).expect("a link");
    let other = SignedIn::by_link(&case, renewed.trim());
    let get = own.caller(&case).get("/auth/logout").expect(405);
    assert_eq!(get.header("allow"), Some("POST"));
    own.bare(&case).send("POST", "/auth/logout", b"").expect(403);
    own.bare(&case).get("/auth/tokens").expect(200);
    own.caller(&case).send("POST", "/auth/logout", b"").expect(204);
    let session = own.bare(&case).get("/auth/session").expect(200).json();
    assert_eq!(session["authenticated"], false);
    for path in ["/auth/tokens", "/redirects", "/contact/messages"] {
        own.bare(&case).get(path).expect(401);
    }
    own.caller(&case).post("/navlinks", &json!({ "title": "x", "url": "/" })).expect(401);
    other.bare(&case).get("/auth/tokens").expect(200);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_sess_04_a_role_is_asked_of_the_lists_at_every_request() {
    let mut stage = Stage::begin("S-SESS-04").await;
    let owner = stage.sign_in("1", "owner@example.com");
    let member = stage.sign_in("2", "mia@example.com");
    let (as_owner, as_member) =
        (stage.bearer("owner@example.com"), stage.bearer("mia@example.com"));
    owner.bare(&stage.case).get("/auth/tokens").expect(200);
    stage.visitor("198.51.100.9").bearer(&as_owner).get("/auth/tokens").expect(200);
    member.bare(&stage.case).get("/voice/feedback").expect(200);

    stage.case.restart(&[("auth.admins", "other@example.com")]);
    let session = owner.bare(&stage.case).get("/auth/session").expect(200).json();
    assert_eq!(session["user"]["role"], "member");
    owner.bare(&stage.case).get("/auth/tokens").expect(403);
    stage.visitor("198.51.100.9").bearer(&as_owner).get("/auth/tokens").expect(403);
    stage.visitor("198.51.100.9").bearer(&as_owner).get("/voice/feedback").expect(200);

    stage.case.restart(&[("auth.members", "other@example.com")]);
    for person in [&owner, &member] {
        person.bare(&stage.case).get("/voice/feedback").expect(401);
        let session = person.bare(&stage.case).get("/auth/session").expect(200).json();
        assert_eq!(session["authenticated"], false);
    }
    for token in [&as_owner, &as_member] {
        stage.visitor("198.51.100.9").bearer(token).get("/voice/feedback").expect(403);
    }
    stage.case.end();
}

/// The lives of sessions are on a clock that can be moved, so in the test's own process; how many there may
/// be is on the real one.
#[tokio::test(flavor = "multi_thread")]
async fn s_sess_05_a_session_ends_however_busy_it_is() {
    let stage = Stage::begin("S-SESS-05").await;
    let first = stage.sign_in("1", "owner@example.com");
    for _ in 0..auth::sessions::MOST_PER_USER {
        stage.sign_in("1", "owner@example.com");
    }
    first.bare(&stage.case).get("/redirects").expect(401);
    let last = stage.sign_in("1", "owner@example.com");
    let listed = last.bare(&stage.case).get("/auth/sessions").expect(200).json();
    assert_eq!(listed["total"], auth::sessions::MOST_PER_USER);
    stage.case.end();

    let site = Site::start().await;
    let idle = site.sign_in(Identity::Owner).await;
    site.clock.advance(Duration::from_secs(72 * 60 * 60));
    idle.client.get("/redirects").await.expect_problem(401, "unauthenticated");
    let busy = site.sign_in(Identity::Owner).await;
    let life = Duration::from_secs(14 * 24 * 60 * 60);
    let pause = Duration::from_secs(10 * 60);
    let mut passed = pause;
    while passed < life {
        site.clock.advance(pause);
        let session = busy.client.get("/auth/session").await.expect(200).json();
        assert_eq!(session["authenticated"], true, "{passed:?}");
        passed += pause;
    }
    site.clock.advance(pause);
    busy.client.get("/redirects").await.expect_problem(401, "unauthenticated");
    // By an earlier clock they are there until the service has swept them out.
    let earlier = Duration::from_secs(30 * 24 * 60 * 60);
    let kept = async || {
        site.clock.set_back(earlier);
        let kept = site.app.store.list::<auth::sessions::Session>(store::Query::all()).await;
        site.clock.advance(earlier);
        kept.unwrap().len()
    };
    assert!(kept().await > 0);
    assert!(site.app.sweep().await.unwrap() > 0);
    assert_eq!(kept().await, 0, "what has expired is removed");
}
