//! Documents by themselves. Each is turned into the request that would have made it, and that request
//! is checked.

use kernel::{FieldErrors, Patch, SitePath};
use store::{Fault, Findings};

use super::change_item;
use crate::fields::tidy_words;
use crate::items::{Extra, Item, ItemInput};
use crate::misses::Miss;
use crate::navlinks::{NavLink, NavLinkInput};
use crate::revisions::Said;
use crate::sections::{Section, SectionInput};
use crate::settings::{LookChange, ProfileChange, SettingsChange, SiteSettings, normalise};

/// As long as the list of missed addresses lets one be.
const LONGEST_MISS: usize = 200;

pub(super) fn check_section(section: &Section, findings: &mut Findings) {
    let input = SectionInput {
        title: Some(section.title.clone()),
        icon: Some(section.icon.clone()),
        description: section.description.clone(),
        image_url: section.image_url.clone(),
        ..SectionInput::default()
    };
    let mut errors = FieldErrors::default();
    input.check(&mut errors);
    findings.add_invalid("sections.values", section.id, errors);
}

pub(super) fn check_item(item: &Item, findings: &mut Findings) {
    let id = item.id;
    let said = Said::by(item);
    findings.add_invalid("items.values", id, errors_in(&said));
    let Extra { technologies, .. } = &item.extra;
    let is_tidy = |words: &[String]| tidy_words(words.to_vec()) == words;
    if !is_tidy(&item.tags) || !is_tidy(technologies) {
        let fault = Fault::new("items.words", id, "has tags or technologies twice or with blanks");
        findings.add_with_mend(fault, "each stands there once", move |transaction| {
            change_item(transaction, id, |item, _| {
                item.tags = tidy_words(std::mem::take(&mut item.tags));
                let technologies = std::mem::take(&mut item.extra.technologies);
                item.extra.technologies = tidy_words(technologies);
            })
        });
    }
    if item.is_published && item.published_at.is_none() {
        let fault = Fault::new("items.date", id, "is published without a date");
        // The date that it is listed under anyway.
        findings.add_with_mend(fault, "its date is that of its making", move |transaction| {
            change_item(transaction, id, |item, _| item.published_at = Some(item.created_at))
        });
    }
}

/// What is wrong with what an item says, beside its body.
pub(super) fn errors_in(said: &Said) -> FieldErrors {
    let given = |text: &Option<String>| match text {
        Some(text) => Patch::Value(text.clone()),
        None => Patch::Null,
    };
    let extra = &said.extra;
    let input = ItemInput {
        title: Some(said.title.clone()),
        summary: Patch::Value(said.summary.clone()),
        image_url: given(&said.image_url),
        image_alt: given(&said.image_alt),
        tags: Some(said.tags.clone()),
        technologies: Some(extra.technologies.clone()),
        links: Some(extra.links.clone()),
        started_on: given(&extra.started_on),
        ended_on: given(&extra.ended_on),
        media_id: given(&extra.media_id),
        caption: given(&extra.caption),
        ..ItemInput::default()
    };
    let mut errors = FieldErrors::default();
    input.check(&mut errors);
    errors
}

pub(super) fn check_navlink(link: &NavLink, findings: &mut Findings) {
    let input = NavLinkInput {
        title: Some(link.title.clone()),
        url: Some(link.url.clone()),
        icon: Some(link.icon.clone()),
        ..NavLinkInput::default()
    };
    let mut errors = FieldErrors::default();
    input.check(&mut errors);
    findings.add_invalid("navlinks.values", link.id, errors);
}

pub(super) fn errors_in_settings(settings: &SiteSettings) -> FieldErrors {
    let profile = &settings.profile;
    let mut change = SettingsChange {
        title: Some(settings.title.clone()),
        tagline: Some(settings.tagline.clone()),
        language: Some(settings.language.clone()),
        profile: Some(ProfileChange {
            name: Some(profile.name.clone()),
            biography: Some(profile.biography.clone()),
            portrait: profile.portrait.clone().map_or(Patch::Null, Patch::Value),
            links: Some(profile.links.clone()),
        }),
        look: Some(LookChange {
            accent: Some(settings.look.accent),
            width: Some(settings.look.width.into()),
            ..LookChange::default()
        }),
        footer: Some(settings.footer.clone()),
        ..SettingsChange::default()
    };
    let mut errors = FieldErrors::default();
    change.check(&mut errors);
    if normalise(&settings.language).is_ok_and(|usual| usual != settings.language) {
        errors.add("language", "must be in its usual spelling");
    }
    errors
}

/// Looser than what is counted today: which addresses are probes is learned with time, and an archive
/// from before must come back.
pub(super) fn check_miss(miss: &Miss, findings: &mut Findings) {
    let id = miss.id;
    let path = miss.path.as_str();
    let is_plain = SitePath::new(path) == miss.path && !path.contains(char::is_control);
    if path.is_empty() || path.len() > LONGEST_MISS || !is_plain {
        let fault = Fault::new("misses.path", id, "names no address that is counted");
        findings.add_with_mend(fault, "it is forgotten", move |transaction| {
            transaction.delete::<Miss>(id)
        });
    }
}
