//! What stands in brackets and means something to WordPress.

use std::collections::{HashMap, HashSet};

use crate::transfer::html::escape;

/// Those that need no values.
const BARE: [&str; 5] = ["audio", "embed", "gallery", "playlist", "video"];
const LONGEST_NAME: usize = 40;

/// `[gallery ids="1,2"]` shows files of the export. One that names none of them stays as it is.
pub(super) fn galleries(content: &str, attachments: &HashMap<String, String>) -> String {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(start) = rest.find("[gallery") {
        let Some(end) = rest[start..].find(']').map(|at| start + at + 1) else { break };
        let ids = rest[start..end].split_once("ids=").map_or("", |(_, ids)| ids);
        let ids = ids.trim_start_matches(['"', '\'', '“', '”', '″']);
        let is_id = |it: char| it.is_ascii_digit() || it == ',' || it == ' ';
        let ids = &ids[..ids.find(|it: char| !is_id(it)).unwrap_or(ids.len())];
        let shown = ids.split(',').filter_map(|id| attachments.get(id.trim()));
        let shown = shown.filter(|address| !address.is_empty());
        let figures: Vec<String> =
            shown.map(|it| format!("<figure><img src=\"{}\"></figure>", escape(it))).collect();
        out.push_str(&rest[..start]);
        match figures.is_empty() {
            true => out.push_str(&rest[start..end]),
            false => out.push_str(&format!("\n\n{}\n\n", figures.join("\n"))),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// The names of those that are left, each once. Brackets are used for other things too: it has to have values, or
/// an end, or be one that WordPress itself has.
pub(super) fn shortcodes(content: &str) -> Vec<String> {
    let ended: HashSet<&str> =
        content.match_indices("[/").map(|(at, it)| name_of(&content[at + it.len()..])).collect();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (at, _) in content.match_indices('[') {
        let inside = &content[at + 1..];
        let name = name_of(inside);
        let is_name = (2..=LONGEST_NAME).contains(&name.len())
            && name.starts_with(|it: char| it.is_ascii_lowercase());
        if !is_name || seen.contains(name) {
            continue;
        }
        let rest = &inside[name.len()..];
        let values = rest.find(['[', ']', '\n']).map(|end| rest.split_at(end));
        let Some((values, _)) = values.filter(|(_, end)| end.starts_with(']')) else { continue };
        let is_mark = match values.is_empty() {
            true => BARE.contains(&name) || ended.contains(name),
            false => values.starts_with(' ') && values.contains('='),
        };
        if is_mark {
            seen.insert(name);
            found.push(format!("[{name}]"));
        }
    }
    found
}

fn name_of(text: &str) -> &str {
    let is_part = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "-_".contains(it);
    &text[..text.find(|it: char| !is_part(it)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn galleries_show_the_files_that_they_name() {
        let files = [("1", "/a.jpg"), ("3", "/b.jpg"), ("4", "")];
        let files: HashMap<String, String> =
            files.map(|(id, file)| (id.to_owned(), file.to_owned())).into();
        let shown = galleries("x [gallery columns=\"2\" ids=\"1, 2,3\"] y", &files);
        let figures =
            "<figure><img src=\"/a.jpg\"></figure>\n<figure><img src=\"/b.jpg\"></figure>";
        assert_eq!(shown, format!("x \n\n{figures}\n\n y"));
        for kept in ["[gallery]", "[gallery ids=\"9,4\"]", "[gallery never"] {
            assert_eq!(galleries(kept, &files), kept);
        }
    }

    #[test]
    fn what_is_left_in_brackets_is_found() {
        for (content, names) in [
            (
                "[gallery] and [contact-form-7 id=\"3\" title=\"x\"]",
                &["[gallery]", "[contact-form-7]"][..],
            ),
            ("[su_box]x[/su_box] [su_box]y[/su_box]", &["[su_box]"]),
            ("[video src=\"x\"][/video] [embed]https://x[/embed]", &["[video]", "[embed]"]),
            ("[1] [x] [sic] [a link](/x) [note: x=1] a[i] [type=\"text\"]", &[]),
            ("[never ended=\"1\"", &[]),
            ("[Upper a=1] [two\nlines=1]", &[]),
        ] {
            assert_eq!(shortcodes(content), names, "{content}");
        }
    }
}
