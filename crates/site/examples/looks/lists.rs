//! The start page and sections, which are lists of things.

use site::view::*;

use crate::Pages;
use crate::values::*;

impl Pages<'_> {
    pub(crate) fn home(&self) {
        let rows = vec![
            row("A tide table in 900 bytes", "", 1),
            row("Donaudampfschifffahrt und andere lange Wörter", "", 2),
            row("印画紙の白はどこから来るのか", "", 3),
            row("Why the weather station lies at noon", "", 4),
        ];
        let projects = vec![
            row("Tidewheel", "Tide predictions for a bicycle computer, offline", 5),
            row("Plate Index", "Finding aid for a shoebox of negatives", 6),
        ];
        let block = |title: &str, all: &str, body| Block {
            href: format!("/{}", title.to_lowercase()),
            title: title.into(),
            all: Some(Link { href: "/writing".into(), title: all.into() }),
            body,
        };
        let home = Home {
            words: Words::of("en"),
            statement: "I build software for slow things: archives, maps, weather stations. This \
                        is where I keep the notes."
                .into(),
            featured: Some(Featured {
                href: "/writing/darkroom/plates".into(),
                title: "Four hundred glass plates".into(),
                summary: SUMMARY.into(),
                date: Some(day(0)),
                minutes: "11 min".into(),
                picture: Some(picture("canyon", 1600, 760, Loading::First)),
                marker: None,
            }),
            blocks: vec![
                block("Writing", "All 38 stories", BlockBody::Rows(rows)),
                block("Photographs", "3 series, 64 pictures", BlockBody::Tiles(tiles(3))),
                block("Projects", "All 9 projects", BlockBody::Rows(projects)),
            ],
            ..Home::default()
        };
        self.write("home", "", "", &home);
        let empty = Home { statement: "A quiet place for notes.".into(), ..Home::default() };
        self.write("home-empty", "", "", &empty);
    }

    pub(crate) fn sections(&self) {
        let entry = |title: &str, days, with_picture: bool, marker| Entry {
            href: "/writing/darkroom/plates".into(),
            title: title.into(),
            summary: SUMMARY.into(),
            date: Some(day(days)),
            note: "Darkroom · 11 min".into(),
            picture: with_picture.then(|| picture("canyon", 1600, 1200, Loading::Later)),
            marker,
        };
        let long = "Donaudampfschifffahrtsgesellschaftskapitänspatente und andere lange Wörter";
        let feed = |marker| Feed {
            words: Words::of("en"),
            head: head("Writing", &["Darkroom", "Instruments", "Field notes"], false),
            entries: vec![
                entry("Four hundred glass plates", 0, true, marker),
                entry("A tide table in 900 bytes", 15, false, None),
                entry(long, 40, false, None),
                entry("印画紙の白はどこから来るのか", 60, true, None),
            ],
            pager: pager("stories"),
        };
        self.write("feed", "Writing", "Writing", &feed(None));
        self.write("signed-in-feed", "Writing", "Writing", &feed(Some(Marker::Draft)));
        let card = |title: &str, with_picture: bool, marker| Card {
            href: "/projects/tidewheel".into(),
            title: title.into(),
            summary: "Tide predictions for a bicycle computer, from 37 constants.".into(),
            note: "2024 – now · Rust, nRF52".into(),
            all: String::new(),
            picture: with_picture.then(|| picture("sea", 1600, 700, Loading::Later)),
            marker,
        };
        let cards = CardGrid {
            words: Words::of("en"),
            head: head("Projects", &[], false),
            cards: vec![
                card("Tidewheel", true, None),
                card("Plate Index", true, None),
                card("Quiet Barometer", true, None),
                card("Kiln log", false, None),
                card("Grundwassermessstellenverwaltungsoberfläche", true, None),
                card("Slow shutter", true, Some(Marker::Draft)),
            ],
            pager: Pager { newer: None, older: None, ..pager("projects") },
        };
        self.write("card-grid", "Projects", "Projects", &cards);
        let gallery = Gallery {
            words: Words::of("en"),
            head: head("Photographs", &["All", "Plant forms", "River and road"], true),
            tiles: tiles(9),
            pager: Pager { newer: None, older: None, ..pager("pictures") },
        };
        self.write("gallery", "Photographs", "Photographs", &gallery);
        let page = StaticPage {
            words: Words::of("en"),
            head: head("About", &[], false),
            facts: vec![
                fact("Based in", FactValue::Text("A river town, UTC+1".into())),
                fact("Working on", link("Tidewheel")),
            ],
            prose: Prose::from_sanitised(TEXT.into()),
            rows: Vec::new(),
            pager: Pager { newer: None, older: None, ..pager("pages") },
        };
        self.write("static-page", "About", "About", &page);
    }
}
