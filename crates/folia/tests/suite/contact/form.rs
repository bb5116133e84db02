//! What a message may be, and what a visitor gets to see.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Answer, Client, Verdict, VerificationService};

use crate::contact::{
    EASY, counted, expect_received, expect_refused, handed_out, inbox, message, site, write,
};
use crate::site::Site;

const JSON: (&str, &str) = ("content-type", "application/json");
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

fn encoded(message: &Value) -> Vec<u8> {
    let fields = message.as_object().unwrap().iter();
    let pairs = fields.map(|(name, value)| (name, value.as_str().unwrap()));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish().into_bytes()
}

/// Everything of an answer that a sender could learn from.
fn seen(answer: &Answer) -> (u16, BTreeMap<String, String>, Vec<u8>) {
    let headers = answer.headers.iter().filter(|(name, _)| *name != "x-request-id");
    let headers = headers
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into()));
    (answer.status.as_u16(), headers.collect(), answer.body.to_vec())
}

#[tokio::test]
async fn whatever_the_cause_a_refusal_is_the_same_bytes() {
    let service = VerificationService::start().await;
    let external = [("challenge.verify_url", service.url.as_str()), ("challenge.secret", "s")];
    let elsewhere = Site::start_with(&external).await;
    let site = site().await;
    let mut answers = Vec::new();
    let old = message(&site.anonymous, json!({})).await;
    site.clock.advance(Duration::from_secs(24 * 60 * 60));
    let fresh = handed_out(&site.anonymous).await;
    for (words, cause) in [
        (json!({ "challenge_token": "nonsense" }), "challenge"),
        (json!({ "topic": "sales" }), "honeypot"),
        (json!({ "name": "" }), "name"),
        (json!({ "email": "a@b" }), "email"),
        (json!({ "message": " " }), "message"),
        (json!({ "message": "<br>" }), "only_tags"),
        (json!({ "rendered_at": "2026-01-01T00:00:00Z" }), "stamp"),
        (
            json!({ "rendered_at": old["rendered_at"], "challenge_token": fresh["challenge_token"] }),
            "stamp",
        ),
        (json!({ "name": ["Ann"] }), "unreadable"),
    ] {
        let before = counted(&site, &format!("refused_total{{cause=\"{cause}\"}}"));
        answers.push(write(&site, &site.anonymous, words).await);
        let after = counted(&site, &format!("refused_total{{cause=\"{cause}\"}}"));
        assert_eq!(after, before + 1, "{cause}");
    }
    let too_soon = message(&site.anonymous, json!({})).await;
    answers.push(site.anonymous.post("/contact", too_soon).await);

    let used = message(&site.anonymous, json!({})).await;
    site.clock.advance(Duration::from_secs(4));
    assert!(inbox(&site).await.is_empty());
    expect_received(site.anonymous.post("/contact", used.clone()).await);
    answers.push(site.anonymous.post("/contact", used).await);
    for _ in 0..2 {
        expect_received(write(&site, &site.anonymous, json!({})).await);
    }
    answers.push(write(&site, &site.anonymous, json!({})).await);
    for cause in ["too_soon", "replayed", "too_many"] {
        assert_eq!(counted(&site, &format!("refused_total{{cause=\"{cause}\"}}")), 1, "{cause}");
    }
    assert_eq!(inbox(&site).await.len(), 3);

    // A service that does not answer.
    service.decide(Verdict::Says(500, ""));
    let form = elsewhere.anonymous.get("/contact/form").await.json();
    elsewhere.clock.advance(Duration::from_secs(4));
    let words = json!({ "name": "Ann", "email": "a@b.example", "message": "hi",
        "challenge_token": "t", "rendered_at": form["rendered_at"] });
    answers.push(elsewhere.anonymous.post("/contact", words).await);
    assert_eq!(counted(&elsewhere, "refused_total{cause=\"challenge_unavailable\"}"), 1);
    assert!(inbox(&elsewhere).await.is_empty());
    assert_eq!(elsewhere.app.jobs().run_due().await.unwrap(), 0);

    let first = seen(&answers[0]);
    assert_eq!(first.0, 400);
    for answer in &answers {
        assert_eq!(seen(answer), first);
    }
}

#[tokio::test]
async fn what_is_sent_may_be_as_large_as_the_longest_message_needs() {
    let site = site().await;
    let most = 64 * 1024;
    for (bytes, is_received) in [(most + 1, false), (most, true)] {
        let words = message(&site.anonymous, json!({})).await;
        site.clock.advance(Duration::from_secs(4));
        let mut body = words.to_string().into_bytes();
        body.resize(bytes, b' ');
        let answer = site.anonymous.send("POST", "/contact", &[JSON], Some(body)).await;
        if is_received {
            expect_received(answer);
        } else {
            expect_refused(answer);
        }
    }
    assert_eq!(inbox(&site).await.len(), 1);
}

