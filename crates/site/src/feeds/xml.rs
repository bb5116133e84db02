/// Text as it can stand in XML, between tags and in attributes. What XML cannot hold at all is left
/// out.
pub(super) fn text(raw: &str) -> String {
    let mut written = String::with_capacity(raw.len() + raw.len() / 8);
    for letter in raw.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            '\t' | '\n' => written.push(letter),
            '\r' => written.push_str("&#13;"),
            // XML 1.0 has no way to write these, not even as an entity. One of them would break the
            // whole feed.
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => written.push(letter),
        }
    }
    written
}
