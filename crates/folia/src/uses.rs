//! Who shows the uploads: the one place that knows both the media and all who show them.

use std::sync::Arc;

use career::Career;
use content::Content;
use content::items::ContentType;
use content::media_uses::{MediaPlace, MediaUse, uploads_in};
use content::redirects::Thing;
use content::settings::Settings;
use media::uses::{FindUses, Place, Use, UsedBy, Uses};
use store::StoreError;

/// Finds every place that shows an upload.
pub(crate) fn find_uses(content: Content, settings: Settings, career: Career) -> FindUses {
    Arc::new(move || {
        let (content, settings, career) = (content.clone(), settings.clone(), career.clone());
        Box::pin(async move { gather(&content, &settings, &career).await })
    })
}

async fn gather(
    content: &Content,
    settings: &Settings,
    career: &Career,
) -> Result<Uses, StoreError> {
    let mut uses = Uses::new();
    let settings = settings.current();
    let portrait = settings.profile.portrait.as_deref().unwrap_or_default();
    for upload in uploads_in(portrait) {
        uses.entry(upload).or_default().push(of_settings(&settings.title));
    }
    for found in content.media_uses().await? {
        uses.entry(found.upload).or_default().push(of_content(found));
    }
    for resume in career.all_resumes().await? {
        for upload in uploads_in(&resume.document) {
            let (id, title) = (Some(resume.id), resume.title.clone());
            let shown = Use { kind: UsedBy::Resume, id, title, place: Place::Resume, ..outside() };
            uses.entry(upload).or_default().push(shown);
        }
    }
    Ok(uses)
}

/// What has no address of its own.
fn outside() -> Use {
    Use {
        kind: UsedBy::Settings,
        id: None,
        title: String::new(),
        path: None,
        is_published: true,
        is_deleted: false,
        place: Place::Settings,
    }
}

fn of_settings(title: &str) -> Use {
    Use { title: title.to_owned(), ..outside() }
}

fn of_content(found: MediaUse) -> Use {
    let (kind, id) = match found.thing {
        Thing::Section(id) => (UsedBy::Section, id),
        Thing::Item(ContentType::Story, id) => (UsedBy::Story, id),
        Thing::Item(ContentType::Project, id) => (UsedBy::Project, id),
        Thing::Item(ContentType::Page, id) => (UsedBy::Page, id),
        Thing::Item(ContentType::Image, id) => (UsedBy::Image, id),
    };
    Use {
        kind,
        id: Some(id),
        title: found.title,
        is_deleted: found.path.is_none(),
        path: found.path,
        is_published: found.is_published,
        place: match found.place {
            MediaPlace::Body => Place::Body,
            MediaPlace::Cover => Place::Cover,
            MediaPlace::Image => Place::Image,
            MediaPlace::Section => Place::Section,
        },
    }
}
