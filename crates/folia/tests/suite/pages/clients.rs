use serde_json::json;

use super::{HTML, item, section, text};
use crate::site::Site;

/// Pages and files that are kept, and one that is written anew each time.
const ADDRESSES: [&str; 7] = [
    "/",
    "/writing",
    "/writing/plates",
    "/tags/glass",
    "/feed.xml",
    "/writing/feed.json",
    "/search?q=plates",
];

async fn filled() -> Site {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Plates", json!({ "tags": ["glass"] })).await;
    site
}

#[tokio::test]
async fn odd_headers_change_nothing_of_a_page() {
    let site = filled().await;
    for path in ADDRESSES {
        let plain = text(&site.anonymous.get_with(path, &[HTML]).await.expect(200));
        for odd in [
            ("accept-encoding", "identity;q=0"),
            ("accept-encoding", "br;q=nan, *;q=0"),
            ("accept-encoding", "exi, sdch;q=1.5,,;"),
            ("range", "bytes=0-10"),
            ("range", "bytes=5-1,-0"),
            ("if-none-match", "W/\"x\", \"y"),
            ("if-modified-since", "yesterday"),
            ("if-match", "\"other\""),
            ("cookie", "theme=\"><script>alert(1)</script>"),
            ("cookie", "theme=dark2; ;=;theme"),
            ("accept-language", "de, *;q=0"),
            ("x-forwarded-host", "evil.example"),
            ("x-forwarded-proto", "javascript"),
        ] {
            let answer = site.anonymous.get_with(path, &[HTML, odd]).await;
            assert_eq!(answer.status, 200, "{path} with {odd:?}");
            assert!(answer.header("content-encoding").is_none(), "{path} with {odd:?}");
            assert_eq!(text(&answer), plain, "{path} with {odd:?}");
        }
        for accepted in ["*/*;q=0", "text/html;q=1.5", "application/json", "a/b;;q=,"] {
            let answer = site.anonymous.get_with(path, &[("accept", accepted)]).await;
            assert_eq!(answer.status, 200, "{path} for {accepted:?}");
        }
    }
}

#[tokio::test]
async fn asking_for_the_headers_alone_tells_what_asking_for_all_would() {
    let site = filled().await;
    for path in ADDRESSES.into_iter().chain(["/nowhere", "/Writing", "/contact"]) {
        for encoding in ["br", "identity"] {
            let ask = [HTML, ("accept-encoding", encoding)];
            let whole = site.anonymous.get_with(path, &ask).await;
            let head = site.anonymous.send("HEAD", path, &ask, None).await;
            assert_eq!(head.status, whole.status, "{path}");
            assert!(head.body.is_empty(), "{path}");
            for name in ["etag", "vary", "cache-control", "content-type", "location"] {
                assert_eq!(head.header(name), whole.header(name), "{name} of {path}");
            }
        }
    }
}
