//! What was taken once, however odd, is found in order by a check and comes back from an archive.

use content::items::Item;
use kernel::SitePath;
use serde_json::json;
use store::{Query, StoreError};
use testkit::{RunningSite, TestDatabase};

use crate::service::archive::restored;
use crate::service::binary::{BINARY, is_in_order, make_token};
use crate::service::invariants::{folia, store_of};

/// Written in an address, some of them twice: what is decoded once more than it was checked becomes something else.
const ODD: [&str; 16] = [
    "%00",
    "%0a",
    "%1b",
    "%7f",
    "%C2%85",
    "%E2%80%AE",
    "%2500",
    "%250a",
    "%253F",
    "%2523",
    "%255c",
    "%252F",
    "%25",
    "%FF",
    "%5c",
    "%20",
];

#[tokio::test]
async fn whatever_was_taken_comes_back_from_an_archive() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let post = |path: &str, body: serde_json::Value| {
        let answer = site.request("POST", path, Some(&token), &body.to_string());
        let status = answer.status.as_u16();
        assert!([201, 422].contains(&status), "{path} {body}: {status}");
        status == 201
    };
    let goal = json!({ "title": "Goal", "is_published": true });
    assert!(post("/content/story", goal));
    let mut taken = (0, 0, 0);
    for (number, odd) in ODD.iter().enumerate() {
        let body = format!("<p><a href=\"/x{odd}\">x</a> <a href=\"/x{odd}/y\">y</a></p>");
        let story = json!({ "title": format!("Links {number}"), "body": body, "summary": odd });
        taken.0 += usize::from(post("/content/story", story));
        let from = format!("/from-{number}{odd}");
        if post("/redirects", json!({ "old_path": from, "new_path": "/goal" })) {
            taken.1 += 1;
            // What is no text when it is decoded was meant as it stands.
            let asked = from.replace("%FF", "%25FF");
            assert_eq!(site.request("GET", &asked, None, "").status, 301, "{asked}");
        }
        let to = json!({ "old_path": format!("/to-{number}"), "new_path": format!("/a{odd}") });
        taken.2 += usize::from(post("/redirects", to));
    }
    // All bodies, and of the redirects those that are paths when they were decoded once.
    assert!(taken.0 == ODD.len() && taken.1 >= 7 && taken.2 >= 7, "{taken:?}");
    assert!(is_in_order(&folia(&database, &["check"]).unwrap()));
    folia(&database, &["backup", "site.tar"]).unwrap();
    let stories = restored(&database.folder.path().join("site.tar"));
    assert_eq!(stories.len(), ODD.len() + 1);
}

/// Versions before kept what a link with `%00` leads to.
#[tokio::test]
async fn an_older_list_of_links_with_a_nul_is_mended_and_brought_back() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let story = json!({ "title": "Older", "body": "<p><a href=\"/x%00\">x</a></p>" });
    site.request("POST", "/content/story", Some(&token), &story.to_string()).expect(201);
    drop(site);
    let store = store_of(&database).await;
    let altered: Result<(), StoreError> = store
        .write(|all| {
            for mut stored in all.list::<Item>(&Query::all())? {
                stored.document.linked_paths = Some(vec![SitePath::new("x\0")]);
                all.rewrite(stored)?;
            }
            Ok(())
        })
        .await;
    altered.unwrap();
    store.close().await;
    let told = folia(&database, &["check"]).unwrap_err();
    assert!(told.contains("holds a NUL character"), "{told}");
    folia(&database, &["backup", "site.tar"]).unwrap();
    let archive = database.folder.path().join("site.tar");
    assert_eq!(restored(&archive).len(), 1);
    folia(&database, &["check", "--repair"]).unwrap();
    assert!(is_in_order(&folia(&database, &["check"]).unwrap()));
}
