use askama::Template;

use super::Words;

/// What the owner sees on a site with nothing on it.
#[derive(Debug, Template)]
#[template(path = "first-run.html")]
pub struct FirstRun {
    pub words: &'static Words,
    pub site_name: String,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub title: &'static str,
    pub words: &'static str,
    pub href: String,
    pub action: &'static str,
    pub done: bool,
    /// The first step that is open has the one button.
    pub next: bool,
}

/// What visitors see there.
#[derive(Debug, Template)]
#[template(path = "nothing-yet.html")]
pub struct NothingYet {
    pub words: &'static Words,
    pub site_name: String,
    pub tagline: String,
    /// Nobody has ever signed in, so whoever looks is likely to be the owner.
    pub explain: bool,
}
