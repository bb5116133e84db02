//! Sites from elsewhere, brought in by the real command.

use std::path::Path;

use serde_json::Value;
use testkit::{RunningSite, TestDatabase, run_folia};

use crate::media::picture;
use crate::service::binary::{BINARY, is_in_order, make_token};

pub(super) fn folia(database: &TestDatabase, arguments: &[&str]) -> Vec<String> {
    let output = run_folia(BINARY, database, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(ToOwned::to_owned).collect()
}

pub(super) fn write(folder: &Path, name: &str, content: &[u8]) {
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, content).unwrap();
}

/// What a site says at a path, to its owner.
pub(super) fn at(site: &RunningSite, token: &str, path: &str) -> Value {
    let path = format!("/sections/resolve-path/{path}");
    site.request("GET", &path, Some(token), "").expect(200).json()
}

pub(super) fn assert_leads(site: &RunningSite, from: &str, to: &str) {
    let answer = site.request("GET", &format!("/sections/resolve-path/{from}"), None, "");
    let location = answer.headers.get("location").and_then(|it| it.to_str().ok());
    assert!(location.is_some_and(|it| it.ends_with(to)), "{from}: {location:?}");
}

/// Brings it in twice: the second time nothing is made.
pub(super) fn bring_in(database: &TestDatabase, from: &str, path: &Path) -> Vec<String> {
    let path = path.to_str().unwrap();
    let planned = folia(database, &["import", "--from", from, path, "--dry-run"]);
    assert!(planned.last().unwrap().ends_with("nothing was written"), "{planned:?}");
    let done = folia(database, &["import", "--from", from, path]);
    let made: Vec<String> =
        done.iter().filter_map(|line| Some(line.strip_prefix("made ")?.to_owned())).collect();
    let would: Vec<String> = planned
        .iter()
        .filter_map(|line| Some(line.strip_prefix("would make ")?.to_owned()))
        .collect();
    assert_eq!(would, made, "a dry run tells what will happen");
    let again = folia(database, &["import", "--from", from, path]);
    let again: Vec<&String> = again.iter().filter(|line| line.starts_with("made ")).collect();
    assert_eq!(again, Vec::<&String>::new(), "a second run makes nothing");
    assert!(is_in_order(&folia(database, &["check"]).join("\n")));
    done
}

#[tokio::test]
async fn a_folder_of_markdown_becomes_sections_items_pictures_and_redirects() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("notes-of-old");
    let photo = picture("lossy.webp");
    write(
        &folder,
        "field notes/_index.md",
        b"---\ntitle: Field notes\ndescription: Of all sorts\n---\n",
    );
    write(
        &folder,
        "field notes/2020-01-02-first.md",
        b"---\ntitle: The first\ntags: [sea, wind]\naliases: [/2020/first/, old-first]\nimage: pictures/one.webp\n---\n\
          # The first\n\n![A boat](pictures/one.webp) and [the second](second/index.md#part).\n\n\
          A note[^1].\n\n<script>alert(1)</script>\n\n[^1]: Words.\n",
    );
    write(&folder, "field notes/pictures/one.webp", &photo);
    write(
        &folder,
        "field notes/second/index.md",
        b"+++\ntitle = 'The second'\ndate = 2021-02-03T04:05:06Z\ndraft = true\n+++\n![again](two.webp) ![none](three.png)\n",
    );
    write(&folder, "field notes/second/two.webp", &photo);
    write(&folder, "about.md", b"# About me\n\nHello.\n");
    write(&folder, "content.md", b"A page with a name the service needs.\n");
    write(&folder, "broken.md", b"---\ntitle: [\n---\nx\n");
    write(&folder, "latin.md", b"caf\xe9\n");
    write(&folder, "odd.md", b"---\ndate: some day\ntitle: Odd\n---\nx\n");
    write(&folder, ".git/ignored.md", b"# No\n");
    let done = bring_in(&database, "markdown", &folder);
    let told =
        |text: &str| assert!(done.iter().any(|line| line.contains(text)), "{text}: {done:#?}");
    told("made section /field-notes");
    told("made story /field-notes/first from field notes/2020-01-02-first.md");
    told("made story /field-notes/second from field notes/second/index.md, a draft");
    told("made page /about from about.md");
    told("made page /content-2 from content.md");
    told("left out broken.md: its front matter is no YAML");
    told("left out latin.md: is not written in UTF-8");
    told("left out the date of odd.md: some day is none");
    told("left out picture three.png of field notes/second/index.md: is not there");
    told("1 sections, 5 items, 1 pictures and 2 redirects");
    assert!(!done.iter().any(|line| line.contains("ignored")), "{done:#?}");

    let site = RunningSite::start(BINARY, &database, &[]);
    let section = at(&site, &token, "field-notes");
    assert_eq!(section["section"]["title"], "Field notes");
    assert_eq!(section["section"]["description"], "Of all sorts");
    let first = at(&site, &token, "field-notes/first")["content_item"].clone();
    assert_eq!(first["title"], "The first");
    assert_eq!(first["published_at"], "2020-01-02T00:00:00Z");
    assert_eq!(first["tags"], serde_json::json!(["sea", "wind"]));
    let body = first["body"].as_str().unwrap();
    assert!(body.contains("<a href=\"/field-notes/second#part\">the second</a>"), "{body}");
    assert!(body.contains("<section class=\"footnotes\">"), "{body}");
    assert!(!body.contains("script") && !body.contains("<h1>"), "{body}");
    let upload = first["image_url"].as_str().unwrap();
    assert!(body.contains(&format!("src=\"{upload}\"")), "{body}");
    site.request("GET", upload, None, "").expect(200);
    // The same picture under two names is one upload.
    let uploads = site.request("GET", "/uploads", Some(&token), "").expect(200).json();
    assert_eq!(uploads["total"], 1);
    assert_eq!(uploads["items"][0]["alt"], "A boat");
    let second = at(&site, &token, "field-notes/second")["content_item"].clone();
    assert!(second["body"].as_str().unwrap().contains(upload), "{second}");
    assert_eq!((&second["is_published"], &second["title"]), (&false.into(), &"The second".into()));
    assert_eq!(at(&site, &token, "about")["content_item"]["title"], "About me");
    assert_leads(&site, "2020/first", "/field-notes/first");
    assert_leads(&site, "field-notes/old-first", "/field-notes/first");
    // The key that the command used is gone.
    let tokens = site.request("GET", "/auth/tokens", Some(&token), "").expect(200).json();
    assert_eq!(tokens["total"], 1);
}

