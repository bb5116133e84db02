//! Who may call what, and whose is what.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::Answer;

use super::oracle::{Case, id};
use super::{section, story, total};
use crate::service::access::concrete;
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

#[tokio::test(flavor = "multi_thread")]
async fn s_authz_02_another_spelling_of_an_address_opens_no_door() {
    let case = Case::begin("S-AUTHZ-02").await;
    let before = case.state();
    let mut tried = 0;
    for (method, path, _) in operations(&case).iter().filter(|operation| operation.2 == "admin") {
        let path = address(path);
        let rest = &path[1..];
        let first = path.as_bytes()[1];
        for spelling in [
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
        ] {
            for caller in [case.nobody(), case.member()] {
                let body = br#"{"title":"x","url":"/","role":"admin","name":"x"}"#;
                let body = if method == "GET" { &b""[..] } else { body };
                let answer = caller.send(method, &spelling, body);
                let status = answer.status.as_u16();
                // A page of another spelling leads to its own, which is asked for anew.
                let is_refused = [400, 401, 403, 404, 405].contains(&status);
                assert!(is_refused, "{method} {spelling}: {status}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
    case.expect_unchanged(&before);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_authz_03_what_the_service_decides_nobody_sends() {
    let case = Case::begin("S-AUTHZ-03").await;
    let extra = json!({
        "id": NOTHING, "path": "evil", "depth": 9, "created_at": "2001-01-01T00:00:00Z",
        "updated_at": "2001-01-01T00:00:00Z", "deleted_at": "2001-01-01T00:00:00Z", "user_id": "max",
        "role": "admin", "vector_id": NOTHING, "indexed_at": "2001-01-01T00:00:00Z", "ip_hash": "evil",
        "read": true, "hits": 99, "origin": { "type": "evil", "id": NOTHING }, "version": 9,
    });
    let with = |mut body: Value| {
        for (name, value) in extra.as_object().expect("members") {
            if body.get(name).is_none() {
                body[name] = value.clone();
            }
        }
        body
    };
    let feedback = json!({ "original_text": "t", "feedback_type": "approved", "job_context": "c" });
    let chunk =
        json!({ "text": "t", "source": "opinion", "chunk_type": "meta", "purpose": "facts" });
    let resume = json!({ "title": "r", "document": { "basics": { "name": "N" } } });
    for (path, body, more) in [
        ("/sections", json!({ "title": "s" }), json!({ "title": "s2" })),
        ("/content/story", json!({ "title": "s" }), json!({ "title": "s2" })),
        ("/navlinks", json!({ "title": "n", "url": "/x" }), json!({ "title": "n2" })),
        ("/content/chunks", chunk, json!({ "text": "t2" })),
        ("/resumes", resume, json!({ "title": "r2" })),
        ("/redirects", json!({ "old_path": "old", "new_path": "/x" }), Value::Null),
        ("/voice/feedback", feedback, Value::Null),
    ] {
        // A token of the owner may name whose it is; here the values are the caller's alone.
        let caller = if path == "/voice/feedback" { case.member() } else { case.admin() };
        let made = caller.post(path, &with(body)).expect(201).json();
        let mut seen = vec![made.clone()];
        if !more.is_null() {
            let place = format!("{path}/{}", id(&made));
            seen.push(caller.put(&place, &with(more)).expect(200).json());
            seen.push(caller.get(&place).expect(200).json());
        }
        for answer in seen {
            assert_eq!(answer["id"], made["id"], "{path}");
            for (name, sent) in extra.as_object().expect("members") {
                let kept = answer.get(name).is_some_and(|value| value == sent);
                assert!(!kept, "{path} keeps {name}: {answer}");
            }
        }
        if path == "/voice/feedback" {
            assert_eq!(made["user_id"], "mia");
        }
    }
    assert_eq!(total(&case.other().get("/voice/feedback").expect(200)), 0);
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

/// The medians are printed: two of them within 5 ms of each other is a matter of the machine.
#[tokio::test(flavor = "multi_thread")]
async fn s_authz_05_what_is_hidden_looks_like_what_is_not_there() {
    let case = Case::begin("S-AUTHZ-05").await;
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
        (&other, "GET", "/tailorings/ID", &tailored),
        (&other, "GET", "/tailorings/ID/resume.json", &tailored),
        (&other, "GET", "/tailorings/ID/versions", &tailored),
        (&other, "DELETE", "/tailorings/ID", &tailored),
    ] {
        let ask = |id: &str| caller.send(method, &template.replace("ID", id), b"");
        assert_eq!(shape(&ask(known)), shape(&ask(NOTHING)), "{method} {template}");
        assert_eq!(ask(known).status, 404, "{method} {template}");
        let median = |id: &str| {
            let mut times: Vec<Duration> = (0..15)
                .map(|_| {
                    let started = Instant::now();
                    ask(id);
                    started.elapsed()
                })
                .collect();
            times.sort_unstable();
            times[7]
        };
        println!("{method} {template}: {:?}, and {:?} for none", median(known), median(NOTHING));
    }
    case.end();
}
