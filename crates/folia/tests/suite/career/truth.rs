//! What a model can get into a resume: nothing of its own, whatever it writes.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use corpus::neighbours;
use serde_json::{Value, json};
use testkit::{Engine, Reply};

use crate::career::model::{facts, with_model};
use crate::career::{JOB, resume, store, texts};

const RESUMES: [&str; 4] = ["backend-engineer", "nurse", "chef-to-tester", "controller"];

/// Rewrites every fact of a question, and sentences for the summary, from false neighbours; another
/// one each time.
fn lie(question: &Value, lies: &Mutex<Lies>) -> String {
    let facts = facts(question);
    let told = |number: usize| facts[number % facts.len()]["text"].as_str().unwrap();
    let mut lies = lies.lock().unwrap();
    let mut next = |number: usize| {
        let all = neighbours::of(told(number), told(number + 1));
        // A large step that has nothing in common with the length visits all kinds of neighbours.
        lies.turn += 7919;
        let lie = all[lies.turn % all.len()].clone();
        lies.told.insert(lie.clone());
        lie
    };
    let highlights = (0..facts.len()).filter(|at| facts[*at]["kind"] == "highlight");
    let highlights: Vec<Value> =
        highlights.map(|at| json!({ "fact": facts[at]["label"], "text": next(at) })).collect();
    let summary: Vec<Value> = (0..facts.len().min(3))
        .map(|at| json!({ "text": next(at), "facts": [facts[at]["label"]] }))
        .collect();
    json!({ "summary": summary, "highlights": highlights, "order": [] }).to_string()
}

#[derive(Default)]
struct Lies {
    turn: usize,
    told: HashSet<String>,
}

/// Thousands of false sentences from a model that obeys: every text of every answer is one of the
/// owner's, or differs from one by a spelling of the list.
#[tokio::test]
async fn thousands_of_false_neighbours_stay_out_of_the_resume() {
    let (model, site) = with_model(&[("tailor.page_lines", "200")]).await;
    let lies = Arc::new(Mutex::new(Lies::default()));
    let heard = lies.clone();
    model.answer(Reply::Obeys(Arc::new(move |question| lie(question, &heard))));
    let (mut proposed, mut delivered) = (0, 0);
    let rounds = Engine::rounds(45);
    for name in RESUMES {
        let id = store(&site, name).await;
        let mut own = Vec::new();
        texts(&resume(name), &mut own);
        for _ in 0..rounds {
            let body = json!({
                "job_description": JOB, "resume_id": id, "threshold": 0, "max_attempts": 1,
                "pages": "any",
            });
            let answer = site.member.post("/tailor", body).await.expect(200).json();
            // Where the model's choice scores less, the resume made without it is delivered, with its proposals.
            assert_eq!(answer["evaluation"]["passed"], json!(true));
            proposed += answer["proposals"].as_array().unwrap().len();
            below_their_own(&answer["resume"], &resume(name));
            let mut said = Vec::new();
            texts(&answer["resume"], &mut said);
            delivered += said.len();
            for text in said {
                let known = |own: &String| own == &text || neighbours::says_the_same(own, &text);
                // A summary is some sentences of the owner's, one behind the other.
                let summary = || own.iter().any(|own| is_made_of_sentences(&text, own));
                assert!(own.iter().any(known) || summary(), "{name}: {text:?}");
            }
            let kinds = ["verbatim", "derived"];
            for statement in answer["statements"].as_array().unwrap() {
                assert!(kinds.contains(&statement["kind"].as_str().unwrap()), "{statement}");
            }
        }
    }
    let told = lies.lock().unwrap().told.len();
    println!("{told} false sentences told, {proposed} proposed, {delivered} texts delivered");
    assert!(told > 44 * rounds, "{told}");
    assert!(proposed > 22 * rounds, "the model was heard: {proposed}");
    // Whoever delivers nothing says nothing false.
    assert!(delivered > 4 * 40 * rounds, "{delivered}");
}

