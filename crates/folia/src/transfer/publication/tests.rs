use super::super::markdown::said_by;
use super::*;

const NOW: &str = "2026-01-02T03:04:05Z";

fn judged(yaml: &str, ignored: &[&str]) -> Publication {
    let ignored: Vec<String> = ignored.iter().map(|it| (*it).to_owned()).collect();
    let judge = Judge::new(NOW.parse().unwrap(), &ignored);
    said_by(&format!("---\n{yaml}\n---\nx\n"), &judge)
}

#[test]
fn what_says_nothing_about_readers_is_public() {
    let held: Vec<_> = [
        "title: A",
        "title: Private",
        "title: draft",
        "title: on",
        "description: hidden",
        "author: {name: A, url: b}",
        "tags: [sea, wind]",
        "tags: sea wind",
        "categories: [[A, B], [C]]",
        "date: 2020-01-02",
        "pubDate: 'Jul 08 2022'",
        "published: true",
        "published: 2020-01-02",
        "publishDate: 2020-01-02",
        "draft: false",
        "draft: n",
        "draft: Off",
        "isPublished: true",
        "hidden: false",
        "password: ''",
        "password: false",
        "passwords: []",
        "status: ''",
        "status: Published",
        "status: publish",
        "post_status: publish",
        "visibility: Public",
        "access: everyone",
        "build: {render: always, list: always, publishResources: false}",
        "_build: {list: local}",
        "render: true",
        "dg-publish: true",
        "permalink: /a/b/",
        "permalink: /posts/{{ page.fileSlug }}/",
        "expires:",
        "expires: never",
        "expiryDate: false",
        "sitemap: {priority: 0.5, changefreq: never}",
        "cascade: {type: docs, params: {toc: false}}",
        "cascade: [{_target: {path: /x, kind: page}, layout: wide}]",
        "extra: {math: true}",
        "params: {showToc: true, weight: 1}",
        // Hugo.
        "weight: 1\ntoc: true\nmath: on\ncomments: false\nlinkTitle: A\nmenu: {main: {weight: 10}}\nisCJKLanguage: true",
        "ShowReadingTime: true\nShowBreadCrumbs: false\nTocOpen: true\nhideMeta: true\ndisableShare: false\ncover: {image: a.png, hidden: true, relative: true}",
        "ShowWordCount: true\nUseHugoToc: true\ndisableHLJS: true\neditPost: {URL: a, appendFilePath: true}",
        "lightgallery: true\ncode: {copy: true, maxShownLines: 50}\nhiddenFromSearch: false\nrssFullText: false",
        // Jekyll.
        "layout: post\ntoc_sticky: true\nauthor_profile: true\nread_time: false\nrelated: true\npin: true\nnav_order: 1\nhas_children: true\nrender_with_liquid: false",
        // Hexo.
        "sticky: 1\ntop: 1\nmathjax: true\ncomments: false\naside: false\ncopyright: true\ntop_img: false",
        // Zola.
        "in_search_index: true\ntransparent: true\ninsert_anchor_links: right\ntaxonomies: {tags: [a]}",
        // Docusaurus, VitePress.
        "hide_title: true\nhide_table_of_contents: true\nsidebar_position: 1\nlast_update: {date: 2020-01-02, author: a}\nprev: false\nnext: false\noutline: deep\neditLink: false\nlastUpdated: true\nhide: [navigation, toc]",
        // Astro.
        "pubDatetime: 2020-01-02T03:04:05Z\nmodDatetime: ~\nfeatured: true\nheroImage: ../a.jpg\nimage: {url: a, alt: b}",
        // Nikola, Pelican.
        "hidetitle: true\nnocomments: true\nhas_math: true\nslug: a\nlang: en\nsummary: b",
        // Obsidian, WordPress, Ghost, Notion.
        "cssclasses: [wide]\naliases: [a]\ndg-home: true\nkanban-plugin: basic\nCreated time: January 2, 2020 3:04 AM",
        "id: 1\nguid: a\ncomment_status: closed\nping_status: closed\npost_format: aside\nauthor_login: a",
        // What nobody knows, and is no flag.
        "foo: bar",
        "foo: 12",
        "foo: 1.5",
        "foo: [a, b]",
        "foo: {bar: baz}",
        "foo: 2020-01-02",
        "foo: 31.12.2020",
        "foo: 555-12-34567",
        "lang: no",
        "languages: [da, ja]",
        "foo: 20991231",
        "foo:",
        "stage: seedling",
        "endorsements: [Ada]",
        "comments: {enabled: false}",
        "footer: hidden",
        "cssclasses: [hidden-title]",
        "content_visibility: public",
        "accessibility: good",
        "foo: /img/private/a.png",
        "foo: https://a.example/draft",
        "foo: the long story of a draft that was kept in a drawer",
        "tags: [draft horses, hidden-gems]",
        "statement: words",
    ]
    .into_iter()
    .map(|said| (said, judged(said, &[])))
    .filter(|(_, publication)| *publication != Publication::Open)
    .collect();
    assert_eq!(held, []);
}

