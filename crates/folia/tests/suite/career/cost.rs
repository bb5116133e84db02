//! What it costs the owner that no words of a model are delivered unasked: how many proposals there
//! are to look at, and how they become fewer as they are accepted.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use corpus::Corpus;
use serde_json::{Value, json};
use testkit::{Engine, Reply};

use crate::career::model::{facts, with_model};
use crate::career::{resume, store};

/// Words every highlight otherwise, the same way each time; what was worded so already stays.
fn reword(question: &Value) -> String {
    let facts = facts(question);
    let highlights = facts.iter().filter(|fact| fact["kind"] == "highlight");
    let worded = highlights.map(|fact| {
        let text = fact["text"].as_str().unwrap();
        let worded = if text.starts_with("In short, ") { "" } else { "In short, " };
        json!({ "fact": fact["label"], "text": format!("{worded}{text}") })
    });
    json!({ "summary": [], "highlights": worded.collect::<Vec<_>>(), "order": [] }).to_string()
}

fn highlights(answer: &Value) -> Vec<&Value> {
    let statements = answer["statements"].as_array().unwrap().iter();
    statements.filter(|it| it["path"].as_str().unwrap().contains("/highlights/")).collect()
}

#[tokio::test]
async fn proposals_become_fewer_as_they_are_accepted() {
    let (model, site) = with_model(&[]).await;
    model.answer(Reply::Obeys(Arc::new(reword)));
    let corpus = Corpus::open().unwrap();
    let mut jobs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for pair in &corpus.pairs {
        jobs.entry(&pair.judgement.resume).or_default().push(&pair.job);
    }
    // By how many postings the owner has tailored for before.
    let mut proposed: HashMap<usize, Vec<usize>> = HashMap::new();
    let (mut shown, mut of, mut coverage, mut without) = (0, 0, 0.0, 0.0);
    let (mut once_more, mut pairs) = (0, 0);
    let resumes = Engine::rounds(jobs.len());
    for (name, jobs) in jobs.into_iter().take(resumes) {
        pairs += jobs.len();
        let id = store(&site, name).await;
        let own = resume(name);
        let entries = own["work"].as_array().unwrap().iter();
        let in_all: usize = entries.map(|it| it["highlights"].as_array().map_or(0, Vec::len)).sum();
        for (before, job) in jobs.iter().enumerate() {
            let body = json!({
                "job_description": job, "resume_id": id, "threshold": 0, "max_attempts": 1,
            });
            let answer = site.admin.post("/tailor", body.clone()).await.expect(200).json();
            let proposals = answer["proposals"].as_array().unwrap().len();
            proposed.entry(before).or_default().push(proposals);
            shown += highlights(&answer).len();
            of += in_all;
            coverage += answer["evaluation"]["criteria"]["coverage"].as_f64().unwrap();
            for number in 0..proposals {
                let path = format!(
                    "/tailorings/{}/proposals/{number}/accept",
                    answer["id"].as_str().unwrap()
                );
                let told = site.admin.post(&path, json!({})).await.expect(200).json();
                assert_eq!(told["proposals"][number]["state"], "approved");
            }
            // The same posting again says what was accepted, and asks about nothing twice. Other words
            // have another length, so now and then another highlight finds room.
            let accepted: Vec<&Value> = answer["proposals"].as_array().unwrap().iter().collect();
            let again = site.admin.post("/tailor", body).await.expect(200).json();
            for proposal in again["proposals"].as_array().unwrap() {
                let known = accepted.iter().any(|it| it["source"] == proposal["source"]);
                assert!(!known, "{name}: {proposal}");
            }
            once_more += again["proposals"].as_array().unwrap().len();
            for statement in highlights(&again) {
                if accepted.iter().any(|it| it["text"] == statement["text"]) {
                    assert_eq!(statement["kind"], "approved", "{name}: {statement}");
                }
            }
            without += again["evaluation"]["criteria"]["coverage"].as_f64().unwrap();
        }
    }
    let mean = |all: &[usize]| all.iter().sum::<usize>() as f64 / all.len() as f64;
    println!("{shown} of {of} highlights delivered, coverage {:.1}", coverage / pairs as f64);
    println!("coverage with all words approved {:.1}", without / pairs as f64);
    println!("{once_more} proposals when the same postings came again");
    for before in 0..proposed.len() {
        let all = &proposed[&before];
        println!("after {before} postings: {:.1} proposals ({} resumes)", mean(all), all.len());
    }
    assert!(once_more < pairs, "{once_more}");
    assert!(mean(&proposed[&1]) < mean(&proposed[&0]), "{proposed:?}");
}
