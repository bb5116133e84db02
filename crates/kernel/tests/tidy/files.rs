use crate::source::sources;

/// Past this a file is two rooms.
const MOST_LINES: usize = 450;
/// Longer ones that wait to be cut. Whoever does takes them off the list.
const NOT_YET: [&str; 1] = ["crates/prose/src/code/languages.rs"];

#[test]
fn no_file_is_longer_than_one_room() {
    let long: Vec<_> = sources()
        .into_iter()
        .filter(|source| !source.is_test())
        .map(|source| (source.text.lines().count(), source.path))
        .filter(|(lines, _)| *lines > MOST_LINES)
        .collect();
    let unlisted: Vec<_> = long.iter().filter(|(_, path)| !NOT_YET.contains(&&**path)).collect();
    assert!(unlisted.is_empty(), "more than {MOST_LINES} lines: {unlisted:#?}");
    for listed in NOT_YET {
        let still = long.iter().any(|(_, path)| path == listed);
        assert!(still, "{listed} is short now: take it off the list in this file");
    }
}
