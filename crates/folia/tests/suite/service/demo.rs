//! The sample site, made by the real command beside a service that runs.

use serde_json::Value;
use testkit::{RunningSite, TestDatabase, run_folia};

use crate::service::binary::{BINARY, make_token};

/// How many levels of sections there are, by the parents that sections name.
fn depth(sections: &[Value]) -> u64 {
    sections.iter().filter_map(|section| section["depth"].as_u64()).max().unwrap_or(0) + 1
}

#[tokio::test]
async fn the_sample_fills_an_empty_site_once_and_is_whole() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let first = run_folia(BINARY, &database, &["demo"]);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));

    // The service that runs sees it as soon as it looks, and strangers see no draft.
    let read = |path: &str| site.request("GET", path, None, "").expect(200).json();
    let mut settings = read("/settings");
    for _ in 0..100 {
        if settings["title"] == "A sample notebook" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        settings = read("/settings");
    }
    assert_eq!(settings["title"], "A sample notebook");
    assert!(settings["resume"]["id"].is_string());
    let sections = read("/sections");
    let sections = sections["items"].as_array().unwrap();
    assert_eq!(depth(sections), 3);
    for kind in ["feed", "card-grid", "static-page", "gallery"] {
        assert!(sections.iter().any(|section| section["display_type"] == kind), "{kind}");
    }
    for kind in ["story", "project", "page", "image"] {
        let total = read(&format!("/content/{kind}"))["total"].as_u64().unwrap();
        assert!(total >= 2, "{total} of {kind}");
    }
    let drafts = site.request("GET", "/content/story?include_unpublished=true", Some(&token), "");
    let published = read("/content/story")["total"].as_u64().unwrap();
    assert_eq!(drafts.expect(200).json()["total"].as_u64().unwrap(), published + 1);

    // Every picture that a text or a card shows is there.
    let stories = read("/content/story?limit=500");
    for story in stories["items"].as_array().unwrap() {
        let path = format!("/sections/resolve-path/{}", story["path"].as_str().unwrap());
        let body = read(&path)["content_item"]["body"].as_str().unwrap().to_owned();
        assert!(!body.contains("{{"), "{path}");
        for part in body.split("src=\"").skip(1) {
            let address = part.split('"').next().unwrap();
            site.request("GET", address, None, "").expect(200);
        }
        if let Some(address) = story["image_url"].as_str() {
            site.request("GET", address, None, "").expect(200);
        }
    }
    let chunks = site.request("GET", "/content/chunks?source=opinion", Some(&token), "");
    assert!(chunks.expect(200).json()["total"].as_u64().unwrap() >= 4);

    // The key that the command used is gone, and a second time there is nothing to fill.
    let tokens = site.request("GET", "/auth/tokens", Some(&token), "").expect(200).json();
    assert_eq!(tokens["total"], 1);
    let second = run_folia(BINARY, &database, &["demo"]);
    let told = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success() && told.contains("the site here is not empty"), "{told}");
    assert_eq!(
        site.request("GET", "/sections", None, "").expect(200).json()["total"],
        sections.len()
    );

    // A run that was stopped leaves its key and a part of the sample; the next one goes on from there.
    let left = r#"{"name":"folia demo","role":"admin"}"#;
    site.request("POST", "/auth/tokens", Some(&token), left).expect(201);
    for list in ["/content/story?limit=2", "/content/image?limit=1", "/navlinks?limit=1"] {
        let found = read(list);
        let folder = list.split('?').next().unwrap();
        for thing in found["items"].as_array().unwrap() {
            let path = format!("{folder}/{}", thing["id"].as_str().unwrap());
            site.request("DELETE", &path, Some(&token), "").expect(204);
        }
    }
    let images = read("/content/image")["total"].as_u64().unwrap();
    let third = run_folia(BINARY, &database, &["demo"]);
    assert!(third.status.success(), "{}", String::from_utf8_lossy(&third.stderr));
    let again = |path: &str| site.request("GET", path, Some(&token), "").expect(200).json();
    for _ in 0..100 {
        if again("/auth/tokens")["total"] == 1 && read("/navlinks")["total"] == 3 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(again("/auth/tokens")["total"], 1);
    assert_eq!(again("/uploads")["total"], 14);
    assert_eq!(read("/content/story")["total"], published);
    assert_eq!(read("/content/image")["total"], images + 1);
    assert_eq!(read("/navlinks")["total"], 3);
    assert_eq!(again("/resumes")["total"], 1);
    assert_eq!(read("/sections")["total"], sections.len());
    let checked = run_folia(BINARY, &database, &["check"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));

    // All of it comes back elsewhere.
    let exported = run_folia(BINARY, &database, &["export", "exported"]);
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    let elsewhere = TestDatabase::create().await;
    let archive = database.folder.path().join("exported");
    let imported = run_folia(BINARY, &elsewhere, &["import", archive.to_str().unwrap()]);
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    let checked = run_folia(BINARY, &elsewhere, &["check"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}
