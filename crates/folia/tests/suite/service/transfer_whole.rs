//! What comes in is what was public, and whole: otherwise it is a draft, or told, or the command ends.

use serde_json::{Value, json};
use testkit::{RunningSite, TestDatabase, run_folia};

use super::transfer::{at, bring_in, folia, write};
use crate::media::picture;
use crate::service::binary::{BINARY, make_token};

/// Whether visitors can read each of these paths, and whether each that they cannot is told.
pub(super) fn assert_public(site: &RunningSite, token: &str, paths: &[(&str, bool)]) {
    for (path, is_public) in paths {
        assert!(at(site, token, path)["content_item"]["title"].is_string(), "{path} is there");
        let answer = site.request("GET", &format!("/sections/resolve-path/{path}"), None, "");
        assert_eq!(answer.status, if *is_public { 200 } else { 404 }, "{path}");
    }
}

pub(super) fn assert_told(done: &[String], lines: &[&str]) {
    for line in lines {
        assert!(done.iter().any(|it| it.contains(line)), "{line}: {done:#?}");
    }
}

pub(super) fn post(id: u32, name: &str, more: &str) -> String {
    format!(
        "<item><title>{name}</title><link>https://old.example/{name}/</link>\
         <content:encoded><![CDATA[Words]]></content:encoded><wp:post_id>{id}</wp:post_id>\
         <wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:post_name>{name}</wp:post_name>{more}</item>\n"
    )
}

pub(super) fn wxr(items: &[String]) -> String {
    let items = items.concat();
    format!("<rss><channel><link>https://old.example</link>\n{items}</channel></rss>\n")
}

#[tokio::test]
async fn what_not_everybody_could_read_at_wordpress_is_a_draft() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let public = "<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>";
    let secret = format!("{public}<wp:post_password><![CDATA[sesame]]></wp:post_password>");
    let open = format!(
        "{public}<wp:post_password><![CDATA[]]></wp:post_password>\
        <wp:comment><wp:comment_id>1</wp:comment_id></wp:comment><wp:comment></wp:comment>"
    );
    let of = |status: &str, kind: &str| {
        format!("<wp:status>{status}</wp:status><wp:post_type>{kind}</wp:post_type>")
    };
    let export = wxr(&[
        post(1, "open", &open),
        post(2, "secret", &secret),
        post(3, "private", &of("private", "post")),
        post(4, "strange", &of("members-only", "post")),
        post(5, "plain", &of("draft", "post")),
        post(6, "spoon", &of("publish", "product")),
        post(7, "fork", &of("publish", "product")),
        post(8, "bin", &of("trash", "post")),
    ]);
    let folder = database.folder.path().join("wordpress");
    write(&folder, "old.xml", export.as_bytes());
    let done = bring_in(&database, "wordpress", &folder);
    assert_told(
        &done,
        &[
            "left out the publication of post 2: it was behind a password; it is a draft",
            "left out the publication of post 3: it was private; it is a draft",
            "left out the publication of post 4: its status was members-only; it is a draft",
            "left out 2 entries of the type product",
            "left out 1 entries with the status trash",
            "left out 2 comments",
        ],
    );
    assert!(!done.iter().any(|line| line.contains("publication of post 5")), "{done:#?}");
    let site = RunningSite::start(BINARY, &database, &[]);
    let paths = [("open", true), ("secret", false), ("private", false), ("strange", false)];
    let paths = paths.map(|(name, is_public)| (format!("blog/{name}"), is_public));
    let paths: Vec<_> = paths.iter().map(|(path, is_public)| (path.as_str(), *is_public)).collect();
    assert_public(&site, &token, &paths);
}

