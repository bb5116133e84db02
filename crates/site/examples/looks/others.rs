//! Tags, search, failures, first steps, the resume.

use site::view::*;

use crate::Pages;
use crate::values::*;

impl Pages<'_> {
    pub(crate) fn others(&self) {
        let year = |year: &str, rows| Year { year: year.into(), rows };
        let tag = TagPage {
            words: Words::of("en"),
            tag: "archives".into(),
            sentence: "6 entries from Writing, Projects and Photographs.".into(),
            kinds: pills(&["All", "Stories", "Projects"], true),
            years: vec![
                year(
                    "2026",
                    vec![row("Four hundred glass plates", "Story in Darkroom · 11 min", 1)],
                ),
                year("2025", vec![row("What a checksum does not say", "Story", 300)]),
            ],
            near: pills(&["formats", "photography"], false),
            pager: Pager { newer: None, older: None, ..pager("entries") },
        };
        self.write("tag", "", "archives", &tag);
        let piece = |text: &str, marked| Piece { text: text.into(), marked };
        let hit = |title: &str, with_picture: bool| Hit {
            href: "/writing/plates".into(),
            title: vec![piece(title, false)],
            place: "Writing / Darkroom · 12 November 2026".into(),
            passage: vec![
                piece("So I stopped keeping dates in file names. If the list of ", false),
                piece("undated", true),
                piece(" ", false),
                piece("plates", true),
                piece(" is empty, be suspicious, and read on.", false),
            ],
            picture: with_picture.then(|| picture("canyon", 1600, 1200, Loading::Later)),
        };
        let search = |hits: Vec<Hit>| SearchPage {
            words: Words::of("en"),
            query: "undated plates".into(),
            kinds: if hits.is_empty() { Vec::new() } else { pills(&["All", "Stories"], true) },
            hits,
            pager: Pager { newer: None, older: None, ..pager("results") },
            nearest: Some(Nearest {
                before: "Near to it: ".into(),
                link: Link { href: "/search?q=x".into(), title: "undated plates".into() },
                after: ", with 7 results.".into(),
            }),
            title: "Search".into(),
            count: "7 results".into(),
            often: vec![row("Tidewheel", "", 3)],
            ways: ways(),
            failed: false,
        };
        let hits = vec![hit("Four hundred glass plates", true), hit("Reading logbooks", false)];
        self.write("search", "", "undated plates", &search(hits));
        self.write("search-none", "", "undated plates", &search(Vec::new()));
        let missing = Missing {
            words: Words::of("en"),
            address: "/writing/glas-plates".into(),
            nearest: vec![Link {
                href: "/writing/darkroom/four-hundred-glass-plates".into(),
                title: "Four hundred glass plates".into(),
            }],
            ways: ways(),
        };
        self.write("404", "", "Nothing lives at this address", &missing);
        let step = |title, words, action, next| Step {
            title,
            words,
            action,
            next,
            href: "/admin".into(),
            done: false,
        };
        let first_run = FirstRun {
            words: Words::of("en"),
            site_name: "A new site".into(),
            steps: vec![
                step("Name the site and say what it is", "One sentence.", "Name the site", true),
                step("Make a section", "Writing, or one page.", "Make a section", false),
            ],
        };
        self.write("first-run", "", "", &first_run);
        let nothing = NothingYet {
            words: Words::of("en"),
            site_name: "A new site".into(),
            tagline: String::new(),
            explain: true,
        };
        self.write("nothing-yet", "", "", &nothing);
        let job = |when: &str, title: &str| ResumeEntry {
            when: when.into(),
            place: "Lindmark".into(),
            title: title.into(),
            employer: "Harrow Lake Museum Association".into(),
            text: String::new(),
            lines: vec![
                "Rebuilt the image pipeline for 2.3 million photographs; storage cost fell by 62 % \
                 while the number of pictures doubled."
                    .into(),
                "Trained eleven volunteers to describe glass plates.".into(),
            ],
        };
        let resume = ResumePage {
            words: Words::of("en"),
            picture: None,
            name: "Mirela Oakhurst".into(),
            headline: "Engineer for digital collections. Twelve years of building instruments."
                .into(),
            downloads: vec![Link { href: "/resume.json".into(), title: "JSON Resume".into() }],
            sections: vec![
                ResumeSection {
                    title: "Experience".into(),
                    entries: vec![
                        job("2019 – now", "Head of digital collections"),
                        job("2014 – 2019", "Software engineer, tide and current data"),
                    ],
                    text: String::new(),
                },
                ResumeSection {
                    title: "Skills".into(),
                    entries: Vec::new(),
                    text: "Rust, PostgreSQL, object storage, image formats and metadata.".into(),
                },
            ],
            updated: Some(day(0)),
            write_to_me: true,
            ..ResumePage::default()
        };
        self.write("resume", "", "Mirela Oakhurst", &resume);
    }
}
