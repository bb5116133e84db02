//! The addresses of this site that a body links to. Sanitised HTML only, like `text`.

use std::cell::RefCell;
use std::collections::HashSet;

use kernel::SitePath;
use percent_encoding::percent_decode_str;

use super::text::each_tag;

/// More than anybody writes; a body that has more is a directory, and mentions nothing.
const MOST: usize = 500;

/// The paths in the body's links, each once, in reading order.
pub(crate) fn site_links(html: &str) -> Vec<SitePath> {
    let found = RefCell::new((Vec::new(), HashSet::new()));
    each_tag(html, |tag| {
        let link = tag.attrs.iter().find(|attribute| &*attribute.name.local == "href");
        let path = link.filter(|_| &*tag.name == "a").and_then(|link| site_path(&link.value));
        let (paths, known) = &mut *found.borrow_mut();
        if let Some(path) = path.filter(|_| paths.len() < MOST)
            && known.insert(path.clone())
        {
            paths.push(path);
        }
    });
    found.into_inner().0
}

fn site_path(href: &str) -> Option<SitePath> {
    let path = href.strip_prefix('/').filter(|rest| !rest.starts_with('/'))?;
    let path = path.split(['?', '#']).next()?;
    let path = SitePath::new(&percent_decode_str(path).decode_utf8().ok()?);
    // Nothing is ever there, and no database keeps every one of them.
    let is_path = !path.is_empty() && !path.as_str().contains(char::is_control);
    is_path.then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_paths_of_this_site_are_found_once_each() {
        let html = r##"<p><a href="/a/b">x</a> <a href="/A/B/?q=1#top">x</a> <a href="#here">x</a>
            <a href="/c%C3%A9">x</a> <a href="//elsewhere/d">x</a> <a href="https://e.example/f">x</a>
            <a href="/">x</a> <img src="/media/g.webp"> <a href="mailto:h@example.org">x</a>
            <a href="/i%FF">x</a> <a href="/j%00">x</a> <a href="/k%0Al">x</a> <a href="/m%C2%85">x</a> <a>x</a></p>"##;
        let paths: Vec<_> = site_links(html).iter().map(SitePath::to_string).collect();
        assert_eq!(paths, ["a/b", "cé"]);
        let many: String = (0..2 * MOST).map(|n| format!("<a href=/{n}>x</a>")).collect();
        assert_eq!(site_links(&many).len(), MOST);
    }
}
