//! What holds of the content tree when many change it at once.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::Client;
use tokio::task::JoinSet;

use crate::content::sections::section;
use crate::content::tree_properties::{Dice, check_paths, check_redirects, check_store};
use crate::site::Site;

async fn move_below(client: Client, id: String, parent: Option<String>) -> u16 {
    let wish = json!({ "parent_id": parent });
    client.put(&format!("/sections/{id}/move"), wish).await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_sections_never_end_up_below_each_other() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    for round in 0..50 {
        let one = tokio::spawn(move_below(site.admin.clone(), a.clone(), Some(b.clone())));
        let other = tokio::spawn(move_below(site.admin.clone(), b.clone(), Some(a.clone())));
        let mut statuses = [one.await.unwrap(), other.await.unwrap()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "round {round}");
        assert_eq!(check_paths(&site.admin).await.len(), 2);
        for id in [&a, &b] {
            assert_eq!(move_below(site.admin.clone(), id.clone(), None).await, 200);
        }
    }
    check_redirects(&site).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_leave_a_whole_tree() {
    let site = Site::start().await;
    let mut dice = Dice(0x6e57);
    let mut ids: Vec<String> = Vec::new();
    for number in 0..60 {
        let parent = (number > 5).then(|| ids[dice.roll(ids.len())].clone());
        ids.push(section(&site, &format!("s{number}"), parent.as_deref()).await);
    }
    let mut writers = JoinSet::new();
    for writer in 1..=6 {
        let (client, ids, mut dice) = (site.admin.clone(), ids.clone(), Dice(0xabc * writer));
        writers.spawn(async move {
            for _ in 0..34 {
                let id = &ids[dice.roll(ids.len())];
                let parent = (dice.roll(4) > 0).then(|| &ids[dice.roll(ids.len())]);
                let slug = format!("t{}", dice.roll(12));
                let answer = match dice.roll(4) {
                    0 => client.put(&format!("/sections/{id}"), json!({ "slug": slug })).await,
                    1 => {
                        let story = json!({ "title": slug, "section_id": parent });
                        client.post("/content/story", story).await
                    }
                    _ => {
                        let wish = json!({ "parent_id": parent });
                        client.put(&format!("/sections/{id}/move"), wish).await
                    }
                };
                let status = answer.status.as_u16();
                assert!(matches!(status, 200 | 201 | 409), "writer {writer}: {status}");
            }
        });
    }
    writers.join_all().await;
    assert_eq!(check_paths(&site.admin).await.len(), 60);
    check_redirects(&site).await;
    check_store(&site).await;
}

/// The statuses and slugs of so many equal creations at once.
async fn create_at_once(site: &Site, times: usize, body: &Value) -> Vec<(u16, Option<String>)> {
    let mut creations = JoinSet::new();
    for _ in 0..times {
        let (client, body) = (site.admin.clone(), body.clone());
        creations.spawn(async move {
            let answer = client.post("/sections", body).await;
            (answer.status.as_u16(), answer.json()["slug"].as_str().map(str::to_owned))
        });
    }
    creations.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_place_is_given_to_one_section() {
    let site = Site::start().await;
    let given = create_at_once(&site, 60, &json!({ "title": "x", "slug": "same" })).await;
    assert_eq!(given.iter().filter(|made| made.0 == 201).count(), 1);
    assert_eq!(given.iter().filter(|made| made.0 == 409).count(), 59);
    let named = create_at_once(&site, 60, &json!({ "title": "Title" })).await;
    assert!(named.iter().all(|made| made.0 == 201), "{named:?}");
    let slugs: BTreeSet<_> = named.into_iter().map(|made| made.1).collect();
    assert_eq!(slugs.len(), 60);
    for round in 0..10 {
        let slug = format!("back-{round}");
        let old = section(&site, &slug, None).await;
        site.admin.delete(&format!("/sections/{old}")).await.expect(204);
        let (client, path) = (site.admin.clone(), format!("/sections/{old}/restore"));
        let restored = tokio::spawn(async move { client.post(&path, json!({})).await });
        let created = create_at_once(&site, 1, &json!({ "title": "n", "slug": slug })).await[0].0;
        let restored = restored.await.unwrap().status.as_u16();
        assert!(matches!((restored, created), (200, 409) | (409, 201)), "{restored} {created}");
    }
    check_paths(&site.admin).await;
    check_store(&site).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_reader_sees_half_a_move() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    let moved = section(&site, "m", Some(&a)).await;
    let mut below = vec![moved.clone()];
    for number in 0..300 {
        let parent = below[number / 4].clone();
        below.push(section(&site, &format!("s{number}"), Some(&parent)).await);
    }
    let mut readers = JoinSet::new();
    let (done, still) = tokio::sync::watch::channel(false);
    for _ in 0..2 {
        let (client, still) = (site.anonymous.clone(), still.clone());
        readers.spawn(async move {
            while !*still.borrow() {
                let list = client.get("/sections?limit=500").await.expect(200).json();
                let mut tops: BTreeMap<String, usize> = BTreeMap::new();
                for found in list["items"].as_array().unwrap() {
                    let top = found["path"].as_str().unwrap().split_once("/m");
                    *tops.entry(top.map_or("", |top| top.0).to_owned()).or_default() += 1;
                }
                let counts: Vec<_> = tops.values().copied().collect();
                assert_eq!(counts, [2, 301], "{tops:?}");
                let sample = client.get("/sections/resolve-path/a/m/s0").await.status.as_u16();
                assert!(matches!(sample, 200 | 301), "{sample}");
            }
        });
    }
    for parent in [&b, &a, &b] {
        let status = move_below(site.admin.clone(), moved.clone(), Some(parent.clone())).await;
        assert_eq!(status, 200);
    }
    done.send(true).unwrap();
    readers.join_all().await;
    check_redirects(&site).await;
}
