//! The script that solves puzzles in a browser, run by Node against the check in Rust.

#![cfg(test)]

use std::process::Command;

use contact::challenge::solve;

const SCRIPT: &str = include_str!("../assets/solver.js");

#[test]
fn the_script_finds_the_numbers_that_the_check_expects() {
    let challenge = format!("1767226800000000.9.01939b1e.{}", "ab".repeat(32));
    let program = format!("{SCRIPT}\nprocess.stdout.write(solve({challenge:?}, 8, 9));");
    let Ok(output) = Command::new("node").args(["-e", &program]).output() else {
        println!("skipped: there is no node on this machine");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Both look for the smallest number of each part, so they agree to the letter.
    assert_eq!(String::from_utf8_lossy(&output.stdout), solve(&challenge, 9).unwrap());
}
