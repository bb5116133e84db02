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
async fn other_spellings_of_an_address_open_no_door() {
    let site = Site::start().await;
    let table = folia::routes::table(&site.app);
    for (method, path, _) in table.lines().filter(|(_, _, access)| *access == Access::Admin) {
        let path = concrete(path);
        let rest = &path[1..];
        let first = path.as_bytes()[1];
        for spelling in [
            format!("{path}/"),
            format!("/{path}"),
            format!("/./{rest}"),
            format!("/%2e/{rest}"),
            format!("/x/../{rest}"),
            format!("/%2F{rest}"),
            format!("{path}%2F"),
            format!("{path};x=1"),
            format!("/{}{}", first.to_ascii_uppercase() as char, &path[2..]),
            format!("/%{first:02x}{}", &path[2..]),
            format!("/api/api{path}"),
            format!("/API{path}"),
        ] {
            for client in [&site.anonymous, &site.member] {
                let body = Some(br#"{"title":"x","url":"/"}"#.to_vec());
                let status = client.send(method.name(), &spelling, &[], body).await.status;
                let refused = [401, 403, 404, 405].contains(&status.as_u16());
                assert!(refused, "{} {spelling}: {status}", method.name());
            }
        }
    }
    assert_eq!(site.anonymous.get("/navlinks").await.json()["total"], 0);
    assert_eq!(site.anonymous.get("/sections").await.json()["total"], 0);
}

#[tokio::test]
async fn nothing_of_the_owner_can_take_a_name_the_service_uses() {
    let site = Site::start().await;
    let table = folia::routes::table(&site.app);
    for (_, path, _) in table.lines().chain(table.pages()) {
        let first = path.trim_start_matches('/').split('/').next().unwrap();
        // The start page has no name, and no slug has a dot in it.
        if first.is_empty() || first.contains('.') {
            continue;
        }
        assert!(content::RESERVED.contains(&first), "{first} is not reserved");
    }
}

#[tokio::test]
async fn a_refused_caller_is_turned_away_before_the_body_is_read() {
    let site = Site::start().await;
    let huge = Some(vec![b'x'; 5 * 1024 * 1024]);
    let answer = site.anonymous.send("POST", "/navlinks", &[], huge).await;
    answer.expect_problem(401, "unauthenticated");
}
