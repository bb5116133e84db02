//! What is held back as a whole: folders by their names, by what their `_index` says, and by the files beside texts
//! in which Eleventy and Nikola keep what others write above them. Everything below is held back by itself, not only
//! by its section: there may be a section at that address already, and everybody may see it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::files::{Folder, OF_FOLDERS};
use super::front_matter::read_yaml;
use super::heads::dotted;
use super::text::{Kind, Source};
use crate::transfer::plan::Plan;
use crate::transfer::publication::{
    Judge, Publication, Told, fold, is_closed, said_in, texts_of_json,
};

/// Folders of generators that are public although they begin with `_`.
const OPEN_FOLDERS: [&str; 3] = ["_posts", "_pages", "_projects"];
/// What is in them becomes no page, but the beginning of new ones.
const TEMPLATES: [&str; 2] = ["archetypes", "scaffolds"];

/// Paths of folders and texts; an empty one is everything.
#[derive(Debug, Default)]
pub(super) struct HeldBack(BTreeSet<String>);

impl HeldBack {
    pub(super) fn find(
        folder: &Folder,
        sources: &[Source<'_>],
        judge: &Judge,
        told: &mut Told,
        plan: &mut Plan,
    ) -> Self {
        let mut held = Self::default();
        if closed_name(&folder.name()) && !judge.is_ignored_folder(&folder.name()) {
            held.hold_all("", &format!("the folder is called {}", folder.name()), plan);
        }
        for source in sources {
            held.look_at_names(source.path, judge, plan);
        }
        for source in sources {
            let around = source.path.rsplit_once('/').map_or("", |(around, _)| around);
            if source.kind == Kind::Section && !source.is_published() {
                match (&source.publication, source.unread_date()) {
                    (Publication::From(date), _) => {
                        plan.hold_back(source.path, &format!("it was to be public from {date}"));
                    }
                    (Publication::Open, Some((text, _))) => {
                        plan.hold_back(source.path, &format!("{text} is no date"));
                    }
                    _ => {}
                }
                held.0.insert(around.to_owned());
            }
            // What lies beside it is shown by it alone.
            if source.is_bundle() && !source.is_published() {
                held.0.insert(around.to_owned());
            }
            if source.is_of_everything() && is_for_all(source, judge) {
                held.hold_all("", &format!("{} is not public for all of them", source.path), plan);
            }
        }
        for path in &folder.data {
            held.look_at_data(path, folder, judge, told, plan);
        }
        held
    }

    /// Whether a text or a folder is held back, or anything that it is in.
    pub(super) fn holds(&self, path: &str) -> bool {
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        !self.0.is_empty() && above.chain(["", path]).any(|it| self.0.contains(it))
    }

    /// Holds back what is in a folder, and tells it once.
    pub(super) fn hold_all(&mut self, folder: &str, why: &str, plan: &mut Plan) {
        if self.0.insert(folder.to_owned()) {
            plan.hold_back_all(folder, why);
        }
    }

    fn look_at_names(&mut self, path: &str, judge: &Judge, plan: &mut Plan) {
        for (at, _) in path.match_indices('/') {
            let folder = &path[..at];
            let name = folder.rsplit('/').next().unwrap_or(folder);
            if let Some(why) = why_kept(name).filter(|_| !judge.is_ignored_folder(name)) {
                self.hold_all(folder, &format!("{why}, unless you say --ignore {name}/"), plan);
            }
        }
        let file = path.rsplit('/').next().unwrap_or(path);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut parts = stem.split('.');
        let is_index = is_of_folder(file);
        let is_first = parts.next().is_some_and(closed_file);
        let is_kept = stem.starts_with('_') && !is_index || parts.any(is_closed) || is_first;
        if !is_kept || judge.is_ignored(file) {
            return;
        }
        if self.0.insert(path.to_owned()) {
            let why = "a file that is called so is no page there, unless you say --ignore";
            plan.hold_back(path, &format!("{why} {file}"));
        }
        self.hold_around(path);
    }

    /// What holds for the text of a folder holds for the folder.
    fn hold_around(&mut self, path: &str) {
        if let Some((around, file)) = path.rsplit_once('/')
            && is_of_folder(file)
        {
            self.0.insert(around.to_owned());
        }
    }

    /// `posts/posts.json` speaks of all in `posts`, `posts/first.json` of the text beside it.
    fn look_at_data(
        &mut self,
        path: &str,
        folder: &Folder,
        judge: &Judge,
        told: &mut Told,
        plan: &mut Plan,
    ) {
        let (around, file) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let stem = stem.strip_suffix(".11tydata").unwrap_or(stem);
        let name = around.rsplit('/').next().filter(|it| !it.is_empty());
        let is_named = name.map_or_else(|| folder.name(), str::to_owned) == stem;
        let is_of_folder = !file.ends_with(".meta") && is_named || OF_FOLDERS.contains(&file);
        let beside = if around.is_empty() { stem.to_owned() } else { format!("{around}/{stem}") };
        let start = format!("{beside}.");
        let texts = folder.texts.range(start.clone()..).map(|(path, _)| path);
        let texts = texts.take_while(|path| path.starts_with(&start));
        let is_beside =
            |path: &&String| path.rsplit_once('.').is_some_and(|(stem, _)| stem == beside);
        let texts: Vec<String> = texts.filter(is_beside).cloned().collect();
        if !is_of_folder && texts.is_empty() || judge.is_ignored(file) {
            return;
        }
        let publication = match folder
            .read_data(path)
            .ok()
            .as_deref()
            .and_then(|it| values_in(file, it))
        {
            Some(values) => judge.publication(said_in(&values)),
            None => Publication::Held(format!(
                "it cannot be read here, and could say who may read what is beside it, unless you say --ignore {file}"
            )),
        };
        // What is known of a day here is not known by the text.
        let publication = match publication {
            Publication::Open => return,
            Publication::From(date) => {
                Publication::Held(format!("it was to be public from {date}"))
            }
            Publication::Draft => Publication::Held("it says that they are drafts".to_owned()),
            other => other,
        };
        told.hear(path, &publication, plan);
        texts.iter().for_each(|text| self.hold_around(text));
        self.0.extend(texts);
        if is_of_folder {
            self.0.insert(around.to_owned());
        }
    }
}

/// Whether what the text at the top says keeps all below it from some. A flag that is not known is its own.
fn is_for_all(source: &Source<'_>, judge: &Judge) -> bool {
    let is_kept = matches!(source.publication, Publication::Draft | Publication::Held(_));
    is_kept || source.cascade(judge) != Publication::Open
}

/// Why a folder with this name is none of pages.
fn why_kept(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    if OPEN_FOLDERS.contains(&lower.as_str()) {
        return None;
    }
    if closed_name(name) {
        return Some("a folder that is called so is not for everybody");
    }
    if TEMPLATES.contains(&lower.as_str()) {
        return Some("they are the beginnings of texts");
    }
    name.starts_with('_').then_some("what begins with _ is no page there")
}

/// Whether a file is the text of the folder it is in: `_index.en.md`, `index.md`.
fn is_of_folder(file: &str) -> bool {
    matches!(file.split('.').next(), Some("_index" | "index"))
}

/// Whether one of the words of a name is one for drafts. Notion writes 32 digits behind it.
fn closed_name(name: &str) -> bool {
    is_closed(name) || words_of(name).any(is_closed)
}

/// The same of the name of a text. These are often titles, in which such a word may mean something else unless it
/// stands at the beginning.
fn closed_file(name: &str) -> bool {
    let is_digit = |it: char| it.is_ascii_digit() || "-_. ".contains(it);
    let mut words = words_of(name.trim_start_matches(is_digit));
    let is_draft = |word: &str| matches!(fold(word).as_str(), "draft" | "drafts" | "wip");
    is_closed(name) || words.next().is_some_and(is_closed) || words.any(is_draft)
}

fn words_of(name: &str) -> impl Iterator<Item = &str> {
    let is_id = |word: &&str| word.len() == 32 && word.bytes().all(|it| it.is_ascii_hexdigit());
    let words = name.split(|it: char| !it.is_alphanumeric());
    words.filter(move |word| !word.is_empty() && !is_id(word))
}

/// The values of a file beside texts; none where it cannot be read. A list says nothing of a text.
fn values_in(file: &str, text: &str) -> Option<Map<String, Value>> {
    if file.ends_with(".meta") {
        return Some(dotted(text)?.into_iter().collect());
    }
    if file.ends_with(".yml") || file.ends_with(".yaml") {
        return read_yaml(text).ok();
    }
    if !file.ends_with(".json") {
        return None;
    }
    match serde_json::from_str(text).map(texts_of_json).ok()? {
        Value::Object(values) => Some(values),
        _ => Some(Map::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_kept_by_their_names() {
        for (name, is_kept) in [
            ("_posts", false),
            ("_Pages", false),
            ("posts", false),
            ("draft-horses", true),
            ("01 - Drafts", true),
            ("Private 1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d", true),
            ("drafting", false),
            ("_notes", true),
            ("_includes", true),
            ("_drafts", true),
            ("Drafts", true),
            ("draft", true),
            ("Private", true),
            ("trash", true),
            ("archetypes", true),
        ] {
            assert_eq!(why_kept(name).is_some(), is_kept, "{name}");
        }
    }

    #[test]
    fn texts_are_kept_by_the_first_of_their_words() {
        for (name, is_kept) in [
            ("draft", true),
            ("DRAFT my letter", true),
            ("2020-01-02-private-letter", true),
            ("letter-draft-2", true),
            ("the-hidden-fortress", false),
            ("my-letter", false),
            ("2020", false),
        ] {
            assert_eq!(closed_file(name), is_kept, "{name}");
        }
    }

    #[test]
    fn what_is_below_is_held_back() {
        let held = HeldBack(["a/b", "c/d.md"].map(str::to_owned).into());
        for (path, is_held) in [
            ("a/b", true),
            ("a/b/c.md", true),
            ("a/b/c/d.md", true),
            ("a/bc.md", false),
            ("a", false),
            ("c/d.md", true),
            ("c/e.md", false),
        ] {
            assert_eq!(held.holds(path), is_held, "{path}");
        }
        assert!(HeldBack([String::new()].into()).holds("any.md"));
    }
}
