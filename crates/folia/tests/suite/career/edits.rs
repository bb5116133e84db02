//! A tailored resume that its user words otherwise: a new version, approved when the owner does it.

use kernel::Role;
use serde_json::{Value, json};
use testkit::Client;

use crate::career::{JOB, store};
use crate::site::{Site, make_token};

async fn tailor(client: &Client) -> Value {
    let body = json!({ "job_description": JOB, "threshold": 0 });
    client.post("/tailor", body).await.expect(200).json()
}

fn address(answer: &Value) -> String {
    answer["links"]["self"].as_str().unwrap().to_owned()
}

/// The first highlight of the newest position.
fn line(answer: &Value) -> &Value {
    let all = answer["statements"].as_array().unwrap();
    all.iter().find(|it| it["path"] == "work/0/highlights/0").unwrap()
}

fn says(answer: &Value, text: &str) -> bool {
    answer["resume"].to_string().contains(text)
}

const WORDS: &str = "Turned the payments around in my own words.";

async fn feedback(client: &Client) -> Value {
    client.get("/voice/feedback").await.expect(200).json()
}

#[tokio::test]
async fn the_owners_words_are_approved_and_older_versions_stay() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let first = tailor(&site.admin).await;
    let path = address(&first);
    assert_eq!((&first["version"], &first["edited_at"]), (&json!(1), &Value::Null));
    let edit = |text: &str| json!({ "lines": [{ "path": "work/0/highlights/0", "text": text }] });
    let second = site.admin.put(&path, edit(WORDS)).await.expect(200).json();
    assert_eq!(second["version"], 2);
    assert_eq!(second["resume"].pointer("/work/0/highlights/0").unwrap(), WORDS);
    assert_eq!(
        (&line(&second)["text"], &line(&second)["kind"]),
        (&json!(WORDS), &json!("approved"))
    );
    assert_eq!(line(&second)["receipts"], line(&first)["receipts"]);
    let approved = |answer: &Value| answer["evaluation"]["delivered"]["approved"].as_u64().unwrap();
    assert_eq!(approved(&second), approved(&first) + 1);
    assert_eq!(site.admin.get(&path).await.expect(200).json(), second);
    let exported = site.admin.get(&format!("{path}/resume.json")).await.expect(200).json();
    assert_eq!(exported, second["resume"]);

    // The same again changes nothing.
    let again = site.admin.put(&path, edit(WORDS)).await.expect(200).json();
    assert_eq!(again, second);
    let third = site.admin.put(&path, edit("Other words.")).await.expect(200).json();
    assert_eq!(
        (&third["version"], feedback(&site.admin).await["total"].as_u64()),
        (&json!(3), Some(1))
    );
    let list = site.admin.get(&format!("{path}/versions")).await.expect(200).json();
    let numbers: Vec<i64> =
        list["items"].as_array().unwrap().iter().map(|it| it["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [3, 2, 1]);
    for (number, answer) in [(1, &first), (2, &second), (3, &third)] {
        let version = site.admin.get(&format!("{path}/versions/{number}")).await.expect(200).json();
        assert_eq!(version["resume"], answer["resume"], "{number}");
        assert_eq!(version["statements"], answer["statements"], "{number}");
    }
    site.admin.get(&format!("{path}/versions/4")).await.expect_problem(404, "not-found");

    // The next resume says it, too, for everybody.
    let later = tailor(&site.member).await;
    assert!(says(&later, "Other words.") && !says(&later, WORDS), "{later}");
    // Back to the fact's own words, and nothing is left of the others.
    let own = line(&first)["text"].as_str().unwrap();
    let back = site.admin.put(&path, edit(own)).await.expect(200).json();
    assert_eq!((&back["resume"], &line(&back)["kind"]), (&first["resume"], &json!("verbatim")));
    assert_eq!(feedback(&site.admin).await["total"], 0);
    assert!(says(&tailor(&site.member).await, own));
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());

    site.admin.delete(&path).await.expect(204);
    site.admin.get(&format!("{path}/versions")).await.expect_problem(404, "not-found");
    let left =
        site.app.store.list::<career::tailorings::versions::TailoringVersion>(store::Query::all());
    assert!(left.await.unwrap().is_empty());
}

