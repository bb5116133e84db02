//! Variants made again, and files that are not what their records say.

use std::time::{Duration, Instant};

use kernel::Id;
use media::blobs::{self, Location};
use media::unfinished::Unfinished;
use media::uploads::Upload;
use media::{Fault, Media, MediaError};
use serde_json::{Value, json};
use store::{Query, StoreError};
use testkit::{Answer, Bucket, Line, PATIENCE};

use crate::media::library::{page, path};
use crate::media::{expect_files, picture, send, stored, upload};
use crate::site::{Site, configure};

fn id_of(made: &Value) -> Id {
    made["id"].as_str().unwrap().parse().unwrap()
}

/// The addresses of the files of an upload, the full one last.
fn addresses(made: &Value) -> Vec<String> {
    let variants = made["variants"].as_array().unwrap();
    variants.iter().map(|it| it["url"].as_str().unwrap().to_owned()).collect()
}

fn key_at(address: &str) -> &str {
    address.strip_prefix("/media/").unwrap()
}

impl Site {
    /// As if the engine had learned something since: from now on other bytes are made of the same original.
    async fn learn(&self, id: Id, filter: &'static str) {
        let learned: Result<(), StoreError> = self
            .app
            .store
            .write(move |transaction| {
                let mut stored = transaction.get::<Upload>(id)?;
                filter.clone_into(&mut stored.document.filter);
                transaction.replace(stored).map(drop)
            })
            .await;
        learned.unwrap();
    }
}

#[tokio::test]
async fn a_rebuild_makes_the_same_files_again() {
    let site = Site::start().await;
    let bytes = picture("phone-p3-exif6.jpg");
    let made = send(&site.admin, "x.jpg", &bytes).await.expect(201).json();
    let url = made["url"].as_str().unwrap();
    let before = site.anonymous.get(url).await.expect(200).body;
    let files = stored(&site).await;
    let ids = site.app.media.list_rebuildable().await.unwrap();
    assert_eq!(ids.len(), 1);
    let all = addresses(&made);
    let [small, full] = all.iter().map(|it| key_at(it)).collect::<Vec<_>>()[..] else {
        panic!("{all:?}");
    };
    let mut other = before.to_vec();
    other[100] ^= 1;
    // Lost, cut off, with other bytes of the same length: each is written again, as its record says.
    let damages = [(small, None), (small, Some(&b"RIFF"[..])), (full, Some(&other[..]))];
    for damage in damages.map(Some).into_iter().chain([None]) {
        match damage {
            Some((key, None)) => site.app.media.blobs().delete(key).await.unwrap(),
            Some((key, Some(bytes))) => site.put(key, bytes).await,
            None => {}
        }
        site.app.media.rebuild(ids[0]).await.unwrap();
        assert_eq!(site.anonymous.get(url).await.expect(200).body, before);
        assert_eq!(site.app.media.check_bytes(|_, _| ()).await.unwrap(), []);
        assert_eq!(stored(&site).await, files);
        assert_eq!(site.admin.get(&path(&made)).await.json(), made);
    }
}

#[tokio::test]
async fn what_is_made_otherwise_gets_addresses_of_its_own_to_which_the_old_ones_lead() {
    let site = Site::start().await;
    let media = &site.app.media;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let (id, old) = (id_of(&made), addresses(&made));
    let body = format!("<p>Words.</p>{}", made["markup"].as_str().unwrap());
    let section = json!({ "title": "Notes", "slug": "notes", "is_published": true });
    let section = site.admin.post("/sections", section).await.expect(201).json();
    let story =
        json!({ "title": "Sea", "body": body, "section_id": section["id"], "is_published": true });
    site.admin.post("/content/story", story).await.expect(201);
    let files = stored(&site).await;
    site.learn(id, "bw").await;
    media.rebuild(id).await.unwrap();
    let rebuilt = site.admin.get(&path(&made)).await.expect(200).json();
    let new = addresses(&rebuilt);
    assert!(new.iter().all(|address| !old.contains(address)), "{new:?}");
    for (old, new) in old.iter().zip(&new) {
        let led = site.anonymous.get(old).await.expect(302);
        assert_eq!(led.header("location"), Some(new.as_str()));
        site.anonymous.get(new).await.expect(200);
    }
    let shown = page(&site, "/notes/sea").await;
    assert!(shown.contains(new.last().unwrap()), "{shown}");
    assert!(old.iter().all(|old| !shown.contains(old)), "{shown}");
    // As many files as before, and the original is where it was.
    let now = stored(&site).await;
    assert_eq!(now.len(), files.len(), "{now:?}");
    assert!(now.contains(&format!("originals/{id}")), "{now:?}");
    // Nothing has been learned since.
    media.rebuild(id).await.unwrap();
    assert_eq!(stored(&site).await, now);
    // Once more, and the first names lead to the last.
    site.learn(id, "none").await;
    media.rebuild(id).await.unwrap();
    let last = site.admin.get(&path(&made)).await.expect(200).json();
    for earlier in [old.last(), new.last()] {
        let led = site.anonymous.get(earlier.unwrap()).await.expect(302);
        assert_eq!(led.header("location"), last["url"].as_str());
    }
    site.admin.delete(&format!("{}?force=true", path(&made))).await.expect(204);
    expect_files(&site, 0, "all of them go").await;
}

