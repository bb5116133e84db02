use serde_json::{Map, Value, json};

use super::DemoError;
use super::existing::Existing;
use super::pictures::{Uploads, upload_all};
use super::texts::{self, Item, Section};
use crate::client::Client;

/// What the sample consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filled {
    pub(crate) sections: usize,
    pub(crate) items: usize,
    pub(crate) pictures: usize,
}

/// Pictures first, as everything else shows them; the settings last, as they name what is there.
pub(super) async fn fill(client: &Client) -> Result<Filled, DemoError> {
    let sample = texts::sample()?;
    let existing = Existing::read(client).await?;
    let uploads = upload_all(client, sample.pictures, &existing).await?;
    let mut filled = Filled { pictures: uploads.len(), ..Filled::default() };
    // The tree as a list, so that no future has to hold itself.
    let mut waiting: Vec<(Section, Value)> = sample.sections.into_iter().map(top).collect();
    // The last in the list is taken next, so they are reversed to keep their order on the site.
    waiting.reverse();
    while let Some((section, parent_id)) = waiting.pop() {
        let mut values = section.values;
        let made = match existing.section(&parent_id, &values["title"]) {
            Some(made) => made,
            None => {
                values.insert("parent_id".to_owned(), parent_id);
                values.insert("is_published".to_owned(), true.into());
                client.post("/sections", &values.into()).await?
            }
        };
        filled.sections += 1;
        for item in section.items {
            if !existing.has_item(&made["id"], &item.content_type, &item.values["title"]) {
                create_item(client, &made["id"], item, &uploads).await?;
            }
            filled.items += 1;
        }
        let below = section.sections.into_iter().rev();
        waiting.extend(below.map(|section| (section, made["id"].clone())));
    }
    for link in &sample.navlinks {
        if !link["url"].as_str().is_some_and(|url| existing.navlinks.contains(url)) {
            client.post("/navlinks", link).await?;
        }
    }
    for mut opinion in texts::opinions()? {
        if !opinion["text"].as_str().is_some_and(|text| existing.opinions.contains(text)) {
            opinion["source"] = "opinion".into();
            client.post("/content/chunks", &opinion).await?;
        }
    }
    let resume = match existing.resume {
        Some(resume) => resume,
        None => {
            let resume = json!({ "title": "Sample resume", "document": texts::resume()? });
            client.post("/resumes", &resume).await?
        }
    };
    let settings = settings(sample.settings, &uploads, &resume)?;
    client.put("/settings", &settings).await?;
    Ok(filled)
}

fn top(section: Section) -> (Section, Value) {
    (section, Value::Null)
}

async fn create_item(
    client: &Client,
    section_id: &Value,
    item: Item,
    uploads: &Uploads,
) -> Result<(), DemoError> {
    let mut values = item.values;
    values.insert("section_id".to_owned(), section_id.clone());
    // Or as the sample says: one of its texts is a draft.
    values.entry("is_published").or_insert(true.into());
    if let Some(name) = &item.body {
        let body = with_pictures(texts::body(name)?, uploads)?;
        values.insert("body".to_owned(), body.into());
    }
    if let Some(name) = &item.picture {
        show(&mut values, &item.content_type, upload(uploads, name)?);
    }
    client.post(&format!("/content/{}", item.content_type), &values.into()).await?;
    Ok(())
}

/// The picture of an item: what an image is, and what stands beside the title of anything else.
fn show(values: &mut Map<String, Value>, content_type: &str, upload: &Value) {
    values.insert("image_url".to_owned(), upload["url"].clone());
    values.insert("image_alt".to_owned(), upload["alt"].clone());
    if content_type == "image" {
        values.insert("media_id".to_owned(), upload["id"].clone());
    }
}

/// The body with the markup of each picture in the place that names it.
fn with_pictures(body: &str, uploads: &Uploads) -> Result<String, DemoError> {
    let mut parts = body.split("{{picture ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, rest)) = part.split_once("}}") else {
            return Err(DemoError::Broken("a picture without an end".to_owned()));
        };
        text.push_str(upload(uploads, name)?["markup"].as_str().unwrap_or_default());
        text.push_str(rest);
    }
    Ok(text)
}

fn settings(mut values: Value, uploads: &Uploads, resume: &Value) -> Result<Value, DemoError> {
    let profile = values["profile"].as_object_mut();
    if let Some((profile, name)) =
        profile.and_then(|it| it.remove("picture").map(|name| (it, name)))
    {
        let portrait = upload(uploads, name.as_str().unwrap_or_default())?["url"].clone();
        profile.insert("portrait".to_owned(), portrait);
    }
    values["resume"] = json!({ "id": resume["id"], "show": ["city", "picture", "pdf"] });
    Ok(values)
}

fn upload<'a>(uploads: &'a Uploads, name: &str) -> Result<&'a Value, DemoError> {
    uploads.get(name).ok_or_else(|| DemoError::Broken(format!("no picture {name}")))
}
