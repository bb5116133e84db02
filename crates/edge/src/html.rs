//! Text inside pages.

/// Text as it can stand in a page and in an attribute in quotes, whatever it holds.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // A browser would read it as a line feed.
            '\r' => escaped.push_str("&#13;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_cannot_become_markup() {
        assert_eq!(escape("<a b=\"c\">'&\r\n"), "&lt;a b=&quot;c&quot;&gt;&#39;&amp;&#13;\n");
    }
}
