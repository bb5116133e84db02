//! Pictures and videos on their way in. What lies about itself is made by the tests of `pixels`.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{AT_ONCE, Answer, Form, eventually};

use super::oracle::{Case, MEGABYTE, id};
use super::total;
use crate::media::{hostile, mp4, picture};

const LIMIT: usize = 5 * 1024 * 1024;

/// Every file of the media folder, or of the bucket.
pub(super) fn files(case: &Case) -> BTreeSet<String> {
    fn gather(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => gather(&path, found),
                false => drop(found.insert(path.display().to_string())),
            }
        }
    }
    let mut found = BTreeSet::new();
    for folder in ["data/media", "buckets/site"] {
        gather(&case.database.folder.path().join(folder), &mut found);
    }
    found
}

/// All files and folders beside the media; without what the database and the bucket keep for themselves.
fn outside(case: &Case) -> BTreeSet<PathBuf> {
    fn gather(folder: &Path, media: &[PathBuf], found: &mut BTreeSet<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder of the site").flatten() {
            let path = entry.path();
            let is_kept = ["folia.db", "/buckets/.bucket-"];
            let is_kept = is_kept.iter().any(|own| path.to_string_lossy().contains(own));
            if media.contains(&path) || is_kept {
                continue;
            }
            if path.is_dir() {
                gather(&path, media, found);
            }
            found.insert(path);
        }
    }
    let root = case.database.folder.path();
    let media = ["data/media", "buckets/site"].map(|folder| root.join(folder));
    let mut found = BTreeSet::new();
    gather(root, &media, &mut found);
    found
}

/// Nothing of what was refused stays: no row, no file.
async fn expect_nothing(case: &Case) {
    assert_eq!(total(&case.admin().get("/uploads").expect(200)), 0);
    eventually("no file stays", || files(case).is_empty()).await;
}

#[track_caller]
fn send(case: &Case, name: &str, bytes: &[u8]) -> Answer {
    case.admin().upload(Form::default().file(name, bytes))
}

