//! Whether words that were taken over stand as they stood. `from MySQL to Postgres` and `from
//! Postgres to MySQL` are made of the same words; what differs is their order.

use crate::words::{inflected, is_plain, normalise, tokens};

/// Words of each source keep its order, or one part of it was moved to the front as a whole. That
/// refuses many an honest sentence, whose owner's words then stay.
pub(super) fn keeps_order(text: &str, sources: &[&str]) -> bool {
    let said = telling(text);
    sources.iter().all(|source| {
        let source = telling(source);
        let mut places: Vec<usize> = Vec::new();
        for word in &said {
            // The next occurrence behind the last one, so that a word that stands twice is matched
            // in order.
            let after = places.last().map_or(0, |place| place + 1);
            let later = source.iter().skip(after).position(|known| known == word);
            let any = || source.iter().position(|known| known == word);
            match later.map(|at| after + at).or_else(any) {
                // Said once more than the source does: `from 52 minutes to 11 minutes`.
                Some(place) if places.contains(&place) => {}
                Some(place) => places.push(place),
                None => {}
            }
        }
        is_in_order_but_for_one_move(&places)
    })
}

/// The words that carry something, whatever their endings.
fn telling(text: &str) -> Vec<String> {
    let text = normalise(text);
    let words = tokens(&text).into_iter().filter(|token| !is_plain(&token.folded));
    // A currency stands before or behind its figure; that it is the same one is checked elsewhere.
    let words = words.filter(|token| !CURRENCIES.contains(&&*token.folded));
    words.map(|token| inflected(&token.folded)).collect()
}

const CURRENCIES: &[&str] = &[
    "€", "$", "£", "¥", "eur", "euro", "euros", "usd", "dollar", "dollars", "gbp", "pounds", "chf",
    "sek", "nok", "dkk", "pln", "huf", "czk", "yen", "jpy", "m", "million", "k", "thousand",
];

fn is_in_order_but_for_one_move(places: &[usize]) -> bool {
    let mut descents = places.windows(2).enumerate().filter(|(_, pair)| pair[1] < pair[0]);
    let Some((first, _)) = descents.next() else { return true };
    if descents.next().is_some() {
        return false;
    }
    let (front, back) = places.split_at(first + 1);
    front.first().zip(back.last()).is_some_and(|(front, back)| back < front)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_change_places_are_noticed() {
        for (source, text, keeps) in [
            (
                "Moved 800 GB of history from MySQL to Postgres in one weekend.",
                "Moved 800 GB of history from Postgres to MySQL in one weekend.",
                false,
            ),
            (
                "Two routes were saved and one closed on its evidence.",
                "Two routes were closed and one saved on its evidence.",
                false,
            ),
            (
                "Reproduced and documented 450 problems, 130 of which became fixed bugs.",
                "Reproduced and fixed 450 problems, 130 of which were documented bugs.",
                false,
            ),
            (
                "Cut the noise by 40 %; taught three apprentices.",
                "Taught three apprentices; cut the noise by 40 %.",
                true,
            ),
            (
                "Led the bundle that lowered infections from 3.1 to 0.8.",
                "Lowered infections from 3.1 to 0.8.",
                true,
            ),
        ] {
            assert_eq!(keeps_order(text, &[source]), keeps, "{text}");
        }
    }
}
