//! What holds of the content tree whatever is done to it, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::{Answer, Client};

use crate::site::Site;

const SECTIONS: &str = "/sections";
/// Where each sort of thing lives.
const HOMES: [&str; 3] = [SECTIONS, "/content/story", "/content/project"];

/// A small generator, so that a seed tells the whole story.
pub(crate) struct Dice(pub u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % sides as u64).expect("sides are few")
    }

    fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        (!among.is_empty()).then(|| &among[self.roll(among.len())])
    }
}

/// All pages of a list; its total is what it lists.
pub(crate) async fn all(client: &Client, path: &str) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let joint = if path.contains('?') { '&' } else { '?' };
    loop {
        let page = format!("{path}{joint}limit=70&offset={}", found.len());
        let mut answer = client.get(&page).await.expect(200).json();
        let total = answer["total"].as_u64().expect("a total") as usize;
        let Value::Array(items) = answer["items"].take() else { panic!("{path} lists nothing") };
        let ended = items.is_empty();
        found.extend(items);
        assert!(found.len() <= total, "{path} lists more than its total");
        if found.len() == total {
            return found;
        }
        assert!(!ended, "{path} lists {} of {total}", found.len());
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is a text")).to_owned()
}

/// Every section hangs from the top, and its path is that of its parent and its slug.
pub(crate) async fn check_paths(client: &Client) -> Vec<Value> {
    let sections = all(client, "/sections?include_unpublished=true").await;
    let known: BTreeMap<_, _> = sections.iter().map(|found| (text(&found["id"]), found)).collect();
    for section in &sections {
        let mut path = text(&section["slug"]);
        let mut parent = section["parent_id"].as_str();
        for _ in 0..=sections.len() {
            let Some(id) = parent else { break };
            let above = known.get(id).unwrap_or_else(|| panic!("the parent of {section} lives"));
            path = format!("{}/{path}", text(&above["slug"]));
            parent = above["parent_id"].as_str();
        }
        assert_eq!(parent, None, "{section} is below itself");
        assert_eq!(section["path"], path);
    }
    let places: BTreeSet<_> = sections.iter().map(|found| text(&found["path"])).collect();
    assert_eq!(places.len(), sections.len(), "two sections share a place");
    sections
}

/// No redirect leads to another or to itself.
pub(crate) async fn check_redirects(site: &Site) {
    let redirects = all(&site.admin, "/redirects").await;
    let old: BTreeSet<_> = redirects.iter().map(|found| text(&found["old_path"])).collect();
    assert_eq!(old.len(), redirects.len(), "an old path leads to two places");
    for redirect in &redirects {
        assert!(!old.contains(&text(&redirect["new_path"])), "a chain begins at {redirect}");
    }
}

pub(crate) async fn check_store(site: &Site) {
    let faults = folia::schema::verify(&site.app.store).await.expect("the store can be read");
    assert_eq!(faults, Vec::<String>::new());
}

#[derive(Default)]
struct History {
    /// Sort and id of everything ever made, in that order.
    made: Vec<(usize, String)>,
    /// Who was ever found at a path, the last one last.
    owners: BTreeMap<String, Vec<String>>,
    living: BTreeMap<String, String>,
    statuses: Vec<u16>,
}

impl History {
    async fn act(&mut self, site: &Site, dice: &mut Dice) {
        let slug = ["a", "b", "c", "d", "e"][dice.roll(5)];
        let places: Vec<_> = self.made.iter().filter(|made| made.0 == 0).cloned().collect();
        let place = match dice.roll(4) {
            0 => None,
            _ => dice.pick(&places).map(|made| made.1.clone()),
        };
        let act = if self.made.len() < 8 { 0 } else { dice.roll(15) };
        if act > 11 {
            return self.act_by_hand(site, dice, act).await;
        }
        let sort = [0, 0, 1, 2][dice.roll(4)];
        let published = dice.roll(3) > 0;
        let (target_sort, target) = dice.pick(&self.made).cloned().unwrap_or_default();
        let address = format!("{}/{target}", HOMES[target_sort]);
        let parent = |sort: usize| if sort == 0 { "parent_id" } else { "section_id" };
        let answer = match act {
            0..=2 => {
                let mut body = json!({ "title": slug, "is_published": published });
                body[parent(sort)] = json!(place);
                if dice.roll(2) == 0 {
                    body["slug"] = json!(slug);
                }
                site.admin.post(HOMES[sort], body).await
            }
            3 | 4 => site.admin.put(&address, json!({ "slug": slug })).await,
            5..=7 => {
                let mut body = json!({ parent(target_sort): place });
                if dice.roll(2) == 0 {
                    body["slug"] = json!(slug);
                }
                site.admin.put(&format!("{address}/move"), body).await
            }
            8 | 9 => site.admin.delete(&address).await,
            _ => site.admin.post(&format!("{address}/restore"), json!({})).await,
        };
        let status = answer.status.as_u16();
        assert!(matches!(status, 200 | 201 | 204 | 404 | 409 | 422), "{act} {address}: {status}");
        if status == 201 {
            self.made.push((sort, text(&answer.json()["id"])));
        }
        self.statuses.push(status);
    }

