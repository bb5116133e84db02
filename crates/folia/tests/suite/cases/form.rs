//! The contact form: what it takes, what it tells, and the mail it sends.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contact::challenge::solve;
use serde_json::{Value, json};
use testkit::certificate::Certificate;
use testkit::{Answer, MailServer, Manners, eventually};

use super::caller::Caller;
use super::oracle::Case;

/// Forms are answered as quickly as tests fill them in, and by as many as like to.
pub(super) const QUICK: [(&str, &str); 3] = [
    ("contact.min_seconds", "0"),
    ("contact.per_hour", "1000"),
    ("server.trusted_proxies", "127.0.0.1"),
];

/// What a form needs beside the visitor's words: stamp and solved challenge.
#[track_caller]
pub(super) fn filled(caller: &Caller<'_>, words: &Value) -> Value {
    let form = caller.get("/contact/form").expect(200).json();
    let bits = u32::try_from(form["challenge"]["bits"].as_u64().expect("a number")).expect("few");
    let token =
        solve(form["challenge"]["challenge"].as_str().expect("a puzzle"), bits).expect("solved");
    let mut message = json!({
        "name": "Ann", "email": "ann@example.net", "message": "hello", "topic": "",
        "rendered_at": form["rendered_at"], "challenge_token": token,
    });
    for (name, value) in words.as_object().expect("members") {
        message[name] = value.clone();
    }
    message
}

#[track_caller]
pub(super) fn write(caller: &Caller<'_>, words: &Value) -> Answer {
    caller.post("/contact", &filled(caller, words))
}

#[track_caller]
pub(super) fn inbox(case: &Case) -> Vec<Value> {
    let list = case.admin().get("/contact/messages?limit=500").expect(200).json();
    list["items"].as_array().expect("items").clone()
}

/// A counter of the form.
pub(super) fn counted(case: &Case, name: &str) -> u64 {
    let metrics = case.admin().get("/metrics").expect(200);
    let text = String::from_utf8_lossy(&metrics.body).into_owned();
    let line = text.lines().find(|line| line.starts_with(&format!("folia_contact_{name} ")));
    line.and_then(|line| line.rsplit(' ').next()).map_or(0, |count| count.parse().expect("a count"))
}

