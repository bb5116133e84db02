//! Marks that people and their editors put before the items of a list. A page has its own, and shows one and not
//! two.

/// A line without the mark that makes it an item; none where it has no such mark.
pub(in crate::resumes) fn without_bullet(line: &str) -> Option<&str> {
    let mut characters = line.chars();
    let mark = characters.next()?;
    // What chooses between the black and the coloured form of a sign.
    let rest = characters.as_str().trim_start_matches(['\u{fe0e}', '\u{fe0f}']);
    let bare = rest.trim_start();
    let is_item = match mark {
        _ if is_counted(mark) => !rest.starts_with(is_counted),
        // More or less of something: `▲ 30 %`.
        '▲' | '△' | '▴' | '▵' | '▼' | '▽' | '▾' | '▿' => {
            !bare.trim_start_matches(['+', '-', '−', '~', '€', '$']).starts_with(char::is_numeric)
        }
        // Also the end of a quotation, which no blank follows.
        '»' | '›' | '❯' | '❱' => rest.len() > bare.len(),
        _ => is_bullet(mark),
    };
    is_item.then_some(bare)
}

/// Those that may stand behind each other in one line. An arrow there leads from one thing to the other, and shapes
/// may be a measure: `● ● ○`.
pub(super) fn is_bullet_within(mark: char) -> bool {
    let is_arrow = matches!(mark, '\u{2190}'..='\u{21ff}' | '\u{27f0}'..='\u{27ff}');
    let is_private = matches!(mark, '\u{f000}'..='\u{f0ff}');
    matches!(mark, '•' | '●' | '■')
        || is_bullet(mark) && !is_arrow && !is_private && !matches!(mark, '·' | '・')
}

/// Shapes that also tell how much there is of something: `★★★☆☆ Rust`. Of these one alone is a mark.
fn is_counted(mark: char) -> bool {
    matches!(
        mark,
        '★' | '☆' | '⭐' | '●' | '○' | '◯' | '⬤' | '⚫' | '⚪' | '■' | '□' | '▪' | '▫' | '◆' | '◇' | '⬛' | '⬜'
            | '▮' | '▯' | '▰' | '▱' | '◉' | '◎' | '✦' | '✧' | '✪' | '✩' | '✭' | '✮' | '✯'
            | '\u{1f534}'..='\u{1f537}' | '\u{1f7e0}'..='\u{1f7eb}'
    )
}

/// Marks by their ranges: dots, shapes, arrows to the right, ticks, stars. Not among them is what says something
/// before a word: crosses and empty boxes deny it, arrows up and down compare.
fn is_bullet(mark: char) -> bool {
    matches!(
        mark,
        // Dots and hyphens that are no others.
        '·' | '・' | '･' | '•' | '‣' | '⁃' | '⁌' | '⁍' | '∙' | '⋅' | '∘' | '◘' | '◙'
            // Arrows to the right.
            | '→' | '↠' | '↣' | '↦' | '↪' | '↳' | '⇒' | '⇛' | '⇝' | '⇢' | '⇥' | '⇨' | '⇰' | '⇾'
            | '⟶' | '⟹' | '⟼' | '⟾' | '⮕' | '⮞' | '⯈' | '\u{2794}' | '\u{2799}' | '\u{279b}'..='\u{27af}'
            | '\u{27b1}'..='\u{27b3}' | '\u{27b5}' | '\u{27b8}' | '\u{27ba}'..='\u{27be}'
            // Shapes.
            | '\u{25a0}'..='\u{25b1}' | '\u{25b6}'..='\u{25bb}' | '\u{25c0}'..='\u{25ff}' | '\u{2b1b}'..='\u{2b2f}'
            | '\u{2b50}'..='\u{2b54}' | '\u{1f538}' | '\u{1f539}' | '\u{1f518}' | '\u{1f780}'..='\u{1f7d8}'
            | '♦' | '♢' | '⚬'
            // Ticks, stars and hands.
            | '☑' | '✅' | '✓' | '✔' | '\u{2721}'..='\u{2743}' | '\u{2747}'..='\u{274b}' | '❍' | '\u{274f}'..='\u{2752}'
            | '❖' | '☛' | '☞' | '\u{1f449}'
            // The same in the faces that word processors keep for them.
            | '\u{f000}'..='\u{f0ff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_before_an_item_are_taken_away() {
        for mark in "•·‣⁃▪◦●○■□▶►▸◆◇❖➤➔➢→⇒✓✔☑✅★☆✦»›🔹👉\u{f0b7}\u{f0a7}".chars()
        {
            for line in [format!("{mark} Cut costs"), format!("{mark}\u{a0} Cut costs")] {
                assert_eq!(without_bullet(&line), Some("Cut costs"), "{line}");
            }
        }
        assert_eq!(without_bullet("▶\u{fe0f} Ran it"), Some("Ran it"));
        assert_eq!(without_bullet("→30 % faster"), Some("30 % faster"));
        assert_eq!(without_bullet("▲ Built it"), Some("Built it"));
        assert_eq!(without_bullet("•"), Some(""));
    }

    #[test]
    fn signs_that_say_something_stay() {
        for line in [
            "",
            "Cut → raised",
            "-8 % costs",
            "+1 for all",
            "★★★★☆ Rust",
            "●●○ Go",
            "▲ 30 % sales",
            "▼ -8 % costs",
            "↑ 30 % sales",
            "↓ costs",
            "✗ Java",
            "❌ Java",
            "☐ Licence",
            "»Quoted«",
            "① First",
            "❤ animals",
            "🚀 Launched it",
            "√2",
        ] {
            assert_eq!(without_bullet(line), None, "{line}");
        }
    }
}
