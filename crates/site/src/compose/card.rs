//! What stands on the card of a page.

use content::items::ContentType;
use content::reading::{ItemRef, Items, SectionRef, Within};
use kernel::Page;
use media::Media;

use super::lists::span;
use super::{Composer, resume_name};
use crate::share::{CardFacts, Subject};
use crate::view::{Focus, ShareCard};

/// Among as many of the newest things a picture is looked for.
const LOOKED_AT: u32 = 10;

pub(crate) fn share_card_with(subject: &Subject, facts: &CardFacts) -> ShareCard {
    ShareCard {
        // The address changes with what is on it, for those who keep pictures for long.
        href: format!("{}?v={:016x}", subject.path(), facts.hash() as u64),
        alt: facts.in_words(),
        size: (cards::WIDTH, cards::HEIGHT),
    }
}

impl Composer<'_> {
    /// The card of a page; nothing for what not everybody may see.
    pub(crate) fn share_card(&self, subject: &Subject) -> Option<ShareCard> {
        Some(share_card_with(subject, &self.card_facts(subject)?))
    }

    pub(crate) fn card_facts(&self, subject: &Subject) -> Option<CardFacts> {
        match subject {
            Subject::Home => Some(self.home_card()),
            Subject::Tags => Some(self.plain_card(self.words.tags.clone())),
            Subject::Tag(tag) => self.tag_card(tag),
            Subject::Thing(id) => match self.reading.item(*id) {
                Some(item) => self.item_card(item),
                None => self.section_card(&self.reading.section(*id)?),
            },
            // Resumes are not in the tree.
            Subject::Resume => None,
        }
    }

    /// `tree` is the public part of a resume.
    pub(crate) fn resume_card(&self, tree: &serde_json::Value) -> CardFacts {
        let basics = &tree["basics"];
        let label = basics["label"].as_str().unwrap_or_default().trim().to_owned();
        let picture = basics["image"].as_str().and_then(|address| self.card_picture(address));
        CardFacts { line: label, picture, ..self.plain_card(resume_name(self, tree)) }
    }

    fn plain_card(&self, title: String) -> CardFacts {
        CardFacts {
            site: self.settings.title.clone(),
            title,
            line: String::new(),
            picture: None,
            accent: self.settings.look.accent.shades().light.on_screen(),
        }
    }

    fn home_card(&self) -> CardFacts {
        let portrait = self.settings.profile.portrait.as_deref();
        let portrait = portrait.and_then(|address| self.card_picture(address));
        let mut facts = self.plain_card(self.statement());
        // The name need not stand there twice.
        if facts.site == facts.title {
            facts.site.clear();
        }
        let picture = portrait.or_else(|| self.first_picture(&Items::default()));
        CardFacts { picture, ..facts }
    }

    fn item_card(&self, item: ItemRef<'_>) -> Option<CardFacts> {
        // A draft has no card: whoever knows its id could otherwise read its title.
        if self.item_marker(item).is_some() {
            return None;
        }
        let line = match item.content_type {
            ContentType::Story => item.published_at.map(|date| self.day(date).long()),
            ContentType::Project => Some(span(self.words, item).long()),
            ContentType::Image | ContentType::Page => None,
        };
        let picture = self.image_address(item).and_then(|address| self.card_picture(&address));
        let line = line.unwrap_or_default();
        Some(CardFacts { line, picture, ..self.plain_card(item.title.clone()) })
    }

    fn section_card(&self, section: &SectionRef<'_>) -> Option<CardFacts> {
        if self.section_marker(section).is_some() {
            return None;
        }
        let own = section.image_url.as_deref().and_then(|address| self.card_picture(address));
        let within = Items { within: Within::Subtree(section.id), ..Items::default() };
        let picture = own.or_else(|| self.first_picture(&within));
        Some(CardFacts { picture, ..self.plain_card(section.title.clone()) })
    }

    fn tag_card(&self, tag: &str) -> Option<CardFacts> {
        let wanted = Items { tag: Some(tag), ..Items::default() };
        let total = self.reading.items(&wanted, Page { limit: 1, offset: 0 }).total;
        let total = usize::try_from(total).ok().filter(|total| *total > 0)?;
        let line = self.words.counted(total, &self.words.nouns.entry);
        let picture = self.first_picture(&wanted);
        Some(CardFacts { line, picture, ..self.plain_card(tag.to_owned()) })
    }

    /// The picture of the newest of these things that has one and that everybody may see.
    pub(crate) fn first_picture(&self, wanted: &Items<'_>) -> Option<(String, Focus)> {
        let newest = self.reading.items(wanted, Page { limit: LOOKED_AT, offset: 0 }).items;
        newest
            .into_iter()
            .filter(|item| self.item_marker(*item).is_none())
            .find_map(|item| self.card_picture(&self.image_address(item)?))
    }

    /// The file to draw from: of an upload the one that is large enough, or one from before there
    /// were uploads.
    fn card_picture(&self, address: &str) -> Option<(String, Focus)> {
        let path = address.strip_prefix(self.origin).unwrap_or(address);
        match self.pictures.find(path) {
            Ok(known) => Some(known.drawn_from()),
            // The next round knows it. Without a picture the card would be drawn, and kept, twice.
            Err(Some(wanted)) => {
                self.want(wanted);
                None
            }
            Err(None) => {
                let key = path.strip_prefix("/media/")?;
                let is_ours = Media::is_old_file(key) && key.ends_with(".webp");
                is_ours.then(|| (path.to_owned(), Focus::default()))
            }
        }
    }
}
