//! Made-up values that several pages share.

use kernel::Timestamp;
use site::view::*;

/// A body with everything in it.
pub(crate) const TEXT: &str = include_str!("body.html");

pub(crate) const SUMMARY: &str = "A river survey came home with four hundred photographs and no map. What it \
                       can teach anyone who stores pictures for a living: write the date on the \
                       thing itself.";

pub(crate) fn chrome(current: &str, theme: Theme) -> Chrome {
    let entry = |title: &str| NavEntry {
        href: format!("/{}", title.to_lowercase()),
        title: title.into(),
        current: title == current,
        is_page: title == current,
    };
    let link = |title: &str, icon: &str| MenuLink {
        href: "https://sample.example/".into(),
        title: title.into(),
        icon: icon.into(),
        new_tab: false,
        is_me: true,
    };
    Chrome {
        words: Words::of("en"),
        language: "en".into(),
        name: "Sample Notebook".into(),
        tagline: "Notes on software for slow things: archives, maps, weather and the photographs \
                  that outlive them."
            .into(),
        navigation: ["Writing", "Projects", "Photographs", "About"].map(entry).into(),
        secondary: ["Now", "Colophon", "Resume", "Contact"].map(entry).into(),
        own_pages: Vec::new(),
        menu: vec![link("Code", "code"), link("Fediverse", "at"), link("Feed", "rss")],
        elsewhere: vec![link("Code", "code"), link("Fediverse", "at")],
        footer: "© 2026 Sample Notebook. Text and photographs CC BY 4.0.".into(),
        year: 2026,
        theme,
        here: "/".into(),
        theme_switch: true,
        header: "line",
        ..Chrome::default()
    }
}

pub(crate) fn day(days_ago: i64) -> Day {
    let moment = Timestamp::from_micros((1_794_441_600 - days_ago * 86_400) * 1_000_000);
    Day::of(Words::of("en"), moment)
}

pub(crate) fn picture(name: &str, width: u32, height: u32, loading: Loading) -> Picture {
    Picture {
        src: format!("{name}.svg"),
        srcset: None,
        sizes: SIZES,
        full: format!("{name}.svg"),
        alt: "A landscape".into(),
        size: Some((width, height)),
        placeholder: None,
        loading,
        focus: Focus::default(),
    }
}

pub(crate) fn tiles(count: usize) -> Vec<Tile> {
    let shapes = [("sea", 800, 1000), ("canyon", 1600, 1150), ("ridge", 800, 1020)];
    let wide = [("ridge", 1700, 800), ("sea", 1200, 900), ("canyon", 1500, 1000)];
    let shapes = shapes.iter().chain(&wide).cycle().take(count);
    let tile = |(name, width, height): &(&str, u32, u32)| Tile {
        href: "/photographs/canyon".into(),
        title: "Above the tree line".into(),
        picture: Some(picture(name, *width, *height, Loading::Later)),
        marker: None,
    };
    shapes.map(tile).collect()
}

pub(crate) fn row(title: &str, note: &str, days_ago: i64) -> Row {
    Row {
        href: "/writing/x".into(),
        title: title.into(),
        note: note.into(),
        date: Some(day(days_ago)),
        span: Span::default(),
        within_year: false,
        marker: None,
    }
}

pub(crate) fn head(title: &str, below: &[&str], first_is_current: bool) -> SectionHead {
    SectionHead {
        title: title.into(),
        description: "Long reads, most of them about keeping things: data, photographs, promises \
                      made by file formats."
            .into(),
        crumbs: Vec::new(),
        pills: pills(below, first_is_current),
        marker: None,
    }
}

pub(crate) fn pills(titles: &[&str], first_is_current: bool) -> Vec<Pill> {
    let pill = |(index, title): (usize, &&str)| Pill {
        href: "/x".into(),
        title: (*title).into(),
        count: Some(12 + index),
        current: first_is_current && index == 0,
    };
    titles.iter().enumerate().map(pill).collect()
}

pub(crate) fn pager(noun: &'static str) -> Pager {
    Pager { first: 1, last: 5, total: 38, noun, newer: None, older: Some("?page=2".into()) }
}

pub(crate) fn crumb(title: &str) -> Crumb {
    Crumb { href: format!("/{}", title.to_lowercase()), title: title.into() }
}

pub(crate) fn fact(term: &'static str, value: FactValue) -> Fact {
    Fact { term, values: vec![value] }
}

pub(crate) fn link(title: &str) -> FactValue {
    FactValue::Link(Link { href: "/x".into(), title: title.into() })
}

pub(crate) fn neighbour(title: &str, word: &'static str) -> Neighbour {
    Neighbour { href: "/x".into(), title: title.into(), word }
}

pub(crate) fn ways() -> Vec<Link> {
    let way = |(title, href): (&str, &str)| Link { href: href.into(), title: title.into() };
    [("All writing", "/writing"), ("All tags", "/tags"), ("Start page", "/")].map(way).into()
}
