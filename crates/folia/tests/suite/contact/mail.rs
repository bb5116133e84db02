//! How the owner hears of a message: by mail, at most once, and never at the visitor's expense.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use contact::challenge::solve;
use serde_json::json;
use testkit::certificate::{self, Certificate};
use testkit::{
    AT_ONCE, MailServer, Manners, PATIENCE, RunningSite, TestDatabase, VerificationService,
    eventually, run_folia,
};

use crate::contact::{EASY, counted, expect_received, inbox, write};
use crate::service::binary::BINARY;
use crate::site::Site;

const PASSWORD: &str = "canary-password";

async fn site_with(server: &MailServer) -> Site {
    let (port, authority) = (server.port.to_string(), server.authority());
    site_at(&port, authority.to_str().unwrap()).await
}

async fn site_at(port: &str, authority: &str) -> Site {
    Site::start_with(&[
        EASY,
        ("contact.per_hour", "100"),
        ("smtp.host", "localhost"),
        ("smtp.port", port),
        ("smtp.username", "folia"),
        ("smtp.password", PASSWORD),
        ("smtp.from", "Folia <folia@example.org>"),
        ("smtp.to", "owner@example.org"),
        ("smtp.timeout", "1"),
        ("smtp.ca_file", authority),
    ])
    .await
}

fn notified(site: &Site, outcome: &str) -> u64 {
    counted(site, &format!("notifications_total{{outcome=\"{outcome}\"}}"))
}

#[tokio::test]
async fn nothing_a_visitor_writes_leaves_its_place_in_the_mail() {
    let server = MailServer::start(Certificate::Good, Manners::Good).await;
    let site = site_with(&server).await;
    let long_line = "x".repeat(1990);
    let messages = [
        json!({ "message": "hello\r\nBcc: x@y.example\r\n\r\nbody" }),
        json!({ "message": "a\r\n.\r\nMAIL FROM:<x@y.example>\r\nRCPT TO:<x@y.example>\r\nDATA\r\n" }),
        json!({ "message": "a\n.\nQUIT\n" }),
        json!({ "message": "a\r.\rQUIT\r" }),
        json!({ "message": ".\n..\n.hidden" }),
        json!({ "name": "=?utf-8?q?=0D=0ABcc:_x@y.example?=" }),
        json!({ "name": "\"Eve\" <eve@evil.example>, x" }),
        json!({ "name": "Зоя 😀" }),
        json!({ "name": "\u{202e}evil", "email": "anna@bücher.example" }),
        json!({ "email": "почта@пример.рф" }),
        json!({ "message": long_line }),
        json!({ "message": "é 😀 \u{1b}[2J" }),
    ];
    for words in &messages {
        expect_received(write(&site, &site.anonymous, words.clone()).await);
    }
    assert_eq!(site.app.jobs().run_due().await.unwrap(), messages.len());
    let conversations = server.conversations();
    assert_eq!(conversations.len(), messages.len());
    for conversation in conversations {
        let commands: Vec<_> = conversation.commands.iter().map(|line| line.trim_end()).collect();
        let [hello, sign_in, mail, recipient, data, quit] = commands.as_slice() else {
            panic!("{commands:?}")
        };
        assert_eq!(*hello, "EHLO example.org");
        assert!(sign_in.starts_with("AUTH PLAIN "));
        assert_eq!(*mail, "MAIL FROM:<folia@example.org>");
        assert_eq!(*recipient, "RCPT TO:<owner@example.org>");
        assert_eq!((*data, *quit), ("DATA", "QUIT"));
        let text = conversation.text.unwrap();
        assert!(text.is_ascii());
        for line in text.split("\r\n") {
            assert!(line.len() <= 998 && !line.contains(['\r', '\n']), "{line:?}");
            assert!(!line.starts_with('.') || line.starts_with(".."), "{line:?}");
        }
        let (head, _) = text.split_once("\r\n\r\n").unwrap();
        let headers = head.split("\r\n").filter(|line| !line.starts_with([' ', '\t']));
        let mut names: Vec<_> = headers.map(|line| line.split(':').next().unwrap()).collect();
        names.retain(|name| *name != "Reply-To");
        names.sort_unstable();
        let ours = [
            "Auto-Submitted",
            "Content-Transfer-Encoding",
            "Content-Type",
            "Date",
            "From",
            "MIME-Version",
            "Message-ID",
            "Subject",
            "To",
        ];
        assert_eq!(names, ours, "{head}");
    }
    let mails = server.mails();
    assert!(mails[0].contains("Reply-To: Ann <ann@example.net>\r\n"), "{}", mails[0]);
    assert!(mails[8].contains("<anna@xn--bcher-kva.example>"), "{}", mails[8]);
    assert!(!mails[9].contains("Reply-To"), "{}", mails[9]);
}

