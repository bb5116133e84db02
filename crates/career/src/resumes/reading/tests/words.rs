//! Texts with markup: what is told one by one stays so, and no word is lost in silence.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

#[test]
fn items_and_paragraphs_are_parted() {
    for (highlights, read) in [
        (
            json!(["<ul><li>Did gamma</li><li>Did delta</li></ul>", "Third"]),
            json!(["Did gamma", "Did delta", "Third"]),
        ),
        (
            json!(["<ol>\n<li><p>Did gamma</p></li>\n<li>Did delta</li>\n</ol>"]),
            json!(["Did gamma", "Did delta"]),
        ),
        (json!("<ul><li>Did gamma</li><li>Did delta</li></ul>"), json!(["Did gamma", "Did delta"])),
        (json!(["<p>Did gamma</p><p>Did delta</p>"]), json!(["Did gamma", "Did delta"])),
        (json!(["Did gamma.<br>Did delta."]), json!(["Did gamma.", "Did delta."])),
        // Nobody knows whether a broken line goes on.
        (json!(["Planned to<br/>Lead 30 people"]), json!(["Planned to;\nLead 30 people"])),
        (json!(["- Did gamma\n- Did delta"]), json!(["Did gamma", "Did delta"])),
        (json!(["• Führte Gamma\n• Führte Delta"]), json!(["Führte Gamma", "Führte Delta"])),
        (json!(["· 完成伽马项目\n· 完成德尔塔项目"]), json!(["完成伽马项目", "完成德尔塔项目"])),
        (
            json!(["<p>Planned to</p><ul><li>Lead 30 people</li><li>Hire</li></ul>"]),
            json!(["Planned to:\nLead 30 people;\nHire"]),
        ),
        (
            json!(["计划：<ul><li>带领三十人</li><li>招聘</li></ul>"]),
            json!(["计划：\n带领三十人；\n招聘"]),
        ),
        (json!(["<h3>Backend</h3><ul><li>Did gamma</li></ul>"]), json!(["Backend:\nDid gamma"])),
        (json!(["<img src=\"x.png\" alt=\"Logo\"> drawn"]), json!(["Logo drawn"])),
        (json!(["One thing on\ntwo lines"]), json!(["One thing on\ntwo lines"])),
        (
            json!("Fed 200 animals\nBuilt 3 pens\nWrote the log"),
            json!(["Fed 200 animals;\nBuilt 3 pens;\nWrote the log"]),
        ),
        (json!(["Fed 200 animals\r\nBuilt 3 pens"]), json!(["Fed 200 animals;\nBuilt 3 pens"])),
        (
            json!(["Fed 200 animals\nBuilt 3 pens\n- Wrote the log"]),
            json!(["Fed 200 animals;\nBuilt 3 pens;\nWrote the log"]),
        ),
        (
            json!([
                "moved the office to the new hall\nset up a night shift\n- trained three deputies\n- wrote it down"
            ]),
            json!([
                "moved the office to the new hall;\nset up a night shift;\ntrained three deputies;\nwrote it down"
            ]),
        ),
        (
            json!(["Rode the northern line (Chur, Arosa)\n· Checked tickets on ski trains"]),
            json!(["Rode the northern line (Chur, Arosa);\nChecked tickets on ski trains"]),
        ),
        (json!(["Planned to\n- Lead 30 people"]), json!(["Planned to:\nLead 30 people"])),
        (json!(["Fed 200 animals\n\nBuilt 3 pens"]), json!(["Fed 200 animals", "Built 3 pens"])),
        (
            json!("1. Fed 200 animals\n2. Built 3 pens\n3. Wrote the log"),
            json!(["Fed 200 animals", "Built 3 pens", "Wrote the log"]),
        ),
        (
            json!(["• Fed 200 animals • Built 3 pens • Wrote it"]),
            json!(["Fed 200 animals", "Built 3 pens", "Wrote it"]),
        ),
    ] {
        let (tree, _) = said(json!({"work": [{"name": "W", "highlights": highlights}]}));
        assert_eq!(tree["work"][0]["highlights"], read, "{highlights}");
    }
    for (summary, read) in [
        (json!("<ul><li>One item</li><li>Two item</li></ul>"), "One item;\nTwo item"),
        (json!("<p>Builds mills</p><p>Runs them</p>"), "Builds mills;\nRuns them"),
        (json!("<p>Builds mills.</p><p>Runs them.</p>"), "Builds mills.\nRuns them."),
        (json!("Builds mills<br>Runs them"), "Builds mills;\nRuns them"),
        (json!("## Profil\n- Baut Mühlen\n- Leitet sie"), "Profil:\nBaut Mühlen;\nLeitet sie"),
        (json!(["Builds mills", "Runs them."]), "Builds mills;\nRuns them."),
        (json!("• 设计系统\n• 管理团队"), "设计系统；\n管理团队"),
        (json!("| Year | Led |\n|--|--|\n| 2019 | five |"), "Year · Led;\n2019 · five"),
        (json!("Builds mills\nand runs them"), "Builds mills\nand runs them"),
        (json!("Builds mills\n\nRuns them"), "Builds mills;\n\nRuns them"),
        (json!("Builds mills\nRuns them"), "Builds mills;\nRuns them"),
        (
            json!("作品です。\nhttps://e.example/a\n\n連絡ください。"),
            "作品です。\nhttps://e.example/a\n\n連絡ください。",
        ),
    ] {
        let (tree, warnings) = said(
            json!({"basics": {"summary": summary}, "work": [{"name": "W", "summary": summary}]}),
        );
        assert_eq!(
            (&tree["basics"]["summary"], &tree["work"][0]["summary"]),
            (&json!(read), &json!(read))
        );
        assert_eq!(warnings, [""; 0]);
    }
    let (tree, _) =
        said(json!({"skills": [{"name": "S", "keywords": ["<ul><li>Rust</li><li>Go</li></ul>"]}]}));
    assert_eq!(tree["skills"][0]["keywords"], json!(["Rust", "Go"]));
}