#[tokio::test]
async fn a_members_words_are_voice_and_never_fact() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let answer = tailor(&site.member).await;
    let path = address(&answer);
    let edit = json!({ "lines": [{ "path": "work/0/highlights/0", "text": WORDS }] });
    let after = site.member.put(&path, edit.clone()).await.expect(200).json();
    assert_eq!(after, answer);
    let said = feedback(&site.member).await;
    assert_eq!((&said["total"], &said["items"][0]["final_text"]), (&json!(1), &json!(WORDS)));
    for client in [&site.member, &site.admin] {
        assert!(!says(&tailor(client).await, WORDS));
    }
    // Nobody else's result can be edited or read.
    let (_, other) = make_token(&site.app, Role::Member, "max").await;
    for client in [&site.anonymous.with_token(&other), &site.admin] {
        client.put(&path, edit.clone()).await.expect_problem(404, "not-found");
        client.get(&format!("{path}/versions")).await.expect_problem(404, "not-found");
        client.get(&format!("{path}/versions/1")).await.expect_problem(404, "not-found");
    }
}

#[tokio::test]
async fn an_edit_is_whole_or_not_at_all() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let answer = tailor(&site.admin).await;
    let path = address(&answer);
    let good = json!({ "path": "basics/summary", "text": "I build ledgers." });
    for (line, field) in [
        (json!({ "path": "work/0/name", "text": "Bank" }), "lines[1].path"),
        (json!({ "path": "work/0/startDate", "text": "1999" }), "lines[1].path"),
        (json!({ "path": "basics/name", "text": "Eve" }), "lines[1].path"),
        (json!({ "path": "work/77/highlights/0", "text": "x" }), "lines[1].path"),
        (json!({ "path": "basics/summary", "text": "y" }), "lines[1].path"),
        (json!({ "path": "work/0/highlights/0", "text": " " }), "lines[1].text"),
        (json!({ "path": "work/0/highlights/0", "text": "x".repeat(2001) }), "lines[1].text"),
        (json!({ "path": "work/0/highlights/0", "text": "a\u{7}b" }), "lines[1].text"),
        (
            json!({ "path": "work/0/highlights/0", "text": "\u{200b}\u{ad} \u{feff}" }),
            "lines[1].text",
        ),
        (json!({ "path": "work/0/highlights/0", "text": "\u{2028}" }), "lines[1].text"),
        (json!({ "path": "work/0/highlights/0", "text": "Led \u{202e}oN" }), "lines[1].text"),
    ] {
        let body = json!({ "lines": [good, line] });
        assert_eq!(site.admin.put(&path, body).await.expect_invalid(), [field], "{line}");
    }
    assert_eq!(site.admin.get(&path).await.expect(200).json(), answer);
    let stale =
        site.admin.put_with(&path, &[("if-match", "\"v7\"")], json!({ "lines": [good] })).await;
    stale.expect_problem(409, "stale");
    let tag = site.admin.get(&path).await;
    let fresh = [("if-match", tag.header("etag").unwrap())];
    let edited = site.admin.put_with(&path, &fresh, json!({ "lines": [good] })).await.expect(200);
    assert!(says(&edited.json(), "I build ledgers."));
    let stale = site.admin.put_with(&path, &fresh, json!({ "lines": [good] })).await;
    stale.expect_problem(409, "stale");
    // Two at once: one of them is first, and both are versions.
    let one = json!({ "lines": [{ "path": "work/0/highlights/0", "text": "One." }] });
    let other = json!({ "lines": [{ "path": "work/0/highlights/0", "text": "Other." }] });
    let both =
        futures_util::future::join(site.admin.put(&path, one), site.admin.put(&path, other)).await;
    let versions =
        [both.0.expect(200).json(), both.1.expect(200).json()].map(|it| it["version"].clone());
    assert!(versions.contains(&json!(3)) && versions.contains(&json!(4)), "{versions:?}");
}

