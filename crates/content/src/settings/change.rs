use kernel::{FieldErrors, Id, Patch};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Accent, ColourScheme, Header, Home, Look, Profile, ProfileLink, PublicResume, ResumePart,
    SiteSettings, TextFace, TextSize, language,
};
use crate::fields::{check_image_url, check_length, check_line, check_title, set};
use crate::href::check_href;

/// A change of the settings: what is absent stays as it is, also inside `profile`, `look` and
/// `resume`. Lists and `home` are replaced as a whole.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SettingsChange {
    /// 1 to 120 characters on one line.
    #[schemars(length(max = 120), regex(pattern = kernel::pattern::FILLED_LINE))]
    pub title: Option<String>,
    /// Up to 300 characters on one line.
    #[schemars(length(max = 300), regex(pattern = kernel::pattern::LINE))]
    pub tagline: Option<String>,
    /// A BCP 47 tag such as `en` or `de-CH`.
    #[schemars(length(max = 35), regex(pattern = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"))]
    pub language: Option<String>,
    pub profile: Option<ProfileChange>,
    pub home: Option<Home>,
    pub look: Option<LookChange>,
    /// Up to 500 characters on one line.
    #[schemars(length(max = 500), regex(pattern = kernel::pattern::LINE))]
    pub footer: Option<String>,
    pub indexable: Option<bool>,
    pub resume: Option<ResumeChange>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ProfileChange {
    /// Up to 120 characters on one line.
    #[schemars(length(max = 120), regex(pattern = kernel::pattern::LINE))]
    pub name: Option<String>,
    /// Up to 2000 characters of plain text.
    #[schemars(length(max = 2000))]
    pub biography: Option<String>,
    /// A site path or an http or https address. Null or empty: none.
    #[schemars(length(max = 2048), regex(pattern = kernel::pattern::IMAGE_OR_EMPTY))]
    pub portrait: Patch<String>,
    #[schemars(length(max = 30))]
    pub links: Option<Vec<ProfileLink>>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LookChange {
    pub accent: Option<Accent>,
    pub text_face: Option<TextFace>,
    pub text_size: Option<TextSize>,
    /// 50 to 80 characters.
    #[schemars(range(min = 50, max = 80))]
    #[serde(deserialize_with = "kernel::whole_number")]
    pub width: Option<i64>,
    pub header: Option<Header>,
    pub colour_scheme: Option<ColourScheme>,
    pub theme_switch: Option<bool>,
    pub margin_notes: Option<bool>,
    pub credit: Option<bool>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ResumeChange {
    /// Null takes the public resume away.
    pub id: Patch<Id>,
    pub show: Option<Vec<ResumePart>>,
}

const MOST_LINKS: usize = 30;

impl SettingsChange {
    /// Checks each value that was given, and gives those that have a usual spelling that one.
    pub(crate) fn check(&mut self, errors: &mut FieldErrors) {
        if let Some(title) = &self.title {
            errors.keep("title", check_title(title, 120));
        }
        for (field, text, longest) in
            [("tagline", &self.tagline, 300), ("footer", &self.footer, 500)]
        {
            if let Some(text) = text {
                errors.keep(field, check_line(text, longest));
            }
        }
        if let Some(tag) = &mut self.language {
            *tag = errors.keep("language", language::normalise(tag)).unwrap_or_default();
        }
        if let Some(profile) = &self.profile {
            profile.check(errors);
        }
        if let Some(look) = &self.look {
            look.check(errors);
        }
    }

    pub(super) fn apply(self, settings: &mut SiteSettings) {
        // Taken apart by name, so that a new setting that is not applied does not compile.
        let Self { title, tagline, language, profile, home, look, footer, indexable, resume } =
            self;
        set(&mut settings.title, title);
        set(&mut settings.tagline, tagline);
        set(&mut settings.language, language);
        set(&mut settings.home, home);
        set(&mut settings.footer, footer);
        set(&mut settings.indexable, indexable);
        if let Some(profile) = profile {
            profile.apply(&mut settings.profile);
        }
        if let Some(look) = look {
            look.apply(&mut settings.look);
        }
        if let Some(resume) = resume {
            resume.apply(&mut settings.resume);
        }
    }
}

impl ProfileChange {
    fn check(&self, errors: &mut FieldErrors) {
        if let Some(name) = &self.name {
            errors.keep("profile.name", check_line(name, 120));
        }
        if let Some(biography) = &self.biography {
            errors.keep("profile.biography", check_length(biography, 2000));
        }
        match &self.portrait {
            Patch::Value(portrait) if !portrait.is_empty() => {
                errors.keep("profile.portrait", check_image_url(portrait));
            }
            _ => {}
        }
        let links = self.links.as_deref().unwrap_or_default();
        if links.len() > MOST_LINKS {
            errors.add("profile.links", format!("may have up to {MOST_LINKS} entries"));
        }
        for (index, link) in links.iter().enumerate() {
            let field = |part: &str| format!("profile.links[{index}].{part}");
            errors.keep(&field("title"), check_title(&link.title, 100));
            errors.keep(&field("url"), check_href(&link.url));
            errors.keep(&field("kind"), check_kind(&link.kind));
        }
    }

    fn apply(self, profile: &mut Profile) {
        let Self { name, biography, portrait, links } = self;
        set(&mut profile.name, name);
        set(&mut profile.biography, biography);
        let portrait = portrait.change();
        set(&mut profile.portrait, portrait.map(|given| given.filter(|url| !url.is_empty())));
        set(&mut profile.links, links);
    }
}

fn check_kind(kind: &str) -> Result<(), &'static str> {
    let is_word_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    let fits = (1..=40).contains(&kind.len()) && !kind.starts_with('-');
    match fits && kind.bytes().all(is_word_part) {
        true => Ok(()),
        false => Err("must be a word of lower-case letters, digits and hyphens"),
    }
}

impl LookChange {
    fn check(&self, errors: &mut FieldErrors) {
        if let Some(Accent { hue, chroma }) = self.accent {
            if !(0.0..=360.0).contains(&hue) {
                errors.add("look.accent.hue", "must be between 0 and 360");
            }
            if !(0.0..=Accent::MOST_CHROMA).contains(&chroma) {
                let message = format!("must be between 0 and {}", Accent::MOST_CHROMA);
                errors.add("look.accent.chroma", message);
            }
        }
        if self.width.is_some_and(|width| !(50..=80).contains(&width)) {
            errors.add("look.width", "must be between 50 and 80");
        }
    }

    fn apply(self, look: &mut Look) {
        set(&mut look.accent, self.accent);
        set(&mut look.text_face, self.text_face);
        set(&mut look.text_size, self.text_size);
        set(&mut look.width, self.width.and_then(|width| u8::try_from(width).ok()));
        set(&mut look.header, self.header);
        set(&mut look.colour_scheme, self.colour_scheme);
        set(&mut look.theme_switch, self.theme_switch);
        set(&mut look.margin_notes, self.margin_notes);
        set(&mut look.credit, self.credit);
    }
}

impl ResumeChange {
    fn apply(self, resume: &mut PublicResume) {
        set(&mut resume.id, self.id.change());
        if let Some(mut show) = self.show {
            // One order and no repetition, so that the same choice gives the same document.
            show.sort_unstable();
            show.dedup();
            resume.show = show;
        }
    }
}
