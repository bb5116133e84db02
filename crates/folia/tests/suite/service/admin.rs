//! The page of the admin area, with the web part built in and without it.

use testkit::Answer;

use crate::site::Site;

const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.to_vec()).expect("a page is text")
}

/// The address of the first script of a page.
fn script(html: &str) -> Option<&str> {
    let from = html.split_once("<script type=\"module\" src=\"")?.1;
    from.split('"').next()
}

#[tokio::test]
async fn every_address_of_the_admin_area_answers_the_same_page_to_the_signed_in() {
    let site = Site::start().await;
    let first = site.admin.get_with("/admin", &[BROWSER]).await.expect(200);
    for path in ["/admin/settings/look", "/admin/content/story/1?tab=details", "/admin/a/b/c"] {
        for client in [&site.admin, &site.member] {
            let answer = client.get_with(path, &[BROWSER]).await.expect(200);
            assert_eq!(text(&answer).contains("id=\"app\""), text(&first).contains("id=\"app\""));
            assert_eq!(answer.header("cache-control"), Some("private, no-cache"), "{path}");
            assert!(text(&answer).contains("content=\"noindex\""), "{path}");
        }
    }
}

#[tokio::test]
async fn a_visitor_is_asked_to_sign_in_and_comes_back_to_the_address_asked_for() {
    let site = Site::start().await;
    let path = "/admin/sections/1?tab=look";
    let answer = site.anonymous.get_with(path, &[BROWSER]).await.expect(401);
    let back = "href=\"/auth/login?return_to=/admin/sections/1?tab=look\"";
    assert!(text(&answer).contains(back), "{}", text(&answer));
}

#[tokio::test]
async fn the_page_runs_no_code_but_files_of_this_site_and_makes_no_code_of_text() {
    let site = Site::start().await;
    let answer = site.admin.get_with("/admin", &[BROWSER]).await.expect(200);
    let html = text(&answer);
    let Some(script) = script(&html).filter(|_| html.contains("id=\"app\"")) else {
        assert!(html.contains("not in this binary") && html.contains("npm run build"), "{html}");
        return;
    };
    let policy = answer.header("content-security-policy").expect("a page has a policy");
    for part in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    let code = site.anonymous.get(script).await.expect(200);
    assert!(code.header("cache-control").expect("it is kept").contains("immutable"));
    site.anonymous.get(&script.replace("admin-", "admin-x")).await.expect(404);
}

#[tokio::test]
async fn a_browser_that_has_the_page_is_not_sent_it_again() {
    let site = Site::start().await;
    let first = site.admin.get_with("/admin/media", &[BROWSER]).await.expect(200);
    let Some(tag) = first.header("etag").map(str::to_owned) else {
        assert!(text(&first).contains("not in this binary"));
        return;
    };
    let again = [BROWSER, ("if-none-match", tag.as_str())];
    assert!(site.admin.get_with("/admin/inbox", &again).await.expect(304).body.is_empty());
    // The colours somebody chose are written into the page.
    let dark = [BROWSER, ("if-none-match", tag.as_str()), ("cookie", "theme=dark")];
    let other = site.admin.get_with("/admin", &dark).await.expect(200);
    assert!(text(&other).contains("<html lang=\"en\" data-theme=\"dark\">"));
}