/// Everything of a refusal that a sender could learn from.
fn seen(answer: &Answer) -> (u16, BTreeMap<String, String>, Vec<u8>) {
    let headers = answer
        .headers
        .iter()
        .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
    let headers = headers.map(|(name, value)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    (answer.status.as_u16(), headers.collect(), answer.body.to_vec())
}

/// A stamp of more than a day needs a clock that is moved: `contact::form` has it with all the others.
#[tokio::test(flavor = "multi_thread")]
async fn s_form_01_a_refusal_tells_nothing_of_its_cause() {
    let server = MailServer::start(Certificate::Good, Manners::Good).await;
    let own = mail(&server);
    let settings = [QUICK[0], QUICK[2], ("contact.per_hour", "3")];
    let settings: Vec<_> = lent(&own).into_iter().chain(settings).collect();
    let mut case = Case::begin_with("S-FORM-01", &settings).await;
    let mut refusals = Vec::new();
    let stamp = case.nobody().get("/contact/form").expect(200).json()["rendered_at"].clone();
    let stamp = stamp.as_str().expect("a stamp").to_owned();
    let (time, seal) = stamp.rsplit_once('.').expect("a stamp has a seal");
    let other = if seal.starts_with('A') { 'B' } else { 'A' };
    let broken = format!("{time}.{other}{}", &seal[1..]);
    for (number, (words, cause)) in [
        (json!({ "challenge_token": "nonsense" }), "challenge"),
        (json!({ "topic": "sales" }), "honeypot"),
        (json!({ "name": "" }), "name"),
        (json!({ "email": "a@b" }), "email"),
        (json!({ "message": " " }), "message"),
        (json!({ "message": "<br>" }), "only_tags"),
        (json!({ "rendered_at": "2026-01-01T00:00:00Z" }), "stamp"),
        (json!({ "rendered_at": broken }), "stamp"),
        (json!({ "name": ["Ann"] }), "unreadable"),
    ]
    .into_iter()
    .enumerate()
    {
        let visitor = case.nobody().from(&format!("198.51.100.{number}"));
        let cause = format!("refused_total{{cause=\"{cause}\"}}");
        let before = counted(&case, &cause);
        refusals.push(write(&visitor, &words));
        assert_eq!(counted(&case, &cause), before + 1, "{cause}");
    }
    assert!(inbox(&case).is_empty());
    let visitor = case.nobody().from("198.51.100.50");
    let used = filled(&visitor, &json!({}));
    visitor.post("/contact", &used).expect(202);
    refusals.push(visitor.post("/contact", &used));
    for _ in 0..2 {
        write(&visitor, &json!({})).expect(202);
    }
    refusals.push(write(&visitor, &json!({})));
    for cause in ["replayed", "too_many"] {
        assert_eq!(counted(&case, &format!("refused_total{{cause=\"{cause}\"}}")), 1, "{cause}");
    }
    case.restart(&[("contact.min_seconds", "600")]);
    refusals.push(write(&case.nobody().from("198.51.100.60"), &json!({})));
    assert_eq!(counted(&case, "refused_total{cause=\"too_soon\"}"), 1);
    let down = [
        ("contact.min_seconds", "0"),
        ("challenge.verify_url", "http://127.0.0.1:1/verify"),
        ("challenge.secret", "canary-challenge-secret"),
    ];
    case.keep_secret("canary-challenge-secret");
    case.restart(&down);
    let visitor = case.nobody().from("198.51.100.61");
    let form = visitor.get("/contact/form").expect(200).json();
    let words = json!({ "name": "Ann", "email": "ann@example.net", "message": "hi",
        "challenge_token": "t", "rendered_at": form["rendered_at"] });
    refusals.push(visitor.post("/contact", &words));
    assert_eq!(counted(&case, "refused_total{cause=\"challenge_unavailable\"}"), 1);

    let first = seen(&refusals[0]);
    assert_eq!(first.0, 400);
    for (number, refusal) in refusals.iter().enumerate() {
        assert_eq!(seen(refusal), first, "{number}");
    }
    assert_eq!(inbox(&case).len(), 3);
    // Whoever was refused is in no mail: there is one for each that was accepted, the last among them.
    case.restart(&[("challenge.verify_url", ""), ("challenge.secret", "")]);
    let last = case.nobody().from("198.51.100.63");
    write(&last, &json!({ "message": "the last of all" })).expect(202);
    let is_last = |mail: &String| mail.contains("the last of all");
    let are_sent = || server.mails().len() >= 4 && server.mails().iter().any(is_last);
    eventually("all are sent", are_sent).await;
    assert_eq!(server.mails().len(), 4);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_form_02_only_valid_words_are_accepted_and_kept_as_sent() {
    let case = Case::begin_with("S-FORM-02", &QUICK).await;
    let nobody = case.nobody();
    let long = |letter: &str, count: usize| letter.repeat(count);
    let valid = [
        json!({ "name": "x", "message": "y" }),
        json!({ "name": long("a", 100), "message": long("b", 2000) }),
        json!({ "name": long("😀", 100), "message": long("😀", 2000) }),
        json!({ "name": long("e\u{301}", 50), "message": long("\u{1f468}\u{200d}", 1000) }),
        json!({ "email": "ann@bücher.example" }),
    ];
    for words in &valid {
        write(&nobody, words).expect(202);
        let stored = &inbox(&case)[0];
        for (name, value) in words.as_object().expect("members") {
            assert_eq!(&stored[name], value);
        }
    }
    for words in [
        json!({ "name": "" }),
        json!({ "name": long("a", 101) }),
        json!({ "name": long("😀", 101) }),
        json!({ "name": " \t\u{2003}" }),
        json!({ "name": "a\0b" }),
        json!({ "name": 7 }),
        json!({ "message": "" }),
        json!({ "message": long("a", 2001) }),
        json!({ "message": long("😀", 2001) }),
        json!({ "message": "\n \n" }),
        json!({ "message": "a\0b" }),
        json!({ "message": { "text": "x" } }),
        json!({ "message": long("a", 1_000_000) }),
        json!({ "email": "a@b" }),
        json!({ "email": "\"a b\"@c.example" }),
        json!({ "email": format!("{}@example.org", long("a", 300)) }),
        json!({ "email": "<a@b.c>" }),
        json!({ "email": "a@b.c\nBcc:x" }),
        json!({ "email": ["a@b.c"] }),
    ] {
        let answer = write(&nobody, &words);
        let shown: String = words.to_string().chars().take(60).collect();
        // Larger than a message can be is told by the size alone, before anything is read.
        assert!([400, 413].contains(&answer.status.as_u16()), "{shown}: {}", answer.status);
    }
    let message = filled(&nobody, &json!({}));
    let fields = message.as_object().expect("members").iter();
    let pairs = fields.map(|(name, value)| (name, value.as_str().expect("text")));
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let form = nobody.with("content-type", "application/x-www-form-urlencoded");
    for twice in ["&name=Eve", "&message=", "&email=eve@evil.example"] {
        form.send("POST", "/contact", format!("{body}{twice}").as_bytes()).expect(400);
    }
    form.send("POST", "/contact", body.as_bytes()).expect(202);
    assert_eq!(inbox(&case).len(), valid.len() + 1);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_form_03_a_message_is_text() {
    let case = Case::begin_with("S-FORM-03", &QUICK).await;
    let nobody = case.nobody();
    for (sent, kept) in [
        ("<script>x</script>", "x"),
        ("<<b>script>alert(1)", "alert(1)"),
        ("<img src=x onerror=", "img src=x onerror="),
        ("&lt;script&gt;", "&lt;script&gt;"),
        ("a<!-- hidden -->b", "ab"),
        ("a<![CDATA[hidden]]>b", "ab"),
        ("5 < 6 and 7 > 3", "5 < 6 and 7 > 3"),
        ("I <3 this", "I <3 this"),
    ] {
        for typed in [sent, kept] {
            write(&nobody, &json!({ "message": typed })).expect(202);
            let stored = inbox(&case)[0]["message"].clone();
            assert_eq!(stored, kept);
            let stored = stored.as_str().expect("text");
            // What would begin a tag, an end of one, a comment or a declaration.
            let mut after = stored.split('<').skip(1).map(|rest| rest.chars().next());
            assert!(
                !after.any(|c| c.is_some_and(|c| c.is_ascii_alphabetic() || "/!?".contains(c))),
                "{stored}"
            );
        }
    }
    for tags in ["<b></b><hr>", "<script></script>", "<!-- x -->"] {
        write(&nobody, &json!({ "message": tags })).expect(400);
    }
    case.end();
}

/// The settings of a mail server of the case's own.
fn mail(server: &MailServer) -> [(&'static str, String); 3] {
    [
        ("smtp.host", "localhost".to_owned()),
        ("smtp.port", server.port.to_string()),
        ("smtp.ca_file", server.authority().display().to_string()),
    ]
}

fn lent<'a>(settings: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    settings.iter().map(|(key, value)| (*key, value.as_str())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn s_form_04_nothing_a_visitor_writes_leaves_its_place_in_the_mail() {
    let server = MailServer::start(Certificate::Good, Manners::Good).await;
    let own = mail(&server);
    let settings: Vec<_> = lent(&own).into_iter().chain(QUICK).collect();
    let case = Case::begin_with("S-FORM-04", &settings).await;
    // The password as it travels.
    case.keep_secret(&STANDARD.encode("\0folia\0canary-smtp-password"));
    let messages = [
        json!({ "message": "hello\r\nBcc: x@y.example\r\n\r\nbody" }),
        json!({ "message": "a\r\n.\r\nMAIL FROM:<x@y.example>\r\nRCPT TO:<x@y.example>\r\nDATA\r\n" }),
        json!({ "message": "a\n.\nQUIT\n" }),
        json!({ "message": ".\n..\n.hidden" }),
        json!({ "name": "=?utf-8?q?=0D=0ABcc:_x@y.example?=" }),
        json!({ "name": "\"Eve\" <eve@evil.example>, x" }),
        json!({ "message": "x".repeat(1990) }),
        json!({ "message": "é 😀 \u{1b}[2J", "name": "Зоя" }),
    ];
    for words in &messages {
        write(&case.nobody(), words).expect(202);
    }
    for words in [
        json!({ "name": "a\r\nBcc: x@y.example" }),
        json!({ "email": "a@b.example\r\nBcc: x@y.example" }),
    ] {
        write(&case.nobody(), &words).expect(400);
    }
    eventually("all are sent", || server.mails().len() == messages.len()).await;
    let conversations = server.conversations();
    assert_eq!(conversations.len(), messages.len());
    for conversation in conversations {
        let commands: Vec<_> = conversation.commands.iter().map(|line| line.trim_end()).collect();
        // The goodbye may still be on its way.
        let [_, _, from, to, data, ..] = commands.as_slice() else { panic!("{commands:?}") };
        assert!(commands.len() <= 6, "{commands:?}");
        assert_eq!(*from, "MAIL FROM:<folia@example.org>");
        assert_eq!((*to, *data), ("RCPT TO:<owner@example.org>", "DATA"));
        let sent = conversation.text.expect("a text");
        for line in sent.split("\r\n") {
            assert!(line.len() <= 998 && !line.contains(['\r', '\n']), "{line:?}");
            assert!(!line.starts_with('.') || line.starts_with(".."), "{line:?}");
        }
        let head = sent.split("\r\n\r\n").next().unwrap_or_default();
        let headers = head.split("\r\n").filter(|line| !line.starts_with([' ', '\t']));
        for header in headers {
            let name = header.split(':').next().unwrap_or_default();
            let ours = "Auto-Submitted Content-Transfer-Encoding Content-Type Date From MIME-Version \
                        Message-ID Subject To Reply-To";
            assert!(ours.split_whitespace().any(|known| known == name), "{head}");
        }
    }
    case.end();
}

/// Every way in which a mail server can fail, each with its own count of attempts: `contact::mail`.
#[tokio::test(flavor = "multi_thread")]
async fn s_form_05_a_mail_server_that_fails_costs_no_message() {
    let servers = [
        MailServer::start(Certificate::OfAnotherHost, Manners::Good).await,
        MailServer::start(Certificate::SelfSigned, Manners::Good).await,
        MailServer::start(Certificate::Expired, Manners::Good).await,
    ];
    // At first nobody listens there.
    let mut case = Case::begin_with("S-FORM-05", &QUICK).await;
    let failed = "notifications_total{outcome=\"failed\"}";
    write(&case.nobody(), &json!({ "message": "refused" })).expect(202);
    eventually("the failure is counted", || counted(&case, failed) > 0).await;
    for (number, server) in servers.iter().enumerate() {
        case.restart(&lent(&mail(server)));
        write(&case.nobody(), &json!({ "message": format!("not proven {number}") })).expect(202);
        eventually("the failure is counted", || counted(&case, failed) > 0).await;
        let told = server.conversations();
        assert!(told.iter().all(|conversation| conversation.commands.is_empty()), "{told:?}");
        assert!(!server.in_clear().contains("AUTH"), "{}", server.in_clear());
    }
    let server = MailServer::start(Certificate::Good, Manners::StartTls).await;
    case.restart(&lent(&mail(&server)));
    let mut written = 4;
    for manners in [
        Manners::StartTls,
        Manners::SilentAtConnect,
        Manners::SilentAtBanner,
        Manners::RefusesSignIn,
        Manners::RefusesRecipient,
    ] {
        server.behave(manners);
        let before = counted(&case, failed);
        write(&case.nobody(), &json!({ "message": format!("{manners:?}") })).expect(202);
        written += 1;
        eventually("the failure is counted", || counted(&case, failed) > before).await;
        assert!(!server.in_clear().contains("AUTH"), "{}", server.in_clear());
    }
    assert!(server.mails().is_empty());
    // What may have been taken is not sent again.
    server.behave(Manners::SilentAfterText);
    write(&case.nobody(), &json!({ "message": "unknown" })).expect(202);
    let unknown = "notifications_total{outcome=\"unknown\"}";
    eventually("it is not known", || counted(&case, unknown) > 0).await;
    server.behave(Manners::Good);
    assert_eq!(inbox(&case).len(), written + 1);
    eventually("some arrive", || !server.mails().is_empty()).await;
    let mails = server.mails();
    let texts: std::collections::BTreeSet<_> = mails
        .iter()
        .map(|mail| mail.split("\r\n\r\n").nth(1).unwrap_or_default().to_owned())
        .collect();
    assert_eq!(texts.len(), mails.len(), "no message is sent twice");
    case.end();
}
