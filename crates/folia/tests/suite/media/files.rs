//! Files on their way out, and whether they agree with their records.

use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use media::unfinished::{Copying, Unfinished};
use media::{Fault, Media};

use crate::media::library::replace;
use crate::media::{picture, stored, upload};
use crate::site::Site;

/// S-MEDIA-01.
#[tokio::test]
async fn files_are_served_so_that_a_browser_can_do_nothing_else_with_them() {
    let site = Site::start().await;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let id = made["id"].as_str().unwrap();
    let url = made["url"].as_str().unwrap();
    for path in [url.to_owned(), format!("/api{url}")] {
        let file = site.anonymous.get(&path).await.expect(200);
        for (header, value) in [
            ("content-type", "image/webp"),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "default-src 'none'; sandbox"),
            ("cache-control", "public, max-age=31536000, immutable"),
        ] {
            assert_eq!(file.header(header), Some(value));
        }
        assert_eq!(file.header("set-cookie"), None);
        let tag = file.header("etag").unwrap();
        let same = site.anonymous.get_with(&path, &[("if-none-match", tag)]).await.expect(304);
        assert!(same.body.is_empty());
    }
    for path in ["/media", "/media/", &format!("/media/{id}"), &format!("/media/{id}/")] {
        site.anonymous.get(path).await.expect_problem(404, "not-found");
    }
}

/// S-MEDIA-02.
#[tokio::test]
async fn nothing_but_files_of_records_and_old_ones_can_be_reached() {
    let site = Site::start().await;
    let made = upload(&site, "grey.jpg").await;
    let id = made["id"].as_str().unwrap();
    let folder = site.database.folder.path();
    std::fs::write(folder.join("secret_500.webp"), "canary").unwrap();
    site.put("loose.webp", b"canary").await;
    site.put(&format!("{id}/planted.webp"), b"canary").await;
    site.put("somewhere/page_500.html", b"canary").await;
    if let Some(media) = site.media_folder() {
        std::os::unix::fs::symlink(folder.join("secret_500.webp"), media.join("link_500.webp"))
            .unwrap();
        std::os::unix::fs::symlink(folder, media.join("way-out")).unwrap();
    }
    for path in [
        "/media/../folia.db",
        "/media/%2e%2e%2ffolia.db",
        "/media/..%5cfolia.db",
        "/media/..%2fsecret_500.webp",
        "/media/%2e%2e/secret_500.webp",
        "/media/../secret_500.webp",
        &format!("/media/{id}/../../secret_500.webp"),
        &format!("/media/{id}/..%2f..%2fsecret_500.webp"),
        "/media//etc/passwd",
        "//etc/passwd",
        "/media/%00",
        "/media/x%00_500.webp",
        "/media/%ff/x_500.webp",
        "/media/loose.webp",
        "/media/somewhere/page_500.html",
        &format!("/media/{id}/planted.webp"),
        &format!("/media/{id}/grey.webp%231"),
        &format!("/media/originals/{id}"),
        &format!("/media/{id}/original"),
        &format!("/media/{}/grey.webp", id.to_uppercase()),
        "/media/previews/x_500.webp",
        "/media/previews/1-2/none.webp",
        "/media/link_500.webp",
        "/media/way-out/secret_500.webp",
    ] {
        let answer = site.anonymous.get(path).await;
        assert!(!answer.body.windows(6).any(|window| window == b"canary"), "{path}");
        assert!([400, 404].contains(&answer.status.as_u16()), "{path}: {}", answer.status);
    }
}

