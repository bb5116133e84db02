//! In which letters a document is written. That says from which side its pages are read, and which language it is in
//! where its headings are in another: there are headings in ten languages, and people who write in more.

use crate::language::Language;
use crate::ligatures::is_from_the_right;
use crate::model::Document;

impl Document {
    /// Whether its pages are read from the right: most of its letters are.
    pub fn is_from_right(&self) -> bool {
        let (mut right, mut all) = (0_usize, 0_usize);
        for letter in self.letters() {
            all += 1;
            right += usize::from(is_from_the_right(letter));
        }
        right * 2 > all
    }

    /// The tag of the language that it is written in: that of its headings, unless its letters are others. Empty
    /// where several languages are written with them.
    pub fn written_in(&self) -> &'static str {
        let mut counts = [0_usize; Script::ALL.len()];
        for letter in self.letters() {
            counts[Script::of(letter) as usize] += 1;
        }
        let count = |script: Script| counts[script as usize];
        let all: usize = counts.iter().sum();
        let own = match self.language {
            Language::Japanese => count(Script::Han) + count(Script::Kana),
            Language::Chinese => count(Script::Han),
            _ => count(Script::Latin),
        };
        if own * 2 >= all {
            // Nobody knows which.
            return if self.language == Language::Other { "" } else { self.language.tag() };
        }
        let most = Script::ALL.into_iter().max_by_key(|script| count(*script));
        match most {
            Some(Script::Han) if count(Script::Kana) == 0 => "zh",
            Some(Script::Han | Script::Kana) => "ja",
            Some(Script::Hangul) => "ko",
            Some(Script::Hebrew) => "he",
            Some(Script::Thai) => "th",
            Some(Script::Greek) => "el",
            Some(Script::Georgian) => "ka",
            Some(Script::Armenian) => "hy",
            Some(Script::Latin | Script::Other) | None => "",
        }
    }

    /// What its owner wrote, without addresses: those are Latin whatever the language is.
    fn letters(&self) -> impl Iterator<Item = char> {
        let texts = self.own_texts().filter(|text| !text.contains(['@', '/']));
        texts.flat_map(str::chars).filter(|letter| letter.is_alphabetic())
    }
}

/// Those that most of a text tells a language by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Latin,
    Han,
    Kana,
    Hangul,
    Hebrew,
    Thai,
    Greek,
    Georgian,
    Armenian,
    Other,
}

impl Script {
    const ALL: [Self; 10] = [
        Self::Latin,
        Self::Han,
        Self::Kana,
        Self::Hangul,
        Self::Hebrew,
        Self::Thai,
        Self::Greek,
        Self::Georgian,
        Self::Armenian,
        Self::Other,
    ];

    fn of(letter: char) -> Self {
        match letter {
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}' => Self::Latin,
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Self::Greek,
            '\u{530}'..='\u{58f}' => Self::Armenian,
            '\u{590}'..='\u{5ff}' | '\u{fb1d}'..='\u{fb4f}' => Self::Hebrew,
            '\u{e00}'..='\u{e7f}' => Self::Thai,
            '\u{10a0}'..='\u{10ff}' => Self::Georgian,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7ff}' => {
                Self::Hangul
            }
            '\u{3040}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => Self::Kana,
            '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
                Self::Han
            }
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_follows_the_letters_where_headings_have_none_of_them() {
        let cases = [
            (Language::English, "Built mills", "en", false),
            (Language::German, "", "de", false),
            (Language::German, "Führte das Café 東京", "de", false),
            (Language::English, "בניתי מערכות תשלומים ב־AWS", "he", true),
            (Language::English, "خفضت الأخطاء", "", true),
            (Language::English, "วิศวกรซอฟต์แวร์", "th", false),
            (Language::English, "백엔드 개발자", "ko", false),
            (Language::English, "Построил мельницу", "", false),
            (Language::English, "主导订单系统拆分", "zh", false),
            (Language::English, "設計をしました", "ja", false),
            (Language::Japanese, "設計をしました", "ja", false),
            (Language::Chinese, "Built mills", "", false),
            (Language::Other, "Zbudował młyn", "", false),
            (Language::Other, "설계", "ko", false),
        ];
        for (language, text, tag, from_right) in cases {
            // An address and headings of the look say nothing of the language.
            let contact =
                crate::Contact { text: "https://example.org/a-long-address".into(), href: None };
            let document = Document {
                language,
                summary: text.to_owned(),
                contacts: vec![contact],
                ..Document::default()
            };
            assert_eq!(
                (document.written_in(), document.is_from_right()),
                (tag, from_right),
                "{text}"
            );
        }
    }
}
