use std::collections::BTreeSet;

use edge::{Access, Method};
use kernel::Role;
use serde_json::json;
use testkit::{HostileProvider, SigningKey};

use crate::site::{HOST, Site, make_token, person};

pub(crate) fn concrete(path: &str) -> String {
    path.replace("{id}", "01939b1e-7c00-7abc-8def-0123456789ab")
        .replace("{content_type}", "story")
        .replace("{number}", "1")
        .replace("{link_id}", "01939b1e-7c00-7abc-8def-0123456789ab")
        .replace("{slug}", "nothing")
        .replace("{*full_path}", "nothing/here")
        .replace("{*screen}", "nothing/here")
        .replace("{folder}", "nothing")
        .replace("{tag}", "nothing")
        .replace("{token}", "nothing")
        .replace("{name}", "nothing_500.webp")
}

/// Goes through the table itself, so a new route is covered the day it exists. Whoever has a role
/// has it by API token, by session cookie and by a token of the identity provider alike.
#[tokio::test]
async fn every_route_lets_in_exactly_those_its_rule_names() {
    let (site, provider) = provided().await;
    let lines: Vec<_> = folia::routes::table(&site.app).lines().collect();
    assert!(lines.len() >= 10);
    for (method, path, access) in lines {
        // Signing out ends a session, so each route gets fresh ones.
        let admins = [site.admin.clone(), provider.bearer(OWNER), site.session(OWNER).await];
        let members = [site.member.clone(), provider.bearer(MEMBER), site.session(MEMBER).await];
        for prefix in ["", "/api"] {
            let path = format!("{prefix}{}", concrete(path));
            let what = format!("{} {path}", method.name());
            let body = matches!(method, Method::Post | Method::Put).then(|| b"{}".to_vec());
            let send = async |client: &testkit::Client| {
                client.send(method.name(), &path, &[], body.clone()).await
            };
            let anonymous = send(&site.anonymous).await;
            let mut statuses = Vec::new();
            for admin in &admins {
                let status = send(admin).await.status.as_u16();
                // Once signed out, the second spelling of the address finds no session.
                if path != "/api/auth/logout" {
                    assert!(![401, 403].contains(&status), "{what}: {status}");
                }
                statuses.push(status);
            }
            for member in &members {
                let answer = send(member).await;
                match access {
                    Access::Admin => drop(answer.expect_problem(403, "forbidden")),
                    _ if path == "/api/auth/logout" => {}
                    _ => assert!(![401, 403].contains(&answer.status.as_u16()), "{what}"),
                }
            }
            match access {
                Access::Anyone => assert_eq!(anonymous.status, statuses[0], "{what}"),
                Access::Member | Access::Admin => {
                    assert_eq!(anonymous.header("www-authenticate"), Some("Bearer"));
                    anonymous.expect_problem(401, "unauthenticated");
                }
            }
        }
    }
    assert_eq!(site.anonymous.get("/navlinks").await.json()["total"], 0);
}

#[tokio::test]
async fn a_credential_that_is_not_valid_is_refused_on_every_route() {
    let (site, provider) = provided().await;
    let (revoked, secret) = make_token(&site.app, Role::Admin, "x").await;
    site.app.tokens.revoke(&revoked.id.to_string()).await.unwrap();
    let ended = site.sign_in(person(&provider.hostile.issuer, OWNER, OWNER)).await;
    ended.client.send("POST", "/auth/logout", &[], None).await.expect(204);
    let stranger = provider.bearer("stranger@elsewhere.example");
    let bad = [
        site.anonymous.with_token("folia_nonsense"),
        site.anonymous.with_token(&secret),
        site.anonymous.with_token("a.b.c"),
        site.anonymous.with_header("authorization", "Basic eDp5"),
    ];
    for (method, path, _) in folia::routes::table(&site.app).lines() {
        let forgives = FORGIVING.contains(&(method, path));
        for prefix in ["", "/api"] {
            let path = format!("{prefix}{}", concrete(path));
            let body = matches!(method, Method::Post | Method::Put).then(|| b"{}".to_vec());
            for client in &bad {
                let answer = client.send(method.name(), &path, &[], body.clone()).await;
                answer.expect_problem(401, "unauthenticated");
            }
            let answer = stranger.send(method.name(), &path, &[], body.clone()).await;
            answer.expect_problem(403, "forbidden");
            let answer = ended.client.send(method.name(), &path, &[], body).await;
            let mut cookies = answer.headers.get_all("set-cookie").iter();
            let is_cleared = |cookie: &[u8]| cookie.starts_with(b"folia_session=;");
            assert!(cookies.any(|cookie| is_cleared(cookie.as_bytes())), "{path}");
            match forgives {
                true => assert_ne!(answer.status, 401, "{path}"),
                false => drop(answer.expect_problem(401, "unauthenticated")),
            }
        }
    }
}

