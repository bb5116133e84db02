//! A database server or a bucket that hangs or is gone: whoever needs it is told so, and nobody else notices.

use testkit::{Answer, Bucket, Engine, Form, Line, RunningSite, TestDatabase, eventually};

use crate::service::binary::{BINARY, make_token};

/// The same database, by a line that can be frozen or cut.
pub(super) fn line_to(server: &str, database: &TestDatabase) -> (Line, String) {
    let host = server.split('@').nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let line = Line::to(host.parse().unwrap());
    let url = database.url().replace(host, &line.address.to_string());
    (line, url)
}

#[tokio::test]
async fn a_frozen_server_holds_up_nobody_who_does_not_need_it() {
    let Engine::Postgres(server) = Engine::chosen() else { return };
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let (line, url) = line_to(&server, &database);
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

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_hangs_refuses_or_breaks_off_harms_nothing_but_its_files() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start(&database.folder.path().join("bucket"));
    let line = Line::to(bucket.address());
    let mut environment = bucket.environment();
    environment.push(("FOLIA_MEDIA__ENDPOINT".to_owned(), format!("http://{}", line.address)));
    let settings: Vec<(&str, &str)> =
        environment.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let link = r#"{"title":"kept in memory","url":"/"}"#;
    site.request("POST", "/navlinks", Some(&token), link).expect(201);
    let picture = crate::media::picture("phone-p3-exif6.jpg");
    let form = Form::default().file("x.jpg", &picture);
    let upload = site.post_form("/uploads", &token, form).expect(201).json();
    let url = upload["url"].as_str().unwrap().to_owned();
    let fetch = || -> Answer { site.request("GET", &url, None, "") };
    let whole = fetch().expect(200).body;
    assert!(!whole.is_empty());
    let ready = || site.request("GET", "/health/ready", None, "").status.as_u16();
    assert_eq!(ready(), 200);

    line.freeze();
    eventually("it is not ready", || ready() == 503).await;
    // The answer comes while a client still waits for it.
    let answer = fetch();
    assert!((500..599).contains(&answer.status.as_u16()), "{}", answer.status);
    for _ in 0..5 {
        site.request("GET", "/health/live", None, "").expect(200);
        let links = site.request("GET", "/navlinks", None, "").expect(200).json();
        assert_eq!(links["items"][0]["title"], "kept in memory");
    }
    line.thaw();
    eventually("it is ready again", || ready() == 200).await;
    eventually("and the file is there", || fetch().body == whole).await;

    line.cut();
    eventually("it is not ready", || ready() == 503).await;
    assert!((500..599).contains(&fetch().status.as_u16()));
    let form = Form::default().file("x.jpg", &picture);
    let refused = site.post_form("/uploads", &token, form).status.as_u16();
    assert!((500..599).contains(&refused), "{refused}");
    site.request("GET", "/navlinks", None, "").expect(200);
    line.mend();
    eventually("it is ready once more", || ready() == 200).await;
    eventually("and the file is there", || fetch().body == whole).await;

    line.break_answers(true);
    let broken = fetch();
    assert!(broken.status.as_u16() >= 500 || broken.body != whole, "{}", broken.status);
    site.request("GET", "/navlinks", None, "").expect(200);
    line.break_answers(false);
    eventually("the file is whole again", || fetch().body == whole).await;
    assert!(!site.log().contains("panicked"));
}
