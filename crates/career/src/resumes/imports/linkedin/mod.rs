//! The tables of a LinkedIn data export as a JSON Resume document.
//!
//! Columns are known by the names that LinkedIn writes, whatever their order; a table that is absent is
//! simply not there. Nothing is read but what belongs in a resume: no messages, no connections, no date of
//! birth.

mod tables;

use serde_json::{Map, Value, json};

use super::csv::{Row, Table};
use super::text::decode;
use super::zip::Archive;
use super::{ImportError, zip::ZipError};
use crate::resumes::check::find_dangerous;
use crate::resumes::reading::{Warning, iso_date, without_bullet};
use tables::As::{self, Date, Text, Told};
use tables::{LISTS, List};

/// Tables that tell of a life and that JSON Resume has no list for.
const WITHOUT_PLACE: [&str; 4] =
    ["Courses.csv", "Patents.csv", "Organizations.csv", "Test Scores.csv"];

pub(super) fn read(archive: &Archive<'_>) -> Result<(Value, Vec<Warning>), ImportError> {
    let mut export = Export { archive, unpacked: 0, found: false, warnings: Vec::new() };
    let mut document = Map::new();
    let basics = export.basics()?;
    if !basics.is_empty() {
        document.insert("basics".to_owned(), basics.into());
    }
    for list in LISTS {
        let entries = export.list(list)?;
        if !entries.is_empty() {
            document.insert(list.section.to_owned(), Value::Array(entries));
        }
    }
    let references = export.references()?;
    if !references.is_empty() {
        document.insert("references".to_owned(), Value::Array(references));
    }
    if !export.found {
        return Err(ImportError::NoTables);
    }
    for name in WITHOUT_PLACE {
        if archive.names().any(|known| known.eq_ignore_ascii_case(name)) {
            export.warn(name, "has no place in JSON Resume and was not read");
        }
    }
    let mut document = Value::Object(document);
    // What was typed into a form costs itself and not the whole import. Some at a time are found.
    loop {
        let found = find_dangerous(&document, "document");
        if found.is_empty() {
            break;
        }
        for (place, _) in found {
            let address = document.pointer_mut(&pointer(&place));
            *address.ok_or(ImportError::Unwritable)? = Value::Null;
            let message = "is no http, https or mailto address and was left out";
            export.warnings.push(Warning::new(place, message));
        }
    }
    Ok((document, export.warnings))
}

/// Which table of an export a file is, by the names of its columns; none when it is something else.
pub(super) fn table_of(bytes: &[u8]) -> Option<&'static str> {
    const PROFILE: &[&str] = &["First Name", "Last Name", "Headline", "Summary"];
    /// Names that one column has by chance, several do not have.
    const FEWEST: usize = 2;
    const HEAD: usize = 4096;
    let (text, _) = decode(&bytes[..bytes.len().min(HEAD)]);
    // A document of another kind may have such names anywhere.
    if text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[', '-']) {
        return None;
    }
    let has = |columns: &[&str], known_by: &str| {
        let table = Table::read(&text, known_by)?;
        let count = columns.iter().filter(|column| table.has(column)).count();
        (count >= FEWEST).then_some(count)
    };
    let lists = LISTS.iter().filter_map(|list| {
        let columns: Vec<&str> = list.members.iter().map(|(column, _)| *column).collect();
        Some((has(&columns, list.known_by)?, list.file))
    });
    let profile = has(PROFILE, "First Name").map(|count| (count, "Profile.csv"));
    lists.chain(profile).max_by_key(|(count, _)| *count).map(|(_, file)| file)
}

/// `document.basics.profiles[0].url` as `/basics/profiles/0/url`.
fn pointer(place: &str) -> String {
    let inside = place.strip_prefix("document").unwrap_or(place);
    inside.replace(['.', '['], "/").replace(']', "")
}

struct Export<'a> {
    archive: &'a Archive<'a>,
    unpacked: u64,
    /// Whether any table of a resume was there.
    found: bool,
    warnings: Vec<Warning>,
}

