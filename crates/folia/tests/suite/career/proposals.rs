//! Other words for a fact: proposed, accepted, approved, and nobody's again when the fact changes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::Reply;

use crate::career::model::{facts, with_model};
use crate::career::{JOB, resume, store};
use crate::site::Site;

const WORDING: &str = "Gave the double-entry ledger a new design.";

fn body() -> Value {
    json!({ "job_description": JOB, "threshold": 0, "max_attempts": 1 })
}

fn rewording() -> Reply {
    Reply::Obeys(Arc::new(|question| {
        let facts = facts(question);
        let ledger = facts.iter().find(|it| {
            let text = it["text"].as_str().unwrap();
            text.contains("double-entry") || text == WORDING
        });
        let Some(ledger) = ledger else { return "{}".to_owned() };
        let highlights = [json!({ "fact": ledger["label"], "text": WORDING })];
        json!({ "summary": [], "highlights": highlights, "order": [] }).to_string()
    }))
}

fn highlights(answer: &Value) -> Vec<&str> {
    let entries = answer["resume"]["work"].as_array().unwrap().iter();
    let all = entries.filter_map(|entry| entry["highlights"].as_array()).flatten();
    all.map(|text| text.as_str().unwrap()).collect()
}

fn kind_of(answer: &Value, text: &str) -> Value {
    let statements = answer["statements"].as_array().unwrap();
    statements.iter().find(|it| it["text"] == text).map_or(Value::Null, |it| it["kind"].clone())
}

/// The text of the fact that the ledger is told by.
fn ledger() -> String {
    let document = resume("backend-engineer");
    let mut all = Vec::new();
    crate::career::texts(&document, &mut all);
    all.into_iter().find(|text| text.contains("double-entry")).unwrap()
}

fn accept(answer: &Value) -> String {
    format!("/tailorings/{}/proposals/0/accept", answer["id"].as_str().unwrap())
}

async fn feedback_total(site: &Site) -> Value {
    site.admin.get("/voice/feedback").await.expect(200).json()["total"].clone()
}

#[tokio::test]
async fn what_the_owner_accepts_is_said_from_then_on() {
    let (model, site) = with_model(&[]).await;
    let id = store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    assert!(!highlights(&answer).contains(&WORDING));
    assert_eq!(kind_of(&answer, &ledger()), "verbatim");
    let proposal = &answer["proposals"][0];
    assert_eq!((&proposal["text"], &proposal["state"]), (&json!(WORDING), &json!("open")));
    assert_eq!(proposal["source"]["text"], ledger());
    assert!(!proposal["doubts"].as_array().unwrap().is_empty(), "{proposal}");
    assert!(proposal["difference"].as_array().unwrap().len() > 1, "{proposal}");
    assert_eq!(answer["evaluation"]["proposed"], 1);

    let accepted = site.admin.post(&accept(&answer), json!({})).await.expect(200).json();
    assert_eq!(accepted["proposals"][0]["state"], "approved");
    assert!(highlights(&accepted).contains(&WORDING));
    assert_eq!(kind_of(&accepted, WORDING), "approved");
    let kept = site.admin.get(answer["links"]["self"].as_str().unwrap()).await.expect(200).json();
    assert_eq!(kept, accepted);
    // Once more changes nothing.
    let again = site.admin.post(&accept(&answer), json!({})).await.expect(200).json();
    assert_eq!(again, accepted);
    assert_eq!(feedback_total(&site).await, 1);

    // From now on, for everybody, and also without a model.
    model.answer(Reply::Says("nonsense".to_owned()));
    let later = site.member.post("/tailor", body()).await.expect(200).json();
    assert!(highlights(&later).contains(&WORDING));
    assert_eq!(kind_of(&later, WORDING), "approved");

    // When the fact changes, the wording is a proposal again.
    let mut document = resume("backend-engineer");
    change(&mut document, &ledger(), &format!("{} It was hard.", ledger()));
    let path = format!("/resumes/{id}");
    site.admin.put(&path, json!({ "document": document })).await.expect(200);
    model.answer(rewording());
    let changed = site.admin.post("/tailor", body()).await.expect(200).json();
    assert!(!highlights(&changed).contains(&WORDING));
    assert_eq!(changed["proposals"][0]["text"], WORDING);
}