#[tokio::test]
async fn only_the_key_that_an_import_has_made_is_taken_back() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    folia(&database, &["token", "create", "--role", "member", "--name", "folia import"]);
    write(&database.folder.path().join("notes"), "a.md", b"# A\n");
    folia(&database, &["import", "--from", "markdown", "notes"]);
    let site = RunningSite::start(BINARY, &database, &[]);
    let tokens = site.request("GET", "/auth/tokens", Some(&token), "").expect(200).json();
    let names: Vec<_> = tokens["items"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.contains(&&"folia import".into()), "{names:?}");
}

#[tokio::test]
async fn an_export_of_the_service_before_keeps_addresses_and_markup() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("legacy");
    let write_list = |name: &str, list: Value| write(&folder, name, list.to_string().as_bytes());
    write_list(
        "sections.json",
        serde_json::json!([
            { "_id": { "$oid": "s1" }, "title": "Writing", "slug": "writing", "content_type": "story",
              "display_type": "card-grid", "nav_visibility": "main", "is_published": true, "sort_order": 2, "icon": "pen" },
            { "_id": { "$oid": "s2" }, "title": "Work", "slug": "work", "content_type": "project", "sort_order": 1,
              "display_type": "no-such" },
            { "_id": "s3", "title": "Deep", "slug": "deep", "parent_id": { "$oid": "s1" } },
            { "_id": "s4", "title": "Gone", "slug": "gone", "deleted_at": "2020-01-01T00:00:00Z" },
            { "_id": "s5", "title": "Lost", "slug": "lost", "parent_id": "nobody" },
            { "_id": "s6", "title": "Docs", "slug": "docs" },
        ]),
    );
    let markup = "<p><img src=\"/uploads/boat.webp\" alt=\"A boat\" \
        srcset=\"/uploads/boat_500.webp 500w, /uploads/boat_750.webp 750w, https://old.example/uploads/boat_1200.webp 1200w\" \
        sizes=\"(max-width: 500px) 500px, 1200px\"> <img src=\"/uploads/2019/plain.webp\"> \
        <img src=\"/uploads/none_500.webp\"></p><script>alert(1)</script>";
    write_list(
        "stories.json",
        serde_json::json!({ "items": [
            { "id": "c1", "title": "First", "slug": "first", "content": markup, "is_published": true,
              "created_at": { "$date": "2020-01-02T03:04:05Z" }, "tags": ["sea"], "image_url": "/uploads/boat_500.webp" },
            { "id": "c2", "title": "Below", "slug": "below", "body": "<p>2</p>", "section_id": "s3", "is_published": true },
            { "id": "c3", "title": "Homeless", "slug": "homeless", "body": "<p>3</p>", "section_id": "nobody" },
        ] }),
    );
    let projects = "{\"_id\": \"p1\", \"title\": \"Boat\", \"slug\": \"boat\", \"technologies\": [\"oak\"], \
        \"links\": [{\"name\": \"Code\", \"url\": \"https://code.example/\"}, {\"name\": \"x\", \"url\": \"javascript:1\"}], \
        \"start_date\": \"2019-05-06\", \"is_published\": true}\n";
    write(&folder, "projects.jsonl", projects.as_bytes());
    write_list(
        "pages.json",
        serde_json::json!([{ "id": "g1", "title": "About", "slug": "about", "content": "<p>Me</p>" }]),
    );
    write_list(
        "images.json",
        serde_json::json!([{ "id": "i1", "title": "Sea", "slug": "sea", "image_url": "/uploads/boat_1200.webp", "caption": "Waves" }]),
    );
    write_list(
        "navlinks.json",
        serde_json::json!([{ "title": "First", "url": "/first" }, { "title": "Out", "url": "https://out.example/", "new_tab": true }]),
    );
    write_list(
        "redirects.json",
        serde_json::json!([{ "old_path": "/ancient", "new_path": "/first" }]),
    );
    let photo = picture("lossy.webp");
    for name in ["boat_500.webp", "boat_750.webp", "boat_1200.webp", "2019/plain.webp"] {
        write(&folder, &format!("uploads/{name}"), &photo);
    }
    write(&folder, "uploads/fake_500.webp", b"<script>alert(1)</script>");
    let done = bring_in(&database, "legacy", &folder);
    let told =
        |text: &str| assert!(done.iter().any(|line| line.contains(text)), "{text}: {done:#?}");
    told("left out section gone: was deleted");
    told("left out section lost: the section above it is not in the export");
    told("fake_500.webp: is no picture of the kind that .webp says");
    told("left out picture none_500.webp of story first: is not beside the export");
    // Nobody can tell whether that section was public.
    told("left out the publication of story homeless: its section does not come along");
    told("made story /homeless from story homeless, a draft");
    told("made menu link First");

    let site = RunningSite::start(BINARY, &database, &[]);
    let first = at(&site, &token, "writing/first")["content_item"].clone();
    assert_eq!(
        (&first["published_at"], &first["tags"][0]),
        (&"2020-01-02T03:04:05Z".into(), &"sea".into())
    );
    assert_eq!(first["image_url"], "/media/boat_500.webp");
    let body = first["body"].as_str().unwrap();
    assert!(!body.contains("script") && !body.contains("/uploads/boat"), "{body}");
    for kept in [
        "src=\"/media/boat_1200.webp\"",
        "/media/boat_500.webp 500w",
        "/media/boat_750.webp 750w",
        "/media/boat_1200.webp 1200w",
        "sizes=\"(max-width: 500px) 500px, 1200px\"",
    ] {
        assert!(body.contains(kept), "{kept}: {body}");
    }
    for width in [500, 750, 1200] {
        let old = site.request("GET", &format!("/media/boat_{width}.webp"), None, "").expect(200);
        assert_eq!(old.body, photo);
    }
    let section = at(&site, &token, "writing")["section"].clone();
    assert_eq!((&section["display_type"], &section["icon"]), (&"card-grid".into(), &"pen".into()));
    assert_eq!(at(&site, &token, "docs-2")["section"]["title"], "Docs");
    assert_eq!(at(&site, &token, "homeless")["content_item"]["title"], "Homeless");
    assert_eq!(at(&site, &token, "about")["content_item"]["content_type"], "page");
    assert_eq!(at(&site, &token, "sea")["content_item"]["caption"], "Waves");
    let project = at(&site, &token, "work/boat")["content_item"].clone();
    assert_eq!(
        (&project["technologies"][0], &project["started_on"]),
        (&"oak".into(), &"2019-05-06".into())
    );
    assert_eq!(project["links"].as_array().unwrap().len(), 1, "{project}");
    for (from, to) in [
        ("first", "/writing/first"),
        ("deep", "/writing/deep"),
        ("below", "/writing/deep/below"),
        ("boat", "/work/boat"),
        ("ancient", "/writing/first"),
    ] {
        assert_leads(&site, from, to);
    }
    let links = site.request("GET", "/navlinks", None, "").expect(200).json();
    assert_eq!(links["items"][0]["url"], "/writing/first");
}

