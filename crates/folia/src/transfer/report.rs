use kernel::Timestamp;

use super::plan::Refused;

/// What a transfer has done, or would do.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) dry_run: bool,
    pub(super) steps: Vec<Step>,
    pub(super) refused: Vec<Refused>,
}

/// One thing that was done, or left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Section {
        path: String,
        is_published: bool,
    },
    Item {
        kind: &'static str,
        path: String,
        source: String,
        is_published: bool,
        /// When it is published, where that lies ahead.
        from: Option<Timestamp>,
    },
    Picture {
        file: String,
    },
    Redirect {
        from: String,
        to: String,
    },
    /// A file of an earlier form of this site.
    File {
        path: String,
    },
    /// A link of the menu.
    Link {
        title: String,
    },
    KeptLink {
        title: String,
    },
    /// Something is there already.
    Kept {
        what: &'static str,
        path: String,
    },
}

impl Step {
    fn told(&self) -> String {
        match self {
            Self::Section { path, is_published } => {
                format!("section /{path}{}", if *is_published { "" } else { ", a draft" })
            }
            Self::Item { kind, path, source, is_published, from } => {
                let how = match (is_published, from) {
                    (false, _) => ", a draft".to_owned(),
                    (true, Some(from)) => format!("; nobody sees it before {from}"),
                    (true, None) => String::new(),
                };
                format!("{kind} /{path} from {source}{how}")
            }
            Self::Picture { file } => format!("picture {file}"),
            Self::Redirect { from, to } => format!("redirect /{from} to /{to}"),
            Self::File { path } => format!("file /{path}"),
            Self::Link { title } => format!("menu link {title}"),
            Self::KeptLink { title } => format!("menu link {title} is there already"),
            Self::Kept { what, path } => format!("{what} /{path} is there already"),
        }
    }
}

impl Report {
    pub(super) fn new(dry_run: bool, refused: Vec<Refused>) -> Self {
        Self { dry_run, steps: Vec::new(), refused }
    }

    pub(super) fn refuse(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.refused.push(Refused { what: what.into(), why: why.into() });
    }

    /// Everything in lines: each step, what does not come along and why, and how many of each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let verb = if self.dry_run { "would make" } else { "made" };
        let steps = self.steps.iter().map(|step| match step {
            Step::Kept { .. } | Step::KeptLink { .. } => step.told(),
            step => format!("{verb} {}", step.told()),
        });
        let refused = self.refused.iter();
        let refused = refused.map(|Refused { what, why }| format!("left out {what}: {why}"));
        let lines = steps.chain(refused).chain([self.public(), self.total()]);
        // One of them is one line, whatever a file is called.
        lines.map(|line| line.replace('\r', "\\r").replace('\n', "\\n")).collect()
    }

    /// How much everybody may read, which is what somebody wants to know first.
    fn public(&self) -> String {
        let are = if self.dry_run { "would be" } else { "are" };
        let is_public =
            |step: &&Step| matches!(step, Step::Item { is_published: true, from: None, .. });
        let is_later =
            |step: &&Step| matches!(step, Step::Item { is_published: true, from: Some(_), .. });
        let public = self.steps.iter().filter(is_public).count();
        let later = match self.steps.iter().filter(is_later).count() {
            0 => String::new(),
            later => format!(", and {later} on a day that lies ahead"),
        };
        let advice = match (public, self.dry_run) {
            (0, _) | (_, false) => "",
            _ => "; to be sure that nothing is, say --drafts and publish by hand",
        };
        format!("{public} of the items {are} public{later}{advice}")
    }

    fn total(&self) -> String {
        let count = |is: fn(&Step) -> bool| self.steps.iter().filter(|step| is(step)).count();
        let sections = count(|step| matches!(step, Step::Section { .. }));
        let items = count(|step| matches!(step, Step::Item { .. }));
        let pictures = count(|step| matches!(step, Step::Picture { .. }));
        let redirects = count(|step| matches!(step, Step::Redirect { .. }));
        let kept = count(|step| matches!(step, Step::Kept { .. } | Step::KeptLink { .. }));
        let files = count(|step| matches!(step, Step::File { .. }));
        let pictures = pictures + files;
        let end = if self.dry_run { "nothing was written" } else { "they are there" };
        format!(
            "{sections} sections, {items} items, {pictures} pictures and {redirects} redirects; \
             {kept} were there already, {} are left out; {end}",
            self.refused.len()
        )
    }
}