/// Every byte that is served of an upload.
fn served(case: &Case, made: &Value) -> Vec<Vec<u8>> {
    let urls = made["variants"].as_array().into_iter().flatten().map(|variant| &variant["url"]);
    let urls = urls.chain([&made["url"]]).map(|url| url.as_str().expect("an address"));
    urls.map(|url| case.nobody().get(url).expect(200).body.to_vec()).collect()
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[tokio::test(flavor = "multi_thread")]
async fn s_upl_01_a_claim_of_too_much_is_refused_from_the_header() {
    let case = Case::begin("S-UPL-01").await;
    let before = files(&case);
    assert!(before.is_empty());
    let claims = [
        ("png", hostile::png_header(65_535, 65_535)),
        ("jpeg", hostile::jpeg_header(65_500, 65_500, &[])),
        ("webp", hostile::tiny_webp(16_383, 16_383)),
        ("gif", hostile::gif((65_535, 65_535), (1, 1), (0, 0), 1)),
        ("avif", hostile::avif(b"av01", 65_535, 65_535, &[0; 30])),
        ("avif grid", hostile::avif(b"grid", 64, 64, &[0; 8])),
        ("50.1 megapixels", hostile::png(10_000, 5_010, &[])),
        ("truncated png", picture("alpha.png")[..30].to_vec()),
        ("truncated jpeg", picture("grey.jpg")[..30].to_vec()),
        ("truncated webp", picture("lossy.webp")[..30].to_vec()),
    ];
    let grown = case.growth_during(|| {
        for (name, bytes) in &claims {
            let answer = send(&case, "x.png", bytes);
            assert_eq!(answer.expect_invalid(), ["file"], "{name}");
        }
        for bytes in [
            &b"II*\0\x08\0\0\0\0\0"[..],
            b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 65535 +X 65535\n",
        ] {
            send(&case, "x.png", bytes).expect(415);
        }
    });
    assert!(grown.is_none_or(|grown| grown <= 64 * MEGABYTE), "{grown:?}");
    expect_nothing(&case).await;
    send(&case, "fifty.png", &hostile::png(10_000, 5_000, &[])).expect(201);
    case.end();
}

/// What an animation may cost the machine, drawn or refused.
const A_FEW_SECONDS: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn s_upl_02_frames_are_counted_before_they_are_drawn() {
    let case = Case::begin("S-UPL-02").await;
    let judged = |name: &str, bytes: &[u8]| {
        let before = case.worked();
        let answer = send(&case, "x", bytes);
        if let (Some(before), Some(after)) = (before, case.worked()) {
            let worked = after.saturating_sub(before);
            println!("{name}: {worked:?} of work");
            assert!(worked <= A_FEW_SECONDS, "{name}: {worked:?} of work");
        }
        answer
    };
    for (name, bytes) in [
        ("gif", hostile::gif((4000, 4000), (1, 1), (0, 0), 5000)),
        ("tiny frames", hostile::gif((1, 1), (1, 1), (0, 0), 6000)),
        ("webp", hostile::animated_webp(16_383, 16_383, 1000)),
    ] {
        assert!(bytes.len() < LIMIT);
        assert_eq!(judged(name, &bytes).expect_invalid(), ["file"], "{name}");
    }
    expect_nothing(&case).await;
    let control = [5000_u32.to_be_bytes(), 0_u32.to_be_bytes()].concat();
    let animated = hostile::png(64, 64, &hostile::chunk(b"acTL", &control));
    for (name, bytes) in [
        ("APNG", animated),
        ("no delay, outside the canvas", hostile::placed_gif((10, 10), (20, 20), (5, 5), 3)),
    ] {
        let status = judged(name, &bytes).status.as_u16();
        assert!([201, 422].contains(&status), "{name}: {status}");
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_upl_03_what_a_picture_tells_beside_itself_is_gone() {
    let mut case = Case::begin("S-UPL-03").await;
    case.may_grow_by(128);
    let canary = b"GPS-canary-52.5200";
    let jpeg_with = |segments: &[u8]| {
        let mut jpeg = picture("grey.jpg");
        jpeg.splice(2..2, segments.iter().copied());
        jpeg
    };
    let exif = |orientation: u8, next: u8| {
        let mut tiff = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        tiff.extend([orientation, 0, 0, 0, next, 0, 0, 0]);
        tiff.extend(canary);
        hostile::segment(0xe1, &tiff)
    };
    let xmp = hostile::segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0", &canary[..]].concat());
    let profile = hostile::segment(0xe2, &[b"ICC_PROFILE\0\x01\x01", &canary[..]].concat());
    let text = |name: &[u8; 4], head: &[u8], megabytes| {
        hostile::chunk(name, &[head, &hostile::inflating(megabytes)[..]].concat())
    };
    let told = hostile::chunk(b"tEXt", &[b"Comment\0", &canary[..]].concat());
    let mut pictures = vec![
        ("XMP", jpeg_with(&xmp)),
        (
            "4 MB of XMP",
            jpeg_with(
                &xmp.iter()
                    .copied()
                    .chain(hostile::segment(0xe1, &[7; 60_000]).repeat(66))
                    .collect::<Vec<_>>(),
            ),
        ),
        ("4 MB of segments", jpeg_with(&hostile::segment(0xe5, &[7; 60_000]).repeat(66))),
        ("a loop of directories", jpeg_with(&exif(1, 8))),
        ("a broken profile", jpeg_with(&profile)),
        ("zTXt", hostile::png(64, 64, &[told.clone(), text(b"zTXt", b"k\0\0", 2048)].concat())),
        (
            "iTXt",
            hostile::png(64, 64, &[told.clone(), text(b"iTXt", b"k\0\x01\0\0\0", 2048)].concat()),
        ),
        ("iCCP", hostile::png(64, 64, &[text(b"iCCP", b"k\0\0", 2048), told].concat())),
    ];
    pictures.extend([0, 9, 255].map(|number| ("an orientation", jpeg_with(&exif(number, 0)))));
    let mut accepted = 0;
    for (name, bytes) in pictures {
        assert!(bytes.len() < LIMIT, "{name}: {}", bytes.len());
        let answer = send(&case, "x", &bytes);
        if answer.status == 422 {
            continue;
        }
        accepted += 1;
        for file in served(&case, &answer.expect(201).json()) {
            assert!(!holds(&file, &canary[..10]), "{name}");
        }
    }
    assert!(accepted > 5, "{accepted}");
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_upl_04_content_decides_and_no_payload_is_served() {
    let case = Case::begin("S-UPL-04").await;
    for (name, media_type, bytes) in [
        ("x.png", "image/png", &b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"[..]),
        ("x.jpg", "image/jpeg", b"<!doctype html><script>1</script>"),
        ("x.jpg", "image/jpeg", b"%PDF-1.7"),
        ("x.png", "image/png", b"PK\x03\x04"),
        ("x.mp4", "video/mp4", b"#EXTM3U\n#EXT-X-VERSION:3\n"),
        ("x.png", "image/png", b""),
        ("x.png", "image/png", b"\x89"),
    ] {
        let form = Form::default().file_of_type(name, media_type, bytes);
        case.admin().upload(form).expect(415);
    }
    let html = b"<html><script>1</script>".repeat(50);
    let video = [b"\0\0\0\x18ftypisom\0\0\0\0isommp42", &html[..]].concat();
    send(&case, "x.mp4", &video).expect(422);
    expect_nothing(&case).await;
    let payload = b"<script>alert(document.cookie)</script>PK\x03\x04payload";
    for name in ["still.gif", "grey.jpg", "alpha.png"] {
        let answer = send(&case, name, &[&picture(name)[..], payload].concat());
        if answer.status == 422 {
            continue;
        }
        for file in served(&case, &answer.expect(201).json()) {
            assert!(!holds(&file, b"<script") && !holds(&file, b"payload"), "{name}");
        }
    }
    case.end();
}

/// The head of an upload of these bytes, whose length is told as given.
fn head(case: &Case, token: &str, length: &str) -> String {
    format!(
        "POST /uploads HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
         content-type: {}\r\n{length}\r\n\r\n",
        case.running().address,
        Form::CONTENT_TYPE
    )
}

/// How much more than what is allowed is read before it is refused.
const BEYOND: usize = 64 * 1024;

/// Sends an upload that is far too large, of which no more comes than has to be read until it is refused; then all
/// the rest of it. How much was taken from us, with what the two kernels hold between us and nobody has read.
#[track_caller]
fn send_too_much(case: &Case, head: &str, body: &[u8], is_chunked: bool) -> usize {
    let frame = |piece: &[u8]| match is_chunked {
        true => [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat(),
        false => piece.to_vec(),
    };
    let mut stream = case.running().connect();
    stream.write_all(head.as_bytes()).expect("a head can be sent");
    let (enough, rest) = body.split_at(LIMIT + BEYOND);
    // It may be refused before all of this, by what its head says.
    let mut sent = 0;
    for piece in enough.chunks(16 * 1024) {
        if stream.write_all(&frame(piece)).is_err() {
            break;
        }
        sent += piece.len();
    }
    stream.set_read_timeout(Some(AT_ONCE)).expect("a timeout can be set");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("it is answered without any more of it");
    assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 413");
    for piece in rest.chunks(16 * 1024) {
        if stream.write_all(&frame(piece)).is_err() {
            return sent;
        }
        sent += piece.len();
    }
    sent
}

#[tokio::test(flavor = "multi_thread")]
async fn s_upl_05_reading_stops_at_the_limit() {
    let mut case = Case::begin_with("S-UPL-05", &[("media.max_video_bytes", "7000000")]).await;
    case.may_grow_by(64);
    let padded = |bytes: usize| {
        let mut file = picture("grey.jpg");
        file.resize(bytes, 0);
        file
    };
    let accepted = send(&case, "x.jpg", &padded(LIMIT)).expect(201).json();
    let accepted = accepted["id"].as_str().expect("an id").to_owned();
    let token = case.token("admin", "sender");
    let body = Form::default().file("x.jpg", &padded(60_000_000)).into_bytes();
    let refused = || {
        send(&case, "x.jpg", &padded(LIMIT + 1)).expect(413);
        let form = Form::default().file_of_type("x", "video/mp4", &padded(6_000_000));
        case.admin().upload(form).expect(413);
        send(&case, "x.mp4", &mp4(7_000_001)).expect(413);
        // Lengths that are true, absent or false; the client goes on sending.
        let declared = format!("content-length: {}", body.len());
        for (length, is_chunked) in [
            (declared.as_str(), false),
            ("content-length: 9000000", false),
            ("transfer-encoding: chunked", true),
        ] {
            let sent = send_too_much(&case, &head(&case, &token, length), &body, is_chunked);
            println!("{length}: {sent} of {} bytes", body.len());
            assert!(sent < body.len() / 2, "{length}: {sent}");
        }
    };
    let grown = case.growth_during(refused);
    assert!(grown.is_none_or(|grown| grown <= 32 * MEGABYTE), "{grown:?}");
    // A length that is too small ends the form in the middle of its file.
    let mut stream = case.running().connect();
    stream.write_all(head(&case, &token, "content-length: 1000").as_bytes()).expect("it is sent");
    stream.write_all(&body[..1000]).expect("it is sent");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("it is answered");
    assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 400");

    let small = picture("still.gif");
    let form = || Form::default().file("x.gif", &small);
    let name = "n".repeat(1_000_000);
    for (what, body) in [
        ("many parts", (0..10_000).fold(form(), |form, _| form.text("a", "b")).into_bytes()),
        ("a long name", form().text(&name, "x").into_bytes()),
        ("no end", form().cut_short()),
        ("no file name", Form::default().text("file", "GIF89a").into_bytes()),
    ] {
        let answer = case.admin().patient().upload_bytes("/uploads", body);
        assert_eq!(answer.status, 400, "{what}");
    }
    // A whole form, but for what stands between its parts. Seventy is the most that one may have.
    for (length, status) in [(70, 201), (200, 400)] {
        let boundary = "b".repeat(length);
        let kind = format!("multipart/form-data; boundary={boundary}");
        let (before, after) = (
            format!(
                "--{boundary}\r\ncontent-disposition: form-data; \
             name=\"file\"; filename=\"x.gif\"\r\n\r\n"
            ),
            format!("\r\n--{boundary}--\r\n"),
        );
        let body = [before.as_bytes(), &small, after.as_bytes()].concat();
        let sender = case.admin().patient().with("content-type", &kind);
        let answer = sender.send("POST", "/uploads", &body).expect(status);
        if status == 201 {
            case.admin().delete(&format!("/uploads/{}", id(&answer.json()))).expect(204);
        }
    }
    let nested = "multipart/mixed; boundary=b";
    let form = Form::default().file_of_type("x.gif", nested, b"--b\r\n\r\nGIF89a\r\n--b--");
    assert!([400, 415, 422].contains(&case.admin().upload(form).status.as_u16()));
    assert_eq!(total(&case.admin().get("/uploads").expect(200)), 1);
    // Nothing of the others stays, also of those that were broken off.
    let strangers = || {
        let files = files(&case).into_iter();
        files.filter(|file| !file.contains(&accepted) && !file.ends_with(".folia-site")).count()
    };
    eventually("no part of the others stays", || strangers() == 0).await;
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_upl_06_whatever_a_file_is_called_its_name_is_clean() {
    let case = Case::begin("S-UPL-06").await;
    let (before, had) = (outside(&case), files(&case));
    let (bytes, long) = (picture("still.gif"), "x".repeat(4096));
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
        let answer = send(&case, name, &bytes);
        if answer.status == 400 {
            continue;
        }
        let made = answer.expect(201).json();
        let url = made["url"].as_str().expect("an address");
        let base = format!("/media/{}/", made["id"].as_str().expect("an id"));
        let stem = url.strip_prefix(&base).and_then(|name| name.strip_suffix(".webp"));
        let is_clean =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(
            stem.is_some_and(|stem| !stem.is_empty() && stem.bytes().all(is_clean)),
            "{name}: {url}"
        );
        assert_eq!(made["markup"].as_str().expect("markup").matches('<').count(), 1, "{name}");
    }
    assert_eq!(outside(&case), before, "nothing outside of the media");
    // Inside, each file is one of an upload.
    let list = case.admin().get("/uploads?limit=500").expect(200).json();
    let list = list["items"].as_array().expect("items");
    let ids: Vec<_> = list.iter().map(|item| item["id"].as_str().expect("an id")).collect();
    assert!(ids.len() > 8, "{}", ids.len());
    for file in files(&case).difference(&had) {
        let inside = ["/media/", "/site/"].iter().find_map(|folder| file.split(folder).nth(1));
        let inside = inside.expect("it is below");
        let (folder, name) = inside.rsplit_once('/').unwrap_or_default();
        let is_known = |id: &&str| match folder.rsplit_once("originals") {
            Some(_) => name.starts_with(*id),
            None => folder == *id || folder.ends_with(&format!("/{id}")),
        };
        let is_mark = inside == ".folia-site";
        assert!(is_mark || ids.iter().any(is_known), "{file} is nobody's");
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_upl_07_a_filter_that_is_none_is_none_and_a_description_is_text() {
    let case = Case::begin("S-UPL-07").await;
    let bytes = picture("still.gif");
    let form = || Form::default().file("x.gif", &bytes);
    let long = "x".repeat(1_000_000);
    for given in ["sepia", "'; DROP TABLE uploads; --", "", "WARM", &long] {
        let made = case.admin().upload(form().text("image_filter", given)).expect(201).json();
        assert_eq!(made["filter"], "none", "{given:.20}");
    }
    let twice = form().text("image_filter", "warm").text("image_filter", "cool");
    assert_eq!(case.admin().upload(twice).expect(201).json()["filter"], "none");
    let extras =
        form().text("owner", "somebody").text("id", "1").text("alt", "\"><img src=x onerror=1>");
    let made = case.admin().upload(extras).expect(201).json();
    let markup = made["markup"].as_str().expect("markup");
    assert!(markup.contains("alt=\"&quot;&gt;&lt;img src=x onerror=1&gt;\""), "{markup}");
    assert_ne!(made["id"], json!("1"));
    let alt = "x".repeat(100_000);
    assert_eq!(case.admin().upload(form().text("alt", &alt)).expect_invalid(), ["alt"]);
    case.end();
}
