//! The real binary, for what only a process can show.

use testkit::{TestDatabase, run_folia};

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_folia");

/// A token made on the command line, which prints it alone.
pub(crate) fn make_token(database: &TestDatabase, role: &str) -> String {
    let output = run_folia(BINARY, database, &["token", "create", "--role", role]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().count(), 1, "the token alone: {printed}");
    printed.trim().to_owned()
}

/// Whether this is what a check tells of a site that is in order. Chunks may wait for their vectors: a
/// site without a model makes none.
pub(crate) fn is_in_order(told: &str) -> bool {
    told.lines().filter(|line| !line.starts_with("note: chunks: ")).eq(["everything is in order"])
}
