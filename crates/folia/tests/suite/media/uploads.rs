//! Pictures on their way in.

use serde_json::{Value, json};
use testkit::{AT_ONCE, Form};

use crate::media::hostile;
use crate::media::{expect_nothing, picture, send, stored, upload};
use crate::site::Site;

const LIMIT: usize = 5 * 1024 * 1024;

#[tokio::test]
async fn a_picture_becomes_variants_that_anybody_can_fetch() {
    let site = Site::start().await;
    let form = Form::default()
        .file("My Phone.JPG", &picture("phone-p3-exif6.jpg"))
        .text("image_filter", "warm")
        .text("alt", "A \"cat\" & <dog>");
    let created = site.admin.post_form("/uploads", form).await.expect(201);
    let made = created.json();
    let id = made["id"].as_str().unwrap();
    assert_eq!(created.header("location"), Some(format!("/uploads/{id}").as_str()));
    assert_eq!(made["kind"], "image");
    assert_eq!(made["filter"], "warm");
    assert_eq!(made["url"], format!("/media/{id}/my-phone.webp"));
    assert_eq!(made["created_at"], "2026-01-01T00:00:00Z");
    assert!(made["placeholder"].as_str().unwrap().len() >= 20);
    let variants = made["variants"].as_array().unwrap();
    let full = variants.last().unwrap();
    assert_eq!((&full["name"], &full["url"]), (&json!("full"), &made["url"]));
    assert_eq!((&full["width"], &full["bytes"]), (&made["width"], &made["bytes"]));
    let srcset: Vec<_> = variants
        .iter()
        .map(|variant| format!("{} {}w", variant["url"].as_str().unwrap(), variant["width"]))
        .collect();
    assert_eq!(made["srcset"], srcset.join(", "));
    let markup = made["markup"].as_str().unwrap();
    assert!(markup.contains("alt=\"A &quot;cat&quot; &amp; &lt;dog&gt;\""), "{markup}");
    assert!(markup.contains("sizes=\"(max-width: 400px) 400px, (max-width: 768px)"), "{markup}");
    for variant in variants {
        let file = site.anonymous.get(variant["url"].as_str().unwrap()).await.expect(200);
        assert_eq!(file.header("content-type"), Some("image/webp"));
        assert_eq!(variant["bytes"], file.body.len());
        assert!(file.body.starts_with(b"RIFF"));
    }
    let read = site.admin.get(&format!("/uploads/{id}")).await.expect(200);
    assert_eq!(read.json(), made);
    assert_eq!(read.header("etag"), created.header("etag"));
    let list = site.admin.get("/uploads").await.json();
    assert_eq!(list, json!({ "items": [made], "total": 1, "limit": 20, "offset": 0 }));
}

