//! Folders of documents as other projects have them: what was not public there is not public here, and is named.

use store::{Location, Options, Store};
use testkit::{RunningSite, TestDatabase, run_folia};

use super::transfer::{at, bring_in, folia, write};
use super::transfer_whole::{assert_public, assert_told};
use crate::media::picture;
use crate::service::binary::{BINARY, make_token};

/// What stands below a title and a day long past.
const OPEN: [(&str, &str); 12] = [
    ("plain", ""),
    (
        "hugo",
        "weight: 1\nshowToc: true\nmenu: {main: {weight: 10}}\ncover: {image: '', hidden: true}",
    ),
    ("jekyll", "layout: post\npin: true\nauthor_profile: true\ntoc_sticky: true\ncomments: false"),
    ("hexo", "sticky: 1\nmathjax: true\ncategories: [[Sea, Wind], [Rain]]"),
    ("zola", "extra: {math: true}\ntaxonomies: {tags: [a]}\nin_search_index: true"),
    ("docusaurus", "sidebar_position: 1\nhide_title: true\nhide_table_of_contents: true"),
    ("vitepress", "outline: deep\nprev: false\nnext: false\neditLink: false"),
    ("obsidian", "cssclasses: [wide]\naliases: []"),
    ("wordpress", "id: 1\nstatus: publish\ncomment_status: closed\npassword: ''"),
    ("ghost", "visibility: public\nfeatured: true\nstatus: published"),
    ("words", "foo: some words\nbar: 12\nbaz: [a, b]"),
    ("says-no", "draft: false\nprivate: no\nunlisted: false\nexpires:"),
];
const CLOSED: [(&str, &str); 36] = [
    ("zola-render", "render: false"),
    ("garden", "dg-publish: false"),
    ("unpublished", "unpublished: true"),
    ("skip", "status: skip"),
    ("scheduled", "status: scheduled"),
    ("wip", "status: wip"),
    ("deleted", "deleted: true"),
    ("trashed", "trashed: true"),
    ("secret", "secret: true"),
    ("restricted", "restricted: true"),
    ("confidential", "confidential: true"),
    ("members", "members: true"),
    ("subscribers", "subscribers_only: true"),
    ("paywall", "paywall: true"),
    ("hide", "hide: true"),
    ("encrypt", "encrypt: true"),
    ("passwords", "passwords: [a, b]"),
    ("listed", "listed: false"),
    ("active", "active: false"),
    ("enabled", "enabled: false"),
    ("expires", "expires: 2020-02-03"),
    ("expire-date", "expire_date: 2020-02-03"),
    ("end-date", "end_date: 2020-02-03"),
    ("no-list", "build: {list: never}"),
    ("excluded", "eleventyExcludeFromCollections: true"),
    ("tagged", "tags: [draft, private]"),
    ("exclude", "exclude: true"),
    ("unknown", "for_the_team: true"),
    ("unknown-no", "for_the_world: false"),
    ("unknown-deep", "params: {a: [{for_the_team: yes}]}"),
    ("word", "mood: private"),
    ("event", "event: 2099-01-02"),
    ("pubdate", "pubdate: 2099-01-02"),
    ("publish-date", "publish_date: 2099-01-02"),
    ("published-at", "publishedAt: 2099-01-02"),
    ("pub-date", "pubDate: 'Jan 02 2099'"),
];

