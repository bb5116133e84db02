//! Writes every page with made-up values into a folder, to be looked at in a browser:
//! `cargo run -p site --example looks -- /tmp/looks`

#![expect(clippy::print_stdout, reason = "says where the pages are")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use askama::Template;
use kernel::Timestamp;
use site::view::*;

const TEXT: &str = r##"<p>The party carried a camera the size of a suitcase, a tent that served as a darkroom, and four hundred sheets of glass, each of which had to be coated, exposed and developed within a quarter of an hour.<sup class="ref"><a id="note-1-ref" href="#note-1" aria-describedby="note-1">1</a></sup> They had been sent to draw a map. The engineers who had paid for one said so, at length, in thirty-seven letters.</p>
<div class="notes"><aside class="note" id="note-1" role="note"><sup><a href="#note-1-ref">1</a></sup> Wet collodion loses its sensitivity as it dries. In desert air ten minutes was closer to the truth.</aside></div>
<p>What came back instead was a set of photographs that nobody had asked for and that everybody has used since. I spent a winter <a href="/projects/plate-index">indexing a much smaller box</a> of negatives.</p>
<h2 id="carried">What they carried</h2>
<p>Weight decides what gets recorded. A plate was heavy, so each one was considered; a note was light, so it was scratched into the corner of the plate itself, mirror-wise, with a needle. Run it with <code>plates check --undated</code>.</p>
<div class="table" role="region" tabindex="0" aria-label="Three plates"><table><caption>Three plates out of four hundred.</caption><thead><tr><th>Plate</th><th>Place</th><th class="number">Exposure</th><th class="number">Glass</th><th>What survives</th></tr></thead><tbody><tr><td>014</td><td>Camp at the second bend</td><td class="number">8 s</td><td class="number">1.1 kg</td><td>Plate, scratch, print</td></tr><tr><td>131</td><td>Canyon, low water</td><td class="number">22 s</td><td class="number">1.1 kg</td><td>Plate, scratch</td></tr></tbody></table></div>
<h2 id="not-show">What the plates could not show</h2>
<p>Each exposure took between eight and forty seconds. Water turned to milk; the oarsmen, unless they stood still, vanished.</p>
<blockquote><p>We are shown a country in which nobody moves. It was not so. It was loud, and it was crowded, and it would not hold still for us.</p><footer>From the ninth letter</footer></blockquote>
<h3 id="dates">Dates belong to the thing</h3>
<p>So I stopped keeping dates in file names and started to check that every picture carries its own:</p>
<figure class="code"><figcaption>check.rs</figcaption><pre tabindex="0"><code class="language-rust"><span class="c">// A picture without a date of its own is a picture on loan.</span>
<span class="k">pub fn</span> <span class="f">undated</span>(plates: &amp;[Plate]) -&gt; <span class="k">impl</span> Iterator&lt;Item = &amp;Plate&gt; {
    plates.iter().filter(|p| p.note.as_deref() != <span class="n">Some</span>(<span class="s">"test exposure"</span>))
}</code></pre></figure>
<figure class="wide"><img src="ridge.svg" width="1600" height="740" alt="A ridge above the tree line" loading="lazy"><figcaption>A wide figure starts with the text and uses the right margin.</figcaption></figure>
<figure class="pair"><figure><img src="sea.svg" width="800" height="1000" alt="Calm sea" loading="lazy"><figcaption>Plate 17.</figcaption></figure><figure><img src="canyon.svg" width="800" height="1000" alt="Canyon" loading="lazy"><figcaption>Plate 18. The date was on the glass.</figcaption></figure></figure>
<h2 id="now">What I do now</h2>
<ul><li>The date is in the file, in the page and in the address.</li><li>A checksum proves that nothing changed. It does not say what the thing is.</li></ul>
<ul><li><input type="checkbox" disabled checked> Scan the box</li><li><input type="checkbox" disabled> Name the rest</li></ul>
<figure class="full"><img src="sea.svg" width="1600" height="700" alt="The sea, full width" loading="lazy"><figcaption>Full width.</figcaption></figure>
<p>And read on about instruments that never report an error.</p>"##;

