//! Backups that a site makes of itself.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use folia::app::App;
use folia::backups::{BackupState, Holder};
use kernel::Role;
use media::blobs::{Blobs, Bucket as BucketPlace, Location};
use serde_json::json;
use store::{Query, StoreError};
use testkit::{Bucket, Client, Line, RunningSite, TestDatabase};

use crate::media::upload;
use crate::service::binary::BINARY;
use crate::site::{Site, at_home, configure, make_token};

pub(super) const HOURLY: [(&str, &str); 2] = [("backup.every", "1h"), ("backup.keep", "2")];
pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);

/// The names of all that are kept.
pub(super) async fn names(site: &Site) -> Vec<String> {
    names_at(&at_home(configure(&HOURLY), &site.database).backup.location).await
}

pub(super) async fn names_at(place: &Location) -> Vec<String> {
    let listed = Blobs::open(place).unwrap().list().await.unwrap();
    let mut names: Vec<_> = listed.into_iter().map(|file| file.key).collect();
    names.sort();
    names
}

/// What a backup of this site, begun at this time, is called.
async fn named(app: &App, time: &str) -> String {
    let state = app.store.list::<BackupState>(Query::all()).await.unwrap().remove(0);
    let id = state.document.id.to_string();
    format!("folia-{time}Z-{}.tar", &id[id.len() - 8..])
}

pub(super) fn own_folder(site: &Site) -> PathBuf {
    site.database.folder.path().join("data/backups")
}

pub(super) async fn metric(site: &Site, name: &str) -> i64 {
    metric_of(&site.admin, name).await
}

pub(super) async fn metric_of(admin: &Client, name: &str) -> i64 {
    let answer = admin.get("/metrics").await.expect(200);
    let text = String::from_utf8(answer.body.to_vec()).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name}: {text}")).parse().unwrap()
}

#[tokio::test]
async fn backups_come_when_they_are_due_and_the_oldest_go() {
    let site = Site::start_with(&HOURLY).await;
    upload(&site, "lossy.webp").await;
    std::fs::create_dir_all(own_folder(&site)).unwrap();
    let dead = own_folder(&site).join(".folia-backup-AAAAAAiSdEaD.unfinished");
    std::fs::write(&dead, "half").unwrap();
    let other = own_folder(&site).join("folia-by-hand.tar");
    std::fs::write(&other, "mine").unwrap();
    assert!(site.app.backups.run_due().await.unwrap());
    assert!(!dead.exists(), "what a killed backup has left is gone");
    assert!(!site.app.backups.run_due().await.unwrap(), "the next is not due");
    assert_eq!(metric(&site, "folia_backup_last_good_seconds").await, 1_767_225_600);
    assert!(metric(&site, "folia_backup_last_bytes").await > 1000);
    for _ in 0..2 {
        site.clock.advance(HOUR - Duration::from_secs(1));
        assert!(!site.app.backups.run_due().await.unwrap());
        site.clock.advance(Duration::from_secs(1));
        assert!(site.app.backups.run_due().await.unwrap());
    }
    let mut kept = names(&site).await;
    kept.retain(|name| name != "folia-by-hand.tar");
    let [first, second] = ["20260101T010000", "20260101T020000"];
    assert_eq!(kept, [named(&site.app, first).await, named(&site.app, second).await]);
    assert!(other.exists(), "files of others stay");
    for entry in std::fs::read_dir(own_folder(&site)).unwrap().flatten() {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert!(entry.path() == other || mode == 0o600, "{} has {mode:o}", entry.path().display());
    }
    let faults = site.app.media.check(true).await.unwrap();
    assert_eq!(faults, [], "backups in the bucket are no media");
}

#[tokio::test]
async fn a_backup_that_fails_is_said_and_tried_again() {
    let site = Site::start_with(&HOURLY).await;
    std::fs::create_dir_all(own_folder(&site).parent().unwrap()).unwrap();
    std::fs::write(own_folder(&site), "in the way").unwrap();
    assert!(site.app.backups.run_due().await.unwrap(), "it was tried");
    assert_eq!(metric(&site, "folia_backup_failures_total").await, 1);
    assert_eq!(metric(&site, "folia_backup_last_good_seconds").await, 0);
    assert!(!site.app.backups.run_due().await.unwrap(), "not at once again");
    site.clock.advance(Duration::from_secs(60));
    assert!(site.app.backups.run_due().await.unwrap());
    assert_eq!(metric(&site, "folia_backup_failures_total").await, 2);
    std::fs::remove_file(own_folder(&site)).unwrap();
    site.clock.advance(Duration::from_secs(60));
    assert!(!site.app.backups.run_due().await.unwrap(), "the pause has grown");
    site.clock.advance(Duration::from_secs(60));
    assert!(site.app.backups.run_due().await.unwrap());
    assert_eq!(names(&site).await.len(), 1);
    assert_eq!(metric(&site, "folia_backup_last_good_seconds").await, 1_767_225_600 + 180);
}