#[tokio::test]
async fn files_from_before_are_served_as_they_are() {
    let site = Site::start().await;
    let bytes = picture("lossy.webp");
    let id = "01939b1e-7c00-7abc-8def-0123456789ab";
    for key in ["cat_500.webp", "2019/cat_750.webp", &format!("{id}/Old.Cat_1200.webp")] {
        site.put(key, &bytes).await;
        let file = site.anonymous.get(&format!("/media/{key}")).await.expect(200);
        assert_eq!(file.header("content-type"), Some("image/webp"));
        assert_eq!(file.header("cache-control"), Some("public, max-age=86400"));
        assert!(file.body == bytes);
        let tag = file.header("etag").unwrap().to_owned();
        let headers = [("if-none-match", tag.as_str())];
        site.anonymous.get_with(&format!("/media/{key}"), &headers).await.expect(304);
        let part =
            site.anonymous.get_with(&format!("/media/{key}"), &[("range", "bytes=0-3")]).await;
        assert_eq!(part.expect(206).body, "RIFF");
    }
    assert_eq!(stored(&site).await.len(), 3);
}

#[tokio::test]
async fn check_sees_what_is_missing_or_nobodys_and_repair_sets_the_latter_aside() {
    let site = Site::start().await;
    let media = &site.app.media;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    assert!(media.mark_place().await.unwrap());
    let id = made["id"].as_str().unwrap();
    let lost = format!("{id}/phone-p3-exif6.webp");
    media.blobs().delete(&lost).await.unwrap();
    let short = format!("originals/{id}");
    let original = media.blobs().read(&short).await.unwrap();
    site.put(&short, b"short").await;
    let orphan = "01939b1e-7c00-7abc-8def-0123456789ab/x.webp".to_owned();
    site.put(&orphan, b"x").await;
    let mut expected = vec![
        Fault::Missing { key: lost, aside: None },
        Fault::Differs { key: short.clone() },
        Fault::Orphan { key: orphan.clone() },
    ];
    if let Some(folder) = site.media_folder() {
        std::fs::write(folder.join("01.webp#1"), "half").unwrap();
        expected.push(Fault::Strange { key: "01.webp#1".to_owned() });
    }
    let mut faults = media.check(true).await.unwrap();
    let order = |fault: &Fault| fault.to_string();
    faults.sort_by_key(order);
    expected.sort_by_key(order);
    assert_eq!(faults, expected);
    let left = media.repair(&faults, true).await.unwrap();
    assert_eq!(left.len(), 2, "{left:?}");
    // Nothing is lost by it.
    let listed = media.blobs().list().await.unwrap();
    let aside = listed.into_iter().map(|file| file.key).find(|key| key.ends_with(&orphan)).unwrap();
    assert!(aside.starts_with("set-aside/"), "{aside}");
    assert_eq!(&*media.blobs().read(&aside).await.unwrap(), b"x");
    site.anonymous.get(&format!("/media/{aside}")).await.expect(404);
    media.blobs().put(&short, original).await.unwrap();
    media.rebuild(id.parse().unwrap()).await.unwrap();
    assert_eq!(media.check(true).await.unwrap(), []);
    site.anonymous.get(made["url"].as_str().unwrap()).await.expect(200);
}

#[tokio::test]
async fn what_was_set_aside_and_is_missed_comes_back() {
    let site = Site::start().await;
    let media = &site.app.media;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let id = made["id"].as_str().unwrap();
    // As a site with another database would do it that takes these files for its own.
    let keys: Vec<String> = stored(&site).await;
    for key in keys.iter().filter(|key| key.contains(id)) {
        let aside = format!("set-aside/01939b1e-7c00-7abc-8def-0123456789ab/{key}");
        media.blobs().rename(key, &aside).await.unwrap();
    }
    let faults = media.check(true).await.unwrap();
    assert!(!faults.is_empty() && faults.iter().all(Fault::can_be_mended), "{faults:?}");
    assert_eq!(media.repair(&faults, true).await.unwrap(), []);
    site.anonymous.get(made["url"].as_str().unwrap()).await.expect(200);
}