#[tokio::test]
async fn the_newest_fifty_one_versions_are_kept() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let path = address(&tailor(&site.admin).await);
    for number in 0..55 {
        let text = format!("In other words {number}.");
        let body = json!({ "lines": [{ "path": "work/0/highlights/0", "text": text }] });
        site.admin.put(&path, body).await.expect(200);
    }
    let list = site.admin.get(&format!("{path}/versions")).await.expect(200).json();
    assert_eq!((&list["total"], &list["items"][0]["number"]), (&json!(51), &json!(56)));
    assert_eq!(list["items"][50]["number"], 6);
    site.admin.get(&format!("{path}/versions/5")).await.expect_problem(404, "not-found");
}

/// A fact is corrected after it was told. Whoever then mends the old line has not approved it for the fact
/// as it is now.
#[tokio::test]
async fn an_edited_line_is_approved_for_the_fact_as_it_was_told() {
    let site = Site::start().await;
    // Without a resume: only chunks that were written by hand keep their place when their text changes.
    let chunk = |text: &str| {
        json!({ "text": text, "source": "resume", "chunk_type": "achievement", "purpose": "facts",
                "metadata": { "company": "Mill", "position": "Engineer" } })
    };
    let kept = site.admin.post("/content/chunks", chunk("Led 30 people in Kotlin.")).await;
    let kept = kept.expect(201).json();
    let line = |answer: &Value| answer["resume"]["work"][0]["highlights"][0].clone();
    let edit = |text: &str| json!({ "lines": [{ "path": "work/0/highlights/0", "text": text }] });
    let first = tailor(&site.admin).await;
    assert_eq!(line(&first), "Led 30 people in Kotlin.", "{first}");
    let wording = "Led a Kotlin team of 30.";
    site.admin.put(&address(&first), edit(wording)).await.expect(200);
    let second = tailor(&site.admin).await;
    assert_eq!(line(&second), wording);
    let mut statements = second["statements"].as_array().unwrap().iter();
    let told = statements.find(|it| it["text"] == wording).unwrap();
    assert_eq!(told["source"], "Led 30 people in Kotlin.");
    let path = format!("/content/chunks/{}", kept["id"].as_str().unwrap());
    site.admin.put(&path, chunk("Led 3 people in Kotlin.")).await.expect(200);
    site.admin.put(&address(&second), edit("Led a Kotlin team of 30!")).await.expect(200);
    let third = tailor(&site.admin).await;
    assert_eq!(line(&third), "Led 3 people in Kotlin.");
}

#[tokio::test]
async fn a_wording_of_one_post_is_told_of_no_other_whatever_is_hidden() {
    let site = Site::start().await;
    let own = "Worked on the Rust engine room with tokio crews.";
    let post = |name: &str, position: &str, start: &str| json!({ "name": name, "position": position, "startDate": start, "highlights": [own] });
    let life = |work: Value| json!({ "document": { "basics": { "name": "D" }, "work": work } });
    let posts = json!([post("Omega", "Director", "2019"), post("Omega", "Intern", "2015")]);
    let made = site.admin.post("/resumes", life(posts)).await.expect(201).json();
    let run = |resume: &Value, hidden: Value| {
        let body = json!({
            "job_description": "Rust Engineer\n- Rust\n- tokio", "threshold": 0,
            "resume_id": resume["id"], "arrangement": { "hidden": hidden },
        });
        site.admin.post("/tailor", body)
    };
    let first = run(&made, json!([])).await.expect(200).json();
    let wording = "Directed 40 people in the Rust engine room.";
    let edit = json!({ "lines": [{ "path": "work/0/highlights/0", "text": wording }] });
    site.admin.put(&address(&first), edit).await.expect(200);
    let next = run(&made, json!([])).await.expect(200).json();
    assert!(says(&next, wording), "{next}");
    for hidden in [json!(["work/0"]), json!(["work/0/highlights/0"])] {
        let next = run(&made, hidden).await.expect(200).json();
        assert!(!says(&next, wording) && says(&next, own), "{next}");
    }
    let intern = json!([post("Omega", "Intern", "2015")]);
    let other = site.admin.post("/resumes", life(intern)).await.expect(201).json();
    let next = run(&other, json!([])).await.expect(200).json();
    assert!(!says(&next, wording) && says(&next, own), "{next}");
}

