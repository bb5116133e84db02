use std::fmt::Write;

use super::xml::text;
use super::{Feed, FeedEntry};

/// A feed as RFC 4287 has it.
pub(crate) fn atom(feed: &Feed) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    write_feed(&mut xml, feed).expect("a string takes everything");
    xml
}

fn write_feed(xml: &mut String, feed: &Feed) -> std::fmt::Result {
    let Feed { title, subtitle, language, page, address, updated, author, author_page, .. } = feed;
    writeln!(
        xml,
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n<id>{}</id>\n\
         <title>{}</title>\n<updated>{updated}</updated>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n\
         <author><name>{}</name><uri>{}</uri></author>\n<generator>Folia</generator>",
        text(language),
        // The page's address names the feed for good. The feed's own may change with its form.
        text(page),
        text(title),
        text(address),
        text(page),
        text(author),
        text(author_page),
    )?;
    if !subtitle.is_empty() {
        writeln!(xml, "<subtitle>{}</subtitle>", text(subtitle))?;
    }
    for entry in &feed.entries {
        write_entry(xml, entry)?;
    }
    xml.push_str("</feed>\n");
    Ok(())
}

fn write_entry(xml: &mut String, entry: &FeedEntry) -> std::fmt::Result {
    let FeedEntry { title, address, published, updated, summary, html, .. } = entry;
    writeln!(
        xml,
        "<entry>\n<id>{}</id>\n<title>{}</title>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\n\
         <published>{published}</published>\n<updated>{updated}</updated>",
        entry.name(),
        text(title),
        text(address),
    )?;
    for tag in &entry.tags {
        writeln!(xml, "<category term=\"{}\"/>", text(tag))?;
    }
    if !summary.is_empty() {
        writeln!(xml, "<summary>{}</summary>", text(summary))?;
    }
    if !html.is_empty() {
        writeln!(xml, "<content type=\"html\">{}</content>", text(html))?;
    }
    xml.push_str("</entry>\n");
    Ok(())
}