#[tokio::test]
async fn only_the_same_bytes_come_back() {
    let site = Site::start().await;
    let media = &site.app.media;
    assert!(media.mark_place().await.unwrap());
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let id = made["id"].as_str().unwrap();
    let key = format!("originals/{id}");
    let bytes = media.blobs().read(&key).await.unwrap();
    let aside = |number: u8| format!("set-aside/01939b1e-7c00-7abc-8def-0123456789a{number}/{key}");
    for number in [1, 2, 3] {
        site.put(&aside(number), &vec![number; bytes.len()]).await;
    }
    media.blobs().delete(&key).await.unwrap();
    let missing = Fault::Missing { key: key.clone(), aside: None };
    assert_eq!(media.check(true).await.unwrap(), [missing]);
    media.blobs().put(&aside(2), bytes.clone()).await.unwrap();
    let faults = media.check(true).await.unwrap();
    assert_eq!(faults, [Fault::Missing { key: key.clone(), aside: Some(aside(2)) }]);
    assert_eq!(media.repair(&faults, true).await.unwrap(), []);
    assert_eq!(media.blobs().read(&key).await.unwrap(), bytes);
}

/// Its media are in a folder of ours, and it has not been served for long enough to mark them.
#[tokio::test]
async fn the_files_of_a_young_site_below_are_left_alone() {
    let site = Site::start().await;
    let media = &site.app.media;
    assert!(media.mark_place().await.unwrap());
    let id = "01939b1e-7c00-7abc-8def-0123456789ab";
    let keys = [format!("blog/{id}/x.webp"), format!("blog/originals/{id}")];
    for key in &keys {
        site.put(key, b"x").await;
    }
    let faults = media.check(true).await.unwrap();
    assert_eq!(media.repair(&faults, true).await.unwrap(), []);
    for key in &keys {
        assert!(media.blobs().look(key).await.unwrap().is_some(), "{key}");
    }
}

/// A note may be older than the record, when a clock was ahead or a database was brought back by other means.
#[tokio::test]
async fn no_note_takes_away_what_a_record_names() {
    let site = Site::start().await;
    let media = &site.app.media;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let id: kernel::Id = made["id"].as_str().unwrap().parse().unwrap();
    let keys: Vec<String> = stored(&site).await;
    let key = keys.iter().find(|key| key.starts_with(&id.to_string())).unwrap().clone();
    media.note_copying(vec![key.clone(), format!("{id}/other.webp")]).await.unwrap();
    site.put(&format!("{id}/other.webp"), b"other").await;
    assert_eq!(media.clean_up_all().await.unwrap(), 1);
    let mut left = stored(&site).await;
    assert!(left.pop().is_some_and(|last| last.starts_with("set-aside/")), "{left:?}");
    assert_eq!(left, keys);
    site.anonymous.get(&format!("/media/{key}")).await.expect(200);
}

/// Files of another site may have come to the keys that an import has noted: what it gives up there is set aside.
#[tokio::test]
async fn what_a_failed_import_gives_up_in_the_place_of_another_site_is_set_aside() {
    let site = Site::start().await;
    let media = &site.app.media;
    let key = "01939b1e-7c00-7abc-8def-0123456789ab/x.webp";
    let is_there = async |key: &str| media.blobs().look(key).await.unwrap().is_some();
    for (before, after, is_left) in
        [(Some("somebody"), Some("somebody"), false), (None, Some("somebody"), true)]
    {
        if let Some(mark) = before {
            site.put(".folia-site", mark.as_bytes()).await;
        }
        let copying = media.note_copying(vec![key.to_owned()]).await.unwrap();
        site.copy(&copying, key).await;
        if let Some(mark) = after {
            site.put(".folia-site", mark.as_bytes()).await;
        }
        let taken = media.take_over().await.unwrap();
        assert!(media.abandon_copying(&copying).await.unwrap());
        media.give_back(taken).await.unwrap();
        assert_eq!(is_there(key).await, is_left, "{before:?}");
        let listed = media.blobs().list().await.unwrap();
        let aside = listed.iter().find(|file| file.key.starts_with("set-aside/"));
        assert_eq!(aside.is_some_and(|file| file.key.ends_with(key)), !is_left, "{before:?}");
        for file in &listed {
            media.blobs().delete(&file.key).await.unwrap();
        }
    }
}

