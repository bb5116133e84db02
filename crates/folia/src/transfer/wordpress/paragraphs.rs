//! Texts of WordPress as HTML: what its older editor keeps has no paragraphs, only blank lines, and pictures
//! with captions in brackets.

/// Elements that stand for themselves; everything else is part of a paragraph.
const BLOCKS: [&str; 22] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "div",
    "dl",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "ol",
    "p",
    "pre",
    "table",
    "ul",
];

pub(super) fn paragraphs(content: &str) -> String {
    let content = captions(&content.replace("\r\n", "\n"));
    // The newer editor says where its blocks begin; its texts are whole already.
    if content.contains("<!-- wp:") {
        return content;
    }
    let mut html = String::with_capacity(content.len() * 2);
    let mut code: Vec<&str> = Vec::new();
    for part in content.split("\n\n") {
        // A blank line in code is one of its lines, and one in a paragraph that is marked ends nothing.
        if !code.is_empty() || open_element(part).is_some() {
            let end = open_element(code.first().unwrap_or(&part)).unwrap_or_default();
            code.push(part);
            if part.contains(end) {
                html.push_str(&code.join("\n\n"));
                html.push('\n');
                code.clear();
            }
            continue;
        }
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        match begins_block(part) {
            true => html.push_str(part),
            false => html.push_str(&format!("<p>{}</p>", part.replace('\n', "<br>\n"))),
        }
        html.push('\n');
    }
    html.push_str(&code.join("\n\n"));
    html
}

/// How an element ends that a part leaves open, and in which paragraphs are not made.
fn open_element(part: &str) -> Option<&'static str> {
    let is_open = |starts: &[&str], end: &str| {
        let start = starts.iter().filter_map(|start| part.rfind(start)).max();
        start.is_some_and(|start| !part[start..].contains(end))
    };
    let elements = [(&["<pre"][..], "</pre>"), (&["<p>", "<p "][..], "</p>")];
    elements.into_iter().find(|(starts, end)| is_open(starts, end)).map(|(_, end)| end)
}

fn begins_block(part: &str) -> bool {
    let Some(rest) = part.strip_prefix('<') else { return false };
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    rest.starts_with("!--") || BLOCKS.contains(&rest[..end].to_ascii_lowercase().as_str())
}

/// `[caption …]<img …> words[/caption]` is a figure.
fn captions(content: &str) -> String {
    const END: &str = "[/caption]";
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(start) = rest.find("[caption") {
        let Some(open) = rest[start..].find(']').map(|at| start + at + 1) else { break };
        let Some(end) = rest[open..].find(END).map(|at| open + at) else { break };
        let inside = rest[open..end].trim();
        // The words stand behind the picture, and behind the link around it if there is one.
        let picture = inside.find("<img").and_then(|img| Some(img + inside[img..].find('>')? + 1));
        let (picture, words) = inside.split_at(picture.unwrap_or(0));
        let (link, words) = match words.trim_start().strip_prefix("</a>") {
            Some(words) => ("</a>", words),
            None => ("", words),
        };
        out.push_str(&rest[..start]);
        out.push_str("<figure>");
        out.push_str(picture);
        out.push_str(link);
        if !words.trim().is_empty() {
            out.push_str(&format!("<figcaption>{}</figcaption>", words.trim()));
        }
        out.push_str("</figure>");
        rest = &rest[end + END.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_paragraphs_and_brackets_are_figures() {
        for (content, html) in [
            ("One\nline\n\nTwo", "<p>One<br>\nline</p>\n<p>Two</p>\n"),
            ("<h2>A</h2>\n\nB", "<h2>A</h2>\n<p>B</p>\n"),
            ("<p>A</p>\n\n<p>B</p>", "<p>A</p>\n<p>B</p>\n"),
            (
                "One\n\n<p style=\"x\">Two</p>\n\nThree",
                "<p>One</p>\n<p style=\"x\">Two</p>\n<p>Three</p>\n",
            ),
            ("<p>A\n\nB</p>\n\nC", "<p>A\n\nB</p>\n<p>C</p>\n"),
            ("<pre>a\n\nb</pre>\n\nc", "<pre>a\n\nb</pre>\n<p>c</p>\n"),
            (
                "[caption id=\"1\"]<a href=\"/x\"><img src=\"y\"></a> Some <em>words</em>[/caption]",
                "<figure><a href=\"/x\"><img src=\"y\"></a><figcaption>Some <em>words</em></figcaption></figure>\n",
            ),
            ("[caption]never ended", "<p>[caption]never ended</p>\n"),
        ] {
            assert_eq!(paragraphs(content), html, "{content}");
        }
    }
}