impl Export<'_> {
    fn warn(&mut self, file: &str, message: &str) {
        self.warnings.push(Warning::new(format!("file/{file}"), message));
    }

    /// None when there is no such table, or none that can be read as one.
    fn table(&mut self, file: &str, known_by: &str) -> Result<Option<Table>, ZipError> {
        let bytes = match self.archive.unpack(file, &mut self.unpacked) {
            Ok(bytes) => bytes,
            // One table that cannot be opened costs only itself; a bomb costs all, and of an archive
            // with a password none can be opened.
            Err(error @ (ZipError::TooLarge | ZipError::Encrypted)) => return Err(error),
            Err(error) => {
                self.warn(file, &format!("was not read: {error}"));
                None
            }
        };
        let Some(bytes) = bytes else { return Ok(None) };
        let (text, guessed) = decode(&bytes);
        if guessed {
            self.warn(file, "is not in UTF-8 and was read as Windows-1252");
        }
        let table = Table::read(&text, known_by);
        match &table {
            None => self.warn(file, &format!("has no column {known_by} and was not read")),
            Some(table) if table.is_cut => self.warn(file, "has more rows than are read"),
            Some(table) if table.is_open => {
                self.warn(
                    file,
                    "has a quote that is never closed; all behind it was read as one value",
                );
            }
            Some(_) => {}
        }
        self.found |= table.is_some();
        Ok(table)
    }

    fn list(&mut self, list: &List) -> Result<Vec<Value>, ZipError> {
        let Some(table) = self.table(list.file, list.known_by)? else { return Ok(Vec::new()) };
        let entries = table.rows().map(|row| entry(row, list.members));
        Ok(entries.filter(|entry| !entry.is_empty()).map(Value::Object).collect())
    }

    /// What others have written and the owner shows.
    fn references(&mut self) -> Result<Vec<Value>, ZipError> {
        let Some(table) = self.table("Recommendations_Received.csv", "Text")? else {
            return Ok(Vec::new());
        };
        let shown = |row: &Row<'_>| {
            row.get("Status").is_none_or(|status| status.eq_ignore_ascii_case("visible"))
        };
        let entry = |row: Row<'_>| {
            let names = ["First Name", "Last Name"].iter().filter_map(|column| row.get(column));
            let name = names.collect::<Vec<_>>().join(" ");
            Some(json!({ "name": name, "reference": row.get("Text")? }))
        };
        Ok(table.rows().filter(shown).filter_map(entry).collect())
    }

    fn basics(&mut self) -> Result<Map<String, Value>, ZipError> {
        let mut basics = Map::new();
        let mut set = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                basics.insert(name.to_owned(), value.into());
            }
        };
        let profile = self.table("Profile.csv", "First Name")?;
        let mut sites = Vec::new();
        let mut place = Map::new();
        if let Some(row) = profile.as_ref().and_then(|table| table.rows().next()) {
            let told = |column: &str| row.get(column).map(str::to_owned);
            let names: Vec<&str> =
                ["First Name", "Last Name"].iter().filter_map(|column| row.get(column)).collect();
            set("name", (!names.is_empty()).then(|| names.join(" ")));
            set("label", told("Headline"));
            set("summary", told("Summary"));
            for (column, member) in
                [("Address", "address"), ("Zip Code", "postalCode"), ("Geo Location", "city")]
            {
                if let Some(value) = row.get(column) {
                    place.insert(member.to_owned(), value.into());
                }
            }
            sites = profiles(row);
        }
        let emails = self.table("Email Addresses.csv", "Email Address")?;
        if let Some(emails) = &emails {
            let is_first = |row: &Row<'_>| row.get("Primary").is_some_and(is_yes);
            let first = emails.rows().find(is_first).or_else(|| emails.rows().next());
            set("email", first.and_then(|row| row.get("Email Address")).map(str::to_owned));
        }
        for file in ["PhoneNumbers.csv", "Phone Numbers.csv"] {
            if self.archive.names().any(|name| name.eq_ignore_ascii_case(file))
                && let Some(phones) = self.table(file, "Number")?
            {
                set("phone", phones.rows().find_map(|row| row.get("Number")).map(str::to_owned));
            }
        }
        // The first address that stands for nothing else is the person's own.
        if let Some(at) = sites.iter().position(|site| site.get("username").is_none()) {
            let url = sites.remove(at).remove("url");
            set("url", url.and_then(|url| url.as_str().map(str::to_owned)));
        }
        if !place.is_empty() {
            basics.insert("location".to_owned(), place.into());
        }
        if !sites.is_empty() {
            let sites: Vec<Value> = sites.into_iter().map(Value::Object).collect();
            basics.insert("profiles".to_owned(), Value::Array(sites));
        }
        Ok(basics)
    }
}