    /// Makes a redirect, or removes one. Whoever was at its address before has no claim to it any more.
    async fn act_by_hand(&mut self, site: &Site, dice: &mut Dice, act: usize) {
        let mut path = || {
            let parts = (0..=dice.roll(3)).map(|_| ["a", "b", "c", "d", "e"][dice.roll(5)]);
            parts.collect::<Vec<_>>().join("/")
        };
        let (mut old, new) = (path(), path());
        let answer = match act {
            12 | 13 => {
                let body = json!({ "old_path": old, "new_path": new });
                site.admin.post("/redirects", body).await
            }
            _ => {
                let mut known = all(&site.admin, "/redirects").await;
                known.sort_by_key(|redirect| text(&redirect["old_path"]));
                let Some(redirect) = dice.pick(&known) else { return };
                old = text(&redirect["old_path"]);
                site.admin.delete(&format!("/redirects/{}", text(&redirect["id"]))).await
            }
        };
        let status = answer.status.as_u16();
        assert!(matches!(status, 201 | 204 | 409 | 422), "{act} {old} {new}: {status}");
        if status < 300 {
            self.owners.remove(&old);
        }
        self.statuses.push(status);
    }

    /// Writes down who is where now. A section goes before the items at its path.
    async fn look(&mut self, site: &Site) {
        self.living.clear();
        let mut now: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for home in HOMES {
            for found in all(&site.member, &format!("{home}?include_unpublished=true")).await {
                let (id, path) = (text(&found["id"]), text(&found["path"]));
                now.entry(path.clone()).or_default().push(id.clone());
                self.living.insert(id, path);
            }
        }
        for (path, mut ids) in now {
            // Whoever is shadowed has been here too, but is not the one that is found.
            ids.reverse();
            let owners = self.owners.entry(path).or_default();
            owners.retain(|known| !ids.contains(known));
            owners.append(&mut ids);
        }
    }

    async fn check(&self, site: &Site) {
        check_paths(&site.member).await;
        check_redirects(site).await;
        check_store(site).await;
        for (path, owners) in &self.owners {
            let answer = resolve(&site.member, path).await;
            match answer.status.as_u16() {
                200 => assert_eq!(self.living.get(&found(&answer)), Some(path), "{path}"),
                301 => {
                    let location = answer.header("location").expect("a location").to_owned();
                    let there = site.member.get(&location).await.expect(200);
                    let id = found(&there);
                    // An item can share its path with a section, which then is what is found.
                    let known = owners.iter().any(|owner| {
                        owner == &id
                            || self.living.get(owner).is_some_and(|now| now == &self.living[&id])
                    });
                    assert!(known, "{path} leads to the stranger {id}; owners {owners:?}");
                }
                status => {
                    assert_eq!(status, 404, "{path}");
                    let last = owners.last().expect("somebody was here");
                    let now = self.living.get(last);
                    assert_eq!(now, None, "{path} is lost, {last} lives; owners {owners:?}");
                }
            }
        }
    }

    /// One number for all statuses and all paths, in order of creation.
    fn digest(&self) -> u64 {
        let statuses = self.statuses.iter().map(u16::to_string);
        let paths = self.made.iter().map(|made| self.living.get(&made.1).cloned());
        let words = statuses.chain(paths.map(Option::unwrap_or_default));
        words
            .flat_map(|word| (word + "\n").into_bytes())
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
    }
}

async fn resolve(client: &Client, path: &str) -> Answer {
    client.get(&format!("/sections/resolve-path/{path}")).await
}

fn found(answer: &Answer) -> String {
    let body = answer.json();
    let item = &body["content_item"]["id"];
    text(if item.is_string() { item } else { &body["section"]["id"] })
}

async fn live(seed: u64, steps: usize, watched: bool) -> u64 {
    println!("seed {seed:#x}");
    let site = Site::start().await;
    let (mut dice, mut history) = (Dice(seed), History::default());
    for step in 1..=steps {
        history.act(&site, &mut dice).await;
        if watched || step == steps {
            history.look(&site).await;
        }
        if watched && step % 30 == 0 {
            history.check(&site).await;
        }
    }
    check_paths(&site.member).await;
    check_store(&site).await;
    history.digest()
}

#[tokio::test]
async fn every_path_that_ever_was_leads_to_its_owner_in_one_hop() {
    for seed in [0x5eed, 0xba11] {
        live(seed, 150, true).await;
    }
}

/// The digest is written down, so that engines that pass this agree answer for answer.
#[tokio::test]
async fn the_same_wishes_bring_about_the_same_tree_on_every_engine() {
    let digests = [live(0xcafe, 200, false).await, live(0xcafe, 200, false).await];
    assert_eq!(digests, [13_502_790_766_671_589_854; 2]);
}
