//! The XML of an export, read as a stream. Nothing outside of the file is ever looked at: a document that
//! declares entities of its own is refused. Those of HTML are read too, as plugins that write exports use them.

use std::collections::HashMap;
use std::io::BufRead;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::gates::may_gate;
use crate::transfer::words::{as_browsers_read, entity};

/// More than any site has, and a body that no site would take.
const MOST_ENTRIES: usize = 200_000;
const LONGEST_TEXT: usize = 4 * 1024 * 1024;
const DEEPEST: usize = 32;
const MOST_META: usize = 1000;

#[derive(Debug, Default)]
pub(super) struct Export {
    /// `https://old.example`, without a slash at its end.
    pub(super) site: String,
    /// By the name that addresses have for them.
    pub(super) categories: HashMap<String, Category>,
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug, Default)]
pub(super) struct Category {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) parent: String,
}

/// Anything that WordPress keeps: a post, a page, a file.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) status: String,
    /// Without it nobody could read it.
    pub(super) password: String,
    pub(super) title: String,
    pub(super) name: String,
    pub(super) link: String,
    pub(super) content: String,
    pub(super) excerpt: String,
    pub(super) date: String,
    pub(super) date_gmt: String,
    /// Names and titles.
    pub(super) categories: Vec<(String, String)>,
    pub(super) tags: Vec<String>,
    /// The address of a file.
    pub(super) attachment: String,
    /// The id of the file that stands for it.
    pub(super) thumbnail: String,
    pub(super) comments: usize,
    pub(super) meta_key: String,
    /// Metadata that may be about readers, by key.
    pub(super) meta: Vec<(String, String)>,
}

pub(super) fn read(file: impl BufRead) -> Result<Export, String> {
    let mut reader = Reader::from_reader(file);
    // An element that is empty ends like any other.
    reader.config_mut().expand_empty_elements = true;
    let mut state = State::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer);
        let event =
            event.map_err(|error| format!("{error}, at byte {}", reader.error_position()))?;
        match event {
            Event::Start(start) => state.begin(&start)?,
            Event::End(_) => state.end()?,
            Event::Text(text) => state.add(&text.decode().map_err(|it| it.to_string())?)?,
            Event::CData(text) => state.add(&text.decode().map_err(|it| it.to_string())?)?,
            Event::GeneralRef(name) => {
                let number = name.resolve_char_ref().ok().flatten();
                let name = name.decode().map_err(|it| it.to_string())?;
                let meant = match number {
                    Some(letter) => as_browsers_read(letter).to_string(),
                    None => meaning(&name),
                };
                state.add(&meant)?;
            }
            Event::DocType(_) => return Err("it declares a document type".to_owned()),
            Event::Eof => break,
            _ => {}
        }
    }
    match (state.open.last(), state.is_export) {
        (Some(name), _) => Err(format!("it ends inside of <{name}>; the file was cut off")),
        (None, true) => Ok(state.export),
        (None, false) => Err("it holds no channel".to_owned()),
    }
}

/// What nobody knows is what stands there, as in a browser.
fn meaning(name: &str) -> String {
    let written = format!("&{name};");
    entity(&written).map_or(written, |(letters, _)| letters)
}

#[derive(Debug, Default)]
struct State {
    export: Export,
    /// The names of the elements that are open.
    open: Vec<String>,
    text: String,
    entry: Option<Entry>,
    category: Option<Category>,
    /// Domain and name of the category or tag that is being read.
    term: (String, String),
    is_export: bool,
}

