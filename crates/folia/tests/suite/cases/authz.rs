//! Who may call what, and whose is what.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Answer, Engine, Form};

use super::form::{QUICK, inbox, write};
use super::injection::at_rest;
use super::oracle::{Case, id};
use super::places::{Description, Row};
use super::{section, story, total, upl};
use crate::media::picture;
use crate::service::access::concrete;
use crate::service::furnished::{Furnished, seen};
use crate::site::Site;

const NOTHING: &str = "01939b1e-7c00-7abc-8def-0123456789ab";

/// Every operation of the description: method, path as described, who may.
fn operations(case: &Case) -> Vec<(String, String, String)> {
    let described = case.nobody().get("/openapi.json").expect(200).json();
    let mut found = Vec::new();
    for (path, methods) in described["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let access =
                operation["x-access"].as_str().unwrap_or_else(|| panic!("{method} {path}"));
            found.push((method.to_ascii_uppercase(), path.clone(), access.to_owned()));
        }
    }
    found
}

fn address(path: &str) -> String {
    concrete(&path.replace("{full_path}", "nothing/here").replace("{n}", "1"))
}

/// By session and by a token of the provider, too: `service::access`.
#[tokio::test(flavor = "multi_thread")]
async fn s_authz_01_every_route_lets_in_those_its_rule_names() {
    let case = Case::begin("S-AUTHZ-01").await;
    let operations = operations(&case);
    // The router's own list is the described one.
    let beside = Site::start().await;
    let table = folia::routes::table(&beside.app);
    let plain = |path: &str| path.replace("{*", "{");
    let routed: BTreeSet<_> =
        table.lines().map(|(method, path, _)| (method.name().to_owned(), plain(path))).collect();
    let described: BTreeSet<_> =
        operations.iter().map(|(method, path, _)| (method.clone(), path.clone())).collect();
    assert_eq!(routed, described);

    let revoked = case.token("admin", "gone");
    let listed = case.admin().get("/auth/tokens").expect(200).json();
    let is_it = |entry: &&Value| entry["name"] == "gone";
    let found =
        listed["items"].as_array().expect("items").iter().find(is_it).expect("it is listed");
    case.admin().delete(&format!("/auth/tokens/{}", id(found))).expect(204);

    // The address of a service that is not there is no secret of anybody's.
    case.allow(503);
    let before = case.state();
    let body = |method: &str| if method == "GET" || method == "DELETE" { &b""[..] } else { b"{}" };
    for (method, path, access) in &operations {
        for prefix in ["", "/api"] {
            let path = format!("{prefix}{}", address(path));
            let what = format!("{method} {path} ({access})");
            let anonymous = case.nobody().send(method, &path, body(method));
            let member = case.member().send(method, &path, body(method));
            for token in [revoked.as_str(), "folia_nonsense", "a.b.c"] {
                case.nobody().bearer(token).send(method, &path, body(method)).expect(401);
            }
            if access != "anyone" {
                assert_eq!(anonymous.status, 401, "{what}");
                assert_eq!(anonymous.header("www-authenticate"), Some("Bearer"), "{what}");
            }
            match access.as_str() {
                "admin" => assert_eq!(member.status, 403, "{what}"),
                _ => assert!(
                    ![401, 403].contains(&member.status.as_u16()) || path.ends_with("/link"),
                    "{what}: {}",
                    member.status
                ),
            }
        }
    }
    case.expect_unchanged(&before);
    for (method, path, access) in &operations {
        let answer = case.admin().send(method, &address(path), body(method));
        let status = answer.status.as_u16();
        let is_own_door = path == "/auth/link";
        assert!(
            ![401, 403].contains(&status) || is_own_door,
            "{method} {path} ({access}): {status}"
        );
    }
    case.end();
}

