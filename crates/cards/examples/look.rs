//! Draws cards to look at, with their sizes and times:
//! `cargo run -p cards --example look -- FOLDER [PICTURE.webp]`. Letters are those of the machine.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::time::Instant;

use cards::{Card, Studio};

const LONG: &str = "Notes on keeping four hundred glass plates, their dates, their scratches and the \
    people who carried them through the canyon in the summer";

/// Name, title, date, and whether the picture is on it.
const CARDS: &[(&str, &str, &str, bool)] = &[
    ("Sample Notebook", "Four hundred glass plates", "12 November 2026", true),
    ("Sample Notebook", "Four hundred glass plates", "12 November 2026", false),
    ("Sample Notebook", LONG, "12 November 2026", true),
    ("Σημειώσεις", "Τετρακόσιες γυάλινες πλάκες и четыреста пластин", "12 ноября 2026", true),
    ("דפדפת", "ארבע מאות לוחות זכוכית Glass 400 במסע", "12 בנובמבר 2026", true),
    ("دفتر", "أربعمائة لوح زجاجي", "١٢ نوفمبر ٢٠٢٦", false),
    ("ノート", "四百枚のガラス乾板と川の地図について", "2026年11月12日", true),
    ("Names 🎉", "Party 🎉 with 漢字, हिन्दी and ไทย \u{e000}", "", false),
    ("Words", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", "1 May", true),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let picture = arguments.next().map(std::fs::read).transpose()?;
    let studio = Studio::of_this_machine(&[]);
    for (number, (site, title, date, pictured)) in CARDS.iter().copied().enumerate() {
        let picture = picture.as_deref().filter(|_| pictured);
        let begun = Instant::now();
        let png = studio.draw(&Card { site, title, date, picture, ..Card::default() })?;
        println!("{number}: {} bytes in {} ms", png.len(), begun.elapsed().as_millis());
        std::fs::write(folder.join(format!("card-{number}.png")), png)?;
    }
    Ok(())
}
