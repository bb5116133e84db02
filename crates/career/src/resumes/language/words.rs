//! Words and letters by which a language is known.

/// Small words that hardly any text does without, by the tag of their language. Some are of several languages and count
/// for each: the others decide. The first eight have headings here; the others are known so that they are not taken
/// for one of those.
pub(super) const WORDS: [(&str, &str); 26] = [
    (
        "en",
        "the and of to in for with on at by from as is was a an our my which that their into i we it since until",
    ),
    (
        "de",
        "und der die das mit für von den im ein eine einer zur zum bei als auf dem des ich sowie durch über in am an aus wir \
         nach seit bis",
    ),
    (
        "fr",
        "et de la le les des du en pour avec dans une un au aux sur par je chez plus l d à nous depuis jusqu",
    ),
    ("es", "y de la el los las en con para del una un por como al mi más su que es desde hasta"),
    (
        "it",
        "e di il la per con del della dei delle nel nella un una alla i gli che sono da in l dell ho dal",
    ),
    ("pt", "e de da do para com em os as um uma na no dos das ao como por que eu à desde até"),
    ("nl", "en de het van een voor met op bij in aan te als door naar ik tot uit zijn wij sinds"),
    ("da", "og i at det en af til på med for som den der er jeg ved et fra har de siden indtil"),
    ("sv", "och i att det en av till på med för som den är jag vid ett från har de sedan inom"),
    ("no", "og i å det en av til på med for som den er jeg ved et fra har de ble innen"),
    ("pl", "i w z na do się oraz od dla przez jest ze po przy jako także"),
    ("cs", "v na se pro z do je ve od za jsem jako po při také"),
    ("sk", "v na pre z do je vo od za som ako po pri tiež"),
    ("fi", "ja että oli sekä kuin mutta tai joka olen myös ovat kanssa"),
    ("hu", "az és egy hogy nem volt meg mint vagy valamint"),
    ("ro", "și în cu de pe pentru din care este prin si"),
    ("tr", "ve bir bu için ile olarak olan gibi göre"),
    ("ca", "i de la el les els amb per del una un en que com"),
    ("hr", "i na za od je se te kao iz koji"),
    ("sl", "in v na za z je se od kot ter pri iz"),
    ("id", "dan yang di untuk dengan dari pada dalam sebagai ini ke"),
    ("vi", "và của các cho với trong là được có tại"),
    ("lt", "ir į su iš kad už bei"),
    ("lv", "un ar par kā arī pie"),
    ("et", "ja ning ei või kui mis oma"),
    ("af", "en die het van n vir met op by in aan te as deur na ek is"),
];

/// Letters of the Latin alphabet that no language with headings here has.
pub(super) fn is_of_others(letter: char) -> bool {
    const OTHERS: &str = "ąćęłńśźżčďěňřšťůžľĺŕőűğışţțșăđðþėįųūķļņģāēīơưəċġħ";
    OTHERS.contains(letter) || matches!(letter, '\u{1ea0}'..='\u{1ef9}')
}

/// Whether a letter is of a script in which none of those languages is written.
pub(super) fn is_of_other_script(letter: char) -> bool {
    let is_latin =
        matches!(letter, '\0'..='\u{24f}' | '\u{250}'..='\u{2ff}' | '\u{1e00}'..='\u{1eff}');
    let is_wide = matches!(letter, '\u{2c60}'..='\u{2c7f}' | '\u{ab30}'..='\u{ab6f}' | '\u{fb00}'..='\u{fb06}' | '\u{ff00}'..='\u{ff5e}');
    !is_latin && !is_wide
}
