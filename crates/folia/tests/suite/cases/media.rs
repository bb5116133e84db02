//! Files on their way out.

use std::collections::BTreeSet;
use std::io::Write;

use serde_json::Value;
use testkit::{Form, eventually, run_folia};

use super::oracle::{Case, MEGABYTE, id};
use super::{total, upl};
use crate::media::{mp4, picture};
use crate::service::binary::BINARY;

#[track_caller]
fn upload(case: &Case, name: &str, bytes: &[u8]) -> Value {
    case.admin().upload(Form::default().file(name, bytes)).expect(201).json()
}

#[track_caller]
fn previews(case: &Case) -> Vec<String> {
    let form = Form::default().file("x.jpg", &picture("grey.jpg")).into_bytes();
    let made =
        case.admin().patient().upload_bytes("/uploads/filter-previews", form).expect(200).json();
    let previews = made["previews"].as_object().expect("previews");
    previews.values().map(|url| url.as_str().expect("an address").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn s_media_01_a_file_is_nothing_but_a_file() {
    let case = Case::begin("S-MEDIA-01").await;
    let made = upload(&case, "photo.jpg", &picture("phone-p3-exif6.jpg"));
    let video = upload(&case, "film.mp4", &mp4(100_000));
    let variants = made["variants"].as_array().expect("variants").iter();
    let mut files: Vec<_> = variants
        .map(|variant| (variant["url"].as_str().expect("an address").to_owned(), "image/webp"))
        .collect();
    files.push((video["url"].as_str().expect("an address").to_owned(), "video/mp4"));
    let kept = files.len();
    files.extend(previews(&case).into_iter().map(|url| (url, "image/webp")));
    for (number, (url, media)) in files.iter().enumerate() {
        let file = case.nobody().get(url).expect(200);
        assert_eq!(file.header("content-type"), Some(*media), "{url}");
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(file.header("content-security-policy"), Some("default-src 'none'; sandbox"));
        assert_eq!(file.header("set-cookie"), None);
        let caching = file.header("cache-control").expect("caches are told");
        match number < kept {
            true => assert_eq!(caching, "public, max-age=31536000, immutable"),
            false => assert_eq!(caching, "private, max-age=60"),
        }
    }
    assert!(made["placeholder"].as_str().expect("a placeholder").len() < 4096);
    let folder = format!("/media/{}", id(&made));
    for path in ["/media", "/media/", &folder, &format!("{folder}/"), "/media/previews/"] {
        case.nobody().get(path).expect(404);
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_media_02_nothing_outside_can_be_reached() {
    let case = Case::begin("S-MEDIA-02").await;
    let made = upload(&case, "grey.jpg", &picture("grey.jpg"));
    let id = id(&made);
    let folder = case.database.folder.path();
    std::fs::write(folder.join("secret_500.webp"), "planted words").expect("it can be written");
    let media = folder.join("data/media");
    if media.exists() {
        let secret = folder.join("secret_500.webp");
        std::os::unix::fs::symlink(&secret, media.join("link_500.webp")).expect("a link");
        std::os::unix::fs::symlink(&secret, media.join(&id).join("link.webp")).expect("a link");
        std::os::unix::fs::symlink(folder, media.join("way-out")).expect("a link");
    }
    for path in [
        "/media/../folia.db",
        "/media/%2e%2e%2ffolia.db",
        "/media/..%5cfolia.db",
        "/media/..%2f..%2fsecret_500.webp",
        "/media/%2e%2e/secret_500.webp",
        "/media/../secret_500.webp",
        &format!("/media/{id}/../../secret_500.webp"),
        &format!("/media/{id}/..%2f..%2fsecret_500.webp"),
        "/media//etc/passwd",
        "//etc/passwd",
        "/media/%00",
        "/media/x%00_500.webp",
        &format!("/media/{id}/.grey.webp.tmp"),
        &format!("/media/{id}/grey.webp%231"),
        &format!("/media/originals/{id}"),
        &format!("/media/{id}/original"),
        "/media/link_500.webp",
        &format!("/media/{id}/link.webp"),
        "/media/way-out/secret_500.webp",
        "/media/way-out/folia.db",
    ] {
        let answer = case.nobody().get(path);
        assert!([400, 404].contains(&answer.status.as_u16()), "{path}: {}", answer.status);
        let text = String::from_utf8_lossy(&answer.body);
        assert!(!text.contains("planted words") && !text.contains("root:"), "{path}");
    }
    // What was planted is nobody's, and `folia check` would say so.
    for planted in ["link_500.webp", "way-out", &format!("{id}/link.webp")] {
        std::fs::remove_file(media.join(planted)).ok();
    }
    case.end();
}

/// A thousand of them, and the minutes of a moved clock: `media::previews`.
#[tokio::test(flavor = "multi_thread")]
async fn s_media_03_a_preview_is_for_a_moment() {
    let mut case = Case::begin("S-MEDIA-03").await;
    let mut secrets = BTreeSet::new();
    for _ in 0..12 {
        for url in previews(&case) {
            case.nobody().get(&url).expect(200);
            let (_, secret) =
                url.split('/').nth(3).expect("a folder").split_once('-').expect("a secret");
            assert!(
                secret.len() >= 32 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()),
                "{url}"
            );
            secrets.insert(secret.to_owned());
        }
    }
    assert_eq!(secrets.len(), 12);
    assert_eq!(total(&case.admin().get("/uploads").expect(200)), 0);
    let state = case.state();
    assert!(!state.keys().any(|name| name.contains("preview")), "{:?}", state.keys());
    let backup = case.database.folder.path().join("backup.tar");
    let output = run_folia(BINARY, &case.database, &["backup", backup.to_str().expect("a path")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&backup).expect("the backup is there");
    assert!(!bytes.windows(9).any(|window| window == b"previews/"));

    // Killed while one is made.
    let token = case.token("admin", "sender");
    let form = Form::default().file("x.jpg", &picture("phone-p3-exif6.jpg")).into_bytes();
    let head = format!(
        "POST /uploads/filter-previews HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
         content-type: {}\r\ncontent-length: {}\r\n\r\n",
        case.running().address,
        Form::CONTENT_TYPE,
        form.len()
    );
    let mut stream = case.running().connect();
    stream.write_all(head.as_bytes()).expect("a head can be sent");
    stream.write_all(&form).expect("a body can be sent");
    case.kill_and_restart();
    assert_eq!(total(&case.admin().get("/uploads").expect(200)), 0);

    // In a folder, their end is in their names: made older, they are what the clock would make them.
    let folder = case.database.folder.path().join("data/media/previews");
    if folder.is_dir() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let name = entry.file_name().into_string().expect("a name");
            let (end, secret) = name.split_once('-').expect("an end and a secret");
            let end = i64::from_str_radix(end, 16).expect("a time") - 700_000_000;
            std::fs::rename(entry.path(), folder.join(format!("{end:x}-{secret}")))
                .expect("renamed");
        }
        previews(&case);
        eventually("only the newest are there", || upl::files(&case).len() == 7).await;
    }
    case.end();
}

/// Of four times what the memory may grow by: whatever read it whole would be seen.
#[tokio::test(flavor = "multi_thread")]
async fn s_media_04_parts_are_served_by_the_book() {
    let mut case = Case::begin("S-MEDIA-04").await;
    let video = mp4(64_000_000);
    let size = video.len();
    let made = upload(&case, "film.mp4", &video);
    let url = made["url"].as_str().expect("an address");
    let tag =
        case.nobody().patient().get(url).expect(200).header("etag").expect("a tag").to_owned();
    // A process that has taken nothing in yet has no room of its own left from before.
    case.restart(&[]);
    case.nobody().with("range", "bytes=0-9").get(url).expect(206);
    let many: Vec<_> = (0..1000).map(|at| format!("{at}-{}", at + 9)).collect();
    let many = format!("bytes={}", many.join(","));
    let grown = case.growth_during(|| {
        for (range, from, to) in [("bytes=0-0", 0, 1), ("bytes=-1", size - 1, size)] {
            let part = case.nobody().patient().with("range", range).get(url).expect(206);
            let told = format!("bytes {from}-{}/{size}", to - 1);
            assert_eq!(part.header("content-range"), Some(told.as_str()));
            assert_eq!(part.body, &video[from..to]);
        }
        for range in ["bytes=5-1", &many] {
            let whole = case.nobody().patient().with("range", range).get(url).expect(200);
            assert_eq!(whole.body.len(), size, "{range:.20}");
        }
        let beyond =
            case.nobody().patient().with("range", "bytes=99999999999-").get(url).expect(416);
        assert_eq!(beyond.header("content-range"), Some(format!("bytes */{size}").as_str()));
        let range = case.nobody().patient().with("range", "bytes=0-9");
        range.with("if-range", &tag).get(url).expect(206);
        let whole = range.with("if-range", "\"stale\"").get(url).expect(200);
        assert_eq!(whole.body.len(), size);
        let looked = case.nobody().patient().send("HEAD", url, b"").expect(200);
        assert_eq!(looked.header("content-length"), Some(size.to_string().as_str()));
        assert!(looked.body.is_empty());
    });
    assert!(grown.is_none_or(|grown| grown <= 16 * MEGABYTE), "{grown:?}");
    case.end();
}
