//! Whether a person could have meant an address, by the address alone. Most of what a public site is
//! asked for in vain are probes for the holes of other software; nobody wants to read those. Pure.

use kernel::{LONGEST_SLUG, SitePath};

const LONGEST_PATH: usize = 200;
const MOST_PARTS: usize = 8;
/// The longest run of letters and digits that still is a word. What is longer was made by a machine,
/// such as a key in a link from a mail, which may say who was asked.
const LONGEST_WORD: usize = 32;
/// A year, a date or a number of a page; not a telephone number.
const LONGEST_NUMBER: usize = 8;
/// Endings of pages. Nothing else with an ending is a page.
const PAGE_ENDINGS: [&str; 2] = [".html", ".htm"];
/// What probes ask for that has no ending: parts of the path.
const PROBES: [&str; 38] = [
    "actuator",
    "administrator",
    "autodiscover",
    "aws",
    "backup",
    "backups",
    "boaform",
    "cgi-bin",
    "cms",
    "config",
    "console",
    "db",
    "debug",
    "dump",
    "ecp",
    "env",
    "evox",
    "geoserver",
    "goform",
    "graphql",
    "hnap1",
    "jenkins",
    "joomla",
    "laravel",
    "mysql",
    "owa",
    "phpinfo",
    "phpmyadmin",
    "pma",
    "sdk",
    "server-info",
    "server-status",
    "solr",
    "swagger",
    "telescope",
    "vendor",
    "wordpress",
    "xmlrpc",
];

/// Whether a person could have meant this address.
pub fn could_be_meant(path: &SitePath) -> bool {
    let text = path.as_str();
    let page = PAGE_ENDINGS.iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
    (1..=LONGEST_PATH).contains(&text.len())
        && page.split('/').count() <= MOST_PARTS
        && page.split('/').all(part_could_be_meant)
}

fn part_could_be_meant(part: &str) -> bool {
    let words = || part.split(|letter: char| !letter.is_alphanumeric());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    (1..=LONGEST_SLUG).contains(&part.len())
        && part.chars().all(|letter| letter.is_alphanumeric() || "-_~".contains(letter))
        // Hidden files of other software, `.env` and `.git`, begin with a dot.
        && part.starts_with(char::is_alphanumeric)
        // Keys and hashes that machines try are longer than any word.
        && words().all(|word| word.len() <= LONGEST_WORD)
        && words().all(|word| word.len() <= LONGEST_NUMBER || !is_number(word))
        && !part.starts_with("wp-")
        && !PROBES.contains(&part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_people_type_and_link_to_are_counted() {
        for path in [
            "/notes/jorney-to-the-sea",
            "/About-Me",
            "/2019/05/20190512-rain.html",
            "/blog/über-uns",
            "/index.htm",
            "/projects/old_name",
            "/tags2/rust~1",
        ] {
            assert!(could_be_meant(&SitePath::new(path)), "{path}");
        }
    }

    #[test]
    fn probes_machines_and_names_of_people_are_not() {
        let long = format!("/{}", "a-".repeat(101));
        let deep = "/a".repeat(9);
        for path in [
            "/",
            "/.env",
            "/.git/config",
            "/wp-login.php",
            "/wp-admin/setup-config",
            "/blog/wp-includes/x",
            "/vendor/phpunit/x",
            "/phpmyadmin",
            "/cgi-bin/luci",
            "/actuator/health",
            "/backup.zip",
            "/sitemap.xml.gz",
            "/x.php",
            "/a//b",
            "/a/../b",
            "/a b",
            "/a;b",
            "/a=b",
            "/<script>",
            "/%ff",
            "/someone@example.org",
            "/call/4915112345678",
            "/unsubscribe/8f14e45fceea167a5a36dedd4bea25438f14e45f",
            "/\u{202e}abc",
            "/nul\0",
            &long,
            &deep,
        ] {
            assert!(!could_be_meant(&SitePath::new(path)), "{path}");
        }
    }
}
