use serde_json::{Value, json};

use crate::content::sections::section;
use crate::site::Site;

async fn create(site: &Site, kind: &str, body: Value) -> Value {
    site.admin.post(&format!("/content/{kind}"), body).await.expect(201).json()
}

fn titles(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_item_is_stored_sanitised_with_summary_and_image_derived() {
    let site = Site::start().await;
    let body = "<p>5 &lt; 6 &amp;amp; <b>x</b></p><script>SECRET</script><style>p{}</style>\
                <img src=\"javascript:1\"><img src=\"/media/ok.webp\">";
    let item = create(&site, "story", json!({ "title": "T", "body": body })).await;
    let stored = item["body"].as_str().unwrap();
    assert!(!stored.contains("SECRET") && !stored.contains("javascript"), "{stored}");
    assert_eq!(item["summary"], "5 < 6 &amp; x");
    assert_eq!(item["image_url"], "/media/ok.webp");
    let path = format!("/content/story/{}", item["id"].as_str().unwrap());
    assert_eq!(site.admin.get(&path).await.expect(200).json(), item);
    let again = site.admin.put(&path, json!({ "body": stored })).await.expect(200).json();
    assert_eq!(again["body"], item["body"]);

    let given = json!({ "summary": "mine", "image_url": "/other.webp" });
    let changed = site.admin.put(&path, given).await.expect(200).json();
    assert_eq!(
        (&changed["summary"], &changed["image_url"]),
        (&json!("mine"), &json!("/other.webp"))
    );
    let changed = site.admin.put(&path, json!({ "body": "<p>new</p>" })).await.json();
    assert_eq!(changed["summary"], "mine");
    let changed = site.admin.put(&path, json!({ "summary": null, "image_url": "" })).await.json();
    assert_eq!((&changed["summary"], &changed["image_url"]), (&json!("new"), &json!(null)));
}

#[tokio::test]
async fn each_type_has_its_own_fields() {
    let site = Site::start().await;
    let project = json!({
        "title": "P", "technologies": ["Rust", "Rust", " SQL "], "started_on": "2025-03",
        "ended_on": null, "links": [{ "title": "Code", "url": "https://example.org" }],
    });
    let project = create(&site, "project", project).await;
    assert_eq!(project["technologies"], json!(["Rust", "SQL"]));
    assert_eq!(project["started_on"], "2025-03");
    assert!(project.get("media_id").is_none());
    let image = create(&site, "image", json!({ "media_id": "m1", "caption": "c" })).await;
    assert_eq!((&image["media_id"], &image["caption"]), (&json!("m1"), &json!("c")));
    let story = create(&site, "story", json!({ "title": "S" })).await;
    assert!(story.get("technologies").is_none() && story.get("media_id").is_none());
    site.admin.post("/content/image", json!({})).await.expect_invalid();
    site.admin
        .post("/content/poem", json!({ "title": "x" }))
        .await
        .expect_problem(404, "not-found");
    site.anonymous.get("/content/poem").await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn bad_items_are_refused_by_name() {
    let site = Site::start().await;
    let many: Vec<_> = (0..51).map(|n| n.to_string()).collect();
    for (field, value) in [
        ("title", json!("")),
        ("slug", json!("a b")),
        ("section_id", json!("01939b1e-7c00-7abc-8def-0123456789ab")),
        ("summary", json!("x".repeat(281))),
        ("image_url", json!("data:text/html,x")),
        ("image_url", json!("//evil")),
        ("tags", json!(many)),
        ("tags[0]", json!([""])),
        ("technologies[1]", json!(["a", "x".repeat(61)])),
        ("links[0].url", json!([{ "title": "x", "url": "https:/\\evil" }])),
        ("started_on", json!("2026-13")),
        ("published_at", json!("yesterday")),
        ("featured", json!("yes")),
        ("body", json!("x".repeat(1_000_001))),
    ] {
        let name = field.split('[').next().unwrap();
        let mut body = json!({ "title": "x" });
        body[name] = value.clone();
        let fields = site.admin.post("/content/project", body).await.expect_invalid();
        assert_eq!(fields, [field], "{value:.50}");
    }
    assert_eq!(
        site.admin.get("/content/project?include_unpublished=true").await.json()["total"],
        0
    );
}

#[tokio::test]
async fn the_same_slug_may_be_used_once_per_type_and_section() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    let body = json!({ "title": "x", "slug": "x", "section_id": a, "is_published": true });
    create(&site, "page", body.clone()).await;
    create(&site, "story", body.clone()).await;
    site.admin.post("/content/story", body.clone()).await.expect_problem(409, "taken");
    let found = site.anonymous.get("/sections/resolve-path/a/x").await.json();
    assert_eq!(found["content_item"]["content_type"], "story");
    let x = section(&site, "x", Some(&a)).await;
    let found = site.anonymous.get("/sections/resolve-path/a/x").await.json();
    assert_eq!(found["section"]["id"], json!(x));
    let generated = create(&site, "story", json!({ "title": "x", "section_id": a })).await;
    assert_eq!(generated["slug"], "x-2");
    let at_root = create(&site, "story", json!({ "title": "Media" })).await;
    assert_eq!((&at_root["slug"], &at_root["path"]), (&json!("media-2"), &json!("media-2")));
}

#[tokio::test]
async fn publishing_sets_the_date_once() {
    let site = Site::start().await;
    let item = create(&site, "story", json!({ "title": "x" })).await;
    assert_eq!(item["published_at"], json!(null));
    let path = format!("/content/story/{}", item["id"].as_str().unwrap());
    site.clock.advance(std::time::Duration::from_secs(60));
    let published = site.admin.put(&path, json!({ "is_published": true })).await.json();
    assert_eq!(published["published_at"], "2026-01-01T00:01:00Z");
    site.clock.advance(std::time::Duration::from_secs(60));
    site.admin.put(&path, json!({ "is_published": false })).await.expect(200);
    let again = site.admin.put(&path, json!({ "is_published": true })).await.json();
    assert_eq!(again["published_at"], "2026-01-01T00:01:00Z");
}

#[tokio::test]
async fn content_is_listed_filtered_and_sorted() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    for (number, title) in ["Banana", "apple", "100% cherry"].iter().enumerate() {
        let body = json!({
            "title": title, "is_published": true, "section_id": if number == 0 { json!(a) } else { json!(null) },
            "tags": [format!("t{number}"), "all"], "featured": number == 1,
            "published_at": format!("2025-0{}-01T00:00:00Z", number + 1), "sort_order": -(number as f64),
        });
        create(&site, "story", body).await;
    }
    let list = |query: &str| {
        let (client, path) = (site.anonymous.clone(), format!("/content/story?{query}"));
        async move {
            let list = client.get(&path).await.expect(200).json();
            titles(&list).into_iter().map(str::to_owned).collect::<Vec<_>>()
        }
    };
    assert_eq!(list("").await, ["100% cherry", "apple", "Banana"]);
    assert_eq!(list("sort=published_at").await, ["Banana", "apple", "100% cherry"]);
    assert_eq!(list("sort=title").await, ["100% cherry", "apple", "Banana"]);
    assert_eq!(list("sort=sort_order&limit=2").await, ["100% cherry", "apple"]);
    assert_eq!(list(&format!("section_id={a}")).await, ["Banana"]);
    assert_eq!(list("section_id=root").await.len(), 2);
    assert_eq!(list("tag=t1").await, ["apple"]);
    assert_eq!(list("featured=true").await, ["apple"]);
    assert_eq!(list("q=BAN").await, ["Banana"]);
    assert_eq!(list("q=%25").await, ["100% cherry"]);
    for query in ["_", "%22", "*", "NEAR(", "a%22%20OR%20%22b", "\\", "%27)--"] {
        assert!(list(&format!("q={query}")).await.is_empty(), "{query}");
    }
    site.anonymous.get(&format!("/content/story?q={}", "x".repeat(201))).await.expect_invalid();
    site.anonymous.get("/content/story?sort=slug,(select%201)").await.expect_invalid();
}

