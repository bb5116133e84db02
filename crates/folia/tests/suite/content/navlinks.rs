use serde_json::{Value, json};

use crate::site::Site;

async fn create(site: &Site, body: Value) -> Value {
    site.admin.post("/navlinks", body).await.expect(201).json()
}

fn titles(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|link| link["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_new_link_is_read_back_by_anybody() {
    let site = Site::start().await;
    let body = json!({ "title": "About", "url": "/about", "icon": "info", "new_tab": true });
    let created = site.admin.post("/navlinks", body).await.expect(201);
    let link = created.json();
    let location = created.header("location").unwrap();
    assert_eq!(location, format!("/navlinks/{}", link["id"].as_str().unwrap()));
    assert_eq!(link["created_at"], "2026-01-01T00:00:00Z");
    assert_eq!(link["sort_order"], 1.0);

    let read = site.anonymous.get(location).await.expect(200);
    assert_eq!(read.json(), link);
    assert_eq!(read.header("etag"), created.header("etag"));
    let list = site.anonymous.get("/api/navlinks").await.expect(200).json();
    assert_eq!(list, json!({ "items": [link], "total": 1, "limit": 20, "offset": 0 }));
}

#[tokio::test]
async fn links_are_listed_in_their_order_and_by_page() {
    let site = Site::start().await;
    for (title, order) in [("c", 3.0), ("a", 1.0), ("b2", 2.5), ("b1", 2.5)] {
        create(&site, json!({ "title": title, "url": "/", "sort_order": order })).await;
    }
    let last = create(&site, json!({ "title": "last", "url": "/" })).await;
    assert_eq!(last["sort_order"], 4.0);
    let list = site.anonymous.get("/navlinks").await.json();
    assert_eq!(titles(&list), ["a", "b1", "b2", "c", "last"]);
    let page = site.anonymous.get("/navlinks?limit=2&offset=1").await.json();
    assert_eq!(titles(&page), ["b1", "b2"]);
    assert_eq!(
        (&page["total"], &page["limit"], &page["offset"]),
        (&json!(5), &json!(2), &json!(1))
    );
    let beyond = site.anonymous.get("/navlinks?limit=9999&offset=99").await.json();
    assert_eq!((titles(&beyond).len(), &beyond["limit"]), (0, &json!(500)));
}

#[tokio::test]
async fn a_change_touches_only_what_it_names() {
    let site = Site::start().await;
    let link = create(&site, json!({ "title": "Old", "url": "/old", "icon": "star" })).await;
    let path = format!("/navlinks/{}", link["id"].as_str().unwrap());
    site.clock.advance(std::time::Duration::from_secs(60));
    let body = json!({ "title": "New", "id": "x", "created_at": "1999-01-01T00:00:00Z" });
    let changed = site.admin.put(&path, body).await.expect(200).json();
    let mut expected = link.clone();
    expected["title"] = json!("New");
    expected["updated_at"] = json!("2026-01-01T00:01:00Z");
    assert_eq!(changed, expected);
    assert_eq!(site.anonymous.get(&path).await.json(), expected);
}

#[tokio::test]
async fn a_deleted_link_is_gone_for_good() {
    let site = Site::start().await;
    let link = create(&site, json!({ "title": "Gone", "url": "/gone" })).await;
    let path = format!("/navlinks/{}", link["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    site.anonymous.get(&path).await.expect_problem(404, "not-found");
    site.admin.delete(&path).await.expect_problem(404, "not-found");
    site.admin.put(&path, json!({ "title": "x" })).await.expect_problem(404, "not-found");
    assert_eq!(site.anonymous.get("/navlinks").await.json()["total"], 0);
}

#[tokio::test]
async fn bad_values_are_refused_by_name_and_nothing_is_stored() {
    let site = Site::start().await;
    let good = json!({ "title": "x", "url": "/x" });
    let long = "x".repeat(101);
    for (field, value) in [
        ("title", json!("")),
        ("title", json!("   ")),
        ("title", json!(long)),
        ("title", json!("two\nlines")),
        ("title", json!("nul\u{0}")),
        ("title", json!(7)),
        ("url", json!("")),
        ("url", json!("javascript:alert(1)")),
        ("url", json!("//evil")),
        ("url", json!(["/"])),
        ("icon", json!(long)),
        ("sort_order", json!("first")),
        ("new_tab", json!("yes")),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        let fields = site.admin.post("/navlinks", body).await.expect_invalid();
        assert_eq!(fields, [field], "{value}");
    }
    let missing = site.admin.post("/navlinks", json!({})).await.expect_invalid();
    assert_eq!(missing, ["title", "url"]);
    assert_eq!(site.anonymous.get("/navlinks").await.json()["total"], 0);
    let hundred = json!({ "title": "é".repeat(100), "url": "/" });
    site.admin.post("/navlinks", hundred).await.expect(201);
}

#[tokio::test]
async fn a_stale_change_is_refused_and_a_fresh_one_is_not() {
    let site = Site::start().await;
    let created = site.admin.post("/navlinks", json!({ "title": "a", "url": "/" })).await;
    let path = created.header("location").unwrap().to_owned();
    let first = created.header("etag").unwrap().to_owned();
    let fresh = [("if-match", first.as_str())];
    site.admin.put_with(&path, &fresh, json!({ "title": "b" })).await.expect(200);
    let stale = site.admin.put_with(&path, &fresh, json!({ "title": "c" })).await;
    stale.expect_problem(409, "stale");
    site.admin.send("DELETE", &path, &fresh, None).await.expect_problem(409, "stale");
    assert_eq!(site.anonymous.get(&path).await.json()["title"], "b");
}

#[tokio::test]
async fn of_a_hundred_changes_to_one_version_exactly_one_wins() {
    let site = Site::start().await;
    let created = site.admin.post("/navlinks", json!({ "title": "a", "url": "/" })).await;
    let path = created.header("location").unwrap().to_owned();
    let tag = created.header("etag").unwrap().to_owned();
    let changes = (0..100).map(|number| {
        let (client, path, tag) = (site.admin.clone(), path.clone(), tag.clone());
        tokio::spawn(async move {
            let body = json!({ "title": format!("t{number}"), "icon": format!("t{number}") });
            client.put_with(&path, &[("if-match", &tag)], body).await.status.as_u16()
        })
    });
    let mut statuses = Vec::new();
    for change in changes.collect::<Vec<_>>() {
        statuses.push(change.await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 99);
    let link = site.anonymous.get(&path).await.json();
    assert_eq!(link["title"], link["icon"]);
}

#[tokio::test]
async fn unconditional_changes_all_succeed_and_do_not_mix() {
    let site = Site::start().await;
    let created = site.admin.post("/navlinks", json!({ "title": "a", "url": "/" })).await;
    let path = created.header("location").unwrap().to_owned();
    let changes = (0..50).map(|number| {
        let (client, path) = (site.admin.clone(), path.clone());
        tokio::spawn(async move {
            let body = json!({ "title": format!("t{number}"), "icon": format!("t{number}") });
            client.put(&path, body).await.expect(200);
        })
    });
    for change in changes.collect::<Vec<_>>() {
        change.await.unwrap();
    }
    let link = site.anonymous.get(&path).await.json();
    assert_eq!(link["title"], link["icon"]);
}

#[tokio::test]
async fn a_reader_that_knows_the_answer_gets_304() {
    let site = Site::start().await;
    let link = create(&site, json!({ "title": "a", "url": "/" })).await;
    let path = format!("/navlinks/{}", link["id"].as_str().unwrap());
    for target in ["/navlinks", "/navlinks?limit=3", path.as_str()] {
        let tag = site.anonymous.get(target).await.header("etag").unwrap().to_owned();
        let known = site.anonymous.get_with(target, &[("if-none-match", &tag)]).await.expect(304);
        assert!(known.body.is_empty());
        assert_eq!(known.header("etag"), Some(tag.as_str()));
        site.admin.put(&path, json!({ "icon": target })).await.expect(200);
        site.anonymous.get_with(target, &[("if-none-match", &tag)]).await.expect(200);
    }
}

#[tokio::test]
async fn a_second_node_sees_the_change_of_the_first() {
    let site = Site::start().await;
    let store = folia::app::open_store(&site.database.location, store::Options::default());
    let other = content::navlinks::NavLinks::open(store.await.unwrap()).await.unwrap();
    tokio::spawn(other.clone().follow());
    create(&site, json!({ "title": "seen", "url": "/" })).await;
    for _ in 0..100 {
        if other.len() == 1 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the other node never saw the new link");
}
