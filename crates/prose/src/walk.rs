//! The way through a body: each element becomes what the page shows of it.

use std::borrow::Cow;

use crate::address::{Address, settle_link, sort};
use crate::code::Colours;
use crate::headings::Headings;
use crate::mend::mend;
use crate::notes::{Notes, is_footnotes, is_note, items_of};
use crate::read::read;
use crate::tree::{Element, Node, write};
use crate::words::{Count, text_of};
use crate::{Shown, Surroundings, embeds, lists, moments, pictures, tables, videos};

/// A page with more players than this is not a page to read; the rest stay links.
const MOST_FRAMES: usize = 16;
const LEVELS: [&str; 5] = ["h2", "h3", "h4", "h5", "h6"];
/// Of figures; what they mean is the business of the style sheet.
const FIGURES: &[&str] = &["broad", "code", "full", "pair", "video", "wide"];

/// What a page shows of a body that was sanitised when it was stored.
pub fn show(body: &str, around: &Surroundings<'_>) -> Shown {
    let roots = mend(read(body));
    // Before the walk, which moves notes and drops what it cannot show.
    let count = Count::of(&roots);
    let mut walk = Walk::new(around, Notes::new(&roots, around.words));
    walk.blocks(roots);
    walk.finish(body.len(), count)
}

/// How long a body takes to read, as [`Shown::minutes`] has it.
pub fn minutes(body: &str) -> u32 {
    u32::try_from(Count::of(&read(body)).minutes()).unwrap_or(u32::MAX)
}

struct Walk<'a, 'site> {
    around: &'site Surroundings<'site>,
    headings: Headings,
    notes: Notes<'a, 'site>,
    colours: Colours,
    frames: Vec<String>,
    tables: usize,
    pictures: usize,
    /// Footnotes that the body has written out.
    items: Vec<Element<'a>>,
    blocks: Vec<Node<'a>>,
    /// How many elements around this place keep headings out of the list of contents.
    enclosed: usize,
    in_table: bool,
    in_note: bool,
    /// Of the last heading; the page's own title before the first.
    level: u8,
    /// Inside a link: what cannot stay in it.
    link: Option<Lifted<'a>>,
}

#[derive(Default)]
struct Lifted<'a> {
    before: Vec<Node<'a>>,
    after: Vec<Node<'a>>,
}

impl<'a, 'site> Walk<'a, 'site> {
    fn new(around: &'site Surroundings<'site>, notes: Notes<'a, 'site>) -> Self {
        Self {
            around,
            headings: Headings::default(),
            notes,
            colours: Colours::default(),
            frames: Vec::new(),
            tables: 0,
            pictures: 0,
            items: Vec::new(),
            blocks: Vec::new(),
            enclosed: 0,
            in_table: false,
            in_note: false,
            level: 1,
            link: None,
        }
    }

    fn finish(mut self, length: usize, count: Count) -> Shown {
        let items = std::mem::take(&mut self.items);
        // Headings in footnotes are none of the page.
        self.enclosed += 1;
        let items: Vec<_> = items
            .into_iter()
            .map(|mut item| {
                item.children = self.nodes(item.children);
                item
            })
            .collect();
        let mut blocks = self.blocks;
        blocks.extend(self.notes.take_beside().map(Node::from));
        blocks.extend(self.notes.finish(items).map(Node::from));
        let mut html = String::with_capacity(length + length / 4);
        for block in &blocks {
            // Each block in lines of its own, so that two versions of a page can be compared.
            write(std::slice::from_ref(block), &mut html);
            html.push('\n');
        }
        Shown {
            html,
            contents: self.headings.contents(),
            words: count.words,
            minutes: count.minutes(),
            frames: self.frames,
        }
    }

