//! How far a long command is: a bar for somebody who looks, plain lines for a file or another program.

use std::process::Output;
use std::time::Duration;

use testkit::{EmbeddingService, Manner, TestDatabase, run_folia, run_in_terminal};

use crate::service::archive::furnished;
use crate::service::binary::BINARY;

/// What takes the bar away before it is drawn again.
const CLEARED: &str = "\r\u{1b}[2K";

/// A long command, what it says while it works and whether it knows then how far it is, and how it ends.
type Long = (&'static [&'static str], &'static [(&'static str, bool)], &'static str);

const COMMANDS: [Long; 6] = [
    (
        &["check"],
        &[
            ("checking the database", false),
            ("checking the documents", true),
            ("comparing vectors with their chunks", false),
            ("comparing files with their records", false),
        ],
        "everything is in order",
    ),
    (&["check", "--repair"], &[("checking the documents", true)], "everything is in order"),
    (&["media", "rebuild"], &[("making pictures again", true)], "1 of 1 pictures made again"),
    (
        &["index", "rebuild"],
        &[("reading what is published", false), ("making vectors", true)],
        "1 vectors were made again",
    ),
    (&["backup", "site.tar"], &[("copying uploads", true)], "files are in site.tar"),
    (&["export", "site"], &[("copying uploads", true)], "files are in site"),
];

/// A site whose vectors take their time.
async fn slow() -> (TestDatabase, EmbeddingService) {
    let (database, _) = furnished().await;
    let service = EmbeddingService::start(16).await;
    service.answer(Manner::Late(Duration::from_millis(700)));
    let settings = format!("[embedding]\nurl = \"{}\"\n", service.url);
    std::fs::write(database.folder.path().join("folia.toml"), settings).unwrap();
    (database, service)
}

fn texts(output: Output) -> (String, String) {
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_terminal_a_bar_is_drawn_and_taken_away() {
    let (database, _service) = slow().await;
    for (words, steps, end) in COMMANDS {
        let output = run_in_terminal(BINARY, &database, words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        let (screen, _) = texts(output);
        for (step, is_measured) in steps {
            let bar = format!("{CLEARED}{step} {}", if *is_measured { "[" } else { "…" });
            assert!(screen.contains(&bar), "{words:?}: {step}: {screen:?}");
        }
        // What stays is the answer alone, at the beginning of its line.
        let last = screen.rsplit(CLEARED).next().unwrap();
        assert!(last.contains(end) && !last.contains('\u{1b}'), "{words:?}: {screen:?}");
        assert!(!last.contains("[#") && !last.contains("[-"), "{words:?}: {screen:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn elsewhere_there_are_plain_lines_beside_the_answer() {
    let (database, _service) = slow().await;
    for (words, steps, end) in COMMANDS {
        let output = run_folia(BINARY, &database, words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        let (answer, beside) = texts(output);
        assert!(answer.trim_end().ends_with(end), "{words:?}: {answer:?}");
        for (step, _) in steps {
            assert!(beside.lines().any(|line| line == *step), "{words:?}: {beside:?}");
            assert!(!answer.contains(step), "{words:?}: {answer:?}");
        }
        let is_plain = |text: &str| !text.chars().any(|it| it.is_control() && it != '\n');
        assert!(is_plain(&answer) && is_plain(&beside), "{words:?}: {answer:?} {beside:?}");
    }
}