/// Where somebody whose session has ended is let in as nobody in particular.
const FORGIVING: &[(Method, &str)] = &[
    (Method::Get, "/auth/login"),
    (Method::Get, "/auth/callback"),
    (Method::Get, "/auth/link"),
    (Method::Get, "/auth/session"),
    (Method::Post, "/contact"),
];

const OWNER: &str = "owner@example.com";
const MEMBER: &str = "mia@example.com";

struct Provided {
    hostile: HostileProvider,
    key: SigningKey,
    anonymous: testkit::Client,
}

async fn provided() -> (Site, Provided) {
    let (hostile, key) = (HostileProvider::start().await, SigningKey::generate("one"));
    hostile.publish(&[&key]);
    let settings = [
        ("auth.issuer", hostile.issuer.as_str()),
        ("auth.client_id", "folia"),
        ("auth.admins", OWNER),
        ("auth.members", MEMBER),
    ];
    let site = Site::start_with(&settings).await;
    let anonymous = site.anonymous.with_header("host", HOST);
    let (member, admin) = [&site.member, &site.admin].map(|it| it.with_header("host", HOST)).into();
    let site = Site { anonymous: anonymous.clone(), member, admin, ..site };
    (site, Provided { hostile, key, anonymous })
}

impl Provided {
    fn bearer(&self, email: &str) -> testkit::Client {
        let claims = json!({
            "iss": self.hostile.issuer, "aud": "folia", "sub": email,
            "exp": 1_767_225_600 + 600, "email": email, "email_verified": true, "scope": "openid",
        });
        self.anonymous.with_token(&self.key.sign(&claims))
    }
}

impl Site {
    async fn session(&self, email: &str) -> testkit::Client {
        let issuer = &self.app.auth.issuer().expect("a provider is configured").to_owned();
        self.sign_in(person(issuer, email, email)).await.client
    }
}

#[tokio::test]
async fn nothing_of_the_owner_can_take_a_name_the_service_uses() {
    let site = Site::start().await;
    let table = folia::routes::table(&site.app);
    for (_, path, _) in table.lines().chain(table.pages()) {
        let path = path.trim_start_matches('/');
        let first = path.split('/').next().unwrap();
        // The start page has no name.
        if first.is_empty() {
            continue;
        }
        // No slug has a dot in it, so files are redirects' only.
        let names = if first.contains('.') { content::RESERVED_FILES } else { content::RESERVED };
        assert!(names.contains(&first), "{first} is not reserved");
        assert!(!first.contains('.') || first == path, "{path} is below a file");
    }
    let pages = table.pages();
    let lines = table.lines().chain(pages).map(|(_, path, _)| path.trim_start_matches('/'));
    let answered: BTreeSet<_> = lines.filter(|path| path.contains('.')).collect();
    for file in content::RESERVED_FILES {
        assert!(answered.contains(file), "nothing is at {file}");
    }
}

/// Whatever is served at such an address, a redirect there would never be followed.
#[tokio::test]
async fn no_redirect_can_be_made_where_it_is_never_asked_for() {
    let site = Site::start().await;
    let writing = json!({ "title": "Writing", "is_published": true });
    let writing = site.admin.post("/sections", writing).await.expect(201).json();
    let story = json!({ "title": "Plates", "section_id": writing["id"], "is_published": true });
    let story = site.admin.post("/content/story", story).await.expect(201).json();
    let make = |old: &str, new: &str| {
        let (client, body) = (site.admin.clone(), json!({ "old_path": old, "new_path": new }));
        async move { client.post("/redirects", body).await }
    };
    let table = folia::routes::table(&site.app);
    for (_, path, _) in table.lines().chain(table.pages()) {
        if path == "/" || path.contains('{') {
            continue;
        }
        for spelling in [path.to_owned(), path.to_uppercase(), format!("{path}/")] {
            assert_eq!(make(&spelling, "/x").await.expect_invalid(), ["old_path"], "{spelling}");
        }
    }
    for path in ["/sitemap-1.xml", "/sitemap-2.xml", "/Sitemap-12.XML"] {
        assert_eq!(make(path, "/x").await.expect_invalid(), ["old_path"], "{path}");
    }
    let by_id = format!("/anywhere/~{}", story["id"].as_str().unwrap());
    for path in ["/writing/feed.xml", "/Writing/Feed.JSON", &by_id] {
        make(path, "/x").await.expect_problem(409, "conflict");
    }
    // Everything else is followed, whatever it ends in.
    for path in ["/blog/feed.xml", "/blog/atom.xml", "/sitemap-01.xml", "/robots.txt/a", "/~a"] {
        make(path, "/writing").await.expect(201);
        let answer = site.anonymous.get_with(path, &[("accept", "text/html")]).await.expect(301);
        assert_eq!(answer.header("location"), Some("/writing"), "{path}");
    }
}

#[tokio::test]
async fn a_refused_caller_is_turned_away_before_the_body_is_read() {
    let site = Site::start().await;
    let huge = Some(vec![b'x'; 5 * 1024 * 1024]);
    let answer = site.anonymous.send("POST", "/navlinks", &[], huge).await;
    answer.expect_problem(401, "unauthenticated");
}