/// Each way in which a mail server can fail before it has the text: the visitor does not notice, the
/// mail is sent once the server has recovered, and never twice.
#[tokio::test]
async fn a_mail_that_was_not_taken_is_tried_again() {
    for manners in [
        Manners::SilentAtConnect,
        Manners::SilentAtBanner,
        Manners::RefusesSignIn,
        Manners::RefusesRecipient,
        Manners::RefusesText,
        Manners::StartTls,
        Manners::Endless,
    ] {
        let server = MailServer::start(Certificate::Good, manners).await;
        let site = site_with(&server).await;
        expect_received(write(&site, &site.anonymous, json!({})).await);
        assert_eq!(site.app.jobs().run_due().await.unwrap(), 1, "{manners:?}");
        assert_eq!((notified(&site, "failed"), notified(&site, "sent")), (1, 0), "{manners:?}");
        assert!(server.mails().is_empty());
        assert!(!server.in_clear().contains("AUTH"), "{}", server.in_clear());
        // Not at once, but soon.
        assert_eq!(site.app.jobs().run_due().await.unwrap(), 0);
        server.behave(Manners::Good);
        site.clock.advance(Duration::from_secs(3));
        assert_eq!(site.app.jobs().run_due().await.unwrap(), 1, "{manners:?}");
        assert_eq!(server.mails().len(), 1, "{manners:?}");
        site.clock.advance(Duration::from_secs(60 * 60));
        assert_eq!(site.app.jobs().run_due().await.unwrap(), 0);
        assert_eq!((notified(&site, "failed"), notified(&site, "sent")), (1, 1), "{manners:?}");
        assert_eq!(inbox(&site).await.len(), 1);
    }
}

#[tokio::test]
async fn a_mail_that_may_have_been_taken_is_not_sent_again() {
    let server = MailServer::start(Certificate::Good, Manners::SilentAfterText).await;
    let site = site_with(&server).await;
    expect_received(write(&site, &site.anonymous, json!({})).await);
    assert_eq!(site.app.jobs().run_due().await.unwrap(), 1);
    assert_eq!((notified(&site, "unknown"), notified(&site, "failed")), (1, 0));
    server.behave(Manners::Good);
    for _ in 0..30 {
        site.clock.advance(Duration::from_secs(60 * 60));
        site.app.jobs().run_due().await.unwrap();
    }
    assert_eq!(server.conversations().len(), 1);
    assert!(server.mails().is_empty());
}

/// A process that dies between handing over and noting it.
#[tokio::test]
async fn an_attempt_that_was_cut_off_is_not_repeated() {
    let server = MailServer::start(Certificate::Good, Manners::SilentAfterText).await;
    let site = site_with(&server).await;
    expect_received(write(&site, &site.anonymous, json!({})).await);
    let jobs = site.app.jobs();
    let attempt = tokio::spawn(async move { jobs.run_due().await });
    while server.conversations().iter().all(|conversation| conversation.text.is_none()) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    attempt.abort();
    server.behave(Manners::Good);
    site.clock.advance(Duration::from_secs(120));
    assert_eq!(site.app.jobs().run_due().await.unwrap(), 1);
    assert_eq!(server.conversations().len(), 1);
    assert_eq!((notified(&site, "unknown"), notified(&site, "sent")), (1, 0));
}