#[test]
fn what_is_struck_out_is_left_out_and_told() {
    for text in [
        "~~Led 30~~ Taught.",
        "<del>Led 30</del> Taught.",
        "<s>Led 30</s> Taught.",
        "<!-- Led 30 -->Taught.",
        "<script>x</script>Taught.",
    ] {
        let document = json!({"basics": {"summary": text}, "work": [{"name": "W", "highlights": [text], "summary": text}]});
        let (tree, warnings) = said(document);
        assert_eq!(tree["work"][0]["highlights"], json!(["Taught."]), "{text}");
        let mut told = warnings;
        told.sort();
        assert_eq!(
            told,
            [
                "document.basics.summary",
                "document.work[0].highlights[0]",
                "document.work[0].summary"
            ]
        );
    }
    let (_, warnings) = said(json!({"basics": {"summary": "<del></del>Taught. ~~ alone"}}));
    assert_eq!(warnings, [""; 0]);
}

/// Pieces around and between words, as editors of all kinds leave them.
const OPEN: [&str; 30] = [
    "<p>",
    "<ul><li>",
    "<li>",
    "<ol>\n<li>",
    "<div>",
    "<b>",
    "<em>",
    "<s>",
    "<del>",
    "~~",
    "**",
    "*",
    "_",
    "__",
    "`",
    "- ",
    "• ",
    "# ",
    "> ",
    "<h2>",
    "<td>",
    "<br>",
    "\n",
    "\n\n",
    "<a href=\"https://e.example\">",
    "[",
    "&lt;",
    "<sup>",
    "<!-- ",
    "<dl><dt>",
];
const CLOSE: [&str; 28] = [
    "</p>",
    "</li></ul>",
    "</li>",
    "</li>\n</ol>",
    "</div>",
    "</b>",
    "</em>",
    "</s>",
    "</del>",
    "~~",
    "**",
    "*",
    "_",
    "__",
    "`",
    "\n",
    ". ",
    ", ",
    "; ",
    "</h2>",
    "</td>",
    "<br/>",
    "\n\n",
    "</a>",
    "](https://e.example \"titled\")",
    "&gt;",
    "</sup>",
    " -->",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000, failure_persistence: None, rng_seed: RngSeed::Fixed(17), ..ProptestConfig::default()
    })]

    #[test]
    fn every_word_of_a_text_with_markup_is_read_or_told(
        pieces in prop::collection::vec((prop::sample::select(&OPEN[..]), 0u32..100_000, prop::sample::select(&CLOSE[..])), 1..6),
        member in prop::sample::select(&["summary", "highlights", "position", "keywords"][..]),
        listed in any::<bool>(),
    ) {
        let text: String = pieces.iter().map(|(open, number, close)| format!("{open}Told{number}times{close} ")).collect();
        let value = if listed { json!([text]) } else { json!(text) };
        let document = json!({"work": [{"name": "W", member: value}]});
        let Reading { tree, warnings, .. } = read(&document);
        let shown = crate::resumes::known_members(&tree).to_string();
        for (_, number, _) in &pieces {
            let word = format!("Told{number}times");
            prop_assert!(!warnings.is_empty() || shown.contains(&word), "{word} of {document} in {shown}");
        }
        let has_sign = shown.contains(|sign| ('\u{fdd0}'..='\u{fdd4}').contains(&sign));
        prop_assert!(!has_sign);
    }
}
