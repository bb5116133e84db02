use std::time::Duration;

use serde_json::{Value, json};
use testkit::{RunningSite, TestDatabase, run_folia};

use crate::service::binary::{BINARY, make_token};
use crate::site::Site;

fn document() -> Value {
    json!({
        "basics": {"name": "Ada", "label": "Engineer", "email": "ada@example.org"},
        "work": [{
            "name": "Mill & Co", "position": "Engineer", "startDate": "2019-04",
            "summary": "Looked after the mill.",
            "highlights": ["Cut the noise by 40 %.", "Taught three apprentices."],
        }],
        "skills": [{"name": "Mechanics", "keywords": ["Gears", "Steam"]}],
    })
}

async fn create(site: &Site, body: Value) -> Value {
    // What is made later is newer.
    site.clock.advance(Duration::from_secs(1));
    site.admin.post("/resumes", body).await.expect(201).json()
}

/// Which of the resumes is the default; there must be one, or none at all.
async fn the_default(site: &Site) -> Option<Value> {
    let list = site.admin.get("/resumes?limit=500").await.expect(200).json();
    let items = list["items"].as_array().unwrap().clone();
    let defaults: Vec<_> = items.iter().filter(|item| item["is_default"] == true).collect();
    assert_eq!(defaults.len(), usize::from(!items.is_empty()), "{list}");
    // The default is also the first of the list.
    assert_eq!(items.first(), defaults.first().copied());
    defaults.first().map(|item| item["id"].clone())
}