    /// The top level: every block becomes an item of the page's grid, so loose text becomes
    /// paragraphs and boxes without a meaning are opened.
    fn blocks(&mut self, nodes: Vec<Node<'a>>) {
        let mut loose = Vec::new();
        for node in nodes {
            match node {
                Node::Element(section) if is_footnotes(&section) => {
                    self.loose_block(std::mem::take(&mut loose));
                    let (items, others) = items_of(section);
                    self.items.extend(items);
                    self.blocks(others);
                }
                // A box that sets language or direction has a meaning of its own.
                Node::Element(boxed)
                    if matches!(boxed.name, "div" | "section")
                        && boxed.escaped("dir").is_none()
                        && boxed.escaped("lang").is_none() =>
                {
                    self.loose_block(std::mem::take(&mut loose));
                    self.blocks(boxed.children);
                }
                node if node.fits_paragraph() => loose.push(node),
                Node::Element(element) => {
                    self.loose_block(std::mem::take(&mut loose));
                    self.block(element);
                }
                Node::Text(_) => unreachable!("text fits a paragraph"),
            }
        }
        self.loose_block(loose);
    }

    fn loose_block(&mut self, loose: Vec<Node<'a>>) {
        if !loose.iter().all(Node::is_blank) {
            self.block(Element::new("p", loose));
        }
    }

    fn block(&mut self, element: Element<'a>) {
        let holds_pictures_only = element.name == "p"
            && element.children.iter().any(is_picture)
            && element.children.iter().all(|child| is_picture(child) || is_gap(child));
        if holds_pictures_only {
            for child in element.children.into_iter().filter(is_picture) {
                let mut shown = Vec::new();
                self.node(child, &mut shown);
                // A link below a picture becomes its caption: a picture is never a link.
                let (pictures, words): (Vec<_>, Vec<_>) = shown
                    .into_iter()
                    .partition(|node| node.element().is_some_and(|element| element.name != "a"));
                let mut children = pictures;
                if !words.is_empty() {
                    let name = if children.is_empty() { "p" } else { "figcaption" };
                    children.push(Element::new(name, words).into());
                }
                self.blocks.push(Element::new("figure", children).into());
            }
        } else {
            let mut shown = Vec::new();
            self.node(element.into(), &mut shown);
            self.blocks.extend(shown);
        }
        self.blocks.extend(self.notes.take_beside().map(Node::from));
    }

    fn nodes(&mut self, nodes: Vec<Node<'a>>) -> Vec<Node<'a>> {
        let mut shown = Vec::with_capacity(nodes.len());
        for node in nodes {
            self.node(node, &mut shown);
        }
        shown
    }

    fn node(&mut self, node: Node<'a>, out: &mut Vec<Node<'a>>) {
        let mut element = match node {
            Node::Element(element) => element,
            text => return out.push(text),
        };
        if is_note(&element) {
            return self.note(element, out);
        }
        // Here and not in each arm, so that no element gets by with a class nobody knows.
        keep_known_class(&mut element);
        moments::keep_known(&mut element);
        match element.name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading(element, out),
            "a" => self.link(element, out),
            "img" => self.picture(element, out),
            // Without a date for machines it is words like any others.
            "time" if element.escaped("datetime").is_none() => {
                out.extend(self.nodes(element.children));
            }
            "sup" if is_footnote_link(&element) => out.extend(self.nodes(element.children)),
            "video" => {
                let video = videos::show(element, self.around);
                match &mut self.link {
                    Some(lifted) => lifted.before.push(video.into()),
                    None => out.push(video.into()),
                }
            }
            "pre" => {
                // Also inside code: a link or a note there is shown like any other.
                element.children = self.nodes(element.children);
                out.push(self.colours.figure(element, None, self.around.words).into());
            }
            "figure" => self.figure(element, out),
            "table" => self.table(element, out),
            "ul" | "ol" => {
                self.enclose(&mut element);
                lists::show_tasks(&mut element, self.around.words);
                out.push(element.into());
            }
            "input" => {
                let done = element.escaped("checked").is_some();
                element.set("type", "checkbox");
                element.set("disabled", "");
                element.set("aria-label", self.around.words.task(done));
                out.push(element.into());
            }
            "section" => out.push(Element::new("div", self.nodes(element.children)).into()),
            "blockquote" | "details" | "dl" => {
                self.enclose(&mut element);
                out.push(element.into());
            }
            _ => {
                element.children = self.nodes(element.children);
                out.push(element.into());
            }
        }
    }