#[tokio::test]
async fn children_are_sections_first_then_items_and_can_include_the_subtree() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    let b = section(&site, "b", Some(&a)).await;
    for (title, parent, order, featured) in
        [("i1", &a, 2.0, false), ("i2", &a, 1.0, true), ("deep", &b, 0.0, true)]
    {
        let body = json!({
            "title": title, "section_id": parent, "is_published": true,
            "sort_order": order, "featured": featured,
        });
        create(&site, if title == "i1" { "page" } else { "story" }, body).await;
    }
    let list = |query: &str| {
        let (client, path) = (site.anonymous.clone(), format!("/sections/{a}/children?{query}"));
        async move {
            let list = client.get(&path).await.expect(200).json();
            let found: Vec<_> = titles(&list).into_iter().map(str::to_owned).collect();
            assert!(found.len() as u64 <= list["total"].as_u64().unwrap());
            found
        }
    };
    assert_eq!(list("").await, ["b", "i2", "i1"]);
    assert_eq!(list("limit=1&offset=1").await, ["i2"]);
    assert_eq!(list("subtree=true").await, ["b", "deep", "i2", "i1"]);
    assert_eq!(list("subtree=true&sort=title").await, ["b", "deep", "i1", "i2"]);
    assert_eq!(list("subtree=true&featured_only=true").await, ["deep", "i2"]);
    assert_eq!(list("content_type=page").await, ["i1"]);
    let wrong = site.anonymous.get(&format!("/sections/{a}/children?sort=x")).await;
    assert_eq!(wrong.expect_invalid(), ["sort"]);
}

#[tokio::test]
async fn a_deleted_item_comes_back() {
    let site = Site::start().await;
    let item =
        create(&site, "story", json!({ "title": "x", "is_published": true, "body": "<p>b</p>" }))
            .await;
    let path = format!("/content/story/{}", item["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    site.admin.get(&path).await.expect_problem(404, "not-found");
    site.admin.get("/sections/resolve-path/x").await.expect_problem(404, "not-found");
    let other = create(&site, "story", json!({ "title": "x", "slug": "x" })).await;
    site.admin.post(&format!("{path}/restore"), json!({})).await.expect_problem(409, "taken");
    site.admin
        .delete(&format!("/content/story/{}", other["id"].as_str().unwrap()))
        .await
        .expect(204);
    let back = site.admin.post(&format!("{path}/restore"), json!({})).await.expect(200).json();
    assert_eq!(back["body"], "<p>b</p>");
    site.anonymous.get("/sections/resolve-path/x").await.expect(200);
}
