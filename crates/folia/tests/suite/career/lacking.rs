//! What a job asks for and its user has said they have not.

use serde_json::{Value, json};

use crate::career::{JOB, store};
use crate::site::Site;

async fn tailor(site: &Site, job: &str) -> (String, Value) {
    let body = json!({ "job_description": job, "threshold": 0 });
    let made = site.admin.post("/tailor", body).await.expect(200).json();
    (made["links"]["self"].as_str().unwrap().to_owned(), made)
}

#[tokio::test]
async fn a_requirement_that_one_has_not_is_remembered_for_the_job() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let (path, made) = tailor(&site, JOB).await;
    assert_eq!(made["lacking"], json!([]));
    let asked: Vec<&str> = made["analysis"]["requirements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|requirement| requirement["text"].as_str().unwrap())
        .collect();
    let (first, second) = (asked[0], asked[1]);
    // In the order of the job, each once.
    let both = site.admin.put(&path, json!({ "lacking": [second, first, second] })).await;
    let both = both.expect(200).json();
    assert_eq!(both["lacking"], json!([first, second]));
    // It says nothing about the words of the resume.
    assert_eq!((&both["version"], &both["resume"]), (&json!(1), &made["resume"]));
    let unsaid = site.admin.put(&path, json!({ "paper": "letter" })).await.expect(200).json();
    assert_eq!(unsaid["lacking"], json!([first, second]));
    let one = site.admin.put(&path, json!({ "lacking": [second] })).await.expect(200).json();
    assert_eq!(one["lacking"], json!([second]));
    let unknown = site.admin.put(&path, json!({ "lacking": [second, "To fly"] })).await;
    assert_eq!(unknown.expect_invalid(), ["lacking[1]"]);
    // Tailored again, the same job does not ask again; another one has not been told.
    assert_eq!(tailor(&site, JOB).await.1["lacking"], json!([second]));
    assert_eq!(tailor(&site, &format!("{JOB}\nOne more line.")).await.1["lacking"], json!([]));
    let none = site.admin.put(&path, json!({ "lacking": [] })).await.expect(200).json();
    assert_eq!(none["lacking"], json!([]));
}
