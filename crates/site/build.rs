//! Joins the style sheets and presses them: comments and spaces that mean nothing go. What is left
//! is compressed when it is served.

#![expect(clippy::print_stdout, reason = "cargo reads what a build script prints")]
#![expect(clippy::disallowed_methods, reason = "cargo tells a build script its folder that way")]

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=styles");
    println!("cargo::rerun-if-changed=templates");
    let mut sheets: Vec<_> = fs::read_dir("styles")
        .expect("the folder of style sheets is part of the crate")
        .map(|entry| entry.expect("a folder can be read to its end").path())
        .collect();
    sheets.sort();
    let mut joined = String::new();
    for sheet in sheets {
        joined.push_str(&fs::read_to_string(sheet).expect("a style sheet is text"));
    }
    // A picture's shape, in steps of a twentieth: the policy forbids styles in the markup.
    for step in 8..=60 {
        let (class, ratio) = (step * 5, f64::from(step) / 20.0);
        writeln!(joined, ".r{class} {{ --a: {ratio} }}").expect("a string takes everything");
    }
    let out = env::var("OUT_DIR").expect("cargo names the folder");
    fs::write(Path::new(&out).join("site.css"), press(&joined)).expect("the folder can be written");
}

/// Removes comments, and spaces beside signs that need none. Spaces around `+`, `-`, `*` and before
/// `(`, `[`, `:`, `.` mean something and stay.
fn press(styles: &str) -> String {
    let mut bare = String::with_capacity(styles.len());
    let mut rest = styles;
    while let Some((before, comment)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = comment.split_once("*/").expect("a comment ends").1;
    }
    bare.push_str(rest);
    let mut pressed = String::with_capacity(bare.len());
    let mut quoted = false;
    let mut space = false;
    for letter in bare.chars() {
        if !quoted && letter.is_whitespace() {
            space = true;
            continue;
        }
        let swallows_before = matches!(letter, '{' | '}' | ';' | ',' | '>' | ')');
        let swallows_after = pressed.ends_with(['{', '}', ';', ',', '>', '(', ':']);
        if space && !pressed.is_empty() && !swallows_before && !swallows_after {
            pressed.push(' ');
        }
        space = false;
        if letter == '}' && pressed.ends_with(';') {
            pressed.pop();
        }
        quoted ^= letter == '"';
        pressed.push(letter);
    }
    pressed
}
