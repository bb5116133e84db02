//! Pages and failures as browsers and programs get them, over the whole table.

use auth::Identity;
use edge::{Access, Method};
use http::StatusCode;
use testkit::{Answer, Client};

use crate::service::access::concrete;
use crate::site::{HOST, Site};

const BROWSER: (&str, &str) =
    ("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
const PROGRAM: (&str, &str) = ("accept", "application/json");
const HTML: Option<&str> = Some("text/html; charset=utf-8");

/// Who can come, and what they are told at a row that is for `access`.
struct Comer {
    name: &'static str,
    client: Client,
    allowed: fn(Access, bool) -> Option<u16>,
}

async fn comers(site: &Site) -> Vec<Comer> {
    let ended = site.sign_in(Identity::Owner).await;
    ended.client.send("POST", "/auth/logout", &[], None).await.expect(204);
    let dead = site.anonymous.with_header("host", HOST).with_header("cookie", &ended.cookie);
    let anonymous: fn(Access, bool) -> Option<u16> = |access, _| match access {
        Access::Anyone => None,
        Access::Member | Access::Admin => Some(401),
    };
    let member: fn(Access, bool) -> Option<u16> = |access, _| match access {
        Access::Anyone | Access::Member => None,
        Access::Admin => Some(403),
    };
    let ended_session: fn(Access, bool) -> Option<u16> = |access, forgives| match access {
        Access::Anyone if forgives => None,
        _ => Some(401),
    };
    vec![
        Comer { name: "anonymous", client: site.anonymous.clone(), allowed: anonymous },
        Comer { name: "member", client: site.member.clone(), allowed: member },
        Comer { name: "admin", client: site.admin.clone(), allowed: |_, _| None },
        Comer { name: "dead cookie", client: dead, allowed: ended_session },
        Comer {
            name: "bad token",
            client: site.anonymous.with_token("folia_nonsense"),
            allowed: |_, _| Some(401),
        },
    ]
}

/// A failure in the form that was asked for, and the policy of whatever page came.
#[track_caller]
fn judge(answer: &Answer, accept: (&str, &str), expected: Option<u16>, what: &str) {
    let status = answer.status;
    match expected {
        Some(expected) => assert_eq!(status.as_u16(), expected, "{what}"),
        None => assert!(![401, 403].contains(&status.as_u16()), "{what}: {status}"),
    }
    if status == StatusCode::UNAUTHORIZED {
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{what}");
    }
    let media = answer.header("content-type");
    if status.is_client_error() || status.is_server_error() {
        let form = if accept == BROWSER { HTML } else { Some("application/problem+json") };
        assert_eq!(media, form, "{what}");
        let varies = answer.headers.get_all("vary").iter();
        let varies = varies.map(|value| value.to_str().unwrap()).collect::<Vec<_>>().join(", ");
        assert!(varies.contains("accept"), "{what}: {varies}");
    }
    if media == HTML {
        expect_page(answer, what);
    }
}

/// A whole document whose policy allows no code and no style in it, and that has none.
#[track_caller]
fn expect_page(answer: &Answer, what: &str) -> String {
    let policy = answer.header("content-security-policy").expect(what);
    assert!(policy.starts_with("default-src 'none'; "), "{what}: {policy}");
    for part in ["style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "form-action "] {
        assert!(policy.contains(part), "{what}: {policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("'sha256"), "{what}: {policy}");
    let html = String::from_utf8(answer.body.to_vec()).expect(what);
    assert!(html.starts_with("<!doctype html>\n<html lang=\""), "{what}: {html}");
    assert_eq!(html.matches("<title>").count(), 1, "{what}");
    assert_eq!(html.matches("<main").count(), 1, "{what}");
    assert_eq!(html.matches("<h1").count(), 1, "{what}: {html}");
    for inline in ["<style", "style=\"", "<script>", " onclick", "javascript:"] {
        assert!(!html.contains(inline), "{what} has {inline}");
    }
    // Data for machines is not run by anybody.
    let runs = html.replace("<script type=\"application/ld+json\">", "");
    let declares_script = runs.contains("<script ");
    assert_eq!(declares_script, policy.contains("script-src 'self'"), "{what}: {policy}");
    html
}

/// Goes through the table itself, so a new route is covered the day it exists.
#[tokio::test]
async fn every_row_answers_browsers_and_programs_each_in_their_way() {
    let site = Site::start().await;
    let comers = comers(&site).await;
    let table = folia::routes::table(&site.app);
    let pages = table.pages().map(|row| (row, true, &[""][..]));
    let rows: Vec<_> =
        table.lines().map(|row| (row, false, &["", "/api"][..])).chain(pages).collect();
    assert!(rows.len() > 60);
    for ((method, path, access), is_page, prefixes) in rows {
        // Signing out needs no form; the others must not run out of turns or start long work.
        if path == "/content/reindex" {
            continue;
        }
        let forgives = is_page
            || matches!(
                (method, path),
                (Method::Get, "/auth/login" | "/auth/callback" | "/auth/link" | "/auth/session")
                    | (Method::Post, "/contact")
            );
        let body = matches!(method, Method::Post | Method::Put).then(|| b"{}".to_vec());
        for prefix in prefixes {
            for comer in &comers {
                for accept in [BROWSER, PROGRAM] {
                    let address = format!("{prefix}{}", concrete(path).replace("{*file}", "x.css"));
                    let what = format!("{} {address} {} {}", method.name(), comer.name, accept.1);
                    let answer =
                        comer.client.send(method.name(), &address, &[accept], body.clone()).await;
                    judge(&answer, accept, (comer.allowed)(access, forgives), &what);
                    let cleared = answer.header("set-cookie").is_some_and(|cookie| {
                        cookie.starts_with("folia_session=;") && cookie.contains("Max-Age=0")
                    });
                    assert_eq!(
                        cleared,
                        comer.name == "dead cookie"
                            || what.contains("logout") && answer.status == 204,
                        "{what}"
                    );
                    if cleared {
                        let caching = answer.header("cache-control").unwrap_or_default();
                        assert!(!caching.starts_with("public"), "{what}: {caching}");
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn what_no_row_names_is_a_page_for_browsers_but_below_api() {
    let site = Site::start().await;
    for comer in comers(&site).await {
        for accept in [BROWSER, PROGRAM] {
            let refused = if comer.name == "bad token" { 401 } else { 404 };
            for method in ["GET", "POST", "DELETE", "OPTIONS"] {
                let answer = comer.client.send(method, "/no/such/page", &[accept], None).await;
                judge(&answer, accept, Some(refused), comer.name);
            }
            // Programs alone come here, whatever they say.
            let refused = if comer.name == "dead cookie" { 401 } else { refused };
            for address in ["/api", "/api/", "/api/nothing", "/api/docs", "/api/contact"] {
                let answer = comer.client.get_with(address, &[accept]).await;
                // Known for another method: refused like every row.
                if address == "/api/contact" && refused == 404 {
                    judge(&answer, accept, Some(405), address);
                    assert_eq!(answer.header("allow"), Some("POST"));
                } else if refused == 404 {
                    answer.expect_problem(404, "not-found");
                } else {
                    answer.expect(401);
                }
            }
        }
    }
}

#[tokio::test]
async fn a_failure_page_says_what_to_do_and_nothing_that_is_for_the_log() {
    let site = Site::start().await;
    let browser = site.anonymous.with_header(BROWSER.0, BROWSER.1);
    let page = browser.get("/tailorings?limit=3&x=%22%3E%3Cscript%3E").await.expect(401);
    let html = expect_page(&page, "401");
    let back = "/auth/login?return_to=/tailorings?limit=3%26x=%2522%253E%253Cscript%253E";
    assert!(html.contains(&format!("href=\"{back}\"")), "{html}");

    let wrong = browser.send("PATCH", "/navlinks", &[], None).await.expect(405);
    assert_eq!(wrong.header("allow"), Some("GET,HEAD,POST"));
    expect_page(&wrong, "405");

    let invalid = browser.get("/navlinks?limit=%3Cb%3E").await.expect(422);
    let html = expect_page(&invalid, "422");
    assert!(html.contains("<code>limit</code>") && !html.contains("<b>"), "{html}");

    let large = Some(vec![b' '; 4 * 1024 * 1024 + 1]);
    let admin = site.admin.with_header(BROWSER.0, BROWSER.1);
    expect_page(&admin.send("POST", "/navlinks", &[], large).await.expect(413), "413");

    let long = format!("/navlinks?x={}", "x".repeat(9000));
    expect_page(&browser.get(&long).await.expect(414), "414");

    site.app.store.clone().close().await;
    let body = Some(br#"{"title":"x","url":"/"}"#.to_vec());
    let down = admin.send("POST", "/navlinks", &[], body).await.expect(503);
    assert_eq!(down.header("retry-after"), Some("5"));
    let html = expect_page(&down, "503");
    assert!(html.contains(down.header("x-request-id").unwrap()), "{html}");
    assert!(!html.to_lowercase().contains("sqlite") && !html.contains("closed"), "{html}");
}

#[tokio::test]
async fn the_head_of_a_page_tells_its_length_and_has_no_body() {
    let site = Site::start().await;
    for (path, accept) in [("/docs", PROGRAM), ("/nothing", BROWSER)] {
        let whole = site.anonymous.get_with(path, &[accept]).await;
        let head = site.anonymous.send("HEAD", path, &[accept], None).await;
        assert_eq!(head.status, whole.status);
        assert!(head.body.is_empty());
        let length = whole.body.len().to_string();
        assert_eq!(head.header("content-length"), Some(length.as_str()), "{path}");
        assert_eq!(head.header("content-type"), HTML);
    }
}

#[tokio::test]
async fn assets_are_kept_for_good_and_lie_ready_in_every_encoding() {
    let site = Site::start().await;
    let page = site.anonymous.get("/contact").await.expect(200);
    let html = expect_page(&page, "/contact");
    let named = html.split('"').filter(|part| part.starts_with("/assets/") && part.len() > 20);
    // Faces are packed already.
    let addresses: Vec<_> = named.filter(|address| !address.ends_with(".woff2")).collect();
    // The page's style and the one around it; more with the web part.
    assert!(addresses.len() >= 2, "{html}");
    for address in addresses {
        let plain = site.anonymous.get(address).await.expect(200);
        assert_eq!(plain.header("content-encoding"), None);
        let mut tags = vec![plain.header("etag").unwrap().to_owned()];
        for (accepted, encoding) in [("gzip, br", "br"), ("br;q=0.1, gzip", "gzip")] {
            let asked = [("accept-encoding", accepted)];
            let packed = site.anonymous.get_with(address, &asked).await.expect(200);
            assert_eq!(packed.header("content-encoding"), Some(encoding), "{address}");
            assert!(packed.body.len() < plain.body.len());
            assert_eq!(packed.header("vary"), Some("accept-encoding"));
            assert_eq!(packed.header("cache-control"), Some("public, max-age=31536000, immutable"));
            assert_eq!(packed.header("x-content-type-options"), Some("nosniff"));
            let tag = packed.header("etag").unwrap().to_owned();
            let again = [("accept-encoding", accepted), ("if-none-match", tag.as_str())];
            let unchanged = site.anonymous.get_with(address, &again).await.expect(304);
            assert!(unchanged.body.is_empty());
            if encoding == "gzip" {
                let mut unpacked = Vec::new();
                let mut reader = flate2::read::GzDecoder::new(&packed.body[..]);
                std::io::Read::read_to_end(&mut reader, &mut unpacked).unwrap();
                assert_eq!(unpacked, plain.body, "{address}");
            }
            tags.push(tag);
        }
        tags.dedup();
        assert_eq!(tags.len(), 3, "{tags:?}");
        let head = site.anonymous.send("HEAD", address, &[], None).await.expect(200);
        let length = plain.body.len().to_string();
        assert_eq!(head.header("content-length"), Some(length.as_str()));
        let (start, _) = address.rsplit_once('.').unwrap();
        let (start, _) = start.rsplit_once('.').unwrap();
        for other in [format!("{start}.css"), format!("{start}.0000000000000000.css")] {
            site.anonymous.get(&other).await.expect_problem(404, "not-found");
        }
        site.anonymous.get(&format!("/api{address}")).await.expect_problem(404, "not-found");
    }
    for hostile in ["/assets/", "/assets/../Cargo.toml", "/assets/%2e%2e/x", "/assets/%ff"] {
        let status = site.anonymous.get(hostile).await.status;
        assert!([400, 404].contains(&status.as_u16()), "{hostile}: {status}");
    }
}

#[path = "../../../build/style.rs"]
mod style;

#[test]
fn style_sheets_name_files_by_their_addresses() {
    let find =
        |name: &str| name.strip_suffix(".woff2").map(|name| format!("/assets/{name}.1.woff2"));
    for (written, resolved) in [
        ("a{src:url(x.woff2)}", "a{src:url(\"/assets/x.1.woff2\")}"),
        (
            "url( 'x.woff2' ) url(\"y.woff2\")",
            "url(\"/assets/x.1.woff2\") url(\"/assets/y.1.woff2\")",
        ),
        ("url(data:,x) url(/media/y.png)", "url(data:,x) url(/media/y.png)"),
        ("b{} url(unclosed.woff2", "b{} url(unclosed.woff2"),
        ("", ""),
    ] {
        assert_eq!(style::with_addresses(written, find), resolved);
    }
}

#[tokio::test]
async fn a_reader_with_an_ended_session_reads_on_and_loses_the_cookie() {
    let site = Site::start().await;
    let ended = site.sign_in(Identity::Owner).await;
    ended.client.send("POST", "/auth/logout", &[], None).await.expect(204);
    let reader = site.anonymous.with_header("host", HOST).with_header("cookie", &ended.cookie);
    for path in ["/contact", "/auth", "/docs"] {
        let page = reader.get_with(path, &[BROWSER]).await.expect(200);
        assert!(page.header("set-cookie").unwrap().starts_with("folia_session=; "), "{path}");
        expect_page(&page, path);
    }
    // A new session is not taken away together with the old one.
    let secret = site.app.auth.links.renew().await.unwrap();
    let link = format!("/auth/link?key={}", secret.reveal());
    let local = reader.with_header("host", "localhost");
    let signed_in = local.get(&link).await.expect(303);
    let cookies: Vec<_> = signed_in.headers.get_all("set-cookie").iter().collect();
    assert_eq!(cookies.len(), 1, "{cookies:?}");
    assert!(!cookies[0].to_str().unwrap().contains("Max-Age=0"));
}
