//! What a program writes around a part of a text: shortcodes, blocks of templates, components, directives. Some of them
//! show that part to some readers or to nobody, and here it would be text like any other. So those are known that show
//! what is in them to everybody, and all others hold a text back; as do comments, which nobody was to read.

use super::names::hints;
use super::{Judge, Publication, fold};

/// No name of one is further from its beginning.
const LONGEST: usize = 500;
const MOST: usize = 100;

/// What shows to everybody what is in it.
const HARMLESS: &str = "a abbr abstract accordion accordions accordiongroup accordionitem admonition alert alerts align \
    alignleft alignright aside audio badge bibliography blockquote blockquotes box br buttons button callout caption \
    card cardgrid cardgroup cards carousel caution center chart cite code codeblock codegroup codetabs col \
    collapse collapsible cols column columns container corollary danger definition details diagram div em embed \
    endnote epigraph equation error example exercise expand expandable faq feature features fig figcaption \
    figure file files filetree folder footnote for fragment gallery graphviz grid h1 h2 h3 h4 h5 h6 hero \
    highlight hint html icon image img important info katex kbd latex lead left lemma li lightbox link linkcard list \
    literal marginnote mark markdown math md mermaid note notes notice ol p param picture plantuml playlist pre proof \
    pullquote question quote raw rawhtml ref remark right row rows ruby section sidenote slide slides solution span \
    spoiler step steps strong sub success summary sup tab table tabgroup tabitem tabpanel tabs tabset tbody td th thead \
    theorem timeline tip tips tldr toc tooltip tr tweet ul verbatim video vimeo warn warning wpcaption wrapper youtube \
    dropcap fullwidth";
/// Tags of HTML that people write in capital letters.
const TAGS: &str = "B I U FONT BIG TT BLOCKQUOTE DL DT DD TITLE BODY HEAD HTML FORM INPUT IFRAME OBJECT SCRIPT STYLE";
/// How comments of generators begin and end.
const COMMENTS: [(&str, &str); 5] =
    [("%%", "%%"), ("{#", "#}"), ("{{/*", "*/}}"), ("{/*", "*/}"), ("{{!--", "--}}")];

/// The names of those that are not known to be harmless. `text` is without all code; in `templated` only that in fences
/// is left out, as templates are filled in before anybody looks for code.
pub(in crate::transfer) fn enclosures(text: &str, templated: &str) -> Vec<String> {
    let mut found = Found::default();
    for (start, end) in COMMENTS {
        let inside = text.split_once(start).map(|(_, inside)| inside);
        if inside.is_some_and(|inside| inside.contains(end)) {
            found.add(start);
        }
    }
    for (start, end) in [("{{<", ">}}"), ("{{%", "%}}")] {
        shortcodes(templated, start, end, &mut found);
    }
    blocks(templated, &mut found);
    components(text, &mut found);
    text.lines().for_each(|line| directive(line, &mut found));
    found.0
}

/// Whether what is in it was for everybody.
pub(in crate::transfer) fn is_harmless(name: &str) -> bool {
    let name: String = fold(name);
    let is_callout = name.starts_with("callout") && !hints(&name);
    is_callout || HARMLESS.split_whitespace().any(|it| it == name)
}

impl Judge {
    /// What follows from names that stand around parts of a text.
    pub(in crate::transfer) fn around(&self, names: Vec<String>) -> Publication {
        let is_left = |name: &String| match name.split_once('/') {
            // Blocks of one maker, but not those of which the name itself speaks of readers.
            Some((maker, rest)) if self.is_ignored(maker) => {
                hints(&fold(rest)) && !self.is_ignored(name)
            }
            _ => !self.is_ignored(name),
        };
        let names: Vec<String> = names.into_iter().filter(is_left).collect();
        if names.is_empty() { Publication::Open } else { Publication::Unknown(names) }
    }
}

#[derive(Default)]
struct Found(Vec<String>);

impl Found {
    fn add(&mut self, name: &str) {
        if self.0.len() < MOST && !self.0.iter().any(|it| it == name) {
            self.0.push(name.to_owned());
        }
    }

    /// One that has an end, or stands alone.
    fn hear(&mut self, name: &str, is_around: bool) {
        let is_known = !is_around || is_harmless(name);
        if !name.is_empty() && (!is_known || hints(&fold(name)) && !is_harmless(name)) {
            self.add(name);
        }
    }
}

/// What stands between two signs, as far as its name and its ends are concerned.
fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    // `{{%` is not `{%`.
    let found = text.match_indices(start).filter(|(at, _)| !text[..*at].ends_with('{'));
    found.map(move |(at, _)| {
        let inside = &text[at + start.len()..];
        let inside = inside.char_indices().nth(LONGEST).map_or(inside, |(at, _)| &inside[..at]);
        inside.split_once(end).map_or(inside, |(inside, _)| inside).trim()
    })
}

