//! Languages of parts of a body. One that nobody knows would send a voice that reads aloud, or a
//! dictionary of hyphens, looking for nothing; without it the language around holds.

use crate::tree::Element;

/// All languages that have two letters, those that go by another name today among them. The list of
/// those with three is thousands long and grows, so they are believed.
const OF_TWO_LETTERS: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz \
    ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la \
    lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj \
    om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv \
    sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

pub(super) fn keep_known(element: &mut Element<'_>) {
    for name in ["lang", "hreflang"] {
        if element.escaped(name).is_some_and(|tag| !is_known(tag)) {
            element.remove(name);
        }
    }
}

/// Of a tag only its language: what may follow was looked at when the body was stored.
fn is_known(tag: &str) -> bool {
    let language = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    match language.len() {
        2 => OF_TWO_LETTERS.split_ascii_whitespace().any(|known| known == language),
        3 => language.bytes().all(|byte| byte.is_ascii_lowercase()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn languages_are_known_and_inventions_are_not() {
        for tag in ["de", "DE-at", "zh-Hant-TW", "iw", "gsw", "sr-Latn"] {
            assert!(is_known(tag), "{tag}");
        }
        for tag in ["", "x", "xx", "xx-invalid-language", "zz-zz", "english", "d1", "q12", "é"] {
            assert!(!is_known(tag), "{tag}");
        }
    }
}
