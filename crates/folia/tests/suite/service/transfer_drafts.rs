//! What other programs keep from readers in ways of their own, and how to be sure that nothing becomes public.

use serde_json::json;
use testkit::{RunningSite, TestDatabase};

use super::transfer::{folia, write};
use super::transfer_whole::{assert_public, assert_told, post, wxr};
use crate::service::binary::{BINARY, make_token};

const TEXT: &[u8] = b"---\ntitle: A\ndate: 2020-01-02\n---\nx\n";

#[tokio::test]
async fn with_drafts_nothing_becomes_public() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("site");
    write(&folder, "notes/open.md", TEXT);
    write(&folder, "notes/_index.md", b"---\ntitle: Notes\n---\n");
    let legacy = database.folder.path().join("legacy");
    write(&legacy, "sections.json", br#"[{"id": "s", "slug": "old", "title": "O"}]"#);
    write(
        &legacy,
        "stories.json",
        br#"[{"id": "c", "slug": "story", "title": "S", "body": "<p>x</p>", "section_id": "s"}]"#,
    );
    write(&legacy, "navlinks.json", br#"[{"title": "Menu", "url": "/old"}]"#);
    let (folder, legacy) = (folder.to_str().unwrap(), legacy.to_str().unwrap());
    let told = folia(&database, &["import", "--from", "markdown", folder, "--dry-run"]);
    assert_told(
        &told,
        &["1 of the items would be public; to be sure that nothing is, say --drafts"],
    );
    let done = folia(&database, &["import", "--from", "markdown", folder, "--drafts"]);
    assert_told(&done, &["0 of the items are public", "made section /notes, a draft"]);
    let done = folia(&database, &["import", "--from", "legacy", legacy, "--drafts"]);
    assert_told(&done, &["left out menu link Menu: everybody would see it"]);
    // What is public here already is found at no other address than before.
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let public = json!({ "title": "Public", "slug": "public", "is_published": true }).to_string();
    let made = site.request("POST", "/sections", Some(&token), &public).expect(201).json();
    let story =
        json!({ "title": "S", "slug": "s", "section_id": made["id"], "is_published": true });
    site.request("POST", "/content/story", Some(&token), &story.to_string()).expect(201);
    assert_eq!(site.stop(), Some(0));
    let beside = database.folder.path().join("beside");
    write(&beside, "public/_index.md", b"---\ntitle: P\naliases: [/once]\n---\n");
    write(&beside, "public/s.md", b"---\ntitle: S\ndate: 2020-01-02\naliases: [/then]\n---\nx\n");
    write(&beside, "public/t.md", b"---\ntitle: T\ndate: 2020-01-02\naliases: [/later]\n---\nx\n");
    let beside = beside.to_str().unwrap();
    let done = folia(&database, &["import", "--from", "markdown", beside, "--drafts"]);
    let why = "it leads to no draft that comes in, and everybody would see where";
    assert_told(&done, &[&format!("left out redirect /then: {why}"), "made redirect /later"]);
    let site = RunningSite::start(BINARY, &database, &[]);
    assert_public(&site, &token, &[("notes/open", false), ("old/story", false)]);
    for path in ["/once", "/then", "/later"] {
        let page = site.request("GET", path, None, "");
        assert_eq!(page.status, 404, "{path}");
    }
    for section in ["notes", "old"] {
        let answer = site.request("GET", &format!("/sections/resolve-path/{section}"), None, "");
        assert_eq!(answer.status, 404, "{section}");
    }
}

#[tokio::test]
async fn what_plugins_keep_from_readers_is_a_draft() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let status = "<wp:post_type>post</wp:post_type><wp:status>publish</wp:status>";
    let meta = |key: &str, value: &str| {
        format!(
            "{status}<wp:postmeta><wp:meta_key>{key}</wp:meta_key>\
             <wp:meta_value><![CDATA[{value}]]></wp:meta_value></wp:postmeta>"
        )
    };
    let with =
        |content: &str| format!("{status}<content:encoded><![CDATA[{content}]]></content:encoded>");
    let secret = "<category domain=\"category\" nicename=\"secret\">Secret Merger</category>";
    let items = [
        post(1, "open", &meta("_jetpack_newsletter_access", "everybody")),
        post(2, "paid", &meta("_jetpack_newsletter_access", "paid_subscribers")),
        post(3, "role", &meta("_members_access_role", "administrator")),
        post(4, "wall", &with("<!-- wp:jetpack/paywall /--><p>x</p>")),
        post(5, "shut", &with("[restrict]x[/restrict]")),
        post(6, "blank", &format!("{status}<wp:post_password><![CDATA[ ]]></wp:post_password>")),
        post(7, "merger", &format!("{}{secret}", meta("_members_access_role", "editor"))),
        post(8, "known", &with("[rows_of]x[/rows_of]")),
    ];
    let file = database.folder.path().join("site.xml");
    std::fs::write(&file, wxr(&items)).unwrap();
    let command = ["import", "--from", "wordpress", file.to_str().unwrap(), "--ignore", "rows_of"];
    let lines = [
        "`_jetpack_newsletter_access` is not known here, and could say who may read it",
        "unless you say --ignore jetpack/paywall",
        "unless you say --ignore restrict",
        "left out the publication of post 6: it was behind a password",
        "left out the publication of section /secret: holds nothing that is public yet",
        "2 of the items are public",
    ];
    assert_told(&folia(&database, &command), &lines);
    let site = RunningSite::start(BINARY, &database, &[]);
    let paths = [
        ("blog/open", true),
        ("blog/paid", false),
        ("blog/role", false),
        ("blog/wall", false),
        ("blog/shut", false),
        ("blog/blank", false),
        ("secret/merger", false),
        ("blog/known", true),
    ];
    assert_public(&site, &token, &paths);
    let answer = site.request("GET", "/sections/resolve-path/secret", None, "");
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn what_generators_keep_from_readers_is_a_draft() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("site");
    let dated = |date: &str| format!("---\ntitle: A\ndate: {date}\n---\nx\n");
    let around = |text: &str| format!("---\ntitle: A\ndate: 2020-01-02\n---\n{text}\n");
    for (name, text) in [
        ("_posts/2020-01-02-zone.md", dated("2099-01-05 09:00:00 EST")),
        ("_posts/2020-01-02-american.md", dated("01/24/2099")),
        ("_posts/2020-01-02-german.md", dated("24.12.2099")),
        ("_posts/2020-01-02-past.md", dated("24.12.2019")),
        ("body/cipher.md", around("{{% hugo-encryptor \"p\" %}}x{{% /hugo-encryptor %}}")),
        ("body/liquid.md", around("{% comment %}x{% endcomment %}")),
        ("body/vault.md", around("a %%x%% b")),
        ("body/note.md", around("{{% note %}}x{{% /note %}}\n\n```\n{% if x %}{% endif %}\n```")),
        ("notion/a.md", "# A\n\nStatus: Draft\nAuthor(s): Jane\n\nx\n".to_owned()),
        ("notion/b.md", "# B\n\nPublished?: No\nTags: a\n\nx\n".to_owned()),
        ("notion/c.md", "# C\n\nAuthor(s): Jane\nTags: a\n\nx\n".to_owned()),
        ("mkdocs/.meta.yml", "draft: true\n".to_owned()),
        ("mkdocs/text.md", around("x")),
        ("merger/plan.md", "---\ntitle: P\ndraft: true\n---\nx\n".to_owned()),
        ("bundle/index.en.md", "---\ntitle: B\ndraft: true\n---\nx\n".to_owned()),
        ("bundle/part.en.md", around("x")),
        ("eleventy/index.json", "{\"draft\": true}".to_owned()),
        ("eleventy/index.md", around("x")),
        ("eleventy/other.md", around("x")),
        ("old drafts/a.md", around("x")),
    ] {
        write(&folder, name, text.as_bytes());
    }
    let lines = [
        "left out the date of _posts/2020-01-02-american.md: 01/24/2099 is none; it is a draft",
        "unless you say --ignore hugo-encryptor",
        "unless you say --ignore comment",
        "left out the publication of section /merger: holds nothing that is public yet",
        "unless you say --ignore old drafts/",
    ];
    let done = folia(&database, &["import", "--from", "markdown", folder.to_str().unwrap()]);
    assert_told(&done, &lines);
    let site = RunningSite::start(BINARY, &database, &[]);
    for (path, is_public) in [
        ("posts/zone", false),
        ("posts/american", false),
        ("posts/german", false),
        ("posts/past", true),
        ("body/cipher", false),
        ("body/liquid", false),
        ("body/vault", false),
        ("body/note", true),
        ("notion/a", false),
        ("notion/b", false),
        ("notion/c", true),
        ("mkdocs/text", false),
        ("merger/plan", false),
        ("eleventy/other", false),
        ("old-drafts/a", false),
    ] {
        assert_public(&site, &token, &[(path, is_public)]);
    }
    for section in ["merger", "eleventy", "mkdocs"] {
        let answer = site.request("GET", &format!("/sections/resolve-path/{section}"), None, "");
        assert_eq!(answer.status, 404, "{section}");
    }
}