/// The answer to the end of a transaction may be lost, and the documents are there.
#[tokio::test]
async fn an_import_whose_records_have_come_gives_up_none_of_its_files() {
    let site = Site::start().await;
    let media = &site.app.media;
    // Also where all files were there already.
    for keys in [vec!["a_500.webp".to_owned()], Vec::new()] {
        let copying = media.note_copying(keys).await.unwrap();
        site.put("a_500.webp", b"x").await;
        let noted = copying.clone();
        let brought: Result<bool, store::StoreError> =
            site.app.store.write(move |transaction| Media::note_copied(transaction, &noted)).await;
        assert!(brought.unwrap());
        assert!(!media.abandon_copying(&copying).await.unwrap());
        assert!(media.blobs().look("a_500.webp").await.unwrap().is_some());
    }
}

/// A file may have come to one of its keys by other hands, before it was written there or after.
#[tokio::test]
async fn a_failed_import_removes_what_it_has_written_and_nothing_else() {
    let site = Site::start().await;
    let media = &site.app.media;
    let keys = ["a_500.webp", "b_500.webp", "c_500.webp"].map(str::to_owned);
    let copying = media.note_copying(keys.to_vec()).await.unwrap();
    site.copy(&copying, &keys[0]).await;
    site.copy(&copying, &keys[1]).await;
    site.put(&keys[1], b"of another site").await;
    site.put(&keys[2], b"of another site").await;
    assert!(media.abandon_copying(&copying).await.unwrap());
    assert_eq!(stored(&site).await, keys[1..]);
}

#[tokio::test]
async fn what_an_interrupted_upload_left_is_cleaned_up_after_an_hour() {
    let site = Site::start().await;
    let media = &site.app.media;
    let id = site.begin_upload().await;
    site.put(&format!("{id}/half.webp"), b"half").await;
    assert_eq!(media.check(true).await.unwrap(), []);
    assert_eq!(media.clean_up_forgotten().await.unwrap(), 0);
    site.clock.advance(std::time::Duration::from_secs(3601));
    let id = id.parse().unwrap();
    assert_eq!(media.check(true).await.unwrap(), [Fault::Unfinished { id }]);
    assert_eq!(media.clean_up_forgotten().await.unwrap(), 1);
    assert_eq!(stored(&site).await, Vec::<String>::new());
}

/// As of a write under the same name that was killed: the file stays, its part goes.
#[tokio::test]
async fn parts_of_files_that_a_record_names_go_with_the_note_about_them() {
    let site = Site::start().await;
    let made = upload(&site, "still.gif").await;
    let id = made["id"].as_str().unwrap();
    let Some(folder) = site.media_folder().map(|folder| folder.join(id)) else { return };
    let name = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().file_name();
    let name = name.to_str().unwrap();
    let part = folder.join(format!("{name}#1"));
    std::fs::write(&part, "half").unwrap();
    site.note(vec![format!("{id}/{name}")]).await;
    site.clock.advance(std::time::Duration::from_secs(3601));
    assert_eq!(site.app.media.clean_up_forgotten().await.unwrap(), 1);
    assert!(!part.exists() && folder.join(name).exists());
    assert_eq!(site.app.media.check(true).await.unwrap(), []);
}