#[tokio::test]
async fn a_server_that_cannot_prove_itself_hears_nothing() {
    for certificate in [Certificate::OfAnotherHost, Certificate::SelfSigned, Certificate::Expired] {
        let server = MailServer::start(certificate, Manners::Good).await;
        let site = site_with(&server).await;
        expect_received(write(&site, &site.anonymous, json!({})).await);
        assert_eq!(site.app.jobs().run_due().await.unwrap(), 1);
        assert_eq!(notified(&site, "failed"), 1, "{certificate:?}");
        assert!(server.conversations().iter().all(|told| told.commands.is_empty()));
        let summary = site.app.store.job_summary("contact.notification").await.unwrap();
        let error = summary.last_error.unwrap();
        assert!(error.starts_with("no secure connection to the mail server"), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_is_gone_is_tried_for_a_day() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = nobody.local_addr().unwrap().port().to_string();
    drop(nobody);
    let site = site_at(&port, "").await;
    expect_received(write(&site, &site.anonymous, json!({})).await);
    let mut attempts = 0;
    for _ in 0..30 {
        attempts += site.app.jobs().run_due().await.unwrap();
        site.clock.advance(Duration::from_secs(60 * 60));
    }
    assert!((24..=26).contains(&attempts), "{attempts}");
    let summary = site.app.store.job_summary("contact.notification").await.unwrap();
    assert_eq!((summary.pending, summary.failed), (0, 1));
    assert!(!summary.last_error.unwrap().contains(PASSWORD));
}

#[tokio::test]
async fn the_answer_does_not_wait_for_the_mail() {
    let server = MailServer::start(Certificate::Good, Manners::SilentAtBanner).await;
    let site = site_with(&server).await;
    let (stopping, stop) = tokio::sync::watch::channel(false);
    let running = tokio::spawn(site.app.jobs().run(stop));
    let mut fastest = Duration::MAX;
    for _ in 0..3 {
        let started = Instant::now();
        expect_received(write(&site, &site.anonymous, json!({})).await);
        fastest = fastest.min(started.elapsed());
    }
    // That is how long the mail server is waited for.
    assert!(fastest < Duration::from_secs(1), "{fastest:?}");
    stopping.send_replace(true);
    running.await.unwrap();
    assert_eq!(inbox(&site).await.len(), 3);
}

/// The real process: the letter on its standard output, and nothing of the visitor in its log.
#[tokio::test]
async fn without_a_mail_server_the_letter_is_printed_and_the_log_stays_silent() {
    let database = TestDatabase::create().await;
    let settings = [
        ("FOLIA_LOG__LEVEL", "trace"),
        ("FOLIA_CHALLENGE__DIFFICULTY", "2"),
        ("FOLIA_CONTACT__MIN_SECONDS", "0"),
    ];
    let site = RunningSite::start(BINARY, &database, &settings);
    let send = |words: &str| {
        let form = site.request("GET", "/contact/form", None, "").expect(200).json();
        let token = solve(form["challenge"]["challenge"].as_str().unwrap(), 2).unwrap();
        let body = json!({ "name": "Canary Name", "email": "canary@example.net",
            "message": words, "challenge_token": token, "rendered_at": form["rendered_at"] });
        let started = Instant::now();
        let answer = site.request("POST", "/contact", None, &body.to_string());
        (answer, started.elapsed(), token)
    };
    let (refused, _, _) = send("<br>");
    refused.expect_problem(400, "rejected");
    let (received, took, token) = send("canary words\u{1b}[2J");
    received.expect(202);
    assert!(took < AT_ONCE, "{took:?}");
    eventually("the letter is printed", || site.printed().contains("---- end ----")).await;
    let printed = site.printed();
    assert!(printed.contains("Name: Canary Name\nE-mail: canary@example.net\n"), "{printed}");
    assert!(printed.contains("canary words\\u{1b}[2J\n"), "{printed}");
    let log = site.log();
    assert!(log.contains("nothing was left of the message without its tags"), "{log}");
    for hidden in ["Canary", "canary", "127.0.0.1\"", &token] {
        assert!(!log.contains(hidden), "{hidden}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_in_no_log_and_in_no_archive() {
    let database = TestDatabase::create().await;
    let verification = VerificationService::start().await;
    let server = MailServer::start(Certificate::Good, Manners::Good).await;
    let (port, authority) = (server.port.to_string(), server.authority());
    let settings = [
        ("FOLIA_LOG__LEVEL", "trace"),
        ("FOLIA_CONTACT__MIN_SECONDS", "0"),
        ("FOLIA_CHALLENGE__VERIFY_URL", verification.url.as_str()),
        ("FOLIA_CHALLENGE__SECRET", "canary-secret"),
        ("FOLIA_SMTP__HOST", "localhost"),
        ("FOLIA_SMTP__PORT", &port),
        ("FOLIA_SMTP__USERNAME", "folia"),
        ("FOLIA_SMTP__PASSWORD", PASSWORD),
        ("FOLIA_SMTP__FROM", "folia@example.org"),
        ("FOLIA_SMTP__TO", "owner@example.org"),
        ("FOLIA_SMTP__CA_FILE", authority.to_str().unwrap()),
    ];
    let site = RunningSite::start(BINARY, &database, &settings);
    let form = site.request("GET", "/contact/form", None, "").expect(200).json();
    let body = json!({ "name": "Ann", "email": "ann@example.net", "message": "kept words",
        "challenge_token": "canary-token", "rendered_at": form["rendered_at"] });
    site.request("POST", "/contact", None, &body.to_string()).expect(202);
    eventually("the mail comes", || !server.mails().is_empty()).await;
    assert_eq!(server.mails().len(), 1);
    assert!(verification.requests()[0].contains("secret=canary-secret&response=canary-token"));
    let signed_in = server.conversations()[0].commands[1].clone();
    let encoded = signed_in.trim_end().rsplit(' ').next().unwrap();
    let log = site.log();
    for hidden in ["canary", encoded, "kept words", "ann@example.net"] {
        assert!(!log.contains(hidden), "{hidden} in {log}");
    }

    let folder = database.folder.path().join("export");
    let exported = run_folia(BINARY, &database, &["export", folder.to_str().unwrap()]);
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    let mut text = String::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => folders.push(entry),
                false => text += &std::fs::read_to_string(entry).unwrap(),
            }
        }
    }
    assert!(text.contains("kept words"));
    assert!(!text.contains("\"name\":\"signing\"") && !text.contains("contact_secrets"), "{text}");
}

/// A server somebody else has written, as a process of its own.
struct RealServer {
    process: Child,
    folder: tempfile::TempDir,
    port: String,
}

impl RealServer {
    fn start() -> Self {
        let python = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.cache/aiosmtpd/bin/python");
        assert!(std::path::Path::new(python).exists(), "run tools/setup, which installs aiosmtpd");
        let folder = tempfile::tempdir().unwrap();
        let made = certificate::make(Certificate::Good);
        for (name, text) in
            [("ca.pem", &made.authority), ("cert.pem", &made.certificate), ("key.pem", &made.key)]
        {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port().to_string();
        drop(free);
        let process = Command::new(python)
            .current_dir(folder.path())
            .args(["-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{port}")])
            .args(["--smtpscert", "cert.pem", "--smtpskey", "key.pem"])
            .args(["-c", "aiosmtpd.handlers.Mailbox", "box"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self { process, folder, port }
    }

    fn mails(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path().join("box/new"));
        let paths = entries.into_iter().flatten().map(|entry| entry.unwrap().path());
        paths.map(|path| std::fs::read_to_string(path).unwrap()).collect()
    }
}

impl Drop for RealServer {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

#[tokio::test]
async fn a_real_mail_server_gets_the_mail() {
    let server = RealServer::start();
    let authority = server.folder.path().join("ca.pem");
    let site = Site::start_with(&[
        EASY,
        ("smtp.host", "localhost"),
        ("smtp.port", &server.port),
        ("smtp.from", "folia@example.org"),
        ("smtp.to", "owner@example.org"),
        ("smtp.ca_file", authority.to_str().unwrap()),
    ])
    .await;
    let words = json!({ "name": "Änn", "message": "first\n.\n.hidden\nlast é" });
    expect_received(write(&site, &site.anonymous, words).await);
    // The server takes a moment to start; until then its port is closed, and the job is retried.
    let deadline = Instant::now() + PATIENCE;
    while server.mails().is_empty() && Instant::now() < deadline {
        site.app.jobs().run_due().await.unwrap();
        tokio::time::sleep(Duration::from_millis(200)).await;
        site.clock.advance(Duration::from_secs(60));
    }
    let mails = server.mails();
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert!(mail.contains("X-RcptTo: owner@example.org"), "{mail}");
    assert!(mail.contains("X-MailFrom: folia@example.org"), "{mail}");
    let text = mail.replace("\r\n", "\n");
    assert!(text.contains("first\n.\n.hidden\nlast =C3=A9"), "{mail}");
    assert_eq!(notified(&site, "sent"), 1);
}
