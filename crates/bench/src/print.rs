//! Resumes on paper: the thirty lives of `fixtures/resumes`, printed by the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sheet::{Document, Language, Look, Order, OwnFace, Paper, Press};

use crate::figures::{Times, megabytes, time};
use crate::process::Memory;
use crate::table::Table;
use crate::{Outcome, Settings, say};

/// Printing at the same time, as the service lets it.
const AT_ONCE: usize = 2;

pub(crate) fn run(settings: &Settings) -> Outcome<()> {
    let rounds = if settings.quick { 1 } else { 10 };
    let press = Press::of_this_machine(own_faces()?.leak());
    let lives = lives()?;
    let own: Vec<_> = lives.iter().filter(|(name, _)| !needs_machine(name)).collect();
    let others: Vec<_> = lives.iter().filter(|(name, _)| needs_machine(name)).collect();
    let mut table =
        Table::new("Resumes as PDF", &["", "pages", "first", "median", "slowest", "bytes"]);
    for (title, lives) in [("Latin letters", &own), ("other scripts", &others)] {
        for look in Look::ALL {
            let order = Order { look, paper: Paper::A4, accent: None };
            let started = Instant::now();
            let (_, first) = lives.first().ok_or("there are no resumes")?;
            press.print(first, &order)?;
            let first = started.elapsed();
            let (mut times, mut pages, mut bytes) = (Vec::new(), 0, 0);
            for _ in 0..rounds {
                (pages, bytes) = (0, 0);
                for (_, document) in lives {
                    let started = Instant::now();
                    let print = press.print(document, &order)?;
                    times.push(started.elapsed() / u32::try_from(print.extent.pages)?);
                    pages += print.extent.pages;
                    bytes += print.pdf.len();
                }
            }
            let times = Times::new(times);
            table.row([
                format!("{title}, {}", look.name()),
                pages.to_string(),
                time(first),
                time(times.median()),
                time(times.within(1.0)),
                (bytes / lives.len().max(1)).to_string(),
            ]);
        }
    }
    table.note(
        "Times are for one page, on one processor. The first may look for faces of the machine.",
    );
    table.note(many(&press, &lives, rounds)?);
    say(&table.to_string());
    Ok(())
}

/// All of them again, from as many threads as the service would use.
fn many(press: &Press, lives: &[(String, Document)], rounds: usize) -> Outcome<String> {
    let before = resident()?;
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                for (_, document) in lives.iter().cycle().take(lives.len() * rounds) {
                    // Judged above. Here only the time counts.
                    drop(press.print(document, &Order::default()));
                }
            });
        }
    });
    let printed = AT_ONCE * lives.len() * rounds;
    let each = started.elapsed() / u32::try_from(printed)?;
    let (each, before, after) = (time(each), megabytes(before), megabytes(resident()?));
    Ok(format!("{AT_ONCE} at once: {each} each over {printed}; memory {before} → {after}."))
}

fn resident() -> Outcome<u64> {
    Ok(Memory::of(std::process::id())?.resident)
}

fn needs_machine(name: &str) -> bool {
    ["zh-", "ja-", "en-hebrew", "en-arabic"].iter().any(|start| name.starts_with(start))
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = found.map(|file| file.path()).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> Outcome<String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    Ok(stem.ok_or("files have plain names")?.to_owned())
}

fn own_faces() -> Outcome<Vec<OwnFace>> {
    let face =
        |path: PathBuf| Ok(OwnFace { name: stem(&path)?.leak(), bytes: fs::read(&path)?.leak() });
    files("web/dist/sheets").into_iter().map(face).collect()
}

fn lives() -> Outcome<Vec<(String, Document)>> {
    let life = |path: PathBuf| {
        let name = stem(&path)?;
        let language = name.split('-').next().and_then(Language::of_tag).unwrap_or_default();
        let tree = serde_json::from_slice(&fs::read(&path)?)?;
        Ok((name, Document::of_json_resume(&tree, language)))
    };
    files("fixtures/resumes").into_iter().map(life).collect()
}