/// Files are listed before records are read, and both change meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_check_beside_a_busy_site_finds_nothing() {
    let site = Site::start().await;
    let media = &site.app.media;
    assert!(media.mark_place().await.unwrap());
    let is_over = AtomicBool::new(false);
    let using = async {
        for _ in 0..10 {
            let made = upload(&site, "still.gif").await;
            let id = made["id"].as_str().unwrap();
            let replaced = replace(&site.admin, &made, "lossy.webp", &[]);
            let (replaced, rebuilt) = tokio::join!(replaced, media.rebuild(id.parse().unwrap()));
            let url = replaced.expect(200).json()["url"].as_str().unwrap().to_owned();
            // The original it began with may be gone by then.
            rebuilt.ok();
            site.anonymous.get(&url).await.expect(200);
            site.admin.delete(&format!("/uploads/{id}")).await.expect(204);
        }
        is_over.store(true, Ordering::SeqCst);
    };
    let checking = async {
        let mut checks = 0;
        while !is_over.load(Ordering::SeqCst) {
            assert_eq!(media.check(true).await.unwrap(), []);
            checks += 1;
        }
        checks
    };
    let (checks, ()) = tokio::join!(checking, using);
    assert!(checks > 5, "{checks}");
    assert_eq!(stored(&site).await, [".folia-site"]);
}

impl Site {
    /// As an import copies a file.
    async fn copy(&self, copying: &Copying, key: &str) {
        let mut writing = self.app.media.blobs().write(key).await.unwrap();
        writing.add(Bytes::from_static(b"copied")).await.unwrap();
        copying.add_written(key, writing.finish().await.unwrap());
    }

    pub(super) async fn put(&self, key: &str, bytes: &[u8]) {
        self.app.media.blobs().put(key, Bytes::copy_from_slice(bytes)).await.unwrap();
    }

    fn media_folder(&self) -> Option<std::path::PathBuf> {
        let folder = self.database.folder.path().join("media");
        folder.exists().then_some(folder)
    }

    /// The note that stands for an upload whose process has died.
    async fn begin_upload(&self) -> String {
        self.note(Vec::new()).await
    }

    /// The same about some files of one.
    async fn note(&self, keys: Vec<String>) -> String {
        let noted: Result<kernel::Id, store::StoreError> = self
            .app
            .store
            .write(move |transaction| {
                let (id, created_at) = (transaction.generate_id(), transaction.now());
                transaction.insert(Unfinished::begun(id, created_at, keys.clone()))?;
                Ok(id)
            })
            .await;
        noted.unwrap().to_string()
    }
}

/// An import that was killed leaves notes of the files it had begun to copy, old ones too, which no record
/// will ever name.
#[tokio::test]
async fn what_a_killed_import_has_copied_is_found_and_set_aside() {
    let site = Site::start().await;
    let media = &site.app.media;
    let keys = vec!["2019/cat_500.webp".to_owned(), "dog_750.jpg".to_owned()];
    let noted = media.note_copying(keys.clone()).await.unwrap();
    media.blobs().put(&keys[0], Bytes::from_static(b"cat")).await.unwrap();
    // While somebody may be at it, it is theirs; when nobody can be, it was left.
    assert_eq!(media.check(true).await.unwrap(), []);
    let left = media.check(false).await.unwrap();
    assert!(matches!(left[..], [Fault::Unfinished { .. }]), "{left:?}");
    assert_eq!(media.repair(&left, false).await.unwrap(), []);
    // Nobody can tell whether the import has written it, or somebody has moved a file of his own there.
    let left = stored(&site).await;
    assert!(matches!(&left[..], [aside] if aside.starts_with("set-aside/")), "{left:?}");
    // It was alive after all, and may not name what is gone.
    let copied = site.app.store.write(move |transaction| Media::note_copied(transaction, &noted));
    let copied: Result<bool, store::StoreError> = copied.await;
    assert!(!copied.unwrap());
}

