//! Certificates from a real authority: Pebble, which Let's Encrypt tests with.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use testkit::certificate::{Certificate, make};
use testkit::{Faults, Pebble, RunningSite, Secure, TestDatabase, eventually, request_at};

use crate::service::binary::BINARY;

fn start(database: &TestDatabase, pebble: &Pebble, more: &[(&str, &str)]) -> RunningSite {
    let settings = pebble.settings();
    let settings = settings.iter().map(|(name, value)| (*name, value.as_str()));
    let names = [("FOLIA_TLS__DOMAINS", "site.test,www.site.test")];
    let all: Vec<_> = settings.chain(names).chain(more.iter().copied()).collect();
    RunningSite::start(BINARY, database, &all)
}

async fn expect_served(pebble: &Pebble) {
    let root = pebble.root().await;
    for name in ["site.test", "www.site.test"] {
        let client = Secure::new(pebble.tls.address(), name, &root);
        client.request("GET", "/health/live", &[], b"").await.expect(200);
        let http2 = client.http2().await;
        http2.request("GET", "/health/live", &[], b"").await.unwrap().expect(200);
    }
    let led = request_at(pebble.http.address(), "GET", "/x", &[("host", "www.site.test")], b"");
    assert_eq!(led.expect(301).header("location"), Some("https://www.site.test/x"));
}