fn change(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) if text == from => to.clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|item| change(item, from, to)),
        Value::Object(members) => members.values_mut().for_each(|it| change(it, from, to)),
        _ => {}
    }
}

#[tokio::test]
async fn what_a_member_accepts_is_voice_and_never_fact() {
    let (model, site) = with_model(&[]).await;
    store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.member.post("/tailor", body()).await.expect(200).json();
    let accepted = site.member.post(&accept(&answer), json!({})).await.expect(200).json();
    assert_eq!(accepted["proposals"][0]["state"], "voice");
    assert_eq!(accepted["resume"], answer["resume"]);
    let entries = site.member.get("/voice/feedback").await.expect(200).json();
    assert_eq!(entries["items"][0]["original_text"], WORDING);
    for client in [&site.member, &site.admin] {
        let later = client.post("/tailor", body()).await.expect(200).json();
        assert!(!highlights(&later).contains(&WORDING));
    }
    // Feedback of a member is no approval either, whatever it says.
    for kind in ["approved", "edited"] {
        let feedback = json!({
            "original_text": if kind == "edited" { ledger() } else { WORDING.to_owned() },
            "final_text": WORDING, "feedback_type": kind, "job_context": JOB,
            "source_text": ledger(),
        });
        site.member.post("/voice/feedback", feedback).await.expect(201);
        let later = site.member.post("/tailor", body()).await.expect(200).json();
        assert!(!highlights(&later).contains(&WORDING), "{kind}");
    }
}

#[tokio::test]
async fn feedback_of_the_owner_approves_and_takes_back() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let feedback = |kind: &str, original: &str, last: Option<&str>, source: Option<String>| {
        json!({
            "original_text": original, "final_text": last, "feedback_type": kind,
            "job_context": JOB, "source_text": source,
        })
    };
    let says = async |wording: &str| {
        let answer = site.member.post("/tailor", body()).await.expect(200).json();
        highlights(&answer).contains(&wording)
    };
    let give = async |entry: Value| {
        // Of two decisions the newer counts.
        site.clock.advance(Duration::from_secs(1));
        site.admin.post("/voice/feedback", entry).await.expect(201);
    };
    let edited = "I designed the double-entry ledger anew.";
    // Liked, but of no fact.
    let entry = feedback("approved", edited, None, None);
    give(entry).await;
    assert!(!says(edited).await);
    let entry = feedback("edited", &ledger(), Some(edited), None);
    give(entry).await;
    assert!(says(edited).await);
    // Corrected once more, from what was shown.
    let entry = feedback("edited", edited, Some(WORDING), None);
    give(entry).await;
    assert!(says(WORDING).await && !says(edited).await);
    for wording in [WORDING, edited] {
        let entry = feedback("rejected", wording, None, None);
        give(entry).await;
        assert!(!says(wording).await);
    }
    let entry = feedback("approved", WORDING, None, Some(ledger()));
    give(entry).await;
    assert!(says(WORDING).await);
    let wrong = feedback("approved", WORDING, None, Some(String::new()));
    let answer = site.admin.post("/voice/feedback", wrong).await;
    assert_eq!(answer.expect_invalid(), ["source_text"]);
}

