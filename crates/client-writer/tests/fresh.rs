//! What is committed fits together: the client the description, and the description the last
//! release.

use std::path::PathBuf;

use client_writer::compare::breaking_changes;
use serde_json::Value;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn description(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join("docs").join(name)).expect("it is committed");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn the_client_is_the_one_that_the_description_gives() {
    let written = client_writer::typescript::write(&description("openapi.json")).unwrap();
    let committed = std::fs::read_to_string(root().join("web/api/client.gen.ts")).unwrap();
    assert!(
        written == committed,
        "web/api/client.gen.ts is not what docs/openapi.json gives. Run `make client`."
    );
}

#[test]
fn nothing_has_changed_since_the_last_release_that_breaks_clients() {
    let breaking =
        breaking_changes(&description("openapi.released.json"), &description("openapi.json"));
    let list: Vec<_> = breaking.iter().map(ToString::to_string).collect();
    assert!(
        list.is_empty(),
        "The API breaks clients of the last release:\n  {}\nChange it in a way that adds. If it \
         must break, say so in CHANGELOG.md and run `make accept-api`.",
        list.join("\n  ")
    );
}
