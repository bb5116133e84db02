//! The addresses in style sheets. A file of its own, so that the tests can look at it, too.

use std::fmt::Write;

/// The style sheet with `url(…)` of every file that `find` knows as that file's address. What it
/// does not know stays as it is.
pub(crate) fn with_addresses(style: &str, find: impl Fn(&str) -> Option<String>) -> String {
    let mut resolved = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("url(") {
        let Some((inside, behind)) = after.split_once(')') else { break };
        let reference = inside.trim().trim_matches(['"', '\'']);
        let shown = find(reference).map_or(inside.to_owned(), |address| format!("\"{address}\""));
        write!(resolved, "{before}url({shown})").expect("a string takes all text");
        rest = behind;
    }
    resolved + rest
}
