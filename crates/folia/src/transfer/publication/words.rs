//! Words that stand behind a name.

use serde_json::Value;

use super::names::fold;

/// What people and programs call public, where a status may be anything.
const OPEN: &str =
    "public published publish live open everyone everybody anyone all world posted online released";
/// What says of a text, wherever it stands, that it is not for everybody. Folders have such names too.
const CLOSED: &str = "draft drafts isdraft autodraft private privates skip hidden hide wip workinprogress inprogress \
    scheduled trash trashed deleted unpublished notpublished donotpublish dontpublish nopublish unlisted protected \
    restricted confidential secret secrets internal internalonly membersonly subscribersonly patronsonly friendsonly \
    pending archived inactive disabled encrypted embargo embargoed expired withdrawn retracted noindex notpublic \
    nonpublic unfinished inreview underreview needsreview needswork \
    entwurf entwürfe brouillon brouillons borrador borradores bozza bozze rascunho rascunhos черновик 草稿 下書き \
    privat privé privado privato приватно";

/// Yes and no, in the words of other languages and in signs.
const FLAGS: &str = "ja nein nej nee oui non si sí sim não nao da tak nie ano ne evet hayır hayir да нет 是 否 はい \
    いいえ ✓ ✔ ✔️ ✅ ☑ ☐ ✗ ✘ ❌ × checked unchecked yep nope";

/// Yes or no, in all the words that YAML has had for them; none for anything else.
pub(in crate::transfer) fn says(value: &Value) -> Option<bool> {
    match value.as_str()?.trim().to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => Some(true),
        "false" | "f" | "no" | "n" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Whether it may be yes or no, although nobody can tell which.
pub(in crate::transfer) fn is_flag(value: &Value) -> bool {
    let word = value.as_str().map(|it| it.trim().to_lowercase());
    says(value).is_some() || word.is_some_and(|it| FLAGS.split_whitespace().any(|flag| flag == it))
}

pub(in crate::transfer) fn is_open(text: &str) -> bool {
    let folded = fold(text);
    OPEN.split_whitespace().any(|word| word == folded)
}

pub(in crate::transfer) fn is_closed(text: &str) -> bool {
    let folded = fold(text.trim_start_matches('#'));
    CLOSED.split_whitespace().any(|word| word == folded)
}

/// One that is yes or no and could be nothing else: people are called `No`, and titles `On`.
pub(super) fn is_plain_flag(value: &Value) -> bool {
    let word = value.as_str().map(|it| it.trim().to_ascii_lowercase());
    matches!(word.as_deref(), Some("true" | "false"))
}

/// A word for drafts in a short value: `Draft 2`, `draft, x`, `draft-post`. In more words than that it is one of many.
pub(in crate::transfer) fn closed_word(text: &str) -> Option<&str> {
    const SHORT: usize = 3;
    let text = text.trim();
    if is_closed(text) {
        return Some(text);
    }
    let is_address = text.contains("://") || text.starts_with(['/', '.']);
    let is_file = text.rsplit_once('.').is_some_and(|(_, it)| {
        (2..=5).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_alphanumeric())
    });
    if is_address || is_file || text.len() > 200 {
        return None;
    }
    text.split([',', ';', '/', ':', '|', '(', ')', '[', ']', '\n']).find_map(|part| {
        let part = part.trim();
        let words: Vec<&str> =
            part.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
        let word = words.iter().find(|it| words.len() <= SHORT && is_closed(it)).copied();
        Some(part).filter(|it| is_closed(it)).or(word)
    })
}

/// Whether nothing is said at all.
pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

pub(super) fn in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned())
}

/// Values as texts, as all of front matter is read: whoever needs a flag or a date reads it from that.
pub(in crate::transfer) fn texts_of_json(value: Value) -> Value {
    match value {
        Value::Bool(_) | Value::Number(_) => value.to_string().into(),
        Value::String(text) => text.replace('\0', "").into(),
        Value::Array(items) => items.into_iter().map(texts_of_json).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, it)| (name, texts_of_json(it))).collect()
        }
        Value::Null => Value::Null,
    }
}
