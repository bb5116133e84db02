//! The table of routes by itself: pages, the fallback and their shell, with a service as small as
//! it gets.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use edge::Access::{Admin, Anyone};
use edge::page::{Document, Layout, Link};
use edge::{
    Authenticate, Caller, Credentials, Endpoint, Html, HttpService, Json, Metrics, Page,
    PageEndpoint, Principal, RequestContext, ServiceOptions, Shell, Table,
};
use http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, VARY};
use http::{HeaderValue, StatusCode};
use kernel::{Randomness, Role};
use serde_json::json;

/// Puts the address and the reader's name around a page, and falls over where it is told to.
#[derive(Debug)]
struct Named;

impl Shell for Named {
    fn document(&self, page: Page, request: &RequestContext) -> Document {
        assert!(page.title != "broken", "as the test wants it");
        let page = page.script("menu.js").forms();
        let who = request.principal().caller().map_or("nobody", |caller| &caller.user_id);
        let theme = request.cookie("theme").unwrap_or("system");
        let html = format!("{who} {theme} {} [{}]", request.uri().path(), page.main);
        page.into_document(html)
    }
}

fn service() -> (HttpService, Metrics) {
    let api = |name: &'static str| Endpoint::new("x", async move || Json(json!(name)), ());
    let page = |title: &'static str| {
        PageEndpoint::new(async move || Page::new(title, Html::text("<main>")), ())
    };
    let packed = PageEndpoint::new(
        async || ([(CONTENT_ENCODING, "br"), (CONTENT_TYPE, "text/html")], vec![b'x'; 5000]),
        (),
    );
    let table = Table::default()
        .get("/things/{id}", Anyone, api("thing"))
        .post("/form", Anyone, api("posted"))
        .get("/refusing", Anyone, api("let in"))
        .page("/", Anyone, page("home"))
        .page("/form", Anyone, page("form"))
        .page("/secret", Admin, page("secret"))
        .page("/broken", Anyone, page("broken"))
        .page("/packed", Anyone, packed)
        .fallback(Anyone, page("anything").knows(|request| request.uri().path() == "/known"));
    let authenticate: Authenticate = Arc::new(|parts| {
        Box::pin(async move {
            let dead = parts.headers.get(COOKIE).is_some_and(|cookie| cookie == "dead");
            let caller = Caller {
                user_id: "mia".into(),
                role: Role::Member,
                email: None,
                name: None,
                session: None,
            };
            let credentials = match dead {
                true => Credentials {
                    principal: Principal::Anonymous,
                    ended_session: Some(HeaderValue::from_static("session=; Max-Age=0")),
                },
                false => Principal::SignedIn(caller).into(),
            };
            (parts, Ok(credentials))
        })
    });
    let metrics = Metrics::default();
    let router = table.into_router(&metrics);
    let options = ServiceOptions { shell: Arc::new(Named), ..ServiceOptions::default() };
    let service = HttpService::new(router, authenticate, &metrics, Randomness::seeded(7), options);
    (service, metrics)
}

async fn ask(
    service: &HttpService,
    method: &str,
    path: &str,
    headers: &[(http::HeaderName, &str)],
) -> (Response<()>, String) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let answer = service.answer(request.body(Body::empty()).unwrap()).await;
    let (parts, body) = answer.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    (Response::from_parts(parts, ()), String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test]
