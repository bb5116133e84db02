//! Which of the backups that a site makes of itself are kept: a worse one pushes out no better one.

use bytes::Bytes;
use folia::backups::BackupState;
use media::blobs::Blobs;
use serde_json::json;
use store::{Query, StoreError};
use testkit::{TestDatabase, run_folia};

use crate::media::upload;
use crate::service::backups::{HOUR, HOURLY, metric, name_sections, names, own_folder};
use crate::service::binary::BINARY;
use crate::site::{Site, at_home, configure};

/// The files of media with their bytes, but for backups that are among them in a bucket.
async fn files_of(site: &Site) -> Vec<(String, Bytes)> {
    let blobs = site.app.media.blobs();
    let mut files = Vec::new();
    for listed in blobs.list().await.unwrap() {
        if !listed.key.ends_with(".tar") {
            let bytes = blobs.read(&listed.key).await.unwrap();
            files.push((listed.key, bytes));
        }
    }
    files
}

async fn back_up_after_an_hour(site: &Site) {
    site.clock.advance(HOUR);
    assert!(site.app.backups.run_due().await.unwrap());
}

/// As when the disk of the media is not mounted.
#[tokio::test(flavor = "multi_thread")]
async fn backups_without_files_are_not_in_order_and_leave_the_last_whole_one() {
    let site = Site::start_with(&HOURLY).await;
    upload(&site, "lossy.webp").await;
    for _ in 0..2 {
        back_up_after_an_hour(&site).await;
    }
    assert_eq!(metric(&site, "folia_backup_last_faults").await, 0);
    let whole = names(&site).await;
    let files = files_of(&site).await;
    for (key, _) in &files {
        site.app.media.blobs().delete(key).await.unwrap();
    }
    for _ in 0..4 {
        back_up_after_an_hour(&site).await;
    }
    let missing = metric(&site, "folia_backup_last_faults").await;
    assert!(missing > 0, "it holds none of {} files", files.len());
    let kept = names(&site).await;
    assert_eq!(kept.len(), 3, "{kept:?}");
    assert_eq!(kept[0], whole[1], "the last whole one stays beside the two that are wanted");

    // Who restores one of the others is told.
    let place = at_home(configure(&HOURLY), &site.database).backup.location;
    for (name, is_told) in [(&kept[0], false), (&kept[2], true)] {
        let into = TestDatabase::create().await;
        let archive = into.folder.path().join("backup.tar");
        let bytes = Blobs::open(&place).unwrap().read(name).await.unwrap();
        std::fs::write(&archive, bytes).unwrap();
        let output = run_folia(BINARY, &into, &["restore", archive.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told = String::from_utf8(output.stdout).unwrap();
        let said = format!("note: files of media that the archive misses: {missing} (");
        assert_eq!(told.contains(&said), is_told, "{told}");
    }

    // When the files are there again, so is the order of before.
    for (key, bytes) in files {
        site.app.media.blobs().put(&key, bytes).await.unwrap();
    }
    back_up_after_an_hour(&site).await;
    assert_eq!(metric(&site, "folia_backup_last_faults").await, 0);
    assert_eq!(names(&site).await.len(), 2);
    let state = site.app.store.list::<BackupState>(Query::all()).await.unwrap().remove(0);
    assert!(!state.document.worth[&kept[2]].is_whole(), "it is there still");
}

/// Whether each of them comes back, with a repair, and with how many files.
async fn restored(name: &str, site: &Site) -> Option<usize> {
    let place = at_home(configure(&HOURLY), &site.database).backup.location;
    let into = TestDatabase::create().await;
    let archive = into.folder.path().join("backup.tar");
    let bytes = Blobs::open(&place).unwrap().read(name).await.unwrap();
    std::fs::write(&archive, bytes).unwrap();
    let output = run_folia(BINARY, &into, &["restore", "--repair", archive.to_str().unwrap()]);
    let told = String::from_utf8(output.stdout).unwrap();
    let files = told.split(" documents and ").nth(1).and_then(|it| it.split(' ').next());
    output.status.success().then(|| files.unwrap().parse().unwrap())
}

/// It is kept, as it is better than none, and whoever watches sees that it is not good.
#[tokio::test(flavor = "multi_thread")]
async fn backups_that_cannot_be_brought_back_leave_the_last_that_can_and_are_no_good_ones() {
    let site = Site::start_with(&HOURLY).await;
    let section = json!({ "title": "Home", "is_published": true });
    site.admin.post("/sections", section).await.expect(201);
    upload(&site, "lossy.webp").await;
    for _ in 0..2 {
        back_up_after_an_hour(&site).await;
    }
    let good = names(&site).await;
    let last_good = metric(&site, "folia_backup_last_good_seconds").await;
    name_sections(&site, "x".repeat(5000)).await;
    for count in 1..=4 {
        back_up_after_an_hour(&site).await;
        assert!(!site.app.backups.run_due().await.unwrap(), "the next is not due");
        assert_eq!(metric(&site, "folia_backup_failures_total").await, count);
        assert_eq!(metric(&site, "folia_backup_last_good_seconds").await, last_good);
        assert!(metric(&site, "folia_backup_last_faults").await > 0);
    }
    let kept = names(&site).await;
    assert_eq!(kept.len(), 3, "{kept:?}");
    assert_eq!(kept[0], good[1], "the last good one stays beside the two that are wanted");
    assert!(restored(&kept[0], &site).await.is_some());
    assert_eq!(restored(&kept[2], &site).await, None);

    // One that comes back and has no files pushes out none that has them.
    name_sections(&site, "Home".to_owned()).await;
    let files = files_of(&site).await;
    for (key, _) in &files {
        site.app.media.blobs().delete(key).await.unwrap();
    }
    for _ in 0..3 {
        back_up_after_an_hour(&site).await;
    }
    assert!(metric(&site, "folia_backup_last_good_seconds").await > last_good);
    // The last one with files stays as well, though it does not come back: it is newer than the good one.
    let kept = names(&site).await;
    assert_eq!((kept.len(), &kept[0]), (4, &good[1]), "{kept:?}");

    for (key, bytes) in files {
        site.app.media.blobs().put(&key, bytes).await.unwrap();
    }
    back_up_after_an_hour(&site).await;
    assert_eq!(metric(&site, "folia_backup_last_faults").await, 0);
    assert_eq!(names(&site).await.len(), 2);
}

/// As a disk gives them back that is about to die.
#[tokio::test(flavor = "multi_thread")]
async fn backups_of_altered_files_are_not_in_order_and_leave_the_last_whole_one() {
    let site = Site::start_with(&HOURLY).await;
    upload(&site, "lossy.webp").await;
    back_up_after_an_hour(&site).await;
    let whole = names(&site).await;
    let files = files_of(&site).await;
    for (key, bytes) in &files {
        let zeros = Bytes::from(vec![0; bytes.len()]);
        site.app.media.blobs().put(key, zeros).await.unwrap();
    }
    for _ in 0..3 {
        back_up_after_an_hour(&site).await;
    }
    let altered = metric(&site, "folia_backup_last_faults").await;
    assert!(altered > 0);
    let kept = names(&site).await;
    assert_eq!((kept.len(), &kept[0]), (3, &whole[0]), "{kept:?}");
    assert_eq!(restored(&kept[0], &site).await, usize::try_from(altered).ok());
    assert_eq!(restored(&kept[2], &site).await, Some(0), "no zeros come back");
}

/// What is not there, or of which nothing is noted, is no proof of anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_was_away_costs_no_good_backup() {
    let site = Site::start_with(&HOURLY).await;
    upload(&site, "lossy.webp").await;
    back_up_after_an_hour(&site).await;
    let whole = names(&site).await;
    let (folder, away) = (own_folder(&site), site.database.folder.path().join("away"));
    if !folder.join(&whole[0]).exists() {
        return;
    }
    for (key, _) in files_of(&site).await {
        site.app.media.blobs().delete(&key).await.unwrap();
    }
    back_up_after_an_hour(&site).await;
    std::fs::rename(&folder, &away).unwrap();
    for _ in 0..3 {
        back_up_after_an_hour(&site).await;
    }
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::rename(&away, &folder).unwrap();
    for _ in 0..3 {
        back_up_after_an_hour(&site).await;
    }
    let kept = names(&site).await;
    assert_eq!((kept.len(), &kept[0]), (3, &whole[0]), "{kept:?}");

    // As of a folia that noted less.
    let forgotten: Result<(), StoreError> = site
        .app
        .store
        .write(|transaction| {
            let mut state = transaction.list::<BackupState>(&Query::all())?.remove(0);
            state.document.worth.clear();
            transaction.replace(state).map(drop)
        })
        .await;
    forgotten.unwrap();
    for _ in 0..4 {
        back_up_after_an_hour(&site).await;
    }
    assert!(names(&site).await.contains(&whole[0]));
}