/// Those of Hugo. `{{</* x */>}}` is how somebody writes about one.
fn shortcodes(text: &str, start: &str, end: &str, found: &mut Found) {
    for inside in between(text, start, end).filter(|inside| !inside.starts_with("/*")) {
        match inside.strip_prefix('/') {
            Some(name) => found.hear(word(name.trim_start()), true),
            None => found.hear(word(inside), false),
        }
    }
}

/// Those of Liquid, Nunjucks, Tera, Hexo and Zola: `{% x %}…{% endx %}`, `{% x() %}…{% end %}`.
fn blocks(text: &str, found: &mut Found) {
    for inside in between(text, "{%", "%}") {
        let inside = inside.trim_matches(['-', '+', '~']).trim();
        let name = word(inside);
        let has_values = inside[name.len()..].trim_start().starts_with('(');
        match name.strip_prefix("end") {
            Some(name) => found.hear(name.trim_start_matches('_'), true),
            None => found.hear(name, has_values),
        }
    }
}

/// Those of MDX, which begin with a capital letter.
fn components(text: &str, found: &mut Found) {
    for (at, _) in text.match_indices('<') {
        let inside = &text[at + 1..];
        let (inside, is_end) = inside.strip_prefix('/').map_or((inside, false), |it| (it, true));
        let name = word(inside);
        let is_component = name.starts_with(|it: char| it.is_ascii_uppercase());
        if is_component && !TAGS.split_whitespace().any(|it| it == name) {
            found.hear(name, is_end);
        }
    }
}

/// `:::name`, `::: {.class}`, `:::{name}`.
fn directive(line: &str, found: &mut Found) {
    let Some(rest) = line.trim_start_matches([' ', '\t', '>']).strip_prefix(":::") else { return };
    let rest = rest.trim_start_matches(':').trim();
    let (name, values) = rest.split_once('{').unwrap_or((rest, ""));
    found.hear(word(name), true);
    for value in values.split('}').next().unwrap_or_default().split_whitespace() {
        match value.split_once('=') {
            // When it is shown.
            Some((name, _)) if name.starts_with("when") || name.starts_with("unless") => {
                found.add(name);
            }
            Some(_) => {}
            None if value.starts_with('#') => {}
            None => found.hear(value.trim_start_matches('.'), true),
        }
    }
}

fn word(text: &str) -> &str {
    let is_part = |it: char| it.is_alphanumeric() || "-_./".contains(it);
    text[..text.find(|it: char| !is_part(it)).unwrap_or(text.len())].trim_end_matches(['.', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_a_text_is_known_or_found() {
        for (text, names) in [
            ("{{% hugo-encryptor \"p\" %}}x{{% /hugo-encryptor %}}", &["hugo-encryptor"][..]),
            ("{{< note >}}x{{< /note >}} {{< rawhtml >}}y{{</ rawhtml >}}", &[]),
            ("{{< youtube abc >}} {{< foo >}} {{</* bar */>}}{{</* /bar */>}}", &[]),
            ("{{< members-only >}}", &["members-only"]),
            ("{% comment %}x{% endcomment %}", &["comment"]),
            ("{%- if page.x -%}x{%- endif -%}", &["if"]),
            ("{% highlight rust %}x{% endhighlight %}{% include a.html %}", &[]),
            ("{% gated(a=1) %}x{% end %}", &["gated"]),
            ("<Members>x</Members> <Tabs><TabItem>y</TabItem></Tabs>", &["Members"]),
            ("<Chart data={x} /> <B>x</B> <Paywall/>", &["Paywall"]),
            (
                ":::note\nx\n:::\n::: {.content-hidden when-format=\"html\"}\ny\n:::",
                &["content-hidden", "when-format"],
            ),
            (":::{tip}\nx\n:::\n:::: columns\n::: {.column width=\"50%\"}\n", &[]),
            ("a %%x%% b", &["%%"]),
            ("{# x #}", &["{#"]),
            ("{/* x */}", &["{/*"]),
            ("# A {#a}\n\n100%% {#b} {} < > </a> a <b", &[]),
            ("", &[]),
        ] {
            assert_eq!(enclosures(text, text), names, "{text}");
        }
    }

    #[test]
    fn the_owner_knows_what_is_harmless() {
        let ignored = ["foo".into(), "Box-2".into()];
        let judge = Judge::new("2026-01-01T00:00:00Z".parse().unwrap(), &ignored);
        let names = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(judge.around(names(&["foo", "box2", "foo/row"])), Publication::Open);
        let left = Publication::Unknown(names(&["foo/paywall"]));
        assert_eq!(judge.around(names(&["foo/paywall", "foo/row"])), left);
    }
}
