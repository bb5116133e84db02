//! Long lives on few pages: what answers the posting stays, a page is never empty, work has no gap.

use std::path::Path;

use corpus::lives::Shown;
use corpus::{Corpus, Life};
use serde_json::{Value, json};

use crate::site::Site;

/// Of `fixtures/resumes`, those with most to tell.
const LONGEST: [&str; 5] = [
    "en-twenty-years",
    "en-academic",
    "de-maschinenbau",
    "en-many-one-word-skills",
    "en-intensive-care-nurse",
];

/// Of these more is chosen than a page of the widest look holds; the others have room left.
const CUT: [&str; 3] = ["en-twenty-years", "en-academic", "de-maschinenbau"];

fn life(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/resumes");
    serde_json::from_slice(&std::fs::read(folder.join(format!("{name}.json"))).unwrap()).unwrap()
}

/// Highlights far apart in a life, for a posting that asks for just these.
fn asked_of(document: &Value) -> Vec<String> {
    let work = document["work"].as_array().unwrap();
    let firsts = work.iter().filter_map(|entry| entry["highlights"][0].as_str());
    let firsts: Vec<String> = firsts.map(str::to_owned).collect();
    let middle = firsts.len() / 2;
    let mut asked = vec![firsts[0].clone(), firsts[middle].clone()];
    asked.dedup();
    asked
}

async fn stored(site: &Site, document: &Value) -> String {
    let body = json!({ "document": document });
    let made = site.admin.post("/resumes", body).await.expect(201).json();
    made["id"].as_str().unwrap().to_owned()
}

/// Positions are shown from the newest on, and the rest is told to be left out.
fn told_without_a_gap(name: &str, document: &Value, answer: &Value) {
    let shown = answer["resume"]["work"].as_array().map_or(&[][..], Vec::as_slice);
    assert!(!shown.is_empty(), "{name} shows no work");
    let source = document["work"].as_array().unwrap();
    let left = answer["left_out"].as_array().unwrap();
    assert_eq!(shown.len() + left.len(), source.len(), "{name}");
    for entry in shown {
        assert!(entry["name"].is_string() || entry["position"].is_string(), "{name}: {entry}");
    }
}

#[tokio::test]
async fn the_longest_lives_fit_one_page_and_two_and_say_what_is_asked_for() {
    let site = Site::start().await;
    for name in LONGEST {
        let document = life(name);
        let id = stored(&site, &document).await;
        let asked = asked_of(&document);
        let label = document["basics"]["label"].as_str().unwrap_or("Engineer");
        let job = format!("{label}\n\nRequirements\n- {}\n", asked.join("\n- "));
        for (pages, look) in [(1, "classic"), (1, "modern"), (1, "compact"), (2, "classic")] {
            let body = json!({
                "job_description": job, "resume_id": id, "threshold": 0, "max_attempts": 1,
                "pages": pages, "look": look,
            });
            let answer = site.member.post("/tailor", body).await.expect(200).json();
            let link = answer["links"]["pages"].as_str().unwrap();
            let length = site.member.get(link).await.expect(200).json();
            let (told, filled) = (&length["pages"], length["filled"].as_f64().unwrap());
            let what = format!("{name} on {pages} in {look}: {length}");
            assert!(told.as_u64().unwrap() <= pages, "{what}");
            println!("{what}");
            // As little was left out as it takes.
            let is_cut = CUT.contains(&name) && (pages, look) == (1, "classic");
            assert!(!is_cut || filled > 0.85, "{what}");
            told_without_a_gap(&what, &document, &answer);
            let text = answer["resume"].to_string();
            for line in &asked {
                assert!(text.contains(line.as_str()), "{what} lacks {line:?}");
            }
        }
    }
}

#[tokio::test]
async fn kept_to_one_page_a_life_still_shows_what_answers_its_posting() {
    let site = Site::start().await;
    let mut sum = Shown::default();
    for life in Corpus::open().unwrap().lives {
        let answer = tailored(&site, &life).await;
        let link = answer["links"]["pages"].as_str().unwrap();
        let length = site.member.get(link).await.expect(200).json();
        assert_eq!(length["pages"], 1, "{}: {length}", life.name);
        let shown = life.judge(&answer["resume"]);
        println!("{:22} {:5} {shown:?}", life.name, length["filled"]);
        sum.add(shown);
    }
    println!("{:22} {sum:?}", "all");
    let share = |(part, whole): (usize, usize)| part as f32 / whole as f32;
    assert!(share(sum.answers) >= 0.85 && share(sum.skills) >= 0.9, "{sum:?}");
}

/// On one page, which is as many as there are unless somebody says otherwise.
async fn tailored(site: &Site, life: &Life) -> Value {
    let id = stored(site, &life.resume).await;
    let body = json!({ "job_description": life.job, "resume_id": id, "threshold": 0 });
    let answer = site.member.post("/tailor", body).await.expect(200).json();
    assert_eq!(answer["options"]["pages"], 1, "{}", life.name);
    answer
}

