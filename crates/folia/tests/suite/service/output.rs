//! What commands print, when nobody reads it or there is no room for it.

use std::process::{Output, Stdio};

use testkit::{TestDatabase, run_folia, run_folia_into};

use crate::service::archive::furnished;
use crate::service::binary::BINARY;

/// Every command that answers and can be repeated, and whether it succeeds.
const COMMANDS: [(&[&str], bool); 9] = [
    (&["check"], true),
    (&["check", "--repair"], true),
    (&["token", "list"], true),
    (&["token", "create", "--role", "member"], true),
    (&["openapi"], true),
    (&["backup", "site.tar"], true),
    (&["media", "rebuild"], true),
    (&["import", "--from", "markdown", "texts", "--dry-run"], true),
    (&["import", "nothing"], false),
];

async fn site() -> TestDatabase {
    let (database, _) = furnished().await;
    let texts = database.folder.path().join("texts");
    std::fs::create_dir(&texts).unwrap();
    std::fs::write(texts.join("one.md"), "# One\n\nText.\n").unwrap();
    database
}

fn full() -> Stdio {
    std::fs::File::options().write(true).open("/dev/full").unwrap().into()
}

/// The end of a pipe that nobody reads from.
fn abandoned() -> Stdio {
    let (_, writer) = std::io::pipe().unwrap();
    writer.into()
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[tokio::test]
async fn a_reader_that_has_gone_changes_nothing() {
    let database = site().await;
    for (words, succeeds) in COMMANDS {
        let output = run_folia_into(BINARY, &database, words, (abandoned(), Stdio::piped()));
        let told = complaint(&output);
        assert_eq!(output.status.code(), Some(i32::from(!succeeds)), "{words:?}: {told}");
        assert!(!told.contains("a fault in the program"), "{words:?}: {told}");
        assert!(!told.contains("cannot be written"), "{words:?}: {told}");
        let output = run_folia_into(BINARY, &database, words, (abandoned(), abandoned()));
        assert_eq!(output.status.code(), Some(i32::from(!succeeds)), "{words:?}");
    }
    let listed = run_folia(BINARY, &database, &["token", "list"]).stdout;
    let members = String::from_utf8(listed).unwrap().matches("member").count();
    assert_eq!(members, 2, "what nobody has read about is done");
}

#[tokio::test]
async fn no_room_for_an_answer_is_a_failure_that_is_told() {
    let database = site().await;
    for (words, succeeds) in COMMANDS {
        let output = run_folia_into(BINARY, &database, words, (full(), Stdio::piped()));
        let told = complaint(&output);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {told}");
        let said = "folia: the answer cannot be written: No space left on device (os error 28)";
        assert_eq!(told.lines().last() == Some(said), succeeds, "{words:?}: {told}");
        assert_eq!(told.matches(said).count(), usize::from(succeeds), "{words:?}: {told}");
        assert!(!told.contains("a fault in the program"), "{words:?}: {told}");
        let output = run_folia_into(BINARY, &database, words, (full(), full()));
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        // Where only complaints find no room, nothing is lost that anybody has asked for.
        let output = run_folia_into(BINARY, &database, words, (Stdio::piped(), full()));
        assert_eq!(output.status.code(), Some(i32::from(!succeeds)), "{words:?}");
    }
    assert!(database.folder.path().join("site.tar").exists(), "the work itself is done");
}
