//! What does not come along, or not as it was, is told by name; and the rest comes in.

use serde_json::json;
use testkit::{RunningSite, TestDatabase};

use super::transfer::{assert_leads, at, bring_in, folia, write};
use super::transfer_whole::{assert_public, assert_told, post, wxr};
use crate::media::picture;
use crate::service::binary::{BINARY, make_token};

const PUBLIC: &str = "<wp:status>publish</wp:status><wp:post_type>post</wp:post_type>";

#[tokio::test]
async fn a_dry_run_sees_pictures_as_the_import_does() {
    let database = TestDatabase::create().await;
    let folder = database.folder.path().join("notes");
    write(
        &folder,
        "a.md",
        b"# A\n\n![b](boat.webp) ![c](broken.png) ![d](cut.webp) ![e](text.jpg) ![f](film.png)\n\n\
          ![g](large.png) ![h](folder.png) ![i](nowhere.png) ![j](drawing.svg) ![k](../out.png)\n",
    );
    let whole = picture("lossy.webp");
    write(&folder, "boat.webp", &whole);
    write(&folder, "broken.png", b"\x89PNG\r\n\x1a\nno more");
    write(&folder, "cut.webp", &whole[..whole.len() / 2]);
    write(&folder, "text.jpg", b"<p>not a picture</p>");
    write(&folder, "film.png", b"\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08free");
    write(&folder, "large.png", &vec![0; 6 * 1024 * 1024]);
    write(&folder, "drawing.svg", b"<svg/>");
    std::fs::create_dir(folder.join("folder.png")).unwrap();
    std::os::unix::fs::symlink("absent.png", folder.join("nowhere.png")).unwrap();
    let folder = folder.to_str().unwrap();
    let planned = folia(&database, &["import", "--from", "markdown", folder, "--dry-run"]);
    let left = [
        "left out picture folder.png of a.md: is not a file in the folder",
        "left out picture nowhere.png of a.md: is a link",
        "left out picture drawing.svg of a.md: is none of JPEG, PNG, WebP, GIF and AVIF",
        "left out picture ../out.png of a.md: is not in the folder",
        "broken.png: file cannot be decoded",
        "cut.webp: file cannot be decoded",
        "text.jpg: Send a JPEG, PNG, WebP, GIF or AVIF picture",
        "film.png: is a video",
        "large.png: has more than 5242880 bytes",
        "0 sections, 1 items, 1 pictures and 0 redirects; 0 were there already, 9 are left out",
    ];
    assert_told(&planned, &left);
    let done = bring_in(&database, "markdown", folder.as_ref());
    assert_told(&done, &left);
    let left_out = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.starts_with("left out")).cloned().collect()
    };
    assert_eq!(left_out(&planned), left_out(&done), "a dry run tells what is left out");
}

