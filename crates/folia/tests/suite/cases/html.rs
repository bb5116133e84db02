//! Rich bodies and plain fields. The corpora are those of the sanitiser's own tests (`content::html`), where
//! html5ever reads what came out; here it is read by a reader of its own, which knows no mercy, and what a
//! real browser does with hostile words is shown by `web/e2e/tests/body.test.js` and `pages.test.js`.

use serde_json::{Value, json};
use testkit::Form;

use super::oracle::{Case, MEGABYTE, id};
use super::{section, story};
use crate::media::picture;

const HOSTILE: &str = include_str!("../../../../content/src/html/tests/hostile.json");
const MUTATIONS: &str = include_str!("../../../../content/src/html/tests/mutations.json");

fn vectors(corpus: &str) -> Vec<String> {
    serde_json::from_str(corpus).expect("the corpus is a list of texts")
}

const FORBIDDEN_ELEMENTS: &str = "\
    script iframe object embed form base meta link style svg math template noscript textarea title xmp \
    noembed plaintext frame frameset applet button select option body html head";

/// Reads stored HTML as strictly as it is written: every `<` begins a tag of plain letters, every attribute
/// has its quotes. Anything else, and anything a browser could run, fails.
#[track_caller]
fn expect_harmless(html: &str) {
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let tag = &rest[at + 1..];
        let tag = tag.strip_prefix('/').unwrap_or(tag);
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let (name, mut inside) = tag.split_at(end);
        assert!(!name.is_empty(), "a bare < in {html}");
        assert_eq!(name, name.to_ascii_lowercase(), "{html}");
        assert!(!FORBIDDEN_ELEMENTS.split_whitespace().any(|bad| bad == name), "{name} in {html}");
        while let Some(attribute) = inside.strip_prefix(' ') {
            let (name, value) = attribute.split_once("=\"").expect("an attribute has its quotes");
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(name.chars().all(is_plain) && !name.starts_with("on"), "{name} in {html}");
            assert!(name != "style" && name != "srcdoc", "{html}");
            let (value, after) = value.split_once('"').expect("quotes are closed");
            if ["href", "src", "poster", "cite"].contains(&name) {
                expect_address(value, html);
            }
            inside = after;
        }
        rest =
            inside.strip_prefix('>').unwrap_or_else(|| panic!("{name} does not close in {html}"));
    }
}

#[track_caller]
fn expect_address(value: &str, html: &str) {
    let lower = value.to_ascii_lowercase();
    let is_path = lower.starts_with('/') && !lower.starts_with("//") || lower.starts_with('#');
    let known = ["http://", "https://", "mailto:", "tel:"];
    let is_known = known.iter().any(|scheme| lower.starts_with(scheme));
    assert!(is_path || is_known, "{value:?} in {html}");
    assert!(!value.contains(|c: char| c.is_control() || c.is_whitespace()), "{value:?} in {html}");
}

/// Stores a body and answers what was stored; nothing where it was refused.
#[track_caller]
fn kept(case: &Case, body: &str) -> Option<(String, String)> {
    let input = json!({ "title": "x", "body": body, "is_published": true });
    let answer = case.admin().post("/content/story", &input);
    if answer.status == 422 {
        return None;
    }
    let made = answer.expect(201).json();
    let stored = made["body"].as_str().expect("a body").to_owned();
    Some((id(&made), stored))
}

