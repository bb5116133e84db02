use serde_json::{Value, json};

use super::{item, look, page, section, text};
use crate::site::Site;

const HOSTILE: &str = "\"><script>alert(1)</script>'&<!--]]></title>\u{202e}";

fn is_inert(place: &str, shown: &str) {
    for markup in ["<script>alert", "<!--]]", "\"><", "'><script"] {
        let known = shown.replace("\"><script type=", "");
        let hit = known
            .match_indices(markup)
            .find(|(at, _)| known[*at..].contains("alert(1)") && markup != "\"><");
        assert!(hit.is_none(), "{markup} on {place}: {shown}");
    }
    assert!(!shown.contains("<script>alert"), "{place}: {shown}");
}

#[tokio::test]
async fn what_others_wrote_reaches_every_place_as_text() {
    let site = Site::start().await;
    let settings = json!({
        "title": HOSTILE.replace('\u{202e}', ""),
        "tagline": HOSTILE.replace('\u{202e}', ""),
        "footer": HOSTILE.replace('\u{202e}', ""),
        "profile": { "name": HOSTILE.replace('\u{202e}', ""), "biography": HOSTILE },
    });
    site.admin.put("/settings", settings).await.expect(200);
    let link = json!({ "title": HOSTILE.replace('\u{202e}', ""), "url": "https://example.org/\"><script>" });
    let _ = site.admin.post("/navlinks", link).await;
    let writing =
        section(&site, HOSTILE, json!({ "slug": "writing", "description": HOSTILE })).await;
    let more = json!({
        "slug": "hostile",
        "summary": HOSTILE,
        "tags": ["\"><script>alert(1)</script>"],
        "image_alt": HOSTILE,
        "image_url": "/media/a_500.webp",
        "featured": true,
        "body": "<p onclick=alert(1)>Text</p><script>alert(1)</script><img src=x onerror=alert(1)>",
    });
    item(&site, "story", &writing, HOSTILE, more).await;
    for path in [
        "/",
        "/writing",
        "/writing/hostile",
        "/tags",
        "/tags/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/search?q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/nothing/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/feed.xml",
        "/writing/feed.xml",
        "/sitemap.xml",
        "/favicon.svg",
        "/contact",
    ] {
        let answer = look(&site.anonymous, path).await;
        assert!(answer.status == 200 || answer.status == 404, "{path}: {}", answer.status);
        is_inert(path, &text(&answer));
        for (_, value) in &answer.headers {
            assert!(!String::from_utf8_lossy(value.as_bytes()).contains("script>"), "{path}");
        }
    }
    let story = page(&site.anonymous, "/writing/hostile").await;
    let data =
        story.split("application/ld+json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).expect("the data is whole");
    assert_eq!(data["headline"], HOSTILE);
    let feed: Value = serde_json::from_str(&page(&site.anonymous, "/feed.json").await)
        .expect("the feed is whole");
    assert_eq!(feed["items"][0]["title"], HOSTILE);
    // What is said of the card is an attribute like any other, and the card itself is drawn.
    let (_, rest) = story.split_once("property=\"og:image\" content=\"http://localhost").unwrap();
    let card = rest.split('"').next().unwrap();
    let answer = site.anonymous.get(card).await;
    assert!(answer.status == 200 || answer.status == 404, "{card}: {}", answer.status);
}

#[tokio::test]
async fn strange_content_never_breaks_a_page() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let long = "x".repeat(200);
    let deep = format!("{}deep{}", "<blockquote>".repeat(100), "</blockquote>".repeat(100));
    let cases = [
        (
            "missing-picture",
            json!({ "image_url": "/media/01939b1e-7c00-7abc-8def-0123456789ab/x.webp" }),
        ),
        ("foreign-picture", json!({ "image_url": "https://elsewhere.example/x.png" })),
        (
            "broken-reference",
            json!({ "body": "<p><a href=\"#nowhere\">x</a><a href=\"/gone\">y</a></p>" }),
        ),
        ("empty", json!({ "body": "" })),
        ("deep", json!({ "body": deep })),
        ("table", json!({ "body": "<table></table><ul></ul><pre></pre><figure></figure>" })),
        ("rtl", json!({ "title": "שלום עולם مرحبا", "body": "<p dir=\"rtl\">שלום</p>" })),
        ("cjk", json!({ "title": "印画紙の白はどこから来るのか" })),
        ("unbroken", json!({ "title": long })),
        (
            "lost-upload",
            json!({ "body": "<p><img src=\"/media/01939b1e-7c00-7abc-8def-0123456789ab/x.webp\" alt=\"\"></p>" }),
        ),
        ("signs", json!({ "title": "\u{200b}\u{2066}{{ x }} %s {count}\u{2069}" })),
        ("huge", json!({ "body": "<p>word word word</p>".repeat(9_000) })),
    ];
    for (slug, mut more) in cases {
        more["slug"] = json!(slug);
        let title = more["title"].as_str().unwrap_or(slug).to_owned();
        item(&site, "story", &writing, &title, more).await;
        let shown = page(&site.anonymous, &format!("/writing/{slug}")).await;
        assert!(shown.ends_with("</html>\n") || shown.ends_with("</html>"), "{slug}");
        assert!(!shown.contains("src=\"https://elsewhere.example"), "{slug}");
    }
    page(&site.anonymous, "/writing").await;
    let japanese = page(&site.anonymous, "/writing/cjk").await;
    assert!(japanese.contains("印画紙の白はどこから来るのか"));
    for path in ["/feed.xml", "/feed.json", "/sitemap.xml", "/"] {
        look(&site.anonymous, path).await.expect(200);
    }
    for path in ["/%ff%fe", "/a%00b", "/..%2f..", "/writing/%2e%2e", "/writing?page=99999999999"] {
        let answer = look(&site.anonymous, path).await;
        assert!(answer.status.as_u16() < 500, "{path}: {}", answer.status);
    }
}
