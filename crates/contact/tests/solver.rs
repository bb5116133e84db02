//! The script that solves puzzles in a browser, run by Node against the check in Rust.

#![cfg(test)]

use std::io::Write;
use std::process::Command;

use contact::challenge::solve;

const SCRIPT: &str = include_str!("../assets/solver.js");

/// Whether a machine without Node is an error: `make test` says so, as `tools/setup` has put it
/// there.
#[expect(clippy::disallowed_methods, reason = "only the test command knows what the machine has")]
fn node_is_required() -> bool {
    std::env::var_os("REQUIRE_NODE").is_some_and(|value| value == "1")
}

#[test]
fn the_script_finds_the_numbers_that_the_check_expects() {
    let challenge = format!("1767226800000000.9.01939b1e.{}", "ab".repeat(32));
    let program = format!("{SCRIPT}\nprocess.stdout.write(solve({challenge:?}, 8, 9));");
    let output = match Command::new("node").args(["-e", &program]).output() {
        Ok(output) => output,
        Err(error) => {
            assert!(!node_is_required(), "node cannot be started: {error}");
            // Not by print: a passing test's prints are swallowed.
            let _ =
                writeln!(std::io::stderr(), "NOT RUN: the solver of the contact form (no node)");
            return;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Both look for the smallest number of each part, so they agree to the letter.
    assert_eq!(String::from_utf8_lossy(&output.stdout), solve(&challenge, 9).unwrap());
}
