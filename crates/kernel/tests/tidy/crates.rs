use std::fs;

use crate::source::{crate_names, root};

/// Who may import whom, from the bottom up. A crate stands behind everything it may use, so no
/// arrow can run up. Tests may use `testkit` and whatever they like.
const HOUSE: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("webp-encoder", &[]),
    ("scaling", &[]),
    ("scenery", &[]),
    ("faces", &[]),
    ("cards", &["faces", "scaling"]),
    ("sheet", &["faces"]),
    ("client-writer", &[]),
    ("prose", &["kernel"]),
    ("tailor", &["kernel", "prose"]),
    ("outbound", &["kernel"]),
    ("pixels", &["kernel", "scaling", "webp-encoder"]),
    ("recall", &["kernel"]),
    ("store", &["kernel"]),
    ("edge", &["kernel", "store"]),
    ("testkit", &["edge", "kernel", "store"]),
    ("auth", &["edge", "kernel", "outbound", "store"]),
    ("contact", &["edge", "kernel", "outbound", "store"]),
    ("media", &["edge", "kernel", "outbound", "pixels", "store"]),
    ("memory", &["edge", "kernel", "outbound", "prose", "recall", "store"]),
    ("content", &["edge", "kernel", "media", "prose", "store"]),
    ("career", &["edge", "kernel", "memory", "outbound", "prose", "sheet", "store", "tailor"]),
    (
        "site",
        &[
            "auth", "cards", "career", "contact", "content", "edge", "kernel", "media", "memory",
            "prose", "store",
        ],
    ),
    ("corpus", &["career", "kernel", "memory", "tailor"]),
    (
        "folia",
        &[
            "auth", "cards", "career", "contact", "content", "edge", "kernel", "media", "memory",
            "outbound", "prose", "scenery", "sheet", "site", "store", "tailor",
        ],
    ),
    (
        "trials",
        &[
            "auth", "career", "content", "edge", "folia", "kernel", "media", "outbound", "pixels",
            "tailor",
        ],
    ),
    (
        "bench",
        &["career", "corpus", "folia", "kernel", "recall", "sheet", "store", "tailor", "testkit"],
    ),
];

#[test]
fn no_crate_imports_what_stands_above_it() {
    let known = |name: &str| HOUSE.iter().position(|(member, _)| *member == name);
    for (place, (name, may)) in HOUSE.iter().enumerate() {
        for used in *may {
            assert!(known(used).is_some_and(|used| used < place), "{used} is not below {name}");
        }
    }
    for name in crate_names() {
        let place = known(&name);
        let (_, may) = HOUSE[place.unwrap_or_else(|| panic!("{name} has no place in HOUSE yet"))];
        for used in dependencies(&name).iter().filter(|used| known(used).is_some()) {
            assert!(may.contains(&used.as_str()), "{name} imports {used}, which it may not");
        }
    }
}

/// What a crate needs to be built, apart from its tests.
fn dependencies(name: &str) -> Vec<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let manifest = fs::read_to_string(path).expect("a manifest");
    let mut inside = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if inside && let Some((used, _)) = line.split_once(['.', ' ', '=']) {
            found.push(used.to_owned());
        }
    }
    found
}
