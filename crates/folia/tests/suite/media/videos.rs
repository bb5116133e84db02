//! Videos: kept as they come, served in parts.

use testkit::Form;

use crate::media::{expect_files, expect_nothing, mp4, send, stored};
use crate::site::Site;

#[tokio::test]
async fn a_video_is_kept_as_it_comes_with_its_size_and_duration() {
    let site = Site::start().await;
    let video = mp4(9 << 20);
    let form = Form::default().text("alt", "Waves").file("Sea & sand.MP4", &video);
    let made = site.admin.post_form("/uploads", form).await.expect(201).json();
    assert_eq!(made["kind"], "video");
    assert_eq!(
        (&made["width"], &made["height"], &made["duration"]),
        (&640.into(), &360.into(), &2.0.into())
    );
    assert_eq!(made["bytes"], video.len());
    assert!(made["markup"].as_str().unwrap().starts_with("<video src=\"/media/"));
    let url = made["url"].as_str().unwrap();
    assert!(url.ends_with("/sea-sand.mp4"), "{url}");
    let file = site.anonymous.get(url).await.expect(200);
    assert_eq!(file.header("content-type"), Some("video/mp4"));
    assert!(file.body == video);
    assert_eq!(stored(&site).await.len(), 1);
    let path = format!("/uploads/{}", made["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    expect_nothing(&site, "a deleted video").await;
}

#[tokio::test]
async fn a_video_beyond_its_limit_or_cut_short_leaves_nothing() {
    let site = Site::start_with(&[("media.max_video_bytes", "7340032")]).await;
    let video = mp4((7 << 20) - 1000);
    send(&site.admin, "x.mp4", &video).await.expect(201);
    let list = site.admin.get("/uploads").await.json();
    let path = format!("/uploads/{}", list["items"][0]["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);

    send(&site.admin, "x.mp4", &mp4(7 << 20)).await.expect_problem(413, "too-large");
    expect_nothing(&site, "too large").await;
    let broken = Form::default().file("x.mp4", &video).cut_short();
    let answer = site.admin.post_form_bytes("/uploads", broken).await;
    answer.expect_problem(400, "malformed");
    expect_nothing(&site, "cut short").await;
    send(&site.admin, "x.mp4", &video[..3 << 20]).await.expect_problem(422, "invalid");
    expect_nothing(&site, "without its index").await;
    let refused = Form::default().file("x.mp4", &video).text("alt", &"x".repeat(2000));
    site.admin.post_form("/uploads", refused).await.expect_problem(422, "invalid");
    expect_nothing(&site, "with a description that is refused").await;
}

/// "No GPS canary in any served byte", also of videos.
#[tokio::test]
async fn a_video_forgets_where_it_was_recorded() {
    const CANARY: &[u8] = b"+48.8584+002.2945/";
    let site = Site::start().await;
    let mut video = mp4(300_000);
    let told = [&26_u32.to_be_bytes()[..], b"uuid", CANARY].concat();
    video.extend(told.repeat(3));
    let made = send(&site.admin, "x.mp4", &video).await.expect(201).json();
    assert_eq!(made["bytes"], video.len());
    let served = site.anonymous.get(made["url"].as_str().unwrap()).await.expect(200);
    assert_eq!(served.body.len(), video.len());
    assert!(!served.body.windows(CANARY.len()).any(|window| window == CANARY));
    for key in stored(&site).await {
        let bytes = site.app.media.blobs().read(&key).await.unwrap();
        assert!(!bytes.windows(CANARY.len()).any(|window| window == CANARY), "{key}");
    }
    let at = video.windows(4).position(|window| window == b"vide").unwrap();
    video[at..at + 4].copy_from_slice(b"meta");
    let refused = send(&site.admin, "x.mp4", &video).await;
    let said = String::from_utf8_lossy(&refused.body).into_owned();
    assert!(said.contains("recorded data"), "{said}");
    refused.expect_problem(422, "invalid");
    expect_files(&site, 1, "one video was taken and one refused").await;
}

/// S-MEDIA-04.
#[tokio::test]
async fn parts_of_a_video_are_served_by_the_book() {
    let site = Site::start().await;
    let video = mp4(300_000);
    let size = video.len();
    let made = send(&site.admin, "x.mp4", &video).await.expect(201).json();
    let url = made["url"].as_str().unwrap();
    let whole = site.anonymous.get(url).await.expect(200);
    assert_eq!(whole.header("accept-ranges"), Some("bytes"));
    let tag = whole.header("etag").unwrap().to_owned();
    for (range, from, to) in [
        ("bytes=0-0", 0, 1),
        ("bytes=-1", size - 1, size),
        ("bytes=1000-", 1000, size),
        ("bytes=5-99999999999", 5, size),
        ("bytes=70000-200000", 70_000, 200_001),
    ] {
        let part = site.anonymous.get_with(url, &[("range", range)]).await.expect(206);
        let told = format!("bytes {from}-{}/{size}", to - 1);
        assert_eq!(part.header("content-range"), Some(told.as_str()));
        assert_eq!(part.header("content-length"), Some((to - from).to_string().as_str()));
        assert!(part.body == video[from..to], "{range}");
    }
    let many: Vec<_> = (0..1000).map(|at| format!("{at}-{}", at + 9)).collect();
    let many = format!("bytes={}", many.join(","));
    for range in ["bytes=5-1", &many, "lines=1-2", "bytes=x-y"] {
        let whole = site.anonymous.get_with(url, &[("range", range)]).await.expect(200);
        assert_eq!(whole.body.len(), size, "{range:.20}");
    }
    let beyond = site.anonymous.get_with(url, &[("range", "bytes=99999999999-")]).await;
    assert_eq!(beyond.header("content-range"), Some(format!("bytes */{size}").as_str()));
    beyond.expect_problem(416, "range");
    for (given, status) in
        [(tag.as_str(), 206), ("\"other\"", 200), ("Thu, 01 Jan 2026 00:00:00 GMT", 200)]
    {
        let headers = [("range", "bytes=0-9"), ("if-range", given)];
        site.anonymous.get_with(url, &headers).await.expect(status);
    }
    for given in [tag.as_str(), "*", &format!("W/{tag}"), &format!("\"a\", {tag}")] {
        let headers = [("if-none-match", given), ("range", "bytes=0-9")];
        let same = site.anonymous.get_with(url, &headers).await.expect(304);
        assert_eq!(same.header("etag"), Some(tag.as_str()));
        assert!(same.body.is_empty());
    }
    let head = site.anonymous.send("HEAD", url, &[], None).await.expect(200);
    assert_eq!(head.header("content-length"), Some(size.to_string().as_str()));
    assert!(head.body.is_empty());
    let gzip = site.anonymous.get_with(url, &[("accept-encoding", "gzip, br")]).await.expect(200);
    assert_eq!(gzip.header("content-encoding"), None);
}