fn ids(list: &Value) -> Vec<String> {
    let mut ids: Vec<_> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chunk| chunk["id"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids
}

#[tokio::test]
async fn a_document_comes_back_to_the_letter() {
    let site = Site::start().await;
    let text = "{ \"work\":[{\"x\":1.50e+2, \"highlights\":[\"\\u00e9 é \\/\"]}],\r\n\t\"basics\" \
                : {\"name\":\"Ada\",\"z\":10000000000000000000000001,\"a\":-0.0}, \"b\":null}";
    let body = format!("{{\"title\":\"One\",\"document\":{text}}}");
    let made = site.admin.send("POST", "/resumes", &[], Some(body.into())).await.expect(201);
    let path = made.header("location").unwrap().to_owned();
    assert_eq!(path, format!("/resumes/{}", made.json()["id"].as_str().unwrap()));
    assert_eq!(made.version(), Some(1));
    for answer in [&made, &site.admin.get(&path).await, &site.admin.get("/resumes").await] {
        let answer = String::from_utf8(answer.body.to_vec()).unwrap();
        assert!(answer.contains(text), "{answer}");
    }
    // Also when something else was changed.
    site.admin.put(&path, json!({ "title": "Two" })).await.expect(200);
    let answer = site.admin.get(&path).await.expect(200);
    assert!(String::from_utf8(answer.body.to_vec()).unwrap().contains(text));
    assert_eq!(answer.json()["title"], "Two");
    let tag = answer.header("etag").unwrap();
    site.admin.get_with(&path, &[("if-none-match", tag)]).await.expect(304);
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn exactly_one_resume_is_the_default() {
    let site = Site::start().await;
    assert_eq!(the_default(&site).await, None);
    let one = create(&site, json!({ "document": document(), "is_default": false })).await;
    assert_eq!((&one["is_default"], &one["title"]), (&json!(true), &json!("Engineer")));
    let two = create(&site, json!({ "document": {} })).await;
    assert_eq!((&two["is_default"], &two["title"]), (&json!(false), &json!("Resume")));
    let three = create(&site, json!({ "document": {}, "is_default": true })).await;
    assert_eq!(the_default(&site).await.as_ref(), Some(&three["id"]));

    let path = |resume: &Value| format!("/resumes/{}", resume["id"].as_str().unwrap());
    let answer = site.admin.put(&path(&three), json!({ "is_default": false })).await;
    assert_eq!(answer.expect_invalid(), ["is_default"]);
    let stale = site.admin.put_with(&path(&one), &[("if-match", "\"v1\"")], json!({})).await;
    stale.expect_problem(409, "stale");
    site.admin.put(&path(&one), json!({ "is_default": true })).await.expect(200);
    assert_eq!(the_default(&site).await.as_ref(), Some(&one["id"]));
    // The newest of the others follows.
    site.admin.delete(&path(&one)).await.expect(204);
    assert_eq!(the_default(&site).await.as_ref(), Some(&three["id"]));
    site.admin.delete(&path(&two)).await.expect(204);
    site.admin.delete(&path(&three)).await.expect(204);
    assert_eq!(the_default(&site).await, None);
    site.admin.delete(&path(&three)).await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn a_race_for_the_default_has_one_winner() {
    let site = Site::start().await;
    let making = (0..12).map(|_| create(&site, json!({ "document": {}, "is_default": true })));
    let made = futures_util::future::join_all(making).await;
    the_default(&site).await.expect("there is one");
    let paths: Vec<_> =
        made.iter().map(|made| format!("/resumes/{}", made["id"].as_str().unwrap())).collect();
    let claiming = paths.iter().map(|path| site.admin.put(path, json!({ "is_default": true })));
    for answer in futures_util::future::join_all(claiming).await {
        answer.expect(200);
    }
    the_default(&site).await.expect("there is one");
    let leaving = paths.iter().skip(1).map(|path| site.admin.delete(path));
    for answer in futures_util::future::join_all(leaving).await {
        answer.expect(204);
    }
    assert_eq!(the_default(&site).await.as_ref(), Some(&made[0]["id"]));
}

#[tokio::test]
async fn the_chunks_follow_their_resume() {
    let site = Site::start().await;
    let resume = create(&site, json!({ "title": "Mill", "document": document() })).await;
    let chunks = site.admin.get("/content/chunks?source=resume").await.expect(200).json();
    assert_eq!(chunks["total"], 5);
    let items = chunks["items"].as_array().unwrap();
    let taught = items.iter().find(|chunk| chunk["text"] == "Taught three apprentices.").unwrap();
    assert_eq!(taught["chunk_type"], "achievement");
    assert_eq!(taught["origin"], json!({ "type": "resume", "id": resume["id"] }));
    assert_eq!(
        taught["metadata"],
        json!({
            "company": "Mill & Co", "position": "Engineer", "start_date": "2019-04",
            "path": "work/0/highlights/1", "resume": "Mill",
        })
    );
    let queued = site.app.store.job_summary(memory::indexing::TOPIC).await.unwrap();
    assert_eq!(queued.pending, 1);

    // What is still said keeps its chunk, also in another place.
    let mut changed = document();
    changed["work"][0]["highlights"] = json!(["Taught three apprentices.", "Painted the wheel."]);
    let path = format!("/resumes/{}", resume["id"].as_str().unwrap());
    site.admin.put(&path, json!({ "document": changed })).await.expect(200);
    let after = site.admin.get("/content/chunks?source=resume").await.expect(200).json();
    assert_eq!(after["total"], 5);
    let items = after["items"].as_array().unwrap();
    let kept = items.iter().find(|chunk| chunk["id"] == taught["id"]).unwrap();
    assert_eq!(kept["metadata"]["path"], "work/0/highlights/0");
    assert!(!items.iter().any(|chunk| chunk["text"] == "Cut the noise by 40 %."));
    assert_ne!(ids(&chunks), ids(&after));

    site.admin.delete(&path).await.expect(204);
    assert_eq!(site.admin.get("/content/chunks").await.expect(200).json()["total"], 0);
}

#[tokio::test]
async fn what_is_no_resume_is_refused_by_its_place_and_nothing_is_kept() {
    let site = Site::start().await;
    let mut deep = json!(1);
    for _ in 0..50 {
        deep = json!([deep]);
    }
    for (body, fields) in [
        (json!({}), vec!["document"]),
        (json!({ "document": [] }), vec!["document"]),
        (json!({ "document": "x" }), vec!["document"]),
        (json!({ "title": "", "document": {} }), vec!["title"]),
        (json!({ "title": 7, "document": {} }), vec!["title"]),
        (json!({ "is_default": "yes", "document": {} }), vec!["is_default"]),
        (json!({ "document": { "x": deep } }), vec!["document"]),
        (json!({ "document": { "x": vec![0; 10_001] } }), vec!["document"]),
        (json!({ "document": { "x": "y".repeat(300_000) } }), vec!["document"]),
        (json!({ "document": { "x": "y".repeat(8001) } }), vec!["document.x"]),
        (
            json!({ "document": {
                "basics": { "url": "javascript:alert(1)", "profiles": [{ "url": "data:text/html,x" }] },
                "work": [{ "website": "java\nscript:alert(1)" }],
            } }),
            vec![
                "document.basics.url",
                "document.basics.profiles[0].url",
                "document.work[0].website",
            ],
        ),
        (
            json!({ "document": { "skills": [{ "name": "a".repeat(5000), "level": "b".repeat(5000) }] } }),
            vec!["document.skills[0]"],
        ),
    ] {
        assert_eq!(site.admin.post("/resumes", body).await.expect_invalid(), fields);
    }
    let endless = format!("{{\"document\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let answer = site.admin.send("POST", "/resumes", &[], Some(endless.into())).await;
    assert_eq!(answer.expect_invalid(), ["document"]);
    let huge = json!({ "document": { "x": "y".repeat(5 * 1024 * 1024) } });
    site.admin.post("/resumes", huge).await.expect_problem(413, "too-large");
    assert_eq!(site.admin.get("/resumes").await.json()["total"], 0);
    assert_eq!(site.admin.get("/content/stats").await.json()["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_brings_resumes_back_to_the_letter() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let text = "{\"b\":1.50e+2,\"a\":[ ],\"work\":[{\"name\":\"Mill\"}]}";
    for title in ["One", "Two"] {
        let body = format!("{{\"title\":\"{title}\",\"document\":{text}}}");
        site.request("POST", "/resumes", Some(&token), &body).expect(201);
    }
    let first = site.request("GET", "/resumes", Some(&token), "").expect(200).json();
    let first = format!("/resumes/{}", first["items"][0]["id"].as_str().unwrap());
    let rules = r#"{"language":"da","arrangement":{"pinned":["work/0"],"order":["work"]}}"#;
    let arranged = site.request("PUT", &first, Some(&token), rules).expect(200).json();
    assert!(run_folia(BINARY, &database, &["backup", "archive"]).status.success());
    let archive = database.folder.path().join("archive");
    let other = TestDatabase::create().await;
    let output = run_folia(BINARY, &other, &["import", archive.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(run_folia(BINARY, &other, &["check"]).status.success());
    let token = make_token(&other, "admin");
    let site = RunningSite::start(BINARY, &other, &[]);
    let list = site.request("GET", "/resumes", Some(&token), "").expect(200);
    assert_eq!(String::from_utf8(list.body.to_vec()).unwrap().matches(text).count(), 2);
    assert_eq!(list.json()["items"][0]["title"], "One");
    assert_eq!(list.json()["items"][0]["arrangement"], arranged["arrangement"]);
    assert_eq!(list.json()["items"][0]["language"], "da");
    // The chunks are those of the archive, and still follow.
    let chunks = || site.request("GET", "/content/chunks", Some(&token), "").expect(200).json();
    assert_eq!(chunks()["total"], 2);
    let id = list.json()["items"][0]["id"].as_str().unwrap().to_owned();
    let body = "{\"document\":{\"work\":[{\"name\":\"Kiln\"},{\"name\":\"Forge\"}]}}";
    site.request("PUT", &format!("/resumes/{id}"), Some(&token), body).expect(200);
    assert_eq!(chunks()["total"], 3);
}

#[tokio::test]
async fn what_is_only_odd_is_taken_to_the_letter_and_told() {
    let site = Site::start().await;
    let odd = json!({
        "basics": {"name": "Ada", "label": "Fitter", "email": "by pigeon", "website": "example.org", "summary": ["I mend mills."]},
        "work": [{
            "company": "Mill & Co", "position": "Fitter", "startDate": "November 2019", "endDate": "Present",
            "highlights": ["- Cut the **noise** by 40 %.", "- Cut the **noise** by 40 %."],
        }, { "company": "Kiln", "startDate": "", "endDate": "when it rains", "url": "-" }],
        "skills": ["Gears", "Steam"],
    });
    let made = create(&site, json!({ "document": odd.clone() })).await;
    assert_eq!((&made["document"], &made["title"]), (&odd, &json!("Fitter")));
    let paths = |resume: &Value| -> Vec<String> {
        let warnings = resume["warnings"].as_array().unwrap().iter();
        warnings.map(|it| it["path"].as_str().unwrap().to_owned()).collect()
    };
    let told =
        ["document.basics.email", "document.work[1].endDate", "document.work[0].highlights[1]"];
    assert_eq!(paths(&made), told);
    let path = format!("/resumes/{}", made["id"].as_str().unwrap());
    assert_eq!(paths(&site.admin.get(&path).await.expect(200).json()), told);
    let chunks = site.admin.get("/content/chunks?source=resume").await.expect(200).json();
    let items = chunks["items"].as_array().unwrap();
    let said: Vec<_> = items.iter().map(|chunk| chunk["text"].as_str().unwrap()).collect();
    assert!(said.contains(&"Cut the noise by 40 %."), "{said:?}");
    assert_eq!(said.iter().filter(|text| text.contains("noise")).count(), 1);
    assert!(said.contains(&"Fitter · Mill & Co · since 2019-11"), "{said:?}");
    // It can be tailored: the employers are there, and nothing that ended goes on.
    let order = json!({ "job_description": "Fitter\n\nRequirements\n- mends mills and gears", "threshold": 0 });
    let tailored = site.admin.post("/tailor", order).await.expect(200).json();
    let work = &tailored["resume"]["work"];
    assert_eq!((&work[0]["name"], &work[0]["startDate"]), (&json!("Mill & Co"), &json!("2019-11")));
    assert_eq!(tailored["resume"]["basics"]["url"], "https://example.org");
    // A change that makes it plain leaves nothing to tell.
    let plain = json!({ "basics": { "name": "Ada" } });
    let changed = site.admin.put(&path, json!({ "document": plain })).await.expect(200).json();
    assert_eq!(changed["warnings"], json!([]));
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

/// A guess at contact data may be wrong. Whoever wrote the line is told that others do not see it.
#[tokio::test]
async fn the_owner_is_told_which_lines_others_do_not_see() {
    let site = Site::start().await;
    let document = json!({
        "basics": { "name": "Mira", "phone": "+49 170 1234567" },
        "work": [{ "name": "Mill", "highlights": [
            "Ground 125 000 000 kg of corn.", "Ran the hotline 0800 1234567.", "Ask oak@mill.example.",
        ] }],
    });
    let made =
        site.admin.post("/resumes", json!({ "document": document })).await.expect(201).json();
    let own = format!("/resumes/{}", made["id"].as_str().unwrap());
    let told = async || {
        let resume = site.admin.get(&own).await.expect(200).json();
        let warnings = resume["warnings"].as_array().unwrap().clone();
        let texts = warnings.iter().map(|it| {
            format!("{} {}", it["path"].as_str().unwrap(), it["message"].as_str().unwrap())
        });
        texts.collect::<Vec<_>>()
    };
    let hides = |at: usize, what: &str| {
        format!(
            "document.work[0].highlights[{at}] is not shown to visitors and members: it seems to tell {what}, \
             which is hidden"
        )
    };
    let (number, mailbox) = (hides(1, "a telephone number"), hides(2, "an e-mail address"));
    assert_eq!(told().await, [number, mailbox.clone()]);
    // It goes by what is hidden now.
    let show = json!({ "resume": { "show": ["city", "phone"] } });
    site.admin.put("/settings", show).await.expect(200);
    assert_eq!(told().await, [mailbox]);
}
