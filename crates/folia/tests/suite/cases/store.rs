//! Documents: many writers, strange values, archives of a busy site.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use testkit::run_folia;

use super::form::QUICK;
use super::oracle::{Case, id, lock};
use super::values::expect_written_down;
use super::{at_once, section, story};
use crate::service::archive::{StopOnDrop, assert_private, restored};
use crate::service::binary::BINARY;

#[tokio::test(flavor = "multi_thread")]
async fn s_store_01_of_many_who_have_read_the_same_one_writes() {
    let case = Case::begin("S-STORE-01").await;
    let made = case.admin().post("/content/story", &json!({ "title": "t" })).expect(201);
    let tag = made.header("etag").expect("a tag").to_owned();
    let path = format!("/content/story/{}", id(&made.json()));
    let wish = |number: usize| json!({ "title": format!("t{number}"), "summary": format!("t{number}"), "image_alt": format!("t{number}") });
    let statuses = at_once(100, |number| {
        case.admin().with("if-match", &tag).put(&path, &wish(number)).status.as_u16()
    });
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(200), count(409)), (1, 99), "{statuses:?}");
    let statuses = at_once(100, |number| case.admin().put(&path, &wish(number)).status.as_u16());
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    let kept = case.admin().get(&path).expect(200).json();
    assert_eq!((&kept["title"], &kept["title"]), (&kept["summary"], &kept["image_alt"]));
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_store_02_one_place_is_given_to_one() {
    let case = Case::begin("S-STORE-02").await;
    let home = section(&case, "home", None);
    let create = |path: &str, body: Value| {
        let answer = case.admin().post(path, &body);
        (answer.status.as_u16(), answer.json()["slug"].as_str().map(str::to_owned))
    };
    for path in ["/sections", "/content/story"] {
        let given = at_once(100, |_| create(path, json!({ "title": "x", "slug": "same" })));
        let count = |wanted| given.iter().filter(|made| made.0 == wanted).count();
        assert_eq!((count(201), count(409)), (1, 99), "{path}");
        let named = at_once(100, |_| create(path, json!({ "title": "Title" })));
        assert!(named.iter().all(|made| made.0 == 201), "{path}: {named:?}");
        let slugs: BTreeSet<_> = named.into_iter().map(|made| made.1).collect();
        assert_eq!(slugs.len(), 100, "{path}");
    }
    // Of each type one: a story and a page may have the same slug, and one shadows the other.
    let types = ["story", "project", "page"];
    let across = at_once(30, |number| {
        let body = json!({ "title": "x", "slug": "shared", "section_id": home });
        (types[number % 3], create(&format!("/content/{}", types[number % 3]), body).0)
    });
    for kind in types {
        let made = across.iter().filter(|(of, status)| *of == kind && *status == 201);
        assert_eq!(made.count(), 1, "{across:?}");
        assert!(across.iter().all(|(_, status)| [201, 409].contains(status)), "{across:?}");
    }
    for round in 0..8 {
        let slug = format!("back-{round}");
        let old = section(&case, &slug, None);
        case.admin().delete(&format!("/sections/{old}")).expect(204);
        let both = at_once(2, |number| match number {
            0 => case
                .admin()
                .send("POST", &format!("/sections/{old}/restore"), b"{}")
                .status
                .as_u16(),
            _ => create("/sections", json!({ "title": "n", "slug": slug })).0,
        });
        assert!(matches!(both.as_slice(), [200, 409] | [409, 201]), "{both:?}");
    }
    let mut offset = 0;
    let mut places = BTreeSet::new();
    loop {
        let list = case
            .admin()
            .get(&format!("/sections?include_unpublished=true&limit=500&offset={offset}"));
        let list = list.expect(200).json();
        let items = list["items"].as_array().expect("items");
        for item in items {
            let place = (item["parent_id"].to_string(), item["slug"].to_string());
            assert!(places.insert(place), "{item}");
        }
        offset += items.len();
        if items.is_empty() {
            break;
        }
    }
    case.end();
}

/// Every value in every place, by its status: [`super::values`].
#[tokio::test(flavor = "multi_thread")]
async fn s_store_03_a_value_is_kept_whole_or_refused() {
    let case = Case::begin_with("S-STORE-03", &[QUICK[0], QUICK[1]]).await;
    expect_written_down(&case);
    for (path, field) in [
        ("/sections", "title"),
        ("/navlinks", "title"),
        ("/content/story", "title"),
        ("/content/story", "summary"),
    ] {
        let with = |value: Value| {
            let mut body = json!({ "title": "x", "url": "/" });
            body[field] = value;
            body
        };
        assert_eq!(case.admin().post(path, &with(json!("a\u{0}b"))).expect_invalid(), [field]);
        case.admin().post(path, &with(json!("x".repeat(1_000_000)))).expect(422);
        // Four bytes each, joined, right to left, and the last that Unicode has.
        for odd in
            ["😀👩\u{200d}👩\u{200d}👧", "שלום", "e\u{301}\u{10ffff}", "'); --", "a\u{fffd}b"]
        {
            let made = case.admin().post(path, &with(json!(odd))).expect(201).json();
            let read = case.admin().get(&format!("{path}/{}", id(&made))).expect(200).json();
            assert_eq!((&made[field], &read[field]), (&json!(odd), &json!(odd)), "{path}");
        }
    }
    case.end();
}

/// Six archives of one busy site: `service::archive`; while it is killed: `service::torture`.
#[tokio::test(flavor = "multi_thread")]
async fn s_store_04_an_archive_holds_what_was_acknowledged_before_it() {
    let case = Case::begin("S-STORE-04").await;
    let secret = case.token("admin", "archivist");
    let (is_over, acknowledged) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        let writers = (0..4).map(|writer| {
            let (case, is_over, acknowledged) = (&case, &is_over, &acknowledged);
            scope.spawn(move || {
                for number in 0.. {
                    if is_over.load(Ordering::SeqCst) {
                        break;
                    }
                    let slug = format!("w{writer}-{number}");
                    story(case, json!({ "title": slug, "slug": slug, "body": "<p>text</p>" }));
                    lock(acknowledged).push(slug);
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        let _writers_end = StopOnDrop(&is_over);
        let are_at_work = || writers.iter().all(|writer| !writer.is_finished());
        for verb in ["backup", "export"] {
            while lock(&acknowledged).len() < 20 && are_at_work() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            let before = lock(&acknowledged).clone();
            let output = run_folia(BINARY, &case.database, &[verb, &format!("archive-{verb}")]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let path = case.database.folder.path().join(format!("archive-{verb}"));
            assert_private(&path, &secret);
            let slugs: BTreeSet<_> = restored(&path).into_iter().collect();
            let missing: Vec<_> = before.iter().filter(|slug| !slugs.contains(*slug)).collect();
            assert!(missing.is_empty(), "{verb}: {missing:?}");
        }
    });
    case.end();
}
