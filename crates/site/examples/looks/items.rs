//! Stories and images.

use site::view::*;

use crate::Pages;
use crate::values::*;

impl Pages<'_> {
    pub(crate) fn items(&self) {
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
}
