//! Writes every page with made-up values into a folder, to be looked at in a browser:
//! `cargo run -p site --example looks -- /tmp/looks`

#![expect(clippy::print_stdout, reason = "says where the pages are")]

mod items;
mod landscape;
mod lists;
mod others;
mod values;

use std::path::{Path, PathBuf};
use std::{env, fs};

use askama::Template;
use site::view::{Document, Link, Theme};

use landscape::landscape;
use values::chrome;

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
}