#[tokio::test]
async fn an_export_of_ghost_becomes_a_blog() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("ghost");
    write(&folder, "content/images/2020/01/boat.webp", &picture("lossy.webp"));
    let html = "<p><img src=\"__GHOST_URL__/content/images/size/w600/2020/01/boat.webp\" alt=\"A boat\"> \
                <a href=\"__GHOST_URL__/second/#part\">next</a> <a href=\"https://other.example/\">x</a></p>";
    let export = serde_json::json!({ "db": [{ "meta": { "version": "5.0" }, "data": {
        "posts": [
            { "id": "a1", "title": "First", "slug": "first", "html": html, "type": "post", "status": "published",
              "published_at": "2020-01-02T03:04:05.000Z", "featured": 1, "custom_excerpt": "Short",
              "feature_image": "__GHOST_URL__/content/images/2020/01/boat.webp", "lexical": "{}" },
            { "id": "a2", "title": "Second", "slug": "second", "html": "<p>2</p>", "type": "post", "status": "draft",
              "created_at": 1_577_934_245_000_i64 },
            { "id": "a3", "title": "About", "slug": "about", "html": "<p>Me</p>", "type": "page", "status": "published" },
            { "id": "a4", "title": "Bare", "slug": "bare", "html": null, "mobiledoc": "{}", "status": "draft" },
        ],
        "tags": [{ "id": "t1", "name": "sea" }, { "id": "t2", "name": "#machine" }],
        "posts_tags": [{ "post_id": "a1", "tag_id": "t1" }, { "post_id": "a1", "tag_id": "t2" }],
    } }] });
    write(&folder, "export.json", export.to_string().as_bytes());
    let done = bring_in(&database, "ghost", &folder);
    let told =
        |text: &str| assert!(done.iter().any(|line| line.contains(text)), "{text}: {done:#?}");
    told("left out post bare: has no HTML");
    told("1 sections, 3 items, 1 pictures and 2 redirects");
    let site = RunningSite::start(BINARY, &database, &[]);
    let first = at(&site, &token, "blog/first")["content_item"].clone();
    let body = first["body"].as_str().unwrap();
    assert!(body.contains("href=\"/blog/second#part\""), "{body}");
    assert!(body.contains("/media/") && !body.contains("GHOST"), "{body}");
    assert_eq!(first["tags"], serde_json::json!(["sea"]));
    assert_eq!((&first["summary"], &first["featured"]), (&"Short".into(), &true.into()));
    assert_eq!(first["published_at"], "2020-01-02T03:04:05Z");
    assert!(first["image_url"].as_str().unwrap().starts_with("/media/"));
    let second = at(&site, &token, "blog/second")["content_item"].clone();
    assert_eq!(second["published_at"], "2020-01-02T03:04:05Z");
    assert_eq!(at(&site, &token, "about")["content_item"]["content_type"], "page");
    assert_leads(&site, "first", "/blog/first");
}