#[tokio::test]
async fn only_what_is_known_to_be_public_comes_in_public() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("site");
    for (name, said) in OPEN.iter().chain(&CLOSED) {
        let text = format!("---\ntitle: {name}\ndate: 2020-01-02\n{said}\n---\n\nWords.\n");
        write(&folder, &format!("all/{name}.md"), text.as_bytes());
    }
    let text = b"---\ntitle: A\ndate: 2020-01-02\n---\nx\n";
    let open = ["_posts/2020-01-02-open", "_pages/me", "eleventy/sub/open", "languages/open"];
    let closed = [
        "_private/letter",
        "_includes/deep/partial",
        "_scratch",
        "drafts/medium",
        "Trash/old",
        "below/_notes/one",
        "secret-section/page",
        "later-section/page",
        "data/first",
        "data/deep/second",
        "script/third",
        "beside/fourth",
        "nikola/meta",
    ];
    for name in open.iter().chain(&closed) {
        write(&folder, &format!("{name}.md"), text);
    }
    for (name, text) in [
        ("secret-section/_index.en.md", "---\ntitle: S\ncascade: {draft: true}\n---\n"),
        ("later-section/_index.md", "---\ntitle: L\npublishDate: 2099-01-02\n---\n"),
        ("languages/_index.en.md", "---\ntitle: Languages\n---\n"),
        ("data/data.json", "{\"draft\": true, \"permalink\": false}"),
        ("script/script.11tydata.js", "module.exports = {draft: true};"),
        ("beside/fourth.json", "{\"for_some\": true}"),
        ("eleventy/eleventy.json", "{\"layout\": \"post\", \"tags\": \"posts\"}"),
        ("nikola/meta.meta", ".. title: A\n.. status: private\n"),
        (
            "nikola/comment.md",
            "<!--\n.. title: C\n.. date: 2020-01-02\n.. status: private\n-->\n\nx\n",
        ),
        (
            "nikola/open.md",
            "<!--\n.. title: Open\n.. date: 2020-01-02 03:04:05 UTC\n.. tags: a, b\n-->\n\nx\n",
        ),
        ("pelican/open.md", "Title: Open\nDate: 2020-01-02\n\nx\n"),
        ("pelican/closed.md", "Title: Closed\nDate: 2020-01-02\nStatus: hidden\n\nx\n"),
        ("notion/plan.md", "# Plan\n\nStatus: Draft\nPublished: No\n\nx\n"),
        ("notion/open.md", "# Open\n\nOwner: Ada\n\nx\n"),
        (
            "astro/start.md",
            "---\ntitle: Start\npubDate: 'Jul 08 2022'\nheroImage: ./boat.webp\n---\nx\n",
        ),
        ("astro/post.mdx", "---\ntitle: M\n---\nx\n"),
        ("astro/other.mdx", "---\ntitle: N\n---\nx\n"),
        ("astro/page.html", "---\ntitle: P\n---\n<p>x</p>\n"),
        ("astro/bare.html", "<p>no front matter</p>\n"),
        ("astro/notes.org", "* Notes\n"),
        ("astro/paper.rst", "Paper\n=====\n"),
        ("astro/book.adoc", "= Book\n"),
    ] {
        write(&folder, name, text.as_bytes());
    }
    write(&folder, "astro/boat.webp", &picture("lossy.webp"));
    let lines = [
        "story /all/pub-date from all/pub-date.md; nobody sees it before 2099-01-02T12:00:00Z",
        "left out the publication of all/unknown.md: `for_the_team` is not known here, and could say who may read it",
        "unless you say --ignore for_the_world",
        "left out the publication of all/unknown-deep.md: `params.a.for_the_team` is not known here",
        "left out the publication of all/tagged.md: `tags` holds draft; it is a draft",
        "left out the publication of all/event.md: `event` lies ahead: 2099-01-02; it is a draft",
        "left out the publication of all in _private/: a folder that is called so is not for everybody",
        "left out the publication of all in _includes/: what begins with _ is no page there, unless you say --ignore _includes/",
        "left out the publication of all in drafts/: a folder that is called so is not for everybody",
        "left out the publication of all in below/_notes/",
        "left out the publication of _scratch.md: a file that is called so is no page there",
        "left out the publication of secret-section/_index.en.md: `cascade.draft` says that it is a draft",
        "left out the publication of later-section/_index.md: it was to be public from 2099-01-02T12:00:00Z",
        "left out the publication of data/data.json: it had no page of its own",
        "left out the publication of script/script.11tydata.js: it cannot be read here",
        "left out the publication of beside/fourth.json: `for_some` is not known here",
        "left out the publication of nikola/comment.md: its status was private",
        "left out the publication of notion/plan.md: its Status was Draft",
        "left out 2 texts that end with .mdx: only Markdown is read",
        "left out 1 texts that end with .html",
        "left out 1 texts that end with .org",
        "left out 1 texts that end with .rst",
        "left out 1 texts that end with .adoc",
    ];
    let path = folder.to_str().unwrap();
    assert_told(&folia(&database, &["import", "--from", "markdown", path, "--dry-run"]), &lines);
    assert_told(&bring_in(&database, "markdown", &folder), &lines);

    let site = RunningSite::start(BINARY, &database, &[]);
    for (list, is_public) in [(&OPEN[..], true), (&CLOSED[..], false)] {
        for (name, _) in list {
            assert_public(&site, &token, &[(&format!("all/{name}"), is_public)]);
        }
    }
    for path in ["posts/open", "pages/me", "eleventy/sub/open", "languages/open", "astro/start"] {
        assert_public(&site, &token, &[(path, true)]);
    }
    for path in ["nikola/open", "pelican/open", "notion/open"] {
        assert_public(&site, &token, &[(path, true)]);
    }
    let paths = closed
        .map(|path| path.to_lowercase().replace("/_", "/").trim_start_matches('_').to_owned());
    for path in
        paths.iter().map(String::as_str).chain(["nikola/comment", "pelican/closed", "notion/plan"])
    {
        assert_public(&site, &token, &[(path, false)]);
    }
    for section in ["private", "later-section", "secret-section", "data", "drafts"] {
        let answer = site.request("GET", &format!("/sections/resolve-path/{section}"), None, "");
        assert_eq!(answer.status, 404, "{section}");
    }
    let start = at(&site, &token, "astro/start")["content_item"].clone();
    assert_eq!(start["published_at"], "2022-07-08T00:00:00Z");
    assert!(start["image_url"].as_str().unwrap().starts_with("/media/"), "{start}");
    let hexo = at(&site, &token, "all/hexo")["content_item"].clone();
    assert_eq!(hexo["tags"], serde_json::json!(["Sea", "Wind", "Rain"]));
    assert_eq!(at(&site, &token, "languages")["section"]["title"], "Languages");
}

