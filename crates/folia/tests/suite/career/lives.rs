//! Resumes as people keep them, each with a posting that matches, through the service.

use corpus::lives::Shown;
use corpus::{Corpus, Life};
use serde_json::{Value, json};

use crate::site::Site;

async fn tailored(site: &Site, life: &Life) -> Value {
    let body = json!({ "title": life.name, "document": life.resume });
    let made = site.admin.post("/resumes", body).await.expect(201).json();
    let body = json!({
        "job_description": life.job, "resume_id": made["id"], "threshold": 0, "pages": 2,
    });
    site.member.post("/tailor", body).await.expect(200).json()
}

#[tokio::test]
async fn a_page_shows_what_answers_the_posting_and_little_else() {
    let site = Site::start().await;
    let mut sum = Shown::default();
    for life in Corpus::open().unwrap().lives {
        let answer = tailored(&site, &life).await;
        let shown = life.judge(&answer["resume"]);
        println!("{:22} {shown:?}", life.name);
        sum.add(shown);
        told_without_a_gap(&life, &answer);
        answered_or_a_gap(&life, &answer);
    }
    println!("{:22} {sum:?}", "all");
    let share = |(part, whole): (usize, usize)| part as f32 / whole as f32;
    assert!(share(sum.answers) >= FLOOR.0, "{sum:?}");
    assert!(share(sum.skills) >= FLOOR.1 && share(sum.skills_first) >= FLOOR.2, "{sum:?}");
    assert!(share(sum.skills_last) >= FLOOR.3, "{sum:?}");
    assert!(share(sum.others) >= FLOOR.4, "{sum:?}");
    assert!(share(sum.shrunk) >= FLOOR.5, "{sum:?}");
}

/// Answers, named skills, the same in front, useless skills behind, other lists, lines.
const FLOOR: (f32, f32, f32, f32, f32, f32) = (0.93, 1.0, 1.0, 1.0, 1.0, 0.88);

/// Every position is shown or told to be left out, and what is left out is older than all that is
/// shown: no gap opens in a life.
fn told_without_a_gap(life: &Life, answer: &Value) {
    let source = life.resume["work"].as_array().unwrap();
    let name = |entry: &Value| {
        let member = |name: &str| entry[name].as_str().map(str::to_owned);
        (member("name").or_else(|| member("company")), member("position"))
    };
    let shown: Vec<_> =
        answer["resume"]["work"].as_array().into_iter().flatten().map(name).collect();
    let left = answer["left_out"].as_array().unwrap();
    assert_eq!(shown.len() + left.len(), source.len(), "{}", life.name);
    // All of these resumes keep the newest first.
    for (at, entry) in source.iter().enumerate() {
        let is_shown = shown.contains(&name(entry));
        assert_eq!(is_shown, at < shown.len(), "{}: work/{at}", life.name);
        if !is_shown {
            let told = left.iter().find(|it| it["path"] == format!("work/{at}")).unwrap();
            assert_eq!(told["position"], entry["position"], "{}", life.name);
            assert!(told["start"].is_string(), "{told}");
        }
    }
}

/// Each requirement names statements of the page that answer it, or none.
fn answered_or_a_gap(life: &Life, answer: &Value) {
    let statements = answer["statements"].as_array().unwrap();
    let mut answered = 0;
    for asked in answer["analysis"]["requirements"].as_array().unwrap() {
        for path in asked["answered_by"].as_array().unwrap() {
            let statement = statements.iter().find(|it| it["path"] == *path).unwrap();
            assert_ne!(statement["receipts"], json!([]), "{}", life.name);
            answered += 1;
        }
    }
    assert!(answered >= 2, "{}: {}", life.name, answer["analysis"]["requirements"]);
}

/// A title of today that is nearer to the job's than the label; titles of the past stay there.
#[tokio::test]
async fn the_title_below_the_name_is_one_of_today() {
    let site = Site::start().await;
    let document = json!({
        "basics": { "name": "Ada", "label": "Polyglot and tinkerer" },
        "work": [
            { "name": "Mill", "position": "Data Engineer", "startDate": "2021" },
            { "name": "Choir", "position": "Choir Director", "startDate": "2020" },
            { "name": "Dam", "position": "Head of Security", "startDate": "2010", "endDate": "2020" },
        ],
    });
    site.admin.post("/resumes", json!({ "document": document })).await.expect(201);
    for (job, label) in [
        ("Senior Data Engineer\n\nYou bring\n- SQL", "Data Engineer"),
        ("Choir Director\n\nYou bring\n- a voice", "Choir Director"),
        ("Head of Security\n\nYou bring\n- calm", "Polyglot and tinkerer"),
        ("Polyglot Writer\n\nYou bring\n- words", "Polyglot and tinkerer"),
    ] {
        let body = json!({ "job_description": job, "threshold": 0 });
        let answer = site.member.post("/tailor", body).await.expect(200).json();
        assert_eq!(answer["resume"]["basics"]["label"], label, "{job}");
        let statements = answer["statements"].as_array().unwrap();
        let told = statements.iter().find(|it| it["path"] == "basics/label").unwrap();
        assert_eq!((&told["kind"], &told["text"]), (&json!("verbatim"), &json!(label)));
    }
}
