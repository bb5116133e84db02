use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::families::family;
use crate::lists::lines;

/// Forms that no rule leads back to their word.
static WORDS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let list = include_str!("../../data/irregular.txt");
    lines(list, "irregular").filter_map(|line| line.split_once(' ')).collect()
});

/// The form under which all forms of one word are one: singular and plural, present and past,
/// British and American. Never a related word: a manager is not who managed.
pub(crate) fn inflected(folded: &str) -> String {
    let bare = folded.strip_suffix("'s").or_else(|| folded.strip_suffix('\'')).unwrap_or(folded);
    if let Some(joined) = family(bare) {
        return joined.to_owned();
    }
    let base = match WORDS.get(bare) {
        Some(word) => Cow::Borrowed(*word),
        None if bare.bytes().all(|b| b.is_ascii_lowercase()) => regular(bare),
        None => Cow::Borrowed(bare),
    };
    let base = british(&base);
    let silent = || base.strip_suffix('e').filter(|rest| rest.len() > 2).unwrap_or(&base);
    family(&base).unwrap_or_else(silent).to_owned()
}

fn regular(word: &str) -> Cow<'_, str> {
    let stem = |suffix: &str| {
        let rest = word.strip_suffix(suffix)?;
        (rest.len() >= 3 && rest.contains(['a', 'e', 'i', 'o', 'u', 'y'])).then_some(rest)
    };
    if let Some(rest) = stem("ies") {
        return Cow::Owned(format!("{rest}y"));
    }
    if let Some(rest) = stem("ied") {
        return Cow::Owned(format!("{rest}y"));
    }
    for ending in ["sses", "shes", "ches", "xes", "zes"] {
        if word.len() > 5 && word.ends_with(ending) {
            return Cow::Borrowed(&word[..word.len() - 2]);
        }
    }
    // `us` and `ss` end words that are no plurals: status, process.
    if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") {
        return Cow::Borrowed(&word[..word.len() - 1]);
    }
    if word.ends_with("eed") || word.ends_with("eering") {
        return Cow::Borrowed(word);
    }
    match stem("ing").or_else(|| stem("ed")) {
        Some(rest) => Cow::Borrowed(undoubled(rest)),
        None => Cow::Borrowed(word),
    }
}

/// `planned` is of `plan`, but `called` is of `call`.
fn undoubled(stem: &str) -> &str {
    let bytes = stem.as_bytes();
    match bytes {
        [.., a, b]
            if a == b && matches!(b, b'b' | b'd' | b'g' | b'm' | b'n' | b'p' | b'r' | b't') =>
        {
            &stem[..stem.len() - 1]
        }
        // British English doubles this one, too: modelled, travelled.
        [.., b'e', b'l', b'l'] => &stem[..stem.len() - 1],
        _ => stem,
    }
}

/// American spelling, in which the two meet.
fn british(word: &str) -> Cow<'_, str> {
    for (ours, theirs) in
        [("isation", "ization"), ("ise", "ize"), ("yse", "yze"), ("is", "iz"), ("ys", "yz")]
    {
        if let Some(rest) = word.strip_suffix(ours).filter(|rest| rest.len() > 3) {
            return Cow::Owned(format!("{rest}{theirs}"));
        }
    }
    Cow::Borrowed(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_are_one() {
        for (one, other) in [
            ("cut", "cutting"),
            ("reduce", "reduced"),
            ("reducing", "reduces"),
            ("plan", "planned"),
            ("built", "builds"),
            ("led", "leading"),
            ("company's", "companies"),
            ("wrote", "writing"),
            ("organised", "organizing"),
            ("modelled", "modeling"),
            ("postgresql", "postgres"),
            ("k8s", "kubernetes"),
            ("node.js", "node"),
            ("js", "javascript"),
            ("ms", "milliseconds"),
            ("services", "service"),
            ("process", "processes"),
            ("analysed", "analyzing"),
        ] {
            assert_eq!(inflected(one), inflected(other), "{one} {other}");
        }
    }

    #[test]
    fn related_words_are_not_the_same() {
        for (one, other) in [
            ("manager", "managed"),
            ("director", "directed"),
            ("university", "universal"),
            ("engineer", "engineering"),
            ("founder", "founded"),
            ("java", "javascript"),
            ("certified", "certificate"),
            ("go", "good"),
        ] {
            assert_ne!(inflected(one), inflected(other), "{one} {other}");
        }
    }
}
