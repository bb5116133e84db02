use serde_json::json;

use super::{look, section};
use crate::site::Site;

async fn redirect(site: &Site, old: &str, new: &str) {
    let body = json!({ "old_path": old, "new_path": new });
    site.admin.post("/redirects", body).await.expect(201);
}

async fn location(site: &Site, path: &str) -> String {
    let answer = look(&site.anonymous, path).await.expect(301);
    answer.header("location").expect("it leads somewhere").to_owned()
}

#[tokio::test]
async fn a_redirect_works_however_its_path_was_copied() {
    let site = Site::start().await;
    for (old, new, asked, there) in [
        ("/caf%C3%A9%20menu", "/men%C3%BC", "/caf%C3%A9%20menu", "/men%C3%BC"),
        ("/straße", "/weg ende", "/stra%C3%9Fe/", "/weg%20ende"),
        ("/100%", "/50%", "/100%25", "/50%25"),
        (
            "/word",
            "https://müller.example/ü?a#b",
            "/word?q=1",
            "https://xn--mller-kva.example/%C3%BC?a&q=1#b",
        ),
        ("/place", "https://other.example/#end", "/place?q=1", "https://other.example/?q=1#end"),
    ] {
        redirect(&site, old, new).await;
        assert_eq!(location(&site, asked).await, there, "{old}");
    }
    // Encoded or not, these are no paths.
    for old in ["/a%00b", "/a%3Fb", "/a%5Cb", "/%2F", "/a%2F%2Fb"] {
        let body = json!({ "old_path": old, "new_path": "/x" });
        site.admin.post("/redirects", body).await.expect_problem(422, "invalid");
    }
}

#[tokio::test]
async fn whole_addresses_of_this_site_lead_nobody_in_circles() {
    let origin = "https://mine.example";
    let site = Site::start_with(&[("server.public_url", origin)]).await;
    section(&site, "Writing", json!({})).await;
    redirect(&site, "/a", &format!("{origin}/b")).await;
    redirect(&site, "/b", &format!("{origin}/Writing/?p=1#end")).await;
    assert_eq!(location(&site, "/a?q=2").await, "/writing?p=1&q=2#end");
    redirect(&site, "/c", &format!("{origin}/d")).await;
    redirect(&site, "/d", &format!("{origin}/c")).await;
    redirect(&site, "/e", &format!("{origin}/e")).await;
    for circle in ["/c", "/d", "/e"] {
        look(&site.anonymous, circle).await.expect(404);
    }
    // Beginning like ours is not being ours.
    redirect(&site, "/f", &format!("{origin}.evil.example/a")).await;
    assert_eq!(location(&site, "/f").await, format!("{origin}.evil.example/a"));
}