#[tokio::test]
async fn a_title_in_the_owners_words_is_told_again() {
    let site = Site::start().await;
    let life = |label: &str| {
        json!({ "document": {
            "basics": { "name": "D", "label": label },
            "work": [{ "name": "Zeta", "position": "Rust Engineer", "startDate": "2019", "highlights": ["Built Rust."] }],
        } })
    };
    for (label, told) in [("Painter", "Rust Engineer"), ("Rust Engineer", "Rust Engineer")] {
        let made = site.admin.post("/resumes", life(label)).await.expect(201).json();
        let body = json!({
            "job_description": "Rust Engineer\n- Rust", "threshold": 0, "resume_id": made["id"],
        });
        let first = site.admin.post("/tailor", body.clone()).await.expect(200).json();
        assert_eq!(first["resume"]["basics"]["label"], told);
        let edit = |text: &str| json!({ "lines": [{ "path": "basics/label", "text": text }] });
        site.admin.put(&address(&first), edit("Chief of Rust")).await.expect(200);
        let next = site.admin.post("/tailor", body.clone()).await.expect(200).json();
        assert_eq!(next["resume"]["basics"]["label"], "Chief of Rust", "{label}");
        assert_eq!(next["resume"]["work"][0]["position"], "Rust Engineer");
        let statements = next["statements"].as_array().unwrap();
        let title = statements.iter().find(|it| it["path"] == "basics/label").unwrap();
        assert_eq!((&title["kind"], &title["source"]), (&json!("approved"), &json!(told)));
        site.admin.put(&address(&first), edit(told)).await.expect(200);
        let next = site.admin.post("/tailor", body).await.expect(200).json();
        assert_eq!(next["resume"]["basics"]["label"], told);
        site.admin.delete(&format!("/resumes/{}", made["id"].as_str().unwrap())).await.expect(204);
    }
}

#[tokio::test]
async fn a_post_that_turns_its_text_is_read_as_it_is_written() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let job = "Rust Engineer\u{202e} gnp\n\nRequirements\n- \u{2066}Kotlin\u{2069} in production\n";
    let body = json!({ "job_description": job, "threshold": 0 });
    let answer = site.admin.post("/tailor", body).await.expect(200).json();
    let mut shown = answer.to_string();
    for form in ["letter", "letter_html", "letter_text", "html", "text"] {
        let reply = site.admin.get(answer["links"][form].as_str().unwrap()).await.expect(200);
        shown += std::str::from_utf8(&reply.body).unwrap();
    }
    assert!(shown.contains("Rust Engineer gnp"), "{shown}");
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert!(!shown.contains(turns), "{shown}");
    let title = json!({ "title": "Old\u{202e}weN", "document": {} });
    assert_eq!(site.admin.post("/resumes", title).await.expect_invalid(), ["title"]);
}

/// Whoever goes back to the words of a fact wants no other wording of it, whichever result it was said in.
#[tokio::test]
async fn going_back_to_the_words_of_a_fact_unsays_every_wording_of_it() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let first = tailor(&site.admin).await;
    let place = line(&first)["path"].as_str().unwrap().to_owned();
    let own = line(&first)["text"].as_str().unwrap().to_owned();
    let edit = |text: &str| json!({ "lines": [{ "path": place, "text": text }] });
    site.admin.put(&address(&first), edit(WORDS)).await.expect(200);
    let second = tailor(&site.admin).await;
    assert!(says(&second, WORDS), "{second}");
    let told = second["statements"].as_array().unwrap().iter().find(|it| it["text"] == WORDS);
    let place = told.unwrap()["path"].as_str().unwrap().to_owned();
    let back = json!({ "lines": [{ "path": place, "text": own }] });
    let kept = site.admin.put(&address(&second), back).await.expect(200).json();
    assert!(says(&kept, &own) && !says(&kept, WORDS), "{kept}");
    let third = tailor(&site.admin).await;
    assert!(says(&third, &own) && !says(&third, WORDS), "{third}");
    assert_eq!(feedback(&site.admin).await["total"], 0);
}