#[tokio::test(flavor = "multi_thread")]
async fn s_html_01_nothing_that_runs_is_stored() {
    let case = Case::begin("S-HTML-01").await;
    let vectors = vectors(HOSTILE);
    assert!(vectors.len() >= 200);
    let (mut refused, mut last) = (0, None);
    for (number, vector) in vectors.iter().enumerate() {
        // In turn by both doors.
        let stored = match (&last, number % 2) {
            (Some(id), 1) => {
                let path = format!("/content/story/{id}");
                let answer = case.admin().put(&path, &json!({ "body": vector }));
                (answer.status == 200).then(|| answer.json()["body"].as_str().unwrap().to_owned())
            }
            _ => kept(&case, vector).map(|(id, stored)| {
                last = Some(id);
                stored
            }),
        };
        let Some(stored) = stored else {
            refused += 1;
            continue;
        };
        expect_harmless(&stored);
        let path = format!("/content/story/{}", last.as_ref().expect("one was made"));
        let read = case.nobody().get(&path).expect(200).json();
        assert_eq!(read["body"], stored, "what is stored is what is returned");
    }
    // Those with a NUL are no text at all.
    assert!(refused < 20, "{refused}");
    // A page that shows the last of them has a policy that lets nothing run.
    let page = case.nobody().with("accept", "text/html").get("/x").expect(200);
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_html_02_what_was_cleaned_once_stays_as_it_is() {
    let case = Case::begin("S-HTML-02").await;
    let mut settled = 0;
    for vector in vectors(MUTATIONS) {
        for around in ["", "title", "textarea", "xmp", "noembed", "plaintext", "template"] {
            let body = match around {
                "" => vector.clone(),
                around => format!("<{around}>{vector}</{around}>{vector}"),
            };
            let Some((id, stored)) = kept(&case, &body) else { continue };
            expect_harmless(&stored);
            let path = format!("/content/story/{id}");
            let again = case.admin().put(&path, &json!({ "body": stored })).expect(200).json();
            assert_eq!(again["body"], stored, "{body}");
            settled += 1;
        }
    }
    assert!(settled > 250, "{settled}");
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_html_03_a_body_costs_what_it_is_worth() {
    let mut case = Case::begin("S-HTML-03").await;
    case.may_grow_by(128);
    let attributes: String = (0..10_000).map(|number| format!(" a{number}=x")).collect();
    for (what, body) in [
        ("nested", "<div>".repeat(100_000)),
        ("nested and closed", "<div>".repeat(10_000) + &"</div>".repeat(10_000)),
        ("unclosed", "<a href=/x>".repeat(100_000)),
        ("attributes", format!("<p{attributes}>x</p>")),
        ("text", "x".repeat(5 * MEGABYTE as usize)),
        ("entities", "&amp;".repeat(100_000)),
        ("half entities", "&".repeat(100_000)),
    ] {
        let input = json!({ "title": "x", "body": body });
        let status = case.admin().post("/content/story", &input).status.as_u16();
        assert!([201, 413, 422].contains(&status), "{what}: {status}");
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_html_04_text_is_text_and_an_address_is_one() {
    let case = Case::begin("S-HTML-04").await;
    let bad = "<img src=x onerror=alert(1)>";
    let typed = json!({
        "title": bad, "slug": "hostile", "summary": bad, "image_alt": bad, "tags": [bad],
        "image_url": "/media/x_500.webp", "body": "<p>x</p>",
    });
    let made = story(&case, typed.clone());
    for (name, value) in typed.as_object().expect("members") {
        assert_eq!(&made[name], value, "{name} is stored as typed");
    }
    let project = json!({ "title": bad, "technologies": [bad], "is_published": true });
    let made = case.admin().post("/content/project", &project).expect(201).json();
    assert_eq!(made["technologies"], json!([bad]));
    let home = json!({ "title": bad, "slug": "home", "description": bad, "icon": bad, "is_published": true, "nav_visibility": "main" });
    let made = case.admin().post("/sections", &home).expect(201).json();
    assert_eq!((&made["icon"], &made["description"]), (&json!(bad), &json!(bad)));
    // Where it hangs is told above what hangs there, and to machines.
    let under =
        json!({ "title": bad, "slug": "under", "section_id": id(&made), "body": "<p>x</p>" });
    story(&case, under);
    let shown = json!({ "title": bad, "slug": "shown", "section_id": id(&made), "caption": bad,
        "image_url": "/media/x_500.webp", "image_alt": bad, "is_published": true });
    let made = case.admin().post("/content/image", &shown).expect(201).json();
    assert_eq!(made["caption"], bad);
    let link = json!({ "title": bad, "url": "/x", "icon": bad });
    assert_eq!(case.admin().post("/navlinks", &link).expect(201).json()["icon"], bad);
    let tag = super::encoded(bad).replace('+', "%20");
    let html = case.nobody().with("accept", "text/html");
    let (tagged, searched) = (format!("/tags/{tag}"), format!("/search?q={tag}"));
    for path in
        ["/", "/hostile", "/home", "/home/under", "/home/shown", "/tags", &tagged, &searched]
    {
        let page = html.get(path).expect(200);
        let text = String::from_utf8_lossy(&page.body).into_owned();
        assert!(!text.contains("<img src=x"), "{path}: {text}");
        // It is there, and escaped: in the title, and in the trail of what has one.
        let title = text.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
        let is_named = path.starts_with("/home") || path == "/hostile";
        let is_escaped = |title: &str| title.contains("img src=x") && !title.contains('<');
        assert!(!is_named || title.is_some_and(is_escaped), "{path}: {title:?}");
        let told = text.split("application/ld+json").skip(1);
        let data: String = told.filter_map(|rest| rest.split("</script>").next()).collect();
        let is_below = path.starts_with("/home/");
        assert!(!is_below || data.contains("BreadcrumbList"), "{path}: {data}");
        assert!(!data.contains("<img"), "{path}: {data}");
        assert!(
            page.header("content-security-policy").expect("a policy").contains("script-src 'self'")
        );
    }
    let addresses = [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        " data:text/html,x",
        "data:text/html,x",
        "vbscript:x",
        "//evil",
        "https:/\\evil",
        "https:evil",
    ];
    for address in addresses {
        let link =
            json!({ "title": "x", "links": [{ "title": "x", "label": "x", "url": address }] });
        case.admin().post("/content/project", &link).expect(422);
        let link = json!({ "title": "x", "url": address });
        assert_eq!(case.admin().post("/navlinks", &link).expect_invalid(), ["url"], "{address}");
        for (path, title) in [("/content/story", "x"), ("/sections", "x")] {
            let input = json!({ "title": title, "image_url": address });
            let fields = case.admin().post(path, &input).expect_invalid();
            assert_eq!(fields, ["image_url"], "{address}");
        }
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_html_05_what_the_editor_makes_comes_through() {
    let case = Case::begin("S-HTML-05").await;
    let form =
        Form::default().file("photo.jpg", &picture("grey.jpg")).text("alt", "A \"cat\" & <dog>");
    let upload = case.admin().upload(form).expect(201).json();
    let markup = upload["markup"].as_str().expect("an upload tells its markup");
    // All that the editor makes, one by one: `content::html::tests::benign` and `web/tests/editor.test.ts`.
    let bodies = [
        markup.to_owned(),
        format!("<figure>{markup}<figcaption>A <em>caption</em></figcaption></figure>"),
        "<p>Hello, <strong>bold</strong>, <em>thin</em>, <s>gone</s>, <code>code</code>.</p><hr>".to_owned(),
        "<h2>Two</h2><h3>Three</h3><blockquote><p>To be</p></blockquote>".to_owned(),
        "<pre><code class=\"language-rust\">fn main() {\n    println!(\"&lt;b&gt;\");\n}\n</code></pre>".to_owned(),
        "<ol start=\"3\"><li><p>three</p><ul><li><p>nested</p></li></ul></li></ol>".to_owned(),
        "<table><tbody><tr><th colspan=\"2\"><p>Head</p></th></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>".to_owned(),
        "<p dir=\"rtl\" lang=\"ar\">مرحبا <bdi>abc</bdi></p><p>👩\u{200d}👩\u{200d}👧 e\u{301} 🇩🇪</p>".to_owned(),
        "<p>a&nbsp;b · 5 &lt; 6 &gt; 4 &amp;amp; \"quoted\" 'single'</p>".to_owned(),
        "<p><a href=\"https://example.org/a?b=c&amp;d=e#f\">x</a><a href=\"/about\">a</a><a href=\"mailto:me@example.org\">c</a></p>".to_owned(),
        "<p>Glass<span class=\"note\">Wet <em>plates</em>.</span></p>".to_owned(),
        "<ul class=\"tasks\"><li><input type=\"checkbox\" disabled=\"\" checked=\"\"><p>a</p></li></ul>".to_owned(),
    ];
    for body in bodies.iter().cloned().chain([bodies.concat()]) {
        let (id, stored) = kept(&case, &body).expect("nothing of it is refused");
        assert_eq!(stored, body);
        let path = format!("/content/story/{id}");
        let again = case.admin().put(&path, &json!({ "body": stored })).expect(200).json();
        assert_eq!(again["body"], stored);
    }
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_html_06_a_summary_is_words_and_a_picture_one_that_may_be_shown() {
    let case = Case::begin("S-HTML-06").await;
    let home = section(&case, "home", None);
    let body = "<p>5 &lt; 6 &amp;amp; <b>x</b></p><script>SECRET</script><style>p{}</style>\
                <img src=\"javascript:1\"><img src=\"/media/ok.webp\">";
    let made = story(&case, json!({ "body": body, "section_id": home }));
    assert_eq!(made["summary"], "5 < 6 &amp; x");
    assert_eq!(made["image_url"], "/media/ok.webp");
    let long = format!("<p>{}</p>", "wordy ".repeat(200));
    let made = story(&case, json!({ "title": "long", "body": long }));
    let summary = made["summary"].as_str().expect("a summary").trim_end_matches('…');
    assert!(summary.chars().count() <= 280, "{summary}");
    assert!(summary.split_whitespace().all(|word| word == "wordy"), "{summary}");
    assert_eq!(made["image_url"], Value::Null);
    case.end();
}
