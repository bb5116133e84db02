//! A tree of thousands: what a small one cannot show.

use std::collections::BTreeSet;

use content::items::{Body, Item};
use content::sections::Section;
use kernel::{SitePath, Slug};
use serde_json::json;
use store::StoreError;
use testkit::Client;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::content::sections::section;
use crate::site::Site;

const SECTIONS: usize = 500;
const ITEMS: usize = 4_500;

/// Puts sections and items below a section, straight into the store: through the API it would take
/// the most of the test's time.
async fn furnish(site: &Site, below: &str) {
    let story = json!({ "title": "story", "section_id": below, "body": "<p>text</p>", "is_published": true });
    let story = site.admin.post("/content/story", story).await.expect(201).json();
    let sample = section(site, "sample", Some(below)).await;
    let (story, sample) = (story["id"].as_str().unwrap(), sample.as_str());
    let (story, sample) = (story.parse().unwrap(), sample.parse().unwrap());
    let writing = site.app.store.write(move |transaction| {
        let section = transaction.get::<Section>(sample)?.document;
        let (item, body) = (transaction.get::<Item>(story)?, transaction.get::<Body>(story)?);
        let slug = |text: String| Slug::from_title(&text).expect("a slug");
        let mut sections = vec![section.clone()];
        for number in 0..SECTIONS {
            let (parent, slug) = (&sections[number / 4], slug(format!("n{number}")));
            let (id, path) = (transaction.generate_id(), SitePath::join(Some(&parent.path), &slug));
            let parent_id = Some(parent.id);
            sections.push(Section { id, parent_id, slug, path, ..section.clone() });
        }
        let (mut items, mut bodies) = (Vec::new(), Vec::new());
        for number in 0..ITEMS {
            let (id, slug) = (transaction.generate_id(), slug(format!("i{number}")));
            let section_id = Some(sections[number % sections.len()].id);
            items.push(Item { id, section_id, slug, ..item.document.clone() });
            bodies.push(Body { id, ..body.document.clone() });
        }
        transaction.insert_all(sections.split_off(1))?;
        transaction.insert_all(items)?;
        transaction.insert_all(bodies)?;
        Ok::<_, StoreError>(())
    });
    writing.await.unwrap();
    // The next write of the service brings what everybody reads up to date.
    section(site, "after", None).await;
}

/// The first step of every path below a section, in one answer.
async fn tops(client: &Client, id: &str) -> BTreeSet<String> {
    let path = format!("/sections/{id}/children?subtree=true&limit=500&sort=title");
    let page = client.get(&path).await.expect(200).json();
    let paths = page["items"].as_array().unwrap().iter().map(|item| item["path"].as_str().unwrap());
    paths.map(|path| path.split_once("/m/").expect("below m").0.to_owned()).collect()
}

async fn total(client: &Client, path: &str) -> u64 {
    client.get(path).await.expect(200).json()["total"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thousands_move_at_once_and_nobody_waits_in_vain() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    let moved = section(&site, "m", Some(&a)).await;
    furnish(&site, &moved).await;
    let (done, still) = watch::channel(false);
    let mut others = JoinSet::new();
    for reader in 0..4 {
        let (client, still, id) = (site.anonymous.clone(), still.clone(), moved.clone());
        others.spawn(async move {
            while !*still.borrow() {
                tokio::task::yield_now().await;
                let seen = tops(&client, &id).await;
                assert!(seen.len() == 1, "reader {reader} saw {seen:?}");
                for sample in ["a/m/sample/n0/n4", "b/m/sample/n0/n4", "b/m/sample/n1"] {
                    let path = format!("/sections/resolve-path/{sample}");
                    let status = client.get(&path).await.status.as_u16();
                    // Where it is, where it was, or where it will be.
                    assert!(matches!(status, 200 | 301 | 404), "{status}");
                }
            }
        });
    }
    for writer in 0..2 {
        let (client, still) = (site.admin.clone(), still.clone());
        others.spawn(async move {
            for number in 0.. {
                if *still.borrow() {
                    break;
                }
                tokio::task::yield_now().await;
                let title = json!({ "title": format!("elsewhere {writer} {number}") });
                client.post("/content/page", title).await.expect(201);
            }
        });
    }
    let path = format!("/sections/{moved}/move");
    let wish = json!({ "parent_id": b });
    let answer = site.admin.put(&path, wish.clone()).await.expect(200).json();
    assert_eq!(answer["redirects"], SECTIONS + ITEMS + 3);
    done.send(true).unwrap();
    others.join_all().await;
    let old = site.anonymous.get("/sections/resolve-path/a/m/sample/n0/n4").await;
    assert_eq!(old.json()["new_path"], "b/m/sample/n0/n4");

    // Back is refused where its place is taken, and nothing at all is changed by that.
    section(&site, "m", Some(&a)).await;
    let before = (total(&site.admin, "/sections").await, total(&site.admin, "/redirects").await);
    site.admin.put(&path, json!({ "parent_id": a })).await.expect(409);
    let after = (total(&site.admin, "/sections").await, total(&site.admin, "/redirects").await);
    assert_eq!(before, after);
    assert_eq!(tops(&site.anonymous, &moved).await, BTreeSet::from(["b".to_owned()]));
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_page_is_larger_than_allowed_and_no_search_is_more_than_its_letters() {
    let site = Site::start().await;
    let home = section(&site, "home", None).await;
    furnish(&site, &home).await;
    let odd = json!({ "title": "100% \\ a_b \"quoted\" NEAR( * -", "is_published": true });
    site.admin.post("/content/story", odd).await.expect(201);
    let list = "/content/story";
    for limit in ["501", "1000000000", "10&limit=999999"] {
        let page = site.anonymous.get(&format!("{list}?limit={limit}")).await.expect(200).json();
        assert_eq!(page["limit"], 500, "{limit}");
        assert_eq!(page["items"].as_array().unwrap().len(), 500, "{limit}");
    }
    let refused = ["limit=-1", "limit=0", "limit=1.5", "limit=abc", "limit=18446744073709551616"];
    let offsets = ["offset=-1", "offset=9223372036854775808", "offset=x"];
    for wrong in refused.into_iter().chain(offsets) {
        site.anonymous.get(&format!("{list}?{wrong}")).await.expect(422);
    }
    let last = format!("{list}?offset=9223372036854775807");
    assert_eq!(site.anonymous.get(&last).await.expect(200).json()["items"], json!([]));
    for (typed, found) in [
        ("%25", 1),
        ("a_b", 1),
        ("a.b", 0),
        ("%5C", 1),
        ("%22quoted%22", 1),
        ("NEAR(", 1),
        ("a%22%20OR%20%22b", 0),
        ("*", 1),
        ("a%20%26%20!", 0),
    ] {
        let list = format!("{list}?q={typed}");
        assert_eq!(total(&site.anonymous, &list).await, found, "{typed}");
    }
}