impl State {
    fn begin(&mut self, start: &BytesStart<'_>) -> Result<(), String> {
        let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
        if self.open.len() >= DEEPEST {
            return Err("it is nested too deep".to_owned());
        }
        match name.as_str() {
            "channel" => self.is_export = true,
            "item" => self.entry = Some(Entry::default()),
            "wp:category" => self.category = Some(Category::default()),
            "wp:comment" => self.entry.iter_mut().for_each(|entry| entry.comments += 1),
            "category" => {
                let attribute = |wanted: &str| {
                    let found = start.try_get_attribute(wanted).ok().flatten();
                    found.map(|it| String::from_utf8_lossy(&it.value).into_owned())
                };
                let domain = attribute("domain").unwrap_or_default();
                self.term = (domain, attribute("nicename").unwrap_or_default());
            }
            _ => {}
        }
        self.text.clear();
        self.open.push(name);
        Ok(())
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        if self.text.len() + text.len() > LONGEST_TEXT {
            return Err(format!("it has a text of more than {LONGEST_TEXT} bytes"));
        }
        self.text.push_str(text);
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let Some(name) = self.open.pop() else { return Ok(()) };
        let text = std::mem::take(&mut self.text);
        match (name.as_str(), &mut self.entry, &mut self.category) {
            ("item", entry, _) => {
                if self.export.entries.len() >= MOST_ENTRIES {
                    return Err("it holds too many entries".to_owned());
                }
                self.export.entries.extend(entry.take());
            }
            ("category", Some(entry), _) => {
                let (domain, name) = std::mem::take(&mut self.term);
                match domain.as_str() {
                    "category" => entry.categories.push((name, text.trim().to_owned())),
                    "post_tag" => entry.tags.push(text.trim().to_owned()),
                    _ => {}
                }
            }
            // What is said of a comment is not said of its post.
            (_, Some(_), _) if self.open.iter().any(|it| it == "wp:comment") => {}
            (name, Some(entry), _) => entry.take_text(name, text),
            ("wp:category", None, category) => {
                let found = category.take().map(|category| (category.name.clone(), category));
                self.export.categories.extend(found);
            }
            (name, None, Some(category)) => category.take_text(name, text),
            ("wp:base_blog_url", None, None) => {
                text.trim().trim_end_matches('/').clone_into(&mut self.export.site);
            }
            ("link", None, None) if self.export.site.is_empty() => {
                text.trim().trim_end_matches('/').clone_into(&mut self.export.site);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Category {
    fn take_text(&mut self, name: &str, text: String) {
        match name {
            "wp:category_nicename" => self.name = text,
            "wp:category_parent" => self.parent = text,
            "wp:cat_name" => self.title = text,
            _ => {}
        }
    }
}

impl Entry {
    fn take_text(&mut self, name: &str, text: String) {
        let line = || text.trim().to_owned();
        match name {
            "title" => self.title = line(),
            "link" => self.link = line(),
            "content:encoded" => self.content = text,
            "excerpt:encoded" => self.excerpt = text,
            "wp:post_id" => self.id = line(),
            "wp:post_type" => self.kind = line(),
            "wp:post_name" => self.name = line(),
            "wp:status" => self.status = line(),
            // A blank is a password, too; what is in lines was only written so.
            "wp:post_password" if text.trim().is_empty() && text.contains('\n') => {}
            "wp:post_password" => self.password = text,
            "wp:post_date" => self.date = line(),
            "wp:post_date_gmt" => self.date_gmt = line(),
            "wp:attachment_url" => self.attachment = line(),
            "wp:meta_key" => self.meta_key = line(),
            "wp:meta_value" if self.meta_key == "_thumbnail_id" => self.thumbnail = line(),
            "wp:meta_value" if self.meta.len() < MOST_META && may_gate(&self.meta_key) => {
                self.meta.push((self.meta_key.clone(), line()));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_and_entities_of_others_are_not() {
        let xml = r#"<?xml version="1.0"?><rss><channel><link>https://old.example/</link>
            <wp:category><wp:category_nicename>sea</wp:category_nicename><wp:cat_name><![CDATA[The Sea]]></wp:cat_name></wp:category>
            <item><title>A &amp; B &#8211; C</title><content:encoded><![CDATA[<p>x</p>]]></content:encoded>
            <category domain="category" nicename="sea"><![CDATA[The Sea]]></category>
            <category domain="post_tag" nicename="t">T</category>
            <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>7</wp:meta_value></wp:postmeta>
            <wp:comment><wp:commentmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:commentmeta></wp:comment>
            <wp:post_name/></item></channel></rss>"#;
        let export = read(xml.as_bytes()).unwrap();
        assert_eq!(export.site, "https://old.example");
        assert_eq!(export.categories["sea"].title, "The Sea");
        let entry = &export.entries[0];
        assert_eq!((entry.title.as_str(), entry.content.as_str()), ("A & B – C", "<p>x</p>"));
        assert_eq!(entry.categories, [("sea".to_owned(), "The Sea".to_owned())]);
        assert_eq!((entry.tags[0].as_str(), entry.thumbnail.as_str()), ("T", "7"));
        let hostile = r#"<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><rss><channel>&e;</channel></rss>"#;
        assert!(read(hostile.as_bytes()).unwrap_err().contains("document type"));
        let named = "<rss><channel><item><title>a&hellip; &eacute;&apos;&lt;&#146;&#10;&e; &#0;</title>\
            </item></channel></rss>";
        let export = read(named.as_bytes()).unwrap();
        assert_eq!(export.entries[0].title, "a… é'<’\n&e; \u{fffd}");
        assert!(read(&b"<rss><channel>a & b</channel></rss>"[..]).unwrap_err().contains("at byte"));
        let deep = "<a>".repeat(100);
        assert!(read(deep.as_bytes()).unwrap_err().contains("deep"));
        assert!(read(&b"<html></html>"[..]).is_err());
        let (start, _) = xml.split_once("<wp:postmeta>").unwrap();
        assert!(read(start.as_bytes()).unwrap_err().contains("ends inside of <item>"));
        for end in ["</item>", "</channel>", "</rss>"] {
            let (start, _) = xml.split_once(end).unwrap();
            assert!(read(start.as_bytes()).unwrap_err().contains("cut off"), "{end}");
        }
    }
}
