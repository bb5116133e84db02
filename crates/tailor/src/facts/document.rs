use serde_json::Value;

use super::{Place, Section};

/// A fact as a document states it.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentFact {
    pub place: Place,
    /// A highlight word for word; of an entry, a sentence that holds its members as they are.
    pub text: String,
    /// The employer, the organisation or the project.
    pub company: Option<String>,
    pub position: Option<String>,
    pub start: Option<String>,
    pub end: Option<String>,
}

/// Everything a JSON Resume document states, in the order in which it does.
pub fn facts_of(document: &Value) -> Vec<DocumentFact> {
    let mut facts = Vec::new();
    head(document, &mut facts);
    // In the order of `Section::ALL`, for chunks as for choosing. Both walk the same way.
    for section in Section::ALL {
        for (entry, value) in list(document, section.name()).iter().enumerate() {
            let described = describe(section, value);
            let context = Context::of(section, value);
            let place = Place::entry(section, entry);
            facts.extend(described.map(|text| context.fact(place, text)));
            for (highlight, value) in list(value, "highlights").iter().enumerate() {
                // An empty highlight keeps its number: places are positions in the document.
                let Some(text) = value.as_str().filter(|text| !text.trim().is_empty()) else {
                    continue;
                };
                let place = Place::highlight(section, entry, highlight);
                facts.push(context.fact(place, text.to_owned()));
            }
        }
    }
    facts
}

/// What all facts of an entry share.
struct Context {
    company: Option<String>,
    position: Option<String>,
    start: Option<String>,
    end: Option<String>,
}

impl Context {
    fn of(section: Section, entry: &Value) -> Self {
        let owned = |member| text(entry, member).map(str::to_owned);
        let (company, position) = match section {
            Section::Work => (owned("name"), owned("position")),
            Section::Volunteer => (owned("organization"), owned("position")),
            Section::Projects => (owned("entity").or_else(|| owned("name")), None),
            _ => (None, None),
        };
        Self { company, position, start: owned("startDate"), end: owned("endDate") }
    }

    fn fact(&self, place: Place, text: String) -> DocumentFact {
        DocumentFact {
            place,
            text,
            company: self.company.clone(),
            position: self.position.clone(),
            start: self.start.clone(),
            end: self.end.clone(),
        }
    }
}

fn head(document: &Value, facts: &mut Vec<DocumentFact>) {
    let Some(basics) = document.get("basics") else { return };
    let parts: Vec<&str> =
        ["name", "label", "summary"].iter().filter_map(|member| text(basics, member)).collect();
    if !parts.is_empty() {
        let place = Place::entry(Section::Basics, 0);
        let context = Context::of(Section::Basics, basics);
        facts.push(context.fact(place, parts.join("\n")));
    }
}

/// One text that holds every member of an entry, so that whatever is copied from the entry is
/// found in it.
fn describe(section: Section, entry: &Value) -> Option<String> {
    if section == Section::Basics {
        return None;
    }
    let members = section.texts();
    let mut parts: Vec<String> =
        members.iter().filter_map(|member| text(entry, member)).map(str::to_owned).collect();
    match (text(entry, "startDate"), text(entry, "endDate")) {
        (Some(start), Some(end)) => parts.push(format!("{start} to {end}")),
        (Some(start), None) => parts.push(format!("since {start}")),
        (None, Some(end)) => parts.push(format!("until {end}")),
        (None, None) => {}
    }
    for words in ["roles", "keywords", "courses"] {
        let words: Vec<&str> = list(entry, words).iter().filter_map(Value::as_str).collect();
        if !words.is_empty() {
            parts.push(words.join(", "));
        }
    }
    let mut described = parts.join(" · ");
    for prose in ["summary", "reference"] {
        if let Some(prose) = text(entry, prose) {
            let gap = if described.is_empty() { "" } else { "\n" };
            described.extend([gap, prose]);
        }
    }
    (!described.is_empty()).then_some(described)
}

fn text<'a>(value: &'a Value, member: &str) -> Option<&'a str> {
    value.get(member)?.as_str().filter(|text| !text.trim().is_empty())
}

fn list<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value.get(member).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_statement_of_a_document_is_a_fact_with_its_place() {
        let document = json!({
            "basics": {"name": "Ada", "label": "Engineer", "summary": "I build engines."},
            "work": [{
                "name": "Mill & Co", "position": "Engineer", "startDate": "2019-04",
                "summary": "Looked after the mill.",
                "highlights": ["Cut the noise by 40 %.", " ", "Taught three apprentices."],
            }],
            "skills": [{"name": "Mechanics", "level": "Master", "keywords": ["Gears", "Steam"]}],
            "education": [{"institution": "Academy", "area": "Mathematics", "endDate": "2018"}],
        });
        let facts = facts_of(&document);
        let listed: Vec<_> =
            facts.iter().map(|fact| (fact.place.to_string(), fact.text.as_str())).collect();
        let expected = [
            ("basics", "Ada\nEngineer\nI build engines."),
            ("work/0", "Engineer · Mill & Co · since 2019-04\nLooked after the mill."),
            ("work/0/highlights/0", "Cut the noise by 40 %."),
            ("work/0/highlights/2", "Taught three apprentices."),
            ("education/0", "Mathematics · Academy · until 2018"),
            ("skills/0", "Mechanics · Master · Gears, Steam"),
        ];
        assert_eq!(listed, expected.map(|(place, text)| (place.to_owned(), text)));
        assert_eq!(facts[2].company.as_deref(), Some("Mill & Co"));
    }

    #[test]
    fn what_has_another_shape_is_passed_over() {
        let odd = json!({"basics": 7, "work": {"name": "x"}, "skills": [3, null, {"name": 4}]});
        assert_eq!(facts_of(&odd), []);
    }
}
