//! What scheduled backups are called: `folia-20261116T125235Z.tar`, so that names sort by time.

use kernel::Timestamp;

pub(super) fn name(made_at: Timestamp) -> String {
    // The seconds and what is before them, without the signs between.
    let text = made_at.to_string();
    let digits: String = text.chars().take(19).filter(|it| !"-:".contains(*it)).collect();
    format!("folia-{digits}Z.tar")
}

/// Whether a file is one of ours. Only those are ever removed.
pub(super) fn is_ours(name: &str) -> bool {
    media::is_backup_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_again_and_sort_by_time() {
        let at = |text: &str| name(text.parse().unwrap());
        assert_eq!(at("2026-11-16T12:52:35.123456Z"), "folia-20261116T125235Z.tar");
        assert!(is_ours(&at("2026-11-16T12:52:35Z")));
        assert!(at("2026-09-16T12:52:35Z") < at("2026-11-16T01:00:00Z"));
        for other in ["folia-2026.tar", "folia-20261116T125235Z.tar.part", "site.tar", ""] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