#[tokio::test]
async fn in_a_vault_that_opts_in_silence_is_no_yes() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("vault");
    write(&folder, "notes/open.md", b"---\ndg-publish: true\ndate: 2020-01-02\n---\nx\n");
    write(&folder, "notes/diary.md", TEXT);
    let done = folia(&database, &["import", "--from", "markdown", folder.to_str().unwrap()]);
    let line = "left out the publication of 1 texts: others say `dg-publish: true`, and these do not; they are \
                drafts, unless you say --ignore dg-publish";
    assert_told(&done, &[line]);
    let site = RunningSite::start(BINARY, &database, &[]);
    assert_public(&site, &token, &[("notes/open", true), ("notes/diary", false)]);
}

#[tokio::test]
async fn a_folder_is_ignored_apart_from_names() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("site");
    write(&folder, "internal/a.md", TEXT);
    write(&folder, "other/b.md", b"---\ntitle: B\ndate: 2020-01-02\ninternal: true\n---\nx\n");
    let path = folder.to_str().unwrap();
    let done = folia(&database, &["import", "--from", "markdown", path, "--ignore", "internal/"]);
    assert_told(&done, &["left out the publication of other/b.md: it was not for everybody"]);
    let site = RunningSite::start(BINARY, &database, &[]);
    assert_public(&site, &token, &[("internal/a", true), ("other/b", false)]);
}
