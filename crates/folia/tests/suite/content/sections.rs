use serde_json::{Value, json};

use crate::site::Site;

pub(crate) async fn section(site: &Site, title: &str, parent: Option<&str>) -> String {
    let body = json!({ "title": title, "parent_id": parent, "is_published": true });
    let created = site.admin.post("/sections", body).await.expect(201).json();
    created["id"].as_str().unwrap().to_owned()
}

fn titles(list: &Value) -> Vec<String> {
    let items = list["items"].as_array().unwrap();
    items.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_new_section_has_the_documented_defaults() {
    let site = Site::start().await;
    let answer = site.admin.post("/sections", json!({ "title": "Über uns" })).await.expect(201);
    let created = answer.json();
    let expected = json!({
        "id": created["id"], "title": "Über uns", "icon": "", "slug": "uber-uns",
        "path": "uber-uns", "description": null, "image_url": null, "display_type": "feed",
        "nav_visibility": "hidden", "is_published": false, "sort_order": 1.0, "parent_id": null,
        "depth": 0, "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
    });
    assert_eq!(created, expected);
    let second = site.admin.post("/sections", json!({ "title": "Über uns" })).await.json();
    assert_eq!((&second["slug"], &second["sort_order"]), (&json!("uber-uns-2"), &json!(2.0)));
}

#[tokio::test]
async fn paths_follow_the_ancestors() {
    let site = Site::start().await;
    let a = section(&site, "A", None).await;
    let b = section(&site, "B", Some(&a)).await;
    let c = site.anonymous.get(&format!("/sections/{b}")).await.expect(200).json();
    assert_eq!((&c["path"], &c["depth"]), (&json!("a/b"), &json!(1)));
    site.admin.put(&format!("/sections/{a}"), json!({ "slug": "z" })).await.expect(200);
    let c = site.anonymous.get(&format!("/sections/{b}")).await.json();
    assert_eq!(c["path"], "z/b");
}

#[tokio::test]
async fn sections_are_listed_by_depth_order_and_title() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    section(&site, "deep", Some(&a)).await;
    for (title, order) in [("c", 0.5), ("B", 7.0), ("A", 7.0)] {
        let body = json!({ "title": title, "sort_order": order, "is_published": true, "nav_visibility": "main" });
        site.admin.post("/sections", body).await.expect(201);
    }
    let list = site.anonymous.get("/sections").await.expect(200).json();
    assert_eq!(titles(&list), ["c", "a", "A", "B", "deep"]);
    assert_eq!((&list["limit"], &list["total"]), (&json!(100), &json!(5)));
    let main = site.anonymous.get("/sections?nav_visibility=main&limit=2").await.json();
    assert_eq!((titles(&main), &main["total"]), (vec!["c".into(), "A".into()], &json!(3)));
    let top = site.anonymous.get("/sections?parent_id=root").await.json();
    assert_eq!(top["total"], 4);
    let below = site.anonymous.get(&format!("/sections?parent_id={a}")).await.json();
    assert_eq!(titles(&below), ["deep"]);
    assert_eq!(site.anonymous.get("/sections?parent_id=nonsense").await.json()["total"], 0);
    site.anonymous.get("/sections?nav_visibility=loud").await.expect_invalid();
    let navigation = site.anonymous.get("/api/sections/navigation").await.expect(200);
    assert_eq!(
        navigation.header("cache-control"),
        Some("public, max-age=300, stale-while-revalidate=600")
    );
    assert_eq!(navigation.json()["total"], 3);
}

#[tokio::test]
async fn a_slug_leads_to_the_section_nearest_to_the_top() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    let deep = section(&site, "same", Some(&a)).await;
    let found = site.anonymous.get("/sections/slug/SAME").await.expect(200).json();
    assert_eq!(found["id"], json!(deep));
    let top = section(&site, "same", None).await;
    let found = site.anonymous.get("/sections/slug/same").await.json();
    assert_eq!(found["id"], json!(top));
    site.anonymous.get("/sections/slug/other").await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn bad_sections_are_refused_by_name_and_nothing_is_stored() {
    let site = Site::start().await;
    let missing = "01939b1e-7c00-7abc-8def-0123456789ab";
    let long = "x".repeat(8000);
    for (field, value) in [
        ("title", json!("")),
        ("title", json!(long)),
        ("title", json!(null)),
        ("slug", json!("a/b")),
        ("slug", json!("..")),
        ("slug", json!("x".repeat(81))),
        ("slug", json!("api")),
        ("slug", json!("sections")),
        ("parent_id", json!(missing)),
        ("parent_id", json!("nonsense")),
        ("display_type", json!("wall")),
        ("nav_visibility", json!(1)),
        ("sort_order", json!("1")),
        ("image_url", json!("javascript:alert(1)")),
        ("image_url", json!("mailto:a@b.c")),
        ("icon", json!(long)),
        ("description", json!(long)),
    ] {
        let mut body = json!({ "title": "x" });
        body[field] = value.clone();
        let fields = site.admin.post("/sections", body).await.expect_invalid();
        assert_eq!(fields, [field], "{value:.50}");
    }
    assert_eq!(site.admin.get("/sections?include_unpublished=true").await.json()["total"], 0);
    let old_client = json!({ "title": "x", "content_type": "story", "unknown": 1 });
    site.admin.post("/sections", old_client).await.expect(201);
    site.admin
        .post("/sections", json!({ "title": "y", "slug": "x" }))
        .await
        .expect_problem(409, "taken");
}

