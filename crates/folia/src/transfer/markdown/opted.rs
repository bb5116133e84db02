//! Vaults in which a text is public only when it says so: one of them says yes under a name that means this, so all
//! that do not say it were for nobody. Other programs write `published: true` above some of their texts and mean nothing
//! by its absence, so this is done only for names of programs that publish by them.

use super::text::{Kind, Source};
use crate::transfer::plan::Plan;
use crate::transfer::publication::{Judge, fold, says};

/// The digital garden and the publisher of Obsidian and Quartz, and Logseq.
const NAMES: [&str; 3] = ["dgpublish", "publish", "public"];

/// The name by which the texts of an import say that they are public, if they do.
pub(super) fn opted<'a>(sources: &'a [Source<'_>], judge: &Judge) -> Option<&'a str> {
    let names = sources.iter().filter_map(yes_in);
    names.filter(|name| !judge.is_ignored(name)).max_by_key(|name| NAMES[0] == fold(name))
}

/// Whether a text does not say it, though others do.
pub(super) fn is_silent(source: &Source<'_>, opted: Option<&str>) -> bool {
    opted.is_some() && source.kind == Kind::Item && yes_in(source).is_none()
}

pub(super) fn tell(silent: usize, name: &str, plan: &mut Plan) {
    if silent > 0 {
        let why = format!(
            "others say `{name}: true`, and these do not; they are drafts, unless you say --ignore {name}"
        );
        plan.refuse(format!("the publication of {silent} texts"), why);
    }
}

/// The name under which a text says it.
fn yes_in<'a>(source: &'a Source<'_>) -> Option<&'a str> {
    let said = source.matter.said().filter(|(name, _)| NAMES.contains(&fold(name).as_str()));
    let name = said.filter(|(_, value)| says(value) == Some(true)).map(|(name, _)| name);
    // Logseq has its properties in the text.
    let lines = source.markdown.lines().take(20).filter_map(|line| line.split_once("::"));
    let lines = lines.map(|(name, value)| (name.trim_matches([' ', '\t', '-']), value));
    let lines = lines.filter(|(name, _)| NAMES.contains(&fold(name).as_str()));
    let lines = lines.filter(|(_, value)| says(&(*value).into()) == Some(true));
    name.chain(lines.map(|(name, _)| name)).next()
}
