//! Moves, paths and redirects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use testkit::Engine;

use super::oracle::{Case, id};
use super::{section, story, total};
use crate::content::tree_properties::Dice;

/// All pages of a list, as the owner sees it.
fn all(case: &Case, path: &str) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let joint = if path.contains('?') { '&' } else { '?' };
    loop {
        let page = case.admin().get(&format!("{path}{joint}limit=500&offset={}", found.len()));
        let page = page.expect(200).json();
        found.extend(page["items"].as_array().expect("items").iter().cloned());
        let total = page["total"].as_u64().expect("a total");
        if found.len() as u64 >= total || page["items"] == json!([]) {
            return found;
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Every section hangs from the top, its path is that of its parent and its slug, and no redirect leads to
/// another or to itself.
#[track_caller]
fn expect_whole_tree(case: &Case) -> BTreeMap<String, String> {
    let sections = all(case, "/sections?include_unpublished=true");
    let known: BTreeMap<_, _> = sections.iter().map(|found| (text(&found["id"]), found)).collect();
    for section in &sections {
        let (mut path, mut parent) = (text(&section["slug"]), section["parent_id"].as_str());
        for _ in 0..=sections.len() {
            let Some(id) = parent else { break };
            let above = known.get(id).expect("a parent lives");
            path = format!("{}/{path}", text(&above["slug"]));
            parent = above["parent_id"].as_str();
        }
        assert_eq!(parent, None, "{section} is below itself");
        assert_eq!(section["path"], path);
    }
    let redirects = all(case, "/redirects");
    let old: BTreeSet<_> = redirects.iter().map(|found| text(&found["old_path"])).collect();
    for redirect in &redirects {
        let new = text(&redirect["new_path"]);
        assert!(!old.contains(&new) && redirect["old_path"] != new, "{redirect}");
    }
    sections.iter().map(|found| (text(&found["id"]), text(&found["path"]))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn s_move_01_nothing_is_put_below_itself() {
    let case = Case::begin("S-MOVE-01").await;
    let a = section(&case, "a", None);
    let b = section(&case, "b", Some(&a));
    let c = section(&case, "c", Some(&b));
    let d = section(&case, "d", Some(&c));
    let before = case.state();
    for target in [&a, &b, &c, &d] {
        for spelling in
            [target.clone(), target.to_uppercase(), format!(" {target} "), format!("{{{target}}}")]
        {
            let wish = json!({ "parent_id": spelling });
            let moved = case.admin().put(&format!("/sections/{a}/move"), &wish);
            let put = case.admin().put(&format!("/sections/{a}"), &wish);
            for answer in [moved, put] {
                // What is no id of anything is no parent: 422. Of an id, only the spelling may differ.
                let status = answer.status.as_u16();
                let is_plain = spelling == *target || spelling == target.to_uppercase();
                assert!(status == 409 || (!is_plain && status == 422), "{spelling}: {status}");
            }
        }
    }
    case.expect_unchanged(&before);
    assert_eq!(total(&case.admin().get("/redirects").expect(200)), 0);
    case.end();
}

/// In the test's own process, and with drafts and items: `content::tree_races`.
#[tokio::test(flavor = "multi_thread")]
async fn s_move_02_two_who_move_at_once_make_no_circle() {
    let case = Case::begin("S-MOVE-02").await;
    let (a, b) = (section(&case, "a", None), section(&case, "b", None));
    let move_below = |id: &str, parent: Option<&str>| {
        let wish = json!({ "parent_id": parent });
        // Within what any answer may take: who is locked out by another would wait for longer.
        case.admin().put(&format!("/sections/{id}/move"), &wish).status.as_u16()
    };
    for round in 0..Engine::rounds(300) {
        let mut statuses = std::thread::scope(|scope| {
            let one = scope.spawn(|| move_below(&a, Some(&b)));
            let other = scope.spawn(|| move_below(&b, Some(&a)));
            [one.join().expect("it answers"), other.join().expect("it answers")]
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "round {round}");
        assert_eq!(expect_whole_tree(&case).len(), 2);
        for id in [&a, &b] {
            assert_eq!(move_below(id, None), 200);
        }
    }
    let mut dice = Dice(0x5eed);
    let mut ids = vec![a.clone(), b.clone()];
    for number in 0..198 {
        let parent = (number > 20).then(|| ids[dice.roll(ids.len())].clone());
        ids.push(section(&case, &format!("s{number}"), parent.as_deref()));
    }
    std::thread::scope(|scope| {
        for writer in 1..=8 {
            let (ids, move_below) = (&ids, &move_below);
            scope.spawn(move || {
                let mut dice = Dice(0xabc * writer);
                for _ in 0..Engine::rounds(60) {
                    let id = &ids[dice.roll(ids.len())];
                    let parent = (dice.roll(4) > 0).then(|| ids[dice.roll(ids.len())].as_str());
                    let status = move_below(id, parent);
                    assert!([200, 409].contains(&status), "writer {writer}: {status}");
                }
            });
        }
    });
    assert_eq!(expect_whole_tree(&case).len(), 200);
    case.end();
}

/// With items and drafts, and the same wishes on both engines: `content::tree_properties`.
#[tokio::test(flavor = "multi_thread")]
async fn s_move_03_an_old_path_leads_where_its_owner_is() {
    let case = Case::begin("S-MOVE-03").await;
    let mut dice = Dice(0xd1ce);
    let mut ids: Vec<String> = Vec::new();
    // Who was ever found at a path, the last one last.
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for step in 0..160 {
        let slug = ["a", "b", "c", "d", "e"][dice.roll(5)];
        let parent =
            (!ids.is_empty() && dice.roll(4) > 0).then(|| ids[dice.roll(ids.len())].clone());
        let admin = case.admin();
        let answer = match (ids.len(), dice.roll(12)) {
            (0..8, _) | (_, 0..2) => {
                let body = json!({ "title": slug, "parent_id": parent, "is_published": true });
                admin.post("/sections", &body)
            }
            (count, act) => {
                let address = format!("/sections/{}", ids[dice.roll(count)]);
                match act {
                    2..5 => admin.put(&address, &json!({ "slug": slug })),
                    5..8 => admin.put(&format!("{address}/move"), &json!({ "parent_id": parent })),
                    8..10 => admin.delete(&address),
                    _ => admin.send("POST", &format!("{address}/restore"), b"{}"),
                }
            }
        };
        let status = answer.status.as_u16();
        assert!([200, 201, 204, 404, 409, 422].contains(&status), "step {step}: {status}");
        if status == 201 {
            ids.push(id(&answer.json()));
        }
        for found in all(&case, "/sections?include_unpublished=true") {
            let owners = owners.entry(text(&found["path"])).or_default();
            let id = text(&found["id"]);
            if owners.last() != Some(&id) {
                owners.retain(|known| *known != id);
                owners.push(id);
            }
        }
    }
    let living = expect_whole_tree(&case);
    let mut redirected = 0;
    for (path, owners) in &owners {
        let answer = case.admin().get(&format!("/sections/resolve-path/{path}"));
        match answer.status.as_u16() {
            200 => assert_eq!(living.get(&text(&answer.json()["section"]["id"])), Some(path)),
            301 => {
                redirected += 1;
                let location = answer.header("location").expect("a location").to_owned();
                let there = case.admin().get(&location).expect(200).json();
                let id = text(&there["section"]["id"]);
                assert!(owners.contains(&id), "{path} leads to a stranger");
            }
            status => {
                assert_eq!(status, 404, "{path}");
                let last = owners.last().expect("somebody was here");
                assert_eq!(living.get(last), None, "{path} is lost, and its owner lives");
            }
        }
    }
    assert!(redirected > 5, "{redirected} of {} paths", owners.len());
    case.end();
}

/// With five thousand below it: `content::large_tree`; how long that takes is measured by the bench.
#[tokio::test(flavor = "multi_thread")]
async fn s_move_04_a_large_move_is_one_step_for_all_who_read() {
    let case = Case::begin("S-MOVE-04").await;
    let (a, b) = (section(&case, "a", None), section(&case, "b", None));
    let moved = section(&case, "m", Some(&a));
    let mut branches = vec![moved.clone()];
    for number in 0..24 {
        branches.push(section(&case, &format!("s{number}"), Some(&branches[number / 3])));
    }
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let (case, branches) = (&case, &branches);
            scope.spawn(move || {
                for number in 0..30 {
                    let home = &branches[(writer * 30 + number) % branches.len()];
                    story(
                        case,
                        json!({ "title": format!("i{writer}-{number}"), "section_id": home }),
                    );
                }
            });
        }
    });
    let below = 24 + 240;
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Also when a check below fails: the others would go on for ever.
        let _end = crate::service::archive::StopOnDrop(&is_done);
        for _ in 0..8 {
            scope.spawn(|| {
                while !is_done.load(Ordering::SeqCst) {
                    let path = format!("/sections/{moved}/children?subtree=true&limit=500");
                    let list = case.nobody().get(&path).expect(200).json();
                    let items = list["items"].as_array().expect("items");
                    let tops: BTreeSet<_> =
                        items.iter().map(|item| text(&item["path"])[..1].to_owned()).collect();
                    assert_eq!(tops.len(), 1, "{tops:?}");
                    let sample = case.nobody().get("/sections/resolve-path/a/m/s0").status.as_u16();
                    assert!([200, 301].contains(&sample), "{sample}");
                }
            });
        }
        for writer in 0..2 {
            let (case, is_done) = (&case, &is_done);
            scope.spawn(move || {
                for number in 0.. {
                    if is_done.load(Ordering::SeqCst) {
                        break;
                    }
                    let page = json!({ "title": format!("elsewhere {writer} {number}") });
                    case.admin().post("/content/page", &page).expect(201);
                }
            });
        }
        for parent in [&b, &a, &b] {
            let wish = json!({ "parent_id": parent });
            let answer =
                case.admin().put(&format!("/sections/{moved}/move"), &wish).expect(200).json();
            assert!(answer["redirects"].as_u64().expect("a number") > below / 2, "{answer}");
        }
    });
    // Back is refused where its place is taken, and nothing at all is changed by that.
    section(&case, "m", Some(&a));
    let before = case.state();
    case.admin().put(&format!("/sections/{moved}/move"), &json!({ "parent_id": a })).expect(409);
    case.expect_unchanged(&before);
    expect_whole_tree(&case);
    case.end();
}
