//! Tailoring in the owner's own words, which needs nobody else.

use std::collections::HashSet;

use kernel::Role;
use serde_json::{Value, json};
use testkit::EmbeddingService;

use crate::career::{JOB, assert_is_resume, hostile, resume, store, texts};
use crate::site::{Site, make_token};

async fn tailor(site: &Site, body: Value) -> Value {
    site.member.post("/tailor", body).await.expect(200).json()
}

fn job() -> Value {
    json!({ "job_description": JOB })
}

#[tokio::test]
async fn every_statement_of_the_result_has_its_receipt() {
    let site = Site::start().await;
    let id = store(&site, "backend-engineer").await;
    let answer = tailor(&site, job()).await;
    assert_eq!(answer["generator"], "extractive");
    assert_eq!((&answer["resume_id"], &answer["evaluation"]["passed"]), (&json!(id), &json!(true)));
    assert!(answer["evaluation"]["score"].as_f64().unwrap() >= 60.0, "{}", answer["evaluation"]);
    assert_eq!(answer["evaluation"]["criteria"]["support"], 100.0);
    assert!(!answer["analysis"]["keywords"].as_array().unwrap().is_empty());
    assert_eq!(answer["attempts"].as_array().unwrap().last().unwrap()["passed"], true);
    assert_is_resume(&site, &answer["resume"]).await;

    // Receipts name chunks that are there, and `sources` lists exactly those.
    let chunks = site.admin.get("/content/chunks?limit=500").await.expect(200).json();
    let known: HashSet<_> =
        chunks["items"].as_array().unwrap().iter().map(|it| it["id"].to_string()).collect();
    let mut cited = HashSet::new();
    let statements = answer["statements"].as_array().unwrap();
    assert!(statements.len() > 10);
    for statement in statements {
        let receipts = statement["receipts"].as_array().unwrap();
        assert!(!receipts.is_empty(), "{statement}");
        cited.extend(receipts.iter().map(|receipt| receipt["chunk_id"].to_string()));
    }
    assert!(cited.is_subset(&known));
    let sources = answer["sources"].as_array().unwrap();
    let listed: HashSet<_> = sources.iter().map(|it| it["chunk_id"].to_string()).collect();
    assert_eq!(listed, cited);
    assert!(sources.iter().all(|source| !source["used_in"].as_array().unwrap().is_empty()));

    // Employers, titles and dates are the owner's.
    let original = resume("backend-engineer");
    for entry in answer["resume"]["work"].as_array().unwrap() {
        let same = |known: &&Value| {
            ["name", "position", "startDate", "endDate"].iter().all(|it| known[it] == entry[it])
        };
        assert!(original["work"].as_array().unwrap().iter().any(|it| same(&it)), "{entry}");
    }
    assert_eq!(answer["resume"]["basics"]["name"], original["basics"]["name"]);

    // Each requirement comes with what answers it, or as a gap.
    let fit = answer["fit"].as_f64().unwrap();
    assert!((30.0..=100.0).contains(&fit), "{fit}");
    let asked = answer["analysis"]["requirements"].as_array().unwrap();
    let paths: HashSet<&str> = statements.iter().map(|it| it["path"].as_str().unwrap()).collect();
    let answers = asked.iter().flat_map(|it| it["answered_by"].as_array().unwrap());
    let answers: Vec<&str> = answers.map(|path| path.as_str().unwrap()).collect();
    assert!(!answers.is_empty() && answers.iter().all(|path| paths.contains(path)), "{asked:?}");
}

#[tokio::test]
async fn fit_tells_a_right_candidate_from_a_wrong_one() {
    let site = Site::start().await;
    let fit = async |name: &str| {
        let id = store(&site, name).await;
        let answer = tailor(&site, json!({ "job_description": JOB, "resume_id": id })).await;
        let gaps = answer["analysis"]["requirements"].as_array().unwrap().clone();
        let gaps = gaps.iter().filter(|it| it["answered_by"] == json!([])).count();
        (answer["fit"].as_f64().unwrap(), gaps)
    };
    let (engineer, nurse) = (fit("backend-engineer").await, fit("nurse").await);
    assert!(engineer.0 > nurse.0 + 20.0, "{engineer:?} {nurse:?}");
    assert!(engineer.1 < nurse.1, "{engineer:?} {nurse:?}");
}

#[tokio::test]
async fn the_same_resume_differs_by_job_and_is_the_same_for_the_same() {
    let site = Site::start().await;
    store(&site, "nurse").await;
    let [care, product] = ["icu-team-lead", "digital-health-product"].map(|name| {
        let text = crate::career::corpus(&format!("jobs/{name}.txt"));
        json!({ "job_description": text, "threshold": 0 })
    });
    let one = tailor(&site, care.clone()).await;
    let other = tailor(&site, product).await;
    assert_ne!(one["resume"], other["resume"]);
    assert_eq!(tailor(&site, care).await["resume"], one["resume"]);
}

