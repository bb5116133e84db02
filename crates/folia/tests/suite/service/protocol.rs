//! What holds for every request, whatever its route: shapes of failures, headers, limits.

use serde_json::json;

use crate::site::Site;

#[tokio::test]
async fn every_way_to_fail_is_a_problem_document() {
    let site = Site::start().await;
    site.anonymous.get("/nowhere").await.expect_problem(404, "not-found");
    site.anonymous.get("/api").await.expect_problem(404, "not-found");
    site.anonymous.get("/navlinks/not-an-id").await.expect_problem(404, "not-found");
    site.anonymous.get("/navlinks/%zz").await.expect_problem(400, "malformed");
    let wrong = site.anonymous.send("PATCH", "/navlinks", &[], None).await;
    assert_eq!(wrong.header("allow"), Some("GET,HEAD,POST"));
    wrong.expect_problem(405, "method-not-allowed");
    site.anonymous
        .send("TRACE", "/navlinks", &[], None)
        .await
        .expect_problem(405, "method-not-allowed");

    let raw = |headers: &'static [(&'static str, &'static str)], body: &[u8]| {
        let (client, body) = (site.admin.clone(), body.to_vec());
        async move { client.send("POST", "/navlinks", headers, Some(body)).await }
    };
    let json = &[("content-type", "application/json")];
    for broken in [&b""[..], b"{", b"\xff", b"{\"title\":\"\\ud800\"}", b"{} {}"] {
        raw(json, broken).await.expect_problem(400, "malformed");
    }
    let deep = "[".repeat(100_000);
    raw(json, deep.as_bytes()).await.expect_problem(400, "malformed");
    raw(&[("content-type", "text/plain")], b"{}").await.expect_problem(415, "unsupported-media");
    let packed = &[("content-type", "application/json"), ("content-encoding", "gzip")];
    raw(packed, b"{}").await.expect_problem(415, "unsupported-media");
    let large = vec![b' '; 4 * 1024 * 1024 + 1];
    raw(json, &large).await.expect_problem(413, "too-large");

    let long = format!("/navlinks?x={}", "x".repeat(9000));
    site.anonymous.get(&long).await.expect_problem(414, "uri-too-long");
    let heavy = "x".repeat(40_000);
    let answer = site.anonymous.get_with("/navlinks", &[("x-heavy", &heavy)]).await;
    answer.expect_problem(431, "headers-too-large");
}

/// Only who writes the site may send as much as a page can hold. (The contact form answers whatever is wrong in one way:
/// `contact/form.rs`.)
#[tokio::test]
async fn a_body_may_be_as_large_as_its_route_needs() {
    let site = Site::start().await;
    let (kib, json) = (1024, &[("content-type", "application/json")]);
    for (method, path, client, most) in [
        ("POST", "/tailor", &site.member, 2048 * kib),
        ("POST", "/voice/feedback", &site.member, 2048 * kib),
        ("PUT", "/tailorings/01939b1e-7c00-7abc-8def-0123456789ab", &site.member, 2048 * kib),
        ("POST", "/content/story", &site.admin, 4096 * kib),
    ] {
        let send = |bytes| client.send(method, path, json, Some(vec![b' '; bytes]));
        send(most + 1).await.expect_problem(413, "too-large");
        let whole = send(most).await.status.as_u16();
        assert_ne!(whole, 413, "{path}");
    }
}

#[tokio::test]
async fn bad_queries_are_refused_by_name() {
    let site = Site::start().await;
    for query in ["limit=0", "limit=-1", "limit=1.5", "limit=abc", "limit=18446744073709551616"] {
        let fields = site.anonymous.get(&format!("/navlinks?{query}")).await.expect_invalid();
        assert_eq!(fields, ["limit"], "{query}");
    }
    for query in ["offset=-1", "offset=x", "offset=9223372036854775808"] {
        let fields = site.anonymous.get(&format!("/navlinks?{query}")).await.expect_invalid();
        assert_eq!(fields, ["offset"], "{query}");
    }
    for query in ["limit=501", "limit=1000000000", "limit=10&limit=999999"] {
        let list = site.anonymous.get(&format!("/navlinks?{query}")).await.expect(200).json();
        assert_eq!(list["limit"], 500, "{query}");
    }
    for query in ["limit[]=5", "x='", "x=%27)--", "=", "&&&", "x=%ff"] {
        site.anonymous.get(&format!("/navlinks?{query}")).await.expect(200);
    }
}

#[tokio::test]
async fn every_answer_carries_its_request_id_and_the_security_headers() {
    let site = Site::start().await;
    let answers = [
        site.anonymous.get("/navlinks").await,
        site.anonymous.get("/docs").await,
        site.anonymous.get("/nowhere").await,
        site.anonymous.get("/metrics").await,
        site.admin.post("/navlinks", json!({})).await,
    ];
    for answer in answers {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        let referrer = answer.header("referrer-policy");
        assert_eq!(referrer, Some("strict-origin-when-cross-origin"));
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(answer.header("x-request-id").map(str::len), Some(24));
        assert!(answer.header("server").is_none());
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    let named = site.anonymous.get_with("/navlinks", &[("x-request-id", "my-id.1")]).await;
    assert_eq!(named.header("x-request-id"), Some("my-id.1"));
}

#[tokio::test]
async fn large_answers_are_compressed_for_those_who_ask() {
    let site = Site::start().await;
    for encoding in ["gzip", "br"] {
        let answer = site.anonymous.get_with("/docs", &[("accept-encoding", encoding)]).await;
        assert_eq!(answer.header("content-encoding"), Some(encoding));
    }
    let plain = site.anonymous.get("/docs").await;
    assert_eq!(plain.header("content-encoding"), None);
}

#[tokio::test]
async fn health_and_metrics_tell_how_the_service_is() {
    let site = Site::start().await;
    assert_eq!(site.anonymous.get("/health/live").await.json(), json!({ "status": "ok" }));
    let ready = site.anonymous.get("/health/ready").await.expect(200).json();
    assert_eq!(ready["dependencies"]["database"], "ok");
    site.anonymous.get("/navlinks").await;
    site.anonymous.get("/nowhere").await;
    let metrics = site.admin.get("/metrics").await.expect(200);
    let text = String::from_utf8_lossy(&metrics.body);
    for line in [
        "folia_http_requests_total{method=\"GET\",route=\"/navlinks\",status=\"2xx\"} 1",
        "folia_http_requests_total{method=\"GET\",route=\"/{*path}\",status=\"4xx\"} 1",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[tokio::test]
async fn a_closed_database_is_a_503_and_not_a_crash() {
    let site = Site::start().await;
    site.anonymous.get("/navlinks").await.expect(200);
    site.app.store.clone().close().await;
    // A token lookup may still read on the embedded engine; a write cannot succeed on either.
    let answer = site.admin.post("/navlinks", json!({ "title": "x", "url": "/" })).await;
    answer.expect_problem(503, "unavailable");
    site.anonymous.get("/navlinks").await.expect(200);
}
