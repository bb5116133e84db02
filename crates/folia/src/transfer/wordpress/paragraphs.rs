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

/// What stands inside of those: no part of a paragraph either.
const INNER: [&str; 16] = [
    "caption",
    "col",
    "colgroup",
    "dd",
    "dt",
    "figcaption",
    "header",
    "li",
    "section",
    "summary",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
];

pub(super) fn paragraphs(content: &str) -> String {
    let content = captions(&content.replace("\r\n", "\n"));
    // The newer editor says where its blocks begin; its texts are whole already.
    if content.contains("<!-- wp:") {
        return content;
    }
    let content = set_apart(&content);
    let mut html = String::with_capacity(content.len() * 2);
    let mut code: Vec<&str> = Vec::new();
    for part in content.split("\n\n") {
        // A blank line in code is one of its lines.
        if !code.is_empty() || (part.contains("<pre") && !part.contains("</pre>")) {
            code.push(part);
            if part.contains("</pre>") {
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
            false => {
                let end = if ends_block(part) { "" } else { "</p>" };
                html.push_str(&format!("<p>{}{end}", part.replace('\n', "<br>\n")));
            }
        }
        html.push('\n');
    }
    html.push_str(&code.join("\n\n"));
    html
}

/// Puts blank lines around elements that stand for themselves: the editor writes a line's end there at most, and a
/// paragraph that is marked would take those beside it in.
fn set_apart(content: &str) -> String {
    const CODE_ENDS: &str = "</pre>";
    let mut out = String::with_capacity(content.len() * 2);
    let mut rest = content;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        out.push_str(before);
        if tag.starts_with("<!--") {
            let (comment, after) = tag.split_at(tag.find("-->").unwrap_or(tag.len()));
            out.push_str(comment);
            rest = after;
            continue;
        }
        let name = name_of(tag);
        if !BLOCKS.contains(&name.as_str()) {
            out.push('<');
            rest = &tag[1..];
            continue;
        }
        let is_end = tag.starts_with("</");
        let length = match name.as_str() {
            // All of it: its lines stay as they are.
            "pre" if !is_end => tag.find(CODE_ENDS).map(|at| at + CODE_ENDS.len()),
            _ => tag.find('>').map(|at| at + 1),
        };
        let (tag, after) = tag.split_at(length.unwrap_or(tag.len()));
        if !is_end {
            out.truncate(out.trim_end().len());
            out.push_str("\n\n");
        }
        out.push_str(tag);
        if is_end || name == "hr" || tag.ends_with(CODE_ENDS) {
            out.push_str("\n\n");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// What the tag at the beginning is called, whether it begins an element or ends one. Empty where there is none.
fn name_of(text: &str) -> String {
    let Some(rest) = text.strip_prefix('<') else { return String::new() };
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    rest[..end].to_ascii_lowercase()
}

fn begins_block(part: &str) -> bool {
    let name = name_of(part);
    let name = name.as_str();
    part.starts_with("<!--") || BLOCKS.contains(&name) || INNER.contains(&name)
}

/// Whether the last thing in it is the end of such an element. A paragraph in it ends there too.
fn ends_block(part: &str) -> bool {
    part.ends_with('>') && part.rfind("</").is_some_and(|at| begins_block(&part[at..]))
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
            // As its editor writes it.
            (
                "One\n<p style=\"x\">Two</p>\nThree\n<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>\nFour",
                "<p>One</p>\n<p style=\"x\">Two</p>\n<p>Three</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>Four</p>\n",
            ),
            // As it shows it: a blank line ends a paragraph, also one that is marked.
            ("<p>A\n\nB</p>\n\nC", "<p>A\n<p>B</p>\n<p>C</p>\n"),
            ("<p>A\n\nB\n\nC", "<p>A\n<p>B</p>\n<p>C</p>\n"),
            ("<!-- <p>A</p> -->\nB", "<!-- <p>A</p> -->\nB\n"),
            ("One<hr />Two", "<p>One</p>\n<hr />\n<p>Two</p>\n"),
            (
                "x\n<pre>a <p>\n\n<h2>b</pre>\ny <b>1 < 2</b>",
                "<p>x</p>\n<pre>a <p>\n\n<h2>b</pre>\n<p>y <b>1 < 2</b></p>\n",
            ),
            ("<pre>never\n\n<p>ended", "<pre>never\n\n<p>ended"),
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