#[tokio::test]
async fn only_valid_words_are_accepted_and_they_are_kept_as_sent() {
    let site = Site::start_with(&[EASY, ("contact.per_hour", "1000")]).await;
    let long = |letter: &str, count: usize| letter.repeat(count);
    let valid = [
        json!({ "name": "x", "message": "y" }),
        json!({ "name": long("a", 100), "message": long("b", 2000) }),
        json!({ "name": long("😀", 100), "message": long("😀", 2000) }),
        json!({ "name": long("e\u{301}", 50), "message": long("\u{1f468}\u{200d}", 1000) }),
        json!({ "email": "ann@bücher.example" }),
        json!({ "email": "a@b.c" }),
        json!({ "message": "bell \u{7} and tab\t" }),
    ];
    for words in &valid {
        expect_received(write(&site, &site.anonymous, words.clone()).await);
        let stored = &inbox(&site).await[0];
        for (name, value) in words.as_object().unwrap() {
            assert_eq!(&stored[name], value);
        }
    }
    for words in [
        json!({ "name": "" }),
        json!({ "name": null }),
        json!({ "name": long("a", 101) }),
        json!({ "name": long("😀", 101) }),
        json!({ "name": " \t\u{2003}" }),
        json!({ "name": "a\0b" }),
        json!({ "name": "a\r\nBcc: x@y.example" }),
        json!({ "name": 7 }),
        json!({ "message": "" }),
        json!({ "message": long("a", 2001) }),
        json!({ "message": long("😀", 2001) }),
        json!({ "message": "\n \n" }),
        json!({ "message": "a\0b" }),
        json!({ "message": { "text": "x" } }),
        json!({ "message": long("a", 1_000_000) }),
        json!({ "email": "" }),
        json!({ "email": "a@b" }),
        json!({ "email": "\"a b\"@c.example" }),
        json!({ "email": format!("{}@example.org", long("a", 300)) }),
        json!({ "email": "<a@b.c>" }),
        json!({ "email": "a@b.c\nBcc:x" }),
        json!({ "email": ["a@b.c"] }),
        json!({ "challenge_token": long("a", 1_000_000) }),
        json!({ "topic": true }),
    ] {
        expect_refused(write(&site, &site.anonymous, words).await);
    }
    for (media, body) in [
        ("application/json", &b"{"[..]),
        ("application/json", b"[]"),
        ("application/json", b"\xff"),
        ("text/plain", b"{}"),
        ("multipart/form-data; boundary=x", b"--x--"),
    ] {
        let headers = [("content-type", media)];
        let answer = site.anonymous.send("POST", "/contact", &headers, Some(body.to_vec())).await;
        expect_refused(answer);
    }
    assert_eq!(inbox(&site).await.len(), valid.len());
}

#[tokio::test]
async fn a_form_is_read_like_json_and_says_nothing_twice() {
    let site = site().await;
    let message = message(&site.anonymous, json!({ "message": "5 < 6\r\né & +" })).await;
    site.clock.advance(Duration::from_secs(4));
    let body = encoded(&message);
    for twice in ["&name=Eve", "&message=", "&topic="] {
        let body = [&body[..], twice.as_bytes()].concat();
        expect_refused(site.anonymous.send("POST", "/contact", &[FORM], Some(body)).await);
    }
    expect_received(site.anonymous.send("POST", "/contact", &[FORM], Some(body)).await);
    assert_eq!(inbox(&site).await[0]["message"], "5 < 6\né & +");
}

#[tokio::test]
async fn tags_are_taken_out_and_comparisons_stay() {
    let site = Site::start_with(&[EASY, ("contact.per_hour", "1000")]).await;
    for (sent, stored) in [
        ("<script>x</script>", "x"),
        ("<<b>script>alert(1)", "alert(1)"),
        ("<img src=x onerror=", "img src=x onerror="),
        ("&lt;script&gt;", "&lt;script&gt;"),
        ("a<!-- hidden -->b", "ab"),
        ("a<![CDATA[hidden]]>b", "ab"),
        ("5 < 6 and 7 > 3", "5 < 6 and 7 > 3"),
        ("I <3 this", "I <3 this"),
    ] {
        expect_received(write(&site, &site.anonymous, json!({ "message": sent })).await);
        assert_eq!(inbox(&site).await[0]["message"], stored);
        expect_received(write(&site, &site.anonymous, json!({ "message": stored })).await);
        assert_eq!(inbox(&site).await[0]["message"], stored);
    }
    expect_refused(write(&site, &site.anonymous, json!({ "message": "<b></b><hr>" })).await);
}

async fn post(client: &Client, body: Vec<u8>) -> Answer {
    client.send("POST", "/contact", &[FORM, BROWSER], Some(body)).await
}

/// The value of a hidden field of a page.
fn field(page: &str, name: &str) -> String {
    let start = format!("name=\"{name}\" value=\"");
    let value = page.split(&start).nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    value
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&#13;", "\r")
        .replace("&amp;", "&")
}

