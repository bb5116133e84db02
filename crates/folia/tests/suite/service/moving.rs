//! A section with fifty stories below it that goes to and fro while the site dies: it is here or there, and
//! all of it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use testkit::RunningSite;

use crate::service::acknowledged::Writer;

const PARTS: usize = 5;
const STORIES: usize = 10;

pub(super) struct Moving {
    section: String,
    homes: [String; 2],
    place: Mutex<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    /// The home it is in,
    home: usize,
    /// unless it is already in the other one.
    in_doubt: bool,
    /// Whether it has ever moved.
    has_moved: bool,
}

impl Moving {
    pub(super) fn prepare(site: &RunningSite, token: &str) -> Self {
        let make = |path: &str, body: Value| {
            let made = site.request("POST", path, Some(token), &body.to_string()).expect(201);
            made.json()["id"].as_str().expect("an id").to_owned()
        };
        let section = |title: &str, parent: Option<&String>| {
            make("/sections", json!({ "title": title, "parent_id": parent, "is_published": true }))
        };
        let homes = ["left", "right"].map(|title| section(title, None));
        let moving = section("moving", Some(&homes[0]));
        for part in 0..PARTS {
            let part = section(&format!("part {part}"), Some(&moving));
            for story in 0..STORIES {
                let story = json!({ "title": format!("story {story}"), "section_id": part, "is_published": true });
                make("/content/story", story);
            }
        }
        let place = Place { home: 0, in_doubt: false, has_moved: false };
        Self { section: moving, homes, place: Mutex::new(place) }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From one home to the other.
    pub(super) fn step(&self, writer: &Writer<'_>) {
        let home = self.place().home;
        self.place().in_doubt = true;
        let target = json!({ "parent_id": self.homes[1 - home] });
        let path = format!("/sections/{}/move", self.section);
        if writer.send("PUT", &path, &target).is_some() {
            *self.place() = Place { home: 1 - home, in_doubt: false, has_moved: true };
        }
    }

    /// It is where it was said to be, with all that is below it, and from where it was a way leads there.
    pub(super) fn expect_whole(&self, site: &RunningSite, token: &str) {
        let get = |path: &str| site.request("GET", path, Some(token), "");
        let section = get(&format!("/sections/{}", self.section)).expect(200).json();
        let home = self.homes.iter().position(|home| section["parent_id"] == home.as_str());
        let home = home.unwrap_or_else(|| panic!("it is nowhere: {section}"));
        let known = *self.place();
        assert!(home == known.home || known.in_doubt, "it was moved: {section}");
        let has_moved = known.has_moved || home != known.home;
        *self.place() = Place { home, in_doubt: false, has_moved };
        let names = ["left", "right"];
        let path = format!("{}/moving", names[home]);
        assert_eq!(section["path"], path.as_str());
        let wish = "subtree=true&include_unpublished=true&limit=500";
        let below = get(&format!("/sections/{}/children?{wish}", self.section)).expect(200).json();
        let below = below["items"].as_array().expect("a list");
        assert_eq!(below.len(), PARTS + PARTS * STORIES);
        for item in below {
            let place = item["path"].as_str().expect("a path");
            assert!(place.starts_with(&format!("{path}/part-")), "{item}");
            get(&format!("/sections/resolve-path/{place}")).expect(200);
            if has_moved {
                let old = place.replacen(names[home], names[1 - home], 1);
                let moved = get(&format!("/sections/resolve-path/{old}")).expect(301).json();
                assert_eq!(moved["new_path"].as_str().map(|to| to.trim_matches('/')), Some(place));
            }
        }
    }
}
