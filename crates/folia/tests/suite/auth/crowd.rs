//! A crowd at the door of a site whose provider takes its time over wrong codes.

use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use serde_json::json;
use testkit::{
    Answer, HostileProvider, RunningSite, SigningKey, TestDatabase, eventually, request_at,
};

use crate::service::binary::BINARY;

const HOST: &str = "site.example:8080";

/// A browser on its way, as its proxy passes it on.
#[derive(Clone)]
struct Underway {
    from: String,
    cookie: String,
    state: String,
    nonce: String,
}

fn ask(site: SocketAddr, path: &str, from: &str, cookie: Option<&str>) -> Answer {
    let mut headers = vec![("host", HOST), ("x-forwarded-for", from)];
    headers.extend(cookie.map(|cookie| ("cookie", cookie)));
    request_at(site, "GET", path, &headers, b"")
}

/// The provider describes itself to the first who comes, for which a busy machine may take too long.
fn warm_up(site: SocketAddr) {
    let describes = || ask(site, "/auth/login", "192.0.2.77", None).status == 303;
    for _ in 0..100 {
        if describes() {
            return;
        }
        thread::sleep(Duration::from_secs(1));
    }
    panic!("the provider never answered");
}

fn depart(site: SocketAddr, from: &str) -> Underway {
    let answer = ask(site, "/auth/login", from, None).expect(303);
    let location = answer.header("location").unwrap();
    let parameter = |name: &str| {
        let after = location.split_once(&format!("{name}=")).unwrap().1;
        after.split('&').next().unwrap().to_owned()
    };
    let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let (state, nonce) = (parameter("state"), parameter("nonce"));
    Underway { from: from.to_owned(), cookie, state, nonce }
}

fn come_back(site: SocketAddr, underway: &Underway, code: &str) -> Answer {
    let path = format!("/auth/callback?state={}&code={code}", underway.state);
    ask(site, &path, &underway.from, Some(&underway.cookie))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_few_networks_with_wrong_codes_do_not_keep_others_out() {
    let (provider, key) = (HostileProvider::start().await, SigningKey::generate("one"));
    provider.publish(&[&key]);
    let database = TestDatabase::create().await;
    let running = RunningSite::start(
        BINARY,
        &database,
        &[
            ("FOLIA_SERVER__PUBLIC_URL", "http://site.example:8080"),
            ("FOLIA_SERVER__TRUSTED_PROXIES", "127.0.0.1"),
            ("FOLIA_AUTH__ISSUER", provider.issuer.as_str()),
            ("FOLIA_AUTH__CLIENT_ID", "folia"),
            ("FOLIA_AUTH__ADMINS", "owner@example.com"),
        ],
    );
    let site = running.address;
    warm_up(site);
    // All of them have begun as one begins, so that what they send back is looked at.
    let networks = ["198.51.100.7", "198.51.101.7", "203.0.113.7", "192.0.2.7", "2001:db8:7::7"];
    let begin = |from: &'static str| {
        thread::spawn(move || (0..50).map(|_| depart(site, from)).collect::<Vec<_>>())
    };
    let begun = networks.map(begin).map(|thread| thread.join().unwrap()).concat();
    assert_eq!(begun.len(), 250);
    let honest = depart(site, "2001:db8:8::1");
    let now = kernel::Clock::system().now().as_micros() / 1_000_000;
    provider.answer_codes_with(&key.sign(&json!({
        "iss": provider.issuer, "aud": "folia", "sub": "1", "iat": now, "exp": now + 600,
        "nonce": honest.nonce, "email": "owner@example.com", "email_verified": true,
    })));
    provider.refuse_codes_but("good", Duration::from_secs(2));

    let crowd: Vec<_> = begun
        .iter()
        .cloned()
        .map(|underway| thread::spawn(move || come_back(site, &underway, "wrong").status.as_u16()))
        .collect();
    eventually("the provider is asked", || provider.codes_redeemed().len() >= 10).await;
    let answer = come_back(site, &honest, "good").expect(303);
    assert!(answer.header("set-cookie").unwrap().starts_with("folia_session="));

    let statuses: Vec<u16> = crowd.into_iter().map(|thread| thread.join().unwrap()).collect();
    let count = |status: u16| statuses.iter().filter(|it| **it == status).count();
    assert_eq!(count(303), 0);
    assert_eq!(count(401) + count(429), 250, "{statuses:?}");
    assert!(count(429) > 0, "{statuses:?}");
    assert_eq!(provider.codes_redeemed().len(), count(401) + 1, "the others cost nothing");

    // Who was turned away has spent nothing, and may come with the same again.
    let turned_away = statuses.iter().position(|status| *status == 429).unwrap();
    assert_eq!(come_back(site, &begun[turned_away], "wrong").status, 401);
}
