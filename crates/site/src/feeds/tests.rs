use kernel::{Id, Timestamp};

use super::*;

const HOSTILE: &str = "]]></title><script>alert(1)</script> & \"'\u{1}\u{8}";

fn feed() -> Feed {
    let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
    let moment = Timestamp::from_micros(1_794_441_600_000_000);
    Feed {
        title: HOSTILE.to_owned(),
        subtitle: HOSTILE.to_owned(),
        language: "en".to_owned(),
        page: "https://example.org/".to_owned(),
        address: "https://example.org/feed.xml".to_owned(),
        updated: moment,
        author: HOSTILE.to_owned(),
        author_page: "https://example.org/".to_owned(),
        entries: vec![FeedEntry {
            id,
            title: HOSTILE.to_owned(),
            address: "https://example.org/a?b&c".to_owned(),
            published: moment,
            updated: moment,
            summary: HOSTILE.to_owned(),
            html: "<p>Text</p>".to_owned(),
            tags: vec![HOSTILE.to_owned()],
            image: None,
        }],
    }
}

#[test]
fn what_others_wrote_stays_text_in_a_feed() {
    let xml = atom(&feed());
    assert!(!xml.contains("<script"), "{xml}");
    assert!(!xml.contains('\u{1}') && !xml.contains('\u{8}'), "{xml}");
    assert!(xml.contains("<content type=\"html\">&lt;p&gt;Text&lt;/p&gt;</content>"), "{xml}");
    assert!(xml.contains("<id>urn:uuid:01939b1e-7c00-7abc-8def-0123456789ab</id>"), "{xml}");
    let json: serde_json::Value = serde_json::from_str(&json_feed(&feed())).unwrap();
    assert_eq!(json["items"][0]["title"], HOSTILE);
    assert_eq!(json["items"][0]["content_html"], "<p>Text</p>");
}

#[test]
fn a_map_names_every_place() {
    let place = |address: &str, changed| Place { address: address.to_owned(), changed };
    let date = Timestamp::from_micros(1_794_441_600_000_000);
    let places =
        [place("https://example.org/a&b", Some(date)), place("https://example.org/", None)];
    let xml = sitemap(places.into_iter());
    assert!(xml.contains("<loc>https://example.org/a&amp;b</loc><lastmod>2026-11-12"), "{xml}");
    assert!(xml.contains("<url><loc>https://example.org/</loc></url>"), "{xml}");
}

#[test]
fn a_site_that_is_not_to_be_found_says_so() {
    assert!(
        robots("https://example.org", true).contains("Sitemap: https://example.org/sitemap.xml")
    );
    assert!(robots("https://example.org", false).ends_with("Disallow: /\n"));
}
