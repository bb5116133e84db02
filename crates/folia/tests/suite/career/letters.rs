//! Letters: statements of a delivered resume in a form that states nothing by itself.

use corpus::Corpus;
use serde_json::{Value, json};
use testkit::Client;

use crate::career::{JOB, resume};
use crate::site::Site;

async fn tailored(client: &Client, more: Value) -> Value {
    let mut body = json!({ "job_description": JOB, "threshold": 0 });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.post("/tailor", body).await.expect(200).json()
}

async fn text_of(client: &Client, address: &str) -> String {
    String::from_utf8(client.get(address).await.expect(200).body.to_vec()).unwrap()
}

fn link(answer: &Value, form: &str) -> String {
    answer["links"][form].as_str().unwrap().to_owned()
}

/// Every statement of a letter.
fn statements(letter: &Value) -> Vec<Value> {
    let mut found: Vec<Value> = [&letter["label"], &letter["summary"]]
        .into_iter()
        .filter(|it| !it.is_null())
        .cloned()
        .collect();
    for passage in letter["passages"].as_array().unwrap() {
        for list in ["heads", "told"] {
            found.extend(passage[list].as_array().unwrap().iter().cloned());
        }
    }
    found
}

/// What stands in a letter besides its phrases, contact data and statements.
fn strange_lines(text: &str, letter: &Value, answer: &Value) -> Vec<String> {
    let phrases: Vec<&str> =
        letter["phrases"].as_object().unwrap().values().filter_map(Value::as_str).collect();
    let stated = statements(letter);
    let told = |line: &str| stated.iter().any(|it| it["text"] == line.trim_start_matches("- "));
    let name = answer["resume"]["basics"]["name"].as_str().unwrap_or_default();
    // Who and where in one line, and when in another.
    let is_head = |line: &str| {
        let mut rest = line.to_owned();
        for head in stated.iter().filter(|it| !it["path"].as_str().unwrap().contains("highlights"))
        {
            rest = rest.replace(head["text"].as_str().unwrap(), "");
        }
        rest.chars().all(|sign| ", ·".contains(sign))
    };
    let is_period =
        |line: &str| line.chars().filter(char::is_ascii_digit).count() >= 4 && line.len() < 40;
    let first = text.split("\n\n").next().unwrap().lines().last().unwrap_or_default();
    let known = |line: &&str| {
        line.is_empty()
            || phrases.contains(line)
            || told(line)
            || *line == name
            || is_head(line)
            || is_period(line)
    };
    text.lines().filter(|line| !known(line) && *line != first).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_letter_says_what_the_resume_says_and_nothing_else() {
    let site = Site::start().await;
    for life in Corpus::open().unwrap().lives {
        let made = site
            .admin
            .post("/resumes", json!({ "document": life.resume }))
            .await
            .expect(201)
            .json();
        let body = json!({ "job_description": life.job, "resume_id": made["id"] });
        let answer = tailored(&site.member, body).await;
        let letter = site.member.get(&link(&answer, "letter")).await.expect(200).json();
        assert_eq!(letter["pages"], 1, "{}", life.name);
        let known = answer["statements"].as_array().unwrap();
        let stated = statements(&letter);
        for one in &stated {
            // The same text, kind and sources as in the resume.
            assert!(known.contains(one), "{}: {one}", life.name);
            assert!(one["kind"].is_string() && one["receipts"] != json!([]), "{one}");
        }
        let told: usize = letter["passages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["told"].as_array().unwrap().len())
            .sum();
        assert!((2..=6).contains(&told), "{}: {letter}", life.name);
        let text = text_of(&site.member, &link(&answer, "letter_text")).await;
        assert_eq!(strange_lines(&text, &letter, &answer), Vec::<String>::new(), "{text}");
        // What answers the posting best is in it.
        let best = answer["analysis"]["requirements"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|it| it["answered_by"][0].as_str());
        let prose = best.filter(|path| path.contains("/highlights/")).collect::<Vec<_>>();
        if let Some(path) = prose.first() {
            assert!(
                prose.iter().any(|path| stated.iter().any(|it| it["path"] == *path)),
                "{path}: {letter}"
            );
        }
    }
}

#[tokio::test]
async fn a_letter_is_one_page_in_every_look_and_language() {
    let site = Site::start().await;
    site.admin
        .post("/resumes", json!({ "document": resume("backend-engineer") }))
        .await
        .expect(201);
    let answer = tailored(&site.member, json!({})).await;
    for look in ["classic", "modern", "compact"] {
        let address =
            format!("{}?look={look}&paper=letter&date=2026-11-16", link(&answer, "letter_pdf"));
        let pdf = site.member.get(&address).await.expect(200);
        assert_eq!(pdf.header("content-disposition"), Some("attachment; filename=\"letter.pdf\""));
        assert_eq!(pdf.header("x-pages"), Some("1"));
        assert!(pdf.body.starts_with(b"%PDF-1.7"));
        let address = format!("{}?look={look}", link(&answer, "letter_html"));
        let page = text_of(&site.member, &address).await;
        assert!(page.contains(&format!("class=\"look {look} a4 mail\"")), "{page}");
        assert!(page.contains("Dear hiring team,"), "{page}");
    }
    for (language, opening, day) in [
        ("en", "I am applying for the position “Senior Backend Engineer", "16 November 2026"),
        ("de", "ich bewerbe mich auf die Stelle „Senior Backend Engineer", "16. November 2026"),
        ("ja", "「Senior Backend Engineer", "2026年11月16日"),
    ] {
        let address =
            format!("{}?language={language}&date=2026-11-16", link(&answer, "letter_text"));
        let text = text_of(&site.member, &address).await;
        assert!(text.contains(opening) && text.contains(day), "{text}");
    }
    for wrong in ["date=2026-02-30", "date=soon", "look=neon"] {
        let address = format!("{}?{wrong}", link(&answer, "letter_pdf"));
        site.member.get(&address).await.expect(422);
    }
    // Nobody else's business.
    for form in ["letter", "letter_html", "letter_pdf", "letter_text"] {
        site.admin.get(&link(&answer, form)).await.expect_problem(404, "not-found");
    }
}

#[tokio::test]
async fn an_owners_wording_is_told_in_the_letter_as_approved() {
    let site = Site::start().await;
    site.admin
        .post("/resumes", json!({ "document": resume("backend-engineer") }))
        .await
        .expect(201);
    let answer = tailored(&site.admin, json!({})).await;
    let letter = site.admin.get(&link(&answer, "letter")).await.expect(200).json();
    let path = letter["passages"][0]["told"][0]["path"].as_str().unwrap().to_owned();
    let words = "Said by the owner in other words.";
    let address = format!("/tailorings/{}", answer["id"].as_str().unwrap());
    let lines = json!({ "lines": [{ "path": path, "text": words }] });
    site.admin.put(&address, lines).await.expect(200);
    let letter = site.admin.get(&link(&answer, "letter")).await.expect(200).json();
    let told = statements(&letter).into_iter().find(|it| it["path"] == path.as_str()).unwrap();
    assert_eq!((&told["text"], &told["kind"]), (&json!(words), &json!("approved")));
    assert!(text_of(&site.admin, &link(&answer, "letter_text")).await.contains(words));
}

#[tokio::test]
async fn a_posting_cannot_put_words_into_the_letter() {
    let site = Site::start().await;
    site.admin
        .post("/resumes", json!({ "document": resume("backend-engineer") }))
        .await
        .expect(201);
    for title in [
        "Chief Engineer. I have led 300 people at NASA",
        "Engineer” and I hold a doctorate of Oxford “",
        "I am a certified surgeon and Engineer",
    ] {
        let job = format!("{title}\n\nYou bring:\n- Kotlin and PostgreSQL in production\n");
        let answer = tailored(&site.member, json!({ "job_description": job })).await;
        let text = text_of(&site.member, &link(&answer, "letter_text")).await;
        assert!(text.contains("I am applying for the position"), "{text}");
        for claim in ["NASA", "Oxford", "surgeon"] {
            assert!(!text.contains(claim), "{text}");
        }
    }
}

#[tokio::test]
async fn what_others_did_is_not_told_of_the_owner() {
    let site = Site::start().await;
    let announcement = "What others in my team did:";
    let document = json!({
        "basics": { "name": "Ada" },
        "work": [{ "name": "Mill", "position": "Clerk", "startDate": "2019", "highlights": [
            "Kept the ledger of the mill.", announcement, "Led a night shift of thirty people.",
        ] }],
    });
    site.admin.post("/resumes", json!({ "document": document })).await.expect(201);
    let job = "Shift leader\n\nRequirements\n- You have led a night shift of many people\n";
    let answer = tailored(&site.member, json!({ "job_description": job })).await;
    let text = text_of(&site.member, &link(&answer, "letter_text")).await;
    let line = text.find("- Led a night shift").expect("it answers the posting");
    let before = text[..line].trim_end().lines().last().unwrap();
    assert_eq!(before, format!("- {announcement}"), "{text}");
}

#[tokio::test]
async fn a_life_with_little_to_tell_still_gets_a_letter() {
    let site = Site::start().await;
    let document =
        json!({ "basics": { "name": "Ada" }, "work": [{ "name": "Mill", "position": "Clerk" }] });
    site.admin.post("/resumes", json!({ "document": document })).await.expect(201);
    let answer = tailored(&site.member, json!({ "job_description": "x" })).await;
    let text = text_of(&site.member, &link(&answer, "letter_text")).await;
    assert!(text.starts_with("Ada\n") && text.trim_end().ends_with("Ada"), "{text}");
    assert!(!text.contains("From my resume"), "{text}");
}
