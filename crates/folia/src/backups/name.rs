//! What scheduled backups are called: `folia-20261116T125235Z-1f2e3d4c.tar`, so that names sort by time and tell
//! whose they are. Several sites may have one place for their backups, and none removes those of another.
//!
//! Names from before have no mark: `folia-20261116T125235Z.tar`.

use kernel::{Id, Timestamp};

/// The mark of a site, from the id of the document by which its nodes agree about backups. Its end is random.
pub(super) fn mark(id: Id) -> String {
    id.as_bytes()[12..].iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn name(made_at: Timestamp, mark: &str) -> String {
    // The seconds and what is before them, without the signs between.
    let text = made_at.to_string();
    let digits: String = text.chars().take(19).filter(|it| !"-:".contains(*it)).collect();
    format!("folia-{digits}Z-{mark}.tar")
}

/// Whether a file is a backup of the site with this mark.
pub(super) fn is_of(mark: &str, name: &str) -> bool {
    media::is_backup_name(name) && name.ends_with(&format!("-{mark}.tar"))
}

/// Whether a file is a backup from before there were marks: nobody can tell whose.
pub(super) fn is_unmarked(name: &str) -> bool {
    media::is_backup_name(name) && name.ends_with("Z.tar")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_whose_they_are_and_sort_by_time() {
        let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        let mark = mark(id);
        assert_eq!(mark, "456789ab");
        let at = |text: &str| name(text.parse().unwrap(), &mark);
        assert_eq!(at("2026-11-16T12:52:35.123456Z"), "folia-20261116T125235Z-456789ab.tar");
        assert!(is_of(&mark, &at("2026-11-16T12:52:35Z")));
        assert!(at("2026-09-16T12:52:35Z") < at("2026-11-16T01:00:00Z"));
        for other in [
            "folia-20261116T125235Z-456789ac.tar",
            "folia-20261116T125235Z.tar",
            "folia-20261116T125235Z-456789ab.tar.part",
            "folia-20261116T125235Z-x-456789ab.tar",
            "folia-456789ab.tar",
            "my-456789ab.tar",
            "site.tar",
            "",
        ] {
            assert!(!is_of(&mark, other), "{other}");
            assert_eq!(is_unmarked(other), other == "folia-20261116T125235Z.tar", "{other}");
        }
    }
}