const WXR: &str = r#"<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old site</title><link>https://old.example</link>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>travel</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Travel]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>sea</wp:category_nicename><wp:category_parent>travel</wp:category_parent><wp:cat_name><![CDATA[The Sea]]></wp:cat_name></wp:category>
<item><title>First &amp; last</title><link>https://old.example/2020/01/02/first/</link>
<content:encoded><![CDATA[One line
and another <a href="https://old.example/about/">me</a>

<img src="https://old.example/wp-content/uploads/2020/01/boat-300x200.webp" alt="A boat" srcset="x 1x" />

<img src="https://old.example/wp-content/uploads/2020/01/gone.jpg" />]]></content:encoded>
<excerpt:encoded><![CDATA[<p>In short</p>]]></excerpt:encoded>
<wp:post_id>10</wp:post_id><wp:post_date>2020-01-02 04:04:05</wp:post_date><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
<wp:post_name>first</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="sea"><![CDATA[The Sea]]></category>
<category domain="post_tag" nicename="wind"><![CDATA[Wind]]></category>
<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[12]]></wp:meta_value></wp:postmeta>
</item>
<item><title>Loose</title><link>https://old.example/?p=11</link><content:encoded><![CDATA[<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->]]></content:encoded>
<wp:post_id>11</wp:post_id><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:post_name></wp:post_name><wp:status>draft</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="uncategorized"><![CDATA[Uncategorized]]></category></item>
<item><title>About</title><link>https://old.example/about/</link><content:encoded><![CDATA[Me]]></content:encoded>
<wp:post_id>13</wp:post_id><wp:post_name>about</wp:post_name><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>boat</title><link>https://old.example/boat/</link><wp:post_id>12</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status>
<wp:attachment_url>https://old.example/wp-content/uploads/2020/01/boat.webp</wp:attachment_url></item>
<item><title>Bin</title><wp:post_id>14</wp:post_id><wp:post_type>post</wp:post_type><wp:status>trash</wp:status></item>
</channel></rss>
"#;