#[tokio::test]
async fn vectors_tell_how_near_a_fact_is_to_the_job() {
    let service = EmbeddingService::start(32).await;
    let site = Site::start_with(&[("embedding.url", &service.url)]).await;
    store(&site, "backend-engineer").await;
    site.app.jobs().run_due().await.unwrap();
    let before = service.requests();
    let answer = tailor(&site, job()).await;
    // The job and all its requirements in one question.
    assert_eq!(service.requests(), before + 1);
    let sources = answer["sources"].as_array().unwrap();
    assert!(sources.iter().any(|source| source["score"].as_f64().unwrap() > 0.0));
    // Without an answer, words have to do.
    service.answer(testkit::Manner::Status(500));
    assert_eq!(tailor(&site, job()).await["generator"], "extractive");
}

#[tokio::test]
async fn values_outside_their_limits_are_refused_by_name() {
    let site = Site::start().await;
    store(&site, "nurse").await;
    for (field, value) in [
        ("job_description", Value::Null),
        ("job_description", json!("")),
        ("job_description", json!(" \n")),
        ("job_description", json!("é".repeat(20_001))),
        ("job_description", json!(7)),
        ("job_description", json!("a\u{0}b")),
        ("threshold", json!(-1)),
        ("threshold", json!(100.5)),
        ("threshold", json!(101)),
        ("threshold", json!("80")),
        ("threshold", json!("NaN")),
        ("threshold", json!(1e300)),
        ("max_attempts", json!(0)),
        ("max_attempts", json!(-1)),
        ("max_attempts", json!(6)),
        ("max_attempts", json!(1_000_000)),
        ("max_attempts", json!(1.5)),
        ("max_attempts", json!("3")),
        ("resume_id", json!("x")),
        ("resume_id", json!("01939b1e-7c00-7abc-8def-0123456789ab")),
    ] {
        let mut body = job();
        body[field] = value.clone();
        assert_eq!(site.member.post("/tailor", body).await.expect_invalid(), [field], "{value}");
    }
    let bare = br#"{"job_description":"x","threshold":NaN}"#.to_vec();
    let answer = site.member.send("POST", "/tailor", &[], Some(bare)).await;
    answer.expect_problem(400, "malformed");
    let huge = json!({ "job_description": "x".repeat(5 * 1024 * 1024) });
    site.member.post("/tailor", huge).await.expect_problem(413, "too-large");
    for length in [1, 20_000] {
        let body = json!({ "job_description": "x".repeat(length) });
        site.member.post("/tailor", body).await.expect(200);
    }
    site.anonymous.post("/tailor", job()).await.expect_problem(401, "unauthenticated");
    assert_eq!(site.member.get("/tailorings").await.json()["total"], 2);
}

#[tokio::test]
async fn without_a_resume_the_memory_has_to_do() {
    let site = Site::start().await;
    let problem = site.member.post("/tailor", job()).await.expect_problem(422, "invalid");
    assert!(problem["detail"].as_str().unwrap().contains("nothing to tailor"), "{problem}");
    for (text, kind, position) in [
        ("Kept the ledger of a bank in Kotlin.", "role_summary", "Engineer"),
        ("Moved 800 GB to PostgreSQL in a weekend.", "achievement", "Engineer"),
        ("Answered the telephone.", "achievement", "Clerk"),
    ] {
        let metadata =
            json!({ "company": "Mill & Co", "position": position, "start_date": "2019" });
        let body = json!({
            "text": text, "source": "resume", "chunk_type": kind, "purpose": "facts",
            "metadata": metadata,
        });
        site.admin.post("/content/chunks", body).await.expect(201);
    }
    let mut body = job();
    body["threshold"] = json!(0);
    let answer = tailor(&site, body).await;
    assert_eq!(answer["resume_id"], Value::Null);
    let work = answer["resume"]["work"].as_array().unwrap();
    assert!(work.iter().all(|entry| entry["name"] == "Mill & Co"), "{work:?}");
    assert!(work.iter().any(|entry| entry["position"] == "Engineer"), "{work:?}");
    assert_is_resume(&site, &answer["resume"]).await;
}

#[tokio::test]
async fn chunks_that_somebody_deleted_follow_their_resume_again() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let before = site.admin.get("/content/chunks").await.json()["total"].clone();
    site.admin.delete("/content/chunks?source=resume").await.expect(202);
    assert_eq!(tailor(&site, job()).await["evaluation"]["passed"], true);
    assert_eq!(site.admin.get("/content/chunks").await.json()["total"], before);
}