#[tokio::test]
async fn names_in_percents_circles_and_files_of_wordpress_are_understood_or_told() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("wordpress");
    let content = "<![CDATA[<a href=\"http://old.example/wp-content/uploads/boat.webp\">\
        <img srcset=\"https://old.example/wp-content/uploads/boat-300x200.webp 300w\" \
        src=\"https://old.example/wp-content/uploads/boat-300x200.webp\" alt=\"A boat\"></a> \
        <a href=\"https://old.example/wp-content/uploads/cv.pdf\">CV</a> \
        <a href=\"https://other.example/wp-content/uploads/theirs.pdf\">theirs</a> \
        <a href=\"http://old.example/second/\">next</a> \
        <img src=\"/wp-content/uploads/gone.png\"><img src=\"/wp-content/uploads/gone.png\"> \
        <iframe src=\"https://video.example/1\"></iframe> a\0b [contact-form-7 id=\"1\"]]]>";
    let first = format!(
        "{PUBLIC}<category domain=\"category\" nicename=\"%d0%bc%d0%be%d1%80%d0%b5\"><![CDATA[Море]]></category>"
    );
    let first = post(1, "%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82", &first);
    let first = first.replace("<![CDATA[Words]]>", content);
    let first = first.replace(
        "<title>%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82<",
        "<title>Caf&eacute;&hellip; &#146;<",
    );
    let second = format!(
        "{PUBLIC}<category domain=\"category\" nicename=\"loop-a\"><![CDATA[Loop A]]></category>"
    );
    let dated = |id, name: &str, status: &str, date: &str| {
        let kind = "<wp:post_type>post</wp:post_type>";
        let post = post(id, name, &format!("<wp:status>{status}</wp:status>{kind}"));
        post.replace("2020-01-02 03:04:05", date)
    };
    let export = wxr(&[
        first,
        post(2, "second", &second),
        dated(3, "impossible", "publish", "2021-02-30 08:00:00"),
        dated(4, "later", "future", "0000-00-00 00:00:00"),
    ]);
    let circle = [("loop-a", "loop-b"), ("loop-b", "loop-a")].map(|(name, above)| {
        format!(
            "<wp:category><wp:category_nicename>{name}</wp:category_nicename>\
             <wp:category_parent>{above}</wp:category_parent></wp:category>"
        )
    });
    let export = export.replace("<channel>", &format!("<channel>{}", circle.concat()));
    write(&folder, "old.xml", export.as_bytes());
    write(&folder, "wp-content/uploads/boat.webp", &picture("lossy.webp"));
    let done = bring_in(&database, "wordpress", &folder);
    assert_told(
        &done,
        &[
            "made story /more/privet from post 1",
            "made story /loop-a/second from post 2",
            "left out the place of category loop-a: it is above itself",
            "left out file cv.pdf of post 1: is no picture; it stays at the old site",
            "left out frame https://video.example/1 of post 1",
            "left out the meaning of [contact-form-7] in post 1",
            "left out the publication of post 3: 2021-02-30 08:00:00 is no date; it is a draft",
            "left out the publication of post 4: nobody can tell from when on; it is a draft",
            "3 sections, 4 items, 1 pictures",
        ],
    );
    assert!(!done.iter().any(|line| line.contains("theirs.pdf")), "{done:#?}");
    let gone = done.iter().filter(|line| line.contains("gone.png")).count();
    assert_eq!(gone, 1, "{done:#?}");
    let site = RunningSite::start(BINARY, &database, &[]);
    let first = at(&site, &token, "more/privet")["content_item"].clone();
    assert_eq!(first["title"], "Café… ’");
    let body = first["body"].as_str().unwrap();
    assert!(!body.contains("300x200"), "{body}");
    assert!(body.contains("href=\"/media/") && body.contains(" src=\"/media/"), "{body}");
    assert!(body.contains("href=\"/loop-a/second\""), "{body}");
    let uploads = site.request("GET", "/uploads", Some(&token), "").expect(200).json();
    assert_eq!((&uploads["total"], &uploads["items"][0]["alt"]), (&1.into(), &"A boat".into()));
    assert_public(&site, &token, &[("blog/impossible", false), ("blog/later", false)]);
}

#[tokio::test]
async fn videos_files_and_times_of_ghost_that_do_not_come_along_are_told() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("ghost");
    let html = "<p>x</p><video src=\"__GHOST_URL__/content/media/2024/clip.mp4\"></video>\
        <audio src=\"__GHOST_URL__/content/media/2024/song.mp3\"></audio>\
        <a href=\"__GHOST_URL__/content/files/2024/cv.pdf\">CV</a>";
    let post = |name: &str, status: &str, published: serde_json::Value, html: &str| {
        json!({ "id": name, "title": name, "slug": name, "html": html, "status": status,
            "visibility": "public", "published_at": published, "created_at": "2020-01-02T03:04:05.000Z" })
    };
    let export = json!({ "db": [{ "data": { "posts": [
        post("open", "published", "2020-01-02T03:04:05.000Z".into(), html),
        post("far", "published", i64::MAX.into(), "<p>x</p>"),
        post("later", "scheduled", serde_json::Value::Null, "<p>x</p>"),
    ] } }] });
    write(&folder, "export.json", export.to_string().as_bytes());
    let done = bring_in(&database, "ghost", &folder);
    assert_told(
        &done,
        &[
            "left out video 2024/clip.mp4 of post open: is no picture",
            "left out sound /content/media/2024/song.mp3 of post open",
            "left out file 2024/cv.pdf of post open: is no picture",
            "left out the publication of post far: 9223372036854775807 is no date",
            "left out the publication of post later: nobody can tell from when on",
        ],
    );
    let site = RunningSite::start(BINARY, &database, &[]);
    let paths = [("blog/open", true), ("blog/far", false), ("blog/later", false)];
    assert_public(&site, &token, &paths);
    let body = at(&site, &token, "blog/open")["content_item"]["body"].clone();
    assert!(body.as_str().unwrap().contains("src=\"/content/media/2024/clip.mp4\""), "{body}");
}