fn files(database: &TestDatabase) -> Vec<std::path::PathBuf> {
    let folder = database.folder.path().join("data/tls");
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn find(database: &TestDatabase, start: &str) -> std::path::PathBuf {
    let is_it = |path: &Path| path.file_name().unwrap().to_string_lossy().starts_with(start);
    files(database).into_iter().find(|path| is_it(path)).expect(start)
}

async fn issue(kind: &str) {
    if !Pebble::is_there() {
        return;
    }
    let (database, pebble) = (TestDatabase::create().await, Pebble::start());
    let challenges = [("FOLIA_ACME__CHALLENGES", kind)];
    let mut site = start(&database, &pebble, &challenges);
    site.logs("there is a new certificate").await;
    expect_served(&pebble).await;
    for file in files(&database) {
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
    assert_eq!(pebble.orders(), 1, "{}", pebble.log());
    // Started again, it shows the same one and asks nobody.
    for _ in 0..2 {
        site.kill();
        site = start(&database, &pebble, &challenges);
        eventually("https is spoken", || site.printed().contains("https://")).await;
        assert!(!site.printed().contains("waiting for a certificate"));
        expect_served(&pebble).await;
    }
    assert_eq!(pebble.orders(), 1, "{}", pebble.log());
}

#[tokio::test]
async fn a_certificate_is_had_by_http_and_kept() {
    issue("http-01").await;
}

#[tokio::test]
async fn a_certificate_is_had_by_tls_and_kept() {
    issue("tls-alpn-01").await;
}

#[tokio::test]
async fn the_names_on_the_command_line_are_those_of_the_certificate() {
    if !Pebble::is_there() {
        return;
    }
    let (database, pebble) = (TestDatabase::create().await, Pebble::start());
    let settings = pebble.settings();
    let mut settings: Vec<_> =
        settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    // What is typed counts, whatever else is set.
    settings.push(("FOLIA_TLS__DOMAINS", "elsewhere.test"));
    let words = ["--domain", "site.test", "--domain", "www.site.test"];
    let site = RunningSite::start_with(BINARY, &database, &words, &settings);
    site.logs("there is a new certificate").await;
    expect_served(&pebble).await;
    assert_eq!(pebble.orders(), 1, "{}", pebble.log());
    let root = pebble.root().await;
    let other = Secure::new(pebble.tls.address(), "elsewhere.test", &root);
    assert!(other.connect(&["h2"]).await.is_err(), "it is for those two alone");
}

#[tokio::test]
async fn a_certificate_near_its_end_is_renewed_and_serves_until_then() {
    if !Pebble::is_there() {
        return;
    }
    let (database, mut pebble) = (TestDatabase::create().await, Pebble::start());
    let mut site = start(&database, &pebble, &[]);
    site.logs("there is a new certificate").await;
    site.kill();
    // As if most of its life were over, and long ago that it was asked for.
    let old = make(Certificate::Nearly(&["site.test", "www.site.test"]));
    let kept = find(&database, "certificate-");
    std::fs::write(&kept, format!("{}{}", old.key, old.certificate)).unwrap();
    std::fs::remove_file(find(&database, "attempts-")).unwrap();
    // The authority is down: the old one serves, and it is said when it will be tried again.
    pebble.stop();
    site = start(&database, &pebble, &[]);
    site.logs("no new certificate could be had; the old one serves until its end").await;
    let client = Secure::new(pebble.tls.address(), "site.test", &old.authority);
    client.request("GET", "/health/live", &[], b"").await.expect(200);
    assert!(site.log().contains("the certificate ends soon"), "{}", site.log());
    site.kill();
    // Back again, and without any memory: the account is made anew. But not before the pause is over,
    // however often the site is started. A pause of hours, whatever this machine takes for that.
    let pebble = pebble.start_again();
    let attempts = find(&database, "attempts-");
    let text = std::fs::read_to_string(&attempts).unwrap();
    let mut read: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["failures"], 1);
    read["failures"] = 9.into();
    std::fs::write(&attempts, read.to_string()).unwrap();
    for _ in 0..3 {
        site = start(&database, &pebble, &[]);
        eventually("https is spoken", || site.printed().contains("https://")).await;
        client.request("GET", "/health/live", &[], b"").await.expect(200);
        site.kill();
    }
    assert_eq!(pebble.orders(), 0, "{}", pebble.log());
    // The pause is over; the authority does not know us.
    std::fs::remove_file(find(&database, "attempts-")).unwrap();
    site = start(&database, &pebble, &[]);
    site.logs("the authority refuses").await;
    site.kill();
    assert!(!files(&database).iter().any(|file| file.to_string_lossy().contains("account-")));
    std::fs::remove_file(find(&database, "attempts-")).unwrap();
    let _site = start(&database, &pebble, &[]);
    let renewed = || _site.log().matches("there is a new certificate").count() == 2;
    eventually("it is renewed", renewed).await;
    expect_served(&pebble).await;
}

fn is_there(database: &TestDatabase, start: &str) -> bool {
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().starts_with(start);
    files(database).iter().any(|path| named(path))
}

fn attempts(database: &TestDatabase) -> serde_json::Value {
    let text = std::fs::read_to_string(find(database, "attempts-")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn a_certificate_that_cannot_be_written_down_is_shown_and_asked_for_once() {
    if !Pebble::is_there() {
        return;
    }
    let (database, pebble) = (TestDatabase::create().await, Pebble::start());
    let mut site = start(&database, &pebble, &[]);
    site.logs("there is a new certificate").await;
    site.kill();
    // A folder in its place can be neither read nor replaced, also by root.
    let kept = find(&database, "certificate-");
    std::fs::remove_file(&kept).unwrap();
    std::fs::create_dir(&kept).unwrap();
    std::fs::remove_file(find(&database, "attempts-")).unwrap();
    site = start(&database, &pebble, &[]);
    let counted = || attempts(&database)["issued"].as_array().is_some_and(|all| all.len() == 1);
    eventually("it is counted", || is_there(&database, "attempts-") && counted()).await;
    assert_eq!(attempts(&database)["failures"], 0);
    let lost = "it cannot be written down and would be lost with this process";
    assert!(site.log().contains(lost), "{}", site.log());
    expect_served(&pebble).await;
    assert_eq!(pebble.orders(), 2, "{}", pebble.log());
    // Lost with the process, it is not asked for again at once.
    site.kill();
    site = start(&database, &pebble, &[]);
    eventually("https is spoken", || site.printed().contains("https://")).await;
    assert_eq!(pebble.orders(), 2, "{}", pebble.log());
    site.kill();
    std::fs::remove_file(find(&database, "attempts-")).unwrap();
    site = start(&database, &pebble, &[]);
    let told = || site.log().matches(lost).count() == 2;
    eventually("there is another one", told).await;
    // As soon as it can be written it is, and nobody is asked.
    std::fs::remove_dir(&kept).unwrap();
    site.logs("it is written down now").await;
    expect_served(&pebble).await;
    site.kill();
    let _site = start(&database, &pebble, &[]);
    eventually("https is spoken", || _site.printed().contains("https://")).await;
    expect_served(&pebble).await;
    assert_eq!(pebble.orders(), 3, "{}", pebble.log());
}

/// The clock of the site is behind that of the authority.
#[tokio::test]
async fn a_certificate_that_is_not_good_yet_is_kept_until_it_is() {
    if !Pebble::is_there() {
        return;
    }
    let (database, pebble) = (TestDatabase::create().await, Pebble::start());
    let faults = Faults::prepare(&database);
    let mut site = start(&database, &pebble, &[]);
    site.logs("there is a new certificate").await;
    site.kill();
    let old = make(Certificate::Nearly(&["site.test", "www.site.test"]));
    let kept = find(&database, "certificate-");
    std::fs::write(&kept, format!("{}{}", old.key, old.certificate)).unwrap();
    std::fs::remove_file(find(&database, "attempts-")).unwrap();
    faults.shift_clock(-2 * 24 * 60 * 60);
    let client = Secure::new(pebble.tls.address(), "site.test", &old.authority);
    // Also when it is started again, and then nobody is asked.
    for started in 1..=2 {
        site = start(&database, &pebble, &faults.settings());
        let waits = "the new certificate is not good yet; the old one stays until then";
        let told = || site.log().matches(waits).count() == started;
        eventually("it is said", told).await;
        client.request("GET", "/health/live", &[], b"").await.expect(200);
        assert_eq!(pebble.orders(), 2, "{}", pebble.log());
        if started == 1 {
            site.kill();
        }
    }
    assert!(find(&database, "coming-").exists());
    faults.shift_clock(0);
    site.logs("the certificate that was waited for is shown").await;
    expect_served(&pebble).await;
    assert!(!is_there(&database, "coming-") && is_there(&database, "certificate-"));
    site.kill();
    let _site = start(&database, &pebble, &[]);
    eventually("https is spoken", || _site.printed().contains("https://")).await;
    expect_served(&pebble).await;
    assert_eq!(pebble.orders(), 2, "{}", pebble.log());
}

#[tokio::test]
async fn without_a_certificate_it_is_said_and_http_goes_on_answering_authorities() {
    if !Pebble::is_there() {
        return;
    }
    let (database, mut pebble) = (TestDatabase::create().await, Pebble::start());
    pebble.stop();
    let site = start(&database, &pebble, &[]);
    eventually("it is said", || site.printed().contains("waiting for a certificate for site.test"))
        .await;
    site.logs("no certificate could be had, and there is none yet").await;
    assert!(site.log().contains("the authority cannot be reached"), "{}", site.log());
    let asked = "/.well-known/acme-challenge/x";
    request_at(pebble.http.address(), "GET", asked, &[], b"").expect_problem(404, "not-found");
    request_at(pebble.http.address(), "GET", "/", &[], b"").expect_problem(503, "unavailable");
    let client = Secure::new(pebble.tls.address(), "site.test", &make(Certificate::Good).authority);
    assert!(client.connect(&["h2"]).await.is_err(), "there is nothing to show");
    // The machine's own way in is there as ever.
    site.request("GET", "/health/ready", None, "").expect(200);
}

#[tokio::test]
async fn a_name_that_does_not_lead_here_is_said_and_the_other_proof_is_tried_next() {
    if !Pebble::is_there() {
        return;
    }
    let (database, pebble) = (TestDatabase::create().await, Pebble::start());
    // The authority looks at a port where nobody listens. Only this proof at first: should the machine
    // be too slow for one attempt, the next one fails for the same reason.
    let elsewhere = ("FOLIA_TLS__REDIRECT_LISTEN", "127.0.0.1:0");
    let mut site = start(&database, &pebble, &[elsewhere, ("FOLIA_ACME__CHALLENGES", "http-01")]);
    site.logs("could not see that").await;
    assert!(site.log().contains("site.test leads here"), "{}", site.log());
    // Two minutes later, which nobody waits for here.
    site.kill();
    let attempts = find(&database, "attempts-");
    let text = std::fs::read_to_string(&attempts).unwrap();
    let mut read: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(read["failures"].as_u64() >= Some(1), "{read}");
    read["failures"] = 1.into();
    read["last"] = "2026-01-01T00:00:00Z".into();
    std::fs::write(&attempts, read.to_string()).unwrap();
    site = start(&database, &pebble, &[elsewhere]);
    site.logs("there is a new certificate").await;
}
