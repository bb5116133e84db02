//! Thirty lives in every look, and texts that nobody would send, printed and read by other programs.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "what a test cannot do without, and a word about what was not run"
)]

mod entries;
mod fixtures;
mod letters;
mod lives;
mod odd;
mod reading;
mod singles;
mod words;

use std::fs;
use std::process::Command;

use fixtures::{lives, press};

/// What a program says about a file, in which it finds nothing wrong; none where the machine does not have the
/// program and nobody asks for it.
fn told_by(
    program: &str,
    arguments: &[&str],
    pdf: &[u8],
    after: &[&str],
) -> Option<(bool, String)> {
    let file = tempfile::Builder::new().suffix(".pdf").tempfile().unwrap();
    fs::write(file.path(), pdf).unwrap();
    let outcome = Command::new(program).args(arguments).arg(file.path()).args(after).output();
    match outcome {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let complaints = String::from_utf8_lossy(&output.stderr);
            assert_eq!(complaints, "", "{program}");
            Some((output.status.success(), text))
        }
        Err(error) => {
            assert!(!are_required(), "{program}: {error}; tools/setup installs it");
            println!("NOT RUN: {program}: {error}; tools/setup installs it");
            None
        }
    }
}

/// Whether a machine without these programs is an error: `make test` says so, as `tools/setup` has put
/// them there.
#[expect(clippy::disallowed_methods, reason = "only the test command knows what the machine has")]
fn are_required() -> bool {
    std::env::var_os("REQUIRE_PDF_TOOLS").is_some_and(|value| value == "1")
}

/// Letters and figures alone: what is left of a text when lines, hyphens and blanks are of no account.
fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).collect()
}