#[tokio::test]
async fn what_the_top_of_a_folder_says_holds_for_everything_below() {
    for (index, is_public) in [
        ("---\ntitle: Home\ncascade: [{_target: {path: '/hugo/**'}, draft: true}]\n---\n", false),
        ("---\ntitle: [\n---\n", false),
        ("---\ntitle: Home\nhero_shown: true\n---\n", true),
    ] {
        let database = TestDatabase::create().await;
        let token = make_token(&database, "admin");
        let folder = database.folder.path().join("site");
        write(&folder, "_index.md", index.as_bytes());
        write(&folder, "hugo/page.md", b"---\ntitle: A\ndate: 2020-01-02\n---\nx\n");
        let done = bring_in(&database, "markdown", &folder);
        let is_told = done.iter().any(|it| it.contains("the publication of all texts"));
        assert_eq!(is_told, !is_public, "{index}: {done:#?}");
        let site = RunningSite::start(BINARY, &database, &[]);
        assert_public(&site, &token, &[("hugo/page", is_public)]);
    }
}

#[tokio::test]
async fn names_that_the_owner_knows_hold_nothing_back() {
    let text = b"---\ntitle: A\ndate: 2020-01-02\nfoo: true\nparams: {bar: no}\n---\nx\n";
    let names = ["notes/one", "notes/two", "notes/three", "_recipes/soup"];
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let folder = database.folder.path().join("site");
    names.iter().for_each(|name| write(&folder, &format!("{name}.md"), text));
    let path = folder.to_str().unwrap();
    let told = folia(&database, &["import", "--from", "markdown", path, "--dry-run"]);
    let line = "left out the publication of _recipes/soup.md and 3 more: `foo` is not known here, and could say \
                who may read it; they are drafts, unless you say --ignore foo";
    assert_told(
        &told,
        &[line, "unless you say --ignore params.bar", "unless you say --ignore _recipes/"],
    );
    let ignoring = ["--ignore", "foo", "--ignore", "params.bar", "--ignore", "_recipes/"];
    let command = ["import", "--from", "markdown", path];
    let done = folia(&database, &[&command[..], &ignoring].concat());
    assert!(!done.iter().any(|line| line.contains("draft")), "{done:#?}");
    let site = RunningSite::start(BINARY, &database, &[]);
    for name in names {
        assert_public(&site, &token, &[(name.trim_start_matches('_'), true)]);
    }
    let output =
        run_folia(BINARY, &database, &["import", "--from", "ghost", path, "--ignore", "foo"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("--ignore is for markdown"), "{told}");
}

#[tokio::test]
async fn a_section_that_everybody_sees_opens_nothing_that_was_in_a_closed_one() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let text =
        |title: &str| format!("---\ntitle: {title}\ndate: 2020-01-02\n---\nx\n").into_bytes();
    let (first, second) =
        (database.folder.path().join("first"), database.folder.path().join("second"));
    write(&first, "notes/open.md", &text("Open"));
    write(&second, "notes/_index.md", b"---\ndraft: true\n---\n");
    write(&second, "notes/closed.md", &text("Closed"));
    bring_in(&database, "markdown", &first);
    bring_in(&database, "markdown", &second);
    let legacy = database.folder.path().join("legacy");
    write(
        &legacy,
        "sections.json",
        br#"[{"id": "s", "slug": "notes", "title": "N", "is_published": false}]"#,
    );
    let stories = br#"[{"id": "c", "slug": "old", "title": "O", "body": "<p>x</p>", "section_id": "s", "is_published": true}]"#;
    write(&legacy, "stories.json", stories);
    bring_in(&database, "legacy", &legacy);
    let site = RunningSite::start(BINARY, &database, &[]);
    let paths = [("notes/open", true), ("notes/closed", false), ("notes/old", false)];
    assert_public(&site, &token, &paths);
}

#[tokio::test]
async fn a_dry_run_makes_no_site() {
    let database = TestDatabase::create().await;
    let folder = database.folder.path().join("notes");
    write(&folder, "a.md", b"# A\n\n![b](boat.webp)\n");
    write(&folder, "boat.webp", &picture("lossy.webp"));
    let names = || {
        let entries = std::fs::read_dir(database.folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let told = folia(&database, &["import", "--from", "markdown", "notes", "--dry-run"]);
    assert_told(&told, &["would make page /a", "1 pictures", "nothing was written"]);
    assert_eq!(names(), before);
    if matches!(database.location, Location::Server(_)) {
        let store = Store::open(&database.location, Options::default()).await.unwrap();
        assert!(!store.has_tables().await.unwrap(), "tables were made");
        store.close().await;
    }
}
