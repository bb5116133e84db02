//! What a place says of a town, where the street is hidden.

use super::fold::plain;

/// Of the member for a city or region: what is told behind the last part with a figure in it. People
/// write a whole address there, and what has a figure in it is no name of a city.
pub(super) fn named_behind_figures(place: &str) -> String {
    match has_figure(place) {
        true => parts_behind_figures(place).join(", "),
        false => place.trim().to_owned(),
    }
}

/// Of a place that is one text: the town, where it can be told from a street, with its country. A text
/// that might be anything says nothing.
pub(super) fn town(place: &str) -> Option<String> {
    let parts = parts_behind_figures(place);
    let is_known = match parts[..] {
        [town] => is_town(town),
        [town, land] => is_town(town) && is_land(land),
        _ => false,
    };
    is_known.then(|| parts.join(", "))
}

fn parts_behind_figures(place: &str) -> Vec<&str> {
    let parts = parts(place);
    let from = parts.iter().rposition(|part| has_figure(part)).map_or(0, |at| at + 1);
    parts[from..].to_vec()
}

/// The parts of a hidden address by which it would be known in other texts: those with a number.
pub(super) fn numbered_streets(place: &str) -> Vec<String> {
    let is_street = |part: &&str| has_figure(part) && part.contains(char::is_alphabetic);
    let parts = parts(place);
    // Many write the number behind a comma.
    let is_number = |part: &str| {
        part.chars().count() <= 4
            && part.starts_with(char::is_numeric)
            && part.chars().all(char::is_alphanumeric)
    };
    let parted = parts.windows(2).filter(|both| !has_figure(both[0]) && is_number(both[1]));
    let parted = parted.map(|both| plain(&format!("{} {}", both[0], both[1])));
    let whole = parts.iter().copied().filter(|part| is_street(part)).map(plain);
    whole.chain(parted).collect()
}

/// And those that have the name of a street. A town may have such a name too, so this is for texts that
/// are more than a town.
pub(super) fn named_streets(place: &str) -> Vec<String> {
    // A word like `Avenue` alone stands in other texts for something else.
    let is_name = |part: &str| part.contains(char::is_whitespace) || part.chars().count() > 9;
    let is_street = |part: &&str| !has_figure(part) && is_name(part) && !is_town(part);
    parts(place).into_iter().filter(is_street).map(plain).collect()
}

fn parts(place: &str) -> Vec<&str> {
    const BETWEEN: [char; 9] = [',', ';', '\n', '\t', '|', '/', '•', '·', '‧'];
    let parts = place.split(BETWEEN).flat_map(|part| part.split(" - "));
    let parts = parts.flat_map(|part| part.split(" – ")).map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

fn has_figure(part: &str) -> bool {
    part.contains(char::is_numeric)
}

fn is_town(part: &str) -> bool {
    let part = plain(part);
    let mut words = part.split(|sign: char| !sign.is_alphanumeric()).filter(|it| !it.is_empty());
    // A letter alone is a door. There are towns with such a name, and they are not shown.
    !words.any(|word| {
        word.chars().count() == 1
            || listed(WITHIN_TOWN).any(|known| known == word)
            || listed(STREET_ENDS).any(|end| word.ends_with(end))
    })
}

fn listed(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split(", ")
}

/// Words for a street, a house or a part of one.
const WITHIN_TOWN: &str = "apt, apartment, appartement, flat, unit, suite, ste, floor, room, building, bldg, block, \
    house, court, tower, box, co, haus, wohnung, whg, etage, stock, og, eg, stiege, street, \
    road, rd, avenue, ave, lane, ln, drive, boulevard, blvd, crescent, rue, chemin, impasse, \
    quai, calle, avenida, rua, via, viale, piazza, ulica, ul, ulitsa";
const STREET_ENDS: &str = "weg, straße, strasse, str, gasse, allee, platz, ufer, damm, straat, laan, gade, gatan, \
    veien, vägen";

/// A country by its name, or a country or state by its letters.
fn is_land(part: &str) -> bool {
    let is_code = (2..=3).contains(&part.len()) && part.chars().all(|it| it.is_ascii_uppercase());
    is_code || listed(LANDS).any(|land| land == plain(part))
}

/// As many write their own. Of a country that is missing here, a text shows no town.
const LANDS: &str = "argentina, armenia, australia, austria, österreich, bangladesh, belgium, belgië, belgique, \
    belgien, brazil, brasil, bulgaria, canada, kanada, chile, china, colombia, croatia, \
    hrvatska, cyprus, czechia, czech republic, denmark, danmark, dänemark, egypt, england, \
    estonia, finland, suomi, france, frankreich, georgia, germany, deutschland, allemagne, \
    ghana, great britain, greece, hungary, iceland, india, indonesia, iran, iraq, ireland, \
    israel, italy, italia, italien, japan, kenya, latvia, lebanon, lithuania, luxembourg, \
    luxemburg, malaysia, malta, mexico, méxico, morocco, nepal, netherlands, the netherlands, \
    nederland, niederlande, new zealand, nigeria, northern ireland, norway, norge, norwegen, \
    pakistan, peru, perú, philippines, poland, polska, polen, portugal, romania, russia, \
    scotland, serbia, singapore, slovakia, slovenia, south africa, south korea, spain, españa, \
    spanien, sri lanka, sweden, sverige, schweden, switzerland, schweiz, suisse, svizzera, \
    taiwan, thailand, tunisia, turkey, türkiye, türkei, uganda, ukraine, united arab emirates, \
    united kingdom, united states, united states of america, uruguay, venezuela, vietnam, wales";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_shows_a_town_where_it_is_known_to_be_one() {
        for (written, shown) in [
            ("Lindmark", Some("Lindmark")),
            ("Lindmark, Norway", Some("Lindmark, Norway")),
            ("New Lindmark, TX", Some("New Lindmark, TX")),
            ("Mill Road 5, Lindmark", Some("Lindmark")),
            ("Mill Road 5, Lindmark, Norway", Some("Lindmark, Norway")),
            ("Apt B, Rosenweg 5, 12345 Lindmark", None),
            ("Rosenweg 5, Apt B", None),
            ("Rosenweg 5, Apt B, Lindmark", None),
            ("Rosenweg 5, Hinterer Aufgang, Lindmark, Norway", None),
            ("Rosenweg Fünf, Lindmark", None),
            ("Rosenweg Fünf", None),
            ("Rosenweg V • Lindmark", None),
            ("Haus Sonnenblick - Lindmark", None),
            ("12345 Lindmark", None),
            ("", None),
        ] {
            assert_eq!(town(written).as_deref(), shown, "{written}");
        }
    }

    #[test]
    fn a_street_is_known_by_its_number() {
        assert_eq!(numbered_streets("Apt B, Rosenweg 5\nLindmark, 12345"), ["rosenweg 5"]);
        assert_eq!(
            numbered_streets("Av. Paulista, 1000, apto 12"),
            ["apto 12", "av. paulista 1000"]
        );
        assert_eq!(named_streets("Rosenweg Fünf, New Lindmark, Avenue"), ["rosenweg fünf"]);
        assert_eq!(named_behind_figures("Apt B, Rosenweg 5, 12345 Lindmark"), "");
        assert_eq!(named_behind_figures("Frankfurt / Main"), "Frankfurt / Main");
        assert_eq!(
            named_behind_figures("Aachen, Rhineland, Germany"),
            "Aachen, Rhineland, Germany"
        );
    }
}