#[tokio::test]
async fn without_script_a_message_waits_and_then_arrives() {
    let site = site().await;
    let page = site.anonymous.get_with("/contact", &[BROWSER]).await.expect(200);
    let page = String::from_utf8(page.body.to_vec()).unwrap();
    let text = "\"><script>alert(1)</script>\r\nline & two";
    let words = json!({ "name": "Ann", "email": "ann@example.net", "message": text,
        "topic": "", "rendered_at": field(&page, "rendered_at") });
    site.clock.advance(Duration::from_secs(4));
    let waiting = post(&site.anonymous, encoded(&words)).await.expect(200);
    assert!(waiting.header("content-security-policy").unwrap().contains("form-action 'self'"));
    let waiting = String::from_utf8(waiting.body.to_vec()).unwrap();
    // The visitor's words are no script; the site's own scripts have an address.
    assert!(!waiting.contains("<script>"), "{waiting}");
    assert!(inbox(&site).await.is_empty());

    let names = ["name", "email", "message", "topic", "rendered_at", "challenge_token"];
    let again: serde_json::Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), field(&waiting, name).into())).collect();
    let mut again = Value::Object(again);
    again["message"] = again["message"].as_str().unwrap().replace('\n', "\r\n").into();
    let too_soon = post(&site.anonymous, encoded(&again)).await.expect(400);
    assert_eq!(too_soon.header("content-type"), Some("text/html; charset=utf-8"));
    site.clock.advance(Duration::from_secs(5));
    let mut other = again.clone();
    other["message"] = "something else".into();
    let of_other_words = post(&site.anonymous, encoded(&other)).await.expect(400);
    assert_eq!(of_other_words.body, too_soon.body);
    let elsewhere = site.anonymous.calling_from("198.51.100.7".parse().unwrap());
    post(&elsewhere, encoded(&again)).await.expect(400);
    let thanks = post(&site.anonymous, encoded(&again)).await.expect(202);
    assert!(String::from_utf8_lossy(&thanks.body).contains("Thank you"));
    post(&site.anonymous, encoded(&again)).await.expect(400);
    let messages = inbox(&site).await;
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["message"], "\">alert(1)\nline & two");
    // A program gets no waiting page: without a token it is refused.
    let program = site.anonymous.send("POST", "/contact", &[FORM], Some(encoded(&words))).await;
    expect_refused(program);
}

#[tokio::test]
async fn the_page_keeps_to_its_policy_and_hides_the_honeypot_as_it_should() {
    let site = site().await;
    let answer = site.anonymous.get("/contact").await.expect(200);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let policy = answer.header("content-security-policy").unwrap();
    for part in ["default-src 'none'", "script-src 'self';", "style-src 'self';", "base-uri 'none'"]
    {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"));
    let page = String::from_utf8(answer.body.to_vec()).unwrap();
    assert!(page.contains("<input name=\"topic\" tabindex=\"-1\" autocomplete=\"off\">"));
    assert!(!page.contains("style=") && !page.contains("onclick"));
    assert!(page.contains("method=\"post\""));
    let mut style = String::new();
    let mut files = vec![("href", "/assets/contact/form.", "text/css; charset=utf-8")];
    // The script comes from the web part where that was built; the page is whole without.
    if page.contains("src=\"/assets/contact.") {
        files.push(("src", "/assets/contact.", "text/javascript; charset=utf-8"));
    }
    for (attribute, start, media) in files {
        let found = page.split(&format!("{attribute}=\"{start}")).nth(1).expect(attribute);
        let path = format!("{start}{}", found.split('"').next().unwrap());
        let file = site.anonymous.get(&path).await.expect(200);
        assert_eq!(file.header("content-type"), Some(media));
        if attribute == "href" {
            style = String::from_utf8_lossy(&file.body).into_owned();
        }
    }
    let aside = style.split(".aside {").nth(1).unwrap().split('}').next().unwrap();
    assert!(aside.contains("left: -100vw") && aside.contains("opacity: 0"), "{aside}");
    assert!(!aside.contains("display"));

    let known = [
        ("challenge.verify_url", "https://challenges.cloudflare.com/turnstile/v0/siteverify"),
        ("challenge.secret", "canary"),
        ("challenge.site_key", "key\"1"),
    ];
    let site = Site::start_with(&known).await;
    let answer = site.anonymous.get("/contact").await.expect(200);
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' https://challenges.cloudflare.com;"), "{policy}");
    let page = String::from_utf8(answer.body.to_vec()).unwrap();
    assert!(page.contains("class=\"cf-turnstile\" data-sitekey=\"key&#34;1\""), "{page}");
    assert!(!page.contains("canary"));
    let form = site.anonymous.get("/contact/form").await.json();
    assert_eq!(form["challenge"], json!({ "provider": "turnstile", "site_key": "key\"1" }));
}