#[tokio::test]
async fn one_endless_highlight_does_not_empty_the_page() {
    let site = Site::start().await;
    let endless = "Kept the ledger of the mill and wrote down what came and went. ".repeat(110);
    let document = json!({
        "basics": { "name": "Ada", "summary": "I keep ledgers." },
        "work": [
            { "name": "Mill", "position": "Clerk", "startDate": "2019", "highlights": [endless] },
            { "name": "Dam", "position": "Guard", "startDate": "2010", "endDate": "2018",
              "highlights": ["Watched the gates at night."] },
        ],
    });
    let id = stored(&site, &document).await;
    let job = "Clerk\n\nRequirements\n- Keeps a ledger\n";
    let body = json!({ "job_description": job, "resume_id": id, "threshold": 0, "pages": 1 });
    let answer = site.member.post("/tailor", body).await.expect(200).json();
    let link = answer["links"]["pages"].as_str().unwrap();
    assert_eq!(site.member.get(link).await.expect(200).json()["pages"], 1);
    let resume = &answer["resume"];
    assert_eq!(resume["work"][0]["position"], "Clerk");
    assert_eq!(resume["basics"]["name"], "Ada");
}

#[tokio::test]
async fn what_is_left_out_for_its_length_is_told_and_a_long_text_is_shortened() {
    let site = Site::start().await;
    let sentence = |number: usize| format!("I kept ledger number {number} of the old mill.");
    let long: Vec<String> = (0..150).map(sentence).collect();
    let endless = "keeps the ledger of the mill ".repeat(250);
    let document = json!({
        "basics": { "name": "Ada", "summary": endless },
        "work": [{ "name": "Mill", "position": "Clerk", "startDate": "2019", "summary": long.join(" ") }],
    });
    let (answer, pages) = kept_to_one_page(&site, &document).await;
    assert_eq!(pages, 1);
    let told = answer["resume"]["work"][0]["summary"].as_str().unwrap();
    assert!(long.join(" ").starts_with(told) && told.ends_with("mill."), "{told}");
    let faults = answer["evaluation"]["faults"].as_array().unwrap();
    let expected = json!({ "kind": "left_out_as_too_long", "path": "basics/summary", "characters": endless.len() });
    assert!(faults.contains(&expected), "{faults:?}");
    let link = answer["links"]["pages"].as_str().unwrap();
    let filled = site.admin.get(link).await.expect(200).json()["filled"].as_f64().unwrap();
    assert!(filled > 0.3, "{filled}");
}

async fn kept_to_one_page(site: &Site, document: &Value) -> (Value, u64) {
    let id = stored(site, document).await;
    let job = "Clerk\n\nRequirements\n- Keeps a ledger of the mill\n";
    let body = json!({ "job_description": job, "resume_id": id, "threshold": 0, "pages": 1 });
    let answer = site.admin.post("/tailor", body).await.expect(200).json();
    let link = answer["links"]["pages"].as_str().unwrap();
    let pages = site.admin.get(link).await.expect(200).json()["pages"].as_u64().unwrap();
    let faults = answer["evaluation"]["faults"].as_array().unwrap();
    let told = faults.iter().find(|fault| fault["kind"] == "more_pages");
    match told {
        Some(fault) => assert_eq!((&fault["pages"], &fault["asked"]), (&json!(pages), &json!(1))),
        None => assert_eq!(pages, 1, "{faults:?}"),
    }
    (answer, pages)
}

#[tokio::test]
async fn what_is_too_long_alone_leaves_before_the_rest_of_the_page() {
    let site = Site::start().await;
    let endless = "keeps the ledger of the mill ".repeat(250);
    let work = json!([{ "name": "Mill", "position": "Clerk", "startDate": "2019",
        "highlights": ["Kept the ledger of the mill.", "Counted the bags."] }]);
    let basics = json!({ "name": "Ada", "summary": endless });
    let schools = json!([{ "institution": "Academy", "area": "Ledgers", "endDate": "2013" }]);
    // It answers most, and all the others would have left before it.
    let with_work = json!({ "basics": basics, "work": work, "education": schools });
    let (answer, pages) = kept_to_one_page(&site, &with_work).await;
    let told = answer["resume"].to_string();
    assert_eq!(pages, 1);
    for line in ["Kept the ledger of the mill.", "Academy"] {
        assert!(told.contains(line), "{told}");
    }
    assert!(!told.contains("keeps the ledger of the mill keeps"), "{told}");
    // Without work something else takes its place.
    let (answer, pages) =
        kept_to_one_page(&site, &json!({ "basics": basics, "education": schools })).await;
    assert_eq!((pages, answer["resume"].to_string().contains("Academy")), (1, true));
    // Where there is nothing else, the answer says so.
    let (answer, pages) = kept_to_one_page(&site, &json!({ "basics": basics })).await;
    assert!(pages > 1 && answer["resume"].to_string().contains("keeps the ledger"));
    let long_name = json!({ "basics": { "name": endless }, "work": work });
    let (_, pages) = kept_to_one_page(&site, &long_name).await;
    assert!(pages > 1);
}

