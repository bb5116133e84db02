//! Puts what stands where HTML has no place for it into a place it has. Bodies come from word
//! processors and other sites, and browsers forgive a lot: bold type around whole paragraphs, items
//! without a list, rows without cells. Words are never lost, only the element around them.

use crate::notes::is_note;
use crate::tree::{Element, Node};

/// Elements that hold words alone. One that holds a block says nothing that could be kept.
const PHRASES: &[&str] = &[
    "abbr", "b", "bdi", "bdo", "cite", "code", "dfn", "em", "i", "kbd", "mark", "q", "rp", "rt",
    "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var",
];
/// Blocks that hold words alone. What they hold besides is opened.
const OF_WORDS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6", "pre", "summary"];
/// What a reader can reach by keys, which must not stand in a link.
const REACHED: &[&str] = &["details", "input", "pre", "table"];

pub(crate) fn mend(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut mended = Vec::with_capacity(nodes.len());
    for node in nodes {
        put(node, "", false, &mut mended);
    }
    mended
}

/// What was found in something.
#[derive(Clone, Copy, Debug, Default)]
struct Holds {
    block: bool,
    reached: bool,
}

impl Holds {
    fn and(self, other: Self) -> Self {
        Self { block: self.block || other.block, reached: self.reached || other.reached }
    }
}

/// `words_only`: somewhere above is an element that holds nothing but words.
fn put<'a>(
    node: Node<'a>,
    parent: &'static str,
    words_only: bool,
    out: &mut Vec<Node<'a>>,
) -> Holds {
    let mut element = match node {
        Node::Element(element) => element,
        text => {
            out.push(text);
            return Holds::default();
        }
    };
    let name = element.name;
    let is_lifted = is_note(&element);
    let inside_words = (words_only || OF_WORDS.contains(&name)) && !is_lifted;
    let mut children = Vec::with_capacity(element.children.len());
    let mut holds = Holds::default();
    for child in element.children {
        holds = holds.and(put(child, name, inside_words, &mut children));
    }
    element.children = children;
    // A note leaves the place where it stands, with whatever it holds.
    if is_lifted {
        out.push(element.into());
        return Holds::default();
    }
    let is_block = !Node::from(Element::new(name, Vec::new())).is_inline();
    let is_opened = (words_only && is_block)
        || is_out_of_place(name, parent)
        || (holds.block && PHRASES.contains(&name))
        || (name == "a" && holds.reached)
        || (name == "bdo" && element.escaped("dir").is_none());
    if is_opened {
        // Two blocks that are opened one behind the other were two words.
        let is_word = is_block && !element.children.is_empty();
        if is_word && out.last().is_some_and(|last| !last.is_blank()) {
            out.push(Node::text(" "));
        }
        out.append(&mut element.children);
        return holds;
    }
    match mend_element(element) {
        Mended::Whole(element) => {
            out.push(element.into());
            let here = Holds { block: is_block, reached: REACHED.contains(&name) };
            holds.and(here)
        }
        Mended::Opened(mut children) => {
            out.append(&mut children);
            holds
        }
    }
}

