//! What machines are told, as schema.org has it. Only values go in; whoever writes the page escapes
//! them for their place.

use content::items::ContentType;
use content::reading::{ItemRef, SectionRef};
use serde_json::{Value, json};

use super::Composer;

const CONTEXT: &str = "https://schema.org";

pub(crate) fn website(composer: &Composer<'_>) -> Value {
    let (origin, settings) = (composer.origin, composer.settings);
    json!({
        "@context": CONTEXT,
        "@type": "WebSite",
        "name": settings.title,
        "description": settings.tagline,
        "url": format!("{origin}/"),
        "inLanguage": settings.language,
        "potentialAction": {
            "@type": "SearchAction",
            "target": format!("{origin}/search?q={{query}}"),
            "query-input": "required name=query",
        },
    })
}

pub(crate) fn person(composer: &Composer<'_>) -> Value {
    let profile = &composer.settings.profile;
    let owner = composer.owner();
    let mut person = json!({
        "@context": CONTEXT,
        "@type": "Person",
        "name": owner.title,
        "url": owner.href,
        "sameAs": composer.me(),
    });
    if !profile.biography.is_empty() {
        person["description"] = json!(profile.biography);
    }
    if let Some(portrait) = &profile.portrait {
        person["image"] = json!(absolute(composer.origin, portrait));
    }
    person
}

pub(crate) fn breadcrumbs(
    composer: &Composer<'_>,
    trail: &[SectionRef<'_>],
    item: Option<ItemRef<'_>>,
) -> Value {
    let origin = composer.origin;
    let sections = trail.iter().map(|section| (section.title.clone(), section.href()));
    let places = sections.chain(item.map(|item| (item.title.clone(), item.href())));
    let list: Vec<Value> = places
        .enumerate()
        .map(|(index, (name, href))| {
            json!({
                "@type": "ListItem",
                "position": index + 1,
                "name": name,
                "item": format!("{origin}{href}"),
            })
        })
        .collect();
    json!({ "@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": list })
}

pub(crate) fn item(composer: &Composer<'_>, item: ItemRef<'_>, words: usize) -> Value {
    let kind = match item.content_type {
        ContentType::Story => "BlogPosting",
        ContentType::Project => "CreativeWork",
        ContentType::Page => "WebPage",
        ContentType::Image => "ImageObject",
    };
    let owner = composer.owner();
    let href = format!("{}{}", composer.origin, item.href());
    let mut data = json!({
        "@context": CONTEXT,
        "@type": kind,
        "headline": item.title,
        "name": item.title,
        "description": item.summary,
        "url": href,
        "mainEntityOfPage": href,
        "dateModified": item.last_changed(),
        "inLanguage": composer.settings.language,
        "author": { "@type": "Person", "name": owner.title, "url": owner.href },
        "keywords": item.tags,
    });
    if let Some(published) = item.published_at {
        data["datePublished"] = json!(published);
    }
    if let Some(url) = &item.image_url {
        let address = absolute(composer.origin, url);
        data["image"] = json!(address);
        if item.content_type == ContentType::Image {
            data["contentUrl"] = json!(address);
        }
    }
    if words > 0 {
        data["wordCount"] = json!(words);
    }
    data
}

pub(crate) fn absolute(origin: &str, address: &str) -> String {
    if address.starts_with('/') { format!("{origin}{address}") } else { address.to_owned() }
}
