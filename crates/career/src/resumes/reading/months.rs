//! The names of the months, by the tag of their language.

/// Languages of which three letters of a name are enough, as people write it.
const SHORTENED: usize = 8;

/// Where a language has several names for one month, all of them. Names that mean another month to a neighbour
/// (`listopad`) are left out: such a date is shown as it is written.
const MONTHS: [(&str, [&str; 12]); 21] = [
    (
        "en",
        [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ],
    ),
    (
        "de",
        [
            "januar jänner",
            "februar feber",
            "märz maerz mrz",
            "april",
            "mai",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "dezember",
        ],
    ),
    (
        "fr",
        [
            "janvier",
            "février fevrier",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août aout",
            "septembre",
            "octobre",
            "novembre",
            "décembre decembre",
        ],
    ),
    (
        "es",
        [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre setiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
    ),
    (
        "it",
        [
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
    ),
    (
        "pt",
        [
            "janeiro",
            "fevereiro",
            "março",
            "abril",
            "maio",
            "junho",
            "julho",
            "agosto",
            "setembro",
            "outubro",
            "novembro",
            "dezembro",
        ],
    ),
    (
        "nl",
        [
            "januari",
            "februari",
            "maart mrt",
            "april",
            "mei",
            "juni",
            "juli",
            "augustus",
            "september",
            "oktober",
            "november",
            "december",
        ],
    ),
    (
        "da",
        [
            "januar",
            "februar",
            "marts",
            "april",
            "maj",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "december",
        ],
    ),
    (
        "sv",
        [
            "januari",
            "februari",
            "mars",
            "april",
            "maj",
            "juni",
            "juli",
            "augusti",
            "september",
            "oktober",
            "november",
            "december",
        ],
    ),
    (
        "no",
        [
            "januar",
            "februar",
            "mars",
            "april",
            "mai",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "desember",
        ],
    ),
    (
        "pl",
        [
            "styczeń stycznia",
            "luty lutego",
            "marzec marca",
            "kwiecień kwietnia",
            "maj maja",
            "czerwiec czerwca",
            "lipiec lipca",
            "sierpień sierpnia",
            "wrzesień września",
            "październik października",
            "",
            "grudzień grudnia",
        ],
    ),
    (
        "cs",
        [
            "leden ledna",
            "únor února",
            "březen března",
            "duben dubna",
            "květen května",
            "červen června",
            "červenec července",
            "srpen srpna",
            "září",
            "říjen října",
            "listopadu",
            "prosinec prosince",
        ],
    ),
    (
        "sk",
        [
            "január januára",
            "február februára",
            "marec marca",
            "apríl apríla",
            "máj mája",
            "jún júna",
            "júl júla",
            "august augusta",
            "september septembra",
            "október októbra",
            "november novembra",
            "december decembra",
        ],
    ),
    (
        "hu",
        [
            "január",
            "február",
            "március",
            "április",
            "május",
            "június",
            "július",
            "augusztus",
            "szeptember",
            "október",
            "november",
            "december",
        ],
    ),
    (
        "fi",
        [
            "tammikuu",
            "helmikuu",
            "maaliskuu",
            "huhtikuu",
            "toukokuu",
            "kesäkuu",
            "heinäkuu",
            "elokuu",
            "syyskuu",
            "lokakuu",
            "marraskuu",
            "joulukuu",
        ],
    ),
    (
        "ro",
        [
            "ianuarie",
            "februarie",
            "martie",
            "aprilie",
            "mai",
            "iunie",
            "iulie",
            "august",
            "septembrie",
            "octombrie",
            "noiembrie",
            "decembrie",
        ],
    ),
    (
        "tr",
        [
            "ocak", "şubat", "mart", "nisan", "mayıs", "haziran", "temmuz", "ağustos", "eylül",
            "ekim", "kasım", "aralık",
        ],
    ),
    (
        "ca",
        [
            "gener", "febrer", "març", "abril", "maig", "juny", "juliol", "agost", "setembre",
            "octubre", "novembre", "desembre",
        ],
    ),
    (
        "id",
        [
            "januari",
            "februari",
            "maret",
            "april",
            "mei",
            "juni",
            "juli",
            "agustus",
            "september",
            "oktober",
            "november",
            "desember",
        ],
    ),
    (
        "ru",
        [
            "январь января",
            "февраль февраля",
            "март марта",
            "апрель апреля",
            "май мая",
            "июнь июня",
            "июль июля",
            "август августа",
            "сентябрь сентября",
            "октябрь октября",
            "ноябрь ноября",
            "декабрь декабря",
        ],
    ),
    (
        "uk",
        [
            "січень січня",
            "лютий лютого",
            "березень березня",
            "квітень квітня",
            "травень травня",
            "червень червня",
            "липень липня",
            "серпень серпня",
            "вересень вересня",
            "жовтень жовтня",
            "листопад листопада",
            "грудень грудня",
        ],
    ),
];

/// The number of a month by a name of it in small letters, from 1 on.
pub(super) fn month_of(word: &str) -> Option<u32> {
    let found = found(word).next();
    found.and_then(|(_, number)| u32::try_from(number + 1).ok())
}

/// The languages that have a month of this name.
pub(in crate::resumes) fn languages_of(word: &str) -> impl Iterator<Item = &'static str> {
    found(word).map(|(tag, _)| tag)
}

fn found(word: &str) -> impl Iterator<Item = (&'static str, usize)> {
    let is_long = word.chars().count() >= 3;
    let languages = MONTHS.iter().enumerate().filter(move |_| is_long);
    languages.filter_map(move |(place, (tag, months))| {
        let is_named = |names: &&str| {
            let is_it = |name: &str| name == word || (place < SHORTENED && name.starts_with(word));
            names.split(' ').any(is_it)
        };
        Some((*tag, months.iter().position(is_named)?))
    })
}