#[tokio::test]
async fn only_the_site_that_is_named_beside_the_files_removes_any() {
    let site = Site::start().await;
    let media = &site.app.media;
    assert!(media.mark_place().await.unwrap());
    assert_eq!(media.check(true).await.unwrap(), []);
    let orphan = "01939b1e-7c00-7abc-8def-0123456789ab/x.webp".to_owned();
    site.put(&orphan, b"x").await;
    let id = site.begin_upload().await;
    site.put(&format!("{id}/half.webp"), b"half").await;
    let is_there = async |key: &str| media.blobs().look(key).await.unwrap().is_some();
    let passing = "01939b1e-7c00-7abc-8def-0123456789ab\ntaken over from ";
    let other = "01939b1e-7c00-7abc-8def-0123456789ab";
    for mark in [&"x".repeat(5000), "", passing, other] {
        site.put(".folia-site", mark.as_bytes()).await;
        assert!(!media.mark_place().await.unwrap());
        let faults = media.check(false).await.unwrap();
        assert!(faults.contains(&Fault::AnotherSites), "{faults:?}");
        media.repair(&faults, false).await.unwrap();
        assert!(is_there(&orphan).await && is_there(&format!("{id}/half.webp")).await, "{mark}");
    }
    // What is left of a mark whose writer was killed is no fault, and goes with the next mark.
    let half = site.media_folder().map(|folder| folder.join(".folia-site#1"));
    if let Some(half) = &half {
        std::fs::write(half, "0193").unwrap();
        let faults = media.check(false).await.unwrap();
        assert!(!faults.iter().any(|fault| fault.to_string().contains('#')), "{faults:?}");
    }
    // While they are taken over, neither side removes anything; and what was written down of it outlives who did it.
    let taken = media.take_over().await.unwrap();
    assert!(half.is_none_or(|half| !half.exists()));
    let mark = async || media.blobs().read(".folia-site").await.unwrap();
    assert!(mark().await.ends_with(format!("taken over from {other}\n").as_bytes()));
    let faults = media.check(false).await.unwrap();
    assert!(faults.contains(&Fault::Passing), "{faults:?}");
    media.give_back(taken).await.unwrap();
    assert_eq!(mark().await, format!("{other}\n"));
    // Nobody came to the end of it: whoever mends gives it back, also where the site has been used since.
    media.take_over().await.unwrap();
    let used = upload(&site, "phone-p3-exif6.jpg").await;
    let faults = media.check(false).await.unwrap();
    let left = media.repair(&faults, false).await.unwrap();
    assert!(left.contains(&Fault::AnotherSites) && is_there(&orphan).await, "{left:?}");
    assert_eq!(mark().await, format!("{other}\n"));
    site.admin.delete(&format!("/uploads/{}", used["id"].as_str().unwrap())).await.expect(204);
    // Whoever has taken them over meanwhile keeps them when another gives back what was its own for a while.
    let taken = media.take_over().await.unwrap();
    site.put(".folia-site", b"somebody").await;
    media.give_back(taken).await.unwrap();
    assert_eq!(&*mark().await, b"somebody");
    // Whoever takes the mark away gives the files to whoever uses them next, not to whoever has none there.
    media.blobs().delete(".folia-site").await.unwrap();
    assert!(!media.mark_place().await.unwrap());
    let faults = media.check(false).await.unwrap();
    assert!(faults.contains(&Fault::Nobodys { has_ours: false }), "{faults:?}");
    upload(&site, "phone-p3-exif6.jpg").await;
    assert!(media.mark_place().await.unwrap());
    let faults = media.check(false).await.unwrap();
    assert_eq!(media.repair(&faults, false).await.unwrap(), []);
    assert!(!is_there(&orphan).await);
    // What is no file in its place is nobody's mark, and not none.
    if let Some(folder) = site.media_folder() {
        let mark = folder.join(".folia-site");
        std::fs::rename(&mark, folder.join("elsewhere")).unwrap();
        std::os::unix::fs::symlink(folder.join("elsewhere"), &mark).unwrap();
        assert!(!media.mark_place().await.unwrap());
        assert!(media.check(false).await.unwrap().contains(&Fault::AnotherSites));
    }
}
