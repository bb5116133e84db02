//! The word lists under `data/`, which are part of the program.

/// The lines of a section of a list: what follows its name in brackets. Lines that begin with `#`
/// are for readers; `_` at an end stands for a blank.
pub(crate) fn lines(
    list: &'static str,
    section: &'static str,
) -> impl Iterator<Item = &'static str> {
    let told = list.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = told.filter(|line| !line.starts_with("# "));
    told.skip_while(move |line| heading(line) != Some(section))
        .skip(1)
        .take_while(|line| heading(line).is_none())
}

fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

/// The words of a section, wherever its lines end.
pub(crate) fn words(
    list: &'static str,
    section: &'static str,
) -> impl Iterator<Item = &'static str> {
    lines(list, section).flat_map(str::split_whitespace)
}

/// The phrases of a section, one per line, with the blanks that belong to them.
pub(crate) fn phrases(list: &'static str, section: &'static str) -> Vec<String> {
    lines(list, section).map(|line| line.replace('_', " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# For readers.\n\n[one]\nc# c++\nfor_\n\n[two]\n_b\n# More.\nc\n";

    #[test]
    fn a_section_ends_where_the_next_begins() {
        assert_eq!(words(LIST, "one").collect::<Vec<_>>(), ["c#", "c++", "for_"]);
        assert_eq!(phrases(LIST, "two"), [" b", "c"]);
        assert_eq!(lines(LIST, "three").count(), 0);
    }
}
