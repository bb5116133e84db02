use askama::Template;

use super::{Link, Words};

/// Nothing lives at an address.
#[derive(Debug, Template)]
#[template(path = "missing.html")]
pub struct Missing {
    pub words: &'static Words,
    pub address: String,
    pub nearest: Vec<Link>,
    pub ways: Vec<Link>,
}

/// Any other failure a person meets.
#[derive(Debug, Template)]
#[template(path = "failure.html")]
pub struct Failure {
    pub words: &'static Words,
    pub status: u16,
    pub title: String,
    pub detail: String,
    /// Whether that sentence is English on a page that is not.
    pub detail_is_english: bool,
    /// Which values are not valid, and why.
    pub errors: Vec<(String, String)>,
    pub ways: Vec<Link>,
    /// Under which name the log knows it, for faults of ours.
    pub request_id: Option<String>,
    /// What such a name is called.
    pub request: &'static str,
}
