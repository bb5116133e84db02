//! The library: what is said about uploads, who shows them, and another picture in the place of one.

use std::sync::Arc;

use serde_json::{Value, json};
use testkit::{Answer, Client, Form};

use crate::media::{expect_files, mp4, picture, send, stored, upload};
use crate::site::Site;

const HTML: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

pub(super) fn path(upload: &Value) -> String {
    format!("/uploads/{}", upload["id"].as_str().unwrap())
}

pub(super) async fn replace(
    client: &Client,
    upload: &Value,
    name: &str,
    more: &[(&str, &str)],
) -> Answer {
    let form = Form::default().file(name, &picture(name)).into_bytes();
    let mut headers = vec![("content-type", Form::CONTENT_TYPE)];
    headers.extend(more);
    client.send("PUT", &format!("{}/file", path(upload)), &headers, Some(form)).await
}

pub(super) async fn page(site: &Site, path: &str) -> String {
    let answer = site.anonymous.get_with(path, &[HTML]).await.expect(200);
    String::from_utf8(answer.body.to_vec()).unwrap()
}

async fn names(site: &Site, query: &str) -> Vec<String> {
    let listed = site.admin.get(&format!("/uploads?{query}")).await.expect(200);
    assert_eq!(listed.header("cache-control"), Some("private, no-cache"));
    let items = listed.json()["items"].as_array().unwrap().clone();
    assert_eq!(listed.json()["total"], items.len());
    let name = |item: &Value| item["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    items.iter().map(name).collect()
}

#[tokio::test]
async fn what_is_said_about_an_upload_can_be_changed_with_its_version() {
    let site = Site::start().await;
    let made = upload(&site, "grey.jpg").await;
    assert_eq!(
        (&made["caption"], &made["focal_x"], &made["focal_y"]),
        (&json!(""), &json!(50.0), &json!(50.0))
    );
    let change =
        json!({ "alt": " A grey sea ", "caption": "Seen in May", "focal_x": 20, "focal_y": 87.5 });
    let stale = [("if-match", "\"v7\"")];
    let refused = site.admin.put_with(&path(&made), &stale, change.clone()).await;
    refused.expect_problem(409, "stale");
    let first = [("if-match", "\"v1\"")];
    let changed = site.admin.put_with(&path(&made), &first, change).await.expect(200);
    assert!(changed.header("etag").unwrap().starts_with("\"v2-"));
    let changed = changed.json();
    assert_eq!(
        (&changed["alt"], &changed["caption"]),
        (&json!("A grey sea"), &json!("Seen in May"))
    );
    assert_eq!((&changed["focal_x"], &changed["focal_y"]), (&json!(20.0), &json!(87.5)));
    assert!(changed["markup"].as_str().unwrap().contains("alt=\"A grey sea\""));
    assert_eq!(changed["url"], made["url"]);
    // What is absent stays.
    let again = site.admin.put(&path(&made), json!({ "focal_x": 0 })).await.expect(200).json();
    assert_eq!(
        (&again["alt"], &again["focal_x"], &again["focal_y"]),
        (&json!("A grey sea"), &json!(0.0), &json!(87.5))
    );
    assert_eq!(site.admin.get(&path(&made)).await.expect(200).json(), again);
    let long = "x".repeat(1001);
    for (bad, field) in [
        (json!({ "alt": long }), "alt"),
        (json!({ "caption": long }), "caption"),
        (json!({ "focal_x": -0.1 }), "focal_x"),
        (json!({ "focal_y": 101 }), "focal_y"),
    ] {
        assert_eq!(site.admin.put(&path(&made), bad).await.expect_invalid(), [field]);
    }
    let unknown = "/uploads/01939b1e-7c00-7abc-8def-0123456789ab";
    site.admin.put(unknown, json!({})).await.expect_problem(404, "not-found");
    site.member.put(&path(&made), json!({})).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_record_from_before_reads_with_the_middle_in_sight() {
    let old = json!({
        "id": "01939b1e-7c00-7abc-8def-0123456789ab", "kind": "image", "stem": "sea", "alt": "",
        "filter": "none", "placeholder": null, "duration": null, "original": null,
        "files": [{ "variant": "full", "file": "sea.webp", "media_type": "image/webp", "width": 9,
                    "height": 9, "bytes": 9, "hash": 9 }],
        "created_at": "2026-01-01T00:00:00Z",
    });
    let upload: media::uploads::Upload = serde_json::from_value(old).unwrap();
    let view = media::uploads::UploadView::from(upload);
    assert_eq!((view.caption.as_str(), view.focal_x, view.focal_y), ("", 50.0, 50.0));
}

#[tokio::test]
async fn every_place_that_shows_an_upload_is_found_and_deleting_it_asks_first() {
    let site = Site::start().await;
    let shown = upload(&site, "grey.jpg").await;
    let id = shown["id"].as_str().unwrap();
    let spare = upload(&site, "lossy.webp").await;
    assert_eq!(names(&site, "unused=true").await.len(), 2);
    let (url, markup) = (&shown["url"], shown["markup"].as_str().unwrap());
    let section = json!({ "title": "Places", "image_url": url, "is_published": true });
    let section = site.admin.post("/sections", section).await.expect(201).json();
    let story = json!({ "title": "In the text", "body": format!("<p>x</p>{markup}"), "section_id": section["id"], "is_published": true });
    let story = site.admin.post("/content/story", story).await.expect(201).json();
    let project = json!({ "title": "On the cover", "image_url": url });
    site.admin.post("/content/project", project).await.expect(201);
    let image = json!({ "title": "Itself", "media_id": id, "is_published": true });
    let image = site.admin.post("/content/image", image).await.expect(201).json();
    let settings = json!({ "profile": { "portrait": url } });
    site.admin.put("/settings", settings).await.expect(200);
    let resume = json!({ "title": "CV", "document": { "basics": { "image": format!("https://site.example{}", url.as_str().unwrap()) } } });
    site.admin.post("/resumes", resume).await.expect(201);
    let uses = async || {
        let answer = site.admin.get(&format!("/uploads/{id}/uses")).await.expect(200);
        assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
        answer.json()["items"].as_array().unwrap().clone()
    };
    let found = uses().await;
    let mut told: Vec<String> = found
        .iter()
        .map(|it| {
            format!(
                "{} {} {} {} {}",
                it["kind"], it["place"], it["path"], it["is_published"], it["is_deleted"]
            )
        })
        .collect();
    told.sort();
    let expected = [
        r#""image" "image" "itself" true false"#,
        r#""project" "cover" "on-the-cover" false false"#,
        r#""resume" "resume" null true false"#,
        r#""section" "section" "places" true false"#,
        r#""settings" "settings" null true false"#,
        r#""story" "body" "places/in-the-text" true false"#,
    ];
    assert_eq!(told, expected);
    assert!(found.iter().any(|it| it["id"] == story["id"] && it["title"] == "In the text"));
    assert_eq!(names(&site, "unused=true").await, ["lossy.webp"]);
    let refused = site.admin.delete(&path(&shown)).await.expect_problem(409, "conflict");
    assert!(refused.to_string().contains("6 places"), "{refused}");
    site.anonymous.get(url.as_str().unwrap()).await.expect(200);
    // What is deleted could be restored, and would show a gap.
    let path_of_image = format!("/content/image/{}", image["id"].as_str().unwrap());
    site.admin.delete(&path_of_image).await.expect(204);
    let deleted = uses().await.into_iter().find(|it| it["kind"] == "image").unwrap();
    assert_eq!((&deleted["is_deleted"], &deleted["path"]), (&json!(true), &Value::Null));
    // A text that changes is read again.
    let path_of_story = format!("/content/story/{}", story["id"].as_str().unwrap());
    site.admin.put(&path_of_story, json!({ "body": "<p>no picture</p>" })).await.expect(200);
    assert!(uses().await.iter().all(|it| it["kind"] != "story"));
    site.admin.delete(&format!("{}?force=true", path(&shown))).await.expect(204);
    site.admin.get(&format!("/uploads/{id}/uses")).await.expect_problem(404, "not-found");
    site.admin.delete(&path(&spare)).await.expect(204);
    expect_files(&site, 0, "both are gone").await;
    for client in [&site.member, &site.anonymous] {
        assert!(
            [401, 403].contains(&client.get(&format!("/uploads/{id}/uses")).await.status.as_u16())
        );
    }
}

#[tokio::test]
async fn the_list_can_be_narrowed_by_words_and_by_what_is_missing() {
    let site = Site::start().await;
    let form =
        |name: &str, alt: &str| Form::default().file(name, &picture("lossy.webp")).text("alt", alt);
    site.admin.post_form("/uploads", form("harbour.webp", "Boats at NIGHT")).await.expect(201);
    let bare = send(&site.admin, "Market.webp", &picture("lossy.webp")).await.expect(201).json();
    site.admin
        .post_form("/uploads", Form::default().file("clip.mp4", &mp4(1000)))
        .await
        .expect(201);
    assert_eq!(names(&site, "missing_alt=true").await, ["market.webp"]);
    assert_eq!(names(&site, "kind=video").await, ["clip.mp4"]);
    // All were made at the same moment, so their order is that of their ids.
    let mut pictures = names(&site, "kind=image").await;
    pictures.sort();
    assert_eq!(pictures, ["harbour.webp", "market.webp"]);
    assert_eq!(site.admin.get("/uploads?kind=song").await.expect_invalid(), ["kind"]);
    assert_eq!(names(&site, "q=night").await, ["harbour.webp"]);
    assert_eq!(names(&site, "q=MARKET").await, ["market.webp"]);
    assert_eq!(names(&site, "q=market&missing_alt=true&unused=true").await, ["market.webp"]);
    assert_eq!(names(&site, "q=nothing").await, Vec::<String>::new());
    assert_eq!(names(&site, "q=").await.len(), 3);
    site.admin
        .put(&path(&bare), json!({ "alt": "Stalls", "caption": "On a Tuesday" }))
        .await
        .expect(200);
    assert_eq!(names(&site, "missing_alt=true").await, Vec::<String>::new());
    assert_eq!(names(&site, "q=tuesday").await, ["market.webp"]);
    let long = "x".repeat(201);
    assert_eq!(site.admin.get(&format!("/uploads?q={long}")).await.expect_invalid(), ["q"]);
    assert_eq!(site.admin.get("/uploads?unused=perhaps").await.expect_invalid(), ["unused"]);
    let second = site.admin.get("/uploads?unused=true&limit=1&offset=1").await.expect(200).json();
    assert_eq!((&second["total"], second["items"].as_array().unwrap().len()), (&json!(3), 1));
}

#[tokio::test]
async fn a_replaced_picture_is_another_one_everywhere_at_once_and_old_addresses_lead_to_it() {
    let site = Site::start().await;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let section = json!({ "title": "Notes", "display_type": "card-grid", "is_published": true });
    let section = site.admin.post("/sections", section).await.expect(201).json();
    let body = format!("<p>Words.</p>{}", made["markup"].as_str().unwrap());
    let story =
        json!({ "title": "Sea", "body": body, "section_id": section["id"], "is_published": true });
    site.admin.post("/content/story", story).await.expect(201);
    site.admin.put(&path(&made), json!({ "alt": "The sea", "focal_x": 10 })).await.expect(200);
    let old = made["url"].as_str().unwrap();
    let addresses = ["/notes", "/notes/sea", "/feed.xml"];
    for address in addresses {
        assert!(page(&site, address).await.contains(old), "{address}");
    }
    let stale = replace(&site.admin, &made, "grey.jpg", &[("if-match", "\"v1\"")]).await;
    stale.expect_problem(409, "stale");
    let replaced =
        replace(&site.admin, &made, "grey.jpg", &[("if-match", "\"v2\"")]).await.expect(200);
    assert!(replaced.header("etag").unwrap().starts_with("\"v3-"));
    let replaced = replaced.json();
    assert_eq!((&replaced["id"], &replaced["alt"]), (&made["id"], &json!("The sea")));
    assert_ne!(replaced["url"], made["url"]);
    assert_ne!((&replaced["width"], &replaced["height"]), (&made["width"], &made["height"]));
    assert_eq!(replaced["focal_x"], 50.0, "a point of another picture means nothing here");
    let new = replaced["url"].as_str().unwrap();
    let file = site.anonymous.get(new).await.expect(200);
    assert_eq!(file.header("cache-control"), Some("public, max-age=31536000, immutable"));
    // No page hands out an address that a browser may have kept.
    for address in addresses {
        let shown = page(&site, address).await;
        assert!(shown.contains(new), "{address}");
        for variant in made["variants"].as_array().unwrap() {
            assert!(!shown.contains(variant["url"].as_str().unwrap()), "{address}");
        }
    }
    let widths: Vec<_> =
        replaced["variants"].as_array().unwrap().iter().map(|it| it["url"].clone()).collect();
    for variant in made["variants"].as_array().unwrap() {
        let led = site.anonymous.get(variant["url"].as_str().unwrap()).await.expect(302);
        assert_eq!(led.header("cache-control"), Some("no-cache"));
        let to = led.header("location").unwrap().to_owned();
        assert!(widths.contains(&json!(to)), "{to}");
        site.anonymous.get(&to).await.expect(200);
    }
    // Only what the record names is there, and it can be made again from its original.
    let files = stored(&site).await;
    assert_eq!(files.len(), widths.len() + 1, "{files:?}");
    site.app.media.rebuild(made["id"].as_str().unwrap().parse().unwrap()).await.unwrap();
    assert_eq!(stored(&site).await, files);
    // Once more, with the same name, and back.
    let third = replace(&site.admin, &made, "grey.jpg", &[]).await.expect(200).json();
    assert_ne!(third["url"], replaced["url"]);
    for earlier in [old, new] {
        let led = site.anonymous.get(earlier).await.expect(302);
        assert_eq!(led.header("location"), third["url"].as_str());
    }
    assert!(page(&site, "/notes/sea").await.contains(third["url"].as_str().unwrap()));
    site.admin.delete(&format!("{}?force=true", path(&made))).await.expect(204);
    expect_files(&site, 0, "the marked original goes, too").await;
    site.anonymous.get(old).await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn a_replacement_that_fails_changes_nothing_and_leaves_nothing() {
    let site = Site::start().await;
    let made = upload(&site, "grey.jpg").await;
    let files = stored(&site).await;
    let target = format!("{}/file", path(&made));
    let put = async |form: Form| {
        let headers = [("content-type", Form::CONTENT_TYPE)];
        site.admin.send("PUT", &target, &headers, Some(form.into_bytes())).await
    };
    put(Form::default().file("x.svg", b"<svg/>")).await.expect_problem(415, "unsupported-media");
    put(Form::default().file("x.mp4", &mp4(100))).await.expect_problem(415, "unsupported-media");
    assert_eq!(put(Form::default().text("alt", "x")).await.expect_invalid(), ["file"]);
    let broken = &picture("grey.jpg")[..200];
    assert_eq!(put(Form::default().file("x.jpg", broken)).await.expect_invalid(), ["file"]);
    let huge = vec![0xff; 6 * 1024 * 1024];
    let answer = put(Form::default().file("x.jpg", &huge)).await.status.as_u16();
    assert!([413, 415].contains(&answer), "{answer}");
    assert_eq!(stored(&site).await, files);
    assert_eq!(site.admin.get(&path(&made)).await.expect(200).json(), made);
    let video =
        site.admin.post_form("/uploads", Form::default().file("clip.mp4", &mp4(1000))).await;
    let video = video.expect(201).json();
    let refused = replace(&site.admin, &video, "grey.jpg", &[]).await;
    assert_eq!(refused.expect_invalid(), ["file"]);
    let unknown = json!({ "id": "01939b1e-7c00-7abc-8def-0123456789ab" });
    replace(&site.admin, &unknown, "grey.jpg", &[]).await.expect_problem(404, "not-found");
    replace(&site.member, &made, "grey.jpg", &[]).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn of_many_replacements_and_a_deletion_at_once_nothing_is_left_over() {
    let site = Arc::new(Site::start().await);
    let made = upload(&site, "lossy.webp").await;
    let replacing = (0..4).map(|_| {
        let (site, made) = (site.clone(), made.clone());
        tokio::spawn(
            async move { replace(&site.admin, &made, "grey.jpg", &[]).await.status.as_u16() },
        )
    });
    for replaced in replacing.collect::<Vec<_>>() {
        let status = replaced.await.unwrap();
        assert!([200, 503].contains(&status), "{status}");
    }
    let now = site.admin.get(&path(&made)).await.expect(200).json();
    let files = now["variants"].as_array().unwrap().len() + 1;
    expect_files(&site, files, "those of the last one").await;
    let (other, target) = (site.clone(), made.clone());
    let replacing =
        tokio::spawn(async move { replace(&other.admin, &target, "grey.jpg", &[]).await.status });
    site.admin.delete(&path(&made)).await.expect(204);
    let status = replacing.await.unwrap().as_u16();
    assert!([200, 404].contains(&status), "{status}");
    expect_files(&site, 0, "nothing is left").await;
}

#[tokio::test]
async fn crops_of_lists_keep_the_focal_point_in_sight_without_a_style_in_the_markup() {
    let site = Site::start().await;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let section = json!({ "title": "Work", "display_type": "card-grid", "is_published": true });
    let section = site.admin.post("/sections", section).await.expect(201).json();
    let project = json!({ "title": "Kiln", "image_url": made["url"], "section_id": section["id"], "is_published": true });
    site.admin.post("/content/project", project).await.expect(201);
    assert!(page(&site, "/work").await.contains("class=\"u-photo photo\""));
    site.admin.put(&path(&made), json!({ "focal_x": 12, "focal_y": 93 })).await.expect(200);
    let shown = page(&site, "/work").await;
    assert!(shown.contains("class=\"u-photo photo fx10 fy95\""), "{shown}");
    assert!(shown.contains("class=\"placeholder fx10 fy95\"") && !shown.contains(" style=\""));
}

/// Another process over the same database hears of it.
#[tokio::test]
async fn another_node_shows_the_new_picture_too() {
    let site = Site::start().await;
    let made = upload(&site, "phone-p3-exif6.jpg").await;
    let story = json!({ "title": "Sea", "body": made["markup"], "is_published": true });
    site.admin.post("/content/story", story).await.expect(201);
    let config = crate::site::at_home(crate::site::configure(&[]), &site.database);
    let other = folia::app::App::new(site.app.store.clone(), &config).await.unwrap();
    other.start_background();
    let reader = Client::new(other.http_service(), site.contract.clone());
    let seen = async || {
        let answer = reader.get_with("/sea", &[HTML]).await.expect(200);
        String::from_utf8(answer.body.to_vec()).unwrap()
    };
    assert!(seen().await.contains(made["url"].as_str().unwrap()));
    let replaced = replace(&site.admin, &made, "grey.jpg", &[]).await.expect(200).json();
    for _ in 0..600 {
        if seen().await.contains(replaced["url"].as_str().unwrap()) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the other node still shows the old picture");
}
