//! What the owner hides, pins and puts in order, for all tailorings and for one; and how a result is to
//! be set.

use serde_json::{Value, json};

use crate::site::Site;

const JOB: &str = "Welder\n\nYou bring:\n- Welding of steel pipes\n- Reading drawings\n";

fn document() -> Value {
    json!({
        "basics": {"name": "Ada", "label": "Welder", "summary": "I weld pipes of steel for the yard. I teach others to read the drawings."},
        "work": [
            {"name": "Pipes", "position": "Welder", "startDate": "2015",
             "highlights": ["Welded steel pipes.", "Read drawings of pipes.", "Baked cakes for the yard."]},
            {"name": "Yard", "position": "Hand", "startDate": "2010", "endDate": "2014", "highlights": ["Welded hulls of steel."]},
        ],
        "skills": [{"name": "Steel", "keywords": ["Welding"]}],
        "education": [{"institution": "School", "endDate": "2009"}],
        "interests": [{"name": "Chess"}],
    })
}

async fn create(site: &Site) -> String {
    let body = json!({ "document": document() });
    site.admin.post("/resumes", body).await.expect(201).header("location").unwrap().to_owned()
}

async fn tailor(site: &Site, more: Value) -> Value {
    let mut body = json!({ "job_description": JOB, "threshold": 0 });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    site.admin.post("/tailor", body).await.expect(200).json()
}

#[tokio::test]
async fn what_is_hidden_for_all_or_for_one_reaches_no_result() {
    let site = Site::start().await;
    let path = create(&site).await;
    let plain = tailor(&site, json!({})).await["resume"].to_string();
    assert!(plain.contains("Welded steel pipes.") && plain.contains("Welded hulls of steel."));
    // The same words elsewhere in the memory are no way around it.
    let chunk = json!({
        "text": "Welded steel pipes.", "source": "opinion", "chunk_type": "achievement", "purpose": ["facts"],
        "metadata": {"company": "Pipes", "position": "Welder"},
    });
    site.admin.post("/content/chunks", chunk).await.expect(201);

    let rules = json!({ "hidden": ["work/0/highlights/0"], "pinned": ["interests/0"], "order": ["education"] });
    let changed = site.admin.put(&path, json!({ "arrangement": rules })).await.expect(200).json();
    assert_eq!(changed["arrangement"]["hidden"], json!(["work/0/highlights/0"]));
    for one in [json!({}), json!({ "arrangement": { "hidden": ["work/1"] } })] {
        let answer = tailor(&site, one.clone()).await;
        let text = answer.to_string();
        assert!(!answer["resume"].to_string().contains("Welded steel pipes."), "{text}");
        assert!(!answer["statements"].to_string().contains("Welded steel pipes."), "{text}");
        assert!(answer["resume"].to_string().contains("Chess"), "{text}");
        let members: Vec<&String> = answer["resume"].as_object().unwrap().keys().collect();
        assert_eq!(members[..2], ["basics", "education"]);
        assert_eq!(answer["sections"][1], "basics");
        assert_eq!(answer["sections"][0], "education");
        let hides_yard = one.get("arrangement").is_some();
        assert_eq!(answer["resume"].to_string().contains("hulls"), !hides_yard, "{text}");
        assert!(!answer["left_out"].to_string().contains("Yard"), "{text}");
    }
    let answer = site.admin.post(
        "/tailor",
        json!({
            "job_description": JOB, "arrangement": { "hidden": ["work/9"], "pinned": ["skills"] },
        }),
    );
    assert_eq!(answer.await.expect_invalid(), ["arrangement.hidden[0]", "arrangement.pinned"]);
    let wrong = site.admin.put(&path, json!({ "arrangement": { "order": ["basics"] } })).await;
    assert_eq!(wrong.expect_invalid(), ["arrangement.order[0]"]);
}

#[tokio::test]
async fn a_changed_document_unhides_nothing_without_a_word() {
    let site = Site::start().await;
    let path = create(&site).await;
    let rules = json!({ "hidden": ["work/1", "work/0/highlights/2"] });
    site.admin.put(&path, json!({ "arrangement": rules })).await.expect(200);
    // Another employer above, another title, another wording of the line.
    let mut changed = document();
    changed["work"][1]["position"] = json!("Foreman");
    changed["work"][0]["highlights"][2] = json!("Made cakes for all.");
    changed["work"]
        .as_array_mut()
        .unwrap()
        .insert(0, json!({ "name": "Dock", "position": "Welder", "startDate": "2020" }));
    let answer = site.admin.put(&path, json!({ "document": changed })).await.expect(200).json();
    assert_eq!(answer["arrangement"]["hidden"], json!(["work/2", "work/1/highlights/2"]));
    let text = tailor(&site, json!({})).await["resume"].to_string();
    assert!(
        !text.contains("Foreman") && !text.contains("cakes") && text.contains("Dock"),
        "{text}"
    );

    let mut without = changed.clone();
    without["work"].as_array_mut().unwrap().pop();
    let answer = site.admin.put(&path, json!({ "document": without })).await.expect(200).json();
    assert_eq!(answer["arrangement"]["hidden"], json!(["work/1/highlights/2"]));
    assert_eq!(answer["arrangement"]["lost"][0]["path"], "work/2");
    let warnings = answer["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|it| it["path"] == "arrangement.hidden"), "{answer}");
    let answer = site.admin.put(&path, json!({ "document": changed })).await.expect(200).json();
    assert_eq!(answer["arrangement"]["hidden"], json!(["work/1/highlights/2", "work/2"]));
    assert_eq!(answer["arrangement"]["lost"], json!([]));
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn options_are_kept_with_the_result() {
    let site = Site::start().await;
    create(&site).await;
    let usual = tailor(&site, json!({})).await;
    let expected =
        json!({ "pages": 1, "paper": "a4", "look": null, "photo": false, "language": "en" });
    assert_eq!(usual["options"], expected);
    let asked = json!({ "pages": "any", "paper": "letter", "look": "modern", "photo": true, "language": "fr" });
    let answer = tailor(&site, asked.clone()).await;
    assert_eq!(answer["options"], asked);
    let path = answer["links"]["self"].as_str().unwrap().to_owned();
    let body = json!({ "pages": 2, "look": null, "photo": false });
    let changed = site.admin.put(&path, body).await.expect(200).json();
    let expected =
        json!({ "pages": 2, "paper": "letter", "look": null, "photo": false, "language": "fr" });
    assert_eq!((&changed["options"], &changed["version"]), (&expected, &json!(1)));
    assert_eq!(site.admin.get(&path).await.expect(200).json(), changed);
    for (member, value) in [
        ("pages", json!(3)),
        ("paper", json!("a5")),
        ("look", json!("loud")),
        ("photo", json!("yes")),
        ("language", json!("xx")),
    ] {
        let body = json!({ "job_description": JOB, member: value });
        assert_eq!(site.admin.post("/tailor", body).await.expect_invalid(), [member]);
        assert_eq!(
            site.admin.put(&path, json!({ member: value })).await.expect_invalid(),
            [member]
        );
    }
}