#[test]
fn what_calls_itself_a_draft_is_one() {
    for said in [
        "draft: true",
        "draft: y",
        "draft: Yes",
        "draft: on",
        "draft: 1",
        "Draft: true",
        "isDraft: true",
        "is_draft: true\nisDraft: false",
        "published: n",
        "publish: false",
        "public: false",
        "is_published: false",
        "visible: false",
        "dg-publish: false",
    ] {
        assert_eq!(judged(said, &[]), Publication::Draft, "{said}");
    }
}

#[test]
fn what_was_kept_from_some_is_held_back_and_why_is_told() {
    for (said, why) in [
        ("draft: perhaps", "draft says neither yes nor no"),
        ("draft:", "draft says neither yes nor no"),
        ("draft: [true]", "draft says neither yes nor no"),
        ("published: later", "published says neither yes nor no"),
        ("private: true", "it was private"),
        ("unpublished: true", "it was not published"),
        ("deleted: true", "it was deleted"),
        ("trashed: true", "it was deleted"),
        ("secret: true", "it was secret"),
        ("confidential: yes", "it was secret"),
        ("restricted: true", "it was not for everybody"),
        ("members: true", "it was for members"),
        ("subscribers_only: true", "it was for members"),
        ("paywall: true", "it was for members"),
        ("hide: true", "it was hidden"),
        ("Hidden: on", "it was hidden"),
        ("encrypt: true", "it was protected"),
        ("exclude: true", "it was left out"),
        ("eleventyExcludeFromCollections: true", "it was in no list"),
        ("unlisted: true", "it was in no list"),
        ("robotsNoIndex: true", "search was to leave it out"),
        ("headless: true", "it had no page"),
        ("passwords: [a, b]", "behind a password"),
        ("password: s3cret", "behind a password"),
        ("password: 0", "behind a password"),
        ("password: no", "behind a password"),
        ("post_password: a", "behind a password"),
        ("listed: false", "`listed` says no"),
        ("active: false", "`active` says no"),
        ("enabled: off", "`enabled` says no"),
        ("render: false", "`render` says no"),
        ("output: false", "`output` says no"),
        ("share: false", "`share` says no"),
        ("sitemap: false", "`sitemap` says no"),
        ("status: draft", "its status was draft"),
        ("status: skip", "its status was skip"),
        ("status: scheduled", "its status was scheduled"),
        ("status: wip", "its status was wip"),
        ("status: evergreen", "its status was evergreen"),
        ("status: true", "its status was true"),
        ("status: [draft]", "its status was"),
        ("status: {state: private}", "its status was"),
        ("state: review", "its state was review"),
        ("access: members", "its access was members"),
        ("visibility: paid", "its visibility was paid"),
        ("audience: staff", "its audience was staff"),
        ("roles: [staff]", "its roles was"),
        ("hiddenFromSearch: true", "search was to leave it out"),
        ("build: {render: never}", "it had no page"),
        ("build: {render: link}", "it had no page"),
        ("build: {render: [never]}", "it had no page"),
        ("build: {list: never}", "it was in no list"),
        ("permalink: false", "it had no page"),
        ("permalink: '{% if draft %}false{% endif %}'", "it had no page"),
        ("expires: 2020-01-02", "it was public until 2020-01-02"),
        ("expiryDate: [2020-01-02]", "it was public until"),
        ("expire_date: 2099-01-01", "it was public until"),
        ("end_date: 2020-01-02", "it was public until"),
        ("ending: 2020-01-02", "it was public until"),
        ("valid_until: 2030", "it was public until"),
        ("unpublish_on: 2020-01-02", "it was public until"),
        ("publishDate: some day", "it was to be public from some day"),
        ("pubDate: [2099-01-01]", "it was to be public from"),
        ("date: [2099-01-01]", "`date` is no date"),
        ("tags: [sea, draft]", "`tags` holds draft"),
        ("tags: sea draft", "`tags` holds draft"),
        ("tags: 'sea, Private'", "`tags` holds Private"),
        ("tags: [status/wip]", "`tags` holds wip"),
        ("tags: ['#draft']", "`tags` holds #draft"),
        ("categories: [[A, private], [C]]", "`categories` holds private"),
        ("taxonomies: {tags: [draft]}", "`taxonomies.tags` holds draft"),
        ("type: draft", "`type` holds draft"),
        ("tags: [{name: private}]", "`tags` holds private"),
        ("robots: noindex, nofollow", "`robots` holds noindex"),
        ("foo: draft", "`foo` was draft"),
        ("foo: Work in progress", "`foo` was Work in progress"),
        ("foo: [a, private]", "`foo` was private"),
        ("a: {b: {c: hidden}}", "`a.b.c` was hidden"),
        ("event: 2099-01-01", "`event` lies ahead: 2099-01-01"),
        ("lastmod: 2099-01-01", "`lastmod` lies ahead"),
        ("event: 01/02/2099", "`event` lies ahead"),
        ("event: 31.12.2099 20:00", "`event` lies ahead"),
        ("event: 2099-01", "`event` lies ahead"),
        ("params: {pubDate: 'Jul 08 2099'}", "`params.pubDate` lies ahead"),
        ("days: [2020-01-01, 2099-01-01]", "`days` lies ahead"),
        ("params: {draft: true}", "`params.draft` says that it is a draft"),
        ("params: {a: {b: [{private: yes}]}}", "it was private"),
        ("extra: {hidden: true}", "it was hidden"),
        ("metadata: {hidden: true}", "it was hidden"),
        ("cover: {draft: true}", "`cover.draft` says"),
        ("sitemap: {disable: true}", "it was switched off"),
        ("cascade: {draft: true}", "`cascade.draft` says"),
        ("cascade: [{build: {list: never}}]", "it was in no list"),
        ("cascade: [{_target: {path: /x}, params: {hidden: yes}}]", "it was hidden"),
        ("cascade: {expiryDate: 2020-01-02}", "it was public until"),
        ("progress: draft", "`progress` was draft"),
        ("version: draft", "`version` was draft"),
        ("level: internal", "`level` was internal"),
        ("sharing: private", "`sharing` was private"),
        ("flags: 'draft, x'", "`flags` was draft, x"),
        ("stage: Draft 2", "`stage` was Draft 2"),
        ("stage: 'draft (v2)'", "`stage` was draft (v2)"),
        ("stage: '🚧 draft'", "`stage` was"),
        ("tags: ['draft:wip']", "`tags` holds draft"),
        ("tags: draft;wip", "`tags` holds draft"),
        ("tags: ['🚧 draft']", "`tags` holds draft"),
        ("type: draft-post", "`type` holds draft"),
        ("more: {hidden: true}", "it was hidden"),
        ("card: {hidden: true}", "it was hidden"),
        ("lock: 1234", "it was protected"),
        ("pin_code: 1234", "behind a password"),
        ("visible_to: [family]", "its visible_to was"),
        ("go_public: 2099-05-01 10:00:00 EST", "`go_public` lies ahead"),
        ("go_public: 2099-05-01 10:00:00 XYZ", "`go_public` lies ahead"),
        ("cascade: {publishDate: 2099-01-01}", "`cascade.publishDate` lies ahead"),
    ] {
        match judged(said, &[]) {
            Publication::Held(told) => assert!(told.contains(why), "{said}: {told}"),
            other => panic!("{said}: {other:?}"),
        }
    }
}