enum Mended<'a> {
    Whole(Element<'a>),
    /// What it held.
    Opened(Vec<Node<'a>>),
}

/// The parser has seen to the parts of tables.
fn is_out_of_place(name: &str, parent: &str) -> bool {
    match name {
        "li" => !matches!(parent, "ul" | "ol"),
        "dt" | "dd" => !matches!(parent, "dl" | "div"),
        "figcaption" => parent != "figure",
        "summary" => parent != "details",
        "rt" | "rp" => parent != "ruby",
        "source" => parent != "video",
        // Columns are there to be styled, and no style is stored.
        "col" | "colgroup" => true,
        _ => false,
    }
}

fn mend_element(mut element: Element<'_>) -> Mended<'_> {
    match element.name {
        "ul" | "ol" => element.children = in_items(element.children, "li", &["li"]),
        "dl" => element = described(element),
        "details" => match with_first(&mut element.children, "summary") {
            true => {}
            false => return Mended::Opened(element.children),
        },
        "figure" => keep_one_caption(&mut element.children),
        "tr" if !has(&element.children, &["td", "th"]) => return Mended::Opened(Vec::new()),
        "thead" | "tbody" | "tfoot" if !has(&element.children, &["tr"]) => {
            return Mended::Opened(Vec::new());
        }
        "table" if !has(&element.children, &["thead", "tbody", "tfoot", "tr"]) => {
            return Mended::Opened(captions(element.children));
        }
        "td" | "th" => {
            keep_below(&mut element, "colspan", 1000);
            keep_below(&mut element, "rowspan", 65_534);
        }
        // The language of a program is no language of people.
        "code" | "pre" => element.remove("lang"),
        _ => {}
    }
    Mended::Whole(element)
}

fn is_any(node: &Node<'_>, names: &[&str]) -> bool {
    node.element().is_some_and(|element| names.contains(&element.name))
}

fn has(nodes: &[Node<'_>], names: &[&str]) -> bool {
    nodes.iter().any(|node| is_any(node, names))
}

/// What is no item becomes one, together with what stands beside it.
fn in_items<'a>(nodes: Vec<Node<'a>>, item: &'static str, known: &[&str]) -> Vec<Node<'a>> {
    let mut items: Vec<Node<'a>> = Vec::with_capacity(nodes.len());
    let mut loose: Vec<Node<'a>> = Vec::new();
    for node in nodes {
        match is_any(&node, known) {
            true => {
                close(&mut loose, item, &mut items);
                items.push(node);
            }
            false => loose.push(node),
        }
    }
    close(&mut loose, item, &mut items);
    items
}

fn close<'a>(loose: &mut Vec<Node<'a>>, item: &'static str, items: &mut Vec<Node<'a>>) {
    let loose = std::mem::take(loose);
    match loose.iter().all(Node::is_blank) {
        true => items.extend(loose),
        false => items.push(Element::new(item, loose).into()),
    }
}

/// A list of terms without terms, or without a word about them, is a box.
fn described(mut list: Element<'_>) -> Element<'_> {
    let groups = has(&list.children, &["div"]);
    if groups || (has(&list.children, &["dt"]) && has(&list.children, &["dd"])) {
        list.children = in_items(list.children, "dd", &["dt", "dd", "div"]);
        return list;
    }
    list.name = "div";
    for child in &mut list.children {
        if let Node::Element(part) = child
            && matches!(part.name, "dt" | "dd")
        {
            part.name = "div";
        }
    }
    list
}

/// Puts the first element of a name before all others, and opens further ones.
fn with_first(nodes: &mut Vec<Node<'_>>, name: &'static str) -> bool {
    let Some(at) = nodes.iter().position(|node| is_any(node, &[name])) else { return false };
    let first = nodes.remove(at);
    rename(nodes, name);
    nodes.insert(0, first);
    true
}

/// At the beginning or at the end; the first that is there.
fn keep_one_caption(nodes: &mut Vec<Node<'_>>) {
    let is_caption = |node: &Node<'_>| is_any(node, &["figcaption"]);
    let Some(at) = nodes.iter().position(is_caption) else { return };
    let caption = nodes.remove(at);
    let leads = nodes[..at].iter().all(Node::is_blank);
    rename(nodes, "figcaption");
    let place = if leads { 0 } else { nodes.len() };
    nodes.insert(place, caption);
}

/// All that can stand in a table without rows: what was said about it.
fn captions(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let captions = nodes.into_iter().filter(|node| is_any(node, &["caption"]));
    let mut boxes: Vec<_> = captions.collect();
    rename(&mut boxes, "caption");
    boxes
}

/// What is one too many is a box like any other.
fn rename(nodes: &mut [Node<'_>], name: &str) {
    for node in nodes {
        if let Node::Element(element) = node
            && element.name == name
        {
            element.name = "div";
        }
    }
}

fn keep_below(cell: &mut Element<'_>, name: &'static str, most: u32) {
    match cell.escaped(name).map(|text| text.parse::<u32>().unwrap_or_default()) {
        Some(0) => cell.remove(name),
        Some(span) if span > most => cell.set(name, &most.to_string()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::mend;
    use crate::read::read;
    use crate::tree::write;

    #[track_caller]
    fn assert_mends(body: &str, expected: &str) {
        let mut html = String::new();
        write(&mend(read(body)), &mut html);
        assert_eq!(html, expected);
        let mut again = String::new();
        write(&mend(read(&html)), &mut again);
        assert_eq!(again, html, "mended once more");
    }

    #[test]
    fn what_is_right_stays() {
        for body in [
            "<p>a <b>b <i>c</i></b></p><ul>\n<li>x</li>\n</ul><dl><dt>t</dt><dd><p>d</p></dd></dl>",
            "<figure><figcaption>c</figcaption><img src=\"/x\" alt=\"\"></figure><a href=\"/x\"><div>y</div></a>",
            "<details open=\"\"><summary>s</summary><p>x</p></details><pre><code>x</code></pre>",
            "<table><caption>c</caption><tbody><tr><td colspan=\"2\">1</td></tr></tbody></table>",
            "<p>a<span class=\"note\">n</span></p><ruby>x<rp>(</rp><rt>y</rt><rp>)</rp></ruby>",
        ] {
            assert_mends(body, body);
        }
    }

    /// What our own editor writes needs no mending.
    #[test]
    fn the_bodies_of_the_sample_stay() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/demo/bodies");
        let mut bodies = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let body = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let mut plain = String::new();
            write(&read(&body), &mut plain);
            assert_mends(&body, &plain);
            bodies += 1;
        }
        assert!(bodies > 3, "{bodies}");
    }

    #[test]
    fn bold_type_around_blocks_is_opened() {
        assert_mends("<b><p>a</p><ul><li>b</li></ul></b>", "<p>a</p><ul><li>b</li></ul>");
        assert_mends("<span><b><i>x</i><p>y</p></b></span>", "<i>x</i><p>y</p>");
        assert_mends("<b><a href=\"/x\"><div>y</div></a></b>", "<a href=\"/x\"><div>y</div></a>");
        assert_mends(
            "<a href=\"/x\"><table><tr><td>1</td></tr></table></a>",
            "<table><tr><td>1</td></tr></table>",
        );
    }

    #[test]
    fn headings_and_code_hold_words() {
        assert_mends("<h2><div><p>a</p><p>b</p></div></h2>", "<h2>a b</h2>");
        assert_mends("<pre><p>a</p><ul><li>b</li></ul></pre>", "<pre>a b</pre>");
        assert_mends("<code lang=\"php\">x</code>", "<code>x</code>");
    }

    #[test]
    fn parts_without_their_whole_are_opened() {
        assert_mends("<li>a</li><dt>b</dt><figcaption>c</figcaption><rt>d</rt>", "a b cd");
        assert_mends("<bdo>x</bdo><source src=\"/x\">", "x");
    }

    #[test]
    fn lists_hold_items() {
        assert_mends("<ol>a<b>b</b><li>c</li></ol>", "<ol><li>a<b>b</b></li><li>c</li></ol>");
        assert_mends("<ul><ul><li>x</li></ul></ul>", "<ul><li><ul><li>x</li></ul></li></ul>");
        assert_mends(
            "<dl><p>x</p><dt>t</dt><dd>d</dd></dl>",
            "<dl><dd><p>x</p></dd><dt>t</dt><dd>d</dd></dl>",
        );
        assert_mends("<dl><dt>t</dt></dl>", "<div><div>t</div></div>");
    }

    #[test]
    fn folded_parts_figures_and_tables_are_whole() {
        assert_mends("<details><p>x</p></details>", "<p>x</p>");
        assert_mends(
            "<details>a<summary>s</summary><summary>t</summary></details>",
            "<details><summary>s</summary>a<div>t</div></details>",
        );
        assert_mends(
            "<figure><p>x</p><figcaption>a</figcaption><p>y</p><figcaption>b</figcaption></figure>",
            "<figure><p>x</p><p>y</p><div>b</div><figcaption>a</figcaption></figure>",
        );
        assert_mends(
            "<table><colgroup><col span=\"2\"></colgroup><tbody><tr></tr><tr><td rowspan=\"0\" colspan=\"9999\">x</td></tr></tbody></table>",
            "<table><tbody><tr><td colspan=\"1000\">x</td></tr></tbody></table>",
        );
        assert_mends("<table><tbody></tbody></table>x", "x");
        assert_mends(
            "<table><caption>c <b>d</b></caption><tbody><tr></tr></tbody></table>x",
            "<div>c <b>d</b></div>x",
        );
    }
}