/// A store that gives back other bytes than it was given has no backup.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_comes_back_otherwise_is_noticed_and_not_kept() {
    let site = Site::start_with(&HOURLY).await;
    upload(&site, "lossy.webp").await;
    let folder = site.database.folder.path().join("other-buckets");
    let bucket = Bucket::start(&folder);
    let line = Line::to(bucket.address());
    let mut config = at_home(configure(&HOURLY), &site.database);
    config.backup.location = Location::Bucket(BucketPlace {
        name: bucket.name().to_owned(),
        prefix: "kept".to_owned(),
        endpoint: Some(format!("http://{}", line.address).parse().unwrap()),
        variables: bucket.variables(),
    });
    let app = App::new(site.app.store.clone(), &config).await.unwrap();
    let (_, token) = make_token(&app, Role::Admin, "owner").await;
    let admin = Client::new(app.http_service(), site.contract.clone()).with_token(&token);
    let kept = || {
        let entries = std::fs::read_dir(folder.join(bucket.name()).join("kept"));
        let names = entries.into_iter().flatten().flatten().map(|entry| entry.file_name());
        names.filter_map(|name| name.into_string().ok()).collect::<Vec<_>>()
    };
    line.flip_answers(true);
    assert!(app.backups.run_due().await.unwrap(), "it was tried");
    assert_eq!(metric_of(&admin, "folia_backup_failures_total").await, 1);
    assert_eq!(metric_of(&admin, "folia_backup_last_good_seconds").await, 0);
    assert_eq!(kept(), [""; 0]);
    line.flip_answers(false);
    site.clock.advance(Duration::from_secs(60));
    assert!(app.backups.run_due().await.unwrap());
    assert_eq!(kept(), [named(&app, "20260101T000100").await]);
    assert_eq!(metric_of(&admin, "folia_backup_last_good_seconds").await, 1_767_225_600 + 60);
}

/// Gives all sections a title that is too long, which no repair makes good, or another one.
pub(super) async fn name_sections(site: &Site, title: String) {
    let broken: Result<(), StoreError> = site
        .app
        .store
        .write(move |transaction| {
            let all = transaction.list::<content::sections::Section>(&Query::all())?;
            for mut stored in all {
                stored.document.title.clone_from(&title);
                transaction.replace(stored)?;
            }
            Ok(())
        })
        .await;
    broken.unwrap();
}

/// What a backup finds in the site that an import would refuse is told, and the backup is kept.
#[tokio::test]
async fn a_site_that_is_not_in_order_is_backed_up_all_the_same() {
    let site = Site::start_with(&HOURLY).await;
    let section = json!({ "title": "Home", "is_published": true });
    site.admin.post("/sections", section).await.expect(201);
    name_sections(&site, "x".repeat(5000)).await;
    assert!(site.app.backups.run_due().await.unwrap());
    assert_eq!(names(&site).await.len(), 1);
    assert!(metric(&site, "folia_backup_last_faults").await > 0);
}

#[tokio::test]
async fn of_several_nodes_one_makes_the_backup() {
    let site = Site::start_with(&HOURLY).await;
    let config = at_home(configure(&HOURLY), &site.database);
    let other = App::new(site.app.store.clone(), &config).await.unwrap();
    let (one, two) = tokio::join!(site.app.backups.run_due(), other.backups.run_due());
    assert_eq!(usize::from(one.unwrap()) + usize::from(two.unwrap()), 1);
    assert_eq!(names(&site).await.len(), 1);
    // A node that has begun and is never heard of again.
    site.clock.advance(HOUR);
    let now = site.app.store.clock().now();
    let begun: Result<(), StoreError> = site
        .app
        .store
        .write(move |transaction| {
            let mut state = transaction.list::<BackupState>(&Query::all())?.remove(0);
            let (claim, until) = (transaction.generate_id(), now.plus(Duration::from_secs(180)));
            state.document.holder = Some(Holder { claim, until });
            transaction.replace(state).map(drop)
        })
        .await;
    begun.unwrap();
    assert!(!other.backups.run_due().await.unwrap());
    site.clock.advance(Duration::from_secs(180));
    assert!(other.backups.run_due().await.unwrap());
    assert_eq!(names(&site).await.len(), 2);
}