    /// Goes on inside something whose headings are its own.
    fn enclose(&mut self, element: &mut Element<'a>) {
        self.enclosed += 1;
        element.children = self.nodes(std::mem::take(&mut element.children));
        self.enclosed -= 1;
    }

    fn heading(&mut self, mut heading: Element<'a>, out: &mut Vec<Node<'a>>) {
        let title = text_of(&heading.children);
        let children = self.nodes(std::mem::take(&mut heading.children));
        if title.is_empty() && !children.iter().any(|child| child.element().is_some()) {
            return;
        }
        // The page's own title is its first heading.
        let level = heading.name.as_bytes()[1].saturating_sub(b'0').max(2);
        // No level is left out: whoever moves by headings would look for what is between.
        let level = level.min(self.level + 1);
        self.level = level;
        heading.name = LEVELS[usize::from(level) - 2];
        let id = self.headings.name(&title);
        // The name is given in any case: somebody may link to it.
        if self.enclosed == 0 {
            self.headings.add(level, &id, &title);
        }
        heading.set("id", &id);
        heading.children = children;
        out.push(heading.into());
    }

    fn link(&mut self, mut link: Element<'a>, out: &mut Vec<Node<'a>>) {
        let address = link.attribute("href").map(Cow::into_owned).unwrap_or_default();
        if let Address::Fragment(fragment) = sort(&address, self.around.origin)
            && let Some(reference) = self.notes.refer(fragment)
        {
            match reference {
                Some(reference) => out.push(reference.into()),
                None => out.extend(self.nodes(link.children)),
            }
            return;
        }
        settle_link(&mut link, self.around.origin);
        // A link in a link is none in HTML. The inner one has its own list of what it cannot hold.
        let outer = self.link.replace(Lifted::default());
        link.children = self.nodes(std::mem::take(&mut link.children));
        let lifted = std::mem::replace(&mut self.link, outer).unwrap_or_default();
        let had_pictures = !lifted.before.is_empty();
        out.extend(lifted.before);
        let is_empty = link.children.iter().all(Node::is_blank);
        let leads_to_picture = matches!(
            sort(&address, self.around.origin),
            Address::Own(path) if pictures::is_picture_file(&path)
        );
        if is_empty && had_pictures && !leads_to_picture && link.escaped("href").is_some() {
            let title =
                link.attribute("title").map(Cow::into_owned).filter(|title| !title.is_empty());
            link.children = vec![Node::text(&title.unwrap_or_else(|| readable(&address)))];
            out.push(link.into());
        } else if !is_empty || !had_pictures {
            out.push(link.into());
        }
        out.extend(lifted.after);
    }

    fn picture(&mut self, image: Element<'a>, out: &mut Vec<Node<'a>>) {
        self.pictures += 1;
        let shown = pictures::show(image, self.around, self.pictures == 1);
        match &mut self.link {
            Some(lifted) => lifted.before.push(shown.into()),
            None => out.push(shown.into()),
        }
    }

    fn note(&mut self, note: Element<'a>, out: &mut Vec<Node<'a>>) {
        let is_side_note = note.has_class("note");
        // A note in a note would be a number without a place, so its words stay where they are.
        if self.in_note || note.children.iter().all(Node::is_blank) {
            return out.extend(self.nodes(note.children));
        }
        self.in_note = true;
        self.enclosed += 1;
        // The note stands outside of the link, and what is in it is not lifted out of that.
        let link = self.link.take();
        let words = self.nodes(note.children);
        let reference = self.notes.take(is_side_note, words);
        self.link = link;
        self.enclosed -= 1;
        self.in_note = false;
        match &mut self.link {
            Some(lifted) => lifted.after.push(reference.into()),
            None => out.push(reference.into()),
        }
    }

