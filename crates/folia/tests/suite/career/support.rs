//! Results whose sources say something else by now: told when they are read, and not sent.

use serde_json::{Value, json};
use testkit::Client;

use crate::career::{JOB, resume, store, texts};
use crate::site::Site;

const NAME: &str = "backend-engineer";

async fn tailor(client: &Client) -> Value {
    let body = json!({ "job_description": JOB, "threshold": 0 });
    client.post("/tailor", body).await.expect(200).json()
}

fn address(answer: &Value) -> String {
    answer["links"]["self"].as_str().unwrap().to_owned()
}

/// The paths that are told to rest on nothing any more.
async fn unsupported(client: &Client, path: &str) -> Vec<String> {
    let answer = client.get(path).await.expect(200).json();
    let told = answer["unsupported"].as_array().unwrap().iter();
    told.map(|path| path.as_str().unwrap().to_owned()).collect()
}

async fn put(site: &Site, id: &str, document: &Value) {
    let body = json!({ "title": NAME, "document": document });
    site.admin.put(&format!("/resumes/{id}"), body).await.expect(200);
}

/// A highlight that was delivered, with its place.
fn delivered(answer: &Value, number: usize) -> (String, String) {
    let all = answer["statements"].as_array().unwrap().iter();
    let mut highlights = all.filter(|it| it["path"].as_str().unwrap().contains("/highlights/"));
    let found = highlights.nth(number).expect("so many are delivered");
    let text = |name: &str| found[name].as_str().unwrap().to_owned();
    (text("path"), text("text"))
}

/// A document without a text, wherever that stands in a list.
fn strike(value: &mut Value, text: &str) {
    match value {
        Value::Array(items) => {
            items.retain(|item| item != text);
            items.iter_mut().for_each(|item| strike(item, text));
        }
        Value::Object(members) => members.values_mut().for_each(|member| strike(member, text)),
        _ => {}
    }
}

#[tokio::test]
async fn what_no_source_says_any_more_is_told_and_left_out() {
    let site = Site::start().await;
    let id = store(&site, NAME).await;
    let answer = tailor(&site.admin).await;
    let path = address(&answer);
    assert_eq!(answer["unsupported"], json!([]));
    assert_eq!(unsupported(&site.admin, &path).await, Vec::<String>::new());
    let (place, words) = delivered(&answer, 0);
    let (_, kept) = delivered(&answer, 1);

    let mut document = resume(NAME);
    strike(&mut document, &words);
    put(&site, &id, &document).await;
    assert_eq!(unsupported(&site.admin, &path).await, [place.as_str()]);
    let sent = site.admin.get(&format!("{path}/resume.json")).await.expect(200).json();
    let mut all = Vec::new();
    texts(&sent, &mut all);
    assert!(!all.contains(&words) && all.contains(&kept), "{sent}");
    for form in ["md", "html", "txt"] {
        let sent = site.admin.get(&format!("{path}/resume.{form}")).await.expect(200);
        let sent = String::from_utf8_lossy(&sent.body).into_owned();
        let (gone, left) = (start_of(&words), start_of(&kept));
        assert!(!sent.contains(gone) && sent.contains(left), "{form}: {sent}");
    }
    let letter = site.admin.get(&format!("{path}/letter.json")).await.expect(200).json();
    assert!(!letter.to_string().contains(start_of(&words)), "{letter}");
    // The result itself stays as it was delivered, and holds again when the line is back.
    assert_eq!(site.admin.get(&path).await.expect(200).json()["resume"], answer["resume"]);
    put(&site, &id, &resume(NAME)).await;
    assert_eq!(unsupported(&site.admin, &path).await, Vec::<String>::new());

    // Without any resume nothing is left but what rests on no text.
    site.admin.delete(&format!("/resumes/{id}")).await.expect(204);
    assert!(unsupported(&site.admin, &path).await.contains(&place));
    let sent = site.admin.get(&format!("{path}/resume.json")).await.expect(200).json();
    assert_eq!((&sent["work"], &sent["skills"]), (&json!([]), &json!([])), "{sent}");
    site.admin.get(&format!("{path}/resume.pdf")).await.expect(200);
    // The same words in another resume are as good.
    store(&site, NAME).await;
    assert_eq!(unsupported(&site.admin, &path).await, Vec::<String>::new());
}

/// As much of a line as every form has on one line and writes as it stands.
fn start_of(text: &str) -> &str {
    text.get(..text.char_indices().nth(14).unwrap().0).unwrap()
}

#[tokio::test]
async fn what_still_stands_is_supported_whatever_changes_around_it() {
    let site = Site::start().await;
    let id = store(&site, NAME).await;
    let path = address(&tailor(&site.admin).await);
    let mut document = resume(NAME);
    document["skills"][0]["keywords"].as_array_mut().unwrap().push(json!("Falconry"));
    let highlights = document["work"][0]["highlights"].as_array_mut().unwrap();
    highlights.reverse();
    highlights.push(json!("Taught falcons."));
    document["work"][0]["summary"] = json!("Another summary altogether.");
    put(&site, &id, &document).await;
    let told = unsupported(&site.admin, &path).await;
    assert!(told.iter().all(|path| path == "work/0/summary"), "{told:?}");
}