#[test]
fn flags_that_nobody_knows_hold_a_text_back() {
    for (said, names) in [
        ("foo: true", &["foo"][..]),
        ("Foo Bar: no", &["Foo Bar"]),
        ("foo: 1", &["foo"]),
        ("foo: 0", &["foo"]),
        ("foo: off", &["foo"]),
        ("foo: [a, true]", &["foo"]),
        ("foo: {bar: {baz: yes}}", &["foo.bar.baz"]),
        ("foo: [{bar: true}, {bar: false}]", &["foo.bar"]),
        ("toc: {foo: true}", &["toc.foo"]),
        ("cascade: {foo: true}", &["cascade.foo"]),
        ("a: true\nb: false\ntoc: true", &["a", "b"]),
        ("hide_page: true", &["hide_page"]),
        ("password_hash: abc", &["password_hash"]),
        ("pwd: a", &["pwd"]),
        ("secret_key: a", &["secret_key"]),
        ("required_role: admin", &["required_role"]),
        ("allowed_emails: [a@b.example]", &["allowed_emails"]),
        ("content_visibility: paid", &["content_visibility"]),
        ("access_tier: paid", &["access_tier"]),
        ("who_can_read: friends", &["who_can_read"]),
        ("draft_status: in review", &["draft_status"]),
        ("review_status: needs work", &["review_status"]),
        ("site: false", &["site"]),
        ("url: false", &["url"]),
        ("team: true", &["team"]),
        ("preview_only: true", &["preview_only"]),
        ("entwurf: ja", &["entwurf"]),
        ("brouillon: Oui", &["brouillon"]),
    ] {
        let names: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(judged(said, &[]), Publication::Unknown(names), "{said}");
    }
}