#[tokio::test]
async fn all_formats_are_taken_and_no_variant_is_wider_than_the_picture() {
    let site = Site::start().await;
    for name in [
        "progressive.jpg",
        "cmyk.jpg",
        "palette-alpha.png",
        "sixteen-bit-grey.png",
        "lossy-alpha.webp",
        "animated.gif",
        "animated.webp",
        "photo.avif",
        "alpha.avif",
        "orientation-6.avif",
    ] {
        let made = upload(&site, name).await;
        let width = made["width"].as_u64().unwrap();
        let variants = made["variants"].as_array().unwrap();
        assert_eq!(variants.last().unwrap()["name"], "full", "{name}");
        assert!(variants.iter().all(|variant| variant["width"].as_u64().unwrap() <= width));
        let file = site.anonymous.get(made["url"].as_str().unwrap()).await.expect(200);
        let animated = file.body.windows(4).any(|window| window == b"ANMF");
        assert_eq!(animated, name.starts_with("animated"), "{name}");
    }
    let wide = hostile::png(3000, 30, &[]);
    let made = send(&site.admin, "wide.png", &wide).await.expect(201).json();
    let urls: Vec<_> = made["variants"].as_array().unwrap().iter().map(|v| &v["url"]).collect();
    let base = format!("/media/{}/wide", made["id"].as_str().unwrap());
    let expected =
        ["_400", "_768", "_1536", ""].map(|suffix| json!(format!("{base}{suffix}.webp")));
    assert_eq!(urls, expected.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_deleted_upload_takes_its_files_along() {
    let site = Site::start().await;
    let kept = upload(&site, "grey.jpg").await;
    let made = upload(&site, "alpha.png").await;
    let before = stored(&site).await;
    let path = format!("/uploads/{}", made["id"].as_str().unwrap());
    let stale = [("if-match", "\"v9\"")];
    site.admin.send("DELETE", &path, &stale, None).await.expect_problem(409, "stale");
    site.admin.delete(&path).await.expect(204);
    site.admin.delete(&path).await.expect_problem(404, "not-found");
    site.admin.get(&path).await.expect_problem(404, "not-found");
    site.anonymous.get(made["url"].as_str().unwrap()).await.expect_problem(404, "not-found");
    let after = stored(&site).await;
    let id = kept["id"].as_str().unwrap();
    assert!(after.len() < before.len() && after.iter().all(|key| key.contains(id)), "{after:?}");
    site.anonymous.get(kept["url"].as_str().unwrap()).await.expect(200);
}

/// S-UPL-01, S-UPL-02.
#[tokio::test]
async fn claims_of_too_much_are_refused_from_the_header() {
    let site = Site::start().await;
    for (name, bytes) in [
        ("png", hostile::png_header(65_535, 65_535)),
        ("jpeg", hostile::jpeg_header(65_500, 65_500, &[])),
        ("webp", hostile::tiny_webp(16_383, 16_383)),
        ("gif", hostile::gif((65_535, 65_535), (1, 1), (0, 0), 1)),
        ("avif", hostile::avif(b"av01", 65_535, 65_535, &[0; 30])),
        ("grid", hostile::avif(b"grid", 64, 64, &[0; 8])),
        ("50.1 megapixels", hostile::png(10_000, 5_010, &[])),
        ("frames", hostile::gif((4000, 4000), (1, 1), (0, 0), 5000)),
        ("tiny frames", hostile::gif((1, 1), (1, 1), (0, 0), 6000)),
        ("webp frames", hostile::animated_webp(16_383, 16_383, 1000)),
        ("truncated png", picture("alpha.png")[..30].to_vec()),
        ("truncated jpeg", picture("grey.jpg")[..30].to_vec()),
        ("truncated avif", picture("photo.avif")[..40].to_vec()),
        ("half a webp", picture("lossy.webp")[..2000].to_vec()),
    ] {
        for path in ["/uploads", "/uploads/filter-previews"] {
            let began = std::time::Instant::now();
            let answer = site.admin.post_form(path, Form::default().file("x", &bytes)).await;
            assert_eq!(answer.expect_invalid(), ["file"], "{name}");
            assert!(began.elapsed() < AT_ONCE, "{name}");
        }
    }
    for (name, bytes) in [
        ("tiff", &b"II*\0\x08\0\0\0\0\0"[..]),
        ("hdr", b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 65535 +X 65535\n"),
    ] {
        let answer = send(&site.admin, "x.png", bytes).await;
        assert_eq!(answer.expect_problem(415, "unsupported-media")["status"], 415, "{name}");
    }
    expect_nothing(&site, "nothing that was refused stays").await;
    let fifty = hostile::png(10_000, 5_000, &[]);
    send(&site.admin, "fifty.png", &fifty).await.expect(201);
}

/// S-UPL-03.
#[tokio::test]
async fn metadata_is_in_no_file_that_is_served() {
    let site = Site::start().await;
    let canary = b"GPS-canary-52.5200";
    let mut jpeg = picture("grey.jpg");
    let exif = hostile::segment(
        0xe1,
        &[
            b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\xff\0\0\0\x08\0\0\0",
            &canary[..],
        ]
        .concat(),
    );
    let xmp = hostile::segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0", &canary[..]].concat());
    let many = hostile::segment(0xe5, &[7; 60_000]).repeat(60);
    jpeg.splice(2..2, [exif, xmp, many].concat());
    let inflating = hostile::chunk(b"zTXt", &[b"k\0\0", &hostile::inflating(64)[..]].concat());
    let text = hostile::chunk(b"tEXt", &[b"Comment\0", &canary[..]].concat());
    let png = hostile::png(64, 64, &[text, inflating].concat());
    for (name, bytes) in [("x.jpg", jpeg), ("x.png", png)] {
        let made = send(&site.admin, name, &bytes).await.expect(201).json();
        for variant in made["variants"].as_array().unwrap() {
            let file = site.anonymous.get(variant["url"].as_str().unwrap()).await.expect(200);
            let found = file.body.windows(10).any(|window| window == &canary[..10]);
            assert!(!found, "{name}");
        }
    }
}

/// S-UPL-04.
#[tokio::test]
async fn content_decides_and_payloads_are_never_served() {
    let site = Site::start().await;
    for (name, media_type, bytes) in [
        ("x.png", "image/png", &b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"[..]),
        ("x.jpg", "image/jpeg", b"<!doctype html><script>1</script>"),
        ("x.jpg", "image/jpeg", b"%PDF-1.7"),
        ("x.png", "image/png", b"PK\x03\x04"),
        ("x.mp4", "video/mp4", b"#EXTM3U\n#EXT-X-VERSION:3\n"),
        ("x.png", "image/png", b""),
        ("x.png", "image/png", b"\x89"),
        ("x.png", "multipart/mixed; boundary=b", b"--b\r\n\r\nx\r\n--b--"),
    ] {
        let form = Form::default().file_of_type(name, media_type, bytes);
        let answer = site.admin.post_form("/uploads", form).await;
        answer.expect_problem(415, "unsupported-media");
    }
    let video =
        [b"\0\0\0\x18ftypisom\0\0\0\0isommp42", &b"<html><script>1</script>".repeat(50)[..]];
    send(&site.admin, "x.mp4", &video.concat()).await.expect_problem(422, "invalid");
    expect_nothing(&site, "nothing that was refused stays").await;

    let payload = b"<script>alert(document.cookie)</script>";
    for name in ["still.gif", "grey.jpg", "alpha.png", "lossy.webp"] {
        let bytes = [&picture(name)[..], payload].concat();
        let answer = send(&site.admin, name, &bytes).await;
        if answer.status == 422 {
            continue;
        }
        for variant in answer.expect(201).json()["variants"].as_array().unwrap() {
            let file = site.anonymous.get(variant["url"].as_str().unwrap()).await.expect(200);
            assert!(!file.body.windows(7).any(|window| window == b"<script"), "{name}");
        }
    }
}

/// S-UPL-05.
#[tokio::test]
async fn size_and_shape_of_the_form_have_limits() {
    let site = Site::start().await;
    let padded = |bytes: usize| {
        let mut file = picture("grey.jpg");
        file.resize(bytes, 0);
        file
    };
    send(&site.admin, "x.jpg", &padded(LIMIT)).await.expect(201);
    for (media_type, bytes) in [("image/jpeg", LIMIT + 1), ("video/mp4", 6_000_000)] {
        let form = Form::default().file_of_type("x", media_type, &padded(bytes));
        site.admin.post_form("/uploads", form).await.expect_problem(413, "too-large");
    }
    let small = picture("still.gif");
    let form = || Form::default().file("x.gif", &small);
    let name = "n".repeat(1_000_000);
    for (what, body) in [
        ("many parts", (0..10_000).fold(form(), |form, _| form.text("a", "b")).into_bytes()),
        ("a long name", form().text(&name, "x").into_bytes()),
        ("no end", form().cut_short()),
        ("no file name", Form::default().text("file", "GIF89a").into_bytes()),
        ("two files", form().file("y.gif", &small).into_bytes()),
        ("nothing", Vec::new()),
        ("nonsense", b"nonsense".to_vec()),
    ] {
        let answer = site.admin.post_form_bytes("/uploads", body).await;
        assert_eq!(answer.expect_problem(400, "malformed")["status"], 400, "{what}");
    }
    let long = format!("multipart/form-data; boundary={}", "b".repeat(200));
    for (content_type, status) in [(long.as_str(), 400), ("image/jpeg", 415)] {
        let headers = [("content-type", content_type)];
        site.admin.send("POST", "/uploads", &headers, Some(small.clone())).await.expect(status);
    }
    let empty = site.admin.post_form("/uploads", Form::default().text("alt", "x")).await;
    assert_eq!(empty.expect_invalid(), ["file"]);
    assert_eq!(site.admin.get("/uploads").await.json()["total"], 1);
    stored(&site).await;
}

/// S-UPL-06.
#[tokio::test]
async fn whatever_the_file_is_called_its_names_are_clean() {
    let site = Site::start().await;
    let bytes = picture("still.gif");
    let long = "x".repeat(4096);
    for name in [
        "../../x",
        "..\\\\x",
        "C:\\\\x",
        "a/b.png",
        "a\u{0}b.png",
        &long,
        "😀.png",
        ".htaccess",
        "con.png",
        "x.png%22><script>",
        "\u{202e}gpj.exe",
        "",
        "_400.webp",
    ] {
        let answer = send(&site.admin, name, &bytes).await;
        if answer.status == 400 {
            continue;
        }
        let made = answer.expect(201).json();
        let id = made["id"].as_str().unwrap();
        let url = made["url"].as_str().unwrap();
        let stem = url.strip_prefix(&format!("/media/{id}/")).unwrap();
        let stem = stem.strip_suffix(".webp").unwrap();
        let clean = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(!stem.is_empty() && stem.bytes().all(clean), "{name}: {stem}");
        assert_eq!(made["markup"].as_str().unwrap().matches('<').count(), 1);
    }
    for key in stored(&site).await {
        let parts: Vec<_> = key.split('/').collect();
        assert_eq!(parts.len(), 2, "{key}");
    }
}

/// S-UPL-07.
#[tokio::test]
async fn a_filter_that_is_none_is_none_and_a_long_description_is_refused() {
    let site = Site::start().await;
    let bytes = picture("still.gif");
    let form = || Form::default().file("x.gif", &bytes);
    let long = "x".repeat(1_000_000);
    let filter = |answer: &Value| answer["filter"].as_str().unwrap().to_owned();
    for given in ["sepia", "'; DROP TABLE uploads; --", "", "WARM", &long] {
        let answer = site.admin.post_form("/uploads", form().text("image_filter", given)).await;
        assert_eq!(filter(&answer.expect(201).json()), "none", "{given:.20}");
    }
    let twice = form().text("image_filter", "warm").text("image_filter", "cool");
    let made = site.admin.post_form("/uploads", twice).await.expect(201).json();
    assert_eq!(filter(&made), "none");
    let extras =
        form().text("owner", "somebody").text("id", "1").text("alt", "\"><img src=x onerror=1>");
    let made = site.admin.post_form("/uploads", extras).await.expect(201).json();
    assert!(
        made["markup"].as_str().unwrap().contains("alt=\"&quot;&gt;&lt;img src=x onerror=1&gt;\"")
    );
    for alt in ["x".repeat(1001), "x".repeat(100_000), "nul\0".to_owned()] {
        let answer = site.admin.post_form("/uploads", form().text("alt", &alt)).await;
        assert_eq!(answer.expect_invalid(), ["alt"]);
    }
    site.admin.post_form("/uploads", form().text("alt", &"é".repeat(1000))).await.expect(201);
}

#[tokio::test]
async fn uploads_are_the_admins_alone() {
    let site = Site::start().await;
    let form = Form::default().file("x.gif", &picture("still.gif"));
    let anonymous = site.anonymous.post_form("/uploads", form.clone()).await;
    anonymous.expect_problem(401, "unauthenticated");
    site.member.post_form("/uploads", form).await.expect_problem(403, "forbidden");
    site.member.get("/uploads").await.expect_problem(403, "forbidden");
    expect_nothing(&site, "nobody but the admin").await;
}