#[tokio::test]
async fn the_voice_is_the_callers_and_nobody_elses() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let (_, other) = make_token(&site.app, Role::Member, "max").await;
    let other = site.anonymous.with_token(&other);
    for (client, whose) in [(&site.member, "mia"), (&other, "max"), (&site.admin, "owner")] {
        for kind in ["approved", "rejected", "flagged", "edited"] {
            let text = format!("{whose} {kind}: Kotlin ledger payment PostgreSQL Kafka");
            let mut body = json!({
                "original_text": text, "feedback_type": kind, "job_context": "payments",
            });
            if kind == "edited" {
                body["final_text"] = json!(format!("{whose} final: Kotlin ledger payment Kafka"));
            }
            client.post("/voice/feedback", body).await.expect(201);
        }
    }
    for (client, whose) in [(&site.member, "mia"), (&other, "max"), (&site.admin, "owner")] {
        let answer = client.post("/tailor", job()).await.expect(200).json();
        let said = |list: &str| -> HashSet<String> {
            let samples = answer["voice"][list].as_array().unwrap().iter();
            let texts = samples.map(|sample| sample["text"].as_str().unwrap().to_owned());
            texts.map(|text| text.split(':').next().unwrap().to_owned()).collect()
        };
        let expected = |kinds: [&str; 2]| kinds.map(|kind| format!("{whose} {kind}")).into();
        assert_eq!(said("examples"), expected(["approved", "final"]));
        assert_eq!(said("anti_patterns"), expected(["rejected", "flagged"]));
        // None of it is a fact.
        let mut found = Vec::new();
        texts(&answer["resume"], &mut found);
        assert!(!found.iter().any(|text| text.contains("rejected:") || text.contains("final:")));
    }
}

#[tokio::test]
async fn the_work_can_be_watched_step_by_step() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let watch = site.member.with_header("accept", "text/event-stream");
    let packing = watch.with_header("accept-encoding", "gzip, br");
    let answer = packing.post("/tailor", job()).await.expect(200);
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(answer.header("content-encoding"), None);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let events = events(&answer.body);
    let names: Vec<_> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..4], ["analysed", "retrieved", "generated", "evaluated"]);
    assert_eq!(*names.last().unwrap(), "done");
    let done = &events.last().unwrap().1;
    let kept = site.member.get(done["links"]["self"].as_str().unwrap()).await.expect(200).json();
    assert_eq!(*done, kept);
    // What is wrong from the start is told by the status; what goes wrong later, by an event.
    watch.post("/tailor", json!({})).await.expect_invalid();
    let list = site.admin.get("/resumes").await.json();
    let path = format!("/resumes/{}", list["items"][0]["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    let answer = watch.post("/tailor", job()).await.expect(200);
    let events = self::events(&answer.body);
    let (name, problem) = events.last().unwrap();
    assert_eq!((name.as_str(), &problem["status"]), ("failed", &json!(422)));
}

fn events(body: &[u8]) -> Vec<(String, Value)> {
    let text = std::str::from_utf8(body).unwrap();
    let blocks = text.split("\n\n").filter(|block| block.starts_with("event: "));
    let event = |block: &str| {
        let (name, data) = block.split_once('\n').unwrap();
        let data = data.strip_prefix("data: ").unwrap();
        (name["event: ".len()..].to_owned(), serde_json::from_str(data).unwrap())
    };
    blocks.map(event).collect()
}

#[tokio::test]
async fn what_cannot_pass_says_so_and_why() {
    let site = Site::start().await;
    store(&site, "chef-to-tester").await;
    let body = json!({ "job_description": JOB, "threshold": 100, "max_attempts": 5 });
    let answer = tailor(&site, body).await;
    assert_eq!(answer["evaluation"]["passed"], false);
    assert_eq!(answer["evaluation"]["criteria"]["support"], 100.0);
    let attempts = answer["attempts"].as_array().unwrap();
    assert!((1..=5).contains(&attempts.len()));
    assert!(attempts.iter().all(|attempt| attempt["passed"] == false));
    assert_is_resume(&site, &answer["resume"]).await;
}

#[tokio::test]
async fn hostile_job_texts_change_nothing_in_what_is_said() {
    let site = Site::start().await;
    let mut ids = std::collections::HashMap::new();
    for (name, case) in hostile() {
        let of = case["resume"].as_str().unwrap().to_owned();
        if !ids.contains_key(&of) {
            ids.insert(of.clone(), store(&site, &of).await);
        }
        let body = json!({
            "job_description": case["job_description"], "resume_id": ids[&of], "threshold": 0,
        });
        let answer = tailor(&site, body).await;
        let mut said = Vec::new();
        texts(&answer["resume"], &mut said);
        let mut own = Vec::new();
        texts(&resume(&of), &mut own);
        // Every word of it is the owner's.
        let own = own.join("\n");
        for forbidden in case["forbidden"].as_array().unwrap() {
            let forbidden = forbidden.as_str().unwrap().to_lowercase();
            let found = said.iter().find(|text| text.to_lowercase().contains(&forbidden));
            assert_eq!(found, None, "{name}: {forbidden}");
        }
        for statement in answer["statements"].as_array().unwrap() {
            let path = statement["path"].as_str().unwrap();
            let text = statement["text"].as_str().unwrap();
            if path.contains("highlights") {
                assert!(own.contains(text), "{name}: {path}: {text}");
            }
        }
    }
}