#[test]
fn days_of_publication_ahead_are_kept() {
    for (said, from) in [
        ("date: 2099-01-02", "2099-01-02T12:00:00Z"),
        ("pubdate: 2099-01-02", "2099-01-02T12:00:00Z"),
        ("pubDate: 'Jan 02 2099'", "2099-01-02T12:00:00Z"),
        ("publish_date: 2099-01-02\ndate: 2020-01-01", "2099-01-02T12:00:00Z"),
        ("publishedAt: 2099-01-02T03:04:05Z", "2099-01-02T03:04:05Z"),
        ("published_at: 2099-01-02", "2099-01-02T12:00:00Z"),
        ("postDate: 2099-01-02", "2099-01-02T12:00:00Z"),
        ("published: 2099-01-02", "2099-01-02T12:00:00Z"),
        ("date: 20990102", "2099-01-02T12:00:00Z"),
        ("date: 2099-01-02\npublishDate: 2098-01-01", "2099-01-02T12:00:00Z"),
        ("date: 2026-01-02T03:04:06Z", "2026-01-02T03:04:06Z"),
        // It may be of a place where it is still to come.
        ("date: 2026-01-01 16:00", "2026-01-02T04:00:00Z"),
        ("date: 2099-01-02 09:00 EST", "2099-01-02T14:00:00Z"),
    ] {
        assert_eq!(judged(said, &[]), Publication::From(from.parse().unwrap()), "{said}");
    }
    assert_eq!(judged(&format!("date: {NOW}"), &[]), Publication::Open);
}

#[test]
fn the_owner_knows_which_names_say_nothing_about_readers() {
    for (said, ignored) in [
        ("foo: true", "foo"),
        ("Foo-Bar: true", "foo_bar"),
        ("params: {foo: true}", "foo"),
        ("params: {foo: true}", "params.foo"),
        ("params: {foo: true, bar: [yes]}", "params"),
        ("params: {draft: true}", "params.draft"),
        ("foo: [{bar: true}]", "foo.bar"),
        ("status: evergreen", "status"),
        ("event: 2099-01-01", "event"),
        ("tags: [draft]", "tags"),
    ] {
        assert_ne!(judged(said, &["other"]), Publication::Open, "{said}");
        assert_eq!(judged(said, &["other", ignored]), Publication::Open, "{said}");
    }
    assert_eq!(
        judged("foo: true\nprivate: true", &["foo"]),
        Publication::Held("it was private".into())
    );
    // What is known to speak of readers is named whole, and a folder is not a name.
    for (said, ignored) in [
        ("params: {draft: true}", "params"),
        ("params: {draft: true}", "draft"),
        ("internal: true", "internal/"),
        ("foo: true", "foo/"),
    ] {
        assert_ne!(judged(said, &[ignored]), Publication::Open, "{said}");
    }
}