#[tokio::test]
async fn what_not_everybody_could_read_at_ghost_is_a_draft_and_letters_keep_their_case() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("ghost");
    let post = |slug: &str, status: &str, visibility: Value, html: &str| {
        json!({ "id": slug, "title": slug, "slug": slug, "html": html, "type": "page", "status": status,
                "visibility": visibility })
    };
    let shown = "<p><img src=\"__GHOST_URL__/content/images/2020/My%20Boat.WEBP\"></p>";
    let gated =
        "<p>a</p><!--kg-gated-block:begin nonMember:false --><p>b</p><!--kg-gated-block:end-->";
    let export = json!({ "db": [{ "data": {
        "posts": [
            post("open", "published", json!("public"), shown),
            post("old", "published", Value::Null, "<p>x</p>"),
            post("paid", "published", json!("paid"), "<p>x</p>"),
            post("members", "scheduled", json!("members"), "<p>x</p>"),
            post("tiers", "published", json!(["gold"]), "<p>x</p>"),
            post("sent", "sent", json!("public"), "<p>x</p>"),
            post("mailed", "scheduled", json!("public"), "<p>x</p>"),
            post("gated", "published", json!("public"), gated),
        ],
        "posts_meta": [{ "post_id": "mailed", "email_only": 1 }],
    } }] });
    write(&folder, "export.json", export.to_string().as_bytes());
    write(&folder, "content/images/2020/My Boat.WEBP", &picture("lossy.webp"));
    let done = bring_in(&database, "ghost", &folder);
    assert_told(
        &done,
        &[
            "left out the publication of post paid: its visibility was paid; it is a draft",
            "left out the publication of post members: its visibility was members",
            "left out the publication of post tiers: its visibility was not public",
            "left out the publication of post sent: it was sent by mail only",
            "left out the publication of post mailed: it was sent by mail only",
            "left out the publication of post gated: some of it was for members",
            "0 sections, 8 items, 1 pictures",
        ],
    );
    let site = RunningSite::start(BINARY, &database, &[]);
    let drafts = ["paid", "members", "tiers", "sent", "mailed", "gated"].map(|name| (name, false));
    assert_public(&site, &token, &[("open", true), ("old", true)]);
    assert_public(&site, &token, &drafts);
    let open = at(&site, &token, "open")["content_item"].clone();
    assert!(open["body"].as_str().unwrap().contains("src=\"/media/"), "{open}");
}

#[tokio::test]
async fn markdown_that_does_not_clearly_say_that_it_is_public_is_a_draft() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("notes");
    for (name, text) in [
        ("open", "---\ntitle: Open\ndraft: n\n---\nx\n"),
        ("json", "{\n  \"title\": \"J\",\n  \"draft\": true\n}\n\nx\n"),
        ("dots", "---\ntitle: Dots\ndraft: true\n...\nx\n"),
        ("letter", "---\ntitle: Letter\ndraft: y\n---\nx\n"),
        ("perhaps", "---\ntitle: Perhaps\ndraft: perhaps\n---\nx\n"),
        ("unended", "---\ntitle: Unended\ndraft: true\n\nx\n"),
        ("secret", "+++\ntitle = 'Secret'\npassword = 'sesame'\n+++\nx\n"),
        ("hidden", "---\ntitle: Hidden\nhidden: true\n---\nx\n"),
        ("closed/inside", "# Inside\n\nx\n"),
    ] {
        write(&folder, &format!("{name}.md"), text.as_bytes());
    }
    write(&folder, "closed/_index.md", b"---\ndraft: [\n---\n");
    let done = bring_in(&database, "markdown", &folder);
    assert_told(
        &done,
        &[
            "left out closed/_index.md: its front matter is no YAML",
            "left out the publication of closed/_index.md: what stands before the text is not understood; it is a draft",
            "left out the publication of perhaps.md: draft says neither yes nor no",
            "left out the publication of unended.md: what stands before the text is not understood",
            "left out the publication of secret.md: it was behind a password",
            "left out the publication of hidden.md: it was hidden; it is a draft",
        ],
    );
    let site = RunningSite::start(BINARY, &database, &[]);
    let drafts =
        ["json", "dots", "letter", "perhaps", "unended", "secret", "hidden", "closed/inside"];
    assert_public(&site, &token, &[("open", true)]);
    assert_public(&site, &token, &drafts.map(|path| (path, false)));
    let json = at(&site, &token, "json")["content_item"].clone();
    assert_eq!((&json["title"], &json["body"]), (&"J".into(), &"<p>x</p>\n".into()));
}