async fn the_api_wins_and_what_is_left_goes_to_the_fallback() {
    let (service, metrics) = service();
    for (method, path, status, body) in [
        ("GET", "/things/1", 200, "\"thing\""),
        ("GET", "/api/things/1", 200, "\"thing\""),
        ("POST", "/form", 200, "\"posted\""),
        ("POST", "/api/form", 200, "\"posted\""),
        ("GET", "/form", 200, "nobody system /form [&lt;main&gt;]"),
        ("GET", "/", 200, "nobody system / [&lt;main&gt;]"),
        ("GET", "/things", 200, "nobody system /things [&lt;main&gt;]"),
        ("GET", "/a/b/%C3%A9?q=1", 200, "nobody system /a/b/%C3%A9 [&lt;main&gt;]"),
        ("GET", "/apiary", 200, "nobody system /apiary [&lt;main&gt;]"),
        ("HEAD", "/a/b", 200, ""),
        ("GET", "/api/form", 405, ""),
        ("GET", "/api/secret", 404, "not-found"),
        ("GET", "/api/", 404, "not-found"),
        ("GET", "/api", 404, "not-found"),
        ("POST", "/a/b", 404, "not-found"),
        ("POST", "/known", 405, "method-not-allowed"),
        ("OPTIONS", "/known", 405, "method-not-allowed"),
        ("POST", "/api/known", 404, "not-found"),
        ("PUT", "/form", 405, "method-not-allowed"),
        ("GET", "/secret", 401, "unauthenticated"),
    ] {
        let (answer, text) = ask(&service, method, path, &[]).await;
        assert_eq!(answer.status(), status, "{method} {path}: {text}");
        assert!(text.contains(body) && (method != "HEAD" || text.is_empty()), "{path}: {text}");
        if status == 200 && text.starts_with("nobody") {
            let policy = answer.headers()["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("script-src 'self'") && policy.contains("form-action 'self'"));
        }
    }
    let counted = metrics.render();
    assert!(counted.contains("method=\"GET\",route=\"/{*path}\",status=\"2xx\"} 4"), "{counted}");
    assert!(counted.contains("method=\"GET\",route=\"/\",status=\"2xx\"} 1"), "{counted}");
}

#[tokio::test]
async fn a_shell_knows_the_reader_and_one_that_fails_takes_no_page_away() {
    let (service, _) = service();
    let (_, text) = ask(&service, "GET", "/x", &[(COOKIE, "a=b; theme=dark")]).await;
    assert_eq!(text, "mia dark /x [&lt;main&gt;]");
    let (answer, text) = ask(&service, "GET", "/broken", &[]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(text.contains("<main>&lt;main&gt;</main>"), "{text}");
    let browser = [(ACCEPT, "text/html"), (COOKIE, "x=y")];
    let (answer, text) = ask(&service, "GET", "/secret", &browser).await;
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    assert!(text.starts_with("mia system /secret [<h1>"), "{text}");
    let vary = answer.headers()[VARY].to_str().unwrap();
    assert!(vary.starts_with("accept, ") && vary.ends_with("authorization, cookie"), "{vary}");
}

#[tokio::test]
async fn an_ended_session_is_refused_by_the_api_and_forgotten_by_pages() {
    let (service, _) = service();
    for (path, status) in [
        ("/", 200),
        ("/anything", 200),
        ("/secret", 401),
        ("/refusing", 401),
        ("/api/refusing", 401),
        ("/api/unknown", 401),
    ] {
        let (answer, text) = ask(&service, "GET", path, &[(COOKIE, "dead")]).await;
        assert_eq!(answer.status(), status, "{path}: {text}");
        assert_eq!(answer.headers()["set-cookie"], "session=; Max-Age=0", "{path}");
    }
    let (answer, _) = ask(&service, "PUT", "/refusing", &[(COOKIE, "dead")]).await;
    assert_eq!(answer.status(), 401);
}

#[tokio::test]
async fn what_lies_ready_compressed_is_left_alone() {
    let (service, _) = service();
    let accepts = [(http::header::ACCEPT_ENCODING, "gzip, br, zstd")];
    let (answer, text) = ask(&service, "GET", "/packed", &accepts).await;
    let encodings: Vec<_> = answer.headers().get_all(CONTENT_ENCODING).iter().cloned().collect();
    assert_eq!((encodings, text.len()), (vec![HeaderValue::from_static("br")], 5000));
}

#[tokio::test]
async fn a_page_is_written_with_all_it_declares() {
    let page = Page::new("T", Html::default())
        .layout(Layout::Sheet)
        .meta("description", "a \"b\"")
        .property("og:title", "<x>")
        .link(Link { title: Some("Feed".into()), ..Link::new("alternate", "/feed.xml") })
        .json_ld(&json!({ "name": "</script>" }));
    let head = page.head(&edge::Assets::default()).to_string();
    assert_eq!(
        head,
        "<meta name=\"description\" content=\"a &quot;b&quot;\">\
         <meta property=\"og:title\" content=\"&lt;x&gt;\">\
         <link rel=\"alternate\" href=\"/feed.xml\" title=\"Feed\">\
         <script type=\"application/ld+json\">{\"name\":\"\\u003c/script\\u003e\"}</script>"
    );
    let document = page.into_document("x".to_owned()).into_response();
    let policy = document.headers()["content-security-policy"].to_str().unwrap();
    assert!(!policy.contains("script-src") && policy.ends_with("form-action 'none'"), "{policy}");
}