/// Other spellings of an address, some of which some servers take for the same.
fn spellings(path: &str) -> [String; 12] {
    let (rest, first) = (&path[1..], path.as_bytes()[1]);
    [
        format!("{path}/"),
        format!("/{path}"),
        format!("/./{rest}"),
        format!("/%2e/{rest}"),
        format!("/x/../{rest}"),
        format!("/%2F{rest}"),
        format!("{path}%2F"),
        format!("{path};x=1"),
        format!("/{}{}", first.to_ascii_uppercase() as char, &path[2..]),
        format!("/%{first:02x}{}", &path[2..]),
        format!("/api/api{path}"),
        format!("/API{path}"),
    ]
}

/// With things that are there, and bodies that would change them: whoever came in would find or do something.
#[tokio::test(flavor = "multi_thread")]
async fn s_authz_02_another_spelling_of_an_address_opens_no_door() {
    let case = Case::begin_with("S-AUTHZ-02", &[QUICK[0]]).await;
    let (admin, member) = (case.token("admin", "adam"), case.token("member", "mona"));
    let made = Furnished::at(case.running().address, &admin, &member);
    let mut rows = Description(case.nobody().get("/openapi.json").expect(200).json()).rows();
    rows.retain(|row| row.access == "admin");
    let (before, files) = (at_rest(&case), upl::files(&case));
    let indexed = || case.admin().get("/content/index").expect(200).json();
    let index = indexed();
    let mut tried = 0;
    for row in &rows {
        let address = made.concrete(&row.path);
        for spelling in spellings(&address) {
            for caller in [case.nobody(), case.member()] {
                let answer = row.send(&caller, &spelling);
                let (status, what) = (answer.status.as_u16(), format!("{} {spelling}", row.method));
                // Pages are only read: whatever else is done to an address of theirs is not allowed.
                let is_no_page = status == 405 && row.method != "GET";
                assert!([401, 403, 404].contains(&status) || is_no_page, "{what}: {status}");
                assert_eq!(seen(&answer), [] as [&str; 0], "{what}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, rows.len() * 24);
    assert_eq!(indexed(), index);
    assert!(upl::files(&case).is_subset(&files), "a file was made");
    case.expect_unchanged(&before);
    // By its own name each of them is there, for whom it is. What is below something is deleted before it, and
    // brought back after it.
    rows.sort_by_key(|row| {
        let depth = isize::try_from(row.path.matches('/').count()).expect("a few");
        match row.path.ends_with("{id}/restore") {
            true => (2, depth),
            false if row.method == "DELETE" => (1, -depth),
            false => (0, 0),
        }
    });
    let mut absent = Vec::new();
    for row in &rows {
        let address = made.concrete(&row.path);
        row.send(&case.member(), &address).expect(403);
        let status = row.send(&case.admin().patient(), &address).status.as_u16();
        if [401, 403, 404, 405].contains(&status) {
            absent.push(format!("{} {}: {status}", row.method, row.path));
        }
    }
    assert_eq!(absent, [] as [&str; 0]);
    case.end();
}

/// What the service alone decides, wherever it would mean something.
fn extra() -> Value {
    json!({
        "id": NOTHING, "path": "evil", "depth": 9, "created_at": "2001-01-01T00:00:00Z",
        "updated_at": "2001-01-01T00:00:00Z", "deleted_at": "2001-01-01T00:00:00Z", "user_id": "max",
        "role": "admin", "vector_id": NOTHING, "indexed_at": "2001-01-01T00:00:00Z", "ip_hash": "evil",
        "read": true, "hits": 99, "origin": { "type": "evil", "id": NOTHING }, "version": 9,
        "url": "/evil", "bytes": 9, "hash": "evil", "token": "evil", "last_used_at": "2001-01-01T00:00:00Z",
        "received_at": "2001-01-01T00:00:00Z",
    })
}

/// A body with all of these that it does not have itself.
fn with_extra(mut body: Value) -> Value {
    for (name, value) in extra().as_object().expect("members") {
        if body.get(name).is_none() {
            body[name] = value.clone();
        }
    }
    body
}

/// None of what was sent beside a body is kept; of these members the body had some itself.
#[track_caller]
fn expect_own(what: &str, answer: &Value, body: &Value) {
    for (name, sent) in extra().as_object().expect("members") {
        let kept = body.get(name).is_none() && answer.get(name) == Some(sent);
        assert!(!kept, "{what} keeps {name}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn s_authz_03_what_the_service_decides_nobody_sends() {
    let case = Case::begin_with("S-AUTHZ-03", &[QUICK[0]]).await;
    let feedback = json!({ "original_text": "t", "feedback_type": "approved", "job_context": "c" });
    let chunk =
        json!({ "text": "t", "source": "opinion", "chunk_type": "meta", "purpose": "facts" });
    let resume = json!({ "title": "r", "document": { "basics": { "name": "N" } } });
    let link = json!({ "title": "n", "url": "/x" });
    let token = json!({ "name": "t", "role": "member", "user_id": "mia" });
    for (path, body, more) in [
        ("/sections", json!({ "title": "s" }), json!({ "title": "s2" })),
        ("/content/story", json!({ "title": "s" }), json!({ "title": "s2" })),
        ("/navlinks", link, json!({ "title": "n2", "url": "/y" })),
        ("/content/chunks", chunk, json!({ "text": "t2" })),
        ("/resumes", resume, json!({ "title": "r2" })),
        ("/redirects", json!({ "old_path": "old", "new_path": "/x" }), Value::Null),
        ("/voice/feedback", feedback, Value::Null),
        ("/auth/tokens", token, Value::Null),
    ] {
        // A token of the owner may name whose it is; here the values are the caller's alone.
        let is_feedback = path == "/voice/feedback";
        let caller = if is_feedback { case.member() } else { case.admin() };
        let made = caller.post(path, &with_extra(body.clone())).expect(201).json();
        expect_own(path, &made, &body);
        if is_feedback {
            assert_eq!(made["user_id"], "mia");
            continue;
        }
        let place = format!("{path}/{}", id(&made));
        if !more.is_null() {
            let changed = caller.put(&place, &with_extra(more.clone())).expect(200).json();
            assert_eq!(changed["id"], made["id"], "{path}");
            expect_own(path, &changed, &more);
        }
        let read = caller.get(&place).expect(200).json();
        assert_eq!(read["id"], made["id"], "{path}");
        expect_own(path, &read, if more.is_null() { &body } else { &more });
        if let Some(secret) = made["token"].as_str() {
            case.keep_secret(secret);
            case.nobody().bearer(secret).get("/auth/tokens").expect(403);
            case.nobody().bearer("evil").get("/voice/feedback").expect(401);
        }
    }
    assert_eq!(total(&case.other().get("/voice/feedback").expect(200)), 0);

    let look = json!({ "title": "t" });
    let settings = case.admin().put("/settings", &with_extra(look.clone())).expect(200).json();
    expect_own("/settings", &settings, &look);
    expect_own("/settings", &case.admin().get("/settings").expect(200).json(), &look);

    let form = Form::default().file("x.gif", &picture("still.gif"));
    let made = case.admin().upload(form).expect(201).json();
    let (place, said) = (format!("/uploads/{}", id(&made)), json!({ "alt": "a" }));
    let changed = case.admin().put(&place, &with_extra(said.clone())).expect(200).json();
    for answer in [changed, case.admin().get(&place).expect(200).json()] {
        expect_own("/uploads", &answer, &said);
        assert_eq!((&answer["id"], &answer["url"]), (&made["id"], &made["url"]));
    }

    let written = with_extra(json!({}));
    write(&case.nobody(), &written).expect(202);
    let message = inbox(&case).pop().expect("it is stored");
    expect_own("/contact", &message, &json!({}));
    assert_eq!(message["read"], false);
    // Whether it was read is said by who reads it, and nothing else.
    let (place, read) = (format!("/contact/messages/{}", id(&message)), json!({ "read": true }));
    let changed = case.admin().put(&place, &with_extra(read.clone())).expect(200).json();
    for mut answer in [changed, case.admin().get(&place).expect(200).json()] {
        expect_own("/contact/messages", &answer, &read);
        answer["read"] = json!(false);
        for name in ["id", "ip_hash", "created_at", "name", "message"] {
            assert_eq!(answer.get(name), message.get(name), "{name}");
        }
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_authz_04_feedback_is_its_writers_alone() {
    let case = Case::begin("S-AUTHZ-04").await;
    let mut ids = Vec::new();
    for kind in ["approved", "flagged"] {
        let body = json!({
            "original_text": format!("mia {kind} synergy"), "feedback_type": kind, "job_context": "x",
        });
        ids.push(id(&case.member().post("/voice/feedback", &body).expect(201).json()));
    }
    let before = case.state();
    for query in
        ["", "?user_id=mia", "?feedback_type=flagged", "?limit=500", "?user_id=*", "?offset=0"]
    {
        let list = case.other().get(&format!("/voice/feedback{query}")).expect(200).json();
        assert_eq!((&list["items"], &list["total"]), (&json!([]), &json!(0)), "{query}");
    }
    for id in &ids {
        for method in ["GET", "PUT", "DELETE"] {
            for suffix in ["", "?user_id=mia"] {
                let path = format!("/voice/feedback/{id}{suffix}");
                let answer = case.other().send(method, &path, b"");
                assert!(
                    [404, 405].contains(&answer.status.as_u16()),
                    "{method}: {}",
                    answer.status
                );
            }
        }
    }
    for path in ["/content/chunks", "/content/chunks?source=voice_feedback", "/content/stats"] {
        case.other().get(path).expect(403);
    }
    let search = json!({ "query": "synergy" });
    case.other().post("/content/search-preview", &search).expect(403);
    case.other().delete("/content/chunks?source=voice_feedback").expect(403);
    case.expect_unchanged(&before);
    assert_eq!(total(&case.member().get("/voice/feedback").expect(200)), 2);
    case.end();
}

/// What of an answer could tell that something is there.
fn shape(answer: &Answer) -> (u16, Vec<u8>, BTreeSet<String>) {
    let names = answer.headers.keys().map(|name| name.as_str().to_owned()).collect();
    (answer.status.as_u16(), answer.body.to_vec(), names)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// How far apart two medians may be: what the case says or, on a machine that is slower than that, a half.
fn apart(one: Duration, other: Duration) -> bool {
    let most = Duration::from_millis(5).max(one.min(other) / 2);
    one.abs_diff(other) > most
}

/// With what is there, and then with what was never there: by every row that is about one thing.
#[tokio::test(flavor = "multi_thread")]
async fn s_authz_05_what_is_hidden_looks_like_what_is_not_there() {
    let case = Case::begin_with("S-AUTHZ-05", &[QUICK[0]]).await;
    let draft =
        id(&case.admin().post("/sections", &json!({ "title": "draft" })).expect(201).json());
    let below = section(&case, "below", Some(&draft));
    let hidden = id(&story(&case, json!({ "section_id": below })));
    let deleted = id(&story(&case, json!({ "title": "deleted" })));
    case.admin().delete(&format!("/content/story/{deleted}")).expect(204);
    let gone = section(&case, "gone", None);
    case.admin().delete(&format!("/sections/{gone}")).expect(204);
    let feedback = json!({ "original_text": "t", "feedback_type": "approved", "job_context": "c" });
    let feedback = id(&case.member().post("/voice/feedback", &feedback).expect(201).json());
    let resume = json!({ "document": { "basics": { "name": "N" }, "work": [{ "name": "Mill" }] } });
    case.admin().post("/resumes", &resume).expect(201);
    let tailored = case
        .member()
        .patient()
        .post("/tailor", &json!({ "job_description": "Miller", "threshold": 0 }));
    let tailored = id(&tailored.expect(200).json());
    let (nobody, other) = (case.nobody(), case.other());
    for (caller, method, template, known) in [
        (&nobody, "GET", "/sections/ID", &draft),
        (&nobody, "GET", "/sections/ID", &below),
        (&nobody, "GET", "/sections/ID", &gone),
        (&nobody, "GET", "/sections/ID/children", &draft),
        (&nobody, "GET", "/content/story/ID", &hidden),
        (&nobody, "GET", "/content/project/ID", &hidden),
        (&nobody, "GET", "/content/story/ID", &deleted),
        (&other, "GET", "/sections/ID", &gone),
        (&other, "GET", "/content/story/ID", &deleted),
        (&other, "DELETE", "/voice/feedback/ID", &feedback),
    ] {
        let ask = |id: &str| caller.send(method, &template.replace("ID", id), b"");
        assert_eq!(shape(&ask(known)), shape(&ask(NOTHING)), "{method} {template}");
        assert_eq!(ask(known).status, 404, "{method} {template}");
        let medians = || {
            // In turn, so that whatever else the machine does is done to both.
            let timed = |id: &str| {
                let started = Instant::now();
                ask(id);
                started.elapsed()
            };
            let tries = (0..Engine::rounds(200)).map(|_| (timed(known), timed(NOTHING)));
            let (there, none) = tries.unzip();
            let (there, none) = (median(there), median(none));
            println!("{method} {template}: {there:?}, and {none:?} for none");
            (there, none)
        };
        // What a busy machine does to one of them once, it does not do again and again; what tells them apart does.
        let is_apart = (0..3).all(|_| {
            let (there, none) = medians();
            apart(there, none)
        });
        assert!(!is_apart, "{method} {template}: its times tell what is there");
    }
    let (admin, owner) = (case.token("admin", "adam"), case.token("member", "mona"));
    let made = Furnished::at(case.running().address, &admin, &owner);
    let mut rows = Description(case.nobody().get("/openapi.json").expect(200).json()).rows();
    // A link of the navigation is for everybody.
    let is_open = |row: &Row| row.method == "GET" && row.path == "/navlinks/{id}";
    rows.retain(|row| row.path.contains("{id}") && !is_open(row));
    rows.sort_by_key(|row| row.method == "DELETE");
    assert!(rows.len() > 40, "{}", rows.len());
    for row in &rows {
        // A member may see what is not published, so what is for anyone is hidden from nobody in particular.
        let strangers = [(&nobody, true), (&other, row.access != "anyone")];
        for (caller, _) in strangers.into_iter().filter(|(_, is_stranger)| *is_stranger) {
            let ask = |path: &str| row.send(&caller.patient(), &made.concrete(path));
            let (known, random) = (ask(&row.path), ask(&row.path.replace("{id}", NOTHING)));
            assert_eq!(shape(&known), shape(&random), "{} {}", row.method, row.path);
            assert!(known.status.is_client_error(), "{} {}", row.method, row.path);
        }
    }
    rows.retain(|row| row.path.starts_with("/tailorings/{id}"));
    assert!(rows.len() > 15, "{}", rows.len());
    for row in &rows {
        let path = row.path.replace("{n}", "0").replace("{number}", "1");
        let ask = |id: &str| row.send(&other.patient(), &path.replace("{id}", id));
        let (known, random) = (ask(&tailored), ask(NOTHING));
        assert_eq!(shape(&known), shape(&random), "{} {path}", row.method);
        assert_eq!(known.status, 404, "{} {path}", row.method);
        // Its owner finds something there.
        if row.method == "GET" {
            case.member().patient().get(&path.replace("{id}", &tailored)).expect(200);
        }
    }
    case.end();
}
