//! A database server that hangs: whoever needs it is told so, and nobody else notices.

use testkit::{Engine, Line, RunningSite, TestDatabase, eventually};

use crate::service::binary::{BINARY, make_token};

#[tokio::test]
async fn a_frozen_server_holds_up_nobody_who_does_not_need_it() {
    let Engine::Postgres(server) = Engine::chosen() else { return };
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    // The same database, by a line that can be frozen.
    let host = server.split('@').nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let line = Line::to(host.parse().unwrap());
    let url = database.url().replace(host, &line.address.to_string());
    let site = RunningSite::start(BINARY, &database, &[("FOLIA_DATABASE__URL", &url)]);
    let link = r#"{"title":"kept in memory","url":"/"}"#;
    site.request("POST", "/navlinks", Some(&token), link).expect(201);
    site.request("GET", "/health/ready", None, "").expect(200);
    line.freeze();
    let status = || site.request("GET", "/health/ready", None, "").status.as_u16();
    eventually("it is not ready", || status() == 503).await;
    for _ in 0..20 {
        site.request("GET", "/health/live", None, "").expect(200);
        let links = site.request("GET", "/navlinks", None, "").expect(200).json();
        assert_eq!(links["items"][0]["title"], "kept in memory");
    }
    // These need it, and are told so before the client has had enough.
    for path in ["/contact/messages", "/resumes"] {
        site.request("GET", path, Some(&token), "").expect_problem(503, "unavailable");
    }
    line.thaw();
    eventually("it is ready again", || status() == 200).await;
    let again = || site.request("GET", "/resumes", Some(&token), "").status.as_u16();
    eventually("and answers", || again() == 200).await;
    site.request("POST", "/navlinks", Some(&token), link).expect(201);
}