fn is_yes(text: &str) -> bool {
    text.eq_ignore_ascii_case("yes") || text.eq_ignore_ascii_case("true")
}

fn entry(row: Row<'_>, members: &[(&str, As)]) -> Map<String, Value> {
    let mut entry = Map::new();
    for (column, becomes) in members {
        let Some(text) = row.get(column) else { continue };
        match becomes {
            Text(member) => drop(entry.insert((*member).to_owned(), text.into())),
            Date(member) => {
                let date = iso_date(text).unwrap_or_else(|| text.to_owned());
                entry.insert((*member).to_owned(), date.into());
            }
            Told => {
                let (summary, highlights) = told(text);
                if !summary.is_empty() {
                    entry.insert("summary".to_owned(), summary.into());
                }
                if !highlights.is_empty() {
                    entry.insert("highlights".to_owned(), highlights.into());
                }
            }
        }
    }
    entry
}

const MARKS: [&str; 3] = ["- ", "– ", "* "];

/// A description by its lines: those with the mark of a list are highlights, the rest is the summary. A
/// line without a mark right behind one that has it goes on with it.
fn told(text: &str) -> (String, Vec<String>) {
    let (mut summary, mut highlights): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        let listed = MARKS.iter().find_map(|mark| line.strip_prefix(mark));
        let listed = listed.or_else(|| without_bullet(line)).map(str::trim);
        match (listed, highlights.last_mut().filter(|_| is_open)) {
            (Some(""), _) => {}
            (Some(listed), _) => {
                highlights.push(listed.to_owned());
                is_open = true;
            }
            (None, _) if line.is_empty() => is_open = false,
            (None, Some(last)) => {
                last.push('\n');
                last.push_str(line);
            }
            (None, None) => summary.push(line),
        }
    }
    (summary.join("\n"), highlights)
}

/// `[PERSONAL:https://example.org,BLOG:https://example.org/blog]` and `[ada]`.
fn profiles(row: Row<'_>) -> Vec<Map<String, Value>> {
    let listed = |column: &str| -> Vec<String> {
        let text = row.get(column).unwrap_or_default();
        let inside = text.trim_start_matches('[').trim_end_matches(']');
        let parts = inside.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let object = |members: [(&str, &str); 3]| -> Map<String, Value> {
        let told = members.into_iter().filter(|(_, value)| !value.is_empty());
        told.map(|(name, value)| (name.to_owned(), value.into())).collect()
    };
    let mut found = Vec::new();
    for handle in listed("Twitter Handles") {
        let (name, url) = (handle.trim_start_matches('@'), "https://x.com/");
        found.push(object([
            ("network", "X"),
            ("username", name),
            ("url", &format!("{url}{name}")),
        ]));
    }
    for site in listed("Websites") {
        // The kind of site is a word before the address, if it is told at all.
        let (kind, address) = match site.split_once(':') {
            Some((kind, address)) if !address.starts_with("//") => (kind, address),
            _ => ("", site.as_str()),
        };
        let mut letters = kind.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        let network = first.unwrap_or_default() + &letters.as_str().to_lowercase();
        found.push(object([("network", &network), ("username", ""), ("url", address)]));
    }
    found
}