#[tokio::test]
async fn an_export_of_wordpress_keeps_its_addresses() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("wordpress");
    write(&folder, "old.xml", WXR.as_bytes());
    write(&folder, "wp-content/uploads/2020/01/boat.webp", &picture("lossy.webp"));
    let done = bring_in(&database, "wordpress", &folder);
    let told =
        |text: &str| assert!(done.iter().any(|line| line.contains(text)), "{text}: {done:#?}");
    told("picture 2020/01/gone.jpg of post 10: is not beside the export");
    told("3 sections, 3 items, 1 pictures and 1 redirects");
    let site = RunningSite::start(BINARY, &database, &[]);
    let first = at(&site, &token, "travel/sea/first")["content_item"].clone();
    assert_eq!(first["title"], "First & last");
    assert_eq!(first["published_at"], "2020-01-02T03:04:05Z");
    assert_eq!((&first["summary"], &first["tags"][0]), (&"In short".into(), &"Wind".into()));
    let body = first["body"].as_str().unwrap();
    assert!(body.contains("<p>One line<br>"), "{body}");
    assert!(body.contains("href=\"/about\"") && body.contains("src=\"/media/"), "{body}");
    assert!(first["image_url"].as_str().unwrap().starts_with("/media/"));
    assert_eq!(at(&site, &token, "blog/loose")["content_item"]["is_published"], false);
    assert_eq!(at(&site, &token, "travel/sea")["section"]["title"], "The Sea");
    assert_leads(&site, "2020/01/02/first", "/travel/sea/first");
}

#[tokio::test]
async fn what_is_no_export_is_refused_with_one_line() {
    let database = TestDatabase::create().await;
    let folder = database.folder.path().join("strange");
    write(&folder, "a.json", b"{}");
    write(&folder, "b.xml", b"<!DOCTYPE a [<!ENTITY b \"c\">]><rss><channel/></rss>");
    for (from, name, complaint) in [
        ("ghost", "strange/a.json", "is not an export of Ghost"),
        ("wordpress", "strange/b.xml", "declares a document type"),
        ("markdown", "strange/a.json", "is not a folder"),
        ("ghost", "absent", "No such file"),
        ("wordpress", "/dev/null", "is not a file"),
    ] {
        let output = run_folia(BINARY, &database, &["import", "--from", from, name]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains(complaint), "{name}: {told}");
        assert!(told.lines().last().is_some_and(|line| line.starts_with("folia: ")), "{told}");
    }
}

/// A pipe has no end until somebody closes it, and nobody does.
#[tokio::test]
async fn pipes_are_no_exports_and_nobody_waits_for_them() {
    let database = TestDatabase::create().await;
    let folder = database.folder.path().join("notes");
    write(&folder, "real.md", b"# Real\n\nWords and ![a pipe](pipe.png).\n");
    for name in ["pipe", "notes/pipe.md", "notes/pipe.png", "notes/pipe.json", "notes/pipe.xml"] {
        let made =
            std::process::Command::new("mkfifo").arg(database.folder.path().join(name)).status();
        assert!(made.unwrap().success(), "{name}");
    }
    let run = |from: &str, name: &str| {
        let words = ["60", BINARY, "import", "--from", from, name];
        let output = run_folia("timeout", &database, &words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_ne!(output.status.code(), Some(124), "it waits for {name} with {from}: {told}");
        (output.status.success(), told)
    };
    for (from, complaint) in [
        ("markdown", "is not a folder"),
        ("ghost", "is not a file"),
        ("wordpress", "is not a file"),
        ("legacy", "pipe"),
    ] {
        let (done, told) = run(from, "pipe");
        assert!(!done && told.contains(complaint), "{from}: {told}");
        let (done, _) = run(from, "notes");
        assert_eq!(done, from == "markdown", "what is no pipe is brought in");
    }
    let token = make_token(&database, "admin");
    let site = RunningSite::start(BINARY, &database, &[]);
    let pages = site.request("GET", "/content/page?include_unpublished=true", Some(&token), "");
    assert_eq!(pages.expect(200).json()["total"], 1);
}
