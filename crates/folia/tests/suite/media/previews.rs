//! Thumbnails for choosing a filter.

use std::collections::HashSet;
use std::time::Duration;

use testkit::Form;

use crate::media::{expect_nothing, picture, stored};
use crate::site::Site;

#[tokio::test]
async fn seven_thumbnails_live_for_ten_minutes_and_go_at_the_next_request() {
    let site = Site::start().await;
    let form = || Form::default().file("x.jpg", &picture("phone-p3-exif6.jpg"));
    let made = site.admin.post_form("/uploads/filter-previews", form()).await.expect(200);
    let made = made.json();
    assert_eq!(made["expires_at"], "2026-01-01T00:10:00Z");
    let previews = made["previews"].as_object().unwrap();
    let names: HashSet<_> = previews.keys().map(String::as_str).collect();
    let expected = ["none", "auto_enhance", "warm", "cool", "high_contrast", "bw", "vivid"];
    assert_eq!(names, expected.into());
    let urls: Vec<_> = previews.values().map(|url| url.as_str().unwrap().to_owned()).collect();
    for url in &urls {
        let file = site.anonymous.get(url).await.expect(200);
        assert_eq!(file.header("content-type"), Some("image/webp"));
        assert_eq!(file.header("cache-control"), Some("private, max-age=60"));
        let token = url.split('/').nth(3).unwrap();
        assert!(token.len() > 32, "{url}");
    }
    assert_eq!(site.admin.get("/uploads").await.json()["total"], 0);
    assert_eq!(stored(&site).await.len(), 7);

    site.clock.advance(Duration::from_secs(10 * 60 - 1));
    site.anonymous.get(&urls[0]).await.expect(200);
    site.clock.advance(Duration::from_secs(1));
    site.anonymous.get(&urls[0]).await.expect_problem(404, "not-found");
    assert_eq!(stored(&site).await.len(), 7);
    // What a dead process left in the making goes as well.
    let token = urls[0].split('/').nth(3).unwrap();
    let again = site.admin.post_form("/uploads/filter-previews", form()).await.expect(200).json();
    let keys = stored(&site).await;
    assert_eq!(keys.len(), 7);
    assert!(keys.iter().all(|key| !key.contains(token)), "{keys:?}");
    assert_ne!(again["previews"]["none"].as_str().unwrap(), urls[0]);
}

/// S-MEDIA-03.
#[tokio::test]
async fn a_thousand_previews_have_a_thousand_names_and_all_of_them_go() {
    let site = Site::start().await;
    let bytes = picture("grey.jpg");
    // Seven thousand files take minutes in the tests' bucket; the names are made the same way.
    let count = if site.database.folder.path().join("media").exists() { 1000 } else { 60 };
    let mut tokens = HashSet::new();
    for _ in 0..count {
        let form = Form::default().file("x.jpg", &bytes);
        let made = site.admin.post_form("/uploads/filter-previews", form).await.expect(200).json();
        let url = made["previews"]["none"].as_str().unwrap();
        let (_, secret) = url.split('/').nth(3).unwrap().split_once('-').unwrap();
        assert_eq!(secret.len(), 32);
        tokens.insert(secret.to_owned());
    }
    assert_eq!(tokens.len(), count);
    assert_eq!(stored(&site).await.len(), count * 7);
    assert_eq!(site.admin.get("/uploads").await.json()["total"], 0);
    site.clock.advance(Duration::from_secs(10 * 60));
    // One request removes up to five hundred.
    for left in [(count.saturating_sub(500) + 1) * 7, 2 * 7] {
        let form = Form::default().file("x.jpg", &bytes);
        site.admin.post_form("/uploads/filter-previews", form).await.expect(200);
        assert_eq!(stored(&site).await.len(), left);
    }
    let metrics = site.admin.get("/metrics").await.expect(200);
    let text = String::from_utf8_lossy(&metrics.body);
    for line in ["folia_media_places 0", "folia_media_refused_total 0", "folia_media_working 0"] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let worked = format!("folia_media_work_seconds_count {}", count + 2);
    assert!(text.contains(&worked), "{text}");
}

#[tokio::test]
async fn videos_and_what_is_no_picture_have_no_previews() {
    let site = Site::start().await;
    for bytes in [crate::media::mp4(100), b"<svg/>".to_vec()] {
        let form = Form::default().file("x", &bytes);
        let answer = site.admin.post_form("/uploads/filter-previews", form).await;
        answer.expect_problem(415, "unsupported-media");
    }
    expect_nothing(&site, "nothing that was refused stays").await;
}

#[tokio::test]
async fn when_too_many_wait_the_rest_is_told_to_come_back() {
    let site = Site::start_with(&[("media.workers", "1")]).await;
    let form = Form::default().file("x.jpg", &picture("phone-p3-exif6.jpg"));
    let asking = (0..30).map(|_| site.admin.post_form("/uploads/filter-previews", form.clone()));
    let mut refused = 0;
    for answer in futures_util::future::join_all(asking).await {
        if answer.status == 200 {
            continue;
        }
        assert_eq!(answer.header("retry-after"), Some("5"));
        answer.expect_problem(503, "busy");
        refused += 1;
    }
    // Fewer when one was done before the last had asked.
    assert!((1..=21).contains(&refused), "{refused}");
    site.admin.post_form("/uploads/filter-previews", form).await.expect(200);
}