/// They begin in the same second, and one of them goes on longer than the other.
async fn share(place: &Location) {
    let sites = [Site::start_with(&HOURLY).await, Site::start_with(&HOURLY).await];
    let mut apps = Vec::new();
    for site in &sites {
        let mut config = at_home(configure(&HOURLY), &site.database);
        config.backup.location = place.clone();
        std::fs::create_dir_all(&config.data_dir).unwrap();
        apps.push(App::new(site.app.store.clone(), &config).await.unwrap());
    }
    let [one, other] = [&apps[0], &apps[1]];
    // From before names told whose they are. Of one of them the site knows that it has made it.
    let [nobodys, own] = ["folia-20250101T000000Z.tar", "folia-20250102T000000Z.tar"];
    let blobs = Blobs::open(place).unwrap();
    for name in [nobodys, own] {
        blobs.put(name, "old".into()).await.unwrap();
    }
    assert!(one.backups.run_due().await.unwrap());
    let remembered: Result<(), StoreError> = one
        .store
        .write(move |transaction| {
            let mut state = transaction.list::<BackupState>(&Query::all())?.remove(0);
            state.document.last_good.as_mut().unwrap().file = own.to_owned();
            transaction.replace(state).map(drop)
        })
        .await;
    remembered.unwrap();
    assert!(other.backups.run_due().await.unwrap());
    let [first, others] =
        [named(one, "20260101T000000").await, named(other, "20260101T000000").await];
    let mut all = vec![nobodys.to_owned(), own.to_owned(), first.clone(), others.clone()];
    all.sort();
    assert_eq!(names_at(place).await, all);
    // Two are kept: the oldest goes first, which is the one that it remembers.
    sites[0].clock.advance(HOUR);
    assert!(one.backups.run_due().await.unwrap());
    let second = named(one, "20260101T010000").await;
    all.retain(|name| name != own);
    all.push(second.clone());
    assert_eq!(names_at(place).await, all);
    for _ in 0..2 {
        sites[0].clock.advance(HOUR);
        assert!(one.backups.run_due().await.unwrap());
    }
    let [third, fourth] =
        [named(one, "20260101T020000").await, named(one, "20260101T030000").await];
    let left = [nobodys.to_owned(), others, third, fourth];
    assert_eq!(names_at(place).await, left, "those of others stay");
}

#[tokio::test]
async fn two_sites_with_one_folder_leave_each_other_their_backups() {
    let folder = tempfile::tempdir().unwrap();
    share(&Location::Folder(folder.path().join("backups"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_sites_with_one_prefix_of_a_bucket_leave_each_other_their_backups() {
    let folder = tempfile::tempdir().unwrap();
    let bucket = Bucket::start(folder.path());
    share(&Location::Bucket(BucketPlace {
        name: bucket.name().to_owned(),
        prefix: "kept".to_owned(),
        endpoint: Some(bucket.endpoint().parse().unwrap()),
        variables: bucket.variables(),
    }))
    .await;
}

#[tokio::test]
async fn without_the_setting_there_are_none() {
    let site = Site::start().await;
    assert!(!site.app.backups.run_due().await.unwrap());
    assert!(!own_folder(&site).exists());
    assert_eq!(metric(&site, "folia_backup_every_seconds").await, 0);
}

/// A stop in the middle of a backup is a stop at once, and leaves nothing.
#[tokio::test]
async fn a_service_that_stops_takes_its_unfinished_backup_along() {
    let database = TestDatabase::create().await;
    let mut site = RunningSite::start(BINARY, &database, &[("FOLIA_BACKUP__EVERY", "1h")]);
    // Whoever answers has learned to hear the signal.
    site.request("GET", "/health/live", None, "").expect(200);
    assert_eq!(site.stop(), Some(0));
    let folder = database.folder.path().join("data/backups");
    let left: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().flatten().collect();
    let unfinished =
        left.iter().filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
    assert_eq!(unfinished.count(), 0, "{left:?}");
}
