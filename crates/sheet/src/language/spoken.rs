//! Which language a text is in, as far as its small words tell. Headings may be in another: nobody has told the language
//! of a document, or somebody asked for other headings. Words are parted by the rules of their own language or not at
//! all.

use super::Language;

/// Small words that hardly any text does without, and the letters of the language beyond those of English.
const SPOKEN: [(Language, &str, &str); 8] = [
    (
        Language::English,
        "the and of to in for with on at by from as is was an our my which that their it",
        "",
    ),
    (
        Language::German,
        "und der die das mit für von den im ein eine einer zur zum bei als auf dem des ich in an am",
        "äöüß",
    ),
    (
        Language::French,
        "et de la le les des du en pour avec dans une un au aux sur par chez l d à",
        "àâæçéèêëîïôœùûüÿ",
    ),
    (
        Language::Spanish,
        "y de la el los las en con para del una un por como al mi más su que",
        "áéíñóúü",
    ),
    (
        Language::Italian,
        "e di il la per con del della dei delle nel nella un una alla gli che da in l",
        "àèéìîòóù",
    ),
    (
        Language::Portuguese,
        "e de da do para com em os as um uma na no dos das ao como por que à",
        "áàâãçéêíóôõúü",
    ),
    (
        Language::Dutch,
        "en de het van een voor met op bij in aan te als door naar ik tot uit zijn",
        "áéëïíóöúü",
    ),
    (
        Language::Danish,
        "og i at det en af til på med for som den der er jeg ved et fra har de",
        "æøåéü",
    ),
];
/// Fewer of these words than this tell nothing.
const FEWEST: usize = 3;
/// The longest of them, in bytes.
const LONGEST: usize = 6;
/// One letter of so many may be of another language, such as that of a name.
const STRANGE: usize = 100;

/// The language with most of its small words in these texts; none where several have as many, or where letters are
/// others than its own.
pub(crate) fn spoken_in<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Language> {
    let (mut counts, mut letters, mut strange) =
        ([0_usize; SPOKEN.len()], 0, [0_usize; SPOKEN.len()]);
    for text in texts {
        for letter in text.chars().filter(|it| it.is_alphabetic()) {
            letters += 1;
            if !letter.is_ascii() {
                let small = letter.to_lowercase().next().unwrap_or(letter);
                for (count, (_, _, own)) in strange.iter_mut().zip(SPOKEN) {
                    *count += usize::from(!own.contains(small));
                }
            }
        }
        let words = text.split(|it: char| !it.is_alphabetic());
        for word in words.filter(|word| (1..=LONGEST).contains(&word.len())).map(str::to_lowercase)
        {
            for (count, (_, known, _)) in counts.iter_mut().zip(SPOKEN) {
                *count += usize::from(known.split(' ').any(|it| it == word));
            }
        }
    }
    let most = *counts.iter().max()?;
    let mut best = (0..SPOKEN.len()).filter(|number| counts[*number] == most);
    let first = best.next()?;
    let is_clear = most >= FEWEST && best.next().is_none() && strange[first] * STRANGE <= letters;
    is_clear.then_some(SPOKEN[first].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_small_words_and_its_letters() {
        let cases = [
            ("Built the mill for a town of millers, and ran it by night.", Some(Language::English)),
            (
                "Leitung des Teams, das die Mühle gebaut hat, und Ausbildung im Betrieb.",
                Some(Language::German),
            ),
            (
                "Direction de l'équipe qui a construit le moulin dans les Vosges.",
                Some(Language::French),
            ),
            (
                "Dirección del equipo que construyó el molino y los talleres.",
                Some(Language::Spanish),
            ),
            (
                "Ho diretto la squadra che ha costruito il mulino della ditta.",
                Some(Language::Italian),
            ),
            (
                "Direção da equipa que construiu o moinho e uma ponte em Braga.",
                Some(Language::Portuguese),
            ),
            ("Leiding van het team dat de molen bouwde voor een bedrijf.", Some(Language::Dutch)),
            (
                "Ledelse af holdet, som byggede møllen på havnen, og det gik.",
                Some(Language::Danish),
            ),
            // Neighbours of ours, by their letters.
            ("Kierował zespołem na budowie i do końca: łąka, żuraw, no dos das.", None),
            ("Byggde kvarnen på ön, för det är en stad som växer med den.", None),
            ("Rakensi myllyn, joka on yhä käytössä. On, on, on.", None),
            ("Rust, C, SQL", None),
            ("", None),
        ];
        for (text, language) in cases {
            assert_eq!(spoken_in(std::iter::once(text)), language, "{text}");
        }
    }
}