#[tokio::test]
async fn texts_of_other_programs_come_in_and_what_only_those_understand_is_told() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("notes");
    let licensed = format!("<!---\n{}\n-->\n\n# Under a licence\n\nx\n", "words ".repeat(200));
    for (name, text) in [
        (
            "zola/first",
            "+++\ntitle = 'First'\ndate = 2020-02-30\n[taxonomies]\ntags = ['rust', 'web']\n+++\n\
             [next](@/zola/second.md#part) [all](papers.zip) [whole](boat.webp)\n",
        ),
        (
            "zola/second",
            "+++\ntitle = 'Second'\ndate = 2021-02-03\npath = 'special/place'\naliases = ['old/second']\n\
             [taxonomies]\ntags = ['rust']\n+++\nHi\n",
        ),
        ("zola/2021-03-04-named", "---\ndate: some day\n---\nx\n"),
        ("zola/words", "---\ndate: Jan 2, 2020\naliases: [beside]\n---\nx\n"),
        ("zola/licensed", &licensed),
        (
            "zola/vault",
            "---\ndate: 2020-01-03\n---\n![[embed.png]] [[Other]]\n\n{{< figure src=\"x\" >}}\n\n`{{< code >}}`\n",
        ),
    ] {
        write(&folder, &format!("{name}.md"), text.as_bytes());
    }
    write(&folder, "zola/papers.zip", b"PK");
    write(&folder, "zola/boat.webp", &picture("lossy.webp"));
    std::os::unix::fs::symlink("first.md", folder.join("zola/linked.md")).unwrap();
    let done = bring_in(&database, "markdown", &folder);
    assert_told(
        &done,
        &[
            "left out the date of zola/first.md: 2020-02-30 is none; it is a draft",
            "left out the date of zola/2021-03-04-named.md: some day is none; it is a draft",
            "left out file papers.zip of zola/first.md: is no picture",
            "left out the meaning of ![[embed.png]], [[Other]], {{< figure src=\"x\" >}} in zola/vault.md",
            "left out zola/linked.md: is a link",
            "1 sections, 6 items, 1 pictures and 3 redirects",
        ],
    );
    let site = RunningSite::start(BINARY, &database, &[]);
    let first = at(&site, &token, "zola/first")["content_item"].clone();
    assert_eq!(first["tags"], json!(["rust", "web"]));
    let body = first["body"].as_str().unwrap();
    assert!(
        body.contains("href=\"/zola/second#part\"") && body.contains("href=\"/media/"),
        "{body}"
    );
    for (path, date) in [("named", "2021-03-04T00:00:00Z"), ("words", "2020-01-02T00:00:00Z")] {
        assert_eq!(
            at(&site, &token, &format!("zola/{path}"))["content_item"]["published_at"],
            date
        );
    }
    assert_public(
        &site,
        &token,
        &[("zola/first", false), ("zola/named", false), ("zola/words", true)],
    );
    let licensed = at(&site, &token, "zola/licensed")["content_item"].clone();
    assert_eq!(
        (&licensed["title"], licensed["body"].as_str().map(str::trim)),
        (&"Under a licence".into(), Some("<p>x</p>"))
    );
    assert_leads(&site, "special/place", "/zola/second");
    assert_leads(&site, "old/second", "/zola/second");
    assert_leads(&site, "zola/beside", "/zola/words");
}
