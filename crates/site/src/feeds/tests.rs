use kernel::{Id, Timestamp};

use super::sitemap::Limits;
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
    let xml = sitemap(&places);
    assert!(xml.contains("<loc>https://example.org/a&amp;b</loc><lastmod>2026-11-12"), "{xml}");
    assert!(xml.contains("<url><loc>https://example.org/</loc></url>"), "{xml}");
}

#[test]
fn what_is_too_much_for_one_map_is_in_several() {
    let moment =
        |day: i64| Some(Timestamp::from_micros(1_794_441_600_000_000 + day * 86_400_000_000));
    let place = |day| Place { address: format!("https://example.org/{day}"), changed: moment(day) };
    let places: Vec<_> = (0..7).map(place).collect();
    let lengths = |most| maps(&places, most).iter().map(|map| map.len()).collect::<Vec<_>>();
    let bytes = 1 << 20;
    assert_eq!(lengths(Limits { places: 7, bytes }), [7]);
    assert_eq!(lengths(Limits { places: 3, bytes }), [3, 3, 1]);
    // Room for two, and for the frame around them.
    let two = sitemap(&places[..2]).len() - sitemap(&[]).len() + 256;
    assert_eq!(lengths(Limits { places: 7, bytes: two }), [2, 2, 2, 1]);
    assert_eq!(lengths(Limits { places: 7, bytes: 1 }), [1; 7], "each has a place somewhere");
    let none: &[&[Place]] = &[&[]];
    assert_eq!(maps(&[], MOST).len(), none.len());
    let parts = maps(&places, Limits { places: 4, bytes });
    let index = sitemap_index("https://example.org", &parts);
    assert!(
        index.contains("<sitemap><loc>https://example.org/sitemap-1.xml</loc><lastmod>2026-11-15"),
        "{index}"
    );
    assert!(
        index.contains("<loc>https://example.org/sitemap-2.xml</loc><lastmod>2026-11-18"),
        "{index}"
    );
    for (path, number) in [("/sitemap-1.xml", Some(1)), ("/sitemap-20.xml", Some(20))] {
        assert_eq!(map_at(path), number, "{path}");
    }
    for path in [
        "/sitemap.xml",
        "/sitemap-0.xml",
        "/sitemap-01.xml",
        "/sitemap-+1.xml",
        "/sitemap-1.xml/",
        "/sitemap-x.xml",
    ] {
        assert_eq!(map_at(path), None, "{path}");
    }
}

#[test]
fn a_site_that_is_not_to_be_found_says_so() {
    assert!(
        robots("https://example.org", true).contains("Sitemap: https://example.org/sitemap.xml")
    );
    assert!(robots("https://example.org", false).ends_with("Disallow: /\n"));
}
