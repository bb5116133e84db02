//! The reading room itself, without HTTP: what each reader sees through every function, and that
//! the JSON doors say the same.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use content::items::ContentType;
use content::reading::{
    Below, Children, ChildrenOrder, Destination, Entry, Found, ItemOrder, Items, Reader, Reading,
    Sections, Within,
};
use kernel::{Id, Page, SitePath};
use serde_json::{Value, json};
use testkit::AT_ONCE;

use crate::site::Site;

const ALL: Page = Page { limit: 500, offset: 0 };

pub(crate) async fn create(site: &Site, door: &str, body: Value) -> Id {
    let created = site.admin.post(door, body).await.expect(201).json();
    created["id"].as_str().unwrap().parse().unwrap()
}

/// A published section with a published story, and everything that can be hidden beside them.
struct Planted {
    hidden: BTreeSet<Id>,
    public: Id,
    story: Id,
}

async fn plant(site: &Site) -> Planted {
    let section = async |title: &str, parent: Option<Id>, published: bool| {
        let body = json!({
            "title": title, "parent_id": parent, "is_published": published,
            "nav_visibility": if title.starts_with('n') { "main" } else { "secondary" },
        });
        create(site, "/sections", body).await
    };
    let story = async |title: &str, section: Option<Id>, more: Value| {
        let mut body = json!({
            "title": title, "section_id": section, "tags": ["shared", title], "featured": true,
            "body": r#"<p>see <a href="/public/story">this</a> and <a href="/public">that</a></p>"#,
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        create(site, "/content/story", body).await
    };
    let public = section("public", None, true).await;
    let nav = section("navigation", None, true).await;
    let draft = section("nav-draft", None, false).await;
    let below = section("nav-below", Some(draft), true).await;
    let inside = section("draft-inside", Some(public), false).await;
    let shown = json!({ "is_published": true });
    let later = json!({ "is_published": true, "published_at": "2026-02-01T00:00:00Z" });
    let kept = story("story", Some(public), shown.clone()).await;
    let hidden = [
        draft,
        below,
        inside,
        story("draft", Some(public), json!({})).await,
        story("scheduled", Some(public), later.clone()).await,
        story("below-draft", Some(below), shown.clone()).await,
        story("inside-draft", Some(inside), shown.clone()).await,
        story("draft-at-top", None, json!({})).await,
        story("scheduled-at-top", None, later).await,
    ];
    assert_ne!(nav, public);
    Planted { hidden: hidden.into(), public, story: kept }
}

/// Everything that any function gives away, as ids.
fn given_away(reading: &Reading, planted: &Planted) -> BTreeSet<Id> {
    let mut ids = BTreeSet::new();
    let entries = |list: Vec<Entry<'_>>| list.iter().map(Entry::id).collect::<Vec<_>>();
    let sections = planted.hidden.iter().copied().chain([planted.public]);
    for section in sections {
        for subtree in [false, true] {
            for order in [ChildrenOrder::ByHand, ChildrenOrder::NewestFirst, ChildrenOrder::Title] {
                let wanted = Children { subtree, order, ..Children::default() };
                ids.extend(entries(reading.children(section, &wanted, ALL).items));
            }
        }
        let below = Sections { below: Below::Section(section), ..Sections::default() };
        ids.extend(reading.sections(&below).iter().map(|section| section.id));
        for within in [Within::Section(section), Within::Subtree(section)] {
            let wanted = Items { within, ..Items::default() };
            ids.extend(reading.items(&wanted, ALL).items.iter().map(|item| item.id));
        }
        ids.extend(reading.section(section).map(|section| section.id));
        ids.extend(reading.item(section).map(|item| item.id));
    }
    ids.extend(reading.sections(&Sections::default()).iter().map(|section| section.id));
    ids.extend(reading.navigation().iter().map(|section| section.id));
    ids.extend(reading.secondary_navigation().iter().map(|section| section.id));
    let orders =
        [ItemOrder::NewestFirst, ItemOrder::OldestFirst, ItemOrder::Title, ItemOrder::ByHand];
    for order in orders {
        for types in [&ContentType::ALL[..], &[ContentType::Story]] {
            for (tag, featured, text) in [
                (None, None, None),
                (Some("shared"), None, None),
                (None, Some(true), None),
                (None, None, Some("DRAFT")),
            ] {
                let wanted = Items { types, tag, featured, text, order, within: Within::Anywhere };
                ids.extend(reading.items(&wanted, ALL).items.iter().map(|item| item.id));
            }
        }
        let top = Items { within: Within::Top, order, ..Items::default() };
        ids.extend(reading.items(&top, ALL).items.iter().map(|item| item.id));
    }
    ids.extend(reading.everything().map(|entry| entry.id()));
    for slug in ["nav-draft", "nav-below", "draft-inside", "public"] {
        ids.extend(reading.section_by_slug(slug).map(|section| section.id));
    }
    for path in [
        "nav-draft",
        "nav-draft/nav-below",
        "nav-draft/nav-below/below-draft",
        "public/draft",
        "public/scheduled",
        "public/draft-inside",
        "public/draft-inside/inside-draft",
        "draft-at-top",
        "scheduled-at-top",
        "public",
        "public/story",
    ] {
        let path = SitePath::new(path);
        match reading.find(&path) {
            Found::Section(section) => _ = ids.insert(section.id),
            Found::Item(item) => _ = ids.insert(item.id),
            Found::Moved(moved) => ids.extend(match moved.to {
                Destination::Entry(entry) => Some(entry.id()),
                Destination::Path(_) | Destination::Elsewhere(_) => None,
            }),
            Found::Nothing => {}
        }
        ids.extend(reading.shadowed(&path).iter().map(|item| item.id));
        ids.extend(entries(reading.nearest(&SitePath::new(&format!("{path}x")), 50)));
    }
    for id in &planted.hidden {
        let by_id = SitePath::new(&format!("anything/~{id}"));
        if let Found::Item(item) = reading.find(&by_id) {
            ids.insert(item.id);
        }
    }
    if let Some(item) = reading.item(planted.story) {
        let beside = reading.neighbours(item);
        ids.extend([beside.previous, beside.next].into_iter().flatten().map(|item| item.id));
        ids.extend(reading.mentions(Entry::Item(item)).iter().map(|item| item.id));
    }
    if let Some(section) = reading.section(planted.public) {
        ids.extend(reading.mentions(Entry::Section(section)).iter().map(|item| item.id));
        ids.extend(section.sections().map(|section| section.id));
        ids.extend(section.items().map(|item| item.id));
    }
    ids
}

#[tokio::test]
async fn a_draft_leaks_through_no_function_of_the_reading_room() {
    let site = Site::start().await;
    let planted = plant(&site).await;
    let content = &site.app.content;
    let public = content.reading(Reader::Public);
    let seen = given_away(&public, &planted);
    assert_eq!(seen.intersection(&planted.hidden).count(), 0, "{seen:?}");
    assert!(seen.contains(&planted.story) && seen.contains(&planted.public));
    let tags: Vec<_> = public.tags().map(|tag| (tag.tag.to_owned(), tag.count)).collect();
    assert_eq!(tags, [("shared".to_owned(), 1), ("story".to_owned(), 1)]);
    assert_eq!(public.counts().sections, 2);
    assert_eq!(public.counts().items(), 1);
    assert!(public.last_changed().is_some());
    for id in &planted.hidden {
        assert!(content.read_item(Reader::Public, |_| Some(*id)).await.unwrap().is_none());
        assert!(content.read_published(*id).await.unwrap().item.is_none());
    }

    let signed_in = content.reading(Reader::SignedIn);
    let seen = given_away(&signed_in, &planted);
    assert!(seen.is_superset(&planted.hidden), "{:?}", planted.hidden.difference(&seen));
    assert_eq!(signed_in.counts().items(), 7);
    assert_eq!(signed_in.tags().find(|tag| tag.tag == "shared").unwrap().count, 7);
}

#[tokio::test]
async fn an_item_appears_by_itself_when_its_date_comes() {
    let site = Site::start().await;
    let planted = plant(&site).await;
    let content = site.app.content.clone();
    let before = content.reading(Reader::Public);
    let children = format!("/sections/{}/children", planted.public);
    let total = async |path: &str| {
        site.anonymous.get(path).await.expect(200).json()["total"].as_u64().unwrap()
    };
    assert_eq!(total(&children).await, 1);
    assert_eq!(total("/content/story").await, 1);
    site.anonymous.get("/sections/resolve-path/public/scheduled").await.expect(404);
    let month = Duration::from_secs(31 * 24 * 60 * 60);
    site.clock.advance(month);

    // Nothing was written; what was kept for the edition before must not be answered any more.
    let after = content.reading(Reader::Public);
    assert_eq!(before.revision(), after.revision());
    assert_ne!(before.edition(), after.edition());
    assert_eq!(total(&children).await, 2);
    assert_eq!(total("/content/story").await, 3);
    site.anonymous.get("/sections/resolve-path/public/scheduled").await.expect(200);
    assert_eq!(after.counts().items(), 3);
    let still = content.reading(Reader::Public);
    assert_eq!(after.edition(), still.edition());
}

#[tokio::test]
async fn what_another_has_the_path_of_is_found_by_its_id() {
    let site = Site::start().await;
    let shown = |title: &str| json!({ "title": title, "is_published": true });
    let page = create(&site, "/content/page", shown("work")).await;
    let story = create(&site, "/content/story", shown("work")).await;
    let content = &site.app.content;
    let reading = content.reading(Reader::Public);
    assert_eq!(reading.item(story).unwrap().href(), "/work");
    assert_eq!(reading.item(page).unwrap().href(), format!("/work/~{page}"));

    let section = create(&site, "/sections", json!({ "title": "work" })).await;
    let reading = content.reading(Reader::Public);
    assert_eq!(reading.item(story).unwrap().href(), "/work", "a draft takes no address away");
    site.admin.put(&format!("/sections/{section}"), shown("work")).await.expect(200);
    let reading = content.reading(Reader::Public);
    assert!(matches!(reading.find(&SitePath::new("work")), Found::Section(_)));
    let shadowed: Vec<_> =
        reading.shadowed(&SitePath::new("work")).iter().map(|item| item.id).collect();
    assert_eq!(shadowed, [story, page]);
    for id in [story, page] {
        let address = reading.item(id).unwrap().href();
        assert_eq!(address, format!("/work/~{id}"));
        let found = reading.find_address(&address);
        assert!(matches!(found.found, Found::Item(item) if item.id == id));
        assert_eq!(found.canonical, None);
        // The id decides, so an address survives a move.
        let old = reading.find_address(&format!("/elsewhere/~{id}"));
        assert_eq!(old.canonical.as_deref(), Some(address.as_str()));
    }
    site.admin.delete(&format!("/sections/{section}")).await.expect(204);
    let reading = content.reading(Reader::Public);
    let found = reading.find_address(&format!("/work/~{story}"));
    assert_eq!(found.canonical.as_deref(), Some("/work"));
}

#[tokio::test]
async fn an_address_has_one_spelling() {
    let site = Site::start().await;
    let section =
        create(&site, "/sections", json!({ "title": "work", "is_published": true })).await;
    let input = json!({ "title": "one", "section_id": section, "is_published": true });
    create(&site, "/content/story", input).await;
    let reading = site.app.content.reading(Reader::Public);
    for (written, canonical) in [
        ("/work/one", None),
        ("/work/one/", Some("/work/one")),
        ("/Work/ONE", Some("/work/one")),
        ("//work/one", Some("/work/one")),
        ("/w%6Frk/one", Some("/work/one")),
        ("/work%2Fone", Some("/work/one")),
        ("/work/", Some("/work")),
        ("/work", None),
    ] {
        let address = reading.find_address(written);
        assert!(matches!(address.found, Found::Section(_) | Found::Item(_)), "{written}");
        assert_eq!(address.canonical.as_deref(), canonical, "{written}");
    }
    for written in ["/", "", "/work/two", "/work/%FF", "/work//one", "/work/~", "/~x", "/\0"] {
        let address = reading.find_address(written);
        assert!(matches!(address.found, Found::Nothing), "{written}");
        assert_eq!(address.canonical, None, "{written}");
    }
    let trail: Vec<_> = match reading.find_address("/work/one").found {
        Found::Item(item) => item.trail().iter().map(|section| section.href()).collect(),
        other => panic!("{other:?}"),
    };
    assert_eq!(trail, ["/work"]);
}

#[tokio::test]
async fn a_redirect_leads_where_its_owner_is_and_is_counted() {
    let site = Site::start().await;
    let section = create(&site, "/sections", json!({ "title": "old", "is_published": true })).await;
    site.admin.put(&format!("/sections/{section}"), json!({ "slug": "new" })).await.expect(200);
    let by_hand = json!({ "old_path": "away", "new_path": "https://elsewhere.example/x" });
    site.admin.post("/redirects", by_hand).await.expect(201);
    let nowhere = json!({ "old_path": "blank", "new_path": "not there/é" });
    site.admin.post("/redirects", nowhere).await.expect(201);
    let reading = site.app.content.reading(Reader::Public);
    for (path, href) in [
        ("/old", "/new"),
        ("/away", "https://elsewhere.example/x"),
        ("/blank", "/not%20there/%C3%A9"),
    ] {
        let Found::Moved(moved) = reading.find_address(path).found else { panic!("{path}") };
        assert_eq!(moved.to.href(), href);
        site.app.content.count_followed(moved.redirect);
    }
    let listed = site.admin.get("/redirects").await.expect(200).json();
    assert!(listed["items"].as_array().unwrap().iter().all(|redirect| redirect["hits"] == 1));
}

#[tokio::test]
async fn somebody_who_mistypes_is_shown_what_is_near() {
    let site = Site::start().await;
    let shown = |title: &str, section: Option<Id>| json!({ "title": title, "section_id": section, "is_published": true });
    let work = create(&site, "/sections", json!({ "title": "work", "is_published": true })).await;
    create(&site, "/content/story", shown("a journey to rome", Some(work))).await;
    create(&site, "/content/story", shown("a journey to rome", None)).await;
    create(&site, "/content/story", shown("something else", Some(work))).await;
    let reading = site.app.content.reading(Reader::Public);
    let nearest = |path: &str| -> Vec<String> {
        let path = SitePath::new(path);
        reading.nearest(&path, 3).iter().map(|entry| entry.href()).collect()
    };
    let both = ["/work/a-journey-to-rome", "/a-journey-to-rome", "/work"];
    assert_eq!(nearest("work/a-journy-to-rome"), both);
    assert_eq!(nearest("a-journey-ot-rome"), ["/a-journey-to-rome", "/work/a-journey-to-rome"]);
    assert_eq!(nearest("work/nothing/like/it"), ["/work"]);
    assert_eq!(nearest("wrok"), ["/work"]);
    assert!(nearest("").is_empty() && nearest(&"x".repeat(4000)).is_empty());
    // However deep it is: what does not exist is not looked for part by part.
    let began = Instant::now();
    for round in 0..20 {
        assert_eq!(nearest(&format!("work{}/{round}", "/a".repeat(30_000))), ["/work"]);
    }
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
}

#[tokio::test]
async fn neighbours_and_mentions_follow_the_order_and_the_moves() {
    let site = Site::start().await;
    let section =
        create(&site, "/sections", json!({ "title": "notes", "is_published": true })).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        let input = json!({
            "title": format!("note {number}"), "section_id": section, "sort_order": number,
            "is_published": number != 2,
            "body": match number {
                1 => r#"<p><a href="/notes/note-0#part">x</a> <a href="/notes/Note-0/">x</a></p>"#,
                3 => r#"<p><a href="/notes">x</a> <a href="/notes/note-3">itself</a></p>"#,
                _ => "<p>no links</p>",
            },
        });
        ids.push(create(&site, "/content/story", input).await);
    }
    let content = &site.app.content;
    let beside = |reader: Reader, id: Id| {
        let reading = content.reading(reader);
        let beside = reading.neighbours(reading.item(id).unwrap());
        (beside.previous.map(|item| item.id), beside.next.map(|item| item.id))
    };
    assert_eq!(beside(Reader::Public, ids[0]), (None, Some(ids[1])));
    assert_eq!(beside(Reader::Public, ids[1]), (Some(ids[0]), Some(ids[3])));
    assert_eq!(beside(Reader::SignedIn, ids[1]), (Some(ids[0]), Some(ids[2])));
    assert_eq!(beside(Reader::Public, ids[3]), (Some(ids[1]), None));

    let mentions = |id: Id| -> Vec<Id> {
        let reading = content.reading(Reader::Public);
        let item = reading.item(id).map(Entry::Item);
        let of = item.or_else(|| reading.section(id).map(Entry::Section)).unwrap();
        reading.mentions(of).iter().map(|item| item.id).collect()
    };
    assert_eq!(mentions(ids[0]), [ids[1]]);
    assert_eq!(mentions(section), [ids[3]]);
    assert!(mentions(ids[3]).is_empty());
    // The link in the text stays as it was written; the redirect keeps it alive.
    let slug = json!({ "slug": "moved" });
    site.admin.put(&format!("/content/story/{}", ids[0]), slug).await.expect(200);
    assert_eq!(mentions(ids[0]), [ids[1]]);
    let hidden = json!({ "is_published": false });
    site.admin.put(&format!("/content/story/{}", ids[1]), hidden).await.expect(200);
    assert!(mentions(ids[0]).is_empty());
}

/// A story has a better claim to an address than a page, but not before it appears.
#[tokio::test]
async fn what_is_still_to_come_takes_no_mention_away() {
    let site = Site::start().await;
    let section =
        create(&site, "/sections", json!({ "title": "notes", "is_published": true })).await;
    let input = |title: &str, more: Value| {
        let mut input = json!({ "title": title, "section_id": section, "is_published": true });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        input
    };
    let page = create(&site, "/content/page", input("Here", json!({}))).await;
    let link = json!({ "body": r#"<p><a href="/notes/here">x</a></p>"# });
    let source = create(&site, "/content/story", input("Source", link)).await;
    let mentions = |id: Id| -> Vec<Id> {
        let reading = site.app.content.reading(Reader::Public);
        let Some(item) = reading.item(id) else { return Vec::new() };
        reading.mentions(Entry::Item(item)).iter().map(|item| item.id).collect()
    };
    assert_eq!(mentions(page), [source]);
    let ahead = json!({ "published_at": "2026-01-01T01:00:00Z" });
    let story = create(&site, "/content/story", input("Here", ahead)).await;
    for _ in 0..2 {
        assert_eq!((mentions(page), mentions(story)), (vec![source], Vec::new()));
        let shown = site.anonymous.get_with("/notes/here", &[("accept", "text/html")]).await;
        let shown = String::from_utf8(shown.expect(200).body.to_vec()).unwrap();
        assert!(shown.contains("href=\"/notes/source\""), "{shown}");
        site.clock.advance(Duration::from_secs(60 * 60 - 1));
        // Said by the clock alone.
        assert_eq!((mentions(page), mentions(story)), (vec![source], Vec::new()));
        site.clock.advance(Duration::from_secs(1));
        assert_eq!((mentions(page), mentions(story)), (Vec::new(), vec![source]));
        site.clock.set_back(Duration::from_secs(60 * 60));
    }
}

#[tokio::test]
async fn links_of_items_from_before_are_read_from_their_bodies() {
    use content::items::Item;
    let site = Site::start().await;
    let shown =
        |title: &str, body: &str| json!({ "title": title, "body": body, "is_published": true });
    let target = create(&site, "/content/page", shown("target", "")).await;
    let source =
        create(&site, "/content/story", shown("source", r#"<a href="/target">x</a>"#)).await;
    let path = format!("/content/story/{source}");
    let before = site.anonymous.get(&path).await.expect(200).json();
    let forget = site.app.store.write(move |transaction| {
        let mut body = transaction.get::<content::items::Body>(source)?;
        let mut stored = transaction.get::<Item>(source)?;
        stored.document.linked_paths = None;
        body.document.item_version = transaction.replace(stored)?.version;
        transaction.replace(body)?;
        Ok::<_, store::StoreError>(())
    });
    forget.await.unwrap();
    let config = crate::site::at_home(crate::site::configure(&[]), &site.database);
    let content = content::Content::open(site.app.store.clone(), config.content).await.unwrap();
    let count = |content: &content::Content| {
        let reading = content.reading(Reader::Public);
        reading.mentions(Entry::Item(reading.item(target).unwrap())).len()
    };
    assert_eq!(count(&content), 0);
    assert_eq!(content.complete_links().await.unwrap(), 1);
    assert_eq!(count(&content), 1);
    assert_eq!(content.complete_links().await.unwrap(), 0);
    let read = content.read_item(Reader::Public, |_| Some(source)).await.unwrap().unwrap();
    assert_eq!(read.html(), r#"<a href="/target">x</a>"#);
    // Nothing about it has changed for those who read it.
    assert_eq!(json!(read.item().updated_at), before["updated_at"]);
}

/// What the doors say is what the reading room says, for both readers, over a grown tree.
#[tokio::test]
async fn the_json_doors_say_what_the_reading_room_says() {
    let site = Site::start().await;
    let planted = plant(&site).await;
    create(&site, "/content/page", json!({ "title": "a page", "is_published": true })).await;
    for (reader, client) in [(Reader::Public, &site.anonymous), (Reader::SignedIn, &site.member)] {
        let reading = site.app.content.reading(reader);
        let drafts = if reader == Reader::SignedIn { "true" } else { "false" };
        let ids = |answer: Value| -> Vec<Id> {
            let items = answer["items"].as_array().unwrap().iter();
            items.map(|item| item["id"].as_str().unwrap().parse().unwrap()).collect()
        };
        for (sort, order) in [
            ("sort_order", ChildrenOrder::ByHand),
            ("-published_at", ChildrenOrder::NewestFirst),
            ("title", ChildrenOrder::Title),
        ] {
            for subtree in [false, true] {
                for page in [Page { limit: 2, offset: 0 }, Page { limit: 2, offset: 2 }, ALL] {
                    let wanted = Children { subtree, order, ..Children::default() };
                    let slice = reading.children(planted.public, &wanted, page);
                    let path = format!(
                        "/sections/{}/children?subtree={subtree}&sort={sort}&limit={}&offset={}\
                         &include_unpublished={drafts}",
                        planted.public, page.limit, page.offset,
                    );
                    let answer = client.get(&path).await.expect(200).json();
                    assert_eq!(answer["total"], slice.total, "{path}");
                    let views: Vec<_> =
                        slice.items.iter().map(|entry| json!(entry.view())).collect();
                    assert_eq!(answer["items"], json!(views), "{path}");
                }
            }
        }
        for (sort, order) in [
            ("-published_at", ItemOrder::NewestFirst),
            ("published_at", ItemOrder::OldestFirst),
            ("title", ItemOrder::Title),
            ("sort_order", ItemOrder::ByHand),
        ] {
            for (query, wanted) in [
                ("", Items::default()),
                ("&tag=shared", Items { tag: Some("shared"), ..Items::default() }),
                ("&featured=false", Items { featured: Some(false), ..Items::default() }),
                ("&q=Draft", Items { text: Some("Draft"), ..Items::default() }),
                ("&section_id=root", Items { within: Within::Top, ..Items::default() }),
                ("&section_id=x", Items { within: Within::Nowhere, ..Items::default() }),
            ] {
                let wanted = Items { types: &[ContentType::Story], order, ..wanted };
                let slice = reading.items(&wanted, ALL);
                let path =
                    format!("/content/story?sort={sort}&include_unpublished={drafts}{query}");
                let answer = client.get(&path).await.expect(200).json();
                assert_eq!(answer["total"], slice.total, "{path}");
                let expected: Vec<_> = slice.items.iter().map(|item| item.id).collect();
                assert_eq!(ids(answer), expected, "{path}");
            }
        }
        let newest = reading.items(&Items::default(), ALL);
        assert_eq!(newest.total, reading.counts().items() as u64);
        assert!(newest.items.is_sorted_by(|a, b| a.date() >= b.date()));
        let second = reading.items(&Items::default(), Page { limit: 1, offset: 1 }).items;
        let expected = newest.items.get(1).map(|item| item.id);
        assert_eq!(second.first().map(|item| item.id), expected);
        let path = format!("/sections?include_unpublished={drafts}");
        let expected: Vec<_> =
            reading.sections(&Sections::default()).iter().map(|section| section.id).collect();
        assert_eq!(ids(client.get(&path).await.expect(200).json()), expected);
        for entry in reading.everything() {
            let path = format!("/sections/resolve-path{}", entry.href());
            let answer = client.get(&path).await.expect(200).json();
            let field = if entry.content_type().is_some() { "content_item" } else { "section" };
            assert_eq!(answer[field]["id"], json!(entry.id()), "{path}");
            assert_eq!(answer["path"], json!(entry.path()), "{path}");
        }
    }
    let reading = site.app.content.reading(Reader::Public);
    let answer = site.anonymous.get("/sections/navigation").await.expect(200).json();
    let expected: Vec<_> =
        reading.navigation().iter().map(|section| section.title.clone()).collect();
    let titles: Vec<_> =
        answer["items"].as_array().unwrap().iter().map(|s| s["title"].clone()).collect();
    assert_eq!(json!(titles), json!(expected));
    let links = json!({ "title": "t", "url": "/x" });
    site.admin.post("/navlinks", links).await.expect(201);
    let links = site.app.navlinks.reading();
    assert_eq!(links.links().map(|link| link.title.as_str()).collect::<Vec<_>>(), ["t"]);
}
