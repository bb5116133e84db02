//! Shared caches between the site and its visitors: whatever they keep, nobody gets an answer that was
//! written for somebody else.

use std::net::SocketAddr;

use edge::Method;
use testkit::{CachingProxy, Obeys, RunningSite, TestDatabase, request_at};

use crate::service::binary::{BINARY, make_token};
use crate::service::furnished::{Furnished, SETTINGS, seen};
use crate::site::Site;

/// Somebody who asks, by the headers that tell who it is.
struct Asker {
    name: &'static str,
    headers: Vec<(&'static str, String)>,
}

impl Asker {
    fn get(&self, address: SocketAddr, path: &str) -> testkit::Answer {
        let headers: Vec<_> =
            self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        request_at(address, "GET", path, &headers, b"")
    }
}

/// Somebody whose token does not hold.
const STRANGER: &str = "nobody we know";

fn sign_in(site: &RunningSite) -> String {
    let link = site.link();
    let path = link.split_once(&site.address.to_string()).expect("a link of this site").1;
    let host = site.address.to_string();
    let answer = request_at(site.address, "GET", path, &[("host", &host)], b"").expect(303);
    let cookie = answer.header("set-cookie").expect("a session");
    cookie.split(';').next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn no_cache_hands_anybody_an_answer_that_was_written_for_somebody_else() {
    let beside = Site::start().await;
    let table = folia::routes::table(&beside.app);
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &SETTINGS);
    let (admin, member) = (make_token(&database, "admin"), make_token(&database, "member"));
    let made = Furnished::at(site.address, &admin, &member);
    let bearer = |name, token: &str| Asker {
        name,
        headers: vec![("authorization", format!("Bearer {token}"))],
    };
    let askers = [
        bearer("admin", &admin),
        Asker { name: "session", headers: vec![("cookie", sign_in(&site))] },
        bearer("member", &member),
        bearer(STRANGER, "folia_nonsense"),
        Asker { name: "anonymous", headers: Vec::new() },
    ];
    let paths = made.addresses(&table);
    let (mut kept, mut compared) = (0, 0);
    for obeys in [Obeys::Everything, Obeys::VaryAlone] {
        for backwards in [false, true] {
            let proxy = CachingProxy::start(site.address, obeys);
            let mut order: Vec<_> = askers.iter().collect();
            if backwards {
                order.reverse();
            }
            for path in &paths {
                for asker in &order {
                    let what =
                        format!("{} at {path}, {obeys:?}, backwards: {backwards}", asker.name);
                    let direct = asker.get(site.address, path);
                    let passed_on = [(); 2].map(|()| asker.get(proxy.address, path));
                    // What is written anew for each who asks is compared by what it gives away.
                    let lasts = asker.get(site.address, path).body == direct.body;
                    for passed_on in passed_on {
                        // What is the same for all may also reach those whose token does not hold.
                        let is_common = asker.name == STRANGER && passed_on.status.is_success();
                        if !is_common || !Furnished::is_given_away(path) {
                            assert_eq!(seen(&passed_on), seen(&direct), "{what}");
                        }
                        assert!(is_common || passed_on.status == direct.status, "{what}");
                        if lasts && !is_common {
                            assert_eq!(text(&passed_on), text(&direct), "{what}");
                            compared += 1;
                        }
                        kept += u32::from(passed_on.header("x-kept") == Some("HIT"));
                    }
                    if asker.name == "anonymous" && !Furnished::is_given_away(path) {
                        assert_eq!(seen(&direct), [] as [&str; 0], "{what}");
                    }
                }
            }
        }
    }
    // Otherwise nothing was shown.
    assert!(kept > 100, "{kept}");
    assert!(compared > 2000, "{compared}");
}

fn text(answer: &testkit::Answer) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(&answer.body)
}

#[tokio::test]
async fn every_answer_that_depends_on_who_asks_says_so() {
    let site = Site::start().await;
    let table = folia::routes::table(&site.app);
    let lines: Vec<_> = table.lines().chain(table.pages()).collect();
    for (method, path, access) in lines {
        let path = crate::service::access::concrete(path);
        let body = matches!(method, Method::Post | Method::Put).then(|| b"{}".to_vec());
        for client in [&site.admin, &site.member, &site.anonymous] {
            let answer = client.send(method.name(), &path, &[], body.clone()).await;
            let what = format!("{} {path}: {}", method.name(), answer.status);
            let caching = answer.header("cache-control").expect(&what);
            let vary = answer.header("vary").unwrap_or_default();
            let by_asker = vary.contains("authorization") && vary.contains("cookie");
            let is_private = caching == "no-store" || caching.starts_with("private");
            assert_eq!(answer.headers.get_all("vary").iter().count().max(1), 1, "{what}");
            assert!(by_asker || answer.status.is_success(), "{what}: {vary}");
            if access != edge::Access::Anyone {
                assert!(is_private && by_asker, "{what}: {caching}; {vary}");
            }
            // Whatever is the same for all says nothing of who asks, and is the same.
            if by_asker {
                let asked_as_somebody = !std::ptr::eq(client, &site.anonymous);
                assert!(is_private || !asked_as_somebody, "{what}: {caching}");
            }
        }
    }
}
