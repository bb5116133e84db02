use serde_json::json;

use super::{HTML, item, look, page, section, text};
use crate::site::Site;

#[tokio::test]
async fn a_page_that_did_not_change_is_not_sent_again() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Plates", json!({})).await;
    let paths = ["/", "/writing", "/writing/plates", "/feed.xml", "/sitemap.xml", "/tags"];
    // The last one is very short.
    for path in paths.into_iter().chain(["/robots.txt"]) {
        let mut tags = std::collections::HashSet::new();
        for encoding in ["br", "gzip", "identity"] {
            let ask = [HTML, ("accept-encoding", encoding)];
            let first = site.anonymous.get_with(path, &ask).await.expect(200);
            let encoded = first.header("content-encoding").unwrap_or("identity");
            assert_eq!(encoded, encoding, "{path}");
            assert!(first.header("vary").is_some(), "{path}");
            assert_eq!(first.header("cache-control"), Some("public, no-cache"), "{path}");
            let tag = first.header("etag").expect("a page has a tag").to_owned();
            assert!(!tag.starts_with("W/"), "{tag}");
            let again = [HTML, ("accept-encoding", encoding), ("if-none-match", &tag)];
            let second = site.anonymous.get_with(path, &again).await.expect(304);
            assert!(second.body.is_empty() && second.header("etag") == Some(&tag), "{path}");
            let other = [HTML, ("accept-encoding", encoding), ("if-none-match", "\"other\"")];
            site.anonymous.get_with(path, &other).await.expect(200);
            tags.insert(tag);
        }
        assert_eq!(tags.len(), 3, "{path}: a strong tag stands for one sequence of bytes");
    }
}

#[tokio::test]
async fn every_change_is_seen_at_once() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let story = item(&site, "story", &writing, "First title", json!({})).await;
    let path = format!("/content/story/{}", story["id"].as_str().unwrap());
    assert!(page(&site.anonymous, "/writing/first-title").await.contains("First title"));
    site.admin.put(&path, json!({ "title": "Second title" })).await.expect(200);
    assert!(page(&site.anonymous, "/writing/first-title").await.contains("Second title"));
    assert!(page(&site.anonymous, "/writing").await.contains("Second title"));
    site.admin.put("/settings", json!({ "title": "Renamed site" })).await.expect(200);
    assert!(page(&site.anonymous, "/writing").await.contains("Renamed site"));
    let link = json!({ "title": "New menu entry", "url": "https://example.org" });
    site.admin.post("/navlinks", link).await.expect(201);
    assert!(page(&site.anonymous, "/writing").await.contains("New menu entry"));
    site.admin.put(&path, json!({ "is_published": false })).await.expect(200);
    look(&site.anonymous, "/writing/first-title").await.expect(404);
    site.admin.delete(&path).await.expect(204);
    assert!(!page(&site.anonymous, "/writing").await.contains("Second title"));
}

#[tokio::test]
async fn a_page_that_is_read_while_it_moves_is_not_kept_where_it_was() {
    let site = Site::start().await;
    let moving = section(&site, "First", json!({})).await;
    let path = format!("/sections/{}", moving["id"].as_str().unwrap());
    let read = || async {
        loop {
            look(&site.anonymous, "/first").await;
            look(&site.anonymous, "/second").await;
            // Answers from memory keep nobody waiting, and the move has to get its turn.
            tokio::task::yield_now().await;
        }
    };
    let to_and_fro = async {
        let (mut here, mut there) = ("first", "second");
        for _ in 0..20 {
            site.admin.put(&path, json!({ "slug": there })).await.expect(200);
            look(&site.anonymous, &format!("/{there}")).await.expect(200);
            look(&site.anonymous, &format!("/{here}")).await.expect(301);
            std::mem::swap(&mut here, &mut there);
        }
    };
    tokio::select! {
        () = to_and_fro => {}
        ((), (), ()) = futures_util::future::join3(read(), read(), read()) => {}
    }
}

#[tokio::test]
async fn what_is_kept_for_another_address_is_found_at_no_address_of_its_own() {
    let site = Site::start().await;
    section(&site, "Writing", json!({})).await;
    let first = page(&site.anonymous, "/writing").await;
    assert_eq!(page(&site.anonymous, "/writing?page=1").await, first);
    for odd in ["/writing%3Fpage=1", "/resume@1", "/resume.json@1", "/writing@", "/Writing%20"] {
        look(&site.anonymous, odd).await.expect(404);
    }
}

#[tokio::test]
async fn pages_allow_no_code_but_files_of_this_site() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Plates", json!({})).await;
    for path in ["/", "/writing", "/writing/plates", "/search?q=x", "/nothing", "/contact", "/auth"]
    {
        let answer = look(&site.anonymous, path).await;
        let policy = answer.header("content-security-policy").expect("a page has a policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        let shown = text(&answer);
        assert!(!shown.contains(" style=\"") && !shown.contains("<style"), "{path}");
        assert!(!shown.contains(" onclick") && !shown.contains("javascript:"), "{path}");
        assert!(shown.contains("<title>") && shown.contains("class=\"skip\""), "{path}: {shown}");
    }
}

#[tokio::test]
async fn looking_at_pages_is_counted_by_day_and_nothing_else() {
    use site::counts::PageCount;
    use store::Query;
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let story = item(&site, "story", &writing, "Plates", json!({})).await;
    for _ in 0..3 {
        page(&site.anonymous, "/writing/plates").await;
    }
    page(&site.admin, "/writing/plates").await;
    let ahead = [HTML, ("sec-purpose", "prefetch")];
    site.anonymous.get_with("/writing/plates", &ahead).await.expect(200);
    // A pointer rests on a link, a browser draws a page that nobody sees, a program looks whether it is there.
    let [purpose, pressed] = [ahead[1], ("sec-speculation-tags", "\"folia-pressed\"")];
    let others = ("sec-speculation-tags", "null, \"of-somebody-else\"");
    let drawn = ("sec-purpose", "prefetch;prerender");
    for headers in [[HTML, purpose, others], [HTML, drawn, pressed]] {
        site.anonymous.get_with("/writing/plates", &headers).await.expect(200);
    }
    site.anonymous.send("HEAD", "/writing/plates", &[HTML], None).await.expect(200);
    site.app.site.write_counts().await.expect("counts are written");
    site.clock.advance(std::time::Duration::from_secs(24 * 60 * 60));
    page(&site.anonymous, "/writing/plates").await;
    site.app.site.write_counts().await.expect("counts are written");
    // The browser will not ask again when the link that was pressed is followed.
    site.anonymous.get_with("/writing/plates", &[HTML, purpose, pressed]).await.expect(200);
    site.app.site.write_counts().await.expect("counts are written");
    let counts = site.app.store.list::<PageCount>(Query::all().ascending("day")).await.unwrap();
    let counts: Vec<_> = counts.into_iter().map(|stored| stored.document).collect();
    assert_eq!(counts.iter().map(|count| count.count).collect::<Vec<_>>(), [3, 2]);
    assert!(counts.iter().all(|count| count.page == story["id"].as_str().unwrap()));
    site.clock.advance(std::time::Duration::from_secs(366 * 24 * 60 * 60));
    assert_eq!(site.app.store.list::<PageCount>(Query::all()).await.unwrap().len(), 0);
}
