//! Grows the tree through the API: two halves of 4 × 5 × 5 × 4 sections, 1,050 in all and five
//! levels deep, with the items spread over the 200 sections of the fourth level, so that sections
//! and items are both found at five steps from the root.

use std::net::SocketAddr;

use futures_util::future::try_join_all;
use serde_json::json;

use crate::Outcome;
use crate::caller::Caller;

/// How many children a section has, level by level.
const LEVELS: [usize; 5] = [2, 4, 5, 5, 4];
const WRITERS: usize = 32;
const BODY_BYTES: usize = 2_800;

/// What was grown, by the paths and ids the rounds ask for.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// The ids of the two halves.
    pub(crate) halves: Vec<String>,
    /// Sections that hold items.
    pub(crate) shelves: Vec<String>,
    pub(crate) section_paths: Vec<String>,
    pub(crate) item_paths: Vec<String>,
}

#[derive(Clone, Debug)]
struct Planted {
    id: String,
    path: String,
}

pub(crate) async fn plant(address: SocketAddr, token: &str, items: usize) -> Outcome<Tree> {
    let mut callers = Vec::new();
    for _ in 0..WRITERS {
        callers.push(Caller::connect(address, token).await?);
    }
    let mut tree = Tree::default();
    let mut level = vec![None];
    for (depth, &width) in LEVELS.iter().enumerate() {
        let places = level.iter().flat_map(|parent| (0..width).map(move |place| (parent, place)));
        let bodies = places.map(|(parent, place): (&Option<Planted>, _)| {
            let title = format!("Section {depth}{place}");
            let parent_id = parent.as_ref().map(|parent| &parent.id);
            // Ten sections in the navigation, as a menu with submenus has them.
            let nav_visibility = if depth < 2 { "main" } else { "hidden" };
            let body = json!({
                "title": title,
                "parent_id": parent_id,
                "is_published": true,
                "nav_visibility": nav_visibility,
            });
            ("/sections", body)
        });
        let planted = send_all(&mut callers, bodies.collect()).await?;
        match depth {
            0 => tree.halves = planted.iter().map(|section| section.id.clone()).collect(),
            3 => tree.shelves = planted.iter().map(|section| section.id.clone()).collect(),
            4 => tree.section_paths = planted.iter().map(|planted| planted.path.clone()).collect(),
            _ => {}
        }
        level = planted.into_iter().map(Some).collect();
    }
    let body = format!("<p>{}</p>", "Words about a journey. ".repeat(BODY_BYTES / 23));
    let stories = (0..items).map(|number| {
        let section = &tree.shelves[number % tree.shelves.len()];
        let story = json!({
            "title": format!("Story {number:06}"),
            "section_id": section,
            "body": body,
            "is_published": true,
        });
        ("/content/story", story)
    });
    let planted = send_all(&mut callers, stories.collect()).await?;
    tree.item_paths = planted.into_iter().map(|item| item.path).collect();
    Ok(tree)
}

async fn send_all(
    callers: &mut [Caller],
    requests: Vec<(&str, serde_json::Value)>,
) -> Outcome<Vec<Planted>> {
    let share = requests.len().div_ceil(callers.len()).max(1);
    let sending =
        callers.iter_mut().zip(requests.chunks(share)).map(|(caller, requests)| async move {
            let mut planted = Vec::new();
            for (path, body) in requests {
                let answer = caller.send("POST", path, body).await?;
                let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
                planted.push(Planted { id: text("id"), path: text("path") });
            }
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(planted)
        });
    Ok(try_join_all(sending).await?.concat())
}