/// As by a service that starts meanwhile on SQLite, and takes whatever is unfinished for dead. The files are in a bucket in
/// any case, as what is on its way there can be held.
#[tokio::test(flavor = "multi_thread")]
async fn a_rebuild_that_is_cut_short_changes_nothing() {
    let site = Site::start().await;
    let bucket = Bucket::start(&site.database.folder.path().join("held"));
    let line = Line::to(bucket.address());
    let [near, far] = [bucket.address(), line.address].map(|at| {
        let mut settings = configure(&[]).media;
        settings.location = Location::Bucket(blobs::Bucket {
            name: bucket.name().to_owned(),
            prefix: "site".to_owned(),
            endpoint: Some(format!("http://{at}").parse().unwrap()),
            variables: bucket.variables(),
        });
        Media::open(site.app.store.clone(), &settings).unwrap()
    });
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let id = id_of(&made);
    let keys = async || -> Vec<String> {
        let listed = near.blobs().list().await.unwrap();
        listed.into_iter().map(|file| file.key).collect()
    };
    for key in stored(&site).await {
        let bytes = site.app.media.blobs().read(&key).await.unwrap();
        near.blobs().put(&key, bytes).await.unwrap();
    }
    let before = keys().await;
    let sound = async || {
        assert_eq!(near.check(true).await.unwrap(), []);
        assert_eq!(near.check_bytes(|_, _| ()).await.unwrap(), []);
        keys().await
    };
    assert_eq!(sound().await, before);
    site.learn(id, "bw").await;
    line.hold_writes(true);
    let rebuilding = tokio::spawn(async move { (far.rebuild(id).await, far) });
    let noted = || site.app.store.list::<Unfinished>(Query::all());
    let deadline = Instant::now() + PATIENCE;
    while noted().await.unwrap().is_empty() {
        assert!(Instant::now() < deadline, "it notes nothing");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(near.clean_up_all().await.unwrap(), 1);
    assert!(noted().await.unwrap().is_empty());
    // What it wrote since belongs to nothing, and goes all the same.
    line.hold_writes(false);
    let (rebuilt, far) = rebuilding.await.unwrap();
    assert!(matches!(rebuilt, Err(MediaError::Store(StoreError::Missing { .. }))), "{rebuilt:?}");
    assert_eq!(sound().await, before);
    assert!(noted().await.unwrap().is_empty());
    assert_eq!(site.admin.get(&path(&made)).await.json()["url"], made["url"]);
    far.rebuild(id).await.unwrap();
    assert_ne!(sound().await, before);
    assert_ne!(site.admin.get(&path(&made)).await.json()["url"], made["url"]);
}

#[tokio::test]
async fn from_an_original_that_is_damaged_nothing_is_made() {
    let site = Site::start().await;
    let media = &site.app.media;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let (id, url) = (id_of(&made), made["url"].as_str().unwrap());
    let before = site.anonymous.get(url).await.expect(200).body;
    // A picture all the same.
    site.put(&format!("originals/{id}"), &picture("grey.jpg")).await;
    let refused = media.rebuild(id).await.unwrap_err();
    assert!(matches!(refused, MediaError::OriginalAltered), "{refused}");
    assert_eq!(site.anonymous.get(url).await.expect(200).body, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_deleted_while_it_is_made_again_is_no_failure() {
    let site = Site::start().await;
    let media = &site.app.media;
    for _ in 0..10 {
        let made = upload(&site, "still.gif").await;
        let id = id_of(&made);
        let path = path(&made);
        let deleted = site.admin.delete(&path);
        let (deleted, rebuilt) = tokio::join!(deleted, media.rebuild(id));
        deleted.expect(204);
        rebuilt.unwrap();
        media.rebuild(id).await.unwrap();
    }
    assert_eq!(stored(&site).await, Vec::<String>::new());
}

/// Browsers and caches would keep it for a year, under the tag of what should be there.
#[tokio::test]
async fn a_file_of_another_size_than_its_record_says_is_not_sent() {
    let site = Site::start().await;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let url = made["url"].as_str().unwrap();
    let whole = site.anonymous.get(url).await.expect(200);
    let tag = whole.header("etag").unwrap().to_owned();
    let longer = [&whole.body[..], b"more"].concat();
    let refused = |answer: Answer| {
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("etag"), None);
        let problem = answer.expect_problem(503, "unavailable");
        assert_eq!(problem["detail"], "media has a file that is damaged.");
    };
    for bytes in [&whole.body[..200], &longer] {
        site.put(key_at(url), bytes).await;
        refused(site.anonymous.get(url).await);
        for range in ["bytes=0-9", "bytes=150-", "bytes=100-300"] {
            refused(site.anonymous.get_with(url, &[("range", range)]).await);
        }
        let head = site.anonymous.send("HEAD", url, &[], None).await.expect(503);
        assert_eq!(head.header("cache-control"), Some("no-store"));
        // Whoever has the right bytes goes on having them.
        site.anonymous.get_with(url, &[("if-none-match", &tag)]).await.expect(304);
        let faults = site.app.media.check(true).await.unwrap();
        assert_eq!(faults, [Fault::Differs { key: key_at(url).to_owned() }]);
    }
    // A part that is not there at all.
    site.put(key_at(url), &whole.body[..200]).await;
    let beyond = site.anonymous.get_with(url, &[("range", "bytes=300-")]).await;
    beyond.expect_problem(503, "unavailable");
    site.app.media.rebuild(id_of(&made)).await.unwrap();
    assert_eq!(site.anonymous.get(url).await.expect(200).body, whole.body);
}