#[tokio::test]
async fn whatever_changes_the_layout_says_when_it_takes_more_pages() {
    let site = Site::start().await;
    let lines: Vec<String> = (0..34)
        .map(|number| format!("Kept ledger {number} of the mill, bag by bag, by hand."))
        .collect();
    let document = json!({
        "basics": { "name": "Ada" },
        "work": [{ "name": "Mill", "position": "Clerk", "startDate": "2019", "highlights": lines }],
    });
    let id = stored(&site, &document).await;
    let job = "Clerk\n\nRequirements\n- Keeps a ledger of the mill\n";
    let body = json!({
        "job_description": job, "resume_id": id, "threshold": 0, "pages": 1, "look": "compact",
    });
    let made = site.admin.post("/tailor", body).await.expect(200).json();
    let own = made["links"]["self"].as_str().unwrap();
    let long = "Kept the ledger of the mill, bag by bag, by hand. ".repeat(38);
    let told = async |change: Value| {
        let answer = site.admin.put(own, change.clone()).await.expect(200).json();
        let again = site.admin.get(own).await.expect(200).json();
        assert_eq!(again["evaluation"], answer["evaluation"]);
        let link = answer["links"]["pages"].as_str().unwrap();
        let pages = site.admin.get(link).await.expect(200).json()["pages"].as_u64().unwrap();
        let faults = answer["evaluation"]["faults"].as_array().unwrap().clone();
        let asked = answer["options"]["pages"].as_u64().unwrap_or(u64::MAX);
        let found = faults.iter().find(|fault| fault["kind"] == "more_pages");
        match pages > asked {
            true => assert_eq!(found.map(|it| &it["pages"]), Some(&json!(pages)), "{change}"),
            false => assert_eq!(found, None, "{change}"),
        }
        pages
    };
    let path = made["statements"].as_array().unwrap().iter();
    let path =
        path.filter_map(|it| it["path"].as_str()).find(|it| it.contains("highlights")).unwrap();
    assert_eq!(told(json!({ "look": "compact" })).await, 1);
    let line = json!([{ "path": path, "text": long.trim() }]);
    told(json!({ "lines": line })).await;
    assert!(told(json!({ "look": "classic" })).await > 1);
    told(json!({ "pages": 2 })).await;
    told(json!({ "pages": "any" })).await;
    assert!(told(json!({ "pages": 1, "paper": "letter" })).await > 1);
}

#[tokio::test]
async fn another_theme_of_the_resume_says_when_a_result_takes_more_pages() {
    let site = Site::start().await;
    let lines: Vec<String> = (0..80)
        .map(|number| format!("Kept ledger {number} of the mill, bag by bag, by hand."))
        .collect();
    let mut document = json!({
        "basics": { "name": "Ada" },
        "work": [{ "name": "Mill", "position": "Clerk", "startDate": "2019", "highlights": lines }],
        "meta": { "theme": "compact" },
    });
    let id = stored(&site, &document).await;
    let job = "Clerk\n\nRequirements\n- Keeps a ledger of the mill\n";
    let pinned: Vec<String> = (0..45).map(|at| format!("work/0/highlights/{at}")).collect();
    let body = json!({
        "job_description": job, "resume_id": id, "threshold": 0, "arrangement": { "pinned": pinned },
    });
    let made = site.admin.post("/tailor", body).await.expect(200).json();
    let own = made["links"]["self"].as_str().unwrap().to_owned();
    let told = async || {
        let answer = site.admin.get(&own).await.expect(200).json();
        let link = answer["links"]["pages"].as_str().unwrap();
        let length = site.admin.get(link).await.expect(200).json();
        let pages = length["pages"].as_u64().unwrap();
        let faults = answer["evaluation"]["faults"].as_array().unwrap().clone();
        let fault = faults.iter().find(|fault| fault["kind"] == "more_pages");
        let expected = json!({ "kind": "more_pages", "pages": pages, "asked": 1 });
        assert_eq!(fault, (pages > 1).then_some(&expected), "{length}");
        (length["look"].as_str().unwrap().to_owned(), pages)
    };
    let first = told().await;
    document["meta"]["theme"] = "classic".into();
    let body = json!({ "document": document });
    site.admin.put(&format!("/resumes/{id}"), body).await.expect(200);
    let second = told().await;
    assert_eq!(first, ("compact".to_owned(), 1));
    assert!(second.0 == "classic" && second.1 > 1, "{second:?}");
}