    fn figure(&mut self, mut figure: Element<'a>, out: &mut Vec<Node<'a>>) {
        if figure.has_class("code") {
            if is_listing(&figure) {
                return self.code(figure, out);
            }
            figure.remove("class");
        }
        self.enclose(&mut figure);
        if figure.has_class("video") {
            let player = (self.frames.len() < MOST_FRAMES)
                .then(|| embeds::show(&mut figure, self.around.words))
                .flatten();
            match player {
                Some(player) if !self.frames.contains(&player.origin) => {
                    self.frames.push(player.origin);
                }
                Some(_) => {}
                None => figure.remove("class"),
            }
        }
        out.push(figure.into());
    }

    fn code(&mut self, figure: Element<'a>, out: &mut Vec<Node<'a>>) {
        let mut pre = None;
        let mut caption = None;
        for child in figure.children {
            match child {
                Node::Element(mut child) => {
                    child.children = self.nodes(child.children);
                    match child.name {
                        "pre" => pre = Some(child),
                        "figcaption" => caption = Some(child),
                        _ => {}
                    }
                }
                Node::Text(_) => {}
            }
        }
        if let Some(pre) = pre {
            out.push(self.colours.figure(pre, caption, self.around.words).into());
        }
    }

    fn table(&mut self, mut table: Element<'a>, out: &mut Vec<Node<'a>>) {
        let is_inner = std::mem::replace(&mut self.in_table, true);
        self.enclose(&mut table);
        self.in_table = is_inner;
        if is_inner {
            return out.push(table.into());
        }
        self.tables += 1;
        out.push(tables::show(table, self.tables, self.around.words).into());
    }
}

/// Code with at most a name. Where more stands beside it, it is a figure that holds code.
fn is_listing(figure: &Element<'_>) -> bool {
    let named = |name: &str| {
        let children = figure.children.iter().filter_map(Node::element);
        children.filter(|child| child.name == name).count()
    };
    let filled = figure.children.iter().filter(|child| !child.is_blank()).count();
    named("pre") == 1 && named("figcaption") <= 1 && filled == 1 + named("figcaption")
}

/// A picture, alone or in a link.
fn is_picture(node: &Node<'_>) -> bool {
    let Some(element) = node.element() else { return false };
    element.name == "img"
        || (element.name == "a"
            && element.children.iter().any(is_picture)
            && element.children.iter().all(|child| is_picture(child) || child.is_blank()))
}

fn is_gap(node: &Node<'_>) -> bool {
    node.is_blank() || node.element().is_some_and(|element| element.name == "br")
}

/// `<sup><a href="#fn-1">1</a></sup>`, which becomes a reference that is raised by itself.
fn is_footnote_link(element: &Element<'_>) -> bool {
    let mut filled = element.children.iter().filter(|child| !child.is_blank());
    let link = filled.next().and_then(Node::element);
    let leads_to_footnote = |link: &Element<'_>| {
        link.escaped("href").is_some_and(|address| address.starts_with("#fn-"))
    };
    filled.next().is_none() && link.is_some_and(|link| link.name == "a" && leads_to_footnote(link))
}

/// No class means anything but those in `docs/body.md`.
fn keep_known_class(element: &mut Element<'_>) {
    let Some(class) = element.escaped("class") else { return };
    let is_known = match element.name {
        "figure" => FIGURES.contains(&class),
        "code" => class.starts_with("language-"),
        "ul" => class == "tasks",
        _ => false,
    };
    if !is_known {
        element.remove("class");
    }
}

/// An address for readers.
fn readable(address: &str) -> String {
    let short = address.split_once("://").map_or(address, |(_, rest)| rest);
    let short = short.strip_prefix("www.").unwrap_or(short).trim_end_matches('/');
    match short.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &short[..end]),
        None if short.is_empty() => "/".to_owned(),
        None => short.to_owned(),
    }
}