#[tokio::test]
async fn only_the_user_of_a_result_accepts_and_only_what_is_there() {
    let (model, site) = with_model(&[]).await;
    store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.member.post("/tailor", body()).await.expect(200).json();
    let id = answer["id"].as_str().unwrap();
    site.admin.post(&accept(&answer), json!({})).await.expect_problem(404, "not-found");
    site.anonymous.post(&accept(&answer), json!({})).await.expect_problem(401, "unauthenticated");
    for number in ["1", "-1", "x", "99999999999999999999"] {
        let path = format!("/tailorings/{id}/proposals/{number}/accept");
        site.member.post(&path, json!({})).await.expect_problem(404, "not-found");
    }
    let path = "/tailorings/01939b1e-7c00-7abc-8def-0123456789ab/proposals/0/accept";
    site.member.post(path, json!({})).await.expect_problem(404, "not-found");
    assert_eq!(feedback_total(&site).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepted_by_many_at_once_it_is_accepted_once() {
    let (model, site) = with_model(&[]).await;
    store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    let path = accept(&answer);
    let asking = (0..12).map(|_| site.admin.post(&path, json!({})));
    for answer in futures_util::future::join_all(asking).await {
        assert_eq!(answer.expect(200).json()["proposals"][0]["state"], "approved");
    }
    assert_eq!(feedback_total(&site).await, 1);
}

/// The same words below two employers are two facts: what is accepted for one is not told of the
/// other.
#[tokio::test]
async fn what_is_accepted_for_one_employer_is_not_said_of_another() {
    let (model, site) = with_model(&[]).await;
    let entry = |name: &str, start: &str| {
        json!({ "name": name, "position": "Engineer", "startDate": start,
                "highlights": ["Led the Kotlin team.", format!("Ran the {name} by night.")] })
    };
    let document = json!({
        "basics": { "name": "Ada", "summary": "I lead." },
        "work": [entry("Mill", "2020"), entry("Dam", "2010")],
    });
    site.admin.post("/resumes", json!({ "document": document })).await.expect(201);
    let wording = "Led the Kotlin team of 300 at the Dam.";
    model.answer(Reply::Obeys(Arc::new(move |question| {
        let facts = facts(question);
        let dam = facts.iter().find(|it| it["of"] == "Dam" && it["text"] == "Led the Kotlin team.");
        let highlights = dam.map(|it| json!({ "fact": it["label"], "text": wording }));
        json!({ "summary": [], "highlights": Vec::from_iter(highlights), "order": [] }).to_string()
    })));
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    assert_eq!(answer["proposals"][0]["text"], wording, "{answer}");
    site.admin.post(&accept(&answer), json!({})).await.expect(200);
    model.answer(Reply::Says("nonsense".to_owned()));
    let later = site.member.post("/tailor", body()).await.expect(200).json();
    let work = later["resume"]["work"].as_array().unwrap();
    let told =
        |name: &str| work.iter().find(|it| it["name"] == name).unwrap()["highlights"].to_string();
    assert!(told("Dam").contains(wording), "{work:?}");
    assert!(!told("Mill").contains("300") && told("Mill").contains("Led the Kotlin"), "{work:?}");
    // Nor when the owner says it without saying of whom.
    let edited = "Led the Kotlin team of 9.";
    let feedback = json!({
        "original_text": "Led the Kotlin team.", "final_text": edited, "feedback_type": "edited",
        "job_context": JOB,
    });
    site.clock.advance(Duration::from_secs(1));
    site.admin.post("/voice/feedback", feedback).await.expect(201);
    let later = site.member.post("/tailor", body()).await.expect(200).json();
    assert!(!highlights(&later).contains(&edited));
}

/// Between the proposal and the click the resume changes: another employer comes first, and says the same.
/// The chunks of equal texts change hands; what was proposed stays that of the dam.
#[tokio::test]
async fn what_is_accepted_after_a_change_is_said_of_whom_it_was_proposed_for() {
    let (model, site) = with_model(&[]).await;
    let entry = |name: &str, start: &str| {
        json!({ "name": name, "position": "Engineer", "startDate": start,
                "highlights": ["Led the Kotlin team.", format!("Ran the {name} by night.")] })
    };
    let document = |work: Vec<Value>| json!({ "document": { "basics": { "name": "Ada", "summary": "I lead." }, "work": work } });
    let kept = site.admin.post("/resumes", document(vec![entry("Dam", "2010")])).await;
    let kept = kept.expect(201).json();
    let path = format!("/resumes/{}", kept["id"].as_str().unwrap());
    let wording = "Led the Kotlin team of 300.";
    model.answer(Reply::Obeys(Arc::new(move |question| {
        let facts = facts(question);
        let dam = facts.iter().find(|it| it["text"] == "Led the Kotlin team.");
        let highlights = dam.map(|it| json!({ "fact": it["label"], "text": wording }));
        json!({ "summary": [], "highlights": Vec::from_iter(highlights), "order": [] }).to_string()
    })));
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    assert_eq!(answer["proposals"][0]["text"], wording, "{answer}");
    for work in [vec![entry("Mill", "2020")], vec![entry("Mill", "2020"), entry("Dam", "2010")]] {
        site.admin.put(&path, document(work)).await.expect(200);
        site.admin.post(&accept(&answer), json!({})).await.expect(200);
        model.answer(Reply::Says("nonsense".to_owned()));
        let later = site.member.post("/tailor", body()).await.expect(200).json();
        for entry in later["resume"]["work"].as_array().unwrap() {
            let told = entry["highlights"].to_string();
            assert_eq!(told.contains("300"), entry["name"] == "Dam", "{told}");
        }
    }
}

/// A sentence may stand within another one. What is accepted for it is not put there.
#[tokio::test]
async fn an_accepted_sentence_stands_where_its_source_stood() {
    let (model, site) = with_model(&[]).await;
    let document = json!({
        "basics": { "name": "Ada", "summary": "I deny it when Eve says that I ship. I ship." },
        "work": [{ "name": "Mill", "startDate": "2020", "highlights": ["Kept a ledger in Kotlin."] }],
    });
    site.admin.post("/resumes", json!({ "document": document })).await.expect(201);
    model.answer(Reply::Obeys(Arc::new(|question| {
        let facts = facts(question);
        let short = facts.iter().find(|it| it["text"] == "I ship.");
        let Some(short) = short else { return "{}".to_owned() };
        let sentence = json!({ "text": "Shipping is done by me.", "facts": [short["label"]] });
        json!({ "summary": [sentence], "highlights": [], "order": [] }).to_string()
    })));
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    assert_eq!(answer["proposals"][0]["source"]["text"], "I ship.");
    let accepted = site.admin.post(&accept(&answer), json!({})).await.expect(200).json();
    let summary = accepted["resume"]["basics"]["summary"].as_str().unwrap();
    assert!(summary.starts_with("I deny it when Eve says that I ship."), "{summary}");
    let later = site.member.post("/tailor", body()).await.expect(200).json();
    let summary = later["resume"]["basics"]["summary"].as_str().unwrap();
    assert_eq!(summary, "I deny it when Eve says that I ship. Shipping is done by me.");
}

fn reopen(answer: &Value, number: usize) -> String {
    format!("/tailorings/{}/proposals/{number}/reopen", answer["id"].as_str().unwrap())
}

#[tokio::test]
async fn what_was_accepted_can_be_taken_back_with_all_that_came_of_it() {
    let (model, site) = with_model(&[]).await;
    store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    let path = answer["links"]["self"].as_str().unwrap();
    // What is open stays open.
    let open = site.admin.post(&reopen(&answer, 0), json!({})).await.expect(200).json();
    assert_eq!(open, answer);
    site.admin.post(&accept(&answer), json!({})).await.expect(200);
    for _ in 0..2 {
        let mut again = site.admin.post(&reopen(&answer, 0), json!({})).await.expect(200).json();
        assert_eq!(site.admin.get(path).await.expect(200).json(), again);
        assert_eq!(again["version"], 3);
        for changed in ["version", "edited_at"] {
            again[changed] = answer[changed].clone();
        }
        assert_eq!(again, answer);
    }
    assert_eq!(feedback_total(&site).await, 0);
    let chunks = site.admin.get("/content/chunks?source=voice_feedback").await.expect(200).json();
    assert_eq!(chunks["total"], 0);
    let later = site.admin.post("/tailor", body()).await.expect(200).json();
    assert!(!highlights(&later).contains(&WORDING));
    // Nothing is used up by it.
    let accepted = site.admin.post(&accept(&answer), json!({})).await.expect(200).json();
    assert_eq!(kind_of(&accepted, WORDING), "approved");
    assert_eq!(feedback_total(&site).await, 1);
}

#[tokio::test]
async fn only_the_user_of_a_result_takes_back_and_a_member_only_their_voice() {
    let (model, site) = with_model(&[]).await;
    store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.member.post("/tailor", body()).await.expect(200).json();
    site.member.post(&accept(&answer), json!({})).await.expect(200);
    site.admin.post(&reopen(&answer, 0), json!({})).await.expect_problem(404, "not-found");
    site.member.post(&reopen(&answer, 1), json!({})).await.expect_problem(404, "not-found");
    let anonymous = site.anonymous.post(&reopen(&answer, 0), json!({})).await;
    anonymous.expect_problem(401, "unauthenticated");
    // Who has taken the entry back already takes back the rest.
    let entries = site.member.get("/voice/feedback").await.expect(200).json();
    let entry = format!("/voice/feedback/{}", entries["items"][0]["id"].as_str().unwrap());
    site.admin.delete(&entry).await.expect_problem(404, "not-found");
    site.member.delete(&entry).await.expect(204);
    site.member.delete(&entry).await.expect_problem(404, "not-found");
    let again = site.member.post(&reopen(&answer, 0), json!({})).await.expect(200).json();
    assert_eq!(again, answer);
}

async fn versions(site: &Site, answer: &Value) -> Vec<String> {
    let path = format!("{}/versions", answer["links"]["self"].as_str().unwrap());
    let list = site.admin.get(&path).await.expect(200).json();
    let mut found = Vec::new();
    for item in list["items"].as_array().unwrap() {
        let version = site.admin.get(&format!("{path}/{}", item["number"])).await.expect(200);
        found.push(version.json()["resume"].to_string());
    }
    found
}

#[tokio::test]
async fn accepting_and_taking_back_keep_what_stood_there_as_a_version() {
    let (model, site) = with_model(&[]).await;
    store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    let line = answer["proposals"][0]["path"].clone();
    let own = answer["links"]["self"].as_str().unwrap();
    let edit = json!({ "lines": [{ "path": line, "text": "In words of my own." }] });
    site.admin.put(own, edit).await.expect(200);
    let accepted = site.admin.post(&accept(&answer), json!({})).await.expect(200).json();
    assert_eq!((&accepted["version"], highlights(&accepted).contains(&WORDING)), (&json!(3), true));
    assert!(accepted["edited_at"].is_string());
    let kept = versions(&site, &answer).await;
    assert_eq!(kept.len(), 3);
    assert!(kept[0].contains(WORDING) && kept[1].contains("In words of my own."), "{kept:?}");
    assert!(kept[2].contains(&ledger()));
    // Once more changes nothing.
    site.admin.post(&accept(&answer), json!({})).await.expect(200);
    assert_eq!(versions(&site, &answer).await.len(), 3);
    let reopen = accept(&answer).replace("/accept", "/reopen");
    let reopened = site.admin.post(&reopen, json!({})).await.expect(200).json();
    assert_eq!(reopened["version"], 4);
    assert_eq!(versions(&site, &answer).await.len(), 4);
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn whoever_goes_back_to_their_own_words_takes_the_proposal_back() {
    let (model, site) = with_model(&[]).await;
    store(&site, "backend-engineer").await;
    model.answer(rewording());
    let answer = site.admin.post("/tailor", body()).await.expect(200).json();
    let line = answer["proposals"][0]["path"].clone();
    let own = answer["links"]["self"].as_str().unwrap();
    let edit = |text: &str| json!({ "lines": [{ "path": line, "text": text }] });
    for between in [None, Some("In words of my own.")] {
        site.admin.post(&accept(&answer), json!({})).await.expect(200);
        if let Some(words) = between {
            site.admin.put(own, edit(words)).await.expect(200);
        }
        let back = site.admin.put(own, edit(&ledger())).await.expect(200).json();
        assert_eq!(back["resume"], answer["resume"]);
        assert_eq!(kind_of(&back, &ledger()), "verbatim");
        assert_eq!(back["proposals"][0]["state"], "open");
        assert_eq!(feedback_total(&site).await, 0);
        model.answer(Reply::Says("nonsense".to_owned()));
        let later = site.member.post("/tailor", body()).await.expect(200).json();
        assert!(!highlights(&later).contains(&WORDING));
        assert_eq!(kind_of(&later, &ledger()), "verbatim");
    }
}