#[tokio::test]
async fn a_deleted_section_hides_everything_below_and_comes_back_whole() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    let b = section(&site, "b", Some(&a)).await;
    let story = json!({ "title": "s", "section_id": b, "is_published": true });
    site.admin.post("/content/story", story).await.expect(201);
    site.admin.delete(&format!("/sections/{a}")).await.expect(204);
    for path in ["a", "a/b", "a/b/s"] {
        let path = format!("/sections/resolve-path/{path}");
        site.admin.get(&path).await.expect_problem(404, "not-found");
    }
    for id in [&a, &b] {
        site.admin.get(&format!("/sections/{id}")).await.expect_problem(404, "not-found");
    }
    let all = "/sections?include_unpublished=true";
    assert_eq!(site.admin.get(all).await.json()["total"], 0);
    assert_eq!(site.admin.get("/content/story?include_unpublished=true").await.json()["total"], 0);
    let deleted = site.admin.get(&format!("{all}&include_deleted=true")).await.json();
    assert_eq!(deleted["total"], 2);
    assert!(deleted["items"][0]["deleted_at"].is_string());
    let member = site.member.get(&format!("{all}&include_deleted=true")).await.json();
    assert_eq!(member["total"], 0);
    site.admin.delete(&format!("/sections/{a}")).await.expect_problem(404, "not-found");

    site.admin.post(&format!("/sections/{a}/restore"), json!({})).await.expect(200);
    for path in ["a", "a/b", "a/b/s"] {
        site.anonymous.get(&format!("/sections/resolve-path/{path}")).await.expect(200);
    }
    let again = site.admin.post(&format!("/sections/{a}/restore"), json!({})).await;
    again.expect_problem(404, "not-found");
}

#[tokio::test]
async fn a_section_cannot_come_back_to_a_place_that_is_taken() {
    let site = Site::start().await;
    let first = section(&site, "a", None).await;
    site.admin.delete(&format!("/sections/{first}")).await.expect(204);
    let second = section(&site, "a", None).await;
    let refused = site.admin.post(&format!("/sections/{first}/restore"), json!({})).await;
    refused.expect_problem(409, "taken");
    let found = site.anonymous.get("/sections/resolve-path/a").await.json();
    assert_eq!(found["section"]["id"], json!(second));
    site.admin.put(&format!("/sections/{second}"), json!({ "slug": "b" })).await.expect(200);
    site.admin.post(&format!("/sections/{first}/restore"), json!({})).await.expect(200);
    let found = site.anonymous.get("/sections/resolve-path/a").await.expect(200).json();
    assert_eq!(found["section"]["id"], json!(first));
}

#[tokio::test]
async fn there_is_always_room_between_two_siblings() {
    let site = Site::start().await;
    let (low, high) = (section(&site, "low", None).await, section(&site, "high", None).await);
    let mut movers = [section(&site, "m0", None).await, section(&site, "m1", None).await];
    let order = |id: String| {
        let client = site.anonymous.clone();
        async move {
            client.get(&format!("/sections/{id}")).await.json()["sort_order"].as_f64().unwrap()
        }
    };
    let mut below = low;
    for _ in 0..120 {
        let mover = movers[0].clone();
        let middle = f64::midpoint(order(below.clone()).await, order(high.clone()).await);
        site.admin
            .put(&format!("/sections/{mover}"), json!({ "sort_order": middle }))
            .await
            .expect(200);
        let (b, m, h) =
            (order(below.clone()).await, order(mover.clone()).await, order(high.clone()).await);
        assert!(b < m && m < h, "{b} < {m} < {h}");
        below = mover;
        movers.swap(0, 1);
    }
}

#[tokio::test]
async fn very_deep_trees_end_at_a_stated_limit() {
    let site = Site::start().await;
    let mut parent: Option<String> = None;
    for level in 0..300 {
        let body = json!({ "title": "d", "parent_id": parent, "is_published": true });
        let answer = site.admin.post("/sections", body).await;
        if answer.status == 422 {
            assert_eq!(level, 256);
            let problem = answer.expect_problem(422, "invalid");
            assert!(problem["errors"][0]["message"].as_str().unwrap().contains("256"));
            let path = vec!["d"; 256].join("/");
            let found = site.anonymous.get(&format!("/sections/resolve-path/{path}")).await;
            assert_eq!(found.expect(200).json()["breadcrumbs"].as_array().unwrap().len(), 256);
            return;
        }
        parent = answer.expect(201).json()["id"].as_str().map(str::to_owned);
    }
    panic!("no limit was stated");
}

#[tokio::test]
async fn administrators_are_told_how_much_is_in_each_section() {
    let site = Site::start().await;
    let (writing, empty) =
        (section(&site, "Writing", None).await, section(&site, "Empty", None).await);
    let deep = section(&site, "Deep", Some(&writing)).await;
    for (section, published) in [(&writing, true), (&writing, false), (&deep, true)] {
        let story = json!({ "title": "A story", "section_id": section, "is_published": published });
        site.admin.post("/content/story", story).await.expect(201);
    }
    let page = json!({ "title": "A page", "section_id": writing });
    let page = site.admin.post("/content/page", page).await.expect(201).json();
    let counted = json!([{ "id": writing, "content": 3 }, { "id": deep, "content": 1 }]);
    let first = site.admin.get("/sections/counts").await.expect(200);
    assert_eq!(first.json()["items"], counted, "{empty} is empty");
    let tag = first.header("etag").expect("it can be kept").to_owned();
    let again = [("if-none-match", tag.as_str())];
    site.admin.get_with("/sections/counts", &again).await.expect(304);
    let path = format!("/content/page/{}", page["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    let after = site.admin.get_with("/sections/counts", &again).await.expect(200).json();
    assert_eq!(after["items"][0]["content"], 2);
    site.anonymous.get("/sections/counts").await.expect(401);
    site.member.get("/sections/counts").await.expect(403);
}
