use edge::html::escape;

/// Fills the `{{places}}` of a page. A value is escaped, so it can stand in text and in attributes
/// in double quotes; only what is made of other templates goes in as it is. Places are looked for
/// in the template alone, never in a value.
pub(super) fn fill(template: &str, places: &[(&str, Value<'_>)]) -> String {
    let mut page = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some((before, from_place)) = rest.split_once("{{") {
        let (place, after) = from_place.split_once("}}").expect("a place ends");
        page.push_str(before);
        let value = places.iter().find(|(name, _)| *name == place).map(|(_, value)| value);
        match value.expect("every place of a template has a value") {
            Value::Text(text) => page.push_str(&escape(text)),
            Value::Markup(markup) => page.push_str(markup),
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Text(&'a str),
    Markup(&'a str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_inert_and_hold_no_places() {
        let places = [("a", Value::Text("\"><b>{{b}}&\r\n'")), ("b", Value::Markup("<i>"))];
        assert_eq!(
            fill("x=\"{{a}}\" {{b}} end", &places),
            "x=\"&quot;&gt;&lt;b&gt;{{b}}&amp;&#13;\n&#39;\" <i> end"
        );
    }
}