#[tokio::test]
async fn an_import_ends_when_the_media_cannot_be_kept_and_can_be_repeated() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("notes");
    write(&folder, "boat.md", b"# Boat\n\n![x](boat.webp) ![y](broken.png)\n");
    write(&folder, "boat.webp", &picture("lossy.webp"));
    write(&folder, "broken.png", b"\x89PNG\r\n\x1a\nno more");
    // A file where the media have a folder: nothing can be kept there.
    let kept = database.folder.path().join("data/media");
    write(&kept, "originals", b"x");
    let output = run_folia(BINARY, &database, &["import", "--from", "markdown", "notes"]);
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    std::fs::remove_file(kept.join("originals")).unwrap();
    let done = folia(&database, &["import", "--from", "markdown", "notes"]);
    assert_told(&done, &["made page /boat", "boat.webp", "left out picture notes/broken.png"]);
    let site = RunningSite::start(BINARY, &database, &[]);
    let body = at(&site, &token, "boat")["content_item"]["body"].as_str().unwrap().to_owned();
    assert!(body.contains("src=\"/media/"), "{body}");
}

#[tokio::test]
async fn an_export_that_was_cut_off_is_refused() {
    let database = TestDatabase::create().await;
    let folder = database.folder.path().join("wordpress");
    let more = "<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>";
    let whole = wxr(&[post(1, "one", more), post(2, "two", more)]);
    let (start, _) = whole.rsplit_once("<wp:status>").unwrap();
    write(&folder, "old.xml", start.as_bytes());
    let output = run_folia(BINARY, &database, &["import", "--from", "wordpress", "wordpress"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("the file was cut off"), "{told}");
}

#[tokio::test]
async fn links_do_not_lead_out_of_the_folder_to_pictures() {
    let database = TestDatabase::create().await;
    let folder = database.folder.path().join("notes");
    let outside = database.folder.path().join("outside");
    write(&outside, "private.webp", &picture("lossy.webp"));
    write(&folder, "a.md", b"# A\n\n![x](link/private.webp) ![y](near/inside.webp)\n");
    write(&folder, "pictures/inside.webp", &picture("lossy.webp"));
    std::os::unix::fs::symlink(&outside, folder.join("link")).unwrap();
    std::os::unix::fs::symlink("pictures", folder.join("near")).unwrap();
    let done = bring_in(&database, "markdown", &folder);
    assert_told(&done, &["left out picture link/private.webp of a.md", "1 pictures"]);
}

#[tokio::test]
async fn words_are_plain_small_forms_stand_in_and_two_at_one_address_are_told() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("wordpress");
    let told = "<excerpt:encoded><![CDATA[<p>Salt &#038; vinegar&hellip;</p>]]></excerpt:encoded>\
        <category domain=\"category\" nicename=\"about\"><![CDATA[Arts &amp; Crafts]]></category>\
        <category domain=\"post_tag\" nicename=\"rd\"><![CDATA[R&amp;D]]></category>\
        <wp:status>publish</wp:status><wp:post_type>post</wp:post_type>";
    let shown =
        "<![CDATA[<img src=\"https://old.example/wp-content/uploads/boat-300x200.webp\">]]>";
    let first = post(1, "first", told).replace("<![CDATA[Words]]>", shown);
    let first =
        first.replace("<title>first<", "<title><![CDATA[Fish &amp; Chips &#8211; &amp;lt;]]><");
    let page = "<wp:status>publish</wp:status><wp:post_type>page</wp:post_type>";
    write(&folder, "old.xml", wxr(&[first, post(2, "about", page)]).as_bytes());
    let mut large = picture("lossy.webp");
    large.resize(6 * 1024 * 1024, 0);
    write(&folder, "wp-content/uploads/boat.webp", &large);
    write(&folder, "wp-content/uploads/boat-300x200.webp", &picture("lossy.webp"));
    let done = bring_in(&database, "wordpress", &folder);
    assert_told(
        &done,
        &[
            "boat-300x200.webp",
            "1 sections, 2 items, 1 pictures",
            "left out the address /about of page 2: a section has it too",
        ],
    );
    let site = RunningSite::start(BINARY, &database, &[]);
    let found = at(&site, &token, "about/first");
    assert_eq!(found["section"]["title"], "Arts & Crafts");
    let first = &found["content_item"];
    assert_eq!(first["title"], "Fish & Chips – &lt;");
    assert_eq!((&first["summary"], &first["tags"][0]), (&"Salt & vinegar…".into(), &"R&D".into()));
}