/// Highlights stand below the entry that has them.
fn below_their_own(page: &Value, own: &Value) {
    for list in ["work", "projects", "volunteer"] {
        for entry in page[list].as_array().into_iter().flatten() {
            let is_it = |known: &&Value| {
                ["name", "organization", "position", "startDate", "endDate"]
                    .iter()
                    .all(|member| known[member] == entry[member])
            };
            let known = own[list].as_array().unwrap().iter().find(is_it).unwrap();
            let known: Vec<&str> = known["highlights"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            for text in entry["highlights"].as_array().into_iter().flatten() {
                let text = text.as_str().unwrap();
                let said =
                    known.iter().any(|it| *it == text || neighbours::says_the_same(it, text));
                assert!(said, "{text:?} is not of {}", entry["name"]);
            }
        }
    }
}

/// True sentences can lie, too: told of somebody else, side by side, or in another order.
#[tokio::test]
async fn true_sentences_are_not_put_together_into_false_ones() {
    let (model, site) = with_model(&[("tailor.page_lines", "200")]).await;
    let turn = Arc::new(Mutex::new(0_usize));
    let heard = Arc::new(Mutex::new(0_usize));
    let told = heard.clone();
    model.answer(Reply::Obeys(Arc::new(move |question| {
        let facts = facts(question);
        let mut turn = turn.lock().unwrap();
        *turn += 1;
        *told.lock().unwrap() += facts.len();
        let other = |at: usize| &facts[(at + *turn) % facts.len()];
        let highlights = (0..facts.len()).filter(|at| facts[*at]["kind"] == "highlight");
        let highlights: Vec<Value> = highlights
            .map(|at| json!({ "fact": facts[at]["label"], "text": other(at)["text"] }))
            .collect();
        // Any three sentences that are true, in any order, with their right labels.
        let summary: Vec<Value> = [3, 1, 2]
            .map(|at| json!({ "text": other(at * *turn)["text"], "facts": [other(at * *turn)["label"]] }))
            .to_vec();
        json!({ "summary": summary, "highlights": highlights, "order": [] }).to_string()
    })));
    let rounds = Engine::rounds(12);
    for name in RESUMES {
        let id = store(&site, name).await;
        let own = resume(name);
        for _ in 0..rounds {
            let body = json!({
                "job_description": JOB, "resume_id": id, "threshold": 0, "max_attempts": 1,
                "pages": "any",
            });
            let answer = site.member.post("/tailor", body).await.expect(200).json();
            below_their_own(&answer["resume"], &own);
            // What was done for an employer is told below that employer, and not of the person.
            let summary = answer["resume"]["basics"]["summary"].as_str().unwrap();
            let told = own["basics"]["summary"].as_str().unwrap();
            assert!(is_made_of_sentences(summary, told), "{name}: {summary:?}");
        }
    }
    assert!(*heard.lock().unwrap() > 40 * rounds);
}

/// Whether a text is some of the sentences of another, in their order and with a blank between them;
/// the last may lack its full stop.
fn is_made_of_sentences(text: &str, own: &str) -> bool {
    let closed = format!("{text}.");
    let percent = own.replace(" per cent", " %").replace(" percent", " %");
    [own, &percent].into_iter().any(|own| [text, &closed].into_iter().any(|it| is_made_of(it, own)))
}

fn is_made_of(text: &str, own: &str) -> bool {
    let (mut rest, mut from) = (text, own);
    while !rest.is_empty() {
        // The longest beginning that the owner has, too, and that ends as a sentence does.
        let ends = rest.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?'));
        let mut ends: Vec<usize> = ends.map(|(at, _)| at + 1).chain([rest.len()]).collect();
        ends.reverse();
        let found = ends.into_iter().find_map(|end| {
            let part = &rest[..end];
            let at = from.find(part)?;
            let begins = at == 0 || from[..at].trim_end().ends_with(['.', '!', '?']);
            let ends = at + part.len() == from.len() || part.ends_with(['.', '!', '?']);
            (begins && ends).then_some((at + part.len(), end))
        });
        let Some((used, end)) = found else { return false };
        from = &from[used..];
        rest = rest[end..].trim_start();
    }
    true
}

/// In sixteen ways, by somebody who has read the checker.
#[tokio::test]
async fn what_a_reader_of_the_checker_tried_stays_out() {
    let (model, site) = with_model(&[("tailor.page_lines", "200")]).await;
    let pairs = [
        ("Reported to the CTO of Acme.", "Was the CTO of Acme."),
        ("Aimed to cut costs by 40 %.", "Cut costs by 40 %."),
        ("Java was not used.", "Used Java."),
        ("My manager led 30 people.", "Led 30 people."),
        ("Working towards a PhD.", "PhD"),
        ("Was managed by 3 directors.", "Managed 3 directors."),
        ("Led one of five teams.", "Led five teams."),
        ("Sold software to NASA.", "Worked at NASA on software."),
        ("Handled 106 events.", "Handled 10\u{2076} events."),
        ("Moved 100 Mb a second.", "Moved 100 MB a second."),
        ("Changed the margin by -8 %.", "Changed the margin by 8 %."),
        ("Reacted to incidents.", "React, incidents."),
    ];
    let work: Vec<Value> = pairs
        .chunks(4)
        .zip(2010..)
        .map(|(pairs, year)| {
            let told: Vec<&str> = pairs.iter().map(|(source, _)| *source).collect();
            json!({ "name": format!("Mill {year}"), "position": "Engineer",
                    "startDate": year.to_string(), "highlights": told })
        })
        .collect();
    let document = json!({ "basics": { "name": "Ada" }, "work": work });
    site.admin.post("/resumes", json!({ "document": document })).await.expect(201);
    model.answer(Reply::Obeys(Arc::new(move |question| {
        let facts = facts(question);
        let lie = |fact: &Value| {
            let (_, lie) = pairs.iter().find(|(source, _)| fact["text"] == *source)?;
            Some(json!({ "fact": fact["label"], "text": lie }))
        };
        let highlights: Vec<Value> = facts.iter().filter_map(lie).collect();
        json!({ "summary": [], "highlights": highlights, "order": [] }).to_string()
    })));
    let job = "Engineer: costs, Java, teams, directors, software for NASA, events, incidents, \
               margins, a PhD, megabytes and the CTO of Acme.";
    let body = json!({ "job_description": job, "threshold": 0, "pages": "any" });
    let answer = site.member.post("/tailor", body).await.expect(200).json();
    let mut said = Vec::new();
    texts(&answer["resume"], &mut said);
    for (source, lie) in pairs {
        assert!(!said.iter().any(|text| text == lie), "{lie}");
        let proposals = answer["proposals"].as_array().unwrap();
        let proposed = proposals.iter().find(|it| it["text"] == lie);
        if let Some(proposed) = proposed {
            assert_eq!(proposed["source"]["text"], source);
        }
    }
    assert!(answer["proposals"].as_array().unwrap().len() >= 8, "{}", answer["proposals"]);
    // Exports show the same.
    for form in ["markdown", "html"] {
        let exported = site.member.get(answer["links"][form].as_str().unwrap()).await.expect(200);
        let text = String::from_utf8(exported.body.to_vec()).unwrap();
        for (_, lie) in pairs.iter().filter(|(_, lie)| lie.len() > 5) {
            assert!(!text.contains(lie), "{form}: {lie}");
        }
    }
}
