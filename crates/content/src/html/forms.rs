//! Elements of which only one form may stay: `input` as the box of a task, which nobody can tick,
//! and `section` around footnotes. The cleaner decides by name alone, so the others are taken out of
//! what it writes: an `input` goes, a `section` leaves its content.
//!
//! The text is a serialised tree: `<` and `>` stand for nothing but tags.

pub(super) fn keep_known(html: String) -> String {
    // Nearly all bodies have neither. They are not copied.
    if !html.contains("<input") && !html.contains("<section") {
        return html;
    }
    let mut kept = String::with_capacity(html.len());
    // For each section that is open, whether it stays.
    let mut sections = Vec::new();
    let mut rest = html.as_str();
    while let Some(start) = rest.find('<') {
        let length = rest[start..].find('>').map_or(rest.len() - start, |end| end + 1);
        let tag = &rest[start..start + length];
        kept.push_str(&rest[..start]);
        match name(tag) {
            "input" => kept.push_str(task_box(tag).unwrap_or_default()),
            "section" => {
                // Attributes were written by the cleaner, in one spelling, so comparing text is
                // enough.
                sections.push(tag.contains(" class=\"footnotes\""));
                if sections.last() == Some(&true) {
                    kept.push_str(tag);
                }
            }
            "/section" => {
                if sections.pop() == Some(true) {
                    kept.push_str(tag);
                }
            }
            _ => kept.push_str(tag),
        }
        rest = &rest[start + length..];
    }
    kept.push_str(rest);
    kept
}

fn name(tag: &str) -> &str {
    let inside = &tag[1..];
    let end = inside.find([' ', '>']).unwrap_or(inside.len());
    &inside[..end]
}

fn task_box(tag: &str) -> Option<&'static str> {
    let is_box = tag.contains(" type=\"checkbox\"");
    let is_done = tag.contains(" checked=\"\"");
    match (is_box, is_done) {
        (false, _) => None,
        (true, false) => Some("<input type=\"checkbox\" disabled=\"\">"),
        (true, true) => Some("<input type=\"checkbox\" disabled=\"\" checked=\"\">"),
    }
}