fn main() {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "/tmp/looks".to_owned()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let styles = styles();
    fs::write(folder.join("site.css"), &styles).expect("the folder can be written");
    for (name, hue, height) in [("canyon", 30, 760), ("ridge", 60, 500), ("sea", 220, 700)] {
        let picture = landscape(hue, height);
        fs::write(folder.join(format!("{name}.svg")), picture).expect("the folder can be written");
    }
    let pages = Pages { folder: &folder };
    pages.home();
    pages.sections();
    pages.items();
    pages.others();
    println!("{} kB of styles, pages in {}", styles.len() / 1024, folder.display());
}

fn styles() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("styles");
    let entries = fs::read_dir(folder).expect("the styles are part of the crate");
    let mut sheets: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    sheets.sort();
    sheets.iter().map(|sheet| fs::read_to_string(sheet).expect("a sheet is text")).collect()
}

struct Pages<'a> {
    folder: &'a Path,
}

impl Pages<'_> {
    fn write(&self, name: &str, current: &str, title: &str, page: &impl Template) {
        for theme in [Theme::Light, Theme::Dark] {
            let main = page.render().expect("a string takes everything");
            let mut chrome = chrome(current, theme);
            if name.starts_with("signed-in") {
                chrome.desk = ["Edit section", "New here", "Drafts"]
                    .map(|title| Link { href: "/admin".into(), title: title.into() })
                    .into();
            }
            let head = "<link rel=\"stylesheet\" href=\"site.css\">";
            let document =
                Document { chrome: &chrome, title, head, face: None, language: None, main: &main };
            let file = self.folder.join(format!("{name}-{}.html", theme.name()));
            let html = document.render().expect("a string takes everything");
            fs::write(file, html).expect("the folder can be written");
        }
    }

    fn home(&self) {
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

    fn sections(&self) {
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

    fn items(&self) {
        let contents = Contents {
            entries: [
                ("carried", "What they carried", false),
                ("not-show", "What the plates could not show", false),
                ("dates", "Dates belong to the thing", true),
                ("now", "What I do now", false),
            ]
            .map(|(anchor, title, nested)| ContentsEntry {
                anchor: anchor.into(),
                title: title.into(),
                nested,
            })
            .into(),
        };
        let story = ItemPage {
            words: Words::of("en"),
            crumbs: vec![crumb("Writing"), crumb("Darkroom")],
            title: "Four hundred glass plates".into(),
            marker: None,
            lede: SUMMARY.into(),
            url: "https://sample.example/writing/plates".into(),
            author: Link { href: "/".into(), title: "Mirela Oakhurst".into() },
            picture: Some(picture("canyon", 1600, 760, Loading::First)),
            caption: "Low water in the canyon. The boat is sharp because it was tied up.".into(),
            facts: vec![
                fact("Published", FactValue::Day { class: "dt-published", day: day(0) }),
                fact("Updated", FactValue::Day { class: "dt-updated", day: day(0) }),
                fact("Reading time", FactValue::Text("11 min".into())),
            ],
            meta: "12 November 2026 · updated 14 November 2026 · 11 min".into(),
            contents,
            prose: Prose::from_sanitised(TEXT.into()),
            tags: ["archives", "photography", "formats"]
                .map(|tag| Link { href: format!("/tags/{tag}"), title: tag.into() })
                .into(),
            started: "Started 3 September 2026".into(),
            mentioned_in: vec![
                Link { href: "/a".into(), title: "Plate Index".into() },
                Link { href: "/b".into(), title: "Reading logbooks".into() },
            ],
            related: vec![row("Reading logbooks that were never meant to be read", "", 9)],
            older: Some(neighbour("A tide table in 900 bytes", "Older")),
            newer: Some(neighbour("The fog is not in the lens", "Newer")),
        };
        self.write("story", "Writing", "Four hundred glass plates", &story);
        let neighbour = |title: &str| ImageNeighbour {
            href: "/photographs/house".into(),
            title: title.into(),
            picture: Some(picture("sea", 1600, 700, Loading::Later)),
        };
        for (name, width, height) in [("image", 1600, 1150), ("image-upright", 900, 1300)] {
            let image = ImagePage {
                words: Words::of("en"),
                crumbs: vec![crumb("Photographs"), crumb("River and road")],
                title: "Canyon, low water".into(),
                marker: None,
                url: "https://sample.example/p".into(),
                author: Link { href: "/".into(), title: "Mirela Oakhurst".into() },
                picture: Some(picture("canyon", width, height, Loading::First)),
                caption: "The boat is sharp because it was tied up; the river is smooth because \
                          it was not."
                    .into(),
                facts: vec![fact("Taken", FactValue::Text("October 2026, low water".into()))],
                prose: Prose::default(),
                tags: Vec::new(),
                mentioned_in: vec![Link { href: "/a".into(), title: "Plates".into() }],
                previous: Some(neighbour("House, no road")),
                next: Some(neighbour("Harbour, slack tide")),
                place: "12 of 31".into(),
            };
            self.write(name, "Photographs", "Canyon, low water", &image);
        }
    }

    fn others(&self) {
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

const SUMMARY: &str = "A river survey came home with four hundred photographs and no map. What it \
                       can teach anyone who stores pictures for a living: write the date on the \
                       thing itself.";

fn chrome(current: &str, theme: Theme) -> Chrome {
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

fn day(days_ago: i64) -> Day {
    let moment = Timestamp::from_micros((1_794_441_600 - days_ago * 86_400) * 1_000_000);
    Day::of(Words::of("en"), moment)
}

fn picture(name: &str, width: u32, height: u32, loading: Loading) -> Picture {
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

fn tiles(count: usize) -> Vec<Tile> {
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

fn row(title: &str, note: &str, days_ago: i64) -> Row {
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

fn head(title: &str, below: &[&str], first_is_current: bool) -> SectionHead {
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

fn pills(titles: &[&str], first_is_current: bool) -> Vec<Pill> {
    let pill = |(index, title): (usize, &&str)| Pill {
        href: "/x".into(),
        title: (*title).into(),
        count: Some(12 + index),
        current: first_is_current && index == 0,
    };
    titles.iter().enumerate().map(pill).collect()
}

fn pager(noun: &'static str) -> Pager {
    Pager { first: 1, last: 5, total: 38, noun, newer: None, older: Some("?page=2".into()) }
}

fn crumb(title: &str) -> Crumb {
    Crumb { href: format!("/{}", title.to_lowercase()), title: title.into() }
}

fn fact(term: &'static str, value: FactValue) -> Fact {
    Fact { term, values: vec![value] }
}

fn link(title: &str) -> FactValue {
    FactValue::Link(Link { href: "/x".into(), title: title.into() })
}

fn neighbour(title: &str, word: &'static str) -> Neighbour {
    Neighbour { href: "/x".into(), title: title.into(), word }
}

fn ways() -> Vec<Link> {
    let way = |(title, href): (&str, &str)| Link { href: href.into(), title: title.into() };
    [("All writing", "/writing"), ("All tags", "/tags"), ("Start page", "/")].map(way).into()
}

/// Sky, hills and their reflection, without any file of others.
fn landscape(hue: u32, height: u32) -> String {
    let mut hills = String::new();
    for layer in 0..5_u32 {
        let base = height / 3 + layer * height / 8;
        let mut path = format!("M0 {height}");
        for x in 0..=16_u32 {
            let wave = (f64::from(x * (layer + 2)) * 0.9 + f64::from(layer)).sin() * 40.0;
            path.push_str(&format!("L{} {:.0}", x * 100, f64::from(base) + wave));
        }
        let light = 62 - layer * 11;
        hills
            .push_str(&format!("<path d='{path}L1600 {height}Z' fill='hsl({hue} 22% {light}%)'/>"));
    }
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='1600' height='{height}' \
         viewBox='0 0 1600 {height}' preserveAspectRatio='xMidYMid slice'>\
         <rect width='1600' height='{height}' fill='hsl({hue} 30% 82%)'/>{hills}</svg>"
    )
}
