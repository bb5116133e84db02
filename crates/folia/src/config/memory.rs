//! How much memory the machine has, where the system tells.

const MOST: u64 = 1024 * 1024 * 1024;
const WHEN_UNKNOWN: u64 = 128 * 1024 * 1024;

/// An eighth of the machine's memory, up to a gigabyte.
pub(super) fn an_eighth() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").ok();
    told.as_deref().and_then(total).map_or(WHEN_UNKNOWN, |bytes| (bytes / 8).min(MOST))
}

/// `MemTotal:       24576000 kB`
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_from_what_the_kernel_says() {
        let text = "MemTotal:       24576000 kB\nMemFree:        1 kB\n";
        assert_eq!(total(text), Some(24_576_000 * 1024));
        assert_eq!(total("nonsense"), None);
    }
}
